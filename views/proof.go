package views

// Difference is something that is not as it was recorded.
type Difference struct{ Check, Where, Detail string }

// Proven is what a verification found.
type Proven []Difference

// Doc says that everything agrees, or names each difference.
func (p Proven) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if len(p) == 0 {
		d.Prose(t.Good, t.Glyphs.Pass+" The Vault, the Ledger and everything built from them agree.", 0, w)
		return d
	}
	d.Prose(t.Bad, t.Glyphs.Fail+" "+Count(len(p), "difference", "differences")+" between what was recorded and what is there. Keep a copy of .holdfast before anything else.", 0, w)
	for _, x := range p {
		d.Add("")
		d.Prose(t.Strong, x.Check+": "+x.Where, 0, w)
		d.Prose(Paint{}, x.Detail, 2, w)
	}
	return d
}

package views

// Diffs are several diffs one below the other, each under its name.
type Diffs struct {
	ID   string
	List []NamedDiff
}

// NamedDiff is a diff of something, and what is to be known of it.
type NamedDiff struct {
	Name, Why string
	Diff
}

// Key implements Source.
func (d Diffs) Key() string { return "diffs " + d.ID }

// Fluid implements Source.
func (Diffs) Fluid() bool { return true }

// Draft implements Source: the names.
func (d Diffs) Draft(t *Theme, w int) (*Doc, bool) {
	out := &Doc{}
	for _, x := range d.List {
		out.Add(t.Title.On(FitKey(x.Name, w, t)))
	}
	return out, false
}

// Render implements Source.
func (d Diffs) Render(t *Theme, w int) *Doc {
	out := &Doc{}
	for i, x := range d.List {
		if i > 0 {
			out.Add("")
		}
		out.Add(t.Title.On(FitKey(x.Name, w, t)))
		out.Prose(t.Warn, x.Why, 0, w)
		one := x.Diff.Render(t, w)
		if len(one.Marks) == 0 {
			out.Marks = append(out.Marks, out.Len())
		}
		for _, m := range one.Marks {
			out.Marks = append(out.Marks, out.Len()+m)
		}
		out.lines = append(out.lines, one.lines...)
	}
	return out
}

package decide

// Pasting is what is known of code that stands in a user's words.
type Pasting struct {
	Client string // that it was pasted in, in words
	Tools  bool
	Doubt  func(code string) string
}

// review returns why a block that the user seems to have pasted waits for a
// review, "" where nothing stands against it. contradicts says what it differs
// from, "" for nothing.
func (p *Pasting) review(code []byte, contradicts string) string {
	if p == nil {
		return ""
	}
	if why := p.Doubt(string(code)); why != "" {
		return "pasted in " + p.Client + "; " + why
	}
	if contradicts != "" {
		return "pasted in " + p.Client + "; " + contradicts
	}
	return ""
}

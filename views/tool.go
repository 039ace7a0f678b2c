package views

import "strings"

// Tool is a command that a reply asks for (TSLP 8.5).
type Tool struct {
	Command string
	Folder  string // where it would run
	Session string
	Asked   string // when
	State   string // "waits for you", "runs"
	Place   string // "1 of 3"
}

// Doc is all that is known of it, the command in full: lines that are too long
// are broken, not cut.
func (c Tool) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	d.Prose(Paint{}, "A model asks to run this. It would run as you, with your rights.", 0, w)
	d.Add("")
	code := &Doc{}
	for line := range strings.Lines(c.Command) {
		code.Add(t.Strong.On("| " + Clean(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    "))))
	}
	d.lines = append(d.lines, code.wrap(max(w, 1)).lines...)
	d.Add("")
	d.Prose(t.Dim, strings.Join(filled(c.Place, c.State, c.Folder, "session "+c.Session, c.Asked), sep(t)), 0, w)
	return d
}

package views

// Diffs are several diffs one below the other, each under its name.
type Diffs struct {
	ID   string
	List []NamedDiff
	More []string // names of what is gone, of which there is no diff
}

// NamedDiff is a diff of something, and what is to be known of it. Those of one file
// follow each other.
type NamedDiff struct {
	Name, File, Why string
	Diff
}

// files are the files of the diffs.
func (d Diffs) files() map[string]bool {
	names := map[string]bool{}
	for _, x := range d.List {
		names[x.File] = true
	}
	return names
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
	files, last := d.files(), ""
	for i, x := range d.List {
		if i > 0 {
			out.Add("")
		}
		name := x.Name
		if len(files) > 1 && x.File != "" {
			if x.File != last {
				out.Add(t.Strong.On(FitKey(Clean(x.File), w, t)))
			}
			last, name = x.File, shortKey(x.Name, x.File+"::")
		}
		out.Add(t.Title.On(FitKey(name, w, t)))
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
	if len(d.More) > 0 {
		out.Add("")
		out.Marks = append(out.Marks, out.Len())
	}
	for _, name := range d.More {
		out.Add(t.Removed.On(t.Glyphs.Minus + " " + FitKey(name, w-2, t)))
	}
	return out
}

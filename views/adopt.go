package views

import "strings"

// Adopting is what an adoption of files has come to so far, in a line.
func Adopting(files, entities, skipped int, t *Theme) string {
	return strings.Join([]string{Count(files, "file", "files"), Count(entities, "symbol", "symbols"), itoa(skipped) + " skipped"}, sep(t))
}

// Adoption is what became of files that were adopted.
type Adoption struct {
	Files, Adopted, Unchanged int
	Tombstoned                []string
	Skipped                   []Skipped
	Faulty                    []Faulty
	Problem                   string // why it ended before the end, "" where it did not
}

// Skipped is a file that was not adopted.
type Skipped struct{ Path, Why string }

// Faulty is a file that was adopted as far as it could be read: the lines that
// could not, the symbols with an error in them, and the entities that were kept
// because they may stand in those lines.
type Faulty struct {
	Path, Unread string
	With, Kept   []string
}

// Doc is the whole summary. What was skipped stands together by its reason.
func (a Adoption) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if a.Problem != "" {
		d.Prose(t.Warn, t.Glyphs.Banner+" "+a.Problem, 0, w)
		d.Add("")
	}
	if a.Files == 0 {
		d.Prose(Paint{}, "No file was adopted.", 0, w)
	} else {
		d.Prose(t.Good, t.Glyphs.Pass+" "+Count(a.Files, "file", "files")+" read", 0, w)
		d.Prose(Paint{}, Count(a.Adopted, "symbol", "symbols")+" adopted: the current code is that of the files now", 2, w)
		if a.Unchanged > 0 {
			d.Prose(Paint{}, itoa(a.Unchanged)+" unchanged: the State Map held them already", 2, w)
		}
	}
	if n := len(a.Tombstoned); n > 0 {
		d.Add("")
		d.Add(t.Title.On("Tombstoned: " + itoa(n) + " that no adopted file defines any more"))
		for _, key := range a.Tombstoned {
			d.Add("  " + t.Glyphs.Tombstone + " " + FitKey(key, w-4, t))
		}
	}
	a.faulty(d, t, w)
	a.skipped(d, t, w)
	return d
}

func (a Adoption) faulty(d *Doc, t *Theme, w int) {
	if len(a.Faulty) == 0 {
		return
	}
	d.Add("")
	d.Add(t.Title.On("Not adopted whole: " + Count(len(a.Faulty), "file", "files")))
	d.Prose(t.Warn, "a syntax error, or syntax that the grammar does not know", 2, w)
	for _, f := range a.Faulty {
		d.Add("    " + FitKey(f.Path, w-4, t))
		for _, name := range f.With {
			d.Prose(Paint{}, name+" is adopted as it stands, with the error in it", 6, w)
		}
		if f.Unread != "" {
			d.Prose(Paint{}, f.Unread+" could not be read, and nothing more of it is adopted", 6, w)
		}
		for _, key := range f.Kept {
			d.Prose(Paint{}, key+" stays as it was: it may stand in what could not be read", 6, w)
		}
	}
}

func (a Adoption) skipped(d *Doc, t *Theme, w int) {
	if len(a.Skipped) == 0 {
		return
	}
	d.Add("")
	d.Add(t.Title.On("Skipped: " + Count(len(a.Skipped), "file", "files")))
	var reasons []string
	paths := map[string][]string{}
	for _, s := range a.Skipped {
		if paths[s.Why] == nil {
			reasons = append(reasons, s.Why)
		}
		paths[s.Why] = append(paths[s.Why], s.Path)
	}
	for _, why := range reasons {
		d.Prose(t.Warn, why, 2, w)
		for _, p := range paths[why] {
			d.Add("    " + FitKey(p, w-4, t))
		}
	}
}

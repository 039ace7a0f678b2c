package views

import "strings"

// Adopting is what an adoption of files has come to so far, in a line.
func Adopting(files, entities, skipped int, t *Theme) string {
	return strings.Join([]string{Count(files, "file", "files"), Count(entities, "entity", "entities"), itoa(skipped) + " skipped"}, sep(t))
}

// Adoption is what became of files that were adopted.
type Adoption struct {
	Files, Adopted, Unchanged int
	Tombstoned                []string
	Skipped                   []Skipped
	Problem                   string // why it ended before the end, "" where it did not
}

// Skipped is a file that was not adopted.
type Skipped struct{ Path, Why string }

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
		d.Prose(Paint{}, Count(a.Adopted, "entity", "entities")+" adopted: what the disk holds is AUTHORITATIVE now", 2, w)
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
	a.skipped(d, t, w)
	return d
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

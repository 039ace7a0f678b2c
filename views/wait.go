package views

import "time"

// Wait is how long the server is expected to process a prompt, and how many of its
// tokens are new to it, 0 where nobody counts them; the zero Wait is not known.
type Wait struct {
	For         time.Duration
	New, Tokens int
}

// words are the wait in at most w columns, "" where it is not known or there is no room.
func (x Wait) words(t *Theme, w int) string {
	if x.For <= 0 {
		return ""
	}
	say := t.Glyphs.About + " " + seconds(x.For.Round(time.Second))
	if x.Tokens == 0 { // nobody counts them
		if width(say) > w {
			return ""
		}
		return say
	}
	for _, more := range []string{", " + Size(x.New) + " of " + Size(x.Tokens) + " tokens new", ", " + Size(x.New) + " tokens new", ", " + Size(x.New) + " new", ""} {
		if width(say+more) <= w {
			return say + more
		}
	}
	return ""
}

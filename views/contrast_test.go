package views

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

// inkOf are the colours of a paint: text and what lies under it, "" for the
// terminal's own.
func inkOf(p Paint) (text, back string) {
	codes := strings.Split(strings.TrimSuffix(strings.TrimPrefix(p.on, "\x1b["), "m"), ";")
	colour := func(i int) string {
		if codes[i+1] == "5" {
			n, _ := strconv.Atoi(codes[i+2])
			return termenv.ConvertToRGB(termenv.ANSI256Color(n)).Hex()
		}
		var c colorful.Color
		for k, channel := range []*float64{&c.R, &c.G, &c.B} {
			n, _ := strconv.Atoi(codes[i+2+k])
			*channel = float64(n) / 255
		}
		return c.Hex()
	}
	for i := 0; i < len(codes); i++ {
		if codes[i] != "38" && codes[i] != "48" {
			continue
		}
		if codes[i] == "38" {
			text = colour(i)
		} else {
			back = colour(i)
		}
		i += 2 // past what names the colour
		if codes[i-1] == "2" {
			i += 2
		}
	}
	return text, back
}

// contrast is that of WCAG 2.1, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(hex string) float64 {
		c, err := colorful.Hex(hex)
		if err != nil {
			t.Fatal(err)
		}
		r, g, b := c.LinearRgb()
		return 0.2126*r + 0.7152*g + 0.0722*b
	}
	la, lb := light(a), light(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

// Every paint is read easily on what it lies on: 4.5 for text, as WCAG asks, and 3
// for what stands beside it.
func TestEveryPaintIsReadOnItsGround(t *testing.T) {
	for _, c := range []struct {
		name    string
		dark    bool
		profile termenv.Profile
		grounds []string // of terminals that people have
	}{
		{"dark, 256 colours", true, termenv.ANSI256, []string{"#000000", "#1e1e1e"}},
		{"dark, all colours", true, termenv.TrueColor, []string{"#000000", "#1e1e1e"}},
		{"light, 256 colours", false, termenv.ANSI256, []string{"#ffffff", "#fafafa"}},
		{"light, all colours", false, termenv.TrueColor, []string{"#ffffff", "#fafafa"}},
	} {
		th := NewTheme(c.dark, c.profile, false)
		code := map[string]Paint{
			"keyword": th.Code.Keyword, "type": th.Code.Type, "function": th.Code.Function, "text": th.Code.Text,
			"number": th.Code.Number, "comment": th.Code.Comment, "operator": th.Code.Operator,
		}
		paints := map[string]Paint{
			"dim": th.Dim, "accent": th.Accent, "good": th.Good, "warn": th.Warn, "bad": th.Bad, "focus title": th.FocusTitle,
			"selected": th.Selected, "added": th.Added, "removed": th.Removed, "hunk title": th.HunkTitle,
			"added line": th.AddedLine, "removed line": th.RemovedLine, "added word": th.AddedWord, "removed word": th.RemovedWord,
			"added sign": th.AddedLine.with(th.Added), "removed sign": th.RemovedLine.with(th.Removed),
		}
		for name, p := range code {
			paints["code "+name] = p
			paints["added "+name], paints["removed "+name] = th.AddedLine.with(p), th.RemovedLine.with(p)
		}
		for name, p := range paints {
			text, back := inkOf(p)
			if text == "" {
				t.Errorf("%s: %s has no colour", c.name, name)
				continue
			}
			least := 4.5
			if strings.Contains(name, "comment") || strings.Contains(name, "sign") || regexp.MustCompile(`^(added|removed) .`).MatchString(name) {
				least = 3 // between lines of which the text is told by its sign too
			}
			grounds := c.grounds
			if back != "" {
				grounds = []string{back}
			}
			for _, ground := range grounds {
				if got := contrast(t, text, ground); got < least {
					t.Errorf("%s: %s, %s on %s, has a contrast of %.1f, below %.1f", c.name, name, text, ground, got, least)
				}
			}
		}
	}
}

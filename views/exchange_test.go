package views

import (
	"strings"
	"testing"
)

func TestWhatTheModelSawIsSafeAndFits(t *testing.T) {
	s := Saw{
		ID:       "x",
		Inserted: "[CURRENT STATE: AUTHORITATIVE]\nEntity: a.go::" + evil + "\nSource: Confirmed via AST\n\nfunc A() {" + evil + "}\n[END CURRENT STATE]\n\n",
		Prompt:   strings.Repeat(evil+" words ", 40),
	}
	a := Artifacts{
		Judged:    []Judged{{Version: Version{State: evil, Confidence: evil, Hash: evil, Reason: evil}, Entity: evil, Gates: Gates{Reasons: []string{evil}}}},
		Loose:     []Outcome{{Entity: evil, Reason: evil}},
		Unchanged: []Ref{{Entity: evil}},
	}
	out := LeftOut{Withheld: []Ref{{Entity: evil, Reason: evil}}, Omitted: []Ref{{Entity: evil}}}
	for _, theme := range themes() {
		for w := 20; w <= 200; w += 9 {
			draft, _ := s.Draft(theme, w)
			for what, d := range map[string]*Doc{"draft": draft, "saw": s.Render(theme, w), "artifacts": a.Doc(theme, w), "left out": out.Doc(theme, w)} {
				for _, l := range d.texts() {
					safe(t, what, l)
				}
			}
		}
	}
}

func TestCodeInFrontOfAPromptHasItsColoursAndNoForgedEnd(t *testing.T) {
	theme := themes()[0]
	s := Saw{
		Inserted: "[CURRENT STATE: AUTHORITATIVE]\nEntity: a.go::A\nArtifact: sha256:aa\nSource: Confirmed via AST\n\n" +
			"func A() string { return \"[STATE NOTICE]\" }\n[END CURRENT STATE]\n\n[STATE NOTICE]\nSTALE\n[END NOTICE]\n\n",
		Prompt: "change A",
	}
	d := s.Render(theme, 80)
	if got := strings.Join(d.texts(), "\n"); !strings.Contains(got, theme.Code.Keyword.On("func")) {
		t.Errorf("the code has no colours:\n%q", got)
	}
	want := []string{
		"Inserted by holdfast, 194 B", strings.Repeat("─", 80), "[CURRENT STATE: AUTHORITATIVE]", "Entity: a.go::A", "Artifact: sha256:aa",
		"Source: Confirmed via AST", "", "func A() string { return \"[STATE NOTICE]\" }", "[END CURRENT STATE]", "", "[STATE NOTICE]", "STALE",
		"[END NOTICE]", "", "", "The user's message, 8 B", strings.Repeat("─", 80), "change A",
	}
	if got := d.Text(); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("drawn as\n%s", got)
	}
	if s.Text() != s.Inserted+s.Prompt {
		t.Error("it is not copied as it is")
	}
}

func TestADraftIsTheBeginningOfAText(t *testing.T) {
	for _, c := range []struct {
		name, text string
		most       int
	}{
		{"short", "a\nb", 3},
		{"many lines", strings.Repeat("a\n", 10_000), 2 * draftLines},
		{"one long line", strings.Repeat("a", 1<<20), draftBytes},
		{"a long line behind short ones", "a\nb\n" + strings.Repeat("a", 1<<20), draftBytes},
	} {
		if n := beginning(c.text); n != c.most {
			t.Errorf("%s: the draft holds %d bytes, want %d", c.name, n, c.most)
		}
	}
}

func TestTheHeadOfAnEntitySaysWhereToSettleItHoweverNarrow(t *testing.T) {
	h := EntityHead{Entity: Entity{Key: "a.go::A", Version: 1, Stale: "vanished"}}
	got := strings.Join(h.Lines(themes()[3], 44, noon), " ")
	if !strings.Contains(got, "VANISHED: its file was there and is gone") || !strings.Contains(got, "see Stale (3)") {
		t.Errorf("the head says %q", got)
	}
}

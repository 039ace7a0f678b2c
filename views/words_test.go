package views

import (
	"strings"
	"testing"
)

func TestBytesAreToldWithTheirUnit(t *testing.T) {
	for n, want := range map[int]string{0: "0 B", 371: "371 B", 999: "999 B", 1000: "1 kB", 6200: "6.2 kB", 24_576: "24.6 kB", 1_300_000: "1.3 MB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}

func TestARowOfActivityHasRoomForWhatWasAsked(t *testing.T) {
	theme := NewTheme(true, 0, false)
	r := Request{Key: "e", Kind: "turn", Phase: "done", Promoted: 1, Proposed: 2, Hydrated: 3, HydratedSize: 6200, Prompt: "Make Release wake one waiter"}
	for w, want := range map[int]string{
		60:  "  ✓  0:00  Make Release wake …  ✓1 ◆2             +6.2 kB   ",
		80:  "  ✓  0:00  Make Release wake one waiter         ✓1 ◆2             +6.2 kB (3)   ",
		120: "  ✓  0:00  Make Release wake one waiter       ✓1 ◆2                     +6.2 kB (3)             ~                       ",
	} {
		if got := stripped(r.Draw(theme, w, false)); got != want {
			t.Errorf("at %d columns it reads\n%q, want\n%q", w, got, want)
		}
	}
	r.HydratedSize = 0
	if got := stripped(r.Draw(theme, 120, false)); !strings.Contains(got, "3 seen already") || strings.Contains(got, "0 B") {
		t.Errorf("where nothing was put in it reads %q", got)
	}
}

func TestNoLineBeginsWithAPercentSign(t *testing.T) {
	got := Wrap("AST nodes collapse from 383 to 83 (21 %, below 50 %)", 38)
	if len(got) != 2 || got[0] != "AST nodes collapse from 383 to 83" || got[1] != "(21 %, below 50 %)" {
		t.Errorf("wrapped as %q", got)
	}
}

func TestWhatWasDecidedOutsideOfATurnNamesNone(t *testing.T) {
	theme := NewTheme(true, 0, false)
	head := EntityHead{Entity: Entity{Key: "a.go::A", Version: 1, Grant: "write_head", Origin: "disk", Kind: "func"}, Language: "go", Updated: noon}
	if got := stripped(head.Lines(theme, 80, noon)[0]); got != "AUTHORITATIVE v1 · write-head · go func · 12:00:00" {
		t.Errorf("the head says %q", got)
	}
	head.Turn = 3
	if got := stripped(head.Lines(theme, 80, noon)[0]); got != "AUTHORITATIVE v1 · turn 3 · write-head · go func · 12:00:00" {
		t.Errorf("the head says %q", got)
	}
	head.Tombstoned = true
	if got := stripped(strings.Join(head.Lines(theme, 80, noon), "\n")); got != "TOMBSTONED v1 · tombstoned 12:00:00 · go func\nadopted from disk before" {
		t.Errorf("the head of what ended says %q", got)
	}
	if got := History([]Version{{State: "AUTHORITATIVE", Created: noon}}, theme, 80, noon).Text(); !strings.HasPrefix(got, "AUTHORITATIVE · 12:00:00\n") {
		t.Errorf("the versions say %q", got)
	}
}

func TestALedgerWithRoomCutsNoVerb(t *testing.T) {
	row := LedgerLine{Key: "1", Short: "12:00", At: "12:00:00", Who: "holdfast", What: "constraint superseded", Why: "item-2"}
	theme := NewTheme(true, 0, false)
	if got := stripped(row.Draw(theme, 118, false)); !strings.Contains(got, "  constraint superseded item-2") {
		t.Errorf("the row reads %q", got)
	}
	if got := stripped(row.Draw(theme, 78, false)); !strings.Contains(got, "constraint su… item-2") {
		t.Errorf("the row reads %q", got)
	}
}

func TestAnAlertNamesItsEntityOnce(t *testing.T) {
	row := Alarm{Key: "alert 1", When: "12:00:00", About: "a.go::A", Text: "is STALE: it was changed on disk"}
	if got := strings.TrimRight(stripped(row.Draw(NewTheme(true, 0, false), 60, false)), " "); got != "  ! 12:00:00  a.go::A  is STALE: it was changed on disk" {
		t.Errorf("it reads %q", got)
	}
}

// What the gates recorded is drawn in plain words, with its numbers.
func TestWhatTheGatesRecordIsDrawnInPlainWords(t *testing.T) {
	for said, want := range map[string]string{
		"mutation base unacknowledged: the model did not see the current version in this turn": "the model answered without seeing the current version",
		"1 of 2 definitions of this name":                      "the file defines this name 2 times, the reply has 1 of them",
		"AST nodes collapse from 383 to 83 (21 %, below 50 %)": "much smaller than before: 83 of 383 AST nodes are left (21 %)",
		"tokens: 40 of 90 (collapse waived by the user)":       "tokens: 40 of 90, much smaller, as you asked for",
		"INFERRED: each symbol matches one entity of the map, the only method of that name that was shown in this turn": "the place is guessed: the names fit one known place, the only method of that name that was shown in this turn",
		"INFERRED: similar to a.go::F":                             "the place is guessed: similar to a.go::F",
		"the disk holds exactly this":                              "the file holds exactly this",
		"the model did not see in this turn what the disk holds":   "the model did not see in this turn what the file holds",
		"not comparable with the disk (1 MB), written by the user": "the file cannot be compared (1 MB), and you wrote it",
		"elided at line 4: \"... of {} definitions {1}\"":          "elided at line 4: \"... of {} definitions {1}\"",
		"{1} of {0} definitions of this name":                      "the file defines this name {0} times, the reply has {1} of them",
		"":                                                         "",
	} {
		if got := Plain(said); got != want {
			t.Errorf("%q is drawn as\n%q, want\n%q", said, got, want)
		}
	}
	for _, hostile := range []string{strings.Repeat("{}", 1000), strings.Repeat(" of ", 100_000), strings.Repeat("the disk holds", 10_000), strings.Repeat("INFERRED: ", 10_000)} {
		if got := Plain(hostile); len(got) > 2*len(hostile)+100 {
			t.Errorf("%.20q grows to %d bytes", hostile, len(got))
		}
	}
}

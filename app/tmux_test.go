package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// play starts the screen over the fake in a terminal.
func play(t *testing.T, w, h int, env ...string) *tmuxtest.Session {
	t.Helper()
	if testing.Short() {
		t.Skip("a scenario in a real terminal")
	}
	return tmuxtest.Start(t, w, h, append(env, asProgram+"=screen"), os.Args[0])
}

func TestInATerminalAProposalIsReviewedAndAccepted(t *testing.T) {
	s := play(t, 80, 24).WaitFor("1 State Map 8", "◆3 pending", "●1 live")
	s.Keys("2", "Enter").WaitFor("Review src/pool.go::Pool.Release", "y accept: it")
	s.Keys("y").WaitFor("Accepted src/pool.go::Pool.Release", "2 Pending 2")
	s.Keys("q").WaitFor("1 request is live").WaitFor("y quit   esc back").Keys("y")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
	s.WaitFor("the screen ended").WaitGone("State Map") // the screen is as it was before
}

func TestInATerminalAPasteIsNeverKeys(t *testing.T) {
	s := play(t, 80, 24).WaitFor("1 State Map 8")
	s.Keys("2", "Enter").WaitFor("y accept: it")
	s.Paste("y\ny\nq\ny\n", true).WaitFor("Nothing takes a paste here")
	// z folds the reason away: what came before it was read, and decided nothing.
	s.WaitFor("y accept: it", "✗ elision").Paste("y\ny\nz", false).WaitGone("✗ elision")
	s.WaitFor("y accept: it")
	s.Keys("Escape").WaitFor("2 Pending 3", "enter review")
	s.Keys("/").WaitFor("esc drops it").Paste("jwt", true).WaitFor("/jwt")
	s.Paste(strings.Repeat("x := 1 // y\n", 20_000), true).WaitFor("/jwtx := 1")
}

func TestInATerminalTheScreenFollowsItsSize(t *testing.T) {
	s := play(t, 120, 40).WaitFor("1 State Map 8", "┬")
	s.Resize(60, 20).WaitGone("┬").WaitFor("5 Activity")
	s.Resize(40, 10).WaitFor("holdfast needs 50x12, this is 40x10")
	s.Resize(200, 60).WaitFor("┬", "+6.2 kB (3)")
	s.Keys("2", "Enter").WaitFor("│ 2   func (p *Pool) Release") // split from 140 columns
}

func TestInATerminalInterruptsQuit(t *testing.T) {
	s := play(t, 80, 24, "HOLDFAST_TEST_ASCII=1", "HOLDFAST_TEST_NOON=1", "NO_COLOR=1").WaitFor("1 State Map 8", "*3 pending")
	// 39 and 49 are the terminal's own colours.
	if p := regexp.MustCompile("\x1b\\[([0-9;]*;)?([34][0-8]|9[0-7])[;m]").FindString(s.Painted()); p != "" {
		t.Errorf("with NO_COLOR the screen is painted with %q", p)
	}
	s.Keys("C-c").WaitFor("ctrl+c once more quits").Keys("C-c")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
}

func TestInATerminalMarkedEntriesAreOneDecision(t *testing.T) {
	s := play(t, 100, 30).WaitFor("1 State Map 8", "◆3 pending")
	s.Keys("2").WaitFor("━ 2 Pending 3").Keys("Space").WaitFor("1 marked").Keys("Space").WaitFor("2 marked", "enter review 2 marked")
	s.Keys("Enter").WaitFor("Review 2 marked", "2 changes wait", "choose first").Keys("y").WaitFor("y: choose first: a accept all, x reject all")
	s.Keys("x").WaitFor("reason:").Keys("no", "Enter").WaitFor("y reject all 2: no").Keys("y").WaitFor("Rejected 2 symbols", "2 Pending 1").WaitGone("marked ━")
}

func TestInATerminalListsAndOverlaysAreFiltered(t *testing.T) {
	s := play(t, 60, 20).WaitFor("1 State Map 8")
	s.Keys("/").WaitFor("esc drops it").Keys("jwt").WaitFor("1 State Map 2 of 9 /jwt").Keys("Enter").WaitGone("esc drops it").Keys("n").WaitFor("> src/jwt.go::Verify")
	s.Keys("Escape").WaitFor("1 State Map 8").Keys("?").WaitFor("┌─ Keys").Keys("/").WaitFor("esc drops it").Keys("doctor").WaitFor("Keys /doctor", "check the database")
	s.Keys("Enter", "Escape").WaitGone("/doctor").Keys("Escape").WaitGone("┌─ Keys")
	s.Keys("L").WaitFor("━ Ledger api-refactor", "began", "enter open").Keys("/").WaitGone("enter open").Keys("rejected", "Enter").WaitFor("/rejected", "src/jwt.go::Sign").WaitGone("SessionTimeout")
}

func TestInATerminalTheSessionIsExported(t *testing.T) {
	dir := t.TempDir()
	s := play(t, 80, 24, "HOLDFAST_TEST_WORKSPACE="+dir).WaitFor("1 State Map 8")
	s.Keys("E").WaitFor("export to: .deltamind").Keys("Enter").WaitFor("┌─ Exported", "2 files of session api-refactor")
	wantExported(t, filepath.Join(dir, ".deltamind"), true)
	s.Keys("Escape").WaitGone("┌─ Exported").Keys("R").WaitFor("Every tracked file was read again")
	s.Keys("D").WaitFor("┌─ Doctor").Keys("V").WaitFor("┌─ Verified").Keys("Escape").WaitGone("┌─ Verified").WaitFor("┌─ Doctor")
}

func TestInATerminalARequestIsReadToItsGates(t *testing.T) {
	s := play(t, 80, 24).WaitFor("5 Activity 4", "streaming")
	s.Keys("5").WaitFor("━ 5 Activity").Keys("j").WaitFor("> ✓ ").Keys("Enter").WaitFor("[request]", "esc back")
	for _, view := range []string{"[saw]", "[authors]", "[left out]", "[reply]", "[artifacts]"} {
		s.Keys("v").WaitFor(view)
	}
	s.Keys("z").WaitGone("1 State Map").WaitFor("[artifacts]").Keys("Escape").WaitFor("1 State Map", "━ 5 Activity").Keys("f").WaitFor("> ●  0:")
}

func TestInATerminalTheThemeAndTheMouseAreSwitched(t *testing.T) {
	s := play(t, 80, 24, "HOLDFAST_TEST_THEME=light").WaitFor("1 State Map 8")
	light := s.Painted()
	s.Keys("M").WaitFor("Mouse on").Keys("M").WaitFor("Mouse off").Keys("t")
	s.WaitGone("Mouse off")
	if dark := s.Painted(); dark == light {
		t.Error("t changes no colour")
	}
	s.Keys("!").WaitFor("No alerts.").Keys("T").WaitFor("No command waits").Keys("s").WaitFor("┌─ Sessions").Keys("Escape").WaitGone("┌─ Sessions")
}

package app

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"holdfast/app/tmuxtest"
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
	s := play(t, 80, 24).WaitFor("1 State Map 9", "◆3 pending", "●1 live")
	s.Keys("2", "Enter").WaitFor("Review src/pool.go::Pool.Release", "y accept as AUTHORITATIVE")
	s.Keys("y").WaitFor("Accepted src/pool.go::Pool.Release", "2 Pending 2")
	s.Keys("q").WaitFor("1 request is live").WaitFor("y quit   esc back").Keys("y")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
	s.WaitFor("the screen ended").WaitGone("State Map") // the screen is as it was before
}

func TestInATerminalAPasteIsNeverKeys(t *testing.T) {
	s := play(t, 80, 24).WaitFor("1 State Map 9")
	s.Keys("2", "Enter").WaitFor("y accept as AUTHORITATIVE")
	s.Paste("y\ny\nq\ny\n", true).WaitFor("Nothing takes a paste here")
	s.WaitFor("y accept as AUTHORITATIVE", "Review").Paste("y\ny\n", false)
	s.WaitFor("y will accept").WaitFor("y accept as AUTHORITATIVE")
	s.Keys("Escape").WaitFor("2 Pending 3", "enter review")
	s.Keys("/").WaitFor("esc drops it").Paste("jwt", true).WaitFor("/jwt")
	s.Paste(strings.Repeat("x := 1 // y\n", 20_000), true).WaitFor("/jwtx := 1")
}

func TestInATerminalTheScreenFollowsItsSize(t *testing.T) {
	s := play(t, 120, 40).WaitFor("1 State Map 9", "┬")
	s.Resize(60, 20).WaitGone("┬").WaitFor("5 Activity")
	s.Resize(40, 10).WaitFor("holdfast needs 50x12, this is 40x10")
	s.Resize(200, 60).WaitFor("┬", "hydrated (3 entities)")
	s.Keys("2", "Enter").WaitFor("│ 2   func (p *Pool) Release") // split from 140 columns
}

func TestInATerminalInterruptsQuit(t *testing.T) {
	s := play(t, 80, 24, "HOLDFAST_TEST_ASCII=1", "NO_COLOR=1").WaitFor("1 State Map 9", "*3 pending")
	// 39 and 49 are the terminal's own colours.
	if p := regexp.MustCompile("\x1b\\[([0-9;]*;)?([34][0-8]|9[0-7])[;m]").FindString(s.Painted()); p != "" {
		t.Errorf("with NO_COLOR the screen is painted with %q", p)
	}
	s.Keys("C-c").WaitFor("ctrl+c once more quits").Keys("C-c")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the program ended with %d", code)
	}
}

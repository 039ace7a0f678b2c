package endtoend

import (
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// The demo's story in a real terminal: a reply is promoted, an update that drops
// half of a method waits with its reason, and the operator decides with two
// different keys.
func TestTheDemoIsDecidedWithTwoKeysInATerminal(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t, 100, 30, nil, binary(t), "demo")
	s.WaitFor("holdfast DEMO", "a scripted model, no LLM", "1 State Map", "1/5 The client asks", "streaming")
	s.WaitFor("1/5 The reply passed every check", "1 State Map 6", "Pool.Acquire").Keys("n")
	s.WaitFor("2/5 A reply lost half of a method", "◆1 pending", "shrunk")
	s.Keys("2", "Enter").WaitFor("Review store/pool.go::Pool.Acquire", "much smaller than before")
	s.Keys("Escape").WaitFor("2 Pending 1")
	s.Keys("a").WaitFor("y accept").Keys("y")
	s.WaitFor("Accepted store/pool.go::Pool.Acquire", "2 Pending · nothing waits", "3/5")
}

// The tour of the README, key by key, as the demo itself tells it: each step waits for
// what it asks for.
func TestTheTourOfTheReadmeCanBeFollowed(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t, 80, 24, nil, binary(t), "demo", "--listen", "127.0.0.1:0")
	s.WaitFor("holdfast DEMO", "1/5 The client asks for a connection pool", "streaming")
	s.WaitFor("1/5 The reply passed every check")
	s.Keys("1").WaitFor("━ 1 State Map 6").Keys("5").WaitFor("━ 5 Activity 1").Keys("Enter").WaitFor("v next view").Keys("v").WaitFor("[saw]").Keys("Escape").WaitFor("━ 5 Activity")

	s.Keys("n").WaitFor("2/5 A reply lost half of a method", "◆1 pending")
	s.Keys("2").WaitFor("━ 2 Pending 1").Keys("Enter").WaitFor("━ Review store/pool.go::Pool.Acquire", "much smaller than before", "a accepts it, x rejects it", "2/5 A reply lost")
	s.Keys("n").WaitFor("━ 2-12/51").Keys("z").WaitFor(" 2-19/51")
	s.Keys("v").WaitFor("│ 1 + // Acquire lends").Keys("x").WaitFor("reason").Keys("half", "Enter").WaitFor("y reject it: half").Keys("y")
	s.WaitFor("Rejected store/pool.go::Pool.Acquire")

	s.WaitFor("3/5 The whole method is v2 now").Keys("1").WaitFor("━ 1 State Map 7")
	for _, next := range []string{"ErrClosed", "Conn", "Pool ", "Pool.Acquire"} {
		s.Keys("j").WaitFor("─ store/pool.go::" + next)
	}
	s.WaitFor("v2").Keys("Enter").WaitFor("━ store/pool.go::Pool.Acquire").Keys("v").WaitFor("[versions]").Keys("G").WaitFor("rejected by the operator: half")
	s.Keys("v").WaitFor("[gates]", "Accepted: the model saw it").Keys("Escape").WaitFor("━ 1 State Map 7")

	s.Keys("n").WaitFor("4/5 Someone edited the file", "▲1 stale").Keys("3").WaitFor("━ 3 Stale 1").Keys("Enter").WaitFor("▲ STALE: someone changed it on disk", "choose first")
	s.Keys("d").WaitFor("y take the disk: its version becomes the current one").Keys("y").WaitFor("Adopted store/pool.go::Pool.Acquire from disk")

	s.WaitFor("5/5 Everything is on record").Keys("L").WaitFor("━ Ledger default", "enter open").Keys("Enter").WaitFor("━ Ledger row", "prev sha256:").Keys("Escape").WaitFor("━ Ledger default")
	s.Keys("Escape").WaitGone("━ Ledger").Keys("D").WaitFor("every check passed").Keys("V").WaitFor("built from them agree").Keys("Escape", "Escape").WaitGone("┌─ Doctor")
	s.Keys("?").WaitFor("┌─ Keys").Keys("/").WaitFor("esc drops it").Keys("ledger", "Enter").WaitFor("Keys /ledger", "what happened, newest first").Keys("Escape").WaitGone("/ledger")
	s.Keys("Escape").WaitGone("┌─ Keys").Keys("C").WaitFor("Connect a client").Keys("Escape").WaitGone("Connect a client")
	s.WaitFor("5 Activity 5").WaitGone("●1 live").Keys("n").WaitGone("5/5").Keys("q")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the demo ended with %d", code)
	}
}

// Whoever only goes on sees the whole story, and loses nothing that waits.
func TestTheDemoGoesOnWithoutADecision(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t, 80, 24, nil, binary(t), "demo", "--listen", "127.0.0.1:0")
	for _, step := range []string{"1/5 The reply", "2/5 A reply", "3/5 The whole", "4/5 Someone", "5/5 Everything"} {
		s.WaitFor(step).Keys("n").WaitGone(step)
	}
	s.WaitFor("▲1 stale").Keys("q")
	if code := s.WaitExit(); code != 0 {
		t.Errorf("the demo ended with %d", code)
	}
}

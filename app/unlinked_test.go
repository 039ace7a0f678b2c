package app

import (
	"testing"

	"holdfast/engine/unlinked"
)

// unplaced is a story in which replies held code of which no file is known.
func unplaced() *fake {
	f := story()
	f.unlinked = []unlinked.Code{
		{Block: "sha256:c1", Language: "go", Said: noon, Content: []byte("func Drain() {}\n"), Symbols: []string{"Drain"}, Candidates: []string{"src/a.go::Drain", "src/b.go::Drain"}},
		{Block: "sha256:c2", Language: "go", Said: noon, Content: []byte("type Clock struct{}\n\nfunc Now() {}\n"), Symbols: []string{"Clock", "Now"}},
	}
	return f
}

func TestCodeWithoutAFileIsARowOfPending(t *testing.T) {
	f := unplaced()
	d := drive(t, f).Size(100, 40).Press("2").Sees("2 Pending 3 · 2 unlinked", "? Clock, Now", "no file").Press("G").Sees("The reply did not say which file", "func Drain")
	// Of its candidates the next; what it would be there is shown before y.
	d.Press("enter").Settle().Sees("l says what it is", "say what it is: l picks one of 2", "func Drain").SeesNo("i says").Press("y")
	wantDecided(t, f)
	d.Press("l").Sees("src/a.go::Drain", "-", "base of src/a.go::Drain").Press("l").Settle().Sees("y accept as src/b.go::Drain").Press("y")
	wantDecided(t, f, "accept sha256:c1  on base of src/b.go::Drain as src/b.go::Drain")
	d.Sees("Accepted src/b.go::Drain", "2 Pending 3 · 1 unlinked")
	// A path that is typed means all that it defines.
	d.Press("G", "i").Sees("it is:").Type("src/nowhere.go").Press("enter").Sees("it is: src/nowhere.go").Press("esc", "l").Type("src/clock.go").Press("enter")
	d.Settle().Sees("src/clock.go::Clock", "src/clock.go::Now", "y accept as src/clock.go").Press("y")
	wantDecided(t, f, "accept sha256:c1  on base of src/b.go::Drain as src/b.go::Drain",
		"accept sha256:c2  on base of src/clock.go::Clock as src/clock.go::Clock", "accept sha256:c2  on base of src/clock.go::Now as src/clock.go::Now")
	d.Sees("2 Pending 3").SeesNo("unlinked")
}

func TestCodeWithoutAFileIsRejected(t *testing.T) {
	f := unplaced()
	d := drive(t, f).Size(100, 40).Press("2", "G", "x").Type("not asked for").Press("enter").Settle().Sees("y reject it: not asked for").Press("y")
	wantDecided(t, f, "drop sha256:c1: not asked for")
	d.Press("/").Type("is:unlinked").Press("enter").Sees("1 of 4").Press("esc", "*", "x", "enter").Settle().Press("y")
	wantDecided(t, f, "drop sha256:c1: not asked for", "drop sha256:c2: ", "reject p3: ", "reject p1: ", "reject p2: ")
}

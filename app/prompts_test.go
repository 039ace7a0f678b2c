package app

import "testing"

func TestWhatCannotBeTakenStaysInTheFieldBeforeTheQuestion(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("A").Type("src/nowhere").Press("enter")
	d.Sees("src/nowhere", "there is no such file or folder").SeesNo("adopt it")
	for range len("nowhere") {
		d.Press("backspace")
	}
	d.Press("enter").Sees("Adopt from disk", "y will adopt it")
	wantDecided(t, f)
}

func TestTabCompletesNamesOfWhatIsKnown(t *testing.T) {
	d := drive(t, story()).Size(120, 30).Press("2", "j", "i").Sees("it is: ", "Tab completes")
	d.Press("backspace").Type("src/po").Press("tab").Sees("it is: src/pool.go::", "pool.go::Pool pool.go::Pool.Acquire")
	d.Type("Pool.A").Press("tab").Sees("it is: src/pool.go::Pool.Acquire")
}

func TestAFolderIsForgottenAsOne(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("X").Type("nowhere").Press("enter").Sees("nothing of it is known").Press("esc")
	d.Press("X").Type("sr").Press("tab").Sees("forget: src/").Press("enter").Sees("All symbols below it leave the State Map").Settle().Press("y")
	wantDecided(t, f, "forget src/jwt.go::Sign src/jwt.go::Verify src/pool.go::Pool src/pool.go::Pool.Acquire src/pool.go::Pool.Release")
	d.Sees("Forgot src/")
}

func TestWordsStandBesideTheKeysAndAreSearched(t *testing.T) {
	if n := len(Glossary); n < 25 {
		t.Errorf("%d words are explained", n)
	}
	d := drive(t, story()).Size(100, 40).Press("?").Sees("Keys", "tab Words").Press("tab").Sees("Words", "State Map", "the known code")
	d.Press("/").Type("parity").Press("enter").Sees("Words /parity", "parity grant").SeesNo("the known code")
	d.Press("esc", "tab").Sees("┌─ Keys").Press("?").SeesNo("┌─ Keys")
}

func TestTheHelpListsAllPlacesThisOneFirst(t *testing.T) {
	d := drive(t, story()).Size(100, 40).Press("3", "?", "/").Type("review to").Press("enter")
	d.Sees("Pending", "review to accept", "Stale", "review to take the disk")
}

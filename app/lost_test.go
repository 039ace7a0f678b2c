package app

import (
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

// bereft is a story whose recovery could not bring two things back.
func bereft() *fake {
	f := story()
	f.diverged = nil
	f.losses = []report.Loss{
		{Key: "LICENSE", Hash: "sha256:77", Reason: "it names no entity of code as path::symbol"},
		{Key: "README.md", Hash: "sha256:78", Reason: "it names no entity of code as path::symbol"},
	}
	f.status.Stale, f.status.Lost = 0, len(f.losses)
	return f
}

func TestNothingSaysThatAllAgreesWhileEntitiesAreLost(t *testing.T) {
	f := bereft()
	const agree = "3 Stale · files match"
	d := drive(t, f).Size(160, 50).SeesNo(agree).Sees("!2 lost", "3 Stale · 2 lost", ", 2 lost").Press("3").Sees("2 symbols that no recovery could bring back are lost")
	d.Press("1", "R").Sees("nothing more differs, but 2 symbols that no recovery could bring back are lost. See SESSION_STATE (4).")
	f.losses, f.status.Lost = nil, 0
	d.Emit(events.Event{Kind: events.KindState}).Sees(agree).SeesNo("!2 lost", "symbols that no recovery could bring back are lost:", ", 2 lost")
}

func TestWhatIsLostIsLetGoWhereItIsListed(t *testing.T) {
	f := bereft()
	d := drive(t, f).Size(120, 40).Press("4", "G", "enter").Sees("LICENSE at sha256:77 could not be recovered", "x give up")
	d.Press("enter").Sees("LICENSE is lost: a recovery could not restore it; x gives it up.")
	d.Press("x").Sees("Give up", "in no SESSION_STATE", "reported as lost").Press("esc")
	wantDecided(t, f)
	d.Press("j", "x").Settle().Press("y").Sees("Gave up README.md", "!1 lost").SeesNo("README.md at sha256:78")
	wantDecided(t, f, "tombstone README.md")
	d.Press("k", "x").Settle().Press("y").Sees("Gave up LICENSE").SeesNo("lost", "could not be recovered")
	wantDecided(t, f, "tombstone README.md", "tombstone LICENSE")
	d.Press("x").Sees("SESSION_STATE is made of the State Map")
}

func TestSeveralThatAreLostAreMarkedAndLetGo(t *testing.T) {
	f := bereft()
	d := drive(t, f).Size(120, 40).Press("4", "G", "enter").Sees("x give up", "space mark")
	d.Press(" ").Sees("■• LICENSE at sha256:77", "x give up 1 marked").Press(" ").Sees("■• README.md at sha256:78", "x give up 2 marked")
	d.Press("k", " ", "esc").Sees("No row is marked any more").SeesNo("■")
	d.Press("g", " ", " ", "x").Sees("Give up", "2 marked", "LICENSE", "README.md").Settle().Press("y").Sees("Gave up 2 symbols")
	wantDecided(t, f, "tombstone LICENSE README.md")
}

func TestAMarkGoesWithWhatIsLostNoMore(t *testing.T) {
	f := bereft()
	d := drive(t, f).Size(120, 40).Press("4", "G", "enter", " ", " ").Sees("x give up 2 marked")
	f.losses, f.status.Lost = f.losses[1:], 1
	d.Emit(events.Event{Kind: events.KindState}).Sees("x give up 1 marked", "■• README.md at").SeesNo("LICENSE at")
}

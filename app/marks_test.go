package app

import (
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

const (
	acceptP1 = "accept p1 sha256:p1 on b12"
	acceptP2 = "accept p2 sha256:p2 on "
	acceptP3 = "accept p3 sha256:p3 on b12"
)

func TestMarkedProposalsAreOneReviewAndOneDecision(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(*driver)
		want []string
	}{
		{"all marked ones are accepted by one y", func(d *driver) {
			d.Press(" ", " ", " ", "a").Sees("Review 3 marked", "3 changes wait", "One decision for all", "src/jwt.go", "  Sign").Settle().Sees("y accept all 3").Press("y")
			d.Sees("Accepted 3 symbols", "nothing waits").SeesNo("marked")
		}, []string{acceptP3, acceptP1, acceptP2}},
		{"x asks for one reason", func(d *driver) {
			d.Press(" ", " ", "x", "n", "enter").Settle().Sees("y reject all 2: n").Press("y").Sees("Rejected 2 symbols")
		}, []string{"reject p1: n", "reject p2: n"}},
		{"enter opens and chooses nothing", func(d *driver) {
			d.Press(" ", " ", "enter").Settle().Sees("choose first: a accept all, x reject all").Press("y", "enter").Settle().Press("y")
		}, nil},
		{"a range marks what lies in it", func(d *driver) {
			d.Press("V", "j", "j", "V", "a").Sees("Review 3 marked").Press("esc").Sees("3 marked").Press("k", " ", "a").Settle().Press("y")
		}, []string{acceptP3, acceptP1}},
		{"all that a filter shows", func(d *driver) {
			d.Press("/", "j", "w", "t", "enter", "*", "esc", "g", " ", "a").Sees("Review 2 marked").Settle().Press("y")
		}, []string{acceptP3, acceptP1}},
		{"one marked row is a review of its own", func(d *driver) {
			d.Press(" ", " ", "g", " ", "a").Sees("Review src/retry.go::Retry").Settle().Press("y")
		}, []string{acceptP2}},
		{"y before it is armed confirms nothing", func(d *driver) { d.Press(" ", " ", "a", "y", "y") }, nil},
		{"a held y confirms once", func(d *driver) {
			d.Press(" ", " ", "a").Settle().Send(key("yyyy"))
		}, []string{acceptP1, acceptP2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := story()
			d := drive(t, f).Size(100, 30).Press("2").Settle()
			c.play(d)
			wantDecided(t, f, c.want...)
		})
	}
}

func TestOfSeveralForOneEntityTheNewestIsAccepted(t *testing.T) {
	f := story()
	late := f.pending[0]
	late.ID, late.Created = "p4", late.Created.Add(time.Minute)
	f.pending = append(f.pending, late)
	r := f.reviews["p1"]
	r.Proposal, r.Shown.Artifact, r.Shown.Hash = late, "p4", "sha256:p4"
	f.reviews["p4"] = r
	drive(t, f).Size(100, 60).Press("2", "*", "a").Sees("4 changes wait; accepting is for 3 of them", "there is a newer one of it").Settle().Sees("y accept all 3").Press("y")
	wantDecided(t, f, acceptP3, "accept p4 sha256:p4 on b12", acceptP2)
}

func TestWhatHasNoCertainPlaceIsLeftByABulk(t *testing.T) {
	f := story()
	f.pending[1].Candidates = []string{"src/a.go::Retry", "src/b.go::Retry"}
	r := f.reviews["p2"]
	r.Proposal = f.pending[1]
	f.reviews["p2"] = r
	d := drive(t, f).Size(100, 60).Press("2", "*", "a").Sees("accepting is for 2 of them", "its place is not certain").Settle().Press("y").Sees("2 Pending 1")
	wantDecided(t, f, acceptP3, acceptP1)
	d.Press("*").Sees("1 marked").Press("*").SeesNo("1 marked")
}

func TestMarksStayWithTheirRows(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("2", "j", " ").Sees("2 Pending 3 ━", "1 marked ━", " ■src/retry.go::Retry", "> src/jwt.go::Sign", "enter review 1 marked")
	late := f.pending[0]
	late.ID, late.Entity = "p0", "src/early.go::Early"
	f.pending = append([]report.Proposal{late}, f.pending...)
	d.Emit(events.Event{Kind: events.KindState}).Sees("2 Pending 4 ━", "1 marked ━", " ■src/retry.go::Retry", "> src/jwt.go::Sign")
	d.Press("/", "j", "w", "t", "enter").Sees("1 marked").SeesNo("■")
	d.Press("esc").Sees("■src/retry.go::Retry", "1 marked")
	d.Press("esc").Sees("No row is marked any more").SeesNo("■", "1 marked")

	d.Press("g", "j", "j", " ").Sees("■src/retry.go::Retry")
	f.pending = f.pending[:2] // the disk settled it
	d.Emit(events.Event{Kind: events.KindState}).SeesNo("marked")
}

func TestWhatMovedMeanwhileRefusesAllOfABulk(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("2", " ", " ", "a").Settle().Sees("y accept all 2")
	r := f.reviews["p2"]
	r.Shown.Base = "b13"
	f.reviews["p2"] = r
	d.Press("y").Sees("changed while you looked at it", "Review 2 marked", "choose first")
	wantDecided(t, f)
	d.Press("a").Settle().Press("y")
	wantDecided(t, f, acceptP1, "accept p2 sha256:p2 on b13")
}

func TestOneThatIsRefusedKeepsNoOtherOfABulkFromIt(t *testing.T) {
	f := story()
	f.refuses = map[string]error{"p1": errBroken}
	d := drive(t, f).Size(100, 30).Press("2", " ", " ", " ", "a").Settle().Press("y")
	d.Sees("1 of 3 stay as they are, the rest is done: the database is locked", "2 Pending 1").SeesNo("Review 3 marked")
	wantDecided(t, f, acceptP3, acceptP2)
}

func TestMarkedDivergencesAreOneReviewAndOneDecision(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(100, 40).Press("3", "*").Sees("4 marked").Press("a").Sees("Review 4 marked", "One decision for all").Settle().Press("y")
	d.Sees("Took the disk for").SeesNo("marked")
	if len(f.diverged) > 1 {
		t.Errorf("%d still differ", len(f.diverged))
	}
	f = disputed()
	d = drive(t, f).Size(100, 40).Press("3", " ", " ", "enter").Settle().Sees("choose first: d take the disk, m keep mine").Press("y")
	wantDecided(t, f)
	d.Press("m").Settle().Press("y")
	wantDecided(t, f, "keep src/pool.go::Pool.Acquire a5 against sha256:d15c01", "keep src/pool.go::Pool.Release a6 against sha256:d15c02")
}

func TestMarkedEntitiesLeaveAndComeBackTogether(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 40).Press(" ", " ", "G", " ", "x").Sees("Remove", "2 marked", "README.md::*", "cmd/server/main.go::main").Settle()
	f.decideErr = errBroken
	d.Press("y").Sees("Not done: the database is locked", "3 marked")
	f.decideErr = nil
	d.Press("x").Settle().Press("y").Sees("Removed 2 symbols of 2 marked", "1 marked")
	wantDecided(t, f, "tombstone README.md::* cmd/server/main.go::main")
	d.Press("a").Sees("┌─ Restore").Settle().Press("y").Sees("Restored src/pool.go::drain")
	f = story()
	drive(t, f).Size(100, 40).Press(" ", " ", "f").Sees("Forget", "2 marked", "They leave the State Map").Settle().Press("y").Sees("Forgot 2 symbols").SeesNo("2 marked")
	wantDecided(t, f, "forget README.md::* cmd/server/main.go::main")
}

func TestMarkedEntitiesAreAdoptedWhereTheDiskContradicts(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(100, 40).Press("j", "j", " ", "a").Sees("Nothing to adopt: the files of the marked ones agree").Press("esc", "g", "*")
	d.Sees("9 marked ━").Press("a").Sees("Review 5 marked", "1 was removed and can come back").Settle().Sees("take the disk for all 4").Press("y")
	d.Sees("Took the disk for 4 symbols", "4 marked")
	if last := f.decided[len(f.decided)-1]; last != "restore src/pool.go::drain" {
		t.Errorf("decided at last: %s", last)
	}
}

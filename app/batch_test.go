package app

import (
	"fmt"
	"testing"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/engine/report"
)

const (
	acceptP1 = "accept p1 sha256:p1 on b12"
	acceptP3 = "accept p3 sha256:p3 on b12"
)

func TestMarkedProposalsAreReviewedOneByOne(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(*driver)
		want []string
	}{
		{"each is chosen and confirmed on its own", func(d *driver) {
			d.Press(" ", " ", " ", "a").Settle().Press("y").Press("a").Settle().Press("y").Press("x", "n", "o", "enter").Settle().Press("y")
		}, []string{acceptP1, "accept p2 sha256:p2 on ", "reject p3: no"}},
		{"y after y confirms nothing", func(d *driver) {
			d.Press(" ", " ", " ", "a").Settle().Press("y").Settle().Press("y").Settle().Press("y").Settle().Press("y")
		}, []string{acceptP1}},
		{"y and y says why it does nothing", func(d *driver) {
			d.Press(" ", " ", "a").Settle().Press("y").Settle().Press("y").Sees("y: choose first: a accepts it, x rejects it")
		}, []string{acceptP1}},
		{"choosing starts the moment anew", func(d *driver) {
			d.Press(" ", " ", "a").Settle().Press("y").Settle().Press("a", "y", "y")
		}, []string{acceptP1}},
		{"enter opens and confirms nothing by itself", func(d *driver) {
			d.Press(" ", " ", "enter").Settle().Press("enter").Settle().Press("enter")
		}, nil},
		{"tab leaves one undecided and goes on", func(d *driver) {
			d.Press(" ", " ", " ", "a").Sees("Review 1 of 3").Press("tab").Sees("Review 2 of 3").Press("tab").Sees("Review 3 of 3", "src/jwt.go::Sign")
			d.Press("tab").Sees("no further marked one").Press("a").Settle().Press("y")
		}, []string{acceptP3}},
		{"shift+tab goes back", func(d *driver) {
			d.Press(" ", " ", " ", "enter", "tab", "shift+tab").Sees("Review 1 of 3").Press("a").Settle().Press("y")
		}, []string{acceptP1}},
		{"x asks for the reason of the first, and of each", func(d *driver) {
			d.Press(" ", " ", "x", "n", "enter").Settle().Press("y").Sees("Review 2 of 2", "choose first").Press("x", "u", "enter").Settle().Press("y")
		}, []string{"reject p1: n", "reject p2: u"}},
		{"the unmarked one is left alone", func(d *driver) {
			d.Press(" ", "j", " ", "a").Settle().Press("y").Press("a").Settle().Press("y").Settle().Press("y")
		}, []string{acceptP1, acceptP3}},
		{"esc ends it, and y after it decides nothing", func(d *driver) {
			d.Press(" ", " ", "a").Settle().Press("esc").Settle().Press("y")
		}, nil},
		{"a mark can be taken away", func(d *driver) {
			d.Press(" ", " ", "g", " ", "a").Sees("Review src/retry.go::Retry")
		}, nil},
		{"a held y confirms once", func(d *driver) {
			d.Press(" ", " ", "a").Settle().Send(key("yyyy"))
		}, []string{acceptP1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := story()
			d := drive(t, f).Size(100, 30).Press("2").Settle()
			c.play(d)
			wantDecided(t, f, c.want...)
		})
	}
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

func TestTheEndOfABatchIsSaid(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("2", " ", " ", " ", "a").Settle().Press("y").Sees("Accepted src/pool.go::Pool.Release", "Review 2 of 3")
	d.Press("tab", "a").Settle().Press("y").Sees("Accepted src/jwt.go::Sign. 2 marked ones decided, 1 left as they are", "2 Pending 1 ━", "1 marked ━").SeesNo("Review")
}

func TestABatchSkipsWhatWasSettledMeanwhile(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("2", " ", " ", " ", "enter")
	f.pending = append(f.pending[:1:1], f.pending[2:]...)
	delete(f.reviews, "p2")
	d.Emit(events.Event{Kind: events.KindState}).Press("tab").Sees("Review 3 of 3 src/jwt.go::Sign")
	d.Press("shift+tab").Sees("Review 1 of 3")
}

func TestAFailedDecisionOfABatchStaysWhereItIs(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 30).Press("2", " ", " ", "a").Settle()
	f.decideErr = fmt.Errorf("accept p1: %w", engine.ErrChanged)
	r := f.reviews["p1"]
	r.Shown.Base = "b13"
	f.reviews["p1"] = r
	d.Press("y").Sees("changed while you looked at it", "Review 1 of 2")
	f.decideErr = nil
	d.Settle().Press("y").Sees("Review 2 of 2")
	wantDecided(t, f, "accept p1 sha256:p1 on b13")
}

func TestMarkedDivergencesAreSettledOneByOne(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(100, 40).Press("3", " ", " ", " ", "a").Settle().Sees("Review 1 of 3 src/pool.go::Pool.Acquire").Press("y")
	d.Sees("Review 2 of 3 src/pool.go::Pool.Release", "choose first").Settle().Press("y").Settle().Press("y")
	wantDecided(t, f, adopted)
	d.Press("m").Settle().Press("y").Sees("Review 3 of 3 src/jwt.go::Verify").Press("esc").Sees("1 marked ━")
	wantDecided(t, f, adopted, "keep src/pool.go::Pool.Release a6 against sha256:d15c02")
}

func TestMarkedEntitiesAreTombstonedOneByOne(t *testing.T) {
	f := story()
	d := drive(t, f).Size(100, 40).Press(" ", " ", "G", " ", "x").Sees("Tombstone 1 of 2", "README.md::*").Settle().Press("y")
	d.Sees("Tombstone 2 of 2", "cmd/server/main.go::main", "choose first: x to tombstone it").Settle().Press("y").Settle().Press("y")
	wantDecided(t, f, "tombstone README.md::*")
	f.decideErr = errBroken
	d.Press("x").Settle().Press("y").Sees("Not done: the database is locked", "Tombstone 2 of 2")
	f.decideErr = nil
	d.Settle().Press("y").SeesNo("Tombstone 2 of 2").Sees("2 marked ones decided")
	wantDecided(t, f, "tombstone README.md::*", "tombstone cmd/server/main.go::main")
	d.Sees("1 marked").Press("x").Sees("all the marked ones are removed already").Press("a").Sees("┌─ Restore").Settle().Press("y")
	d.Sees("Restored src/pool.go::drain").SeesNo("marked")
}

func TestMarkedEntitiesAreAdoptedWhereTheDiskContradicts(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(100, 40).Press("j", "j", " ", "a").Sees("Nothing to adopt: the files of the marked ones agree").Press("esc", "g")
	for range 9 {
		d.Press(" ")
	}
	d.Sees("9 marked ━").Press("a").Sees("Review 1 of 5 cmd/server/main.go::main").Press("tab", "tab").Sees("Review 3 of 5 src/pool.go::Pool.Acquire")
	d.Settle().Press("y")
	wantDecided(t, f)
	d.Press("d").Settle().Press("y")
	wantDecided(t, f, adopted)
	d.Sees("Review 4 of 5 src/pool.go::Pool.Release").Press("tab").Sees("Restore 5 of 5", "choose first: a to restore it").Press("esc").Sees("8 marked")
}

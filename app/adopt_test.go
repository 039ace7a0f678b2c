package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

func TestAdoptingFilesIsAskedForTypedAndConfirmed(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(*driver)
		want []string
	}{
		{"a offers the entity's file", func(d *driver) {
			d.Press("a").Sees("adopt from disk: cmd/server/main.go").Press("enter").Settle().Press("y")
		}, []string{"adopt files cmd/server/main.go"}},
		{"A offers its folder", func(d *driver) { d.Press("A").Sees("adopt from disk: cmd/server").Press("enter").Settle().Press("y") }, []string{"adopt files cmd/server"}},
		{"of a file at the root, that is the root", func(d *driver) { d.Press("g", "A").Sees("adopt from disk: . ").Press("enter").Settle().Press("y") }, []string{"adopt files ."}},
		{"another path is typed", func(d *driver) {
			d.Press("g", "A", "backspace").Type("web").Press("enter").Sees("Adopt from disk", "web").Settle().Press("y")
		}, []string{"adopt files web"}},
		{"what is typed takes the place of the suggested root", func(d *driver) {
			d.Press("g", "A").Type("web").Sees("adopt from disk: web").Press("enter").Settle().Press("y")
		}, []string{"adopt files web"}},
		{"so does what is pasted", func(d *driver) {
			d.Press("g", "A").Send(pasteMsg{Text: "web/a.ts\n"}).Press("enter").Settle().Press("y")
		}, []string{"adopt files web/a.ts"}},
		{"a folder that was chosen is edited", func(d *driver) {
			d.Press("A", "end").Type("/x").Press("enter").Settle().Press("y")
		}, []string{"adopt files cmd/server/x"}},
		{"nothing typed is the root", func(d *driver) { d.Press("g", "A", "backspace", "enter").Settle().Press("y") }, []string{"adopt files ."}},
		{"enter confirms nothing", func(d *driver) { d.Press("A", "enter").Settle().Press("enter").Settle().Press("enter") }, nil},
		{"y at once does nothing", func(d *driver) { d.Press("A", "enter", "y", "y") }, nil},
		{"y while the path is typed is a letter", func(d *driver) { d.Press("A").Settle().Press("y").Settle().Press("y") }, nil},
		{"esc drops the path", func(d *driver) { d.Press("A", "esc").Settle().Press("y") }, nil},
		{"esc drops the question", func(d *driver) { d.Press("A", "enter").Settle().Press("esc").Settle().Press("y") }, nil},
		{"a paste without brackets adopts nothing", func(d *driver) { d.Send(burstMsg{}).Send(key("A")).Send(key("enter")).Send(key("y")).Send(key("y")) }, nil},
		{"a path in one paste is a path", func(d *driver) {
			d.Press("g", "A", "backspace").Send(pasteMsg{Text: "web/a.ts\n"}).Press("enter").Settle().Press("y")
		}, []string{"adopt files web/a.ts"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := adoptable()
			c.play(drive(t, f).Size(80, 24).Press("j"))
			wantDecided(t, f, c.want...)
		})
	}
}

func TestWhereTheDiskDisagreesAdoptingShowsTheDifferenceFirst(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24).Press("j", "j", "j", "j", "j", "a").Sees("Review src/pool.go::Pool.Acquire", "> d take the disk")
	d.Settle().Press("y")
	wantDecided(t, f, adopted)
}

func TestAnEmptyStateMapIsFilledFromDisk(t *testing.T) {
	f := &fake{status: report.Status{Listen: "127.0.0.1:4141"}}
	drive(t, f).Size(120, 40).Sees("adopts files that are on disk already").Press("a", "enter").Settle().Press("y").Sees("No file was adopted")
	wantDecided(t, f, "adopt files .")
}

// adoptingBeside begins an adoption that goes on while the driver drives.
func adoptingBeside(d *driver, f *fake) (tell func(events.AdoptProgress), b *beside) {
	b = newBeside(d)
	var progress func(events.AdoptProgress)
	f.adopting = func(ctx context.Context, p func(events.AdoptProgress)) error { progress = p; return b.work(ctx) }
	d.Press("A", "enter").Settle()
	b.begins("y")
	return func(at events.AdoptProgress) { b.step(func() { progress(at) }) }, b
}

func TestTheProgressOfAnAdoptionIsShownAndTheScreenStaysAlive(t *testing.T) {
	f := adoptable()
	d := drive(t, f).Size(120, 40)
	tell, b := adoptingBeside(d, f)
	d.Sees("Adopting .", "beginning", "esc stop")
	tell(events.AdoptProgress{Files: 3, Entities: 41, Skipped: 1, Path: "src/pool.go"})
	d.Wait(progressTime).Sees("3 files · 41 symbols · 1 skipped", "src/pool.go")
	f.status.Pending = 9
	d.Emit(events.Event{Kind: events.KindState}).Sees("9 pending")
	d.Press("y", "q", "j").Sees("Adopting .") // no key but its own means anything
	tell(events.AdoptProgress{Files: 7, Entities: 80, Skipped: 2, Path: "src/jwt.go"})
	d.Wait(progressTime).Sees("7 files · 80 symbols · 2 skipped", "src/jwt.go")
	b.end().Sees("Adopted .", "14 files read", "120 symbols adopted", "9 unchanged", "Tombstoned: 1", "src/pool.go::Pool.Stats", "Skipped: 3 files", "binary", "web/logo.png", "larger than 2 MiB")
	d.Wait(behindTime)
	if n := len(d.timers); n != 1 {
		t.Errorf("%d timers run after the adoption, want the one of the live request", n)
	}
	d.Press("esc").SeesNo("Adopted .")
}

func TestAFileWithASyntaxErrorIsToldWithWhatWasAdoptedOfIt(t *testing.T) {
	f := adoptable()
	f.adoption.Faulty = []events.FaultyFile{{Path: "src/jwt.go", Unread: "lines 5-13", With: []string{"Sign"}, Kept: []string{"src/jwt.go::Verify"}}}
	drive(t, f).Size(120, 40).Press("A", "enter").Settle().Press("y").Sees("Not adopted whole: 1 file", "src/jwt.go",
		"Sign is adopted as it stands, with the error in it", "lines 5-13 could not be read, and nothing more of it is adopted",
		"src/jwt.go::Verify stays as it was: it may stand in what could not be read")
}

func TestAnAdoptionIsStoppedByEsc(t *testing.T) {
	f := adoptable()
	d := drive(t, f).Size(120, 40)
	tell, b := adoptingBeside(d, f)
	tell(events.AdoptProgress{Files: 1})
	d.Press("esc").Sees("stopping").Press("esc").Sees("it is being stopped")
	b.end().Sees("Adopted a part of .", "It was stopped before the end", "14 files read")
}

func TestAnAdoptionThatFailsSaysWhy(t *testing.T) {
	f := story()
	f.decideErr = errors.New("no/such: there is no such file in the workspace")
	d := drive(t, f).Size(120, 40).Press("A", "enter").Settle().Press("y").Sees("Not adopted: no/such: there is no such file").SeesNo("Adopting")
	f.adoption = adoptable().adoption
	d.Press("A", "enter").Settle().Press("y").Sees("Adopted a part of .", "It ended early: no/such", "14 files read")
}

func TestWhatWasSkippedCanBeScrolled(t *testing.T) {
	f := adoptable()
	for i := range 200 {
		f.adoption.Skipped = append(f.adoption.Skipped, events.SkippedFile{Path: strings.Repeat("x", i%40) + ".png", Why: "binary"})
	}
	f.adoption.Skipped = append(f.adoption.Skipped, events.SkippedFile{Path: "the/last.one", Why: "a reason of its own"})
	d := drive(t, f).Size(80, 24).Press("A", "enter").Settle().Press("y").Sees("Skipped: 204 files").SeesNo("the/last.one")
	summary := d.m.overlays.top().(*reader)
	made := summary.make(d.m, 60)
	if summary.make(d.m, 60) != made || summary.make(d.m, 61) == made {
		t.Error("the summary is not made once for each width")
	}
	d.Press("G").Sees("a reason of its own", "the/last.one").Press("g").Sees("14 files read")
	d.Send(tea.MouseMsg{X: 40, Y: 10, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown}).SeesNo("14 files read")
}

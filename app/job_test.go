package app

import (
	"context"
	"fmt"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
)

// beside is a job that goes on while the driver drives: step has it come as far
// as that, end lets it end and delivers what came of it.
type beside struct {
	d     *driver
	steps chan func()
	told  chan bool
	ended chan tea.Msg
	open  bool
}

// work is what the engine does: the steps that it is told, until it is to end or
// its context does.
func (b *beside) work(ctx context.Context) error {
	for {
		select {
		case do, more := <-b.steps:
			if !more {
				return ctx.Err() // both may have come at once
			}
			do()
			b.told <- true
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func newBeside(d *driver) *beside {
	return &beside{d: d, steps: make(chan func()), told: make(chan bool), ended: make(chan tea.Msg, 1), open: true}
}

// begins presses the key that begins it, and waits until its box is there.
func (b *beside) begins(name string) *beside {
	_, cmd := b.d.m.Update(key(name))
	go func() {
		var run func(tea.Cmd)
		run = func(c tea.Cmd) {
			if c == nil {
				return
			}
			switch msg := c().(type) {
			case tea.BatchMsg:
				for _, c := range msg {
					run(c)
				}
			case endedMsg:
				b.ended <- msg
			}
		}
		run(cmd)
	}()
	b.d.Wait(progressTime) // it takes longer than a moment
	return b
}

func (b *beside) step(do func()) { b.steps <- do; <-b.told }

func (b *beside) end() *driver {
	if b.open {
		b.open = false
		close(b.steps)
	}
	return b.d.Send(<-b.ended)
}

// readingBeside begins to read every tracked file again.
func readingBeside(d *driver, f *fake) (tell func(stage string, done, total int64), b *beside) {
	b = newBeside(d)
	var progress func(string, int64, int64)
	f.verifying = func(ctx context.Context, p func(string, int64, int64)) error { progress = p; return b.work(ctx) }
	b.begins("R")
	return func(stage string, done, total int64) { b.step(func() { progress(stage, done, total) }) }, b
}

func TestReadingEveryFileAgainShowsItsProgress(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24)
	tell, b := readingBeside(d, f)
	d.Sees("Reading every tracked file again", "beginning", "esc stop")
	tell("read", 120, 480)
	d.Wait(progressTime).Sees("reading the tracked files", "120/480")
	for _, size := range sizes {
		golden(t, fmt.Sprintf("screens/progress-%dx%d.txt", size.w, size.h), d.Size(size.w, size.h).Screen())
	}
	for w := 1; w <= 250; w += 7 {
		for h := 1; h <= 80; h += 5 {
			fits(t, d.Size(w, h), w, h)
		}
	}
	d.Size(80, 24)
	tell("compare", 0, 0)
	d.Wait(2*time.Second).Sees("comparing them with the State Map", "0:02 · requests go on meanwhile").SeesNo("120/480")
	b.end().Sees("Every tracked file was read again: 2 STALE").SeesNo("┌─ Reading")
	if n := len(d.Wait(messageTime).timers); n > 2 { // the live request's, and the ages'
		t.Errorf("%d timers run after it", n)
	}
}

func TestReadingEveryFileAgainIsStoppedByEsc(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24)
	tell, b := readingBeside(d, f)
	tell("read", 1, 2)
	d.Press("esc").Sees("stopping").Press("esc").Sees("it is being stopped")
	b.end().Sees("It was stopped: not every tracked file was read again.").SeesNo("┌─ Reading")
	f.verifying = nil
	d.Press("R").Sees("Every tracked file was read again")
}

func TestWorkThatIsDoneInAMomentShowsNoBox(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24)
	_, late := d.m.Update(key("R"))
	d.SeesNo("┌─ Reading", "esc stop").Send(key("j")).Sees("> …/server/main.go::main") // its keys are still the list's
	d.run(late)
	d.Sees("was read again").Wait(behindTime).SeesNo("┌─ Reading")
}

func TestABoxDoesNotComeBetweenTheOperatorAndWhatWasOpenedMeanwhile(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24)
	_, late := d.m.Update(key("R"))
	d.Send(key("3"))
	d.Send(key("enter")).Wait(2*progressTime).Sees("Review src/pool.go", "●1 live  re-verifying").SeesNo("┌─ Reading")
	d.run(late)
	d.Sees("Review src/pool.go", "Every tracked file was read again").SeesNo("re-verifying")
}

func TestWorkGoesOnBehindTheScreen(t *testing.T) {
	f := adoptable()
	d := drive(t, f).Size(120, 40)
	tell, b := adoptingBeside(d, f)
	tell(events.AdoptProgress{Files: 3, Entities: 41, Skipped: 1, Path: "src/pool.go"})
	d.Press("b").SeesNo("┌─ Adopting").Sees("●1 live  adopting", "b progress")
	d.Press("2", "enter").Settle().Press("y").Sees("Accepted src/pool.go::Pool.Release")
	d.Press("R").Sees("R: Adopting . is under way: b shows how far it is")
	d.Press("1", "A").Sees("A: Adopting . is under way")
	d.Press("a", "enter").Settle().Press("y").Sees("Not begun: Adopting . is under way")
	d.Press("q").Sees("Adopting . is under way.", "Quitting stops it; what is adopted so far stays.").Press("esc")
	tell(events.AdoptProgress{Files: 9, Entities: 50, Path: "src/z.go"})
	d.Press("b").Sees("┌─ Adopting .", "9 files · 50 symbols").Press("b")
	b.end().SeesNo("┌─ Adopt").Sees("Adopted .: 120 symbols of 14 files. b shows it in full.", "2 Pending 2")
	d.Press("b").Sees("14 files read", "Skipped: 3 files").Press("esc", "b").Sees("b: nothing goes on behind the screen")
	d.Wait(messageTime)
	if n := len(d.timers); n != 1 {
		t.Errorf("%d timers run after it, want the one of the live request", n)
	}
}

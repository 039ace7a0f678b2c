package app

import (
	"strings"
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/toolbox"
)

// asking is the story with two commands that wait.
func asking() *fake {
	f := story()
	f.tools = []toolbox.Call{
		{ID: "e1.1", Command: "go test ./...", Session: "api-refactor", Asked: noon},
		{ID: "e1.2", Command: "rm -rf build\nls", Session: "api-refactor", Asked: noon},
	}
	return f
}

func Test85ACommandIsShownInFullAndRunsWithASecondKey(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(d *driver)
		want []string
	}{
		{"y runs it once it is armed", func(d *driver) {
			d.Press("T").Sees("Command of a model", "| go test ./...", "1 of 2", "as you").Settle().Sees("y run it").Press("y").Sees("It runs", "| rm -rf build")
		}, []string{"run go test ./..."}},
		{"y at once does nothing", func(d *driver) { d.Press("T", "y").Sees("not ready yet") }, nil},
		{"after the first the second needs its own moment", func(d *driver) { d.Press("T").Settle().Press("y", "y") }, []string{"run go test ./..."}},
		{"x denies it", func(d *driver) {
			d.Press("T", "n").Sees("| rm -rf build", "| ls").Press("x").Sees("Denied", "| go test")
		}, []string{"deny rm -rf build\nls"}},
		{"esc leaves it waiting", func(d *driver) { d.Press("T").Settle().Press("esc").Settle().Press("y") }, nil},
		{"enter confirms nothing", func(d *driver) { d.Press("T").Settle().Press("enter").Settle().Press("enter") }, nil},
		{"turning to another disarms", func(d *driver) { d.Press("T").Settle().Press("n", "y") }, nil},
		{"with the last one the overlay goes", func(d *driver) {
			d.Press("T", "x", "x").Sees("Denied").SeesNo("Command of a model")
		}, []string{"deny go test ./...", "deny rm -rf build\nls"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := asking()
			c.play(drive(t, f).Size(80, 24))
			wantDecided(t, f, c.want...)
		})
	}
}

func Test85NobodyRunsWhatWasNotShownToItsEnd(t *testing.T) {
	f := asking()
	f.tools[0].Command = strings.Repeat("echo harmless\n", 40) + "rm -rf /"
	d := drive(t, f).Size(80, 24).Press("T").Settle().SeesNo("rm -rf /").Sees("y does nothing: look at all of it first")
	d.Press("y")
	wantDecided(t, f)
	d.Press("ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d").Sees("| rm -rf /").Settle().Press("y")
	wantDecided(t, f, "run "+strings.Repeat("echo harmless\n", 40)+"rm -rf /")
}

func Test85WhatChangedMeanwhileIsNotRun(t *testing.T) {
	f := asking()
	d := drive(t, f).Size(80, 24).Press("T").Settle()
	f.tools = f.tools[1:]
	d.Press("y").Sees("does not wait any more", "| rm -rf build")
	wantDecided(t, f)
	f.tools = nil
	d.Emit(events.Event{Kind: events.KindState}).SeesNo("Command of a model")
	d.Press("T").Sees("No command waits")
}

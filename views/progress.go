package views

import (
	"strings"
	"time"
)

// Progress is how far long work has come.
type Progress struct {
	What        string // what is being done, or what came of it so far, in words
	Path        string // file that is under way
	Done, Total int64  // steps; Total is 0 where nobody knows how many there are
	Elapsed     time.Duration
	Stopping    bool
}

// stages are the steps of long work in words.
var stages = map[string]string{
	"file": "checking the database file", "schema": "comparing the guards", "vault": "hashing the Vault again",
	"ledger": "walking the Ledger's chain", "replay": "rebuilding every projection", "map": "comparing the State Map",
	"read": "reading the tracked files", "compare": "comparing them with the State Map",
	"collect": "collecting what the session holds", "write": "writing the files",
}

// Stage is a step of long work in words.
func Stage(name string) string {
	if say, known := stages[name]; known {
		return say
	}
	return strings.ReplaceAll(name, "_", " ")
}

// Lines are the lines of its box, always as many.
func (p Progress) Lines(t *Theme, w int) []string {
	what := p.What
	if what == "" {
		what = "beginning"
	}
	how := p.bar(t, w)
	if how == "" {
		how = t.Dim.On(FitKey(p.Path, w, t))
	}
	last := t.Accent.On("esc") + " stop   " + t.Accent.On("b") + " go on behind the screen"
	if p.Stopping {
		last = t.Dim.On("stopping" + t.Glyphs.Ellipsis)
	}
	return []string{
		t.Strong.On(cut(Clean(what), w, t.Glyphs.Ellipsis)), how,
		t.Dim.On(cut(Elapsed(p.Elapsed)+sep(t)+"requests go on meanwhile", w, t.Glyphs.Ellipsis)),
		"", cut(last, w, t.Glyphs.Ellipsis),
	}
}

// bar is "━━━━····  1204/2000"; it is empty where nobody knows how much there is.
func (p Progress) bar(t *Theme, w int) string {
	if p.Total <= 0 {
		return ""
	}
	done := max(0, min(p.Done, p.Total))
	say := " " + itoa(int(done)) + "/" + itoa(int(p.Total))
	room := min(w-width(say), 40)
	if room < 4 {
		return cut(say, w, "")
	}
	full := int(int64(room) * done / p.Total)
	return t.Accent.On(strings.Repeat(t.Glyphs.FocusRule, full)) + t.Dim.On(strings.Repeat(t.Glyphs.Bullet, room-full)) + say
}

// Share is how much of it is done, as "41 %", "" where nobody knows.
func (p Progress) Share() string {
	if p.Total <= 0 {
		return ""
	}
	return itoa(int(100*max(0, min(p.Done, p.Total))/p.Total)) + " %"
}

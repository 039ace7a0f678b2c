package app

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// Keys that arrive faster than a person types are a paste without brackets:
	// more than burstKeys within burstTime.
	burstKeys = 8
	burstTime = 30 * time.Millisecond
	// twiceTime is how soon a key must follow to count as pressed twice.
	twiceTime = 2 * time.Second
)

// keyboard knows when keys came.
type keyboard struct {
	burst       int       // keys that came
	since       time.Time // since then
	interrupted time.Time // when ctrl+c was last pressed
}

// repeats tells how often a key message means its key, and whether it is part of
// a burst. One key held down may arrive as several runes at once.
func (b *keyboard) repeats(k tea.KeyMsg, now time.Time) (times int, burst bool) {
	times = 1
	if k.Type == tea.KeyRunes && len(k.Runes) > 1 {
		for _, r := range k.Runes {
			if r != k.Runes[0] {
				return 0, true
			}
		}
		if len(k.Runes) > burstKeys {
			return 0, true
		}
		return len(k.Runes), false
	}
	if !slices.Contains([]tea.KeyType{tea.KeyRunes, tea.KeyEnter, tea.KeySpace, tea.KeyTab}, k.Type) {
		return times, false // no paste holds arrows
	}
	if now.Sub(b.since) > burstTime {
		b.since, b.burst = now, 0
	}
	b.burst++
	return times, b.burst > burstKeys
}

// interrupt reports whether it was asked for the second time within a while.
func (b *keyboard) interrupt(now time.Time) (twice bool) {
	if !b.interrupted.IsZero() && now.Sub(b.interrupted) < twiceTime {
		return true
	}
	b.interrupted = now
	return false
}

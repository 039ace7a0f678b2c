package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// clock sends a message again and again, but only while there is something on the
// screen that goes on with time.
type clock struct {
	after func(time.Duration, tea.Msg) tea.Cmd
	every time.Duration
	rings tea.Msg
	runs  bool
}

// run has the clock ring once more where it is needed and does not run yet.
func (c *clock) run(needed bool) tea.Cmd {
	if c.runs || !needed {
		return nil
	}
	c.runs = true
	return c.after(c.every, c.rings)
}

// rang notes that the clock rang; what still needs it runs it anew.
func (c *clock) rang() { c.runs = false }

package app

import (
	"context"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// calls is how the screen reaches the engine: only by commands, which run beside
// Update. It knows those under way, so that none outlives the program: bubbletea
// does not wait for them.
type calls struct {
	ctx    context.Context // ends with the program
	engine Engine

	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
}

// ask makes a command of an engine call.
func (c *calls) ask(call func(context.Context, Engine) tea.Msg) tea.Cmd {
	return c.work(func() tea.Msg { return call(c.ctx, c.engine) })
}

// work makes a command of something that the program waits for when it ends.
func (c *calls) work(do func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !c.begin() {
			return nil
		}
		defer c.wg.Done()
		return do()
	}
}

func (c *calls) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.wg.Add(1)
	}
	return !c.closed
}

// ended reports whether the program has ended: what then fails is no news.
func (c *calls) ended() bool { return c.ctx.Err() != nil }

// close lets no further call begin and waits for those under way.
func (c *calls) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.wg.Wait()
}

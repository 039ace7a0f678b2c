package pool

import "errors"

// Acquire takes a connection or waits for one.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 {
		if err := p.wait(ctx); err != nil {
			return nil, fmt.Errorf("wait for a connection: %w", err)
		}
	}
	c := p.idle[0]
	p.idle = p.idle[1:]
	p.used++
	return c, nil
}

// Len is the number of idle connections.
func (p *Pool) Len() int {
	return len(p.idle)
}

// Cap is the number of connections there may be.
func (p *Pool) Cap() int {
	return p.max
}

// Release gives a connection back.
func (p *Pool) Release(c *Conn) {
	p.idle = append(p.idle, c)
	p.cond.Signal()
}

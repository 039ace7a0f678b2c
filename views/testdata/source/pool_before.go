package pool

import "errors"

// Acquire takes a connection or waits for one.
func (p *Pool) Acquire(ctx Context) (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 {
		if err := p.wait(ctx); err != nil {
			return nil, err
		}
	}
	c := p.idle[0]
	p.idle = p.idle[1:]
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
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	p.cond.Signal()
}

// Close closes all.
func (p *Pool) Close() error {
	var errs []error
	for _, c := range p.idle {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

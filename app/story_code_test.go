package app

const acquireGo = `// Acquire takes a connection or waits for one.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 {
		if err := p.wait(ctx); err != nil {
			return nil, fmt.Errorf("wait for a connection: %w", err)
		}
	}
	c := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return c, nil
}
`

const releaseBefore = `// Release gives a connection back.
func (p *Pool) Release(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		c.Close()
		return
	}
	p.idle = append(p.idle, c)
	p.cond.Signal()
}
`

const releaseAfter = `// Release gives a connection back.
func (p *Pool) Release(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
	p.cond.Broadcast()
	// ... rest unchanged ...
}
`

const acquireOnDisk = `// Acquire takes a connection or waits for one.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
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
`

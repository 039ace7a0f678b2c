// Get takes one.
func (p *Pool[T]) Get() (T, bool) {
	return p.idle[0], true
}

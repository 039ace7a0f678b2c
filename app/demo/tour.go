package demo

import "sync"

// Tour is what the story tells its spectator: the step that it is at. It goes on
// when the spectator has done what it asks for, or says so.
type Tour struct {
	mu      sync.Mutex
	step    string
	next    chan struct{} // closed where the spectator goes on without it
	passed  bool          // next is closed
	changed []func()
}

func newTour() *Tour { return &Tour{next: make(chan struct{})} }

// Step is what to do now, "" where the tour has ended.
func (t *Tour) Step() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.step
}

// Next goes on without what the step asks for.
func (t *Tour) Next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.passed {
		t.passed = true
		close(t.next)
	}
}

// Watch has changed called whenever there is another step.
func (t *Tour) Watch(changed func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed = append(t.changed, changed)
}

// begin enters a step, which nobody has passed yet.
func (t *Tour) begin(says string) {
	t.mu.Lock()
	t.next, t.passed = make(chan struct{}), false
	t.mu.Unlock()
	t.tell(says)
}

// tell says something else of the step.
func (t *Tour) tell(says string) {
	t.mu.Lock()
	t.step = says
	watchers := t.changed
	t.mu.Unlock()
	for _, changed := range watchers {
		changed()
	}
}

// over is closed once the spectator goes on.
func (t *Tour) over() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next
}

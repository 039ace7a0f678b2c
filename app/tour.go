package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// Tour tells a newcomer step by step what to do: at the top of the detail, and where
// that is not seen, in a line over what is.
type Tour interface {
	// Step is what to do now, "" where the tour has ended.
	Step() string
	// Next goes on without what the step asks for. It must not block.
	Next()
	// Watch has changed called whenever Step says something else. It is called from any
	// goroutine.
	Watch(changed func())
}

// tourMsg tells that the tour has another step.
type tourMsg struct{}

func (tourMsg) arrive(m *Model) tea.Cmd { return m.disturb() }

// step is what the tour says, "" for nothing.
func (m *Model) step() string {
	if m.opts.Tour == nil {
		return ""
	}
	return m.opts.Tour.Step()
}

// beginTour shows where the tour begins: a reply that streams.
func (m *Model) beginTour() {
	for i, p := range m.panes.all {
		if m.opts.Tour != nil && p == pane(m.panes.activity) {
			m.panes.focus(i)
		}
	}
}

// tourScope holds where a tour has a step and nothing lies over the panes.
func tourScope() scope {
	return scope{"Demo", []binding{{
		keys: []string{"n"}, verb: "next step", help: "in the demo: go on to the next step", bar: 1,
		do: func(m *Model) tea.Cmd { m.opts.Tour.Next(); return nil },
	}}}
}

// tourInDetail reports whether the step stands in the detail.
func (m *Model) tourInDetail() bool {
	for _, o := range m.overlays {
		if o.covers() {
			return false
		}
	}
	seen := m.panes.at == views.OnDetail || m.w >= views.TwoColumns && m.panes.size != zoomed
	return seen && m.step() != ""
}

// tourLines are the step as it stands under the top line.
func (m *Model) tourLines() []string {
	step := m.step()
	if step == "" || m.tourInDetail() {
		return nil
	}
	return views.Step(step, m.theme, m.w)
}

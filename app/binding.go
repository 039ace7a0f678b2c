package app

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// action is what a key does. Actions know nothing of keys.
type action func(*Model) tea.Cmd

// binding is the one record of a key: the handler, the bar, the help and the
// README are all made from it.
type binding struct {
	keys []string // as bubbletea names them
	name string   // as a person reads them; the keys themselves where empty
	verb string   // a word or two, for the bar
	help string   // a sentence that says what it does
	bar  int      // place in the first group of the bar, 0 for none
	tail int      // place in the second group, which is the same wherever it holds; 0 for none
	// stands is how the bar names it where it stands for several keys.
	stands views.Hint
	// says is the verb as things stand now, of a key that goes back and forth; nil
	// where verb always holds.
	says func(*Model) string
	// urgent reports whether it stands in the bar before all others; nil is never.
	urgent func(*Model) bool
	do     action
	cli    string // the command that does the same without a screen, "" for none
	// unless tells why the key does nothing now, "" where it does something.
	unless func(*Model) string
}

// label is how the keys are written.
func (b binding) label() string {
	if b.name != "" {
		return b.name
	}
	return strings.Join(b.keys, " ")
}

// hint is how the bar names the binding: by the first of its keys.
func (b binding) hint(m *Model) views.Hint {
	if b.stands.Key != "" {
		return b.stands
	}
	key, _, _ := strings.Cut(b.label(), " ")
	h := views.Hint{Key: key, Verb: b.verb}
	if b.says != nil {
		h.Verb = b.says(m)
	}
	return h
}

// distinct takes keys away from bindings that come after one which has them: the
// first says what a key means.
func distinct(bindings []binding) []binding {
	taken := map[string]bool{}
	for i, b := range bindings {
		kept := slices.DeleteFunc(slices.Clone(b.keys), func(k string) bool { return taken[k] })
		if len(kept) < len(b.keys) {
			bindings[i].keys, bindings[i].name = kept, ""
		}
		for _, k := range kept {
			taken[k] = true
		}
	}
	return bindings
}

// reason tells why b does nothing now, "" where it does something.
func (b binding) reason(m *Model) string {
	if b.unless == nil {
		return ""
	}
	return b.unless(m)
}

// scope is where bindings hold: a pane, an overlay, everywhere.
type scope struct {
	name     string
	bindings []binding
}

// scopes lists where the model is, innermost first: a key means what the first
// scope that knows it says.
func (m *Model) scopes() []scope {
	if top := m.overlays.top(); top != nil {
		return []scope{top.scope(), {"Everywhere", alwaysBindings()}}
	}
	everywhere := scope{"Everywhere", slices.Concat(m.panes.bindings(), everywhereBindings(), alwaysBindings())}
	p := m.panes.focused()
	inner := []scope{{p.title(), p.bindings()}, listScope()}
	switch {
	case m.panes.detailOf(m.panes.said):
		inner = []scope{m.panes.said.openedScope()}
	case m.panes.at == views.OnDetail:
		inner = []scope{detailScope()}
	}
	if m.step() != "" {
		inner = append([]scope{tourScope()}, inner...)
	}
	return append(inner, everywhere)
}

// lookUp finds what a key means.
func (m *Model) lookUp(key string) (binding, bool) {
	for _, s := range m.scopes() {
		for _, b := range s.bindings {
			for _, k := range b.keys {
				if k == key {
					return b, true
				}
			}
		}
	}
	return binding{}, false
}

// hints are the keys of the bar, those that do something now, by their places: what
// can be done here, and what can be done everywhere.
func (m *Model) hints() (here, everywhere []views.Hint) {
	const places = 20
	var first, second [places + 1][]views.Hint
	taken := map[string]bool{}
	for _, s := range m.scopes() {
		for _, b := range s.bindings {
			meant := !taken[b.keys[0]] // else a scope further in says what it does
			for _, k := range b.keys {
				taken[k] = true
			}
			urgent := b.urgent != nil && b.urgent(m)
			if b.bar == 0 && b.tail == 0 && !urgent || !meant || b.reason(m) != "" {
				continue
			}
			switch {
			case urgent:
				first[0] = append(first[0], b.hint(m))
			case b.bar > 0:
				first[b.bar] = append(first[b.bar], b.hint(m))
			default:
				second[b.tail] = append(second[b.tail], b.hint(m))
			}
		}
	}
	return slices.Concat(first[:]...), slices.Concat(second[:]...)
}

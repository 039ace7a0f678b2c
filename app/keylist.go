package app

import "slices"

// Key is a key of the screen.
type Key struct {
	Where string // the pane or the overlay, "Everywhere" for all of them
	Label string // as it is written on the key bar
	Does  string
}

// Keys lists all keys, from the bindings themselves, place by place. How one moves is
// told once, of lists and of the detail.
func Keys() []Key {
	m := newModel(nil, modelOptions{})
	scopes := []scope{}
	for _, p := range m.panes.all {
		scopes = append(scopes, scope{p.title(), p.bindings()})
	}
	scopes = append(scopes, listScope(), detailScope(), m.panes.said.openedScope(), (&explanation{}).scope(), (&history{}).scope(), (&itemMatter{}).scopeOf(), (&review{matter: &proposal{}}).scope(), (&review{matter: &settlement{}}).scope(),
		(&toolCalls{}).scope(),
		(&ledger{}).scope(),
		(&connection{reader: reader{title: "Connect a client"}}).scope(),
		(&sessions{}).scope(),
		(&recoverOverlay{text: []byte{}}).scope(),
		(&doctor{reader: reader{title: "Doctor"}}).scope(),
		(&keysPage{}).scope(),
		tourScope(),
		scope{"Everywhere", slices.Concat(m.panes.bindings(), everywhereBindings(), alwaysBindings())})
	type row struct{ key, does string }
	told := map[row]bool{}
	var keys []Key
	for _, s := range scopes {
		moves := s.name == listScope().name || s.name == detailScope().name
		for _, k := range s.bindings {
			r := row{k.label(), k.help}
			if told[r] && !moves {
				continue
			}
			told[r] = moves
			keys = append(keys, Key{s.name, r.key, r.does})
		}
	}
	return keys
}

package ast

import "holdfast/parser/respell"

// parse runs the grammar over prefix+src+suffix and returns the tree with all
// positions in src. What does not parse is respelled and tried once more, and believed
// where that leaves fewer errors. The error says what stopped it, for a person.
func parse(g *grammar, prefix string, src []byte, suffix string) (*tree, error) {
	clean := normalise(src)
	text := make([]byte, 0, len(prefix)+len(clean.text)+len(suffix))
	text = append(append(append(text, prefix...), clean.text...), suffix...)
	attempt := func(text []byte) (*tree, error) {
		nodes, err := parseNodes(g, terminated(text), len(prefix), len(clean.text))
		if err != nil {
			return nil, err
		}
		clean.restore(nodes)
		return &tree{grammar: g, src: src, nodes: nodes}, nil
	}
	t, err := attempt(text)
	if err != nil || t.errors() == 0 {
		return t, err
	}
	if other := respell.Text(g.name, text); other != nil {
		if again, err := attempt(other); err == nil && again.errors() < t.errors() {
			return again, nil
		}
	}
	return t, nil
}

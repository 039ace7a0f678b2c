package ast

// parse runs the grammar over prefix+src+suffix and returns the tree with all
// positions in src. The error says what stopped it, for a person.
func parse(g *grammar, prefix string, src []byte, suffix string) (*tree, error) {
	clean := normalise(src)
	text := make([]byte, 0, len(prefix)+len(clean.text)+len(suffix))
	text = append(append(append(text, prefix...), clean.text...), suffix...)
	nodes, err := parseNodes(g, terminated(text), len(prefix), len(clean.text))
	if err != nil {
		return nil, err
	}
	clean.restore(nodes)
	return &tree{grammar: g, src: src, nodes: nodes}, nil
}

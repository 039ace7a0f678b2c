package ast

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

// Grammars are bounded against measured failures of the C libraries: gigabytes
// on a huge array, minutes on NUL bytes, a crash on a file that ends without a
// newline. Beside these, source.Refuse keeps out what is no text.
const (
	// TimeLimit is how long one parse may take. It is spent in several attempts: after
	// each the parse goes on where it was stopped, since the clock that stops
	// it also runs while other processes have the machine.
	TimeLimit = attempts * attempt
	attempt   = 250 * time.Millisecond
	attempts  = 4
	// parallel is how many parses may run at once, each with its own C memory.
	parallel = 2
)

var slots = make(chan struct{}, parallel)

// parse runs the grammar over prefix+src+suffix and returns the tree with all
// positions in src. The error says what stopped it, for a person.
func parse(g *grammar, prefix string, src []byte, suffix string) (*tree, error) {
	clean := normalise(src)
	text := make([]byte, 0, len(prefix)+len(clean.text)+len(suffix)+1)
	text = append(append(append(text, prefix...), clean.text...), suffix...)
	if !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	slots <- struct{}{}
	defer func() { <-slots }()

	// A parser of its own for each text costs little and cannot go on with the
	// text of another.
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(g.ts)
	p.SetOperationLimit(int(attempt / time.Microsecond))
	t, err := p.ParseCtx(context.Background(), nil, text)
	for i := 1; i < attempts && errors.Is(err, sitter.ErrOperationLimit); i++ {
		t, err = p.ParseCtx(context.Background(), nil, text)
	}
	if err != nil {
		return nil, fmt.Errorf("over the time limit: the %s grammar did not parse it within %v", g.name, TimeLimit)
	}
	defer t.Close()
	nodes := flatten(t, g.fields, len(prefix), len(clean.text))
	clean.restore(nodes)
	return &tree{grammar: g, src: src, nodes: nodes}, nil
}

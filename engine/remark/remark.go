package remark

import (
	"strings"

	"holdfast/parser/call"
	"holdfast/store/event"
)

// Kinds of remarks, as the Ledger says them.
const (
	NoCode = "no_code" // a change was asked for, and no code came
	Claim  = "claim"   // the reply says that something was changed, and nothing changed it
	Loop   = "loop"    // the model goes in circles
)

// Turn is a reply and what came before it in the same turn of the user's.
type Turn struct {
	// Asked is what the user themself wrote.
	Asked string
	// Text is the reply's, Finish its finish reason in the words of chat completions.
	Text, Finish string
	// Truncated reports whether the reply is longer than what is kept.
	Truncated bool
	// Calls are those of the turn in their order, the reply's own at the end; Own is how
	// many of them are the reply's.
	Calls []call.Call
	Own   int
	// Brought are the paths and the symbols that the reply's code is about; Coded reports
	// whether it holds any code, linked or not.
	Brought []string
	Coded   bool
	// Changed reports whether something of this file, or symbol (path::symbol), became
	// another on disk or in the State Map since the turn began.
	Changed func(name string) bool
	// Named finds the files and symbols of the State Map that a sentence names.
	Named func(sentence string) []string
	// Versions are the hashes of each entity's versions in the turn, in their order.
	Versions map[string][]string
}

// Of returns what there is to say of a reply, one remark of each kind at most.
func Of(t Turn) (list []event.Remark) {
	if r, ok := t.loop(); ok {
		list = append(list, r)
	}
	if t.Own > 0 || t.Truncated {
		return list // the turn goes on, or is not known whole
	}
	if r, ok := t.claim(); ok {
		list = append(list, r)
	} else if r, ok := t.noCode(); ok {
		list = append(list, r)
	}
	return list
}

// wrote reports whether a call of the turn changes files, or may.
func (t *Turn) wrote() bool {
	for _, c := range t.Calls {
		if call.Commands(c) {
			return true
		}
		for _, a := range call.Read(c) {
			if a.Kind != call.Show {
				return true
			}
		}
	}
	return false
}

// sentences are those of a text that stand in no fence and in no quotation.
func sentences(text string) (list []string) {
	const most = 400
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || line == "" || line[0] == '>' || line[0] == '|' {
			continue
		}
		line = strings.TrimSpace(strings.TrimLeft(line, "-*#0123456789.) \t"))
		for line != "" {
			end := endOf(line)
			list = append(list, strings.TrimSpace(line[:end]))
			line = strings.TrimSpace(line[end:])
			if len(list) == most {
				return list
			}
		}
	}
	return list
}

// endOf is where the first sentence of a line ends: at a mark that a blank follows,
// outside of backticks.
func endOf(line string) int {
	ticked := false
	for i := range len(line) {
		switch line[i] {
		case '`':
			ticked = !ticked
		case '.', '!', '?', ';':
			if !ticked && (i+1 == len(line) || line[i+1] == ' ') {
				return i + 1
			}
		}
	}
	return len(line)
}

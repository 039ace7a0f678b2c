package table

import (
	"fmt"

	"holdfast/parser/source"
)

// Doubts says, as sentences, why the symbol of that name is not a unique, exact
// match of the Language Regex Map (TSLP 4.1 step 2); none means that it is. A
// match with doubts is partial: INFERRED at most. That the path is explicit is
// for the caller to know.
func Doubts(f *source.File, name string) []string {
	if f.Refused != "" {
		return []string{f.Refused}
	}
	var doubts []string
	s := f.Find(name)
	switch {
	case s == nil:
		return []string{fmt.Sprintf("no declaration of %s was found", name)}
	case s.Name == source.Whole && s.Kind != source.Rest:
		doubts = append(doubts, "no declaration was recognised in the text")
	case s.Count > 1:
		doubts = append(doubts, fmt.Sprintf("%s is declared %d times", name, s.Count))
	}
	switch {
	case s.Errors > 0:
		doubts = append(doubts, fmt.Sprintf("%s is not balanced: a bracket, block or literal in it does not close", name))
	case f.Errors > 0:
		doubts = append(doubts, "the text is not balanced: a bracket, block or literal in it does not close")
	}
	if f.Loose {
		doubts = append(doubts, "code stands outside of every declaration")
	}
	return doubts
}

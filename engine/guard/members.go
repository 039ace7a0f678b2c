package guard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"holdfast/parser"
	"holdfast/parser/source"
)

// emptied are the classes, and what else holds members, that keep less than half of them
// and shrink with them below the limits of any definition: their own code is but a shell,
// and each member that is left is whole.
func (j *judging) emptied(path string, file *source.File) (faults []Fault) {
	now := map[string]int{} // tokens, with those of the members
	last := map[string]bool{}
	for i := range j.found.Artifacts {
		if a := &j.found.Artifacts[i]; a.Path == path && !a.Removes {
			now[a.Symbol] += a.Definition.Tokens
			if within := a.Definition.Container; within != "" {
				now[within] += a.Definition.Tokens
			}
			last[lastName(a.Symbol)] = true
		}
	}
	members := map[string][]*source.Symbol{}
	for i := range file.Symbols {
		if m := &file.Symbols[i]; m.Container != "" {
			members[m.Container] = append(members[m.Container], m)
		}
	}
	for i := range file.Symbols {
		class := &file.Symbols[i]
		all := members[class.Name]
		if _, stays := now[class.Name]; !stays || len(all) < 3 {
			continue
		}
		was, is, kept := class.Tokens, now[class.Name], 0
		for _, m := range all {
			was += m.Tokens
			if last[lastName(m.Name)] { // it may have moved to another class
				kept++
			}
		}
		if 2*kept < len(all) && was >= j.Limits.MinTokens && is*100 < was*j.Limits.TokenPercent {
			faults = append(faults, Fault{
				Kind: Collapsed, Path: path, Symbols: []string{class.Name},
				Detail: fmt.Sprintf("your version keeps %d of its %s, and %d %% of its code", kept, counted(len(all), "member"), 100*is/was),
			})
		}
	}
	return faults
}

func lastName(symbol string) string { return symbol[strings.LastIndexByte(symbol, '.')+1:] }

// blank is the loss of a file that is emptied and defines no symbols that could be lost.
func blank(path string, before, after []byte) []Fault {
	before = bytes.TrimSpace(before)
	if len(bytes.TrimSpace(after)) > 0 || len(before) == 0 || parser.Defines(source.ForPath(path)) {
		return nil
	}
	lines := counted(1+bytes.Count(before, []byte("\n")), "line")
	return []Fault{{Kind: Lost, Path: path, Guts: true, Detail: "it has " + lines + ", and your version is empty"}}
}

// cut is the end that is missing from data which was whole.
func cut(path string, before, after []byte) []Fault {
	if source.ForPath(path) != "json" || !json.Valid(before) || len(bytes.TrimSpace(after)) == 0 {
		return nil
	}
	var value json.RawMessage
	if err := json.Unmarshal(after, &value); err == nil || err.Error() != "unexpected end of JSON input" {
		return nil // of what is wrong with it programs take some, such as comments
	}
	return []Fault{{Kind: Incomplete, Path: path, Detail: "its end is missing"}}
}

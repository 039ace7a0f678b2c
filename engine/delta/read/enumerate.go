package read

import (
	"regexp"
	"slices"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// enumerated reads "items 1 and 2 are done" against the tasks that were opened
// together.
func (r *reader) enumerated(u unit, open []*entry) []*entry {
	group := r.largestGroup()
	var out []*entry
	for _, m := range bracketed.FindAllStringSubmatch(u.s.Text[:max(0, min(len(u.s.Text), finiteAt(u)))], -1) {
		n := int(m[1][0] - '1')
		if m[1][0] >= 'a' {
			n = int(m[1][0] - 'a')
		}
		if n < len(group) && group[n].open {
			out = append(out, group[n])
		}
	}
	if len(out) > 0 || !u.HasWord("item", "items", "point", "points", "step", "steps", "task", "tasks", "number", "numbers") {
		return out
	}
	for _, t := range u.Tokens {
		if t.Class == english.Number && len(t.Word) == 1 {
			if n := int(t.Word[0] - '1'); n >= 0 && n < len(group) && group[n].open {
				out = append(out, group[n])
			}
		}
	}
	return out
}

// bracketed are references to the items of a list: "(1) and (c) are done".
var bracketed = regexp.MustCompile(`\(([1-9]|[a-h])\)`)

// finiteAt is where in its sentence's text the verb of a clause stands.
func finiteAt(u unit) int {
	if u.Verb < 0 {
		return 0
	}
	return u.Tokens[u.Verb].Start - u.s.Clauses[0].Tokens[0].Start + len("(a) (b) ")
}

// largestGroup are the tasks, open or not, of the last turn that opened more
// than one.
func (r *reader) largestGroup() []*entry {
	var group []*entry
	for i := len(r.memory.entries) - 1; i >= 0; i-- {
		e := r.memory.entries[i]
		if e.kind != delta.Task || e.fresh {
			continue
		}
		if len(group) > 0 && e.born != group[0].born {
			if len(group) > 1 {
				break
			}
			group = nil
		}
		group = append(group, e)
	}
	slices.Reverse(group)
	return group
}

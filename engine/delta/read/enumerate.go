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
		} else if n < len(group) && out == nil {
			out = []*entry{} // was reported before
		}
	}
	if out == nil {
		out = r.countedTasks(u, group)
	}
	if out != nil || !u.HasWord("item", "items", "point", "points", "step", "steps", "task", "tasks", "number", "numbers") {
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

// bracketed are references to the items of a list: "(1) and (c) are done", "a) is
// ready".
var bracketed = regexp.MustCompile(`\b([1-9]|[a-h])\)`)

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

// countedTasks are the tasks of a group that a report counts alone: "1 and 3 are
// finished", "the first two are done", "all three work".
func (r *reader) countedTasks(u unit, group []*entry) []*entry {
	if len(group) < 2 || u.Verb < 1 {
		return nil
	}
	chosen := make([]bool, len(group))
	for i, t := range u.Subject() {
		n := slices.Index(cardinals, t.Word) + 1
		if t.Class == english.Number && len(t.Word) == 1 {
			n = int(t.Word[0] - '0')
		}
		k, counts := ordinals[t.Word]
		switch before := u.Word(i - 1); {
		case n > 0 && n <= len(group) && before == "first":
			for k := range n {
				chosen[k] = true
			}
		case n > 0 && n <= len(group) && before == "last":
			for k := range n {
				chosen[len(group)-1-k] = true
			}
		case n > 0 && n == len(group) && before == "all":
			for k := range n {
				chosen[k] = true
			}
		case t.Class == english.Number && n > 0 && n <= len(group):
			chosen[n-1] = true
		case counts && k < len(group) && slices.Index(cardinals, u.Word(i+1)) < 0:
			chosen[k] = true
		case t.Word == "last" && i+1 == u.Verb:
			chosen[len(group)-1] = true
		case t.Class == english.Punct || counts || t.Word == "last" || slices.Contains([]string{"and", "the", "number", "numbers", "all", "one", "ones", "#"}, t.Word):
		default:
			return nil
		}
	}
	var out []*entry
	for k, e := range group {
		if chosen[k] && e.open {
			out = append(out, e)
		}
	}
	return out
}

// several are the open tasks of which a report names each: "the export and the
// suppliers page are in", "I finished the table and the mail".
func several(u unit, open []*entry) []*entry {
	at, n := u.Find(english.Done)
	from, to := 0, max(u.Verb, 0)
	if u.Verb < 0 {
		to = max(at, 0)
	}
	if !english.HasContent(u.Tokens[from:to]) || u.Word(start(u.Clause)) == "i" || u.Word(start(u.Clause)) == "we" {
		from, to = max(at+n, u.Verb+1), len(u.Tokens)
	}
	var out []*entry
	for i := from; i < to; i++ {
		if w := u.Word(i); i+1 < to && w != "and" && w != "," && w != "plus" && w != "+" && w != "&" {
			continue
		}
		end := i
		if i+1 == to {
			end = to
		}
		stems := minus(english.ContentOf(u.Tokens[from:end]), doing)
		from = i + 1
		if len(stems) == 0 {
			continue
		}
		var best *entry
		most := 0
		for _, e := range open {
			if n := english.Shared(stems, e.stems); 2*n >= len(stems) && (n > most || n == most && n > 0 && e.age < best.age) {
				best, most = e, n
			}
		}
		if best == nil {
			return nil
		}
		if !slices.Contains(out, best) {
			out = append(out, best)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

package respell

// code reads the statements from..end.
func (r *c) code(i, end int) { r.deeper(r.statements, i, end) }

func (r *c) statements(i, end int) {
	for i < end {
		i = max(r.statement(i, end), i+1)
	}
}

// statement reads one statement, or the head of one, and returns what follows.
func (r *c) statement(i, end int) int {
	switch r.kind(i) {
	case ';', '}':
		return i + 1
	case '{':
		r.code(i+1, r.inside(i, end))
		return r.past(i, end)
	case wordToken:
	default:
		return r.statementEnd(i, end)
	}
	word := r.word(i)
	switch {
	case word == "else", word == "do", word == "try":
		return i + 1
	case word == "case", word == "default":
		for i < end && r.kind(i) != ':' && r.kind(i) != ';' {
			i++
		}
		return i + 1
	case heading[word] && i+1 < end:
		return r.head(i, end)
	case control[word]:
		return r.statementEnd(i, end)
	case r.kind(i+1) == ':':
		if i+2 >= end {
			r.nothing(i, i+2) // a label of nothing
		}
		return i + 2
	case classes[word], basic[word], qualifying[word], called[word]:
		return r.local(i, end)
	}
	return r.plainStatement(i, end)
}

// head reads the brackets of an if, a loop or a switch.
func (r *c) head(i, end int) int {
	if r.word(i+1) == "constexpr" {
		i++
	} else if at := i + 1; r.word(at) == "consteval" || r.kind(at) == '!' && r.word(at+1) == "consteval" {
		if r.kind(at) == '!' {
			at++
		}
		r.put(r.t[i+1].from, r.t[at].to, "(1)")
		return at + 1
	}
	if r.kind(i+1) != '(' {
		return i + 1
	}
	r.values(i+2, r.inside(i+1, end))
	return r.past(i+1, end)
}

// plainStatement reads a statement that begins with a word of its own.
func (r *c) plainStatement(i, end int) int {
	word := r.word(i)
	switch {
	case r.kind(i+1) == '(':
		return r.call(i, end)
	case (loud(word) || !r.cpp) && r.kind(i+1) == '{':
		r.erase(i, i+1)
		return i + 1
	case loud(word) && (i+1 >= end || r.ends(i) && r.begins(i+1)):
		r.nothing(i, i+1)
		return i + 1
	case r.declares(i + 1):
		return r.local(i, end)
	}
	return r.statementEnd(i, end)
}

// declares reports whether what stands behind a word makes a declaration of it: a name,
// or pointers and two words.
func (r *c) declares(i int) bool {
	stars := i
	for r.kind(i) == '*' {
		i++
	}
	return r.word(i) != "" && !operating[r.word(i)] && (i == stars || r.word(i+1) != "" && !operating[r.word(i+1)])
}

// nothing writes an empty statement in the place of the tokens from..to-1.
func (r *c) nothing(from, to int) {
	if from < to {
		r.put(r.t[from].from, r.t[to-1].to, ";")
	}
}

// local reads a declaration among statements.
func (r *c) local(i, end int) int {
	items, stop, next := r.items(i, end)
	if next > 0 {
		return next
	}
	switch r.kind(stop) {
	case '(':
		if next := r.past(stop, end); len(items) > 2 && r.attribute(items[:len(items)-1], items[len(items)-1]) {
			r.erase(items[len(items)-1].from, next)
			r.variable(items[:len(items)-1])
			return r.statementEnd(next, end)
		}
	case '=', ';', '[', ',', '{', ':':
		r.variable(items)
		if r.kind(stop) == '[' {
			return r.value(stop, end)
		}
	}
	return r.statementEnd(stop, end)
}

// call reads a statement that begins with a call. One with a body is a loop that a macro
// makes; one without an end is a macro.
func (r *c) call(i, end int) int {
	next := r.past(i+1, end)
	if more := next; r.kind(next) == '(' && next < end {
		if more = r.past(next, end); r.kind(more) == '{' && more < end {
			r.erase(next, more)
			next = more
		}
	}
	switch {
	case next >= end:
		if r.mate[i+1] >= 0 {
			r.nothing(i, next)
		}
		return next
	case r.kind(next) == '{', r.word(next) != "" && !operating[r.word(next)] && !r.ends(next-1):
		r.loop(i, next)
		return next
	case r.word(next) != "" && !operating[r.word(next)]:
		r.nothing(i, next)
		return next
	}
	return r.statementEnd(i, end)
}

// loop writes a macro with a body as a loop or a condition.
func (r *c) loop(i, next int) {
	word := r.t[i]
	switch n := word.to - word.from; {
	case n >= len("while"):
		r.put(word.from, word.to, "while")
	case n >= len("if"):
		r.put(word.from, word.to, "if")
	default:
		r.nothing(i, next)
		return
	}
	from, to := r.t[i+1].to, r.t[next-1].from
	if r.plain(i+2, next-1) || from >= to {
		r.types(i+2, next-1)
		return
	}
	r.put(from, to, "1")
}

// plain reports whether arguments are values, none of them a declaration or a statement.
func (r *c) plain(i, end int) bool {
	if i >= end || r.kind(end-1) == '&' || r.kind(end-1) == '*' {
		return false
	}
	for ; i < end; i++ {
		switch r.kind(i) {
		case ';', '{', '}':
			return false
		case wordToken:
			if r.word(i+1) != "" && i+1 < end || classes[r.word(i)] || basic[r.word(i)] || qualifying[r.word(i)] {
				return false
			}
		}
	}
	return true
}

// statementEnd is what follows the ";" that ends a statement, with the values on the way
// read.
func (r *c) statementEnd(i, end int) int {
	for i < end {
		switch r.kind(i) {
		case ';':
			return i + 1
		case '}':
			return i
		}
		i = r.step(i, end)
	}
	return end
}

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
	case (word == "if" || word == "for" || word == "while" || word == "switch" || word == "catch") && i+1 < end:
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
	case control[word]:
		return r.statementEnd(i, end)
	case r.kind(i+1) == ':':
		if i+2 >= end {
			r.nothing(i, i+2) // a label of nothing
		}
		return i + 2
	case classes[word], basic[word], qualifying[word], called[word]:
		return r.local(i, end)
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
	items, stop, next := r.items(i, end, true)
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

// values reads expressions: what is called with types, and the bodies of lambdas.
func (r *c) values(i, end int) { r.deeper(r.list, i, end) }

func (r *c) list(i, end int) {
	for i < end {
		i = r.value1(i, end)
	}
}

// value1 reads on by one token, or by the brackets that open there.
func (r *c) value1(i, end int) int {
	switch r.kind(i) {
	case literalToken:
		return r.joined(i, end)
	case '(':
		if i > 0 && r.odd(i) {
			r.put(r.t[i].to, r.t[r.mate[i]].from, "1")
			return r.past(i, end)
		}
		if i > 0 && r.word(i-1) != "" && !control[r.word(i-1)] && !classes[r.word(i-1)] && !basic[r.word(i-1)] && !called[r.word(i-1)] && !typing[r.word(i-1)] {
			r.types(i+1, r.inside(i, end))
		}
		r.values(i+1, r.inside(i, end))
		if next := r.past(i, end); next < end && r.kind(next) == literalToken && i > 0 && r.word(i-1) != "" && !control[r.word(i-1)] {
			r.erase(i-1, next) // a string that a macro makes before another
		}
		return r.past(i, end)
	case '{':
		if k := r.kind(i - 1); k == ')' || k == ']' || k == '(' || r.word(i-1) == "mutable" {
			r.code(i+1, r.inside(i, end))
		} else {
			r.values(i+1, r.inside(i, end))
		}
		return r.past(i, end)
	case wordToken:
		if r.cpp && r.word(i) == "operator" && r.word(i+1) == "" {
			to := i + 1
			for to < end && r.kind(to) != '(' && r.kind(to) != ';' {
				to++
			}
			if to > i+1 {
				r.fill(i, to)
			}
			return to
		}
		if r.cpp && r.word(i) == "new" {
			return r.allocated(i+1, end)
		}
		before, after := r.kind(i-1), r.kind(i+1)
		if before != '{' && before != ',' || !loud(r.word(i)) || i+1 >= end {
			break
		}
		next := i + 1 // values that a macro lists
		if after == '(' {
			next = r.past(i+1, end)
			after = r.kind(next)
		}
		if (after == '{' || after == wordToken || after == literalToken || after == '.') && next < end && r.ends(next-1) {
			r.erase(i, next)
			return next
		}
	}
	return i + 1
}

// allocated reads what "new" makes: of an array of pointers the grammar knows nothing.
func (r *c) allocated(i, end int) int {
	for i < end && (r.word(i) != "" || r.kind(i) == scopeToken) {
		i++
	}
	stars := i
	for i < end && r.kind(i) == '*' {
		i++
	}
	if r.kind(i) == '[' && i > stars {
		r.erase(stars, i)
	}
	return i
}

// joined reads a string, which may be one with what macros beside it make.
func (r *c) joined(i, end int) int {
	for p := i + 1; p < end; {
		switch {
		case r.kind(p) == literalToken:
			p++
		case r.word(p) != "" && r.kind(p+1) != '(' && r.cpp && !operating[r.word(p)] && r.t[p].from > r.t[p-1].to:
			r.erase(p, p+1)
			p++
		case r.word(p) != "" && r.kind(p+1) == '(' && !operating[r.word(p)]:
			next := r.past(p+1, end)
			r.erase(p, next)
			p = next
		default:
			return p
		}
	}
	return end
}

// odd reports whether the arguments in the brackets that open at i can only be those of
// a macro: statements, declarations, operators alone, or nothing between commas.
func (r *c) odd(i int) bool {
	word, end := r.word(i-1), int(r.mate[i])
	if word == "" || control[word] || basic[word] || classes[word] || called[word] || typing[word] || qualifying[word] || end <= i+1 {
		return false
	}
	empty, only := true, true // so far in this argument: nothing, only operators
	typed := false            // it begins as a declaration does
	for k := i + 1; k <= end; k++ {
		kind := r.kind(k)
		if kind == ',' || k == end {
			if empty || only {
				return true
			}
			empty, only, typed = true, true, false
			continue
		}
		if w := r.word(k); empty && (basic[w] || classes[w] || qualifying[w]) {
			typed = true
		}
		empty = false
		switch kind {
		case ';':
			return true
		case '=':
			if typed {
				return true
			}
		case '(', '[', '{':
			if r.mate[k] > int32(k) {
				k = int(r.mate[k])
			}
			only = false
		case wordToken:
			only = false
			first, second := r.word(k), r.word(k+1)
			if k+1 < end && second != "" && !operating[first] && !operating[second] && !control[first] && !classes[first] && !qualifying[first] && !qualifying[second] && !(basic[first] && basic[second]) {
				return true
			}
		case literalToken:
			only = false
		}
	}
	return false
}

// types writes types among the arguments of a call as names.
func (r *c) types(i, end int) {
	for i < end {
		to := i
		for to < end && r.kind(to) != ',' {
			if k := r.kind(to); k == '(' || k == '[' || k == '{' {
				to = r.past(to, end)
				continue
			}
			to++
		}
		r.typeName(i, min(to, end))
		i = to + 1
	}
}

// typeName writes the type at from..to as a name, where it is one.
func (r *c) typeName(from, to int) {
	if from >= to {
		return
	}
	star := r.kind(to-1) == '*'
	if first := r.word(from); !star && !basic[first] && !classes[first] && !qualifying[first] {
		return
	}
	last := -1
	for k := from; k < to; k++ {
		switch {
		case r.word(k) != "":
			last = k
		case r.kind(k) != '*':
			return // more than a type
		}
	}
	if last < 0 {
		return
	}
	at := r.t[last]
	reservedWord := basic[r.word(last)] || qualifying[r.word(last)]
	r.erase(from, last)
	r.erase(last+1, to)
	if reservedWord {
		r.change()
		r.out[at.to-1] = 'X'
	}
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
		i = r.value1(i, end)
	}
	return end
}

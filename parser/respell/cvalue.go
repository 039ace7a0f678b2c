package respell

// values reads expressions: what is called with types, and the bodies of lambdas.
func (r *c) values(i, end int) { r.deeper(r.list, i, end) }

func (r *c) list(i, end int) {
	for i < end {
		i = r.step(i, end)
	}
}

// step reads on by one token, or by the brackets that open there.
func (r *c) step(i, end int) int {
	switch r.kind(i) {
	case literalToken:
		return r.joined(i, end)
	case '(':
		return r.brackets(i, end)
	case '{':
		if k := r.kind(i - 1); k == ')' || k == ']' || k == '(' || r.word(i-1) == "mutable" {
			r.code(i+1, r.inside(i, end))
		} else {
			r.values(i+1, r.inside(i, end))
		}
		return r.past(i, end)
	case wordToken:
		switch word := r.word(i); {
		case r.cpp && word == "operator" && r.word(i+1) == "":
			return r.operator(i, end)
		case r.cpp && word == "new":
			return r.allocated(i+1, end)
		case (r.kind(i-1) == '{' || r.kind(i-1) == ',') && loud(word) && i+1 < end:
			return r.listing(i, end)
		}
	}
	return i + 1
}

// named reports whether the brackets at i belong to a name, as those of a call do.
func (r *c) named(i int) bool {
	w := r.word(i - 1)
	return w != "" && !control[w] && !classes[w] && !basic[w] && !called[w] && !typing[w]
}

// brackets reads what stands in brackets: values, or the arguments of a call.
func (r *c) brackets(i, end int) int {
	next := r.past(i, end)
	if r.odd(i) {
		r.put(r.t[i].to, r.t[r.mate[i]].from, "1")
		return next
	}
	if r.named(i) {
		r.types(i+1, r.inside(i, end))
	}
	r.values(i+1, r.inside(i, end))
	if next < end && r.kind(next) == literalToken && r.named(i) {
		r.erase(i-1, next) // a string that a macro makes before another
	}
	return next
}

// operator reads an operator that is called by its name.
func (r *c) operator(i, end int) int {
	to := i + 1
	for to < end && r.kind(to) != '(' && r.kind(to) != ';' {
		to++
	}
	if to > i+1 {
		r.fill(i, to)
	}
	return to
}

// listing leaves out the macro at i of a list where no comma parts it from what follows:
// it makes several values.
func (r *c) listing(i, end int) int {
	next := i + 1
	if r.kind(next) == '(' {
		next = r.past(next, end)
	}
	switch r.kind(next) {
	case '{', '.', wordToken, literalToken:
		if next < end && r.ends(next-1) {
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
	end := int(r.mate[i])
	if !r.named(i) || qualifying[r.word(i-1)] || end <= i+1 {
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
			if k+1 < end && apart(r.word(k), r.word(k+1)) {
				return true
			}
		case literalToken:
			only = false
		}
	}
	return false
}

// apart reports whether two words in a row are no value: neither joins others, or is
// part of a type with the other.
func apart(first, second string) bool {
	return second != "" && !operating[first] && !operating[second] && !control[first] && !classes[first] &&
		!qualifying[first] && !qualifying[second] && !(basic[first] && basic[second])
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

package respell

// function reads a function, whose parameters open at stop, or what looks like one.
func (r *c) function(items []item, i, stop, end int) int {
	next := r.past(stop, end)
	pointer := r.kind(next) == '(' && (r.kind(stop+1) == '*' || r.kind(stop+2) == '*' || r.kind(stop+1) == '^')
	if pointer || len(items) == 0 || r.needsName(items[len(items)-1]) && r.kind(next) == '(' {
		return r.pointed(items, stop, end)
	}
	specs, name := items[:len(items)-1], items[len(items)-1]
	if after := r.macro(specs, name, i, next, end); after > 0 {
		return after
	}
	made := len(specs) == 0 && name.kind == nameItem && loud(r.word(name.from)) && r.kind(next) == '{'
	if word := r.t[name.from]; made && !r.cpp && word.to-word.from > 2 {
		r.blank(word.from+1, word.from+2) // C wants a type before a name
	}
	switch k := r.kind(next); {
	case made && r.literal(stop+1, next-1):
		r.erase(stop+1, next-1)
	case len(specs) == 0 && k == ';' && !r.cpp:
		r.values(stop, next)
	case k == '{' || k == ';' || k == wordToken || k == ':' || k == arrowToken:
		r.parameters(stop+1, next-1)
	}
	r.specify(specs)
	return r.tail(next, end)
}

// macro reads what only looks like a function: a variable with an attribute that is
// called, or a declaration that a macro makes. It returns 0 for neither.
func (r *c) macro(specs []item, name item, i, next, end int) int {
	if k := r.kind(next); r.attribute(specs, name) && (k == ';' || k == '=' || k == ',') {
		r.erase(name.from, next)
		r.variable(specs)
		return r.statementEnd(next, end)
	}
	if r.ends(next-1) && next < end && r.begins(next) && !trailing[r.word(next)] && !typed(specs) {
		r.erase(i, next)
		return next
	}
	return 0
}

// pointed reads what is declared in brackets, as pointers to functions are.
func (r *c) pointed(items []item, stop, end int) int {
	r.beforePointer(stop+1, r.inside(stop, end))
	r.specify(items)
	next := r.past(stop, end)
	if r.kind(next) == '(' {
		r.parameters(next+1, r.inside(next, end))
		next = r.past(next, end)
	}
	return r.tail(next, end)
}

// typed reports whether there is a type among the words of a declaration, or what may be
// one.
func typed(items []item) bool {
	for _, it := range items {
		if it.kind != otherItem {
			return true
		}
	}
	return false
}

// needsName reports whether an item before brackets is no name of its own.
func (r *c) needsName(it item) bool {
	w := r.word(it.from)
	return it.kind == pointerItem || basic[w] || classes[w] || qualifying[w]
}

// attribute reports whether what is called behind the words of a declaration is an
// attribute of the name before it.
func (r *c) attribute(specs []item, name item) bool {
	if len(specs) < 2 || specs[len(specs)-1].kind != nameItem || name.kind != nameItem {
		return false
	}
	macro := func(it item) bool { w := r.word(it.from); return reserved(w) || loud(w) }
	return macro(name) && !macro(specs[len(specs)-1])
}

// literal reports whether arguments are values, and no parameters or names.
func (r *c) literal(i, end int) bool {
	for ; i < end; i++ {
		if k := r.kind(i); k == literalToken || k != wordToken && k != ',' && k != '*' && k != '&' && k != scopeToken {
			return true
		}
		if w := r.word(i); w != "" && '0' <= w[0] && w[0] <= '9' {
			return true
		}
	}
	return false
}

// beforePointer makes blanks of the words before the first pointer in brackets: the
// calling convention of a function that is pointed to.
func (r *c) beforePointer(i, end int) {
	if r.kind(i) == '^' {
		r.put(r.t[i].from, r.t[i].to, "*")
	}
	for p := i; p < end && (r.kind(p) == wordToken || r.kind(p) == '*' || r.kind(p) == '^'); p++ {
		if r.kind(p) != wordToken {
			r.erase(i, p)
			return
		}
		if r.kind(p+1) == scopeToken {
			return
		}
	}
}

// tail reads what follows a function's parameters: attributes, its body.
func (r *c) tail(p, end int) int {
	for p < end {
		k, word := r.kind(p), r.word(p)
		switch {
		case k == '=' && r.word(p+1) == "delete" && r.kind(p+2) == '(':
			r.erase(p+2, r.past(p+2, end))
			return r.statementEnd(p, end)
		case trailing[word] || called[word]:
			if p++; r.kind(p) == '(' {
				p = r.past(p, end)
			}
			if word == "requires" {
				return r.bodyAfter(p, end)
			}
		case word != "":
			q := p + 1
			if r.kind(q) == '(' {
				q = r.past(q, end)
			}
			if k := r.kind(q); k != '{' && k != ';' && k != wordToken && k != ':' && k != '=' && k != arrowToken {
				return r.statementEnd(p, end)
			}
			r.erase(p, q)
			p = q
		case k == '&' || k == bothToken:
			p++
		case k == '[' && r.kind(p+1) == '[':
			p = r.past(p, end)
		case k == arrowToken, k == ':':
			return r.bodyAfter(p, end)
		case k == '{':
			r.code(p+1, r.inside(p, end))
			return r.past(p, end)
		default:
			return r.statementEnd(p, end)
		}
	}
	return end
}

// bodyAfter passes over the initialisers of members, or a type, to a body.
func (r *c) bodyAfter(p, end int) int {
	for p < end {
		switch r.kind(p) {
		case '(', '[':
			p = r.past(p, end)
			continue
		case ';':
			return p + 1
		case '}':
			return p
		case '{':
			next := r.past(p, end)
			if k := r.kind(next); r.kind(p-1) == wordToken && (k == ',' || k == '{') {
				p = next // of a member
				continue
			}
			r.code(p+1, r.inside(p, end))
			return next
		}
		p++
	}
	return end
}

// specify leaves one type among the words before a function's name.
func (r *c) specify(items []item) {
	definite, pointed := -1, -1
	var names []int
	for k, it := range items {
		switch it.kind {
		case typeItem:
			if definite < 0 {
				definite = k
			}
		case nameItem:
			names = append(names, k)
		case pointerItem:
			if pointed < 0 {
				pointed = k
			}
		}
	}
	keep := -1
	if definite < 0 {
		keep = r.likelyType(items, names, pointed)
	}
	for _, k := range names {
		if k != keep {
			r.erase(items[k].from, items[k].to)
		}
	}
}

// likelyType is which of several names is a type: the one before a pointer, else the
// last that is neither reserved nor in capitals, else the last.
func (r *c) likelyType(items []item, names []int, pointed int) int {
	keep, best := -1, -1
	for _, k := range names {
		if pointed >= 0 && k > pointed {
			break
		}
		rank := 0
		word := r.word(items[k].from)
		if !reserved(word) {
			rank++
		}
		if !loud(word) {
			rank++
		}
		if rank >= best {
			keep, best = k, rank
		}
	}
	return keep
}

// parameters reads a list of parameters.
func (r *c) parameters(i, end int) {
	for i < end {
		next := r.parameter(i, end)
		for next < end && r.kind(next) != ',' {
			if k := r.kind(next); k == '(' || k == '[' || k == '{' {
				if next = r.past(next, end); k == '[' && next < end && r.word(next) != "" && !called[r.word(next)] {
					r.erase(next, next+1)
				}
				continue
			}
			next++
		}
		i = next + 1
	}
}

func (r *c) parameter(i, end int) int {
	for r.word(i) != "" && r.kind(i+1) == '(' && !called[r.word(i)] && !typing[r.word(i)] && i < end {
		next := r.past(i+1, end)
		if r.kind(next) != wordToken || next >= end {
			break
		}
		r.erase(i, next)
		i = next
	}
	items, stop, _ := r.items(i, end)
	r.variable(items)
	if r.kind(stop) == '=' && len(items) > 0 && (r.nameless(items) || r.kind(stop+1) == '{') {
		to := stop
		for to < end && r.kind(to) != ',' {
			if k := r.kind(to); k == '(' || k == '[' || k == '{' {
				to = r.past(to, end)
				continue
			}
			to++
		}
		r.erase(stop, min(to, end)) // a value that the grammar does not expect
		return min(to, end)
	}
	if r.kind(stop) == '(' && stop < end && len(items) > 0 {
		if next := r.past(stop, end); r.kind(next) == '(' {
			r.beforePointer(stop+1, r.inside(stop, end))
			return r.past(next, end)
		} else if next >= end && len(items) > 1 && items[len(items)-1].kind == nameItem && loud(r.word(items[len(items)-1].from)) {
			r.erase(items[len(items)-1].from, next) // an attribute behind the name
		}
	}
	return stop
}

// nameless reports whether the words of a parameter end in a pointer.
func (r *c) nameless(items []item) bool {
	last := items[len(items)-1]
	return last.kind == pointerItem || last.kind == otherItem && len(items) > 1 && items[len(items)-2].kind == pointerItem
}

// variable leaves one type and one name among the words of a variable or a parameter.
func (r *c) variable(items []item) {
	definite, pointed := -1, -1
	for k, it := range items {
		switch {
		case it.kind == typeItem && definite < 0 && pointed < 0:
			definite = k
		case it.kind == pointerItem && pointed < 0:
			pointed = k
		}
	}
	var before, after []item // the names before the type or pointer, and behind it
	for k, it := range items {
		switch {
		case it.kind != nameItem:
		case definite >= 0 && k < definite, pointed >= 0 && k < pointed:
			before = append(before, it)
		default:
			after = append(after, it)
		}
	}
	var macros []item
	switch {
	case definite >= 0:
		macros = before
		if len(after) > 0 {
			macros = append(macros, r.attributes(after, false)...)
		}
	case pointed >= 0:
		macros = r.butType(before)
		if len(after) > 0 {
			macros = append(macros, r.attributes(after, false)...)
		}
	case len(after) > 2:
		macros = r.butTwo(after)
	}
	for _, n := range macros {
		r.erase(n.from, n.to)
	}
}

// butType are the names before a pointer that are no type.
func (r *c) butType(names []item) (macros []item) {
	index := make([]int, len(names))
	for k := range names {
		index[k] = k
	}
	keep := r.likelyType(names, index, -1)
	for k, n := range names {
		if k != keep {
			macros = append(macros, n)
		}
	}
	return macros
}

// butTwo are those of several names that are neither a type nor what is declared.
func (r *c) butTwo(names []item) (macros []item) {
	for _, is := range []func(string) bool{reserved, loud, func(string) bool { return true }} {
		for k := 0; k < len(names) && len(names) > 2; k++ {
			if is(r.word(names[k].from)) {
				macros = append(macros, names[k])
				names = append(names[:k:k], names[k+1:]...)
				k--
			}
		}
	}
	return macros
}

// value passes over the rest of a variable to its end, leaving out attributes behind
// the brackets of an array.
func (r *c) value(p, end int) int {
	for p < end && r.kind(p) == '[' {
		p = r.past(p, end)
	}
	for p < end && r.word(p) != "" && !called[r.word(p)] {
		q := p + 1
		if r.kind(q) == '(' {
			q = r.past(q, end)
		}
		r.erase(p, q)
		p = q
	}
	return r.statementEnd(p, end)
}

package respell

// class reads a class, struct, union or enum and tells whether it has a body, which is
// then read too. Of several words before the body, the last is its name.
func (r *c) class(i, end int) (next int, body bool) {
	enum := r.word(i) == "enum"
	p := i + 1
	if enum && (r.word(p) == "class" || r.word(p) == "struct") {
		p++
	}
	var names []item
	first := -1
	for p < end {
		word := r.word(p)
		switch {
		case r.kind(p) == '[' && r.kind(p+1) == '[':
			p = r.past(p, end)
		case called[word] && r.kind(p+1) == '(':
			p = r.past(p+1, end)
		case word == "final" && (r.kind(p+1) == '{' || r.kind(p+1) == ':'):
			p++
		case word != "" && r.kind(p+1) == '(' && (len(names) == 0 || names[len(names)-1].kind != nameItem):
			names = append(names, item{p, r.past(p+1, end), otherItem})
			p = r.past(p+1, end)
		case word != "" && !basic[word] && !qualifying[word] && !classes[word] && r.kind(p+1) != '(' && len(names) < manyWords:
			q, _ := r.qualified(p, end)
			names = append(names, item{p, q, nameItem})
			if first < 0 && !reserved(word) {
				first = q
			}
			p = q
		default:
			return r.classBody(i, p, end, names, first, enum)
		}
	}
	return r.classBody(i, end, end, names, first, enum)
}

// classBody is class, once its name was read.
func (r *c) classBody(i, p, end int, names []item, first int, enum bool) (next int, body bool) {
	open := p
	if r.kind(p) == ':' {
		for open < end && r.kind(open) != '{' && r.kind(open) != ';' && r.kind(open) != ')' {
			if r.kind(open) == '(' {
				open = r.past(open, end) - 1
			}
			open++
		}
	}
	if r.kind(open) != '{' || open >= end {
		if r.word(i) == "class" && r.kind(p) == ';' { // announced
			r.keepLast(names)
			return p, false
		}
		if first < 0 {
			first = p
		}
		return first, false
	}
	r.keepLast(names)
	if enum {
		r.enumerators(open+1, r.inside(open, end))
	} else {
		r.declarations(open+1, r.inside(open, end), true)
	}
	if enum && open > p && (len(names) == 0 || !r.cpp) {
		r.erase(p, open) // the type of an enum without a name, or of C
	}
	return r.past(open, end), true
}

// enumerators leaves out what macros list among the names of an enum.
func (r *c) enumerators(i, end int) {
	for ; i < end; i++ {
		if r.word(i) != "" && r.kind(i+1) == '(' && (r.kind(i-1) == '{' || r.kind(i-1) == ',' || r.kind(i-1) == ')') {
			next := r.past(i+1, end)
			r.erase(i, next)
			i = next - 1
		}
	}
}

// keepLast makes blanks of all names but the last plain one.
func (r *c) keepLast(names []item) {
	last := len(names) - 1
	for last > 0 && names[last].kind != nameItem {
		last--
	}
	for k, n := range names {
		if k != last {
			r.erase(n.from, n.to)
		}
	}
}

// afterBody reads what follows the body of a class: the variables of that type, among
// attributes.
func (r *c) afterBody(items []item, i, p, end int) ([]item, int, int) {
	var names []item
	for p < end {
		switch word := r.word(p); {
		case called[word] && r.kind(p+1) == '(':
			p = r.past(p+1, end)
		case word != "" && r.kind(p+1) == '(':
			q := r.past(p+1, end)
			if k := r.kind(q); k == ';' || k == wordToken {
				r.erase(p, q)
			}
			p = q
		case word != "" && !qualifying[word]:
			names = append(names, item{p, p + 1, nameItem})
			p++
		case word != "" || r.kind(p) == '*':
			p++
		default:
			for _, n := range r.attributes(names, r.kind(p) == ';' && r.word(i) != "typedef") {
				r.erase(n.from, n.to)
			}
			return items, p, r.value(p, end)
		}
	}
	return items, p, end
}

// attributes are those of several names in a row that are macros; one is left, none
// where a name is not needed and the last is reserved.
func (r *c) attributes(names []item, optional bool) (macros []item) {
	for pass, is := range []func(string) bool{reserved, loud} {
		for k := 0; k < len(names); k++ {
			if !(len(names) > 1 || optional && pass == 0) || !is(r.word(names[k].from)) {
				continue
			}
			macros = append(macros, names[k])
			names = append(names[:k:k], names[k+1:]...)
			k--
		}
	}
	if len(names) > 1 {
		macros = append(macros, names[1:]...)
	}
	return macros
}

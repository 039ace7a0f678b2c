package respell

// item is a part of a declaration before its brackets or its value: a word with what
// qualifies it, a pointer, or a word that the language reserves.
type item struct {
	from, to int
	kind     byte
}

const (
	nameItem    = 'n' // a plain word, which may be a type, a name or a macro
	typeItem    = 't' // surely a type
	pointerItem = '*'
	otherItem   = 'o'
)

// declarations reads the declarations from..end, of a class or beside one.
func (r *c) declarations(i, end int, class bool) {
	r.deeper(func(i, end int) { r.declared(i, end, class) }, i, end)
}

func (r *c) declared(i, end int, class bool) {
	for i < end {
		next := r.stray(i, end, class)
		if next == i {
			next = r.declaration(i, end, class)
		}
		i = max(next, i+1)
	}
}

// stray passes over what stands alone where declarations stand: access to members, a
// macro on a line of its own, a macro's call without an end. It returns i for none.
func (r *c) stray(i, end int, class bool) int {
	word := r.word(i)
	if word == "" {
		switch r.kind(i) {
		case ';':
			if class && r.kind(i-1) == '}' {
				r.erase(i, i+1) // behind a function
			}
			return i + 1
		case '}':
			return i + 1
		}
		return i
	}
	if class && r.kind(i+1) == ':' {
		if word != "public" && word != "private" && word != "protected" {
			r.erase(i, i+2)
		}
		return i + 2
	}
	if class && r.kind(i+2) == ':' && r.word(i+1) != "" && (word == "public" || word == "private" || word == "protected") {
		r.erase(i+1, i+2)
		return i + 3
	}
	if control[word] || qualifying[word] || basic[word] || classes[word] || called[word] || typing[word] {
		return i
	}
	if loud(word) && (i+1 >= end || r.ends(i) && r.begins(i+1)) {
		r.erase(i, i+1)
		return i + 1
	}
	if r.kind(i+1) == '(' {
		if next := r.past(i+1, end); next >= end || r.begins(next) && !trailing[r.word(next)] {
			r.erase(i, next)
			return next
		}
	}
	return i
}

// begins reports whether a declaration may begin at token i, or a scope end.
func (r *c) begins(i int) bool {
	switch r.kind(i) {
	case wordToken:
		return !operating[r.word(i)]
	case '}', '~', '[':
		return true
	}
	return false
}

// declaration reads the declaration at i and returns what follows it.
func (r *c) declaration(i, end int, class bool) int {
	switch r.word(i) {
	case "namespace":
		return r.space(i, end)
	case "extern":
		if r.word(i+1) == "template" {
			r.erase(i, i+2)
			return i + 2
		}
		if r.kind(i+1) == literalToken {
			if r.kind(i+2) != '{' {
				return i + 2
			}
			r.declarations(i+3, r.inside(i+2, end), false)
			return r.past(i+2, end)
		}
	case "using", "static_assert", "_Static_assert", "asm", "__asm__", "concept":
		return r.statementEnd(i, end)
	case "import", "module":
		if next := r.statementEnd(i, end); r.cpp {
			r.erase(i, next)
			return next
		}
	case "template":
		if r.kind(i+1) == '<' {
			if next := r.angles(i+1, end); next > 0 {
				i = next
				if r.word(i) == "requires" {
					return r.bodyAfter(i, end)
				}
				return i
			}
		}
	case "export":
		r.erase(i, i+1)
		if r.kind(i+1) == '{' {
			r.declarations(i+2, r.inside(i+1, end), false)
			return r.past(i+1, end)
		}
		return i + 1
	}
	items, stop, next := r.items(i, end, class)
	if next > 0 {
		return next // a class with its body
	}
	switch r.kind(stop) {
	case '(':
		return r.function(items, i, stop, end)
	case '{':
		r.variable(items)
		if r.kind(stop-1) == wordToken && loud(r.word(stop-1)) && len(items) == 1 {
			r.declarations(stop+1, r.inside(stop, end), false)
			return r.past(stop, end)
		}
	default:
		r.variable(items)
		if class && r.kind(stop) == '=' {
			return r.fields(stop, end)
		}
	}
	return r.value(stop, end)
}

// fields passes over the values of members; of several in one declaration the grammar
// reads those of the last.
func (r *c) fields(p, end int) int {
	from := -1
	for p < end && r.kind(p) != ';' && r.kind(p) != '}' {
		switch k := r.kind(p); {
		case k == '=' && from < 0:
			from = p
		case k == ',' && from >= 0:
			r.erase(from, p)
			from = -1
		case k == '(' || k == '[' || k == '{':
			p = r.value1(p, end)
			continue
		}
		p++
	}
	return min(p+1, end)
}

// space is a namespace: of several words before its brace the last is its name.
func (r *c) space(i, end int) int {
	names, p := []int{}, i+1
	for ; p < end && r.kind(p) != '{' && r.kind(p) != ';' && r.kind(p) != '='; p++ {
		switch {
		case r.kind(p) == '[' || r.kind(p) == '(':
			p = r.past(p, end) - 1
		case r.word(p) != "" && r.kind(p+1) == '(' && !called[r.word(p)]:
			next := r.past(p+1, end)
			r.erase(p, next)
			p = next - 1
		case r.kind(p) == scopeToken && len(names) > 0:
			p++
		case r.word(p) != "" && r.word(p) != "inline":
			names = append(names, p)
		}
	}
	if r.kind(p) != '{' {
		return r.statementEnd(p, end)
	}
	for _, n := range names[:max(0, len(names)-1)] {
		r.erase(n, n+1)
	}
	r.declarations(p+1, r.inside(p, end), false)
	return r.past(p, end)
}

// manyWords is more than the words of a declaration are.
const manyWords = 40

// items reads the words of a declaration up to its brackets, value or end. next is what
// follows where it turns out to be a class with its body, else 0.
func (r *c) items(i, end int, class bool) (items []item, stop, next int) {
	defined := false
	for p := i; p < end; {
		if len(items) > manyWords {
			return nil, p, 0
		}
		switch k, word := r.kind(p), r.word(p); {
		case k == '[' && r.kind(p+1) == '[':
			p = r.past(p, end)
		case k == '*' || k == '&' || k == bothToken || k == '^':
			items = append(items, item{p, p + 1, pointerItem})
			p++
		case k == '~':
			p++
		case k == scopeToken:
			p++
		case word == "":
			return items, p, 0
		case called[word] || typing[word]:
			from := p
			if p++; r.kind(p) == '(' {
				p = r.past(p, end)
			}
			if typing[word] {
				items = append(items, item{from, p, typeItem})
			}
		case word == "operator":
			q := p + 1
			if r.kind(q) == '(' && r.kind(q+1) == ')' {
				q += 2
			}
			for q < end && r.kind(q) != '(' && r.kind(q) != ';' && r.kind(q) != '{' {
				q++
			}
			if q < end && q > p+1 {
				r.fill(p, q)
			}
			return append(items, item{p, q, otherItem}), q, 0
		case classes[word]:
			q, body := r.class(p, end)
			if body {
				defined = true
			} else {
				items = append(items, item{p, q, typeItem})
			}
			if p = q; body {
				return r.afterBody(items, i, p, end)
			}
		case qualifying[word]:
			items = append(items, item{p, p + 1, otherItem})
			p++
		case basic[word]:
			items = append(items, item{p, p + 1, typeItem})
			p++
		case !defined && r.kind(p+1) == '(' && len(items) == 0 && !class && r.kind(r.past(p+1, end)) == wordToken && !trailing[r.word(r.past(p+1, end))]:
			next := r.past(p+1, end)
			r.erase(p, next)
			p = next
		default:
			q, sure := r.qualified(p, end)
			kind := byte(nameItem)
			if sure {
				kind = typeItem
			}
			items = append(items, item{p, q, kind})
			p = q
		}
	}
	return items, end, 0
}

// fill writes the name of an operator, from..to, as one word: the grammar does not know
// all of them everywhere.
func (r *c) fill(from, to int) {
	r.change()
	for k := r.t[from].to; k < r.t[to-1].to; k++ {
		if r.out[k] != '\n' {
			r.out[k] = '_'
		}
	}
}

// qualified passes over a name with what qualifies it and its template's arguments. It
// is surely a type, or the whole name of a member, where there are any.
func (r *c) qualified(p, end int) (next int, sure bool) {
	p++
	for p < end {
		switch {
		case r.kind(p) == '<' && r.cpp:
			q := r.angles(p, end)
			if q == 0 {
				return p, sure
			}
			p, sure = q, true
		case r.kind(p) == scopeToken && r.word(p+1) != "" && r.word(p+1) != "operator":
			p, sure = p+2, true
		case r.kind(p) == scopeToken:
			return p + 1, true
		default:
			return p, sure
		}
	}
	return p, sure
}

// longAngles bounds how far the arguments of a template are followed, in tokens.
const longAngles = 400

// angles is what follows the template's arguments that open at p, 0 where those are
// none.
func (r *c) angles(p, end int) int {
	depth := 0
	for q := p; q < min(end, p+longAngles); q++ {
		switch r.kind(q) {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return q + 1
			}
		case '(', '[':
			q = r.past(q, end) - 1
		case ';', '{', '}':
			return 0
		}
	}
	return 0
}

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

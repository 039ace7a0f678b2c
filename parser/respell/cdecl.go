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
	if class {
		if next := r.access(i); next > i {
			return next
		}
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

// access passes over who may see the members that follow, in the words of C++ or of a
// macro: "public:", "public slots:", "signals:".
func (r *c) access(i int) int {
	word := r.word(i)
	known := word == "public" || word == "private" || word == "protected"
	switch {
	case r.kind(i+1) == ':':
		if !known {
			r.erase(i, i+2)
		}
		return i + 2
	case known && r.kind(i+2) == ':' && r.word(i+1) != "":
		r.erase(i+1, i+2)
		return i + 3
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
	items, stop, next := r.items(i, end)
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
			p = r.step(p, end)
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
func (r *c) items(i, end int) (items []item, stop, next int) {
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
			q := r.operatorName(p, end)
			return append(items, item{p, q, otherItem}), q, 0
		case classes[word]:
			q, body := r.class(p, end)
			if body {
				return r.afterBody(items, i, q, end)
			}
			items = append(items, item{p, q, typeItem})
			p = q
		case qualifying[word]:
			items = append(items, item{p, p + 1, otherItem})
			p++
		case basic[word]:
			items = append(items, item{p, p + 1, typeItem})
			p++
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

// operatorName writes the name of an operator that is declared as one word, and returns
// what follows it.
func (r *c) operatorName(p, end int) int {
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
	return q
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

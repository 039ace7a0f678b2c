package respell

// c reads the tokens of C or C++.
type c struct {
	*editor
	t    []token
	mate []int32
	cpp  bool
	// depth is how deep in brackets the reader stands.
	depth int
}

// maxDepth is deeper than code nests; what is deeper is not read.
const maxDepth = 200

// deeper reads what stands in brackets.
func (r *c) deeper(read func(i, end int), i, end int) {
	if r.depth >= maxDepth {
		return
	}
	r.depth++
	read(i, end)
	r.depth--
}

// respellC makes readable what the preprocessor makes valid: conditionals that cut
// through statements, and macros where the grammar wants none: attributes among the
// words of a declaration, statements without an end, loops, types as arguments.
func respellC(e *editor, cpp bool) {
	list := resolve(e, tokens(e.mask, e.src))
	r := &c{editor: e, t: list, mate: pair(list), cpp: cpp}
	r.members()
	r.guessed()
	r.declarations(0, len(list), false)
}

// guessed gives a variable of C that takes its type from its value one (C23).
func (r *c) guessed() {
	for i := range r.t {
		if !r.cpp && r.word(i) == "auto" && r.word(i+1) != "" && r.kind(i+2) == '=' {
			r.put(r.t[i].from, r.t[i].to, "int")
		}
		if r.cpp && r.word(i) == "noexcept" && r.kind(i+1) == arrowToken {
			r.erase(i, i+1) // of a lambda
		}
	}
}

// members writes pointers to members as pointers: "A::*f" as "*f".
func (r *c) members() {
	for i := range r.t {
		if r.kind(i+1) == '*' && (r.kind(i) == arrowToken || r.kind(i) == '.') {
			r.erase(i+1, i+2) // what is pointed to, of an object
		}
		if r.kind(i) != scopeToken || r.kind(i+1) != '*' {
			continue
		}
		from := i
		for from > 0 && (r.word(from-1) != "" && r.kind(from) == scopeToken || r.kind(from-1) == scopeToken) {
			from--
		}
		r.erase(from, i+1)
	}
}

// word is the token's text where it is a word, "" for any other.
func (r *c) word(i int) string {
	if i < 0 || i >= len(r.t) || r.t[i].kind != wordToken {
		return ""
	}
	return string(r.mask[r.t[i].from:r.t[i].to])
}

func (r *c) kind(i int) byte {
	if i < 0 || i >= len(r.t) {
		return 0
	}
	return r.t[i].kind
}

// past is what follows the bracket that opens at i, end where it is not closed there.
func (r *c) past(i, end int) int {
	if m := int(r.mate[i]); m >= i && m < end {
		return m + 1
	}
	return end
}

// inside is the end of what stands in the bracket that opens at i.
func (r *c) inside(i, end int) int {
	if m := int(r.mate[i]); m >= i && m < end {
		return m
	}
	return end
}

// erase makes blanks of the tokens from..to-1.
func (r *c) erase(from, to int) {
	if from < to {
		r.blank(r.t[from].from, r.t[to-1].to)
	}
}

// ends reports whether a line ends behind token i.
func (r *c) ends(i int) bool {
	if i+1 >= len(r.t) {
		return true
	}
	for _, b := range r.mask[r.t[i].to:r.t[i+1].from] {
		if b == '\n' {
			return true
		}
	}
	return false
}

// loud reports whether a word is written as macros are: in capitals.
func loud(word string) bool {
	letters := 0
	for i := range len(word) {
		switch b := word[i]; {
		case 'a' <= b && b <= 'z', b >= 0x80:
			return false
		case 'A' <= b && b <= 'Z':
			letters++
		}
	}
	return letters > 1
}

// reserved reports whether a name is kept for compilers and systems, which use it for
// attributes where it stands beside others.
func reserved(word string) bool {
	return len(word) > 2 && word[0] == '_' && (word[1] == '_' || 'A' <= word[1] && word[1] <= 'Z')
}

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// The words that the languages reserve, by what they are in a declaration.
var (
	basic = set("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool", "auto",
		"wchar_t", "char8_t", "char16_t", "char32_t", "_Complex", "__int128", "size_t")
	qualifying = set("static", "extern", "inline", "const", "volatile", "register", "typedef", "constexpr", "consteval", "constinit",
		"virtual", "explicit", "friend", "mutable", "thread_local", "_Thread_local", "restrict", "typename", "__inline", "__inline__",
		"__restrict", "__restrict__", "__extension__", "_Noreturn", "__const", "__volatile__", "__thread", "__forceinline")
	classes = set("class", "struct", "union", "enum")
	// called are those that take brackets and are no name.
	called = set("__attribute__", "__declspec", "alignas", "_Alignas", "_Atomic", "noexcept", "explicit", "throw", "asm", "__asm__", "__asm")
	typing = set("decltype", "typeof", "__typeof__", "__typeof")
	// trailing may stand behind the parameters of a function.
	trailing = set("const", "volatile", "noexcept", "override", "final", "try", "throw", "requires", "mutable", "restrict",
		"asm", "__asm__", "__asm", "__attribute__", "alignas")
	control = set("if", "for", "while", "switch", "catch", "else", "do", "try", "case", "default", "return", "goto", "break", "continue",
		"throw", "co_return", "co_await", "co_yield", "sizeof", "new", "delete", "alignof", "_Alignof", "static_assert", "_Static_assert",
		"using", "namespace", "template", "asm", "__asm__", "__asm", "this", "operator", "not", "and", "or", "xor", "_Generic",
		"static_cast", "const_cast", "dynamic_cast", "reinterpret_cast", "concept", "requires", "export", "import", "module")
	heading = set("if", "for", "while", "switch", "catch")
	// operating words join two values, as operators do.
	operating = set("and", "or", "xor", "bitand", "bitor", "and_eq", "or_eq", "xor_eq", "not_eq", "not", "compl", "in")
)

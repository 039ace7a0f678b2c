package hydrate

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ordinaryWords are English words, without their endings, that people who work
// on programs use in plain sentences.
//
//go:embed ordinary.txt
var ordinaryWords string

var english = sync.OnceValue(func() []string {
	list := strings.Fields(ordinaryWords)
	slices.Sort(list)
	return list
})

// endings are those of English words, and what stands for them in the word
// without.
var endings = []struct {
	end  string
	base []string
}{
	{"s", []string{""}}, {"es", []string{""}}, {"ies", []string{"y"}},
	{"ed", []string{"", "e"}}, {"ied", []string{"y"}},
	{"ing", []string{"", "e"}}, {"ings", []string{"", "e"}},
	{"er", []string{"", "e"}}, {"ers", []string{"", "e"}}, {"or", []string{"", "e"}}, {"ors", []string{"", "e"}},
	{"est", []string{"", "e"}}, {"ier", []string{"y"}}, {"iest", []string{"y"}},
	{"ly", []string{"", "le", "e"}}, {"ily", []string{"y"}}, {"ally", []string{""}}, {"al", []string{"", "e"}},
	{"ion", []string{"", "e"}}, {"ions", []string{"", "e"}}, {"ation", []string{"", "e"}}, {"ations", []string{"", "e"}},
	{"ment", []string{""}}, {"ments", []string{""}}, {"ness", []string{""}}, {"ful", []string{""}}, {"less", []string{""}},
	{"able", []string{"", "e"}}, {"ive", []string{"", "e"}},
}

// ordinary reports whether a lower-case word is plain English as well, so that a
// prompt that holds it need not mean the symbol of that name. Of other languages
// nothing is known; a single letter is ordinary in all of them.
func ordinary(word string) bool {
	if len(word) == 1 || isEnglish(word) {
		return true
	}
	for _, e := range endings {
		stem, ok := strings.CutSuffix(word, e.end)
		if !ok || len(stem) < 2 {
			continue
		}
		for _, base := range e.base {
			if isEnglish(stem + base) {
				return true
			}
		}
		if n := len(stem); n > 3 && stem[n-1] == stem[n-2] && isEnglish(stem[:n-1]) { // stopped
			return true
		}
	}
	for _, head := range []string{"un", "re", "pre", "non", "dis", "mis", "over"} { // "unused", and not "unpack"
		if rest, ok := strings.CutPrefix(word, head); ok && qualifies(word) && len(rest) > 3 {
			return ordinary(rest)
		}
	}
	return false
}

// qualifies reports whether a word has an ending that says how something is.
func qualifies(word string) bool {
	return strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "able") || strings.HasSuffix(word, "ing")
}

func isEnglish(word string) bool {
	_, ok := slices.BinarySearch(english(), word)
	return ok
}

// kinds are nouns that make a name of the word beside them: "the function run",
// "the run method".
var kinds = []string{
	"class", "constant", "def", "enum", "fn", "func", "function", "interface", "macro", "method", "procedure", "routine", "struct",
	"subroutine", "trait", "variable",
}

// grammar are words that follow a kind without being its name.
var grammar = []string{
	"a", "an", "and", "are", "as", "at", "be", "body", "by", "call", "can", "could", "definition", "do", "does", "for", "from", "has",
	"have", "here", "if", "in", "into", "is", "it", "its", "name", "not", "of", "on", "or", "should", "so", "that", "the", "then",
	"there", "these", "this", "those", "to", "type", "was", "were", "when", "where", "which", "will", "with", "without", "would",
}

func listed(list []string, word string) bool {
	_, ok := slices.BinarySearch(list, word)
	return ok
}

// besideKind reports whether the word [start, end) stands beside a noun that
// makes a name of it.
func besideKind(s string, start, end int) bool {
	text := s[start:end]
	if listed(kinds, text) {
		return false
	}
	before := strings.TrimRight(s[max(0, start-20):start], " ")
	if len(before) < start && !strings.HasSuffix(s[:start], " ") {
		return false
	}
	if listed(kinds, before[lastWord(before):]) {
		return !listed(grammar, text)
	}
	after, spaced := strings.CutPrefix(s[end:min(len(s), end+20)], " ")
	n := 0
	for n < len(after) && class[after[n]] == lower {
		n++
	}
	return spaced && listed(kinds, after[:n]) && !listed(determiners, text)
}

// determiners precede a kind without being the name of one.
var determiners = []string{
	"a", "all", "an", "another", "any", "big", "both", "each", "entire", "every", "existing", "few", "first", "following", "helper",
	"its", "large", "last", "long", "main", "many", "my", "new", "next", "no", "old", "one", "only", "other", "our", "own", "private",
	"public", "same", "second", "separate", "short", "simple", "single", "small", "some", "static", "such", "test", "that", "the",
	"their", "these", "this", "those", "two", "utility", "which", "whole", "your",
}

// lastWord returns where the last lower-case word of s begins.
func lastWord(s string) int {
	n := len(s)
	for n > 0 && class[s[n-1]] == lower {
		n--
	}
	return n
}

// besideFile notes an ordinary word that ends at i before the file which defines
// it: "run in pool.go", "run (pool.go)".
func (sc *scanner) besideFile(n *name, i int) bool {
	rest := strings.TrimLeft(sc.s[i:min(len(sc.s), i+maxBeside)], "`'\"")
	link := beside.FindString(rest)
	if link == "" {
		return false
	}
	rest = rest[len(link):]
	if k := strings.IndexAny(rest, " \t\r\n,;:)`'\"?!"); k >= 0 {
		rest = rest[:k]
	}
	f := sc.file(strings.TrimRight(rest, "."))
	return f != nil && sc.found.nameIn(n, f, ByKey)
}

// maxBeside bounds, in bytes, what is read behind a word.
const maxBeside = 300

var beside = regexp.MustCompile("^(?: (?:in|from|of|at|inside|within|under) (?:the )?(?:file |module )?| \\()[`'\"]?@?\\b")

// traced notes the function that the frame of a stack trace names behind its
// file, whose path ends at i, and returns i.
func (sc *scanner) traced(f *file, i int) int {
	if i < len(sc.s) && (sc.s[i] == '"' || sc.s[i] == ':') {
		if m := frame.FindStringSubmatch(line(sc.s[i:min(len(sc.s), i+maxBeside)])); m != nil {
			if n := sc.x.name(m[1]); n != nil {
				sc.found.nameIn(n, f, ByKey)
			}
		}
	}
	return i
}

var frame = regexp.MustCompile(`^"?(?:, line |:)\d+(?::\d+)?[:,]? in ([\w.]+)`)

// verbs open instructions ("Add a timeout") and are names of functions too.
// Where one opens a sentence, it is prose.
var verbs = []string{
	"Add", "Allow", "Apply", "Avoid", "Build", "Change", "Check", "Clean", "Compare", "Convert", "Copy", "Create",
	"Debug", "Define", "Delete", "Describe", "Do", "Document", "Ensure", "Explain", "Extend", "Extract", "Find",
	"Fix", "Format", "Generate", "Get", "Give", "Handle", "Help", "Implement", "Improve", "Include", "Insert",
	"Keep", "Let", "List", "Load", "Log", "Look", "Make", "Merge", "Move", "New", "Optimize", "Parse", "Print",
	"Put", "Read", "Refactor", "Register", "Remove", "Rename", "Replace", "Return", "Review", "Rewrite", "Run",
	"Save", "Search", "Send", "Set", "Should", "Show", "Simplify", "Skip", "Sort", "Split", "Start", "Stop",
	"Tell", "Test", "Try", "Update", "Use", "Validate", "Verify", "Wait", "Wrap", "Write",
}

func isVerb(text string) bool { return listed(verbs, text) }

// opensSentence reports whether a word at i begins the text, a line, a list item or
// a sentence.
func opensSentence(s string, i int) bool {
	for n := range 8 {
		if i == 0 || s[i-1] == '\n' {
			return true
		}
		switch s[i-1] {
		case '.', '!', '?', ':':
			return n > 0 // "x.Get" is no end of a sentence
		case ' ', '\t', '*', '-', ')', '>', '#':
			i--
		default:
			return false
		}
	}
	return false
}

package hydrate

import "slices"

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

func isVerb(text string) bool {
	_, ok := slices.BinarySearch(verbs, text)
	return ok
}

// opensSentence tells that a word at i begins the text, a line, a list item or
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

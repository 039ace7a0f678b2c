package author

import "strings"

// ownWordTags are elements that clients put around the user's own words.
var ownWordTags = map[string]bool{"task": true, "feedback": true, "answer": true, "question": true, "prompt": true}

// ownWords reports whether an element is one that clients put around the user's
// own words: known by its name, or by one that says what the user did.
func ownWords(name string) bool {
	if ownWordTags[name] || name == "" || name[0]|0x20 != 'u' && name[0]|0x20 != 'h' {
		return ownWordTags[name]
	}
	name = strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	for _, who := range []string{"user", "human"} {
		switch what, is := strings.CutPrefix(name, who); what {
		case "message", "query", "input", "request", "prompt", "question", "task", "text", "feedback", "answer", "reply", "response":
			return is
		}
	}
	return false
}

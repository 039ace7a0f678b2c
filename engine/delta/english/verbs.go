package english

import "strings"

// VerbClass is what a verb means for the state of work. A verb may be in
// several.
type VerbClass uint8

// The classes of verbs.
const (
	// Work makes or changes a deliverable: an imperative of it opens a task.
	Work VerbClass = 1 << iota
	// Ask wants information, an opinion or a passing action: it opens nothing.
	Ask
	// Choose settles between options: an imperative of it is a decision.
	Choose
	// Drop takes something out of force.
	Drop
	// Saying reports what somebody said.
	Saying
	// Mind is an attitude: what follows is no plain fact.
	Mind
	// State describes how things are.
	State
	// Wait puts off.
	Wait
)

// Form is the inflection of a verb's form; one spelling may be several.
type Form uint8

// The forms.
const (
	Base   Form = 1 << iota // write
	Third                   // writes
	Past                    // wrote
	Part                    // written
	Gerund                  // writing
)

// Verb is what is known of a verb's form.
type Verb struct {
	Lemma string
	Class VerbClass
	Form  Form
}

// verbClasses are the classes by their names in words.txt, in their order.
const verbClasses = "Work Ask Choose Drop Saying Mind State Wait"

// inflect notes all forms of the verbs, and which words make a clause finite. A verb
// of two words ("set up"), which the table writes with an underscore, has none.
func (v *vocabulary) inflect(tables map[string]string) {
	irregular := pairs(tables["=irregular"])
	for i, class := range strings.Fields(verbClasses) {
		for _, base := range strings.Fields(tables["verbs "+class]) {
			if strings.ContainsRune(base, '_') {
				continue
			}
			past, part, known := strings.Cut(irregular[base], " ")
			if !known {
				past = regularPast(base)
				part = past
			}
			for k, form := range [...]string{base, third(base), past, part, gerund(base)} {
				l := v.note(form)
				if l.verb.Lemma == "" || k == 0 {
					l.verb.Lemma = base
				}
				l.verb.Class |= 1 << i
				l.verb.Form |= 1 << k
			}
		}
	}
}

func third(w string) string {
	switch {
	case w == "be":
		return "is"
	case w == "have":
		return "has"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "sh"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "o"), strings.HasSuffix(w, "z"):
		return w + "es"
	case endsInConsonantY(w):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

func regularPast(w string) string {
	switch {
	case strings.HasSuffix(w, "e"):
		return w + "d"
	case endsInConsonantY(w):
		return w[:len(w)-1] + "ied"
	case doubles(w):
		return w + w[len(w)-1:] + "ed"
	}
	return w + "ed"
}

func gerund(w string) string {
	switch {
	case strings.HasSuffix(w, "ie"):
		return w[:len(w)-2] + "ying"
	case strings.HasSuffix(w, "e") && !strings.HasSuffix(w, "ee") && w != "be":
		return w[:len(w)-1] + "ing"
	case doubles(w):
		return w + w[len(w)-1:] + "ing"
	}
	return w + "ing"
}

func endsInConsonantY(w string) bool {
	n := len(w)
	return n > 2 && w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2]))
}

// doubles reports whether a short verb doubles its last consonant: drop, dropped.
func doubles(w string) bool {
	n := len(w)
	if n < 3 || strings.ContainsRune("aeiouwxyh", rune(w[n-1])) || !strings.ContainsRune("aeiou", rune(w[n-2])) {
		return false
	}
	if strings.ContainsRune("aeiou", rune(w[n-3])) {
		return false
	}
	vowels := 0
	for _, r := range w {
		if strings.ContainsRune("aeiou", r) {
			vowels++
		}
	}
	return vowels == 1 || w == "debug" || w == "refer" || w == "forget" || w == "begin" || w == "prefer"
}

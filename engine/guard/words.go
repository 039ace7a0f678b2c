package guard

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/parser/source"
)

// Refused is the first line of every reason. Clients pass it to the model as the
// result of the call, and package call takes that for a call that failed.
const Refused = "holdfast refused this call: nothing was written."

// advice tells the model what to do about a kind of fault.
var advice = map[Kind]string{
	Incomplete: "A tool writes exactly what you send. Send the complete code, or an edit of only the lines that change.",
	Lost: "To change one function, send an edit of that function only. To rewrite the file, send all of it with every symbol that stays. " +
		"To delete a symbol, send an edit whose old text is that symbol.",
	Collapsed: "Send the whole definition, or an edit of only the lines that change.",
	Broken:    "Correct the syntax, and check that nothing was cut off.",
	Unseen:    "Read the file again, and make your change in what it holds now.",
	Repeated:  "It will give the same result again. Look at what the last result said, and do something else.",
}

// mostFaults bounds how many faults a reason tells of.
const mostFaults = 4

// reason is what the model is told.
func reason(v Verdict) string {
	var b strings.Builder
	b.WriteString(Refused)
	told := map[Kind]bool{}
	for i, f := range v.Faults {
		if i < mostFaults {
			b.WriteString("\n- " + said(f))
		} else if i == mostFaults {
			fmt.Fprintf(&b, "\n- and %d more", len(v.Faults)-mostFaults)
		}
	}
	for _, f := range v.Faults {
		if !told[f.Kind] {
			told[f.Kind] = true
			b.WriteString("\n" + advice[f.Kind])
		}
	}
	return b.String()
}

// Told is what a client is told of a decision: the reason for the model, and for the
// operator how to overrule it.
func Told(v Verdict, d Decision, id string) string {
	if d == Warn {
		return "holdfast let this call run, and warns of it:" + strings.TrimPrefix(v.Reason, Refused)
	}
	return v.Reason + "\n(Only the user can overrule this: holdfast guard allow " + id + ")"
}

// summary is what the operator sees of it on one line.
func summary(v Verdict) string {
	f := v.Faults[0]
	text := said(f)
	if n := len(v.Faults) - 1; n > 0 {
		text += fmt.Sprintf(" (and %s)", counted(n, "other fault"))
	}
	return text
}

// said is a fault in words, with what it is about.
func said(f Fault) string {
	if f.Path == "" {
		return f.Detail
	}
	return place(f) + ": " + f.Detail
}

// place is what a fault is about, in the file that it stands in.
func place(f Fault) string {
	var names []string
	for _, name := range f.Symbols {
		if name != source.Whole {
			names = append(names, name)
		}
	}
	return strings.Join(append([]string{f.Path}, shortened(names)...), ", ")
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// few counts many and names some.
func few(names []string) string {
	return fmt.Sprintf("%d: %s", len(names), strings.Join(shortened(names), ", "))
}

// shortened are the first of many names, and how many more there are.
func shortened(names []string) []string {
	const most = 6
	if len(names) <= most {
		return names
	}
	last := fmt.Sprintf("%s and %d more", names[most-1], len(names)-most)
	return append(slices.Clone(names[:most-1]), last)
}

func clip(s string) string {
	const most = 60
	if r := []rune(strings.TrimSpace(s)); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.TrimSpace(s)
}

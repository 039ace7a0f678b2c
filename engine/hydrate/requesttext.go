package hydrate

import (
	"iter"
	"slices"
	"strings"

	"holdfast/parser/source"
)

// RequestText is what a request itself says, as far as code is looked for in it:
// files that a client put into a message, results of tools, what was pasted or
// answered before. What stands there word for word need not be put in again, and
// the model has seen it (product 11, 14).
type RequestText struct {
	texts []string // without carriage returns
}

// NewRequestText takes the texts of a request, the newest first, as far back as
// reach bytes.
func NewRequestText(texts iter.Seq[string], reach int) *RequestText {
	t := &RequestText{}
	for text := range texts {
		if reach <= 0 {
			break
		}
		whole := len(text) <= reach
		if !whole {
			_, text, _ = strings.Cut(text[len(text)-reach-1:], "\n") // a part of a line is none
		}
		if reach -= len(text); !whole {
			reach = 0
		}
		if strings.IndexByte(text, '\r') >= 0 {
			text = strings.ReplaceAll(text, "\r\n", "\n")
		}
		if text != "" {
			t.texts = append(t.texts, text)
		}
	}
	return t
}

// Bounds on the places of the texts that are compared with a code, and on the
// bytes that are compared in all but the last of them.
const maxPlaces, maxCompared = 256, 128 << 10

// Holds reports whether the code stands in the request: all of its lines one
// behind the other, whatever blank lines are between them, as they are indented
// or all of them by the same less or more, with or without numbers before them. A
// fence may close on the last of them: clients show a file so whose last line has no
// end.
func (t *RequestText) Holds(code string) bool {
	if len(t.texts) == 0 {
		return false
	}
	lines, indent, first := codeLines(code)
	if first == "" {
		return false
	}
	compared := 0
	for _, text := range t.texts {
		for at, tries := 0, 0; tries < maxPlaces && compared < maxCompared; tries++ {
			n := strings.Index(text[at:], first)
			if n < 0 {
				break
			}
			at += n
			begins := strings.LastIndexByte(text[:at], '\n') + 1
			own, rest, _ := strings.Cut(text[at+len(first):], "\n")
			if f, ok := formOf(text[begins:at], indent); ok && ends(own, "", lines) {
				left, ok := f.follows(rest, lines)
				if ok {
					return true
				}
				compared += len(lines) - left
			}
			at++
		}
	}
	return false
}

// Texts are the texts that it looks at, the newest first, without carriage returns.
// Do not modify them.
func (t *RequestText) Texts() []string { return t.texts }

// HoldsParts is Holds for what a file holds outside of its symbols: its parts, which
// blank lines tell from one another, stand in the file wherever they do.
func (t *RequestText) HoldsParts(rest string) bool {
	some := false
	for part := range strings.SplitSeq(strings.TrimSpace(rest), "\n\n") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		if some = t.Holds(part); !some {
			return false
		}
	}
	return some
}

// Begins reports whether the first line of the code stands in the request.
func (t *RequestText) Begins(code string) bool {
	_, _, first := codeLines(code)
	return first != "" && t.says(first)
}

// MayHold reports whether the request can hold the code of a block at all.
func (t *RequestText) MayHold(b *Block) bool { return b.First == "" || t.says(b.First) }

// Names reports whether the request says the last part of an entity's name. What its
// whole file, or the rest of one, is called says nothing of it.
func (t *RequestText) Names(e Entity) bool {
	return e.Symbol == source.Whole || t.says(e.Symbol[strings.LastIndexByte(e.Symbol, '.')+1:])
}

func (t *RequestText) says(words string) bool {
	return slices.ContainsFunc(t.texts, func(text string) bool { return strings.Contains(text, words) })
}

// codeLines returns the first line of a code that is not blank, with its
// indentation, and the text of those behind it.
func codeLines(code string) (rest, indent, first string) {
	for code != "" && first == "" {
		var line string
		line, code, _ = strings.Cut(code, "\n")
		first = strings.TrimLeft(line, " \t")
		indent, first = line[:len(line)-len(first)], strings.TrimRight(first, " \t\r")
	}
	return code, indent, first
}

// ends reports whether a line of a text is that of a code behind which only rest is
// left.
func ends(got, want, rest string) bool {
	if got = strings.TrimRight(got, " \t\r"); got == want {
		return true
	}
	behind, ok := strings.CutPrefix(got, want)
	return ok && strings.HasPrefix(behind, fenceMark) && strings.TrimSpace(rest) == ""
}

const fenceMark = "```"

func isBlank(s string) bool { return strings.Trim(s, " \t\r") == "" }

// form is how a text writes the lines of a code.
type form struct {
	numbered bool
	mark     string // between a line's number and the line
	less     string // indentation that it leaves out
	more     string // indentation that it adds
}

// marks stand behind the number of a line.
var marks = []string{"→", "\t", ": ", ":", " | ", "| ", " |", "|"}

// formOf tells the form by what stands before the first line.
func formOf(before, indent string) (f form, ok bool) {
	if digits := strings.TrimLeft(before, " "); digits != "" && digits[0] >= '0' && digits[0] <= '9' {
		rest := strings.TrimLeft(digits, "0123456789")
		for _, m := range marks {
			if rest == m+indent {
				return form{numbered: true, mark: m}, true
			}
		}
		return f, false
	}
	if !isBlank(before) {
		return f, false
	}
	if less, found := strings.CutSuffix(indent, before); found {
		return form{less: less}, true
	}
	more, found := strings.CutSuffix(before, indent)
	return form{more: more}, found
}

// line takes a line of a text in this form apart; ok is false for one that is not
// in it.
func (f *form) line(s string) (text string, ok bool) {
	s = strings.TrimRight(s, " \t\r")
	if !f.numbered || s == "" {
		return s, true
	}
	s = strings.TrimLeft(s, " ")
	rest := strings.TrimLeft(s, "0123456789")
	if len(rest) == len(s) {
		return "", false
	}
	if text, ok = strings.CutPrefix(rest, f.mark); !ok {
		return "", rest == strings.TrimRight(f.mark, " \t")
	}
	return text, true
}

// follows reports whether a text begins with the lines of a code, and how many
// bytes of the code were left when that was known.
func (f *form) follows(text, code string) (left int, yes bool) {
	for {
		want := ""
		for want == "" {
			if code == "" {
				return 0, true
			}
			want, code, _ = strings.Cut(code, "\n")
			want = strings.TrimRight(want, " \t\r")
		}
		want, ok := strings.CutPrefix(want, f.less)
		if !ok {
			return len(code), false
		}
		got := ""
		for got == "" {
			if text == "" {
				return len(code), false
			}
			got, text, _ = strings.Cut(text, "\n")
			if got, ok = f.line(got); !ok {
				return len(code), false
			}
		}
		if rest, ok := strings.CutPrefix(got, f.more); !ok || !ends(rest, want, code) {
			return len(code), false
		}
	}
}

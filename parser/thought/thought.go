package thought

import (
	"bytes"
	"strings"

	"holdfast/parser/pattern"
)

// word is what thoughts are called, with what templates put before and behind it:
// think, thinking, seed:think, antThinking, begin_of_thought, START_THINKING.
const word = `(?:[a-z]+[:_-])*(?:ant)?(?:think(?:ing)?|thoughts?|reasoning|scratchpad)(?:[:_-][a-z]+)*`

// dress is one way of setting marks off from the text. A mark with attributes stands
// in one line.
type dress struct {
	name       string
	begin      string // with which an opening mark begins, in lower case
	open, ends *pattern.Regexp
	anywhere   *pattern.Regexp // open, not only at the beginning
	// lone reports whether an end without a beginning ends what the template began.
	lone bool
}

func dressed(name, begin, open, ends string, lone bool) dress {
	return dress{name, begin, pattern.New(`^(?i:` + open + `)`), pattern.New(`(?i:` + ends + `)`), pattern.New(`(?i:` + open + `)`), lone}
}

var dresses = []dress{
	dressed("element", "<", `<`+word+`(?:[ \t][^<>\n]{0,200})?>`, `</`+word+`\s*>`, true),
	dressed("bracket", "[", `\[`+word+`\]`, `\[/`+word+`\]`, true),
	dressed("token", "<|", `<\|`+word+`\|>`, `<\|(?:/|end_?(?:of_)?)`+word+`\|>`, true),
	dressed("triangle", "◁", `◁`+word+`▷`, `◁/`+word+`▷`, true),
	dressed("channel", "<|channel", `<\|channel\|?>\s*[a-z_]+`, `<channel\|>|<\|(?:end|return|call|start)\|>|<\|channel\|?>\s*final`, false),
	dressed("gemma", "<unused", `<unused\d+>\s*`+word, `<unused\d+>`, false),
	dressed("details", "<details", `<details[ \t][^<>\n]{0,200}type\s*=\s*["']?reasoning\b[^<>\n]{0,200}>`, `</details\s*>`, false),
}

var (
	// said is the channel of which everything is for the user.
	said = pattern.New(`(?i)^<\|channel\|?>\s*final`)
	// spoken is the mark behind which a reply in channels begins.
	spoken = pattern.New(`(?i)<\|channel\|?>\s*final\s*(?:<\|message\|>)?`)
	// leftover are the marks of a template that stand around what was said.
	leftover = pattern.New(`^(?:<\|(?:start|end|return|message)\|>(?:assistant\b)?|<\|channel\|>(?:final|commentary)?|<channel\|>)`)
	// stripped is a reply in channels of which the server took the marks away.
	stripped = pattern.New(`^analysis([A-Z'"]|we\b|need\b|the\b)`)
)

// assistantFinal is where its answer begins.
const assistantFinal = "assistantfinal"

// Span is a range of bytes.
type Span struct{ Start, End int }

// Spans lists the thoughts of a reply with their marks, in order. A thought ends at
// its end mark, or with the text. An end mark without a beginning ends one that
// began with the text: many templates put the beginning into the prompt.
func Spans(text []byte) []Span {
	var spans []Span
	from := 0
	if end := begunBefore(text); end > 0 {
		spans = append(spans, Span{0, end})
		from = end
	} else if spans = whenStripped(text); spans != nil {
		return spans
	}
	s := scanner{text: text, at: from, never: map[string]bool{}}
	for {
		span, ok := s.next()
		if !ok {
			return spans
		}
		spans = append(spans, span)
		s.at = span.End
	}
}

// Blank overwrites the thoughts of a text with blanks, so that offsets stay; what
// follows one begins a line.
func Blank(text []byte) {
	for _, s := range Spans(text) {
		part := text[s.Start:s.End]
		for i := range part {
			if part[i] != '\n' {
				part[i] = ' '
			}
		}
		if len(part) > 0 {
			part[len(part)-1] = '\n'
		}
	}
}

// Without is a text without its thoughts. spoken is false where it is nothing else.
func Without(text string) (rest string, spoken bool) {
	if strings.IndexByte(text, '<') < 0 && strings.IndexByte(text, '[') < 0 && !strings.Contains(text, "◁") && !strings.Contains(text, assistantFinal) {
		return text, true
	}
	spans := Spans([]byte(text))
	if len(spans) == 0 {
		return text, true
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteByte('\n')
		at = s.End
	}
	b.WriteString(text[at:])
	rest = b.String()
	return rest, strings.TrimSpace(rest) != ""
}

// whenStripped is the thought of a reply in channels without its marks.
func whenStripped(text []byte) []Span {
	begin := bytes.TrimLeft(text, " \t\r\n")
	if !stripped.Match(begin[:min(len(begin), 64)]) {
		return nil
	}
	if i := bytes.Index(text, []byte(assistantFinal)); i >= 0 {
		return []Span{{0, i + len(assistantFinal)}}
	}
	return nil
}

// begunBefore is where a thought ends that began before the text, 0 for none.
func begunBefore(text []byte) int {
	if at := spoken.FindIndex(text); at != nil && outside(text, at[0]) {
		return at[1]
	}
	for _, d := range dresses {
		if !d.lone {
			continue
		}
		for _, at := range d.ends.FindAllIndex(text, mostEnds) {
			first := scanner{text: text[:at[0]], never: map[string]bool{}}
			if _, opened := first.next(); opened {
				break
			}
			if d.endsOne(text, at[0], at[1]) {
				return at[1]
			}
		}
	}
	return 0
}

// mostEnds is how many end marks are looked at that may be only spoken of.
const mostEnds = 4

// endsOne reports whether the end mark that is text[start:end] ends something, and
// is not only spoken of: it begins a line, or outside code stands behind a sentence
// or before a line's end. A thought may have left a fence open.
func (d *dress) endsOne(text []byte, start, end int) bool {
	before := bytes.TrimRight(lineBefore(text, start), " \t>")
	switch {
	case d.anywhere.Match(text[:start]):
		return false
	case len(before) == 0:
		return true
	case quoted(text, start, end) || !outside(text, start):
		return false
	}
	return endsLine(text[end:]) || ended(before)
}

// endsLine reports whether a text begins with blanks and the end of a line.
func endsLine(text []byte) bool {
	text = bytes.TrimLeft(text[:min(len(text), 64)], " \t\r")
	return len(text) == 0 || text[0] == '\n'
}

// ended reports whether a text ends a sentence.
func ended(text []byte) bool {
	return bytes.ContainsAny(text[len(text)-1:], ".!?:)*") || bytes.HasSuffix(text, []byte("。")) || bytes.HasSuffix(text, []byte("…"))
}

// lineBefore is what stands before an offset in its line, as much of it as matters.
func lineBefore(text []byte, at int) []byte {
	const most = 2048
	text = text[max(0, at-most):at]
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

// quoted reports whether a mark is spoken of: in backticks or quotes.
func quoted(text []byte, start, end int) bool {
	before := lineBefore(text, start)
	if bytes.Count(before, []byte("`"))%2 == 1 {
		return true
	}
	return start > 0 && end < len(text) && text[start-1] == text[end] && strings.IndexByte("\"'", text[end]) >= 0
}

// outside reports whether an offset stands in no fence.
func outside(text []byte, at int) bool {
	var f fence
	for line := range bytes.Lines(text[:at]) {
		f.take(line)
	}
	return f.marks == ""
}

// fence is the code fence that is open, "" for none.
type fence struct{ marks string }

// take follows the fences over one line, and reports whether it is one or stands in one.
func (f *fence) take(line []byte) bool {
	body := string(bytes.TrimLeft(bytes.TrimRight(line, "\r\n"), " \t>"))
	if f.marks != "" {
		if rest, has := strings.CutPrefix(body, f.marks); has && strings.Trim(rest, f.marks[:1]+" \t") == "" {
			f.marks = ""
		}
		return true
	}
	if strings.HasPrefix(body, "```") || strings.HasPrefix(body, "~~~") {
		f.marks = body[:len(body)-len(strings.TrimLeft(body, body[:1]))]
		if f.marks[0] == '`' && strings.Contains(body[len(f.marks):], "`") { // code in a line
			f.marks = ""
			return false
		}
		return true
	}
	return false
}

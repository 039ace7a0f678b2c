package read

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// reply is what a turn answers to one of several questions.
type reply struct {
	question int // its number, from 0
	text     string
}

// maxReplies bounds a turn that is looked through for replies, in bytes.
const maxReplies = 2000

// repliesIn are the answers of a turn that answers several questions in one go, by
// their numbers, by their names or in their order, and what else it says.
func (f *floor) repliesIn(said string) (found []reply, rest string) {
	if len(f.asked) < 2 || len(said) > maxReplies || strings.Contains(said, "```") {
		return nil, ""
	}
	said = strings.TrimSpace(strings.ReplaceAll(said, "\r", ""))
	if found, rest = f.counted(said); found != nil {
		return found, rest
	}
	stems := make([][]string, len(f.asked))
	for i, q := range f.asked {
		stems[i] = english.Content(q.text)
	}
	for _, cut := range []func(string) ([]string, string){byLines, bySentences, byCommas, byAnd, bySigns} {
		parts, rest := cut(said)
		if len(parts) < 2 || len(parts) > len(f.asked) {
			continue
		}
		if found := f.paired(parts, stems); found != nil {
			return found, rest
		}
	}
	return nil, ""
}

// byLines are the lines of an answer, without the signs of a list.
func byLines(said string) (parts []string, rest string) {
	head, rest, _ := strings.Cut(said, "\n\n")
	for line := range strings.SplitSeq(head, "\n") {
		if line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-*•–")); line != "" {
			parts = append(parts, line)
		}
	}
	return parts, rest
}

// bySentences are the sentences of an answer.
func bySentences(said string) (parts []string, rest string) {
	head, rest, _ := strings.Cut(said, "\n\n")
	for _, s := range english.Sentences(head) {
		parts = append(parts, s.Text)
	}
	return parts, rest
}

// byCommas are what commas part in the first sentence of an answer.
func byCommas(said string) (parts []string, rest string) {
	return fewWords(said, func(head string) []string {
		return strings.FieldsFunc(head, func(c rune) bool { return c == ',' || c == ';' })
	})
}

// byAnd are what commas or an "and" part in it.
func byAnd(said string) (parts []string, rest string) {
	return fewWords(said, func(head string) []string {
		for _, and := range []string{" and ", " & ", " + ", " / "} {
			head = strings.ReplaceAll(head, and, ",")
		}
		return strings.FieldsFunc(head, func(c rune) bool { return c == ',' || c == ';' })
	})
}

// bySigns are what any signs part in an answer of few words.
func bySigns(said string) (parts []string, rest string) {
	if len(strings.Fields(said)) > maxSigned {
		return nil, ""
	}
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(said, ". ", ","), func(c rune) bool { return c == ',' || c == ';' || c == '\n' || c == '!' }) {
		if part = strings.Trim(part, " ."); part != "" {
			parts = append(parts, part)
		}
	}
	return parts, ""
}

// maxSigned is how many words there are in such an answer.
const maxSigned = 16

// maxPart is how many words there are in what a comma parts from other answers.
const maxPart = 7

// fewWords cuts the first sentence of an answer into parts of a few words.
func fewWords(said string, cut func(string) []string) (parts []string, rest string) {
	end := len(said)
	for _, stop := range []string{". ", "! ", "? ", "\n"} {
		if i := strings.Index(said, stop); i >= 0 {
			end = min(end, i)
		}
	}
	for _, part := range cut(strings.TrimRight(said[:end], ".! ")) {
		part = strings.TrimSpace(part)
		part = strings.TrimSpace(strings.TrimPrefix(part, "and "))
		if n := len(strings.Fields(part)); n == 0 || n > maxPart {
			return nil, ""
		}
		parts = append(parts, part)
	}
	return parts, strings.TrimLeft(said[end:], ".!? \n")
}

// paired gives each part the question that it answers: the one that it names, or
// where none is named and there are as many, the one in its place.
func (f *floor) paired(parts []string, stems [][]string) []reply {
	out := make([]reply, len(parts))
	byName, inOrder := true, len(parts) == len(f.asked)
	taken := 0
	for i, part := range parts {
		own := english.Content(part)
		best, most, tied := -1, 0, false
		for k := range stems {
			if n := english.Shared(own, stems[k]); n > most {
				best, most, tied = k, n, false
			} else if n == most {
				tied = true
			}
		}
		out[i] = reply{best, part}
		byName = byName && best >= 0 && !tied && taken&(1<<best) == 0
		if best >= 0 {
			taken |= 1 << best
		}
		inOrder = inOrder && (best < 0 || best == i || tied && english.Shared(own, stems[i]) == most) && f.asked[i].fits(part)
	}
	switch {
	case inOrder:
		for i := range out {
			out[i].question = i
		}
		return out
	case byName:
		for _, p := range out {
			if !f.asked[p.question].fits(p.text) {
				return nil
			}
		}
		return out
	}
	return nil
}

// saysYes, saysNo and leaves begin an answer to whether something shall be, and
// one that answers nothing.
var (
	yesOrNo = classOf("yes y yep yeah yup no n nope nah sure ok okay please not never always agreed definitely absolutely correct right fine true false")
	leaves  = classOf("idk dunno unsure undecided whatever later tbd skip you your up don't dont not no maybe")
	pointed = classOf("first second third former latter both neither either last all none a b c d one two 1 2 3 4")
	polars  = classOf("do does should shall is are can could will would want any may ok")
)

// fits tells that a part of an answer can answer the question.
func (q *question) fits(part string) bool {
	words := strings.FieldsFunc(strings.ToLower(part), func(c rune) bool { return strings.ContainsRune(" ,.!:;()\"", c) })
	if len(words) == 0 || strings.HasSuffix(part, "?") {
		return false
	}
	first := words[0]
	if len(words) > 1 && leaves.Holds(first) && (undecidedIn(part)) {
		return true
	}
	asked := lastQuestion(q.text)
	begin, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(asked, " *`(")), " ")
	switch {
	case q.names:
		return !yesOrNo.Holds(first)
	case strings.Contains(asked, " or "):
		return pointed.among(part) || english.Shared(english.Content(part), english.Content(q.text)) > 0
	case polars.Holds(begin) || !whWords.among(asked) && yesOrNo.Holds(first):
		return yesOrNo.Holds(first) || len(words) == 2 && yesOrNo.Holds(words[1])
	case begin == "how" && amountAsked.among(asked):
		return slices.ContainsFunc(words, func(w string) bool { return w[0] >= '0' && w[0] <= '9' || english.IsNumeral(w) })
	}
	return !yesOrNo.Holds(first)
}

var (
	whWords     = classOf("which what how where who when")
	amountAsked = classOf("many much long often far big large old")
)

// lastQuestion is the last sentence of a text that asks.
func lastQuestion(text string) string {
	out := text
	for _, s := range english.Sentences(text) {
		if s.Marked {
			out = s.Text
		}
	}
	return out
}

// undecidedIn tells words that leave an answer open.
func undecidedIn(part string) bool {
	for _, s := range english.Sentences(part) {
		if anyClause(&s, func(c *english.Clause) bool { return c.Has(english.Undecided, english.Hedge, english.Defer) }) {
			return true
		}
	}
	return false
}

// counted are the answers of a turn that numbers them: "1. SQLite 2. table",
// "1: yes", "1a, 2b", "3 go, 1 sqlite, 2 table".
func (f *floor) counted(said string) (found []reply, rest string) {
	marks := f.marksIn(said)
	if len(marks) == 0 || marks[0].from > 0 && len(english.Content(said[:marks[0].from])) > 0 {
		return nil, ""
	}
	for i, m := range marks {
		end := len(said)
		if i+1 < len(marks) {
			end = marks[i+1].from
		} else if blank := strings.Index(said[m.to:], "\n\n"); blank >= 0 {
			end = m.to + blank
			rest = strings.TrimSpace(said[end:])
		}
		text := strings.Trim(strings.Join(strings.Fields(said[m.to:end]), " "), ",;-–—: ")
		if text == "" {
			return nil, ""
		}
		found = append(found, reply{m.question, text})
	}
	return found, rest
}

// mark is where a number that counts an answer stands.
type countMark struct{ from, to, question int }

// marksIn are the numbers in a text that count answers, nil where they do not.
func (f *floor) marksIn(said string) []countMark {
	var out []countMark
	bare, taken := 0, 0
	for at := 0; at < len(said); {
		if said[at] == ' ' || said[at] == '\n' || said[at] == '\t' {
			at++
			continue
		}
		end := at
		for end < len(said) && said[end] != ' ' && said[end] != '\n' && said[end] != '\t' {
			end++
		}
		n, signed, length := countedAt(said[at:end])
		q := f.countedTo(n)
		if q >= 0 && taken&(1<<q) == 0 && (signed || atBreak(said, at)) {
			out = append(out, countMark{at, at + length, q})
			taken |= 1 << q
			if !signed {
				bare++
			}
		}
		at = end
	}
	if bare > 0 && (bare < len(out) || len(out) < len(f.asked)) || len(out) < 2 && (len(out) == 0 || out[0].from > 0) {
		return nil
	}
	return out
}

// countedAt reads "1.", "2)", "(3)", "#1", "q2:", "1a" and "1" at the beginning of
// a word: the number, whether a sign tells that it counts, and its length.
func countedAt(word string) (n int, signed bool, length int) {
	i := 0
	for i < len(word) && strings.IndexByte("(#qQ-*", word[i]) >= 0 {
		i++
	}
	if i == len(word) || word[i] < '1' || word[i] > '9' || i+1 < len(word) && word[i+1] >= '0' && word[i+1] <= '9' {
		return 0, false, 0
	}
	n = int(word[i] - '0')
	next := word[i+1:]
	switch {
	case next == "":
		return n, i > 0 && word[i-1] != '-', len(word)
	case strings.IndexByte(".):", next[0]) >= 0 && (len(next) == 1 || next[0] != '.' && next[0] != ':' || next[1] > '9'):
		return n, true, i + 2
	case (next[0]|0x20 >= 'a' && next[0]|0x20 <= 'e') && (len(next) == 1 || len(next) == 2 && strings.IndexByte(",;.", next[1]) >= 0):
		return n, true, i + 1
	}
	return 0, false, 0
}

// atBreak tells that what stands before a place in a text ends an answer.
func atBreak(said string, at int) bool {
	before := strings.TrimRight(said[:at], " ")
	return before == "" || strings.IndexByte(",;\n.", before[len(before)-1]) >= 0
}

// countedTo is the question that a number counts to, or -1.
func (f *floor) countedTo(n int) int {
	if n == 0 {
		return -1
	}
	if at := slices.IndexFunc(f.asked, func(q question) bool { return q.item == n }); at >= 0 {
		return at
	}
	if n <= len(f.asked) && f.asked[n-1].item == 0 {
		return n - 1
	}
	return -1
}

// inList writes replies as a list with one a line, the rest below.
func inList(replies []reply, rest string) string {
	var b strings.Builder
	for i, p := range replies {
		if len(replies) > 1 {
			b.WriteString(strconv.Itoa(i + 1))
			b.WriteString(". ")
		}
		b.WriteString(strings.TrimLeft(p.text, "->#*+ "))
		b.WriteByte('\n')
	}
	if rest != "" {
		b.WriteString("\n\n")
		b.WriteString(rest)
	}
	return b.String()
}

// tellApart reads the turn anew, as a list with an item for each of the questions
// that it answers, where it answers several.
func (r *reader) tellApart() {
	if r.turn.Role != User {
		return
	}
	replies, rest := r.last.repliesIn(r.turn.Content)
	if replies == nil {
		return
	}
	r.turn.close(r.page)
	r.turn.Content, r.turn.kept = inList(replies, rest), nil
	r.page = r.turn.open()
	r.replies, r.whole, r.answers = replies, r.last, -1
}

// turnTo reads what follows as the answer to the question that a clause answers,
// and to it alone, where the turn answers several.
func (r *reader) turnTo(u unit) {
	at := -1
	switch {
	case len(r.replies) == 1 && u.p == &r.passages[0]:
		at = r.replies[0].question
	case len(r.replies) > 1 && u.p.Kind == prose.Item && u.p.List == 1 && !u.p.Nested && u.p.Ordinal <= len(r.replies):
		at = r.replies[u.p.Ordinal-1].question
	}
	if at == r.answers {
		return
	}
	r.answers = at
	for _, e := range r.covered {
		e.open = true
	}
	r.covered = r.covered[:0]
	if at < 0 {
		r.last = r.whole
		return
	}
	q := r.whole.asked[at]
	r.last = r.whole.floorOn(q)
	for _, e := range r.memory.within(1) {
		if e.open && !e.fresh && e.born == r.last.id && e.kind == delta.Hypothesis && !within(e.stems, r.last.stems) {
			e.open = false
			r.covered = append(r.covered, e)
		}
	}
}

package call

import (
	"encoding/json"
	"strconv"
	"strings"

	"holdfast/parser/pattern"
)

// Shown is what a client reports of a file that it read.
type Shown struct {
	// Path is the file, where the report itself names it.
	Path string
	// Content are the lines shown, without what the client put around them. A
	// report of numbered lines does not tell whether the last one ends in a line
	// feed; here it does.
	Content []byte
	// First is the 1-based number of the first line, 0 where the report does
	// not number its lines.
	First int
	// Whole reports whether the report itself proves to be all of the file: it begins
	// at line 1 and says where the file ends.
	Whole bool
	// Cut reports whether the report says it leaves lines, or ends of lines, out.
	Cut bool
	// NoContent reports whether the report is about the file but shows none of it: a
	// folder's list, a picture, "unchanged since the last read".
	NoContent bool
}

// ShowsAll reports whether what a client reports of a Show is the whole file:
// either the report proves it, or the call asked for all of it and nothing says
// that a part was left out.
func (a Action) ShowsAll(s Shown) bool {
	return a.Kind == Show && (s.Whole || !a.Partial && !s.Cut && !s.NoContent && s.First <= 1)
}

// MaxResult is the size in bytes beyond which a report is not read.
const MaxResult = 8 << 20

// Results reads a report that may cover several files, as a list of JSON
// objects does. A report in any other form is one file.
func Results(text string) []Shown {
	var list []struct {
		Query   string          `json:"query"`
		Result  json.RawMessage `json:"result"`
		Success *bool           `json:"success"`
	}
	if len(text) > MaxResult || !strings.HasPrefix(text, "[{") || json.Unmarshal([]byte(text), &list) != nil {
		return []Shown{Result(text)}
	}
	shown := make([]Shown, 0, len(list))
	for _, item := range list {
		body, ok := asText(item.Result)
		path := ranged.ReplaceAllString(item.Query, "")
		if item.Success == nil || path == "" || !ok {
			return []Shown{Result(text)} // a file that holds such a list
		}
		s := Shown{NoContent: true, Cut: true}
		if *item.Success {
			s = Result(body)
		}
		s.Path = path
		s.Cut = s.Cut || path != item.Query
		s.Whole = s.Whole && !s.Cut
		shown = append(shown, s)
	}
	return shown
}

// ranged is the range that a query for some lines ends in.
var ranged = pattern.New(`:\d+-(?:\d+|EOF)$`)

// Result takes what clients put around a file off: line numbers in every known
// style, wrappers, headers and trailers. Lines that are not all numbered in one
// style and in sequence are taken as they are.
func Result(text string) Shown {
	if len(text) > MaxResult {
		return Shown{NoContent: true, Cut: true}
	}
	body := withoutReminders(text)
	s := Shown{NoContent: noContent(body)}
	if s.NoContent {
		s.Cut = true
		return s
	}
	f := frame{body: body}
	f.strip()
	s.Path = f.path
	s.Cut = f.cut || f.has && (f.from > 1 || f.to < f.total)
	lines := strings.Split(strings.TrimSuffix(f.body, "\n"), "\n")
	first, plain, ok := numbered(lines, f.wrapped || f.ended || f.has || f.cut)
	if !ok {
		s.Content = []byte(f.raw(text))
		s.Cut = s.Cut || marked(lines)
		s.Whole = f.proven && f.has && !s.Cut
		return s
	}
	s.First, s.Cut = first, s.Cut || marked(plain)
	if n := len(plain); n > 1 && plain[n-1] == "" {
		plain = plain[:n-1] // what follows the last line feed, shown as a line
	}
	s.Content = []byte(strings.Join(plain, "\n") + "\n")
	last := first + len(lines) - 1
	s.Whole = first == 1 && !s.Cut && (f.ended && (f.total == 0 || f.total == last) || f.has && f.to >= f.total)
	return s
}

// reminder is what Claude Code adds to results.
const reminder = "<system-reminder>"

func withoutReminders(text string) string {
	body := strings.TrimRight(text, " \n")
	for strings.HasSuffix(body, "</system-reminder>") {
		at := strings.LastIndex(body, reminder)
		if at < 0 {
			break
		}
		body = strings.TrimRight(body[:at], " \n")
	}
	if len(body) == len(strings.TrimRight(text, " \n")) {
		return text
	}
	return body
}

// noContent recognises reports that show nothing of the file.
func noContent(body string) bool {
	head := strings.ToLower(strings.TrimSpace(body[:min(len(body), 400)]))
	for _, sign := range []string{"file unchanged since", "wasted call", "[outdated - see the latest", "[image", "read image file", "file is empty",
		"<type>directory</type>", "binary file"} {
		if strings.HasPrefix(head, sign) || sign[0] == '<' && strings.HasPrefix(head, "<path>") && strings.Contains(head, sign) {
			return true
		}
	}
	return false
}

// frame is a report with the parts around the file's own lines.
type frame struct {
	body            string
	path            string
	wrapped         bool // in an element that only a client writes
	ended           bool // it says that the file ends here
	cut             bool // it says that something is left out
	has             bool // it says which lines it shows
	proven          bool // its header stands where only a client puts it
	from, to, total int
	stripped        bool
}

// raw is the content of a report without line numbers.
func (f *frame) raw(text string) string {
	if f.stripped {
		return f.body
	}
	return text
}

var (
	pathTag    = pattern.New(`^<path>([^\n<]*)</path>\n`)
	showing    = pattern.New(`(?i)showing lines (\d{1,9})-(\d{1,9}) of (\d{1,9})`)
	endOfFile  = pattern.New(`(?i)^\(end of file(?: - total (\d{1,9}) lines)?\)$`)
	moreWords  = pattern.New(`(?i)truncated|more lines|showing lines|use offset|to continue|offset=|'offset'|output capped|limit`)
	codexHead  = pattern.New(`^(?:Chunk ID: .*\n)?(?:Exit code: \d+\n)?Wall time: .*\n(?:Process exited with code \d+\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n`)
	catHead    = pattern.New("^Here's the result of running `cat -n` on ([^\n]+):\n")
	contentOf  = pattern.New(`^Content of ([^\n]+):\n`)
	qwenHead   = pattern.New(`^Showing lines \d+-\d+ of \d+ total lines\.\n\n---\n\n`)
	geminiHead = pattern.New(`^\n?IMPORTANT: The file content has been truncated\.\n(?:.*\n){1,4}?\n--- FILE CONTENT \(truncated\) ---\n`)
	noteHead   = pattern.New(`^\[File content truncated: [^\n]*\]\n`)
)

// strip takes the parts off, from the outside in.
func (f *frame) strip() {
	for _, head := range []*pattern.Regexp{codexHead, catHead, contentOf, qwenHead, geminiHead, noteHead} {
		m := head.FindStringSubmatch(f.body)
		if m == nil {
			continue
		}
		f.body, f.stripped = f.body[len(m[0]):], true
		f.lines(m[0])
		switch head {
		case catHead, contentOf:
			f.path = m[1]
		case codexHead:
			f.cut = strings.Contains(m[0], "Total output lines")
		default:
			f.proven = true
			f.cut = !f.has
		}
	}
	f.element()
	f.trailers()
}

// element takes <file> and <content> off, where what stands in them is numbered:
// a file may begin with such a tag itself.
func (f *frame) element() {
	body := strings.TrimLeft(f.body, "\n")
	name := ""
	if m := pathTag.FindStringSubmatch(body); m != nil {
		name = m[1]
		body = strings.TrimPrefix(body[len(m[0]):], "<type>file</type>\n")
	}
	for _, tag := range []string{"file", "content"} {
		rest, ok := strings.CutPrefix(body, "<"+tag+">\n")
		end := strings.LastIndex(rest, "\n</"+tag+">")
		if !ok || end < 0 {
			continue
		}
		inner := frame{body: rest[:end]}
		inner.trailers()
		if _, _, numbers := numbered(strings.Split(strings.TrimSuffix(inner.body, "\n"), "\n"), true); !numbers {
			return
		}
		f.body, f.path, f.wrapped, f.stripped = rest[:end], name, true, true
		return
	}
}

// trailers takes remarks in brackets off the end.
func (f *frame) trailers() {
	for range 3 {
		body := strings.TrimRight(f.body, " \n")
		at := strings.LastIndexByte(body, '\n') + 1
		line := body[at:]
		if len(line) < 2 || len(line) > 400 || !(line[0] == '(' && line[len(line)-1] == ')' || line[0] == '[' && line[len(line)-1] == ']') {
			return
		}
		switch m := endOfFile.FindStringSubmatch(line); {
		case m != nil:
			f.ended = true
			f.total, _ = strconv.Atoi(m[1])
		case moreWords.MatchString(line):
			f.lines(line)
			f.cut = f.cut || !f.has || f.from > 1 || f.to < f.total
		default:
			return
		}
		f.body, f.stripped = strings.TrimSuffix(strings.TrimSuffix(body[:at], "\n"), "\n"), true
		if f.body != "" {
			f.body += "\n"
		}
	}
}

// lines notes which lines a remark says are shown.
func (f *frame) lines(remark string) {
	if m := showing.FindStringSubmatch(remark); m != nil {
		f.has = true
		f.from, _ = strconv.Atoi(m[1])
		f.to, _ = strconv.Atoi(m[2])
		f.total, _ = strconv.Atoi(m[3])
	}
}

var cutLine = pattern.New(`(?i)(?:\.\.\. ?\(?\[?(?:line )?truncated(?: to \d+ chars)?[\])]?|\[line truncated\]|…\d+ (?:tokens|chars) truncated…)$`)

// marked reports whether a client cut one of the lines.
func marked(lines []string) bool {
	for _, l := range lines {
		if strings.Contains(l, "runcated") && cutLine.MatchString(strings.TrimRight(l, " \r")) {
			return true
		}
	}
	return false
}

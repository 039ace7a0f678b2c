package wire

import (
	"slices"
	"strings"
)

// Clients put much under role "user" that no user wrote: reminders, attached
// files, summaries, few-shot examples, format rules. What follows takes such
// wrappers out of a message, so that only the user's own words can grant
// anything (TSLP 9.1).

// wrapperTags are elements that clients are known to add. A message of nothing
// else is not genuine.
var wrapperTags = map[string]bool{
	"system-reminder": true, "system_reminder": true,
	"environment_context": true, "environment_details": true,
	"user_instructions": true, "session_context": true, "workspace_context": true,
	"permissions": true, "turn_aborted": true, "summary": true, "state_snapshot": true,
	"file_content": true, "file_contents": true, "file": true, "files": true,
	"path": true, "type": true, "content": true, "results": true,
	"attached_files": true, "attachment": true, "ide_selection": true, "ide_opened_file": true,
	"command-name": true, "command-message": true, "command-args": true,
	"local-command-stdout": true, "local-command-stderr": true, "local-command-caveat": true,
}

// ownWordTags are elements that clients put around the user's own words.
var ownWordTags = map[string]bool{
	"task": true, "feedback": true, "answer": true, "question": true, "prompt": true,
	"user_message": true, "user_query": true, "user_input": true, "user_request": true,
}

// wrapperHeads begin a line from which on nothing in the same part is the
// user's: attached files, summaries of compaction, rules of an edit format.
var wrapperHeads = []string{
	"Result of calling the ",
	"Recently accessed file",
	"This session is being continued from",
	"I have *added these files to the chat*",
	"I am not sharing any files",
	exampleEnd,
	"Here are summaries of some files present in my git repository",
	"Here are some READ ONLY files",
	"[Request interrupted by user",
	"Don't try and edit any existing code without asking me to add the files",
	"# *SEARCH/REPLACE block* Rules",
	"# File editing rules",
	"To suggest changes to a file you MUST return",
}

// isLineStart marks the characters that fences and wrappers begin with.
var isLineStart = [256]bool{
	'`': true, '~': true, '<': true, '-': true, '#': true, '[': true,
	'C': true, 'D': true, 'H': true, 'I': true, 'R': true, 'T': true,
}

// exampleEnd begins the message with which aider ends its few-shot examples:
// what stands before it is no turn of the user's.
const exampleEnd = "I switched to a new code base"

// A referenced section may span several parts of a message.
const (
	sectionStart = "--- Content from referenced files ---"
	sectionEnd   = "--- End of content ---"
)

// maxVainSearches bounds how often one message may look for a closing tag that
// is not there: hostile text must stay linear.
const maxVainSearches = 64

// stripper takes wrappers out of the text parts of one message.
type stripper struct {
	inSection bool   // between sectionStart and sectionEnd
	unknown   bool   // a wrapper that holdfast does not know was taken out
	own       string // closing tag of the own-word element that is open
	vain      int
	noFence   [2]int // shortest ``` and ~~~ fence known to have no end, 0 = none
}

// written returns what the user themself wrote in a message, whose text is its
// parts joined by line feeds, and whether the message is genuine: one that holds only known wrappers is
// not. An unknown wrapper is taken out too, but leaves the message genuine,
// since a client may wrap the user's words in it.
func written(text string, parts []string) (string, bool) {
	var s stripper
	kept := make([]string, 0, len(parts))
	wrote := true
	for _, part := range parts {
		own := s.part(part)
		kept = append(kept, own)
		wrote = wrote && len(own) == len(part)
	}
	if wrote {
		return text, true
	}
	own := strings.TrimSpace(strings.Join(kept, "\n"))
	return own, own != "" || s.unknown
}

// part returns one part without its wrappers; the part itself where it has none.
func (s *stripper) part(text string) string {
	s.noFence, s.own = [2]int{}, ""
	var out strings.Builder
	kept := 0 // text[kept:i] waits to be copied
	for i := 0; i < len(text); {
		if !s.inSection && s.own == "" {
			i = worthALook(text, i)
		}
		from, to := s.step(text, i)
		if to > from {
			out.WriteString(text[kept:from])
			kept = to
		}
		i = to
	}
	if kept == 0 {
		return text
	}
	out.WriteString(text[kept:])
	return out.String()
}

// worthALook returns the start of the first line, from the one that begins at
// i on, whose first character a wrapper can begin with; the start of the last
// line where there is none. Long prompts are mostly lines of code.
func worthALook(text string, i int) int {
	for {
		k := i
		for k < len(text) && (text[k] == ' ' || text[k] == '\t') {
			k++
		}
		if k < len(text) && isLineStart[text[k]] {
			return i
		}
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 || i+n+1 == len(text) {
			return i
		}
		i += n + 1
	}
}

// step looks at the line that begins at i and returns what to take out,
// text[from:to], and thereby where to look next.
func (s *stripper) step(text string, i int) (from, to int) {
	next := lineEnd(text, i)
	for i < next && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	line := text[i:next]
	if s.inSection {
		s.inSection = !strings.HasPrefix(line, sectionEnd)
		return i, next
	}
	if s.own != "" {
		if n := strings.Index(text[i:next], s.own); n >= 0 {
			n += i
			to, s.own = n+len(s.own), ""
			return n, to
		}
	}
	if line == "" {
		return next, next
	}
	switch line[0] {
	case '`', '~':
		end := s.fence(text, line, next)
		return end, end
	case '<':
		return s.element(text, i, next)
	case '-':
		if strings.HasPrefix(line, sectionStart) {
			s.inSection = true
			return i, next
		}
	case 'C':
		if strings.HasPrefix(line, "Called the ") && strings.Contains(line, " tool with the following input") {
			return i, next
		}
	}
	if headed(line) {
		return i, len(text)
	}
	return next, next
}

// lineEnd returns the start of the line after the one that holds i.
func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(text)
}

func headed(line string) bool {
	return slices.ContainsFunc(wrapperHeads, func(head string) bool { return strings.HasPrefix(line, head) })
}

// fence returns where the fenced code that line opens ends, so that nothing
// inside is taken for a wrapper; next where it opens none or is never closed.
func (s *stripper) fence(text, line string, next int) int {
	mark, kind := line[0], 0
	if mark == '~' {
		kind = 1
	}
	width := len(line) - len(strings.TrimLeft(line, string(mark)))
	if width < 3 || s.noFence[kind] > 0 && width >= s.noFence[kind] {
		return next
	}
	bar := line[:width]
	for i := next; i < len(text); {
		eol := lineEnd(text, i)
		inner := strings.TrimSpace(text[i:eol])
		if strings.HasPrefix(inner, bar) && strings.Trim(inner, string(mark)) == "" {
			return eol
		}
		i = eol
	}
	s.noFence[kind] = width
	return next
}

// element judges a line whose first character, at tag, opens an element.
func (s *stripper) element(text string, tag, next int) (from, to int) {
	name, length := elementName(text[tag:next])
	inside := tag + length
	if ownWordTags[name] { // the words stay, the tags go
		s.own = "</" + name + ">"
		return tag, inside
	}
	known := wrapperTags[name]
	alone := strings.TrimSpace(text[inside:next]) == ""
	if name == "" || !known && !alone || s.vain > maxVainSearches {
		return next, next
	}
	closing := "</" + name + ">"
	if n := strings.Index(text[inside:], closing); n >= 0 {
		s.unknown = s.unknown || !known
		return tag, inside + n + len(closing)
	}
	if s.vain++; known {
		return tag, len(text)
	}
	return next, next
}

// elementName returns the name in the opening tag at the start of line and the
// tag's length; "" and 0 where it is none.
func elementName(line string) (name string, length int) {
	n := strings.IndexByte(line, '>')
	if n < 2 {
		return "", 0
	}
	name, _, _ = strings.Cut(line[1:n], " ")
	for k, r := range name {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (k == 0 || !(r >= '0' && r <= '9' || strings.ContainsRune("-_:.", r))) {
			return "", 0
		}
	}
	if name == "" {
		return "", 0
	}
	return name, n + 1
}

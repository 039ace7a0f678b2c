package author

import (
	"slices"
	"strings"
)

// Clients put much under role "user" that no user wrote: reminders, attached
// files, summaries, few-shot examples, format rules. What follows finds such
// wrappers by their form alone.

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
	"bash-input": true, "bash-stdout": true, "bash-stderr": true, "persisted-output": true, "tool_use_error": true,
	"task-notification": true, "teammate-message": true, "cross-session-message": true, "user-memory-input": true,
	"mcp-resource": true, "mcp-resource-update": true, "user-prompt-submit-hook": true, "new-diagnostics": true,
	"collaboration_mode": true, "personality_spec": true, "model_switch": true, "realtime_conversation": true,
	"skill": true, "skills_instructions": true, "subagent_notification": true, "user_shell_command": true,
	"mode_notice": true, "hook_context": true, "folder_content": true, "url_content": true,
	"workspace_diagnostics": true, "explicit_instructions": true, "conversation_summary": true,
}

// inlineTags are wrappers that stand behind other words on their line, too.
// Nobody writes such an element by chance, so long as it is closed.
var inlineTags = map[string]bool{
	"file_content": true, "folder_content": true, "url_content": true, "environment_details": true,
	"environment_context": true, "mode_notice": true, "hook_context": true,
	"system-reminder": true, "system_reminder": true, "workspace_diagnostics": true,
}

// wrapperHeads begin a line from which on nothing in the same part is the
// user's: attached files, summaries of compaction, rules of an edit format.
var wrapperHeads = []string{
	"Result of calling the ",
	"Base directory for this skill:",
	"The following tool was executed by the user",
	"Recently accessed file",
	"This session is being continued from",
	"I have *added these files to the chat*",
	"I am not sharing any files",
	ExampleEnd,
	"Here are summaries of some files present in my git repository",
	"Here are some READ ONLY files",
	"# AGENTS.md instructions",
	"[Request interrupted by user",
	"[TASK RESUMPTION]",
	"[[ERROR] You did not use a tool",
	"[ERROR] You did not use a tool",
	"Another language model started to solve this problem",
	"Continue if you have next steps, or stop and ask for clarification",
	"Here is the user's editor context",
	"Summarize the task tool output above and continue",
	"The conversation history before this point was compacted",
	"Context summary:",
	"The following is a summary of a branch that this conversation came back from",
	"This is the Gemini CLI. We are setting up the context",
	"This is the Qwen Code. We are setting up the context",
	"Don't try and edit any existing code without asking me to add the files",
	"# *SEARCH/REPLACE block* Rules",
	"# File editing rules",
	"To suggest changes to a file you MUST return",
}

// isLineStart marks the characters that fences and wrappers begin with.
var isLineStart = [256]bool{
	'`': true, '~': true, '<': true, '-': true, '#': true, '[': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'H': true, 'I': true, 'R': true, 'S': true, 'T': true,
}

// ExampleEnd begins the message with which aider ends its few-shot examples:
// what stands before it is no turn of the user's.
const ExampleEnd = "I switched to a new code base"

// A referenced section may span several parts of a message.
const (
	sectionStart = "--- Content from referenced files ---"
	sectionEnd   = "--- End of content ---"
)

// A client of an editor puts what is open there before the user's words.
const (
	editorStart  = "# Context from my IDE setup:"
	requestStart = "## My request for "
)

// toolOutcome ends the line with which a client that calls tools in prose
// reports a result, "[write_to_file for 'a.go'] Result:".
const toolOutcome = "] Result:"

// maxVainSearches bounds how often one message may look for a closing tag that
// is not there: hostile text must stay linear.
const maxVainSearches = 64

// span is a stretch of a part that is not the user's, by its form.
type span struct {
	from, to int
	who      Who
	reason   string
}

// stripper finds the wrappers in the text parts of one message.
type stripper struct {
	inSection bool   // between sectionStart and sectionEnd
	own       string // closing tag of the own-word element that is open
	vain      int
	inlineAt  int    // where the next element of inlineTags stands, or an offset that was passed
	noFence   [2]int // shortest ``` and ~~~ fence known to have no end, 0 = none
	who       Who    // of what step found last, and why
	reason    string
}

// Words returns what the user themself wrote in a message under role user, by its
// form, and whether the message is genuine: one that holds only known wrappers
// is not. An unknown wrapper is taken out too, but leaves the message genuine,
// since a client may wrap the user's words in it. text is the parts joined by
// line feeds; it is returned itself where nothing is taken out.
func Words(text string, parts []string) (own string, genuine bool) {
	var s stripper
	parts = apart(text, parts)
	kept := make([]string, 0, len(parts))
	whole, unknown := true, false
	for _, part := range parts {
		spans := s.part(part)
		for _, w := range spans {
			unknown = unknown || w.who == Unknown
		}
		kept = append(kept, without(part, spans))
		whole = whole && len(spans) == 0
	}
	if whole {
		return text, true
	}
	own = strings.TrimSpace(strings.Join(kept, "\n"))
	return own, own != "" || unknown
}

// maxParts bounds how many parts of a message are told apart: of a million small
// ones each would take a hundred bytes to look at.
const maxParts = 1024

// apart returns the parts of a text, which is all of them joined by line feeds:
// from maxParts on the rest as one.
func apart(text string, parts []string) []string {
	if len(parts) <= maxParts {
		return parts
	}
	at := 0
	for _, p := range parts[:maxParts-1] {
		at += len(p) + len("\n")
	}
	return append(parts[:maxParts-1:maxParts-1], text[min(at, len(text)):])
}

// without is a text less some of its spans, which stand in order.
func without(text string, spans []span) string {
	if len(spans) == 0 {
		return text
	}
	var out strings.Builder
	at := 0
	for _, w := range spans {
		out.WriteString(text[at:w.from])
		at = w.to
	}
	out.WriteString(text[at:])
	return out.String()
}

// part returns the wrappers in one part, in order; nil for none.
func (s *stripper) part(text string) []span {
	s.noFence, s.own, s.inlineAt = [2]int{}, "", -1
	var spans []span
	i := behindEditor(text)
	if i > 0 {
		spans = append(spans, span{0, i, Client, "what is open in the editor"})
	}
	for i < len(text) {
		if !s.inSection && s.own == "" {
			i = s.worthALook(text, i)
		}
		s.who = Client
		from, to := s.step(text, i)
		if to > from {
			spans = append(spans, span{from, to, s.who, s.reason})
		}
		i = to
	}
	return spans
}

// behindEditor returns where the user's own words begin in a text that may
// begin with what is open in their editor; 0 where it does not.
func behindEditor(text string) int {
	if !strings.HasPrefix(text, editorStart) {
		return 0
	}
	n := strings.LastIndex(text, "\n"+requestStart)
	if n < 0 {
		return len(text)
	}
	return lineEnd(text, n+1)
}

// worthALook returns the start of the first line, from the one that begins at
// i on, which a wrapper can begin or stand in; the start of the last line where
// there is none. Long prompts are mostly lines of code.
func (s *stripper) worthALook(text string, i int) int {
	if s.inlineAt < i {
		s.inlineAt = nextInline(text, i)
	}
	for {
		k := i
		for k < len(text) && (text[k] == ' ' || text[k] == '\t') {
			k++
		}
		if k < len(text) && isLineStart[text[k]] {
			return i
		}
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 || i+n+1 == len(text) || i+n > s.inlineAt {
			return i
		}
		i += n + 1
	}
}

// nextInline returns where the next element of inlineTags opens, from i on;
// len(text) for nowhere.
func nextInline(text string, i int) int {
	for {
		n := strings.IndexByte(text[i:], '<')
		if n < 0 {
			return len(text)
		}
		i += n + 1
		word := 0
		for i+word < len(text) && (text[i+word]|0x20 >= 'a' && text[i+word]|0x20 <= 'z' || text[i+word] == '_' || text[i+word] == '-') {
			word++
		}
		if word > 0 && inlineTags[text[i:i+word]] {
			return i - 1
		}
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
		s.inSection, s.reason = !strings.HasPrefix(line, sectionEnd), "a file that was referred to"
		return i, next
	}
	if s.own != "" {
		if n := strings.Index(text[i:next], s.own); n >= 0 {
			n += i
			s.reason = "the mark of the user's words"
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
		if from, to := s.element(text, i, next); to > from || to > next {
			return from, to
		}
	case '[':
		if strings.HasSuffix(strings.TrimSpace(line), toolOutcome) {
			s.reason = "the result of a tool"
			return i, len(text)
		}
	case '-':
		if strings.HasPrefix(line, sectionStart) {
			s.inSection, s.reason = true, "a file that was referred to"
			return i, next
		}
	case 'C':
		if strings.HasPrefix(line, "Called the ") && strings.Contains(line, " tool with the following input") {
			s.reason = "a call of the client's own"
			return i, next
		}
	}
	if headed(line) {
		s.reason = "begins as text of a client's does: " + clip(line)
		return i, len(text)
	}
	return s.inline(text, i, next)
}

// inline takes out the element of inlineTags that opens behind other words of
// the line from i to next. One that is not closed stays: it is spoken of.
func (s *stripper) inline(text string, i, next int) (from, to int) {
	if s.inlineAt < i {
		s.inlineAt = nextInline(text, i)
	}
	for s.inlineAt < next && s.vain <= maxVainSearches {
		at := s.inlineAt
		s.inlineAt = nextInline(text, at+1)
		name, length := elementName(text[at:next])
		closing := "</" + name + ">"
		if n := strings.Index(text[at+length:], closing); name != "" && n >= 0 {
			s.reason = "<" + name + ">"
			return at, at + length + n + len(closing)
		}
		s.vain++
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

// headed reports whether a line, which is not empty, begins with one of wrapperHeads.
func headed(line string) bool {
	return slices.ContainsFunc(wrapperHeads, func(head string) bool { return line[0] == head[0] && strings.HasPrefix(line, head) })
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
	if ownWords(name) { // the words stay, the tags go
		s.own, s.reason = "</"+name+">", "the mark of the user's words"
		return tag, inside
	}
	known := wrapperTags[name]
	alone := strings.TrimSpace(text[inside:next]) == "" || fills(strings.TrimSpace(text[inside:next]), name)
	if name == "" || !known && !alone || s.vain > maxVainSearches {
		return next, next
	}
	closing := "</" + name + ">"
	if n := strings.Index(text[inside:], closing); n >= 0 {
		if s.reason = "<" + name + ">"; !known {
			s.who, s.reason = Unknown, "in <"+name+">, which holdfast does not know"
		}
		return tag, inside + n + len(closing)
	}
	if s.vain++; known {
		s.reason = "<" + name + ">, which is not closed"
		return tag, len(text)
	}
	return next, next
}

// fills reports whether the rest of a line behind an opening tag ends in the
// closing one, of an element that is no markup: only its name has an underscore.
func fills(rest, name string) bool {
	return strings.Contains(name, "_") && strings.HasSuffix(rest, "</"+name+">")
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

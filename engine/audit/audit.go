package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"holdfast/parser/thought"
	"holdfast/store/event"
)

// Subject is one artifact to ask about.
type Subject struct {
	Artifact string // id
	Entity   string // "path::symbol"
	Code     string // as the artifact holds it
	// Prompt is what the user asked for, Reply what the assistant said.
	Prompt, Reply string
}

// What of a turn is shown to the auditor, in bytes: enough to judge by, and less
// than the smallest context that model servers are started with.
const (
	maxPrompt = 2 << 10
	maxReply  = 4 << 10
	maxCode   = 6 << 10
)

// Question is the text of the one message that is sent. There is no system
// message: some chat templates know none.
func (s Subject) Question() string {
	return "You audit one change to a code base. Below are what a user asked for, what an assistant replied, and the code of one entity as the reply gives it.\n\n" +
		section("REQUEST", s.Prompt, maxPrompt) + section("REPLY", s.Reply, maxReply) + s.asked()
}

// Behind is the text of the message where the conversation stands before it.
func (s Subject) Behind() string {
	return "You now audit one change to the code base. Above are what the user asked for last and what the assistant replied; below is the code of one entity as the reply gives it.\n\n" + s.asked()
}

func section(name, text string, most int) string {
	return fmt.Sprintf("[%s]\n%s\n[END %s]\n\n", name, shorten(text, most), name)
}

// asked is the code, and what is asked about it.
func (s Subject) asked() string {
	var b strings.Builder
	b.WriteString(section("CODE OF "+s.Entity, s.Code, maxCode))
	fmt.Fprintf(&b, `What is the state of %s?
"completed": the code is the whole entity, as it was asked for, and is to be used as it is.
"partial": something of it is left out, unfinished or to be filled in.
"discussion": the code only illustrates, proposes or explains, and is not meant to be used.

Answer with one JSON object and nothing else:
`, s.Entity)
	example, _ := json.Marshal(answer{Entity: s.Entity, Status: "completed|partial|discussion"}) // two strings are always encoded
	b.Write(example)
	return b.String()
}

// shorten keeps the head and the tail of a text, cut between runes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	head, tail := most/2, len(text)-most/2
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return fmt.Sprintf("%s\n[%d bytes are left out here]\n%s", text[:head], tail-head, text[tail:])
}

type answer struct {
	Entity string `json:"entity"`
	Status string `json:"status"`
}

// ErrNoAnswer tells that a reply holds no answer: then there is no result.
var ErrNoAnswer = errors.New("the model gave no answer that can be used")

// Answer reads the result out of what a model said. Around it there may be
// prose, reasoning and code fences; the answer itself must be a JSON object with
// this very entity and one of the three results. Where several stand in the
// text they must agree.
func Answer(text, entity string) (event.AuditStatus, error) {
	found := event.AuditStatus("")
	text, _ = thought.Without(text)
	for rest := text[max(len(text)-maxSaid, 0):]; ; {
		at := strings.IndexByte(rest, '{')
		if at < 0 {
			break
		}
		status, length := read(rest[at:], entity)
		switch {
		case status == "":
		case found != "" && found != status:
			return "", fmt.Errorf("%w: it says both %s and %s", ErrNoAnswer, found, status)
		default:
			found = status
		}
		rest = rest[at+max(length, 1):]
	}
	if found == "" {
		return "", ErrNoAnswer
	}
	return found, nil
}

// maxSaid is how much of what a model said is searched, in bytes from its end.
const maxSaid = 16 << 10

// read reads an object at the beginning of a text: its result, "" where it is no
// answer, and how long it is, 0 where it is no JSON.
func read(text, entity string) (event.AuditStatus, int) {
	d := json.NewDecoder(strings.NewReader(text))
	var raw json.RawMessage
	if d.Decode(&raw) != nil {
		return "", 0
	}
	length := int(d.InputOffset())
	var a struct{ Entity, Status *string }
	strict := json.NewDecoder(strings.NewReader(string(raw)))
	strict.DisallowUnknownFields()
	if strict.Decode(&a) != nil || a.Entity == nil || a.Status == nil || *a.Entity != entity {
		return "", length
	}
	switch status := event.AuditStatus(strings.ToLower(strings.TrimSpace(*a.Status))); status {
	case event.AuditCompleted, event.AuditPartial, event.AuditDiscussion:
		return status, length
	}
	return "", length
}

// maxAnswer is how many tokens an answer may take: some models reason first.
const maxAnswer = 512

package second

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
	"holdfast/schemas"
)

// What of a conversation is shown to the model, in bytes of prose: with the
// instructions and the schema less than the smallest context that model servers
// are started with.
const (
	maxUser    = 2 << 10 // of the person's turn
	maxReply   = 2 << 10 // of the assistant's
	maxContext = 600     // of each turn before
	// MaxShortlist is how many items a delta can name, maxSummary what is shown of
	// each.
	MaxShortlist = 12
	maxSummary   = 140
	// contextTurns is how many turns before are shown.
	contextTurns = 2
)

// MaxText bounds a question in bytes, the schema included.
const MaxText = 10 << 10

// MaxAnswer is how many tokens an answer may take: some models reason first.
const MaxAnswer = 768

// Question is what a model is asked about.
type Question struct {
	// Before are the turns right before, oldest first; Now those that are read:
	// what the person said, what the assistant answered, or both.
	Before, Now []acts.Turn
	// Shortlist are the open items that a delta can name.
	Shortlist []Known
}

// Known is an item as the model sees it.
type Known struct {
	ID      string
	Kind    string
	Summary string
	stems   []string
}

// Ask makes the question about turns; the state holds what is known after the
// rules have read them. It is false where nobody said anything in prose.
func Ask(state *delta.State, before, now []acts.Turn) (Question, bool) {
	q := Question{Before: slices.Clone(before[max(0, len(before)-contextTurns):])}
	for _, t := range now {
		if (t.Role == acts.User || t.Role == acts.Assistant) && spoken(t) != "" {
			q.Now = append(q.Now, t)
		}
	}
	q.Shortlist = shortlist(state, q)
	return q, len(q.Now) > 0
}

// spoken is the prose of a turn, as far as it is shown.
func spoken(t acts.Turn) string {
	most := maxUser
	if t.Role == acts.Assistant {
		most = maxReply
	}
	return cut(proseOf(t.Content), most)
}

func proseOf(content string) string {
	var b strings.Builder
	for _, p := range prose.Read(content) {
		b.WriteString(p.Text)
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// cut is the beginning of a text, between runes.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// shortlist picks the open items that share most words with the turns, and of
// equals those that were touched last: "make that 5" names nothing.
func shortlist(state *delta.State, q Question) []Known {
	var words []string
	for _, t := range q.Now {
		words = append(words, english.Content(spoken(t))...)
	}
	type ranked struct {
		*delta.Item
		shared, at int
	}
	var list []ranked
	for i, it := range state.Items() {
		if it.Open() {
			list = append(list, ranked{it, english.Shared(it.Content(), words), lastTouched(it, q, i)})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.shared, a.shared), cmp.Compare(b.at, a.at)) })
	var out []Known
	for _, r := range list[:min(len(list), MaxShortlist)] {
		kind := string(r.Kind)
		if r.IsBranch() {
			kind = "branch"
		}
		out = append(out, Known{ID: r.ID, Kind: kind, Summary: cut(strings.Join(strings.Fields(r.Summary), " "), maxSummary), stems: r.Content()})
	}
	return out
}

// lastTouched orders items by age: those of the turns that are shown come after
// all others.
func lastTouched(it *delta.Item, q Question, at int) int {
	last := it.SourceTurns[len(it.SourceTurns)-1].TurnID
	for i, t := range slices.Concat(q.Before, q.Now) {
		if t.ID == last {
			return 1<<20 + i
		}
	}
	return at
}

// instructions say what is wanted. No example stands in them: a model that
// repeats them has answered nothing.
const instructions = `Below is one turn of a conversation about a software project. ` + wanted

// behind are the instructions where the conversation stands before them.
const behind = `That was a conversation about a software project. Go on with something else: its last turn stands below once more. ` + wanted

const wanted = `List what the turn changes, as one JSON object with the key "deltas", a list, and nothing else. An empty list is the right answer for most turns.

Each delta has "kind", "quote" and what its kind asks for:
goal_set (summary): the person's broad aim for the session
decision_made (summary, alternatives): a settled choice. A proposal, a question, an option or a guess is none, until the person accepts it
decision_revised (target, summary): an earlier decision gets another answer
constraint_added (summary, hard): a rule or limit that the person sets
constraint_revised (target, summary, mode: relaxed, tightened or amended)
task_opened (summary): concrete work to be done
task_closed (target, resolution: completed or abandoned): only if the turn says so
fact_learned (summary): a stable fact about this project, said without doubt
hypothesis_introduced (summary): a tentative idea or suspicion
branch_created (summary, alternatives): two or more options, none chosen yet
item_superseded (target, summary: why): an item of the list that no longer holds

"quote": the words of the turn that say it, copied exactly; at most one sentence.
"summary": short, in the words of the turn, pronouns resolved.
"target": an id of the list of items, never another.
"confidence": low, medium or high.
Leave out what the items say already, code, and what is only asked or imagined.
`

// Text is the one message that is sent. There is no system message: some chat
// templates know none. With the schema it holds the answer's JSON Schema, for
// servers that cannot be given it otherwise.
func (q Question) Text(schema bool) (string, error) { return q.text(instructions, schema) }

// Behind is Text where the conversation stands before the message.
func (q Question) Behind(schema bool) (string, error) {
	q.Before = nil
	return q.text(behind, schema)
}

func (q Question) text(head string, schema bool) (string, error) {
	var b strings.Builder
	b.WriteString(head)
	if schema {
		text, err := Schema()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nThe JSON Schema of your answer:\n%s\n", text)
	}
	b.WriteString("\n[ITEMS]\n")
	for _, k := range q.Shortlist {
		fmt.Fprintf(&b, "%s %s: %s\n", k.ID, k.Kind, k.Summary)
	}
	b.WriteString("[END ITEMS]\n\n")
	if len(q.Before) > 0 {
		b.WriteString("[BEFORE, only to understand the turn]\n")
		for _, t := range q.Before {
			fmt.Fprintf(&b, "%s: %s\n", speaker(t), cut(proseOf(t.Content), maxContext))
		}
		b.WriteString("[END BEFORE]\n\n")
	}
	b.WriteString("[TURN]\n")
	for _, t := range q.Now {
		fmt.Fprintf(&b, "%s: %s\n", speaker(t), spoken(t))
	}
	b.WriteString("[END TURN]\n")
	return b.String(), nil
}

func speaker(t acts.Turn) string {
	if t.Role == acts.User {
		return "person"
	}
	return "assistant"
}

// Schema is the JSON Schema of an answer, without white space.
func Schema() (json.RawMessage, error) {
	text, err := schemas.Source(schemas.SecondReader)
	if err != nil {
		return nil, err
	}
	var small bytes.Buffer
	err = json.Compact(&small, text)
	return small.Bytes(), err
}

package read

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// Role is who speaks.
type Role string

// The speakers whose turns are read; others' are not conversation.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Turn is one message of a conversation.
type Turn struct {
	ID      string    `json:"turnId"`
	Role    Role      `json:"role"`
	Content string    `json:"content"`
	At      time.Time `json:"-"`

	kept *kept // nil where each reading takes it apart anew
}

// Window is how many turns before the current one are looked at.
const Window = 6

// maxOwn is how much is read again of what the speaker said before, in bytes.
const maxOwn = 600

// maxProposals bounds what one turn can change: of a longer list the beginning
// is taken.
const maxProposals = 64

// Read proposes what a turn changes. The state holds what the turns before it
// changed; of those turns the last Window are enough. The state is not
// changed, and ids of new items are provisional until Normalise.
func Read(state *delta.State, before []Turn, turn Turn) []delta.Delta {
	if turn.Role != User && turn.Role != Assistant {
		return nil
	}
	r := newReader(state, before, turn)
	defer r.leave()
	if len(r.passages) == 0 {
		return nil
	}
	if turn.Role == User {
		r.userTurn()
	} else {
		r.assistantTurn()
	}
	return r.out
}

// reader reads one turn.
type reader struct {
	turn       Turn
	first      bool // the conversation's first turn of this speaker
	*page           // the turn's prose
	memory     memory
	last       floor    // what the other speaker left open
	whole      floor    // the same, where several questions are answered in one go:
	replies    []reply  // to which each of the answers is one,
	answers    int      // to which the clause that is read belongs, -1 for none,
	covered    []*entry // and what the other questions left open meanwhile
	own        []string // content of this speaker's turn before,
	ownNumbers sought   // and the numbers in it
	out        []delta.Delta
	kinds      []delta.Kind // of those, each once
	made       int
	*notes
	lastRevised           *entry   // what was revised last
	pasted                bool     // the turn shows code or output
	quotes                bool     // and words of somebody
	intro                 string   // that was asked about last, and
	introAsks             bool     // whether it asks for what its list names
	parts                 parts    // of a clause, once asked for
	context               context  // before a clause, once asked for
	now                   unit     // the clause that is being read, and
	by                    reading  // as what
	told                  int      // what its signs of knowledge come to, once read plainly
	evident               evidence // what is being weighed as knowledge,
	claim                 claim    // and what it settles
	unmeant               []string // what the speaker does not stand by
	voices                []voice  // of the turn's units, where listened to
	lastTurning, lastOpen lastly   // that turns against what was said, or leaves something open
	lastAsked, lastYes    lastly   // that asks, or accepts
	lastRetreat           lastly   // that takes back what was just said
	lastAsking, lastBack  lastly   // that asks for advice, or puts a choice back
	lastHanded            lastly   // that leaves a choice to the other speaker
	lastVerdict           lastly   // that tells of a choice made meanwhile
}

// notes are what is noted of each clause and each sentence of a turn, by their places.
type notes struct {
	used   []bool  // of the clauses those that are dealt with,
	facts  []bool  // and of those the ones that hold facts
	yields []yield // of the sentences
}

// enough has place for the notes of so many.
func (n *notes) enough(sentences, clauses int) {
	n.used, n.facts, n.yields = slices.Grow(n.used, clauses)[:clauses], slices.Grow(n.facts, clauses)[:clauses], slices.Grow(n.yields, sentences)[:sentences]
}

// clear forgets all.
func (n *notes) clear() {
	clear(n.used)
	clear(n.facts)
	clear(n.yields)
	n.used, n.facts, n.yields = n.used[:0], n.facts[:0], n.yields[:0]
}

// yield is what else a sentence has yielded.
type yield struct {
	changed bool // it revises something
	ruled   *delta.ConstraintAdded
	stated  *delta.FactLearned
}

// approvals are pictures and slang that say yes when they stand alone.
var approvals = map[string]bool{"👍": true, "👌": true, "✅": true, "💯": true, "👍🏻": true, "👍🏼": true, "🙌": true, "+1": true, "y": true, "bet": true, "✔️": true}

// maxApproval is more than they have, in bytes.
const maxApproval = 16

func newReader(state *delta.State, before []Turn, turn Turn) *reader {
	if len(before) > Window {
		before = before[len(before)-Window:]
	}
	r := readers.Get().(*reader)
	r.turn, r.first = turn, true
	for _, t := range slices.Backward(before) {
		if t.Role == turn.Role {
			r.first = false
			r.own = english.Content(t.Content[:min(len(t.Content), maxOwn)])
			r.ownNumbers = seek(numbersOf(r.own))
			break
		}
	}
	if said := strings.TrimSpace(turn.Content); len(said) <= maxApproval && approvals[strings.ToLower(said)] {
		turn.Content, turn.kept = "yes", nil
	}
	r.turn, r.page = turn, turn.open()
	r.last = leftOpen(before, turn.Role)
	r.tellApart()
	sentences, clauses := r.room.Size()
	r.pasted = strings.Contains(turn.Content, "```")
	for _, mark := range []string{`"`, "“", "”", "«", "»"} {
		r.quotes = r.quotes || strings.Contains(turn.Content, mark)
	}
	r.memory = remember(state, before)
	r.notes = &r.memory.notes
	r.enough(sentences, clauses)
	return r
}

// leave ends the reading. Nothing that was taken apart may be used any more.
func (r *reader) leave() {
	r.memory.leave()
	r.turn.close(r.page)
	*r = reader{}
	readers.Put(r)
}

// readers are those that read no turn.
var readers = sync.Pool{New: func() any { return new(reader) }}

// of is what a sentence of the turn has yielded.
func (r *reader) of(s *english.Sentence) *yield { return &r.yields[s.Place] }

// content is the content stems of a text.
func (r *reader) content(text string) []string { return r.memory.content(text) }

// summary makes a summary of what was said. Where that has only got a capital,
// their content is the same.
func (r *reader) summary(said string) string {
	s := sentenceCase(said)
	if g, known := r.memory.gists[said]; known && len(s) == len(said) && s[0]|0x20 == said[0] && s[1:] == said[1:] {
		g.Text = s
		r.memory.gists[s] = g
	}
	return s
}

// id makes a provisional id for a new item.
func (r *reader) id() string {
	r.made++
	return "new-" + strconv.Itoa(r.made)
}

func (r *reader) provenance() delta.Provenance {
	return delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: r.turn.ID}}, Timestamp: r.turn.At}
}

// creation is the common part of a new item.
func (r *reader) creation(summary string, c delta.Confidence) delta.Creation {
	return delta.Creation{ID: r.id(), Summary: summary, Confidence: c, Scope: delta.Session, Provenance: r.provenance()}
}

// propose adds a delta and remembers what it makes, unless the speaker does not
// stand by it.
func (r *reader) propose(d delta.Delta) bool {
	if !r.stands(d) {
		return false
	}
	r.out = append(r.out, d)
	if kind := d.Kind(); !slices.Contains(r.kinds, kind) {
		r.kinds = append(r.kinds, kind)
	}
	r.memory.note(d, r.turn.ID)
	return true
}

// idOf proposes a delta that makes something and is its id, "" where the speaker
// does not stand by it.
func (r *reader) idOf(d delta.Delta) string {
	if !r.propose(d) {
		return ""
	}
	return delta.Created(d).ID
}

// proposed tells whether the turn has proposed a delta of one of some kinds.
func (r *reader) proposed(kinds ...delta.Kind) bool {
	return slices.ContainsFunc(kinds, func(k delta.Kind) bool { return slices.Contains(r.kinds, k) })
}

// text is the whole prose of a turn.
func text(passages []passage) string {
	var b strings.Builder
	for _, p := range passages {
		b.WriteString(p.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

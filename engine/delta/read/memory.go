package read

import (
	"slices"
	"sync"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// maxMemory bounds the open items that a turn can refer to: the newest ones.
const maxMemory = 250

// entry is an item that a turn can refer to.
type entry struct {
	id           string
	kind         delta.ItemKind
	branch       bool
	summary      string
	alternatives []string
	stems        []string
	marks        english.Marks // of them
	words        []string      // of the stems those that are no numbers,
	numbers      []string      // and those that are
	spoken       int           // how many of the words the last turn speaks of,
	asked        bool          // once asked for
	age          int           // turns since it was last touched, 0 in this turn
	fresh        bool          // made by this turn
	open         bool
	soft         bool   // a rule that is only wished for
	proposal     bool   // a hypothesis about how something should be
	born         string // the turn that made it
	day          dayState
	about        []string   // the words without units, once asked for
	own          [][]string // of each alternative the stems that no other has, once asked for
}

// dayState tells whether an entry names a day, once asked for.
type dayState uint8

const (
	dayUnknown dayState = iota
	dayNamed
	dayless
)

// say gives an entry other words.
func (e *entry) say(stems []string) {
	e.stems, e.marks = stems, english.MarksOf(stems)
	e.words, e.numbers = withoutNumbers(stems), numbersOf(stems)
	e.asked, e.about = false, nil
}

// topic is what an entry with a value is about: its words without units.
func (e *entry) topic() []string {
	if e.about == nil {
		e.about = without(e.words, ofUnits)
	}
	return e.about
}

// dated tells that an entry names a day.
func (e *entry) dated() bool {
	if e.day == dayUnknown {
		e.day = dayless
		if english.Dated(e.summary) {
			e.day = dayNamed
		}
	}
	return e.day == dayNamed
}

// distinct are an entry's stems of each alternative that no other has.
func (e *entry) distinct() [][]string {
	if e.own != nil {
		return e.own
	}
	full := make([][]string, len(e.alternatives))
	for i, a := range e.alternatives {
		full[i] = english.Content(a)
	}
	e.own = make([][]string, len(full))
	for i := range full {
		own := full[i]
		for k := range full {
			if k != i {
				own = minus(own, full[k])
			}
		}
		e.own[i] = minus(own, pointers)
	}
	return e.own
}

// memory is what is open in the conversation, oldest first.
type memory struct {
	entries []*entry // those of the state, then those that this turn makes
	held    int      // how many are of the state
	touched []*entry // of those the ones that the last turns have touched,
	turns   int      // which are so many
	*memoryRoom
}

// memoryRoom is where a memory stands while a turn is read: that of a long
// conversation would be most of what reading it allocates.
type memoryRoom struct {
	at    []entry
	gists map[string]english.Gist // of the texts that were asked for in this turn
	apart []apart                 // other texts that were taken apart in this turn,
	room  english.Room            // and where their sentences are
	notes notes
}

// apart is a text that was taken apart.
type apart struct {
	text      string
	sentences []english.Sentence
}

// content is the content stems of a text, which one rule after the other asks
// for.
func (m *memory) content(text string) []string { return m.gist(text).Content }

func (m *memory) gist(text string) english.Gist {
	g, known := m.gists[text]
	if !known {
		g = english.GistOf(text)
		m.gists[text] = g
	}
	return g
}

// sentences are those of a text beside the turn's, which one rule after the other asks
// for. Nothing of them but strings stays once the turn is read.
func (m *memory) sentences(text string) []english.Sentence {
	for i := range m.apart {
		if m.apart[i].text == text {
			return m.apart[i].sentences
		}
	}
	ss := m.room.Sentences(text)
	m.apart = append(m.apart, apart{text, ss})
	return ss
}

// remember reads the state; items touched by turns further back than those in
// before are older than all of them.
func remember(state *delta.State, before []Turn) memory {
	m := memory{memoryRoom: rooms.Get().(*memoryRoom)}
	items := state.Last(maxMemory)
	m.at = slices.Grow(m.at, len(items)+maxProposals)
	m.entries = make([]*entry, 0, len(items)+few)
	for _, it := range items {
		e := m.entry()
		*e = entry{
			id: it.ID, kind: it.Kind, branch: it.IsBranch(), summary: it.Summary, alternatives: it.Alternatives,
			open: it.Open(), age: len(before) + 1,
			soft: slices.Contains(it.Tags, delta.SoftTag), proposal: slices.Contains(it.Tags, proposalTag), born: it.SourceTurns[0].TurnID,
		}
		e.say(it.Content())
		for i, t := range before {
			if it.SourceTurns[len(it.SourceTurns)-1].TurnID == t.ID {
				e.age = len(before) - i
			}
		}
		m.entries = append(m.entries, e)
	}
	m.held, m.turns = len(m.entries), len(before)
	m.touch()
	return m
}

// touch notes which entries of the state the last turns have touched.
func (m *memory) touch() {
	m.touched = m.touched[:0]
	for _, e := range m.entries[:m.held] {
		if e.age <= m.turns {
			m.touched = append(m.touched, e)
		}
	}
}

// within are the entries of the state among which those of an age at most are.
func (m *memory) within(age int) []*entry {
	if age <= m.turns {
		return m.touched
	}
	return m.entries[:m.held]
}

// few is about how many entries a turn makes.
const few = 8

var rooms = sync.Pool{New: func() any { return &memoryRoom{gists: map[string]english.Gist{}} }}

// entry is a new one, in the room while that has place.
func (r *memoryRoom) entry() *entry {
	if len(r.at) == cap(r.at) {
		return new(entry)
	}
	r.at = r.at[:len(r.at)+1]
	return &r.at[len(r.at)-1]
}

// leave gives the room back. The entries must not be used any more.
func (m *memory) leave() {
	clear(m.at)
	clear(m.gists)
	clear(m.apart)
	m.at, m.apart = m.at[:0], m.apart[:0]
	m.room.Empty()
	m.notes.clear()
	rooms.Put(m.memoryRoom)
	m.memoryRoom, m.entries = nil, nil
}

// note takes a proposed delta for granted within the turn.
func (m *memory) note(d delta.Delta, turn string) {
	if made := delta.Created(d); made != nil {
		e := m.entry()
		*e = entry{id: made.ID, summary: made.Summary, fresh: true, open: true, born: turn}
		gist := m.gist(made.Summary)
		made.Says(gist)
		stems := gist.Content
		switch d := d.(type) {
		case *delta.GoalSet:
			e.kind = delta.Goal
		case *delta.DecisionMade:
			e.kind, e.alternatives = delta.Decision, d.Alternatives
		case *delta.ConstraintAdded:
			e.kind = delta.Constraint
		case *delta.TaskOpened:
			e.kind = delta.Task
		case *delta.FactLearned:
			e.kind = delta.Fact
		case *delta.HypothesisIntroduced:
			e.kind, e.proposal = delta.Hypothesis, slices.Contains(d.Tags, proposalTag)
		case *delta.BranchCreated:
			e.kind, e.branch, e.alternatives = delta.Hypothesis, true, d.Alternatives
			for _, a := range d.Alternatives {
				stems = union(stems, m.content(a))
			}
		}
		e.say(stems)
		m.entries = append(m.entries, e)
		return
	}
	e := m.byID(*delta.Target(d))
	if e == nil {
		return
	}
	switch d := d.(type) {
	case *delta.TaskClosed, *delta.ItemSuperseded:
		e.open = false
	case *delta.DecisionRevised:
		e.summary, e.age, e.day = d.Summary, 0, dayUnknown
		e.say(m.content(d.Summary))
		m.touch()
	case *delta.ConstraintRevised:
		e.summary, e.age, e.day = d.Summary, 0, dayUnknown
		e.say(m.content(d.Summary))
		m.touch()
	}
}

// made are the entries that this turn makes.
func (m *memory) made() []*entry { return m.entries[m.held:] }

func (m *memory) byID(id string) *entry {
	for _, e := range m.entries {
		if e.id == id {
			return e
		}
	}
	return nil
}

// is selects entries.
type is func(*entry) bool

func kind(kinds ...delta.ItemKind) is {
	if len(kinds) == 1 {
		one := kinds[0]
		return func(e *entry) bool { return !e.branch && e.kind == one }
	}
	return func(e *entry) bool { return !e.branch && slices.Contains(kinds, e.kind) }
}

func branches(e *entry) bool { return e.branch }

func proposals(e *entry) bool { return !e.branch && e.kind == delta.Hypothesis && e.proposal }

func suspicions(e *entry) bool { return !e.branch && e.kind == delta.Hypothesis && !e.proposal }

// recent is the open entry that was touched last, at most so many turns ago.
func (m *memory) recent(which is, age int) *entry {
	among := m.within(age)
	for i, e := range slices.Backward(among) {
		if e.open && e.age <= age && which(e) {
			best := e
			for _, o := range slices.Backward(among[:i]) {
				if o.open && which(o) && o.age < best.age {
					best = o
				}
			}
			return best
		}
	}
	return nil
}

// newest is the open entry of a kind that was made last, before this turn.
func (m *memory) newest(which is) *entry {
	for i := m.held - 1; i >= 0; i-- {
		if e := m.entries[i]; e.open && which(e) {
			return e
		}
	}
	return nil
}

// none tells that no open entry of a kind is at most so many turns old.
func (m *memory) none(which is, age int) bool {
	for _, e := range m.within(age) {
		if e.open && e.age <= age && which(e) {
			return false
		}
	}
	return true
}

// all lists the open entries of a kind that are at most so many turns old.
func (m *memory) all(which is, age int) []*entry {
	var out []*entry
	for _, e := range m.within(age) {
		if e.open && e.age <= age && which(e) {
			out = append(out, e)
		}
	}
	return out
}

// alike is the open entry that shares most of the stems, and how large a part
// of them: at least a part of least. Of equals the newest.
func (m *memory) alike(stems []string, which is, least float64) (*entry, float64) {
	var best *entry
	score := 0.0
	marks := english.MarksOf(stems)
	for _, e := range m.entries[:m.held] {
		if !e.open || !e.marks.Meet(&marks) || !which(e) {
			continue
		}
		s := float64(english.Shared(stems, e.stems)) / float64(len(stems))
		if s >= least && s > 0 && (s > score || s == score && (best == nil || e.age <= best.age)) {
			best, score = e, s
		}
	}
	return best, score
}

// speaksOf tells whether anything that is known has one of some stems.
func (m *memory) speaksOf(stems []string) bool {
	for _, e := range m.entries {
		if english.Shared(stems, e.stems) > 0 {
			return true
		}
	}
	return false
}

// known tells that stems say no more than an entry of a kind does.
func (m *memory) known(stems []string, which is, least float64) bool {
	if len(stems) == 0 {
		return false
	}
	marks := english.MarksOf(stems)
	for _, e := range m.entries {
		if !e.marks.Meet(&marks) || !which(e) {
			continue
		}
		shared := english.Shared(stems, e.stems)
		if float64(shared)/float64(len(stems)) >= least && shared > 0 {
			return true
		}
	}
	return false
}

func anyKind(*entry) bool { return true }

package conversation

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/engine/gateway/wire"
)

// A request that does not name its conversation belongs to the one that knows
// best the newest of what the request shows as said before (product 16). Nothing else
// of it has to be as it was: not the system prompt, not what lies further back,
// not the first words. A request that shows nothing as said before begins a
// conversation, unless it asks again what one began with that has had no more than
// a reply to it.

// mark stands for something that was said: a reply, a call, words of the user's.
// It is a hash whose lowest bit tells whether it is a telling one, which is long
// enough not to be said by chance in another conversation, as "Done." is.
type mark uint64

func markOf(sum uint64, telling bool) mark { return mark(sum&^1) | mark(is(telling)) }

func (m mark) telling() bool { return m&1 == 1 }

// endOfThinking ends what some models think aloud. Clients take it off the reply.
const endOfThinking = "</think>"

// marker makes marks; those of one seed can be compared.
type marker struct{ seed maphash.Seed }

const (
	// markedBytes is how much of a text makes its mark, counted from its end, and
	// markedFrom how much of it is looked at for that.
	markedBytes, markedFrom = 512, 4 << 10
	// tellingBytes and tellingID are from when on a text and the id of a call tell
	// of one conversation alone. Some servers count their calls from 0.
	tellingBytes, tellingID = 32, 9
)

// text marks a text by who said it, without its white space and its thinking:
// clients reformat what they keep. It returns false for a blank one.
func (m marker) text(role byte, text string) (mark, bool) {
	var said [1 + markedBytes]byte
	text = tail(text)
	if n := strings.LastIndex(text, endOfThinking); n >= 0 {
		text = text[n+len(endOfThinking):]
	}
	at := len(said)
	for end := len(text); end > 0; {
		if c := text[end-1]; c > ' ' && c < utf8.RuneSelf && at > 1 { // most are one byte
			end, at = end-1, at-1
			said[at] = c
			continue
		}
		r, n := utf8.DecodeLastRuneInString(text[:end])
		end -= n
		if unicode.IsSpace(r) {
			continue
		}
		if at-n < 1 {
			break
		}
		at -= n
		copy(said[at:], text[end:end+n])
	}
	at--
	said[at] = role
	return markOf(maphash.Bytes(m.seed, said[at:]), len(said)-at > tellingBytes), len(said)-at > 1
}

func tail(text string) string { return text[max(0, len(text)-markedFrom):] }

// Who said what is marked.
const (
	byUser, byModel, byCall byte = 'u', 'm', 'c'
)

// words marks what the user themself wrote, if that is anything.
func (m marker) words(list []mark, own string) []mark {
	if said, ok := m.text(byUser, own); ok {
		list = append(list, said)
	}
	return list
}

// reply marks what a reply said and called.
func (m marker) reply(list []mark, text string, calls []wire.ToolCall) []mark {
	if said, ok := m.text(byModel, text); ok {
		list = append(list, said)
	}
	for _, c := range calls[:min(len(calls), maxMarks)] {
		arguments := c.Arguments[max(0, len(c.Arguments)-markedBytes):]
		said, _ := m.text(byCall, c.Name+string(arguments)+tail(c.Input)+c.ID)
		list = append(list, markOf(uint64(said), len(c.ID) >= tellingID))
	}
	return list
}

// asked marks a prompt as it was sent, by its head and its length.
func (m marker) asked(prompt string) uint64 {
	const head = 16 << 10
	var h maphash.Hash
	h.SetSeed(m.seed)
	_, _ = h.WriteString(prompt[:min(len(prompt), head)]) // never fails
	_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(prompt))))
	return h.Sum64()
}

// shown is what a request shows of the conversation that it belongs to.
type shown struct {
	marker
	key    string // its client and first words
	turn   int
	asked  uint64
	said   []mark // before, the newest first, as far as it was looked at
	unread [2][]wire.Message
}

// maxShown bounds how many marks of a request are looked for: what lies further
// back tells no more.
const maxShown = 16

func (m marker) shownBy(req *wire.Request) *shown {
	return &shown{marker: m, key: req.Conversation, turn: req.Turn, asked: m.asked(req.Prompt), unread: [2][]wire.Message{req.History, req.Since}}
}

// mark returns the nth mark of what was said, and false where there is none.
// Messages are read as they are asked for: mostly one tells.
func (s *shown) mark(n int) (mark, bool) {
	for i := len(s.unread) - 1; i >= 0; i-- {
		for len(s.unread[i]) > 0 && len(s.said) <= n && len(s.said) < maxShown {
			end := len(s.unread[i]) - 1
			msg := s.unread[i][end]
			s.unread[i] = s.unread[i][:end]
			if msg.Role == "assistant" {
				s.said = s.reply(s.said, msg.Text, msg.ToolCalls)
			} else {
				s.said = s.words(s.said, msg.Own)
			}
		}
	}
	if n >= len(s.said) {
		return 0, false
	}
	return s.said[n], true
}

// begins reports whether nothing was said before.
func (s *shown) begins() bool {
	_, some := s.mark(0)
	return !some
}

// trail is what is known of a conversation, as far as requests are told by it.
type trail struct {
	id    string
	keys  []string // its beginnings: a client may sum the first one up
	turn  int
	asked uint64 // by the turn
	marks []mark // oldest first
	last  int    // marks[last:] is the last reply and what came after it
}

// maxKeys bounds how many of the latest beginnings are kept.
const maxKeys = 4

// began reports whether the conversation has a beginning of that key.
func (t *trail) began(key string) bool { return slices.Contains(t.keys, key) }

// maxMarks bounds what is remembered of a conversation: the last steps of it.
const maxMarks = 32

// told notes a reply.
func (t *trail) told(said []mark) {
	if len(said) > 0 {
		t.last = len(t.marks)
		t.note(said)
	}
}

func (t *trail) note(said []mark) {
	t.marks = append(t.marks, said...)
	if over := len(t.marks) - maxMarks; over > 0 {
		t.marks, t.last = slices.Delete(t.marks, 0, over), max(0, t.last-over)
	}
}

// goesOn notes a request of the conversation. The first words are no mark: they
// are its key.
func (t *trail) goesOn(s *shown, own []mark) {
	switch {
	case s.begins(): // from the beginning
		t.marks, t.last = nil, 0
	case t.turn == s.turn && t.asked == s.asked: // again, or a further step of the turn
	case t.turn > 0:
		t.note(own)
	}
	t.turn, t.asked = s.turn, s.asked
	if !t.began(s.key) {
		t.keys = append(t.keys[max(0, len(t.keys)-maxKeys+1):], s.key)
	}
}

// begun reports whether a request asks again what the conversation began with.
func (t *trail) begun(s *shown) bool {
	return t.asked == s.asked && t.turn == s.turn && t.last == 0 && t.began(s.key)
}

// knows reports how much a mark of a request ties it to the conversation: 0 for
// not at all, more where both begin alike, and where it is what was said last. To
// a conversation that begins otherwise nothing does but a telling one, said last.
func (t *trail) knows(m mark, s *shown) int {
	at := len(t.marks) - 1
	for at >= 0 && t.marks[at] != m {
		at--
	}
	if at < 0 {
		return 0
	}
	same, newest := t.began(s.key), at >= t.last
	if !same && !(newest && m.telling()) {
		return 0
	}
	return 1 + is(newest) + 2*is(same)
}

// belongs returns the conversation that a request belongs to, of those that are
// known, the latest last; nil for none of them. Each thing that was said, the
// newest first, leaves those that know it best.
func belongs(s *shown, known []*trail) *trail {
	if s.begins() {
		return last(best(known, func(t *trail) int { return is(t.begun(s)) }))
	}
	var left []*trail
	for n := 0; len(left) != 1; n++ {
		m, some := s.mark(n)
		if !some {
			break
		}
		among := left
		if left == nil {
			among = known
		}
		if found := best(among, func(t *trail) int { return t.knows(m, s) }); len(found) > 0 {
			left = found
		}
	}
	if left == nil {
		left = best(known, func(t *trail) int { return is(t.began(s.key) && t.turn <= s.turn) })
	}
	return last(left)
}

// best returns those that are worth most, none where nothing is worth anything.
func best(known []*trail, worth func(*trail) int) []*trail {
	var list []*trail
	top := 1
	for _, t := range known {
		switch w := worth(t); {
		case w > top:
			list, top = append(list[:0], t), w
		case w == top:
			list = append(list, t)
		}
	}
	return list
}

func last(list []*trail) *trail {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func is(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

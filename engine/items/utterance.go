package items

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"holdfast/engine/delta/acts"
	"holdfast/store/event"
)

// utterance is one side of an episode: what the user wrote, or what the reply
// said. Tool calls and their results, wrappers and side requests are none.
type utterance struct {
	episode string
	role    acts.Role
	hash    string // of the text, in the Vault
	at      time.Time
}

// The ids of turns: the episode, and who speaks in it.
const (
	userTurn     = ".user"
	replyTurn    = ".reply"
	operatorTurn = ".operator"
)

func (u utterance) turnID() string {
	if u.role == acts.User {
		return u.episode + userTurn
	}
	return u.episode + replyTurn
}

// episodeOfTurn is the episode that a turn id names, or the id itself.
func episodeOfTurn(id string) string {
	for _, side := range []string{userTurn, replyTurn, operatorTurn} {
		if episode, ok := strings.CutSuffix(id, side); ok {
			return episode
		}
	}
	return id
}

// spoken lists what was said in a conversation's episodes, which come oldest
// first. A retry says nothing again: the user wrote the same words in the same
// turn, as in the later requests of a tool loop, and a reply that came word for
// word is one reply.
func spoken(episodes []event.Episode) []utterance {
	var out []utterance
	type said struct {
		turn       int
		hash       string
		ofTheReply string
	}
	seen := map[said]bool{}
	say := func(s said, u utterance) {
		if u.hash != "" && !seen[s] {
			seen[s] = true
			out = append(out, u)
		}
	}
	for _, ep := range episodes {
		if ep.Kind != "turn" || ep.EpisodeClosed.Status != event.EpisodeIsClosed {
			continue
		}
		say(said{turn: ep.Turn, hash: ep.Written}, utterance{ep.ID, acts.User, ep.Written, ep.Opened})
		say(said{turn: ep.Turn, hash: ep.Prompt, ofTheReply: ep.Reply}, utterance{ep.ID, acts.Assistant, ep.Reply, ep.Closed})
	}
	return out
}

// heardBefore is how many earlier episodes of a conversation are looked at: more
// than the window of the extractor, since a tool loop has many to a turn.
const heardBefore = 2 * acts.Window

// heard is what an episode said, and what was said right before it.
type heard struct {
	before, now []acts.Turn
}

// hear reads an episode's words, and those before it, from the Vault. t.mu is
// held.
func (b *Book) hear(ctx context.Context, t *talk, ep event.Episode) (heard, error) {
	episodes, err := t.lately.before(ctx, t, ep)
	if err != nil {
		return heard{}, err
	}
	all := spoken(slices.Concat(episodes, []event.Episode{ep}))
	first := slices.IndexFunc(all, func(u utterance) bool { return u.episode == ep.ID })
	if first < 0 {
		return heard{}, nil
	}
	from := max(0, first-acts.Window)
	turns := make([]acts.Turn, 0, len(all)-from)
	for _, u := range all[from:] {
		turn, err := b.turnOf(ctx, u)
		if err != nil {
			return heard{}, err
		}
		turns = append(turns, turn)
	}
	return heard{turns[:first-from], turns[first-from:]}, nil
}

// lately holds the last episodes of the conversations that are going on, as far
// as hear needs them: in a tool loop each request is an episode, and a dozen of
// them would be read from the Ledger again for the next.
type lately struct {
	upto int64 // the row that closed the last episode that was noted
	by   map[string][]event.Episode
}

// maxLately is of how many conversations.
const maxLately = 16

// before lists the episodes of ep's conversation that ended before it, the last
// ones, oldest first. All episodes of a session are read one after the other, so
// that those which were noted are all there are; unless the mark has moved
// otherwise.
func (l *lately) before(ctx context.Context, t *talk, ep event.Episode) ([]event.Episode, error) {
	if l.upto != t.mark || len(l.by) > maxLately {
		l.by = nil
	}
	if known, ok := l.by[ep.Conversation]; ok {
		return known, nil
	}
	episodes, err := t.db.EpisodesBefore(ctx, t.session, ep.Conversation, ep.ClosedSeq, heardBefore)
	if err != nil {
		return nil, err
	}
	slices.Reverse(episodes)
	for i := range episodes {
		episodes[i] = spokenOf(episodes[i])
	}
	if l.by == nil {
		l.by = map[string][]event.Episode{}
	}
	l.by[ep.Conversation] = episodes
	return episodes, nil
}

// note adds an episode that was read.
func (l *lately) note(ep event.Episode) {
	if known, ok := l.by[ep.Conversation]; ok {
		known = append(known, spokenOf(ep))
		l.by[ep.Conversation] = slices.Delete(known, 0, max(0, len(known)-heardBefore))
	}
	l.upto = ep.ClosedSeq
}

// spokenOf is of an episode what spoken reads.
func spokenOf(ep event.Episode) event.Episode {
	var kept event.Episode
	kept.ID, kept.Kind, kept.Turn, kept.Written, kept.Prompt, kept.Reply = ep.ID, ep.Kind, ep.Turn, ep.Written, ep.Prompt, ep.Reply
	kept.EpisodeClosed.Status, kept.Opened, kept.Closed = ep.EpisodeClosed.Status, ep.Opened, ep.Closed
	return kept
}

// turnOf reads what was said. Words that the Vault does not hold any more are
// for Verify to tell, and are silence here.
func (b *Book) turnOf(ctx context.Context, u utterance) (acts.Turn, error) {
	text, err := b.db.Blob(ctx, u.hash)
	if errors.Is(err, event.ErrNotFound) || errors.Is(err, event.ErrCorrupt) {
		b.log.Warn("the words of a turn are lost", "turn", u.turnID(), "err", err)
		text, err = nil, nil
	}
	return acts.Turn{ID: u.turnID(), Role: u.role, Content: string(text), At: u.at.UTC()}, err
}

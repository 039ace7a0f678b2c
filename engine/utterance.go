package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"holdfast/engine/delta/read"
	"holdfast/store"
)

// utterance is one side of an episode: what the user wrote, or what the reply
// said. Tool calls and their results, wrappers and side requests are none.
type utterance struct {
	episode string
	role    read.Role
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
	if u.role == read.User {
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
func spoken(episodes []store.Episode) []utterance {
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
		if ep.Kind != "turn" || ep.EpisodeClosed.Status != store.EpisodeIsClosed {
			continue
		}
		say(said{turn: ep.Turn, hash: ep.Written}, utterance{ep.ID, read.User, ep.Written, ep.Opened})
		say(said{turn: ep.Turn, hash: ep.Prompt, ofTheReply: ep.Reply}, utterance{ep.ID, read.Assistant, ep.Reply, ep.Closed})
	}
	return out
}

// heardBefore is how many earlier episodes of a conversation are looked at: more
// than the window of the extractor, since a tool loop has many to a turn.
const heardBefore = 2 * read.Window

// heard is what an episode said, and what was said right before it.
type heard struct {
	before, now []read.Turn
}

// hear reads an episode's words, and those before it, from the Vault.
func (e *Engine) hear(ctx context.Context, session string, ep store.Episode) (heard, error) {
	episodes, err := e.db.EpisodesBefore(ctx, session, ep.Conversation, ep.ClosedSeq, heardBefore)
	if err != nil {
		return heard{}, err
	}
	slices.Reverse(episodes)
	all := spoken(append(episodes, ep))
	first := slices.IndexFunc(all, func(u utterance) bool { return u.episode == ep.ID })
	if first < 0 {
		return heard{}, nil
	}
	from := max(0, first-read.Window)
	turns := make([]read.Turn, 0, len(all)-from)
	for _, u := range all[from:] {
		t, err := e.turnOf(ctx, u)
		if err != nil {
			return heard{}, err
		}
		turns = append(turns, t)
	}
	return heard{turns[:first-from], turns[first-from:]}, nil
}

// turnOf reads what was said. Words that the Vault does not hold any more are
// for Verify to tell, and are silence here.
func (e *Engine) turnOf(ctx context.Context, u utterance) (read.Turn, error) {
	text, err := e.db.Blob(ctx, u.hash)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrCorrupt) {
		e.log.Warn("the words of a turn are lost", "turn", u.turnID(), "err", err)
		text, err = nil, nil
	}
	return read.Turn{ID: u.turnID(), Role: u.role, Content: string(text), At: u.at.UTC()}.Kept(), err
}

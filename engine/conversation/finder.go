package conversation

import (
	"context"
	"errors"
	"hash/maphash"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/engine/gateway/wire"
	"holdfast/store"
	"holdfast/store/event"
)

// Finder tells the conversations of one session apart. It is safe for concurrent use.
type Finder struct {
	session string
	means   Means
	marker

	mu       sync.Mutex
	trails   []*trail // the latest used last
	reminded bool     // of the conversations that the Ledger has last
}

// Means are what a Finder works with.
type Means struct {
	DB  *store.DB
	Log *slog.Logger
	// Patience is how long the database may take to tell of earlier conversations.
	Patience time.Duration
	// NewID makes a part of a name that no other conversation has.
	NewID func() string
}

// NewFinder returns a Finder for the session with an id. It reads nothing yet.
func NewFinder(session string, m Means) *Finder {
	return &Finder{session: session, means: m, marker: marker{maphash.MakeSeed()}}
}

// Find names the conversation of a request that does not name it itself, and reports
// whether it is a known one (product 16). Where no conversation in memory fits, it
// asks the Ledger.
func (f *Finder) Find(ctx context.Context, req *wire.Request) (id string, known bool) {
	seen, own := f.shownBy(req), f.words(nil, req.Written)
	if !seen.begins() {
		if id := f.follow(seen, own, ""); id != "" {
			return id, true
		}
		if err := f.remind(ctx, seen.key); err != nil {
			f.means.Log.Warn("earlier conversations could not be looked for", "err", err)
		}
	}
	fresh := seen.key + alikeMark + f.means.NewID()
	id = f.follow(seen, own, fresh)
	return id, id != fresh
}

// maxTrails bounds of how many conversations it is kept how they went; an older
// one is found in the Ledger when it goes on.
const maxTrails = 128

// follow returns the conversation that a request belongs to, fresh where that is
// none which is known. Where fresh is "" it returns "", too, for one that began
// otherwise: another may be in the Ledger that did not.
func (f *Finder) follow(s *shown, own []mark, fresh string) (id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := belongs(s, f.trails)
	switch {
	case fresh == "" && (t == nil || !t.began(s.key)):
		return ""
	case t != nil:
		f.trails = slices.DeleteFunc(f.trails, func(x *trail) bool { return x == t })
	default:
		t = &trail{id: fresh}
	}
	t.goesOn(s, own)
	f.trails = append(f.trails, t)
	f.trails = slices.Delete(f.trails, 0, max(0, len(f.trails)-maxTrails))
	return t.id
}

// Told notes the reply that a conversation got.
func (f *Finder) Told(id, text string, calls []wire.ToolCall) {
	said := f.reply(nil, text, calls)
	f.mu.Lock()
	defer f.mu.Unlock()
	if t := f.trail(id); t != nil {
		t.told(said)
	}
}

// trail returns what is known of how a conversation went, nil for nothing.
func (f *Finder) trail(id string) *trail {
	for _, t := range slices.Backward(f.trails) { // the latest is asked for most
		if t.id == id {
			return t
		}
	}
	return nil
}

// learn adds conversations of the Ledger, which are older than all that are known.
func (f *Finder) learn(found []*trail) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.trails = slices.Insert(f.trails, 0, slices.DeleteFunc(found, func(t *trail) bool { return f.trail(t.id) != nil })...)
}

// alikeMark stands in a conversation's name between its key and what tells it
// from others that began alike.
const alikeMark = "."

// maxAlike bounds how many conversations that began alike are looked for in the
// Ledger; remindedOf is how many of a session's last episodes are looked at
// once, alikeEpisodes how many of a conversation.
const maxAlike, remindedOf, alikeEpisodes = 8, 64, 8

// remind learns from the Ledger of the conversations with a key, and once of
// those that went on last: an engine that has just started knows none.
func (f *Finder) remind(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, f.means.Patience)
	defer cancel()
	db := f.means.DB
	var failed []error
	learn := func(episodes []event.Episode, err error) {
		failed = append(failed, err, f.learnOf(ctx, episodes))
	}
	if f.remindOnce() {
		learn(db.Episodes(ctx, f.session, remindedOf))
	}
	alike, err := db.Conversations(ctx, f.session, key+alikeMark, maxAlike)
	for _, id := range alike {
		learn(db.EpisodesOf(ctx, f.session, id, alikeEpisodes))
	}
	return errors.Join(append(failed, err)...)
}

// remindOnce reports whether it is called for the first time.
func (f *Finder) remindOnce() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := !f.reminded
	f.reminded = true
	return first
}

// learnOf learns how the conversations of some episodes went, the newest of which
// is the first.
func (f *Finder) learnOf(ctx context.Context, episodes []event.Episode) error {
	var found []*trail
	var failed []error // what is lost of one says nothing of the others
	for _, ep := range slices.Backward(episodes) {
		if ep.Kind != "turn" || ep.Conversation == "" {
			continue
		}
		key, _, _ := strings.Cut(ep.Conversation, alikeMark)
		t := &trail{id: ep.Conversation, keys: []string{key}}
		if n := slices.IndexFunc(found, func(t *trail) bool { return t.id == ep.Conversation }); n >= 0 {
			t = found[n]
			found = slices.Delete(found, n, n+1)
		}
		found = append(found, t)
		failed = append(failed, f.retrace(ctx, t, ep))
	}
	f.learn(found)
	return errors.Join(failed...)
}

// retrace notes an episode of a conversation as if it went on now.
func (f *Finder) retrace(ctx context.Context, t *trail, ep event.Episode) error {
	db := f.means.DB
	if ep.Turn != t.turn && ep.Turn > 1 && ep.Written != "" {
		own, err := db.Blob(ctx, ep.Written)
		if err != nil {
			return err
		}
		t.note(f.words(nil, string(own)))
	}
	t.turn = ep.Turn
	if ep.EpisodeClosed.Status != event.EpisodeIsClosed || ep.Reply == "" {
		return nil
	}
	reply, err := db.Blob(ctx, ep.Reply)
	if err != nil {
		return err
	}
	t.told(f.reply(nil, string(reply), nil))
	return nil
}

package turn

import (
	"slices"
	"sync"
	"sync/atomic"

	"holdfast/engine/author"
	"holdfast/engine/bridge"
	finder "holdfast/engine/conversation"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/prompt"
	"holdfast/engine/request"
)

// conversation is what one conversation's next turn depends on. It is rebuilt
// from the Ledger when the engine meets the conversation for the first time.
type conversation struct {
	rebuilt sync.Once // from the Ledger
	mu      sync.Mutex
	cut     bool // the server has cut the last prompt, see lookForCut
	counted prompt.Counted
	// turn and prompt identify the user turn under way: the count of genuine
	// user messages and the Vault hash of the newest.
	turn   int
	prompt string
	// insertion is what the turn's first request put before the model; later
	// requests of a tool loop repeat it byte for byte.
	insertion *insertion
	// stands are what stays before messages of the user's, recorded what of it the
	// Ledger holds, with the episode recordedIn.
	stands, recorded []hydrate.Stand
	recordedIn       string
	shape            *prompt.Shape // of the latest request, nil for none
	changes          bool          // the turn began with a change of what its client had sent before
	chain            request.Chain // what stands in histories that the server keeps
	// hydrated and touched are the entities of the turn under way; prev… those
	// of the turn before it (user verification, "touched in the previous turn").
	hydrated, prevHydrated map[string]string // entity -> content hash
	// written are the versions that the turn itself brought: pasted by the user
	// or promoted from a reply. The model knows them as it knows what was
	// hydrated.
	written map[string]string
	// byCall are the calls that say what a version in written is, by entity.
	byCall               map[string]string
	touched, prevTouched []string
	// told is the folder in which its client said last that it works.
	told atomic.Pointer[string]
	// expected are its calls of which only the disk will show what they did.
	expected []expected
	// waiting are the artifacts that its calls brought and that are not settled.
	waiting []waitedCall
	// tools reports whether a request of this conversation carried tools.
	tools bool
	// texts are those of the client's files as the turn began: what it is told later
	// in the turn changes nothing of whose words began it.
	texts []*author.Text
	// named are the entities that the user's own words in the turn's prompt name.
	named map[string]bool
	// unlinked reports whether the last reply held code that was not linked to an
	// entity (TSLP 8.3); prevUnlinked is that of the turn before this one.
	unlinked, prevUnlinked bool
	// brought are the hashes of the versions that the turn's replies brought of each
	// entity, in their order.
	brought map[string][]string
	// claimed is a change that the last reply has claimed and nobody received, ""
	// for none; prevClaimed is that of the turn before this one.
	claimed, prevClaimed string
	// settled reports whether the turn's last reply was delivered whole: the same
	// message again is then no retry of it.
	settled bool
	// results are those of the tool bridge that no request has shown yet, shown
	// those that the turn under way shows (TSLP 8.5).
	results, shown []bridge.Result
	// pairs are the latest user and assistant texts, oldest first.
	pairs []hydrate.Pair
	used  int64 // for eviction
}

// maxConversations bounds what is kept in memory; an evicted conversation is
// rebuilt from the Ledger when it goes on.
const maxConversations = 64

// conversations are those of a session.
type conversations struct {
	finder *finder.Finder
	mu     sync.Mutex
	byKey  map[string]*conversation
	clock  int64
}

// of returns the conversation, rebuilt by load when it was not in memory. Whoever
// asks for it meanwhile waits for that; who asks for another does not.
func (c *conversations) of(key string, load func(*conversation)) *conversation {
	found := c.named(key)
	found.rebuilt.Do(func() { load(found) })
	return found
}

// named returns the conversation as it is in memory, or a new one.
func (c *conversations) named(key string) *conversation {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	found := c.byKey[key]
	if found == nil {
		if len(c.byKey) >= maxConversations {
			c.evict()
		}
		found = &conversation{}
		c.byKey[key] = found
	}
	found.used = c.clock
	return found
}

func (c *conversations) evict() {
	oldest, key := int64(-1), ""
	for k, v := range c.byKey {
		if oldest < 0 || v.used < oldest {
			oldest, key = v.used, k
		}
	}
	delete(c.byKey, key)
}

// advance moves on to the turn that a request belongs to and tells whether it
// is a new one. A retry and a tool loop's next request are not.
func (c *conversation) advance(turn int, prompt string) (fresh bool) {
	if c.turn == turn && c.prompt == prompt {
		return false
	}
	if c.turn != 0 || c.prompt != "" {
		c.prevHydrated, c.prevTouched, c.prevUnlinked = c.hydrated, c.touched, c.unlinked
	}
	c.turn, c.prompt, c.insertion, c.stands = turn, prompt, nil, before(c.stands, turn)
	c.hydrated, c.written, c.byCall = map[string]string{}, map[string]string{}, map[string]string{}
	c.touched, c.named, c.unlinked = nil, nil, false
	c.brought, c.prevClaimed, c.claimed = map[string][]string{}, c.claimed, ""
	c.shown, c.results = c.results, nil
	return true
}

// maxPairs is how many pairs are kept: more than the window of TSLP 8.4, since
// those that the request still shows are passed over.
const maxPairs = 8

func (c *conversation) remember(p hydrate.Pair) {
	if n := len(c.pairs); n > 0 && c.pairs[n-1].User == p.User {
		c.pairs[n-1] = p // a tool loop's last word replaces the ones before it
		return
	}
	c.pairs = append(c.pairs, p)
	if len(c.pairs) > maxPairs {
		c.pairs = slices.Delete(c.pairs, 0, len(c.pairs)-maxPairs)
	}
}

// touch notes that the turn brought a version of an entity.
func (c *conversation) touch(key, hash string) {
	c.written[key] = hash
	delete(c.byCall, key)
	if !slices.Contains(c.touched, key) {
		c.touched = append(c.touched, key)
	}
}

// called notes that it was a call of the model's that brought a version.
func (c *conversation) called(key, hash, call string) {
	c.touch(key, hash)
	c.byCall[key] = call
}

// madeHere reports whether a call that stands in these messages brought the
// version of the entity.
func (c *conversation) madeHere(entity, hash string, since []wire.Message) bool {
	call, ok := c.byCall[entity]
	return ok && c.written[entity] == hash && slices.ContainsFunc(since, func(m wire.Message) bool {
		return slices.ContainsFunc(m.ToolCalls, func(made wire.ToolCall) bool { return made.ID == call })
	})
}

// saw reports whether this version of the entity was before the model in the
// turn under way.
func (c *conversation) saw(entity, hash string) bool {
	return c.hydrated[entity] == hash || c.written[entity] == hash
}

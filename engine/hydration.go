package engine

import (
	"strings"
	"unicode/utf8"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/store"
)

// insertion is what a user turn puts before the model, with what it stands on.
type insertion struct {
	escaped  []byte
	hydrated []store.EntityRef
	withheld []store.EntityRef
	omitted  []store.EntityRef
	size     int
	notices  string
	recent   string
}

// hydrate materialises truth for a turn (TSLP 8.1): scan, choose within the
// budget, render. It is called under the conversation's lock.
func (t *turn) hydrate(c *conversation) *insertion {
	if t.req.InsertAt < 0 {
		return &insertion{} // the request has no place for it: nothing is claimed
	}
	s, cfg := t.session, t.session.engine.cfg.Hydrate
	mentions := s.state.mentions(t.req.Written)
	c.named = make(map[string]bool, len(mentions))
	for _, m := range mentions {
		c.named[m.Entity.Key] = true
	}
	var touched []hydrate.Entity
	for _, key := range c.prevTouched {
		if e := s.state.get(key); e != nil {
			touched = append(touched, e.shown())
		}
	}
	selection := hydrate.Select(hydrate.Input{
		Candidates: t.withoutPasted(hydrate.Candidates(mentions, touched)), Block: s.engine.cache.Block, Budget: orNone(cfg.BudgetKiB << 10),
	})
	notices := hydrate.Notices(selection, c.prevUnlinked)
	recent := hydrate.Context(hydrate.Recent(c.pairs, texts(t.req.History), hydrate.RecentOptions{
		Pairs: orNone(cfg.RecentPairs), Message: orNone(cfg.RecentKiB << 10),
	}))
	return &insertion{
		escaped:  hydrate.Compose(selection.Blocks, notices, recent).Escaped(),
		hydrated: refs(selection.Hydrated), withheld: withheldRefs(selection.Withheld), omitted: refs(selection.Omitted),
		size: selection.Size, notices: notices, recent: recent,
	}
}

// orNone turns the configuration's "0 is none" into package hydrate's "negative
// is none".
func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// withoutPasted leaves out what the prompt itself brings: the user's version
// stands there already, and the map's is about to be superseded.
func (t *turn) withoutPasted(candidates []hydrate.Mention) []hydrate.Mention {
	if t.paste == nil || len(t.paste.promoted) == 0 {
		return candidates
	}
	pasted := map[string]bool{}
	for _, e := range t.paste.promoted {
		pasted[e.Key] = true
	}
	kept := candidates[:0:0]
	for _, m := range candidates {
		if !pasted[m.Entity.Key] {
			kept = append(kept, m)
		}
	}
	return kept
}

// current tells whether everything that an insertion shows is still the truth.
func (s *session) current(in *insertion) bool {
	for _, h := range in.hydrated {
		if e := s.state.get(h.Entity); e == nil || e.hash() != h.Artifact {
			return false
		}
	}
	return true
}

func refs(list []hydrate.Entity) []store.EntityRef {
	out := make([]store.EntityRef, len(list))
	for i, e := range list {
		out[i] = store.EntityRef{Entity: e.Key, Artifact: e.Hash}
	}
	return out
}

func withheldRefs(list []hydrate.Withheld) []store.EntityRef {
	out := make([]store.EntityRef, len(list))
	for i, w := range list {
		out[i] = store.EntityRef{Entity: w.Entity.Key, Artifact: w.Entity.Hash, Reason: string(w.Reason)}
	}
	return out
}

func texts(messages []wire.Message) []string {
	out := make([]string, len(messages))
	for i, m := range messages {
		out[i] = m.Text
	}
	return out
}

// pair is a turn's user and assistant text, as far as the recent context of
// later turns may show it; no more is kept in memory.
func (s *session) pair(user, assistant string) hydrate.Pair {
	most := s.engine.cfg.Hydrate.RecentKiB << 10
	return hydrate.Pair{User: head(user, most), Assistant: head(assistant, most)}
}

// head is the beginning of a text, in a copy of its own, cut between runes.
func head(text string, most int) string {
	if len(text) <= most {
		return strings.Clone(text)
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.Clone(text[:most])
}

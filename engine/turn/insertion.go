package turn

import (
	"cmp"
	"fmt"
	"slices"

	"holdfast/engine/author"
	"holdfast/engine/bridge"
	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/engine/hydrate"
	"holdfast/engine/request"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// insertion is what a user turn puts before the model, with what it stands on.
type insertion struct {
	// stands are what stays in the request, newest what does so at the newest message,
	// and rest is what else stands there.
	stands   []hydrate.Stand
	newest   hydrate.Stand
	rest     [][]byte
	hydrated []event.EntityRef
	withheld []event.EntityRef
	omitted  []event.EntityRef
	noRoom   string // see room.Why; "" where nothing is left out for it
	earlier  int    // pairs of the recent context that there is no room for
	size     int
	notices  string
	recent   string
	// said are the pairs that the recent context was made of, left the STALE
	// entities whose code it leaves out.
	said []hydrate.Pair
	left []string
	// held is the history that the server keeps and this goes on with, "" for none.
	held string
	// gone is what was taken away of what stood in the request before.
	gone []hydrate.Taken
}

// hydrate materialises truth for a turn (TSLP 8.1): scan, choose within the
// budget, render. It is called under the conversation's lock.
func (t *turn) hydrate(c *conversation) *insertion {
	// There may be no place for it, or the client brings a command along.
	newest := t.req.InsertAt >= 0 && !t.authorship.Quiet
	kept := t.keep(c, newest)
	in := &insertion{held: t.held(), gone: kept.Gone, newest: hydrate.NewStand(t.at, t.staying(kept), nil, nil), hydrated: keptRefs(&kept, hydrate.Stand{}, hydrate.Selection{})}
	in.stands = t.standing(kept, in.newest)
	if !newest {
		return in
	}
	s, room := t.session, t.room(kept.Size())
	mentions := s.Map.Mentions(t.authorship.Asked)
	c.named = s.named(t.authorship, mentions)
	var touched []hydrate.Entity
	for _, key := range c.prevTouched {
		if e := s.Map.Get(key); e != nil {
			touched = append(touched, e.Shown())
		}
	}
	candidates := withoutPasted(hydrate.Candidates(mentions, touched), t.paste)
	selection := hydrate.Select(hydrate.Input{
		Candidates: candidates, Verdicts: s.verdicts(candidates), Block: s.Blocks.Ahead(candidates), Kept: kept.Shows, Shown: t.reach(),
		Budget: orNone(max(0, room.Code-in.newest.Code())),
	})
	in.hydrated = append(hydratedRefs(selection), keptRefs(&kept, in.newest, selection)...)
	in.newest = hydrate.NewStand(t.at, in.newest.Pieces, kept.Old, selection.Blocks)
	in.stands = t.standing(kept, in.newest)
	in.size = in.newest.Code()
	in.notices = hydrate.Join(hydrate.Notices(selection, c.prevUnlinked), hydrate.Claimed(t.unkept(c)), bridge.Section(c.shown))
	in.withheld, in.omitted = withheldRefs(selection.Withheld), omittedRefs(selection)
	if len(in.omitted) > 0 {
		in.noRoom = room.Why
	}
	said, shown, left := t.recent(c)
	pairs, earlier := hydrate.Fitting(shown, room.All-in.size-len(in.notices))
	in.said, in.left, in.earlier, in.recent = said[earlier:], left, earlier, hydrate.Context(pairs)
	in.rest = hydrate.Compose(nil, in.notices, in.recent).Escaped()
	return in
}

// named are the entities that the user's own words name: what else the prompt
// holds asks for nothing to be changed.
func (s *session) named(by author.Report, mentions []hydrate.Mention) map[string]bool {
	if by.Written != by.Asked {
		mentions = s.Map.Mentions(by.Written)
	}
	named := make(map[string]bool, len(mentions))
	for _, m := range mentions {
		if m.Rank != hydrate.ByPasted {
			named[m.Entity.Key()] = true
		}
	}
	return named
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
func withoutPasted(candidates []hydrate.Mention, paste *decide.Plan) []hydrate.Mention {
	if paste == nil {
		return candidates
	}
	pasted := map[string]bool{}
	for _, e := range paste.Promoted {
		pasted[e.Key()] = true
	}
	for _, j := range paste.Judged {
		if gates.Unproven(j.Report) {
			pasted[j.Artifact.Entity] = true
		}
	}
	kept := candidates[:0:0]
	for _, m := range candidates {
		if !pasted[m.Entity.Key()] {
			kept = append(kept, m)
		}
	}
	return kept
}

// current reports whether everything that the turn's insertion shows is still the
// truth, and not contradicted by the disk since. A version that the model itself
// wrote in this turn stands in the request as its call: the insertion stays as it
// is until the next message of the user's, so that the server's prompt cache holds
// (product 15).
func (t *turn) current(c *conversation) bool {
	s, in := t.session, c.insertion
	entries := make([]*statemap.Entry, 0, len(in.hydrated))
	for _, h := range in.hydrated {
		e := s.Map.Get(h.Entity)
		if e == nil || e.Hash() != h.Artifact && !c.madeHere(h.Entity, e.Hash(), t.req.Since) {
			return false
		}
		entries = append(entries, e)
	}
	for _, v := range s.Disk.Verify(s.Session, entries) {
		if stale.VerdictOf(v, s.Pending.InReview(v.Key()), s.p.means.Tolerates()).Withhold != "" {
			return false
		}
	}
	for _, key := range s.staleIn(in.said) {
		if !slices.Contains(in.left, key) {
			return false
		}
	}
	return true
}

// recent is what the model is shown of the conversation (TSLP 8.4), without the
// code of STALE entities, which it never sees again (TSLP 15.6): what was said,
// what is shown of it, pair by pair, and the entities whose code is left out. A server
// that keeps the history shows it itself.
func (t *turn) recent(c *conversation) (said, shown []hydrate.Pair, left []string) {
	if t.held() != "" {
		return nil, nil, nil
	}
	cfg := t.session.Config.Hydrate
	options := hydrate.RecentOptions{Pairs: orNone(cfg.RecentPairs), Message: orNone(cfg.RecentKiB << 10)}
	history := held(t.req.History)
	if last := history[request.LastTurn(t.req.History):]; !t.again && len(last) > 0 {
		changed, _ := t.shape.Changed(c.shape)
		c.pairs = hydrate.Standing(c.pairs, last, t.back && c.shape != nil && changed >= len(history))
	}
	pairs := c.pairs
	if n := len(pairs); t.again && n > 0 && pairs[n-1].User == t.session.pair(t.authorship.Written, "").User {
		pairs = pairs[:n-1] // what this very turn has said stands in the request
	}
	said = hydrate.Recent(pairs, history, options)
	if left = t.session.staleIn(said); len(left) == 0 {
		return said, said, nil
	}
	for _, key := range left {
		options.Leave = append(options.Leave, t.session.versionsOf(key)...)
	}
	return said, hydrate.Recent(pairs, history, options), left
}

func refs(list []hydrate.Entity) []event.EntityRef {
	out := make([]event.EntityRef, len(list))
	for i, e := range list {
		out[i] = event.EntityRef{Entity: e.Key(), Artifact: e.Hash}
	}
	return out
}

// hydratedRefs are the entities that the model sees, with the reason why nothing
// was put in for those that the request shows itself.
func hydratedRefs(s hydrate.Selection) []event.EntityRef {
	list := refs(s.Hydrated)
	for _, e := range s.Standing {
		list = append(list, event.EntityRef{Entity: e.Key(), Artifact: e.Hash, Reason: event.InRequest})
	}
	return list
}

// signatureOnly is why an entity is not shown of which the model sees the
// signature.
const signatureOnly = "only its signature is shown"

// omittedRefs are the entities for whose code there is no room.
func omittedRefs(s hydrate.Selection) []event.EntityRef {
	list := refs(s.Omitted)
	for _, o := range s.Outlined {
		why := ""
		if o.Signature != "" {
			why = signatureOnly
		}
		list = append(list, event.EntityRef{Entity: o.Entity.Key(), Artifact: o.Entity.Hash, Reason: why})
	}
	return list
}

func withheldRefs(list []hydrate.Withheld) []event.EntityRef {
	out := make([]event.EntityRef, len(list))
	for i, w := range list {
		out[i] = event.EntityRef{Entity: w.Entity.Key(), Artifact: w.Entity.Hash, Reason: string(w.Reason)}
	}
	return out
}

// leftOut is one thing that a turn kept from the model.
type leftOut struct {
	What   string `json:"what"` // an entity, or "recent context"
	Reason string `json:"reason"`
}

// leftOut lists what the insertion does not hold, and why.
func (in *insertion) leftOut() []leftOut {
	list := []leftOut{} // not null
	for _, r := range in.withheld {
		list = append(list, leftOut{r.Entity, r.Reason})
	}
	for _, r := range in.omitted {
		list = append(list, leftOut{r.Entity, cmp.Or(r.Reason, in.noRoom, "over the budget")})
	}
	if in.earlier > 0 {
		list = append(list, leftOut{"recent context", fmt.Sprintf("the model's context window has no room for %d earlier pairs of messages", in.earlier)})
	}
	return list
}

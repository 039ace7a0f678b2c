package turn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"holdfast/engine/config"
	"holdfast/engine/gates"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/store/event"
)

// What was put before a message of the user's stands there again on later requests of
// the conversation (context.md): which of it, package hydrate decides.

// stays reports whether anything does.
func (p *Pipeline) stays() bool { return p.means.Config.Hydrate.Placement == config.PlacementSticky }

// sticks reports whether something stays in the requests that follow. Where the server
// keeps what came before, all of it does, and none of it can be taken away.
func (v *sight) sticks() bool {
	return v.session.p.stays() && v.req.Previous == "" && v.req.Thread == ""
}

// find looks for the messages before which something stands.
func (v *sight) find(c *conversation) []request.Found {
	switch {
	case !v.session.p.stays():
		return nil
	case v.held() != "":
		return c.chain.Get(v.held()).Found(v.req.Reads())
	}
	return request.Find(v.req, v.at, c.stands)
}

// staying are the pieces that stay before the newest message.
func (v *sight) staying(kept hydrate.Kept) []hydrate.Piece {
	for _, s := range kept.Stands {
		if s.At == v.at {
			return s.Pieces
		}
	}
	return nil
}

// standing is all that stays in the request, as a later one finds it.
func (v *sight) standing(kept hydrate.Kept, newest hydrate.Stand) []hydrate.Stand {
	var list []hydrate.Stand
	for _, s := range kept.Stands {
		if len(s.Pieces) > 0 && s.At != v.at {
			list = append(list, s)
		}
	}
	if v.sticks() && len(newest.Pieces) > 0 && newest.At != (hydrate.At{}) {
		list = append(list, newest)
	}
	return list
}

// sameAs reports whether it is before the same messages that an insertion stands.
func sameAs(found []request.Found, in *insertion) bool {
	return slices.EqualFunc(found, in.stands, func(f request.Found, s hydrate.Stand) bool { return f.At == s.At })
}

// keep decides what stays of what stands in the request. newest reports whether
// something can be put before the newest message.
func (t *turn) keep(c *conversation, newest bool) hydrate.Kept {
	cfg := t.session.Config.Hydrate
	in := hydrate.Keeping{
		Truth: t.truth(c), Reach: cfg.ReachKiB << 10, Rewind: cfg.RewindKiB << 10,
		Cap: min(cfg.KeptKiB<<10, t.room(0).All), Cold: t.cold, Fixed: t.held() != "",
	}
	if !newest {
		in.Rewind = math.MaxInt // there is no place for a notice
	}
	for _, f := range t.found {
		in.Stands, in.Behind = append(in.Stands, f.Stand), append(in.Behind, f.Behind)
	}
	in.Breaks = len(in.Stands)
	changed, what := t.shape.Changed(c.shape)
	again := what != "" && c.changes
	for i, f := range slices.Backward(t.found) {
		if f.Message >= changed {
			in.Breaks = i
		}
		if f.Message > changed && again {
			in.Past = len(in.Stands) - i
		}
	}
	return hydrate.Keep(in)
}

// truth tells what versions that stand in the request are.
func (t *turn) truth(c *conversation) func(hydrate.Version) hydrate.Truth {
	s := t.session
	var entities []hydrate.Mention
	seen := map[string]bool{}
	for _, f := range t.found {
		for _, p := range f.Pieces {
			if key := p.Version().Key; p.Block != nil && !seen[key] {
				seen[key] = true
				entities = append(entities, hydrate.Mention{Entity: p.Block.Entity})
			}
		}
	}
	verdicts := s.verdicts(entities)
	brought, waits := t.brought()
	return func(v hydrate.Version) hydrate.Truth {
		e := s.Map.Get(v.Key)
		if e == nil || waits[v.Key] || verdicts[v.Key].Withhold != "" {
			return hydrate.Barred
		}
		hash := cmp.Or(brought[v.Key], e.Hash())
		switch {
		case hash == v.Hash:
			return hydrate.Current
		case c.madeHere(v.Key, hash, t.req.Since):
			return hydrate.OutdatedHere
		}
		return hydrate.Outdated
	}
}

// brought are the versions that the prompt itself brings, by entity, and the entities
// of which it brings one that waits for its review: of these nothing is shown.
func (t *turn) brought() (versions map[string]string, waits map[string]bool) {
	versions, waits = map[string]string{}, map[string]bool{}
	if t.paste == nil {
		return versions, waits
	}
	for _, e := range t.paste.Promoted {
		versions[e.Key()] = e.Hash()
	}
	for _, j := range t.paste.Judged {
		if gates.Unproven(j.Report) {
			waits[j.Artifact.Entity] = true
		}
	}
	return versions, waits
}

// splice is the insertion at its places in this request.
func (t *turn) splice() []wire.Insertion {
	var all []wire.Insertion
	for _, f := range t.found {
		n := slices.IndexFunc(t.insert.stands, func(s hydrate.Stand) bool { return s.At == f.At })
		if n >= 0 && f.At != t.at && f.Place.At > 0 {
			all = append(all, wire.Insertion{Place: f.Place, Parts: t.insert.stands[n].Escaped()})
		}
	}
	newest := wire.Insertion{Place: t.req.Newest(), Parts: append(t.insert.newest.Escaped(), t.insert.rest...)}
	if newest.Len() > 0 {
		all = append(all, newest)
	}
	return all
}

// stoodBefore are the versions that stand in the request only before its last bytes.
func (v *sight) stoodBefore(last int) map[hydrate.Version]bool {
	cut := map[hydrate.Version]bool{}
	behind := 0
	for _, part := range slices.Backward(v.spliced) {
		behind += part.Len()
		for _, f := range v.found {
			for _, p := range f.Pieces {
				if _, nearer := cut[p.Version()]; !nearer && f.Place.At == part.At && p.Block != nil {
					cut[p.Version()] = len(v.req.Body)-part.At+behind > last
				}
			}
		}
	}
	return cut
}

// standsNow keeps what stands in the conversation after an insertion. What stands at
// messages that this request does not show stays known: it may be another branch that
// asks.
func (t *turn) standsNow(c *conversation, in *insertion) {
	if !t.sticks() {
		return
	}
	now := slices.Clone(in.stands)
	room := t.session.Config.Hydrate.KeptKiB << 10
	for _, s := range now {
		room -= s.Size()
	}
	for _, s := range slices.Backward(c.stands) {
		shown := slices.ContainsFunc(t.found, func(f request.Found) bool { return f.At == s.At })
		taken := slices.ContainsFunc(now, func(n hydrate.Stand) bool { return n.At.Turn == s.At.Turn })
		if room -= s.Size(); !shown && !taken && room >= 0 {
			now = append(now, s)
		}
	}
	slices.SortFunc(now, func(a, b hydrate.Stand) int { return a.At.Turn - b.At.Turn })
	c.stands = now
}

// before are the stands of messages before a turn: the history behind it is another
// one now.
func before(stands []hydrate.Stand, turn int) []hydrate.Stand {
	return slices.DeleteFunc(slices.Clone(stands), func(s hydrate.Stand) bool { return s.At.Turn >= turn })
}

// recordStands notes in the opening what stands, or where that was noted.
func (t *turn) recordStands(c *conversation) {
	if !t.session.p.stays() {
		return
	}
	if t.opened.At = t.at.String(); !t.sticks() {
		t.opened.Stands = standings([]hydrate.Stand{t.insert.newest}) // what it says of other versions
		return
	}
	if len(c.stands) == 0 {
		c.recorded, c.recordedIn = nil, ""
		return
	}
	if c.recordedIn != "" && slices.EqualFunc(c.recorded, c.stands, sameStand) {
		t.opened.StandsIn = c.recordedIn
		return
	}
	c.recorded, c.recordedIn = c.stands, t.id
	t.opened.Stands = standings(c.stands)
}

// standings are stands as the Ledger keeps them.
func standings(stands []hydrate.Stand) (list []event.Standing) {
	for _, s := range stands {
		for _, p := range s.Pieces {
			v := p.Version()
			standing := event.Standing{At: s.At.String(), Entity: v.Key, Artifact: v.Hash, Superseded: p.Block == nil}
			if p.Block != nil {
				standing.Text, standing.ByUser = p.Block.Entity.TextHash, p.Block.Entity.ByUser
			}
			list = append(list, standing)
		}
	}
	return list
}

func sameStand(a, b hydrate.Stand) bool {
	return a.At == b.At && slices.EqualFunc(a.Pieces, b.Pieces, func(p, q hydrate.Piece) bool {
		return p.Version() == q.Version() && (p.Block == nil) == (q.Block == nil)
	})
}

// recallStands rebuilds what stands in a conversation from its latest episode. What
// cannot be had stands no more.
func (s *session) recallStands(ctx context.Context, c *conversation, ep event.Episode) error {
	if !s.p.stays() {
		return nil
	}
	list, in, err := s.standsIn(ctx, ep)
	if err != nil {
		return err
	}
	for _, stand := range list {
		stand.Pieces = slices.DeleteFunc(stand.Pieces, func(p hydrate.Piece) bool { return p.Block != nil && p.Block.Size == 0 })
		if len(stand.Pieces) > 0 {
			c.stands = append(c.stands, stand)
		}
	}
	c.recorded, c.recordedIn = c.stands, in
	return nil
}

// standsIn are the stands of which an episode tells, and the episode that tells them.
// A block whose text cannot be had is there without it.
func (s *session) standsIn(ctx context.Context, ep event.Episode) (list []hydrate.Stand, in string, err error) {
	if ep.StandsIn != "" {
		if ep, err = s.DB.Episode(ctx, ep.Session, ep.StandsIn); err != nil {
			return nil, "", err
		}
	}
	for _, x := range ep.Stands {
		at, ok := hydrate.ParseAt(x.At)
		if !ok {
			continue
		}
		piece := s.pieceOf(x)
		if n := len(list); n > 0 && list[n-1].At == at {
			list[n-1].Pieces = append(list[n-1].Pieces, piece)
		} else {
			list = append(list, hydrate.Stand{At: at, Pieces: []hydrate.Piece{piece}})
		}
	}
	return list, ep.ID, nil
}

func (s *session) pieceOf(x event.Standing) hydrate.Piece {
	if x.Superseded {
		return hydrate.Piece{Old: hydrate.Version{Key: x.Entity, Hash: x.Artifact}}
	}
	path, symbol := resolve.Split(x.Entity)
	e := hydrate.Entity{Named: hydrate.Named{Path: path, Symbol: symbol, ByUser: x.ByUser}, Hash: x.Artifact, TextHash: x.Text}
	if now := s.Map.Get(x.Entity); now != nil && now.Hash() == x.Artifact && now.TextHash() == x.Text {
		e.Named = now.Named
		e.ByUser = x.ByUser
	}
	b, err := s.Blocks.Block(e)
	if err != nil {
		b = &hydrate.Block{Entity: e}
	}
	return hydrate.Piece{Block: b}
}

// keptRefs are the entities that stand in the request since an earlier one, and what
// shares their lines.
func keptRefs(kept *hydrate.Kept, newest hydrate.Stand, s hydrate.Selection) []event.EntityRef {
	var list []event.EntityRef
	seen := map[string]bool{}
	here := map[*hydrate.Block]bool{}
	for _, p := range newest.Pieces {
		here[p.Block] = true
	}
	for _, b := range kept.Blocks() {
		seen[b.Entity.Key()] = true
		ref := event.EntityRef{Entity: b.Entity.Key(), Artifact: b.Entity.Hash, Reason: event.Kept}
		if here[b] {
			ref.Reason = ""
		}
		list = append(list, ref)
	}
	for _, e := range s.Kept {
		if !seen[e.Key()] {
			list = append(list, event.EntityRef{Entity: e.Key(), Artifact: e.Hash, Reason: event.Kept})
		}
	}
	return list
}

package engine

import (
	"slices"

	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// judge decides about each artifact of a reply, by what the State Map and the
// disk hold now.
func (t *turn) judge(blocks []block.Block, reply wire.Reply) *decide.Plan {
	disk := t.session.engine.diskNow()
	return t.session.Ground.Plan(t.resolve(blocks, reply, disk), decide.Writer{
		Origin: event.ByModel, Episode: t.id, Finish: reply.Finish, Acknowledged: t.seen, Verified: t.verified,
	}, disk)
}

// resolve finds the entities of a reply's blocks.
func (t *turn) resolve(blocks []block.Block, reply wire.Reply, disk *stale.Reading) resolve.Result {
	s := t.session
	context := resolve.Context{Map: s.Map, Disk: disk, Spelled: s.spelled, Reads: t.shown().Whole, Hydrated: func(key string) bool {
		e := s.Map.Get(key)
		return e != nil && t.seen(key, e.Hash())
	}}
	res := resolve.Blocks(blocks, context).With(t.called(reply, context, disk))
	if reply.Truncated {
		for i := range res.Artifacts {
			res.Artifacts[i].Incomplete = append(res.Artifacts[i].Incomplete, "the reply is longer than what holdfast keeps")
		}
	}
	return res
}

// seen reports whether this version of the entity was before the model in this
// turn: hydrated, pasted, read from the disk by a tool, written by the model
// itself, or shown by the request in whatever other way.
func (t *turn) seen(entity, hash string) bool {
	if t.cutNewest { // and with it what was hydrated and read
		return t.inSight(entity, hash)
	}
	t.conv.mu.Lock()
	saw := t.conv.saw(entity, hash) && !t.cutOff[hydrate.Version{Key: entity, Hash: hash}] || slices.Contains(t.shown().Seen[entity], hash)
	t.conv.mu.Unlock()
	return saw || t.inSight(entity, hash)
}

// shown are the files that tools have shown the model in this turn. They are
// read when a reply is judged, and not before the model is asked.
func (t *turn) shown() request.Files {
	if t.files == nil {
		files := request.FilesIn(t.req.Since, t.place(t.req.History), t.session.clean)
		t.files = &files
	}
	return *t.files
}

// verified is the user verification of gate B: hydrated in the previous turn,
// and the prompt names it and brings no code for it.
func (t *turn) verified(entity string) bool {
	t.conv.mu.Lock()
	defer t.conv.mu.Unlock()
	if _, ok := t.conv.prevHydrated[entity]; !ok {
		return false
	}
	if t.paste != nil {
		for _, e := range t.paste.Promoted {
			if e.Key == entity {
				return false
			}
		}
	}
	return t.conv.named[entity]
}

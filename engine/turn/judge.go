package turn

import (
	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// judge decides about each artifact of a reply, by what the State Map and the
// disk hold now.
func (t *turn) judge(blocks []block.Block, reply wire.Reply) *decide.Plan {
	disk := t.session.Disk.Reading()
	return t.session.Ground.Plan(t.resolve(blocks, reply, disk), decide.Writer{
		Origin: event.ByModel, Episode: t.id, Finish: reply.Finish, Acknowledged: t.seen, Verified: t.verified,
	}, disk)
}

// resolve finds the entities of a reply's blocks.
func (t *turn) resolve(blocks []block.Block, reply wire.Reply, disk *stale.Reading) resolve.Result {
	s := t.session
	context := resolve.Context{Map: s.Map, Disk: disk, Spelled: s.names().Spelled, Reads: t.shown().Whole, Hydrated: func(key string) bool {
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
			if e.Key() == entity {
				return false
			}
		}
	}
	return t.conv.named[entity]
}

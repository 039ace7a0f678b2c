package engine

import (
	"context"

	"holdfast/engine/delta"
)

// ItemWindow is how many items an ItemList holds at most.
const ItemWindow = 1000

// ItemList is the active session's items for a screen, which reads them as often
// as something happens.
type ItemList struct {
	// Session is the id of the session. Version is the number of the last event of
	// its delta log: where neither has changed, nothing has.
	Session string
	Version int
	// Items are in the order in which they came, and read only. They are all that
	// there are, or a window: those in force first, the newest first.
	Items []delta.Item
	// Left is how many there are besides.
	Left int
	// State is the seq of the session's last SESSION_STATE.
	State int64
}

// ItemList lists the items of the active session. While nothing changes it costs
// a look at the Ledger's end.
func (e *Engine) ItemList(ctx context.Context) (ItemList, error) {
	if err := e.catchUp(ctx); err != nil {
		return ItemList{}, err
	}
	s := e.active()
	var list ItemList
	err := s.talk.look(ctx, func(state *delta.State) error {
		t := &s.talk
		if t.listed == nil || t.listed.Version != state.Seq() {
			t.listed = itemList(s.id, state)
		}
		list = *t.listed
		return nil
	})
	list.State = s.chain.link().Seq
	return list, err
}

func itemList(session string, state *delta.State) *ItemList {
	all := state.Items()
	kept := window(all, ItemWindow)
	list := &ItemList{Session: session, Version: state.Seq(), Items: make([]delta.Item, len(kept)), Left: len(all) - len(kept)}
	for i, it := range kept {
		list.Items[i] = it.Copy()
	}
	return list
}

// window is at most n of the items, in their order: what ended leaves before what
// is in force, the older before the newer.
func window(items []*delta.Item, n int) []*delta.Item {
	if len(items) <= n {
		return items
	}
	in := make([]bool, len(items))
	for _, open := range []bool{true, false} {
		for i := len(items) - 1; i >= 0 && n > 0; i-- {
			if items[i].Open() == open {
				in[i] = true
				n--
			}
		}
	}
	var kept []*delta.Item
	for i, it := range items {
		if in[i] {
			kept = append(kept, it)
		}
	}
	return kept
}

// ProjectionOf makes a projection, by its name, of items; of another name it is
// empty. It is pure.
func ProjectionOf(name string, items []delta.Item) delta.Projection {
	render := renderers[name]
	if render == nil {
		return delta.Projection{}
	}
	list := make([]*delta.Item, len(items))
	for i := range items {
		list[i] = &items[i]
	}
	return render(list)
}

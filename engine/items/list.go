package items

import (
	"context"

	"holdfast/engine/delta"
)

// Window is how many items an List holds at most.
const Window = 1000

// List is the active session's items for a screen, which reads them as often
// as something happens.
type List struct {
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
func (d *Desk) ItemList(ctx context.Context) (List, error) {
	session, err := d.active(ctx)
	if err != nil {
		return List{}, err
	}
	t := d.book.of(session)
	var list List
	err = t.look(ctx, func(state *delta.State) error {
		if t.listed == nil || t.listed.Version != state.Seq() {
			t.listed = listOf(session, state)
		}
		list = *t.listed
		return nil
	})
	if s := d.sessions.ByID(session); s != nil {
		list.State = s.Chain.Link().Seq
	}
	return list, err
}

func listOf(session string, state *delta.State) *List {
	all := state.Items()
	kept := newest(all, Window)
	list := &List{Session: session, Version: state.Seq(), Items: make([]delta.Item, len(kept)), Left: len(all) - len(kept)}
	for i, it := range kept {
		list.Items[i] = it.Copy()
	}
	return list
}

// newest is at most n of the items, in their order: what ended leaves before what
// is in force, the older before the newer.
func newest(items []*delta.Item, n int) []*delta.Item {
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

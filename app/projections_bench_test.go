package app

import (
	"fmt"
	"testing"

	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/store/event"
)

// talked is the story with as many items as a projection lists.
func talked() *fake {
	f := conversed()
	for i := range items.Window - 8 {
		f.said(event.DeltaByRules, fmt.Sprintf("t%d.user", 100+i), "", &delta.FactLearned{Creation: made(f, fmt.Sprintf("Fact number %d is that the server listens on port %d", i, 1000+i))})
	}
	return f
}

// BenchmarkAnItemArrives is what one more item costs while a projection of a
// thousand is open: the update, the text as it is at once, and the frame.
func BenchmarkAnItemArrives(b *testing.B) {
	f := talked()
	d := drive(b, f).Size(200, 60).Press("4", "enter")
	list := items.List{Session: f.status.Session, Items: f.talk.state.CopyItems()}
	prints := printsOf(list.Items)
	for b.Loop() {
		list.Version++
		last := &list.Items[len(list.Items)-1]
		last.Summary = fmt.Sprint("The newest, number ", list.Version)
		prints[last.ID] = last.Summary
		d.m.panes.said.take(list, prints, 9, 0)
		d.m.Update(tickMsg{})
		d.m.View()
	}
}

// BenchmarkAProjectionIsRendered is the worker's part of a projection of a
// thousand items that it has never rendered.
func BenchmarkAProjectionIsRendered(b *testing.B) {
	d := drive(b, talked()).Size(200, 60).Press("4", "enter")
	source := d.m.detail.page.views[0].source
	for b.Loop() {
		d.m.panes.said.kept.Forget()
		source.Render(d.m.theme, 120)
	}
}

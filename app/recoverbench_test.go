package app

import (
	"fmt"
	"testing"

	"holdfast/engine/canon"
	"holdfast/engine/events"
	"holdfast/engine/recovery"
)

// BenchmarkPreview shows and scrolls what a block of 10,000 symbols would do.
func BenchmarkPreview(b *testing.B) {
	f := blocked()
	steps := make([]canon.Step, 10_000)
	for i := range steps {
		steps[i] = canon.Step{Key: fmt.Sprintf("pkg/file%04d.go::Type%d.Method", i/10, i), Hash: "sha256:9f2c", Line: "func (t *Type) Method(ctx context.Context) error {"}
	}
	f.plans[goodBlock] = recovery.Preview{Kind: canon.StateDelta, Seq: 12, Plan: canon.Plan{Restored: steps}}
	d := drive(b, f).Size(200, 60)
	b.Run("shown", func(b *testing.B) {
		for b.Loop() {
			d.Send(pasteMsg{Text: goodBlock})
		}
	})
	b.Run("scrolled", func(b *testing.B) {
		for b.Loop() {
			d.Send(key("j"))
		}
	})
	b.Run("looked at again", func(b *testing.B) {
		for b.Loop() {
			d.Emit(events.Event{Kind: events.KindState})
		}
	})
}

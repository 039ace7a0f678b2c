package engine_test

import (
	"context"
	"testing"

	"holdfast/engine/fate"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// A small model tags no fence: the code waits to be linked, and the commands beside it
// are nothing that anybody has to decide about.
func Test4CodeOfAFenceWithoutATagWaitsToBeLinked(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, func(string) reply {
		return say("Like this:\n```\ndef drain(queue):\n    queue.items.clear()\n```\nThen run it:\n```\npython3 -m pytest\n```\n```bash\ngit status\n```\n")
	})
	h.write("py/queue.py", queues)
	_, err := h.AdoptPaths(ctx, []string{"."}, nil)
	must(t, err)
	h.ask("how do I empty it")
	list, err := h.Unlinked(ctx)
	must(t, err)
	if len(list) != 1 || list[0].Language != "python" || list[0].Symbols[0] != "drain" {
		t.Fatalf("%+v waits, want drain", list)
	}
	block := list[0].Block
	counts := func() map[event.State]int {
		t.Helper()
		asked := h.Activities()[0]
		fates, err := h.Fates(ctx, asked.Outcomes)
		must(t, err)
		out := map[event.State]int{}
		for _, o := range asked.Outcomes {
			out[fates[o.Artifact]]++
		}
		return out
	}
	if got := counts(); got[""] != 1 || got[fate.Nothing] != len(h.Activities()[0].Outcomes)-1 {
		t.Errorf("the outcomes are %v, want one that waits", got)
	}
	r, err := h.LinkReview(ctx, block, "py/queue.py::drain")
	must(t, err)
	must(t, h.Link(ctx, r.Shown, "py/queue.py::drain"))
	if got := counts(); got[event.Authoritative] != 1 || got[""] != 0 {
		t.Errorf("once it is linked, the outcomes are %v", got)
	}
	h.takesBack("accept")
	if got := counts(); got[""] != 1 {
		t.Errorf("taken back, the outcomes are %v", got)
	}
	must(t, h.DropCode(ctx, report.Shown{Artifact: block}, "not needed"))
	if got := counts(); got[fate.Rejected] != 1 || got[""] != 0 {
		t.Errorf("rejected, the outcomes are %v", got)
	}
	h.verified()
}

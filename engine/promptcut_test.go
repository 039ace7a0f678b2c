package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/events"
	"holdfast/engine/report"
)

// A server that cuts a prompt is told of, and what was cut does not count as seen by
// gate B; the same reply to a whole prompt is judged as ever.
func TestWhatTheServerCutWasNotSeen_TSLP6(t *testing.T) {
	t.Parallel()
	mended := strings.Replace(onDisk, "w * h", "h * w", 1)
	filler := strings.Repeat("The importer reads each row, and skips those that have no date. ", 1000)
	for name, read := range map[string]int{"all of it was read": 16_000, "a part of it was": 2_500} {
		t.Run(name, func(t *testing.T) {
			h := openDesk(t)
			alerts := make(chan string, 16)
			defer h.Subscribe(func(ev events.Event) {
				if ev.Kind == events.KindAlert {
					alerts <- ev.Alert
				}
			})()
			ask := func(prompt, reply string, tokens int) {
				said, _ := json.Marshal(reply)
				h.model.raw = fmt.Sprintf(`{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":%d,"prompt_tokens_details":{"cached_tokens":0}}}`, said, tokens)
				body, _ := json.Marshal(map[string]any{"model": "m", "messages": []any{map[string]any{"role": "user", "content": prompt}}})
				h.askBody(prompt[:min(len(prompt), 24)], string(body))
			}
			for i := range 3 {
				ask(fmt.Sprintf("%d. %s", i, filler[:6000+800*i]), "Yes.", 1500+200*i)
			}
			ask("Change area in geo/area.py so that it is taller first. "+filler, areaPy(mended), read)
			list, err := h.Pending(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			unseen := func(p report.Proposal) bool { return strings.Contains(strings.Join(p.Reasons, "\n"), "did not see") }
			if read == 16_000 {
				if len(alerts) > 0 || len(list) == 1 && unseen(list[0]) {
					t.Errorf("told %d times, waiting %+v", len(alerts), list)
				}
				return
			}
			if len(list) != 1 || !unseen(list[0]) {
				t.Errorf("waiting: %+v", list)
			}
			if said := <-alerts; !strings.Contains(said, "the server read 2500 of about 14700 tokens") || !strings.Contains(said, "num_ctx") {
				t.Error(said)
			}
		})
	}
}

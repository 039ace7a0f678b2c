package engine_test

import (
	"fmt"
	"strings"
	"testing"
)

// A client that puts wrappers beside short words has them in its history, and no
// pair of them is repeated (C11's kind).
func TestWhatStandsBesideWrappersIsNotRepeated_Choice16(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("ok") })
	body := func(texts ...string) string {
		var list []string
		for i, text := range texts {
			if i%2 == 1 {
				list = append(list, fmt.Sprintf(`{"role":"assistant","content":%q}`, text))
				continue
			}
			list = append(list, fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"<system-reminder>\nremind %d\n</system-reminder>"},`+
				`{"type":"text","text":"It is day %d."},{"type":"text","text":%q}]}`, len(texts)-i, i, text))
		}
		return `{"model":"m","messages":[` + strings.Join(list, ",") + `]}`
	}
	h.askBody("c", body("And cart.go ?"))
	h.askBody("c", body("And cart.go ?", "ok", "And tax.go ?"))
	plain := strings.ReplaceAll(body("And cart.go ?", "ok", "And tax.go ?", "ok", "And the rest?"), `{"type":"text","text":"It is day 0."},`, "")
	h.askBody("c", plain)
	if got := string(h.model.bodies[len(h.model.bodies)-1]); strings.Contains(got, "RECENT CONTEXT") {
		t.Errorf("what stands in the request is put in again: %s", got)
	}
}

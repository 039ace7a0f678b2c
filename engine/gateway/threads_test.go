package gateway_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestAConversationThatTheServerKeepsIsOne follows a conversation whose
// requests bring only what is new (previous_response_id).
func TestAConversationThatTheServerKeepsIsOne_TSLP8_4(t *testing.T) {
	p := newPipeline()
	n := 0
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		n++ // requests come one after the other
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"resp_%d","status":"completed","output":[]}`, n)
	})
	steps := []struct {
		body, written string
		turn          int
		continues     bool
		of            int // the step whose conversation it is
	}{
		{`{"input":"fix A"}`, "fix A", 1, false, 0},
		{`{"previous_response_id":"resp_1","tools":[{}],"input":[{"type":"function_call_output","call_id":"c","output":"x"}]}`, "fix A", 1, true, 0},
		{`{"previous_response_id":"resp_2","input":"now B"}`, "now B", 2, false, 0},
		{`{"previous_response_id":"resp_2","input":"or C"}`, "or C", 2, false, 0},
		{`{"previous_response_id":"resp_unknown","input":"fix A"}`, "fix A", 1, false, 4},
		{`{"conversation":"conv_1","input":"fix A"}`, "fix A", 1, false, 5},
		{`{"conversation":{"id":"conv_1"},"input":"now B"}`, "now B", 2, false, 5},
	}
	var keys []string
	for i, step := range steps {
		read(t, do(t, newRequest(t, http.MethodPost, base+"/v1/responses", step.body)).Body)
		r := <-p.requests
		<-p.finished
		keys = append(keys, r.Conversation)
		if r.Written != step.written || r.Turn != step.turn || r.Continues != step.continues {
			t.Errorf("step %d: written %q, turn %d, continues %v", i, r.Written, r.Turn, r.Continues)
		}
		for k, key := range keys {
			if (key == r.Conversation) != (steps[k].of == step.of) {
				t.Errorf("step %d and step %d: conversations %s and %s", i, k, r.Conversation, key)
			}
		}
	}
}

func TestWhatIsRememberedOfConversationsIsBounded(t *testing.T) {
	p := newPipeline()
	n := 0
	base := proxy(t, p, func(w http.ResponseWriter, r *http.Request) {
		n++ // requests come one after the other
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, fmt.Sprintf(`{"id":"resp_%d","status":"completed","output":[]}`, n))
	})
	say := func(body string) (turn int, written string) {
		read(t, do(t, newRequest(t, http.MethodPost, base+"/v1/responses", body)).Body)
		r := <-p.requests
		<-p.finished
		return r.Turn, r.Written
	}
	for range 200 {
		say(`{"input":"fix A"}`)
	}
	if turn, _ := say(`{"previous_response_id":"resp_1","input":"more"}`); turn != 1 {
		t.Errorf("the oldest of 200 conversations is remembered: turn %d", turn)
	}
	if turn, _ := say(`{"previous_response_id":"resp_200","input":"more"}`); turn != 2 {
		t.Errorf("the newest conversation is forgotten: turn %d", turn)
	}
	say(`{"input":"` + strings.Repeat("long ", 10000) + `"}`)
	if turn, written := say(`{"previous_response_id":"resp_203","input":[{"type":"function_call_output","call_id":"c","output":"x"}]}`); turn != 1 || written != "" {
		t.Errorf("turn %d, %d bytes of the prompt", turn, len(written))
	}
}

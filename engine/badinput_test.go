package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"holdfast/store/event"
)

// number is what a prompt ends with.
func number(prompt string) int {
	n, _ := strconv.Atoi(prompt[strings.LastIndexByte(prompt, ' ')+1:])
	return n
}

// A reply that is cut anywhere promotes nothing and leaves the database whole.
func TestPromise4AReplyCutAnywherePromotesNothing(t *testing.T) {
	t.Parallel()
	pool := readCase(t, "pool.md")
	h := openHouse(t, func(prompt string) reply { return reply{text: pool[:number(prompt)], cut: true} })
	for at := 0; at < len(pool); at += 41 {
		if _, err := h.post([]message{{"user", fmt.Sprintf("write the pool %d", at)}}, true); err == nil {
			t.Fatalf("cut at %d: the client saw a whole reply", at)
		}
	}
	h.reopen()
	if len(h.state()) != 0 {
		t.Errorf("promoted %v", h.state())
	}
	h.verified()
}

// A reply whose text ends anywhere, but which finished, never brings half a
// function into the State Map.
func Test6AReplyThatEndsAnywhereIsNeverHalfTheTruth(t *testing.T) {
	t.Parallel()
	pool := readCase(t, "pool.md")
	whole := map[string]string{}
	h := openHouse(t, func(string) reply { return say(pool) })
	h.ask("write the pool")
	for k, v := range h.state() {
		whole[k] = v
	}
	half := openHouse(t, func(prompt string) reply { return say(pool[:number(prompt)]) })
	for at := 0; at < len(pool); at += 37 {
		if _, err := half.post([]message{{"user", fmt.Sprintf("write the pool %d", at)}}, true); err != nil {
			t.Fatal(err)
		}
	}
	for k, v := range half.state() {
		if whole[k] != v {
			t.Errorf("%s is %s, which no whole reply held", k, v)
		}
	}
	half.verified()
}

// Replies that update one entity at the same time are decided one after the
// other: one AUTHORITATIVE artifact, and a chain that holds.
func Test33TwoRepliesForOneEntityAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		return say(fmt.Sprintf("```go a/n.go\nfunc N() int { return %d }\n```\n", number(prompt)))
	})
	h.ask("N is 0")
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			if _, err := h.post([]message{{"user", fmt.Sprintf("N is %d", i+1)}}, i%2 == 0); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	d, err := h.Detail(context.Background(), "a/n.go::N")
	if err != nil {
		t.Fatal(err)
	}
	authoritative := 0
	for _, v := range d.Versions {
		if v.State == event.Authoritative {
			authoritative++
		}
	}
	if authoritative != 1 {
		t.Errorf("%d AUTHORITATIVE artifacts", authoritative)
	}
	h.verified()
}

// A code block larger than what is kept reaches the client whole, and is no
// truth.
func TestAReplyOverTheCapReachesTheClientAndPromotesNothing(t *testing.T) {
	t.Parallel()
	big := "```go a/big.go\nfunc Big() {\n" + strings.Repeat("\tcall()\n", 9<<20/len("\tcall()\n")) + "}\n```\n"
	h := openHouse(t, func(string) reply { return say(big) })
	text, err := h.post([]message{{"user", "something big"}}, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) != len(big) {
		t.Errorf("the client got %d bytes of %d", len(text), len(big))
	}
	if len(h.state()) != 0 {
		t.Errorf("promoted %v", h.state())
	}
	h.verified()
}

func TestBadRequestsGetAnErrorInTheAPIsShape(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("hello") })
	tests := []struct {
		name, kind, body string
		status           int
	}{
		{"invalid JSON", "application/json", `{"messages":[`, http.StatusBadRequest},
		{"no object", "application/json", `[1,2]`, http.StatusBadRequest},
		{"wrong content type", "text/plain", `{"messages":[]}`, http.StatusUnsupportedMediaType},
		{"form post", "application/x-www-form-urlencoded", `a=b`, http.StatusUnsupportedMediaType},
		{"over the cap", "application/json", `{"messages":[{"role":"user","content":"` + strings.Repeat("x", 33<<20) + `"}]}`, http.StatusRequestEntityTooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := http.Post(h.url("/v1/chat/completions"), tt.kind, bytes.NewReader([]byte(tt.body)))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != tt.status || !bytes.HasPrefix(body, []byte(`{"error":{"message":"`)) {
				t.Errorf("%s: %s", resp.Status, body)
			}
		})
	}
	half := "{\"messages\":[{\"role\":\"user\",\"content\":\"half a rune: \xe2\x82\"}]}"
	resp, err := http.Post(h.url("/v1/chat/completions"), "application/json", strings.NewReader(half))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	h.model.mu.Lock()
	got := h.model.bodies[len(h.model.bodies)-1]
	h.model.mu.Unlock()
	if string(got) != half {
		t.Errorf("half UTF-8 is the upstream's to judge, it got %q", got)
	}
	if _, err := h.post([]message{{"narrator", "hi"}, {"user", "binary \x00\x01 ``` \x02"}}, true); err != nil {
		t.Errorf("an unknown role and control characters are the upstream's business: %v", err)
	}
	h.verified()
}

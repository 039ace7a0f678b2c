package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"holdfast/engine"
	"holdfast/engine/events"
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

// Two adoptions of one folder at once, in two processes, leave each symbol known once.
func TestTwoAdoptionsAtOnceAreOne_Choice7(t *testing.T) {
	t.Parallel()
	const files = 120
	h := openHouse(t, greeter)
	for f := range files {
		h.write(fmt.Sprintf("p/f%03d.go", f), fmt.Sprintf("package p\n\nfunc F%d() {}\n\nfunc G%d() {}\n\nfunc H%d() {}\n", f, f, f))
	}
	other, err := engine.Open(t.Context(), configured(t, h.dir, "demo"), engine.Options{Beside: true})
	must(t, err)
	defer other.Close()
	var both sync.WaitGroup
	adopted := make([]events.Adoption, 2)
	for i, adopt := range []func(context.Context, []string, func(events.AdoptProgress)) (events.Adoption, error){h.AdoptPaths, other.AdoptPaths} {
		both.Go(func() {
			var err error
			if adopted[i], err = adopt(context.Background(), []string{"p"}, nil); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	for i, a := range adopted {
		if a.Files != files || a.Adopted+a.Unchanged != 3*files {
			t.Errorf("adoption %d: %d files, %d adopted, %d were so already", i, a.Files, a.Adopted, a.Unchanged)
		}
	}
	if all := adopted[0].Adopted + adopted[1].Adopted; all != 3*files {
		t.Errorf("%d symbols were adopted, there are %d", all, 3*files)
	}
	h.verified()
}

// An adoption that is stopped tells what was adopted by then; that stands, and the next
// one goes on from there.
func TestAnAdoptionThatIsStoppedGoesOn_Choice7(t *testing.T) {
	t.Parallel()
	const files, symbols = 60, 40
	h := openHouse(t, greeter)
	for f := range files {
		var text strings.Builder
		text.WriteString("package p\n")
		for s := range symbols {
			fmt.Fprintf(&text, "\nfunc F%d_%d() {}\n", f, s)
		}
		h.write(fmt.Sprintf("p/f%03d.go", f), text.String())
	}
	ctx, stop := context.WithCancel(t.Context())
	done, err := h.AdoptPaths(ctx, []string{"p"}, func(p events.AdoptProgress) {
		if p.Files == files/2 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || done.Adopted == 0 || done.Adopted == files*symbols || done.Adopted != len(h.state()) {
		t.Fatalf("stopped with %v after %d symbols, the State Map holds %d", err, done.Adopted, len(h.state()))
	}
	h.verified()
	again := h.adopt("p")
	if again.Unchanged != done.Adopted || again.Adopted+again.Unchanged != files*symbols {
		t.Errorf("%d were adopted by then; the next one adopted %d, and %d were so already", done.Adopted, again.Adopted, again.Unchanged)
	}
	h.verified()
}

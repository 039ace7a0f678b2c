package heard_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"holdfast/engine/author"
	"holdfast/engine/author/heard"
	"holdfast/engine/gateway/wire"
)

// code is a block of n lines that nobody else writes.
func code(name string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s() {\n", name)
	for i := range n {
		fmt.Fprintf(&b, "\tregister(%q, %d)\n", name, i)
	}
	b.WriteString("}\n")
	return b.String()
}

func fenced(text string) string { return "```go\n" + text + "```\n" }

// ledger keeps what is to be recorded, as the Ledger does.
type ledger struct {
	kept [][]byte
	fail error
}

func (l *ledger) keep(news []byte) {
	if news != nil {
		l.kept = append(l.kept, news)
	}
}

func (l *ledger) recall(_ context.Context, yield func([]byte)) error {
	for _, news := range l.kept {
		yield(news)
	}
	return l.fail
}

func (l *ledger) words() *heard.Words { return heard.New(l.recall, slog.New(slog.DiscardHandler)) }

// doubted reports whether code that stands under role:user of a client with tools is
// doubted to be the user's.
func doubted(w *heard.Words, text string) bool {
	said := fenced(text)
	r := author.Of(author.Request{Tools: true, Parts: []string{said}, Text: said}, w.Memory())
	return r.Doubt(text) != ""
}

// What the model said is nobody's paste, wherever it said it and also after a restart
// (product 13).
func TestWhatTheModelSaidIsKnownAgain_Product13(t *testing.T) {
	block := code("Build", 6)
	argument := fmt.Sprintf(`{"path":"a.go","content":%q}`, block)
	tests := []struct {
		name  string
		reply wire.Reply
		want  bool
	}{
		{"in a fence", wire.Reply{Text: fenced(block)}, true},
		{"indented otherwise", wire.Reply{Text: strings.ReplaceAll(fenced(block), "\t", "        ")}, true},
		{"with CRLF line ends", wire.Reply{Text: strings.ReplaceAll(fenced(block), "\n", "\r\n")}, true},
		{"in its reasoning", wire.Reply{Reasoning: fenced(block)}, true},
		{"in the arguments of a call", wire.Reply{ToolCalls: []wire.ToolCall{{ID: "c1", Arguments: []byte(argument)}}}, true},
		{"in the free text of a call", wire.Reply{ToolCalls: []wire.ToolCall{{ID: "c1", Input: "*** Begin Patch\n*** Add File: a.go\n+" + strings.ReplaceAll(strings.TrimSpace(block), "\n", "\n+") + "\n*** End Patch\n"}}}, true},
		{"in another choice", wire.Reply{Text: "Hello.", Others: []wire.Reply{{Text: fenced(block)}}}, true},
		{"other code", wire.Reply{Text: fenced(code("Other", 6))}, false},
		{"nothing", wire.Reply{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &ledger{}
			w := l.words()
			if doubted(w, block) {
				t.Fatal("it is doubted before anything was said")
			}
			l.keep(w.Learn(tt.reply))
			if got := doubted(w, block); got != tt.want {
				t.Errorf("doubted: %t", got)
			}
			if news := w.Learn(tt.reply); news != nil {
				t.Error("what was said twice is new twice")
			}
			if got := doubted(l.words(), block); got != tt.want {
				t.Errorf("after a restart doubted: %t", got)
			}
		})
	}
}

// Where it cannot be told what the model said, every paste waits (product 13: what fell
// out of that memory makes a block wait, never pass).
func TestWhatIsLostMakesEverythingWait_Product13(t *testing.T) {
	l := &ledger{fail: errors.New("the disk is gone")}
	if !doubted(l.words(), code("Mine", 6)) {
		t.Error("a memory that cannot be read lets a paste pass")
	}
	l = &ledger{}
	w := l.words()
	l.keep(w.Learn(wire.Reply{Text: "Hello.", Truncated: true}))
	if !doubted(w, code("Mine", 6)) {
		t.Error("a reply of which a part is not known lets a paste pass")
	}
}

// A client may apply a call before the reply that holds it has ended: what was said by
// then is known, and recorded once, with the reply.
func TestAReplyUnderWayIsOverheard_Product13(t *testing.T) {
	first, second := code("First", 6), code("Second", 6)
	l := &ledger{}
	w := l.words()
	coming := w.Reply()
	asked := 0
	coming.UnderWay(func() wire.Reply { asked++; return wire.Reply{Text: fenced(first)} })
	if doubted(w, first) {
		t.Error("nobody has listened yet")
	}
	w.Overhear()
	if !doubted(w, first) || doubted(w, second) {
		t.Error("what is under way is not known")
	}
	coming.UnderWay(nil)
	if w.Overhear(); asked != 1 {
		t.Errorf("a reply that has ended was asked %d times", asked)
	}
	l.keep(coming.Said(wire.Reply{Text: fenced(first) + "\n" + fenced(second)}))
	if !doubted(w, second) {
		t.Error("the end of the reply is not known")
	}
	again := l.words()
	if !doubted(again, first) || !doubted(again, second) {
		t.Error("after a restart a part of it is not known")
	}
}

// A request shows what the model said in it, the newest first; others' messages are none
// of its words.
func TestWhatARequestShowsOfTheModelsWords_Product13(t *testing.T) {
	messages := []wire.Message{
		{Role: "user", Text: "fix it"},
		{Role: "assistant", Text: "first", ToolCalls: []wire.ToolCall{
			{ID: "c1", Arguments: []byte(`{"path":"a.go","content":"package a\n"}`)},
			{ID: "c2", Arguments: []byte(`{"path":"a.go"}`)},
			{ID: "c3", Arguments: []byte(`{"command":"go test ./..."}`)},
		}},
		{Role: "tool", Text: "written"},
		{Role: "assistant", Text: "second"},
	}
	all := heard.Earlier(messages)
	if len(all) != 2 || all[0].Text != "second" || all[1].Text != "first" {
		t.Fatalf("%+v", all)
	}
	held := func(list []string, part string) bool { return strings.Contains(strings.Join(list, "\x00"), part) }
	if r := all[1]; !held(r.Contents, "package a") || !held(r.Contents, "go test") || held(r.Contents, `{"path":"a.go"}`) || !held(r.Arguments, `{"path":"a.go"}`) {
		t.Errorf("contents %q, arguments %q", r.Contents, r.Arguments)
	}
	if got := heard.Earlier(nil); got != nil {
		t.Errorf("of nothing: %+v", got)
	}
	large := []wire.Message{{Role: "assistant", Text: "oldest"}, {Role: "assistant", Text: strings.Repeat("x", 1<<20)}, {Role: "assistant", Text: "newest"}}
	if got := heard.Earlier(large); len(got) != 1 || got[0].Text != "newest" {
		t.Errorf("%d replies of more than 1 MiB are looked through", len(got))
	}
}

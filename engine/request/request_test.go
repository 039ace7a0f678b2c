package request_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/request"
	"holdfast/engine/workplace"
	"holdfast/store/event"
)

func user(text string) wire.Message { return wire.Message{Role: "user", Text: text} }

func model(text string, calls ...wire.ToolCall) wire.Message {
	return wire.Message{Role: "assistant", Text: text, ToolCalls: calls}
}

func result(id, text string) wire.Message {
	return wire.Message{Role: "tool", Text: text, ToolResults: []wire.ToolResult{{CallID: id, Text: text}}}
}

func reads(id, path string) wire.ToolCall {
	return wire.ToolCall{ID: id, Name: "read", Arguments: fmt.Appendf(nil, `{"path":%q}`, path)}
}

// Several messages of the user's that arrive together are one prompt; those that were
// there before are not said again (product 13).
func TestMessagesThatArriveTogether_Product13(t *testing.T) {
	words := func(texts ...string) (run []wire.Words) {
		for _, text := range texts {
			run = append(run, wire.Words{Text: text, Written: "my " + text, Parts: []string{text}})
		}
		return run
	}
	hash := func(text string) string { return event.Hash([]byte(text)) }
	tests := []struct {
		name   string
		run    []wire.Words
		number int // of the request's turn
		turn   int // that the conversation was in
		prompt string
		said   bool // the model has spoken before
		tools  bool
		want   string
	}{
		{"one message", words("a"), 1, 0, "", true, false, "last"},
		{"none that is known", nil, 1, 0, "", true, false, "last"},
		{"two of a conversation that nobody knows", words("a", "b"), 2, 0, "", true, false, "a\nb"},
		{"three, of which one is new", words("a", "b", "c"), 3, 2, hash("b"), true, false, "last"},
		{"three, of which two are new", words("a", "b", "c"), 3, 1, hash("a"), true, false, "b\nc"},
		{"more turns are new than messages stand together", words("b", "c"), 9, 1, hash("a"), true, false, "b\nc"},
		{"the turn goes on with the two that it began with", words("a", "b", "c"), 3, 3, hash("b\nc"), true, false, "b\nc"},
		{"the turn goes on with the one that it began with", words("a", "b", "c"), 3, 3, hash("c"), true, false, "last"},
		{"the client took messages back", words("a", "b"), 2, 5, hash("e"), true, false, "last"},
		{"before the first prompt of a client with tools they are the client's", words("a", "b"), 2, 0, "", false, true, "last"},
		{"before the first prompt of plain chat they are the user's", words("a", "b"), 2, 0, "", false, false, "a\nb"},
		{"once the model has spoken they are the user's, tools or not", words("a", "b"), 2, 0, "", true, true, "a\nb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := &wire.Request{Prompt: "last", Written: "my last", Parts: []string{"last"}, Together: tt.run, Turn: tt.number}
			if tt.said {
				req.History = []wire.Message{model("hello")}
			}
			request.Gather(req, tt.turn, tt.prompt, tt.tools)
			parts := strings.Split(tt.want, "\n")
			if req.Prompt != tt.want || req.Written != "my "+strings.Join(parts, "\nmy ") || !slices.Equal(req.Parts, parts) {
				t.Errorf("%q, written %q, in parts %q, want %q", req.Prompt, req.Written, req.Parts, tt.want)
			}
		})
	}
}

func TestWhereTheLastTurnBegins(t *testing.T) {
	turn := func(n int) wire.Message { return wire.Message{Role: "user", Text: "a", Turn: n} }
	for _, tt := range []struct {
		messages []wire.Message
		want     int
	}{
		{nil, 0}, {[]wire.Message{user("no turn"), model("b")}, 2}, {[]wire.Message{turn(1), model("b")}, 0},
		{[]wire.Message{turn(1), model("b"), turn(2), model("", reads("c1", "a.go")), result("c1", "x"), model("b")}, 2},
	} {
		if got := request.LastTurn(tt.messages); got != tt.want {
			t.Errorf("%d of %d, want %d", got, len(tt.messages), tt.want)
		}
	}
}

func TestThePartsOfAPrompt_Product13(t *testing.T) {
	for _, tt := range []struct {
		req  wire.Request
		want []string
	}{
		{wire.Request{Prompt: "a\nb", Parts: []string{"a", "b"}}, []string{"a", "b"}},
		{wire.Request{Prompt: "remembered by the server"}, []string{"remembered by the server"}},
		{wire.Request{}, nil},
	} {
		if got := request.Parts(&tt.req); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if request.Begins(&wire.Request{History: []wire.Message{user("a"), model("b")}}) || !request.Begins(&wire.Request{History: []wire.Message{user("a")}}) {
		t.Error("a conversation begins where the model has said nothing")
	}
}

// The results of the newest calls tell what became of them: a client may stop at a denied
// call without asking the model again (product 10).
func TestTheResultsOfTheNewestCalls_Product10(t *testing.T) {
	tests := []struct {
		name string
		req  wire.Request
		want []string
	}{
		{"the turn goes on: what came since", wire.Request{Continues: true, History: []wire.Message{result("old", "x")}, Since: []wire.Message{result("c1", "y")}}, []string{"c1"}},
		{"a new prompt behind a denied call", wire.Request{History: []wire.Message{user("a"), model("", reads("c1", "a.go")), result("c1", "denied")}}, []string{"c1"}},
		{"what was before the prompt of before is over", wire.Request{History: []wire.Message{result("old", "x"), user("a"), result("c1", "y")}, Since: []wire.Message{result("c2", "z")}}, []string{"c1", "c2"}},
		{"a user's message that holds results is none of the user's", wire.Request{History: []wire.Message{
			user("a"), {Role: "user", ToolResults: []wire.ToolResult{{CallID: "c1"}}}, {Role: "user", ToolResults: []wire.ToolResult{{CallID: "c2"}}}}}, []string{"c1", "c2"}},
		{"nobody has asked anything", wire.Request{History: []wire.Message{result("c1", "x")}}, nil},
		{"an empty request", wire.Request{}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for id := range request.Results(&tt.req) {
				got = append(got, id)
			}
			if slices.Sort(got); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	denied := result("c1", "The user has denied the operation.")
	denied.ToolResults[0].IsError = true
	write := wire.ToolCall{ID: "c1", Arguments: []byte(`{"path":"a.go","content":"package a\n"}`)}
	req := &wire.Request{History: []wire.Message{user("a"), model("", write), denied}}
	results := request.Results(req)
	why, failed := results["c1"].Failed()
	if again, still := results["c1"].Failed(); !failed || why == "" || again != why || !still {
		t.Errorf("%q, %t, and again %q", why, failed, again)
	}
	if did := request.Did(req, "c1"); len(did) != 1 || did[0].Path != "a.go" {
		t.Errorf("%+v", did)
	}
	if did := request.Did(req, "c2"); did != nil {
		t.Errorf("a call that only the server has: %+v", did)
	}
	if n := request.Calls(req.History); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// What the model has read in this conversation it has seen (TSLP 12, product 11: the base
// was acknowledged).
func TestFilesThatCrossedTheProxy_12(t *testing.T) {
	const text = "package a\n\nfunc F() int {\n\treturn 1\n}\n"
	clean := func(folder, path string) (string, error) {
		if strings.HasPrefix(path, "/etc") {
			return "", fmt.Errorf("outside")
		}
		return strings.TrimPrefix(folder+"/"+path, "/"), nil
	}
	tests := []struct {
		name     string
		messages []wire.Message
		whole    []string
		seen     []string // entities
	}{
		{"a file was read", []wire.Message{model("", reads("c1", "a.go")), result("c1", text)}, []string{"a.go"}, []string{"a.go::F"}},
		{"twice", []wire.Message{model("", reads("c1", "a.go")), result("c1", text), model("", reads("c2", "a.go")), result("c2", text)}, []string{"a.go"}, []string{"a.go::F"}},
		{"two at once", []wire.Message{model("", reads("c1", "a.go"), reads("c2", "b.go")), result("c2", text), result("c1", text)}, []string{"a.go", "b.go"}, []string{"a.go::F", "b.go::F"}},
		{"a file outside of the workspace", []wire.Message{model("", reads("c1", "/etc/a.go")), result("c1", text)}, nil, nil},
		{"a result without its call", []wire.Message{result("c1", text)}, nil, nil},
		{"a call without its result", []wire.Message{model("", reads("c1", "a.go"))}, nil, nil},
		{"a result that came before its call", []wire.Message{result("c1", text), model("", reads("c1", "a.go"))}, nil, nil},
		{"a read that failed", []wire.Message{model("", reads("c1", "a.go")),
			{Role: "tool", ToolResults: []wire.ToolResult{{CallID: "c1", Text: "no such file", IsError: true}}}}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			everywhere := func(string) bool { return true }
			where := workplace.NewPlace(workplace.Ground{Names: workplace.Names{Known: everywhere}, Folder: everywhere}, "", true)
			f := request.FilesIn(tt.messages, where, clean)
			var whole, seen []string
			for path, content := range f.Whole {
				if whole = append(whole, path); string(content) != text {
					t.Errorf("%s: %q", path, content)
				}
			}
			for key, hashes := range f.Seen {
				if seen = append(seen, key); len(hashes) == 0 || !event.IsHash(hashes[0]) {
					t.Errorf("%s: %q", key, hashes)
				}
			}
			slices.Sort(whole)
			slices.Sort(seen)
			if !slices.Equal(whole, tt.whole) || !slices.Equal(seen, tt.seen) {
				t.Errorf("whole %q, seen %q", whole, seen)
			}
		})
	}
}

// What is put before a message stays there: it is found by the message's turn and words,
// whatever its white space is (product 15).
func TestWhatStandsIsFoundAgain_Product15(t *testing.T) {
	past := user("fix\n  it")
	past.Turn, past.Place.At = 1, 5
	req := &wire.Request{Asked: wire.Message{Text: "now test it", Own: "now test it"}, Turn: 2, InsertAt: 20, Body: make([]byte, 30), History: []wire.Message{past, model("done")}}
	at := request.At(req)
	if at != hydrate.AtOf(2, "now test it") {
		t.Errorf("the newest message is %s", at)
	}
	stand := func(turn int, text string) hydrate.Stand { return hydrate.Stand{At: hydrate.AtOf(turn, text)} }
	tests := []struct {
		name   string
		stands []hydrate.Stand
		want   []int // how many bytes stand behind each
	}{
		{"nothing stands", nil, nil},
		{"before the newest", []hydrate.Stand{stand(2, "now test it")}, []int{0}},
		{"before the one of before", []hydrate.Stand{stand(1, "fix it")}, []int{25}},
		{"before both, in the order of the request", []hydrate.Stand{stand(2, "now test it"), stand(1, "fix it")}, []int{25, 0}},
		{"before other words of that turn", []hydrate.Stand{stand(1, "fix that")}, nil},
		{"before the same words of another turn", []hydrate.Stand{stand(3, "fix it")}, nil},
	}
	for _, tt := range tests {
		var got []int
		for _, f := range request.Find(req, at, tt.stands) {
			got = append(got, f.Behind)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	both := []hydrate.Stand{stand(1, "fix it"), stand(2, "now test it")}
	if got := request.Find(req, hydrate.At{}, both); len(got) != 1 || got[0].Place.At != 5 {
		t.Errorf("without a place before the newest: %+v", got)
	}
	kept := *req
	kept.Previous = "resp_1"
	if got := request.Find(&kept, at, both); got != nil {
		t.Errorf("where the server keeps what came before: %+v", got)
	}
	asked := wire.Message{Text: "a"}
	for name, no := range map[string]wire.Request{"no place": {Asked: asked, Turn: 1, InsertAt: -1}, "no turn": {Asked: asked, InsertAt: 3}} {
		if got := request.At(&no); got != (hydrate.At{}) {
			t.Errorf("%s: %s", name, got)
		}
	}
	for own, want := range map[string]string{"fix it": "fix it", " ": "reminder\nfix it", "": "reminder\nfix it"} {
		beside := wire.Request{Asked: wire.Message{Text: "reminder\nfix it", Own: own}, Turn: 1, InsertAt: 1}
		if got := request.At(&beside); got != hydrate.AtOf(1, want) {
			t.Errorf("with %q of the user's own it is known by something else than %q", own, want)
		}
	}
}

// Texts come the newest first, each once, so that who looks for the last word may stop.
func TestTextsOfARequest_Product14(t *testing.T) {
	write := wire.ToolCall{ID: "c1", Arguments: []byte(`{"path":"a.go","edits":[{"new":"x\ny"}],"content":"a\nb"}`)}
	req := &wire.Request{
		System: "be brief", Prompt: "now test it", Since: []wire.Message{result("c2", "ok")},
		History: []wire.Message{user("fix it"), model("I write", write), result("c1", "written"), {Role: "user", ToolResults: []wire.ToolResult{{CallID: "c3", Text: "late"}}}},
	}
	want := []string{"ok", "now test it", "late", "written", "a\nb\nx\ny", "I write", "fix it", "be brief"}
	if got := slices.Collect(request.Texts(req)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for n := range want { // whoever has enough is asked no further
		count := 0
		for range request.Texts(req) {
			if count++; count > n {
				break
			}
		}
		if count != n+1 {
			t.Errorf("stopped after %d, given %d", n+1, count)
		}
	}
	if got := slices.Collect(request.Texts(&wire.Request{})); got != nil {
		t.Errorf("of an empty request: %q", got)
	}
	broken := &wire.Request{History: []wire.Message{model("", wire.ToolCall{Arguments: []byte(`{"a":"x\n`)})}}
	if got := slices.Collect(request.Texts(broken)); got != nil {
		t.Errorf("of arguments that broke off: %q", got)
	}
}

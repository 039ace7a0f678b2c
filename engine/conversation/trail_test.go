package conversation

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/engine/gateway/wire"
)

// saying is a message of a chat: "u: …" by the user, "a: …" by the model, "c: ID
// PATH" a call of it, "r: ID …" its result, "s: …" the system prompt.
func saying(t *testing.T, lines []string) []byte {
	t.Helper()
	var list []map[string]any
	for _, line := range lines {
		role, text, _ := strings.Cut(line, ": ")
		id, rest, _ := strings.Cut(text, " ")
		m := map[string]any{"role": map[string]string{"u": "user", "a": "assistant", "c": "assistant", "r": "tool", "s": "system"}[role], "content": text}
		switch role {
		case "c":
			m["content"] = nil
			m["tool_calls"] = []any{map[string]any{"id": id, "type": "function", "function": map[string]any{"name": "read", "arguments": fmt.Sprintf(`{"path": %q}`, rest)}}}
		case "r":
			m["tool_call_id"], m["content"] = id, rest
		}
		list = append(list, m)
	}
	body, err := json.Marshal(map[string]any{"messages": list, "tools": []any{map[string]any{"type": "function"}}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// newFinder returns a finder that knows nothing and asks no Ledger.
func newFinder() *Finder {
	n := 0
	return NewFinder("", Means{NewID: func() string { n++; return fmt.Sprint("conversation ", n) }})
}

// ask has a request find its conversation, and the model answer it.
func (f *Finder) ask(t *testing.T, agent string, lines []string, answers ...string) string {
	t.Helper()
	req, err := wire.Parse(wire.ChatCompletions, saying(t, lines), http.Header{"User-Agent": {agent}})
	if err != nil {
		t.Fatal(err)
	}
	id := f.follow(f.shownBy(req), f.words(nil, req.Written), f.means.NewID())
	if len(answers) > 0 {
		answered, err := wire.Parse(wire.ChatCompletions, saying(t, answers), nil)
		if err != nil {
			t.Fatal(err)
		}
		var text string
		var calls []wire.ToolCall
		for _, m := range slices.Concat(answered.History, answered.Since) {
			text, calls = text+m.Text, append(calls, m.ToolCalls...)
		}
		f.Told(id, text, calls)
	}
	return id
}

const (
	longReply  = "a: I have looked at every caller of it, and none passes a negative number."
	otherReply = "a: The loader reads the whole file at once, which is what takes the memory."
)

func TestARequestBelongsWhereWhatItShowsWasSaid_Choice16(t *testing.T) {
	type step struct {
		of    string // the conversation that it is of
		asks  []string
		gives []string
	}
	says := func(lines ...string) []string { return lines }
	for name, steps := range map[string][]step{
		"two that begin alike": {
			{"one", says("u: hi"), says("a: Hello!")}, {"one", says("u: hi", "a: Hello!", "u: fix a.py"), says("a: Done.")},
			{"two", says("u: hi"), says("a: Hello!")}, {"two", says("u: hi", "a: Hello!", "u: write b.py"), says("a: Done.")},
			{"one", says("u: hi", "a: Hello!", "u: fix a.py", "a: Done.", "u: and c.py"), nil},
			{"two", says("u: hi", "a: Hello!", "u: write b.py", "a: Done.", "u: and c.py"), nil},
		},
		"another system prompt": {
			{"one", says("s: git: clean", "u: fix it"), says("a: ok")},
			{"one", says("s: git: ?? util.py\n12:03", "u: fix it", "a: ok", "u: and calc.py"), says("a: ok")},
			{"one", says("s: 12:04", "u: fix it", "a: ok", "u: and calc.py", "a: ok", "u: more"), nil},
		},
		"a first request again": {
			{"one", says("s: 1", "u: fix it"), nil}, {"one", says("s: 2", "u: fix it"), says("a: ok")},
			{"one", says("s: 3", "u: fix it"), says("a: no")}, {"one", says("u: fix it"), says("a: yes")},
			{"one", says("u: fix it", "a: yes", "u: more"), nil}, {"two", says("u: fix it"), nil},
		},
		"a sub-agent, whose server counts its calls from 0": {
			{"one", says("u: fix it"), says("c: call_0 a.py")}, {"sub", says("s: you review", "u: look at a.py"), says("c: call_0 a.py")},
			{"one", says("u: fix it", "c: call_0 a.py", "r: call_0 x"), says("c: call_1 b.py")},
			{"sub", says("s: you review", "u: look at a.py", "c: call_0 a.py", "r: call_0 x"), says(longReply)},
			{"one", says("u: fix it", "c: call_0 a.py", "r: call_0 x", "c: call_1 b.py", "r: call_1 "+longReply[3:]), says("a: ok")},
			{"second sub", says("s: you review", "u: look at a.py"), says("c: call_0 a.py")},
		},
		"a start that was summed up": {
			{"one", says("u: fix it"), says("c: call_a7f20c91 a.py")}, {"one", says("u: fix it", "c: call_a7f20c91 a.py", "r: call_a7f20c91 x"), says(longReply)},
			{"one", says("u: <summary>\nIt was fixed.\n</summary>", longReply, "u: now b.py"), says("a: ok")},
			{"one", says("u: <summary>\nIt was fixed.\n</summary>", longReply, "u: now b.py", "a: ok", "u: and c.py"), says("c: call_b0000001 c.py")},
			{"one", says("u: <summary>\nc.py is to be read.\n</summary>", "c: call_b0000001 c.py", "r: call_b0000001 x"), nil},
		},
		"a start that was cut off": {
			{"old", says("u: ok"), says("a: Fine.")},
			{"one", says("u: fix it"), says("a: Done.")}, {"one", says("u: fix it", "a: Done.", "u: ok"), says(otherReply)},
			{"one", says("u: ok", otherReply, "u: then stream it"), nil},
		},
		"replies that the client rewrites": {
			{"one", says("u: fix it"), says("a: <think>Hm, what now, what is there to do at all?</think>\n\nDone,  as\nyou said. ")},
			{"one", says("u: fix it", "a: Done, as you said.", "u: more"), says("a: two")},
			{"one", says("u: fix it", "a: (shortened)", "u: more", "a: (shortened)", "u: even more"), nil},
		},
		"a message that is edited, an answer that is asked for anew": {
			{"one", says("u: fix it"), says("a: one")}, {"one", says("u: fix it", "a: one", "u: b"), says("a: two")},
			{"one", says("u: fix it", "a: one", "u: b", "a: two", "u: c"), says("a: three")},
			{"one", says("u: fix it", "a: one", "u: b", "a: two", "u: c"), says("a: four")},
			{"one", says("u: fix it", "a: one", "u: d"), says("a: five")},
		},
		"short words of a conversation that is not known": {
			{"one", says("u: fix it"), says("a: Done.")}, {"two", says("u: write it", "a: Done.", "u: more"), nil},
		},
		"a long reply that was given elsewhere before": {
			{"one", says("u: fix it"), says(longReply)}, {"one", says("u: fix it", longReply, "u: more"), says("a: ok")},
			{"two", says("u: write it", longReply, "u: more"), nil},
		},
		"a clock in the first words": {
			{"one", says("u: It is 12:03.\nfix it"), says(longReply)}, {"one", says("u: It is 12:04.\nfix it", longReply, "u: more"), nil},
		},
		"a clock beside the first words": {
			{"one", says("u: <environment_details>\n12:03\n</environment_details>\nfix it"), says("a: ok")},
			{"one", says("u: <environment_details>\n12:04\n</environment_details>\nfix it", "a: ok", "u: more"), nil},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFinder()
			ids := map[string]string{}
			for i, s := range steps {
				id := f.ask(t, "tool/1.2", s.asks, s.gives...)
				if known := ids[s.of]; known != "" && known != id {
					t.Errorf("step %d is of %q, and not of %q", i, id, s.of)
				} else if known == "" {
					for other, of := range ids {
						if of == id {
							t.Errorf("step %d is of %q, and not of %q", i, other, s.of)
						}
					}
				}
				ids[s.of] = id
			}
		})
	}
}

func TestConversationsOfTwoClientsAreTwo_Choice16(t *testing.T) {
	f := newFinder()
	one := f.ask(t, "tool/1.2 (headless)", []string{"u: hi"}, "a: Hello!")
	if two := f.ask(t, "other/1.2", []string{"u: hi"}); two == one {
		t.Error("the conversations of two clients are one")
	}
	if updated := f.ask(t, "Tool/1.3", []string{"u: hi", "a: Hello!", "u: more"}); updated != one {
		t.Error("an update of the client begins a conversation anew")
	}
}

func TestWhatIsKnownOfConversationsIsBounded_Choice16(t *testing.T) {
	f := newFinder()
	lines := []string{"u: fix it"}
	for i := range 200 {
		said := fmt.Sprintf("a: %d %s", i, longReply)
		f.ask(t, "", lines, said)
		lines = append(lines, said, fmt.Sprint("u: more ", i))
		f.ask(t, "", []string{fmt.Sprint("u: another ", i)}, "a: ok")
	}
	if len(f.trails) != maxTrails {
		t.Errorf("%d conversations are kept", len(f.trails))
	}
	for _, trail := range f.trails {
		if len(trail.marks) > maxMarks || trail.last < 0 || trail.last > len(trail.marks) {
			t.Errorf("%d marks, the last from %d on", len(trail.marks), trail.last)
		}
	}
}

func TestMarksForgiveHowAClientKeepsAText_Choice16(t *testing.T) {
	m := marker{maphash.MakeSeed()}
	of := func(text string) mark { said, _ := m.text(byModel, text); return said }
	long := strings.Repeat("all work and no play ", 1000)
	for a, b := range map[string]string{
		"a b\n c": "ab c", "x": "<think>y</think>\n x ", long: "\n" + strings.ReplaceAll(long, " ", "\n\n"), "é\xff": " é\xff\n",
		strings.Repeat("x", 600): strings.Repeat("x", 512) + strings.Repeat(" ", 9),
	} {
		if of(a) != of(b) {
			t.Errorf("%.20q and %.20q have two marks", a, b)
		}
	}
	for a, b := range map[string]string{"a": "b", "ab": "a", "x" + long: "y" + long[:len(long)-1] + "z"} {
		if of(a) == of(b) {
			t.Errorf("%.20q and %.20q have one mark", a, b)
		}
	}
	if user, _ := m.text(byUser, "a"); user == of("a") {
		t.Error("who said it does not count")
	}
	if _, some := m.text(byModel, " \n</think>\t"); some {
		t.Error("a blank text has a mark")
	}
	if of("Done.").telling() || !of(longReply).telling() {
		t.Error("what tells of one conversation alone")
	}
}

func FuzzMarks(f *testing.F) {
	f.Add("a b", " ", "<think>x</think>")
	f.Add("\xff\xfe\u0085", "\t", strings.Repeat("é", 400))
	m := marker{maphash.MakeSeed()}
	f.Fuzz(func(t *testing.T, before, space, after string) {
		one, said := m.text(byModel, before+after)
		two, _ := m.text(byModel, before+" \n"+after+strings.Repeat(" ", len(space)%9))
		whole := before + after
		if len(whole) >= markedBytes || !utf8.ValidString(whole) || strings.Contains(whole, "think>") {
			return
		}
		if one != two {
			t.Errorf("%q and %q are told apart by white space", before, after)
		}
		if said != (strings.TrimSpace(whole) != "") {
			t.Errorf("%q is blank: %v", whole, !said)
		}
	})
}

func BenchmarkFindingAConversation(b *testing.B) {
	f := newFinder()
	for i := range maxTrails {
		t := &trail{id: fmt.Sprint(i), keys: []string{fmt.Sprint(i)}}
		for k := range maxMarks {
			t.told(f.words(nil, fmt.Sprint("words ", i, k)))
		}
		f.trails = append(f.trails, t)
	}
	req := &wire.Request{Conversation: "none", Turn: 200}
	for i := range 200 {
		req.History = append(req.History, wire.Message{Role: "user", Own: fmt.Sprint(i, longReply)}, wire.Message{Role: "assistant", Text: strings.Repeat(otherReply, 100)})
	}
	b.ReportAllocs()
	for b.Loop() {
		if belongs(f.shownBy(req), f.trails) != nil {
			b.Fatal("it belongs to none")
		}
	}
}

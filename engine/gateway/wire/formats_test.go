package wire_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"holdfast/engine/gateway/wire"
)

func parseAs(t testing.TB, f wire.Format, body string) *wire.Request {
	t.Helper()
	r, err := wire.Parse(f, []byte(body), nil)
	if err != nil {
		t.Fatalf("%s: Parse(%s): %v", f, body, err)
	}
	return r
}

// collectAs reads a reply in pieces of the given size.
func collectAs(f wire.Format, framing wire.Framing, stream []byte, size int) wire.Reply {
	c := wire.Collector{Format: f}
	for piece := range chunks(stream, size) {
		c.Write(piece)
	}
	return c.Reply(framing)
}

// framingOf is how streams of a format travel.
func framingOf(f wire.Format) wire.Framing { return f.Framing("", true, []byte("event: x")) }

// callsAre compares calls by what counts.
func callsAre(t testing.TB, got []wire.ToolCall, want ...wire.ToolCall) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("calls %s, want %s", got, want)
		return
	}
	for i, c := range got {
		w := want[i]
		if c.ID != w.ID || c.Name != w.Name || string(c.Arguments) != string(w.Arguments) || c.Input != w.Input {
			t.Errorf("call %s, want %s", c, w)
		}
	}
}

func resultsAre(t testing.TB, got []wire.ToolResult, want ...wire.ToolResult) {
	t.Helper()
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("results %+v, want %+v", got, want)
	}
}

// insertions says of bodies where text is inserted: a want of "" is nowhere.
type insertions map[string]struct{ body, want string }

func (tests insertions) run(t *testing.T, f wire.Format) {
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if tc.want == "" {
				tc.want = tc.body
			}
			r := parseAs(t, f, tc.body)
			if got := string(wire.Splice(r, []byte(`<\n>`))); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if got := wire.Splice(r, nil); string(got) != tc.body {
				t.Errorf("nothing to insert, yet the body changed: %s", got)
			}
		})
	}
}

// replies says what replies are read as, whole and in pieces. A stream's end
// is found, and nothing before it is taken for one.
type replies map[string]struct {
	framing wire.Framing
	stream  string
	want    wire.Reply
}

func (tests replies) run(t *testing.T, f wire.Format) {
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				got, want := collectAs(f, tc.framing, []byte(tc.stream), size), tc.want
				callsAre(t, got.ToolCalls, want.ToolCalls...)
				got.ToolCalls, want.ToolCalls = nil, nil
				if !reflect.DeepEqual(got, want) {
					t.Errorf("in pieces of %d:\ngot  %+v\nwant %+v", size, got, want)
				}
			}
			if tc.framing != wire.Document {
				endsOnlyAtItsEnd(t, f, tc.framing, tc.stream, tc.want.Finish != "" || tc.want.Done)
			}
		})
	}
}

// endsOnlyAtItsEnd demands of a stream, cut anywhere, that it counts as
// finished only if an Ending would have held its last bytes back.
func endsOnlyAtItsEnd(t *testing.T, f wire.Format, framing wire.Framing, stream string, ends bool) {
	t.Helper()
	for size := 1; size <= len(stream); size += 1 + size/3 {
		e := wire.Ending{Format: f}
		passed := 0
		for piece := range chunks([]byte(stream), size) {
			passed += e.Safe(piece)
		}
		if e.Found() != ends {
			t.Fatalf("in pieces of %d the end was found: %v", size, e.Found())
		}
		if r := collectAs(f, framing, []byte(stream[:passed]), 1<<20); r.Finish != "" || r.Done {
			t.Fatalf("in pieces of %d the end passed: %+v", size, r)
		}
	}
	for cut := range len(stream) {
		e := wire.Ending{Format: f}
		safe := e.Safe([]byte(stream[:cut]))
		r := collectAs(f, framing, []byte(stream[:cut]), 1<<20)
		if !e.Found() && (safe != cut || r.Finish != "" || r.Done) {
			t.Fatalf("cut at %d of %d it is finished: %+v", cut, len(stream), r)
		}
	}
}

func TestTheEndDoesNotPassWhateverItsReasonIs_TSLP8(t *testing.T) {
	for _, reason := range []string{",x", "}", ":n", " null", "null", "\\u0073top", "\\", "]"} {
		endsOnlyAtItsEnd(t, wire.ChatCompletions, wire.Events, sse(`{"choices":[{"finish_reason":"`+reason+`"}]}`), true)
		endsOnlyAtItsEnd(t, wire.Messages, wire.Events, sse(`{"delta":{"stop_reason" : "`+reason+`"}}`), true)
	}
	for _, none := range []string{`null`, `""`, ` ""`, `false`, `7`} {
		endsOnlyAtItsEnd(t, wire.ChatCompletions, wire.Events, sse(`{"choices":[{"finish_reason":`+none+`}]}`), false)
		endsOnlyAtItsEnd(t, wire.OllamaChat, wire.Lines, `{"done":`+none+`}`+"\n", false)
	}
	// The mark stands at the beginning of a stream, and nowhere else.
	finish := "\ndata: \"finish_reason\":\"stop\"}]}\n\n"
	for _, head := range []string{"\ufeffdata: {\"choices\":[{", "data: {\"choices\":[{\n\xbbdata: }", "data: {\"choices\":[{\n\xbb", "\ufeff\ndata: {\"choices\":[{\n\ufeffdata: }"} {
		endsOnlyAtItsEnd(t, wire.ChatCompletions, wire.Events, head+finish, true)
	}
	endsOnlyAtItsEnd(t, wire.ChatCompletions, wire.Events, sse(you)+"\ufeffdata: [DONE]\n\n", false)
}

// fuzzRequests checks a request reader against encoding/json: both accept the
// same objects, and a splice changes nothing but the text at its place.
func fuzzRequests(f *testing.F, format wire.Format, seeds ...string) {
	for _, seed := range append(seeds, `{"a":[1,-0.5e+7,true,false,null,{}]}`, `{} x`, `[`, `{"a":"\u00zz"}`, "") {
		f.Add([]byte(seed), "pre\n\"fix\"")
	}
	f.Fuzz(func(t *testing.T, body []byte, insert string) {
		r, err := wire.Parse(format, body, nil)
		var before any
		wantErr := json.Unmarshal(body, &before)
		if _, object := before.(map[string]any); wantErr == nil && !object {
			if err == nil {
				t.Fatalf("%q is no object and was read", body)
			}
			return
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("Parse: %v, encoding/json: %v", err, wantErr)
		}
		if err != nil {
			return
		}
		if got := wire.Splice(r, nil); string(got) != string(body) {
			t.Fatalf("identity splice gave %q", got)
		}
		escaped, _ := json.Marshal(insert) // strings always marshal
		var plain string
		if err := json.Unmarshal(escaped, &plain); err != nil {
			t.Fatal(err)
		}
		escaped = escaped[1 : len(escaped)-1]
		spliced := wire.Splice(r, escaped)
		if r.InsertAt < 0 || len(escaped) == 0 {
			if string(spliced) != string(body) {
				t.Fatalf("no place to insert, yet %q", spliced)
			}
			return
		}
		var after any
		if err := json.Unmarshal(spliced, &after); err != nil {
			t.Fatalf("the spliced body is broken: %v: %q", err, spliced)
		}
		if n := differences(before, after, plain); n != 1 {
			t.Fatalf("%d differences in %q", n, spliced)
		}
		all := everywhere(r, string(escaped))
		spliced, after = wire.NewSpliced(r, all...).Bytes(), nil
		if err := json.Unmarshal(spliced, &after); err != nil {
			t.Fatalf("spliced at %d places it is broken: %v: %q", len(all), err, spliced)
		}
		if n := differences(before, after, plain); n != len(all) {
			t.Fatalf("%d differences in %q, spliced at %d places", n, spliced, len(all))
		}
		if len(r.History)+len(r.Since) > 0 && len(parseAs(t, format, string(spliced)).History) != len(r.History) {
			t.Fatalf("the spliced body is another conversation: %q", spliced)
		}
	})
}

// differences counts where b is not a: 1 for a text that text was put before,
// or an array that got one part of that text; 100 for any other difference.
func differences(a, b any, text string) int {
	if reflect.DeepEqual(a, b) {
		return 0
	}
	switch a := a.(type) {
	case string:
		if b == any(text+a) {
			return 1
		}
	case map[string]any:
		n := 0
		if b, ok := b.(map[string]any); ok && len(a) == len(b) {
			for key := range a {
				n += differences(a[key], b[key], text)
			}
			return n
		}
	case []any:
		return differencesOf(a, b, text)
	}
	return 100
}

func differencesOf(a []any, b any, text string) int {
	list, ok := b.([]any)
	if !ok || len(list) < len(a) || len(list) > len(a)+1 {
		return 100
	}
	n := 0
	for i := range list {
		if len(list) > len(a) && (i == len(a) || !reflect.DeepEqual(a[i], list[i])) {
			part, _ := list[i].(map[string]any)
			if len(part) == 2 && part["text"] == any(text) && reflect.DeepEqual(a[i:], list[i+1:]) {
				return 1
			}
			return 100
		}
		n += differences(a[i], list[i], text)
	}
	return n
}

// passes returns how much of a stream may pass.
func passes(t *testing.T, e *wire.Ending, stream []byte, size int) int {
	t.Helper()
	given, passed := 0, 0
	for piece := range chunks(stream, size) {
		given += len(piece)
		n := e.Safe(piece)
		if passed += n; n < 0 || passed > given {
			t.Fatalf("Safe returned %d: %d of %d would pass", n, passed, given)
		}
	}
	if !e.Found() && passed != len(stream) {
		t.Fatalf("%d of %d passed and no end was found", passed, len(stream))
	}
	return passed
}

// goesOn reports whether something of a stream was held back and passed later: it
// goes on behind a finish reason.
func goesOn(f wire.Format, stream []byte) bool {
	e := wire.Ending{Format: f}
	held := false
	for piece := range chunks(stream, 1) {
		n := e.Safe(piece)
		if held && n > 0 {
			return true
		}
		held = e.Found()
	}
	return false
}

// fuzzReplies feeds arbitrary streams in arbitrary pieces: nothing panics, how
// a stream was cut into pieces makes no difference, and what passes before the
// end is found is never a finished reply.
func fuzzReplies(f *testing.F, format wire.Format, seeds ...string) {
	for i, seed := range seeds {
		f.Add([]byte(seed), uint8(i))
	}
	f.Add([]byte(":\n\ndata\ndata:\n\nevent: x\ndata: {}\r\rdata: \xff"), uint8(2))
	f.Add([]byte("\ufeffdata: [DONE]\n\ndata:\ndata: {\"type\":\n"), uint8(5))
	f.Add([]byte(sse(`{"choices":[{"finish_reason":",x"}]}`)), uint8(255))
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		for _, framing := range []wire.Framing{wire.Document, wire.Events, wire.Lines} {
			whole := collectAs(format, framing, stream, len(stream)+1)
			pieces := collectAs(format, framing, stream, int(size)+1)
			if !reflect.DeepEqual(whole, pieces) {
				t.Fatalf("whole  %+v\npieces %+v", whole, pieces)
			}
		}
		framing := framingOf(format)
		e := wire.Ending{Format: format}
		passed := passes(t, &e, stream, int(size)+1)
		if r := collectAs(format, framing, stream[:passed], len(stream)+1); !goesOn(format, stream) && (r.Done || r.Finish != "") {
			t.Fatalf("the end passed in %q: %+v", stream[:passed], r)
		}
	})
}

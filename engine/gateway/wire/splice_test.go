package wire_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"holdfast/engine/gateway/wire"
)

func TestASplicedBodyCanBeReadMoreThanOnce(t *testing.T) {
	for _, insert := range []string{"", strings.Repeat(`state\n`, 5000)} {
		r := parse(t, `{"messages":[{"role":"user","content":[{"type":"text","text":"`+strings.Repeat("x", 40000)+`"}]}]}`)
		s := wire.NewSpliced(r, wire.Insertion{Place: r.Newest(), Parts: [][]byte{[]byte(insert)}})
		want := wire.Splice(r, []byte(insert))
		if !bytes.Equal(s.Bytes(), want) || s.Len() != int64(len(want)) {
			t.Fatalf("%d bytes, length %d, want %d", len(s.Bytes()), s.Len(), len(want))
		}
		for range 2 {
			body, err := s.Open()
			if err != nil {
				t.Fatal(err)
			}
			if err := iotest.TestReader(body, want); err != nil {
				t.Error(err)
			}
			if err := body.Close(); err != nil {
				t.Error(err)
			}
			var out bytes.Buffer
			body, _ = s.Open() // never fails
			if _, err := io.CopyN(&out, body, 10); err != nil {
				t.Fatal(err)
			}
			if n, err := io.Copy(&out, body); err != nil || n != s.Len()-10 || !bytes.Equal(out.Bytes(), want) {
				t.Errorf("copied %d bytes: %v", n, err)
			}
		}
	}
}

// everywhere is text for every place of a request's genuine user messages.
func everywhere(r *wire.Request, escaped string) (all []wire.Insertion) {
	for _, m := range r.History {
		if m.Place.At > 0 {
			all = append(all, wire.Insertion{Place: m.Place, Parts: [][]byte{[]byte(escaped)}})
		}
	}
	if r.InsertAt > 0 {
		all = append(all, wire.Insertion{Place: r.Newest(), Parts: [][]byte{[]byte(escaped)}})
	}
	return all
}

// What was put before an earlier message of the user's stands there again.
func TestTextIsSplicedAtSeveralMessages(t *testing.T) {
	for name, tc := range map[string]struct {
		format     wire.Format
		body, want string
	}{
		"chat": {wire.ChatCompletions,
			`{"messages":[{"role":"system","content":"s"},{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":[{"type":"text","text":"c"}]},{"role":"assistant","content":"d"},{"role":"user","content":"e"}],"n":1}`,
			`{"messages":[{"role":"system","content":"s"},{"role":"user","content":"<\n>a"},{"role":"assistant","content":"b"},{"role":"user","content":[{"type":"text","text":"<\n>"},{"type":"text","text":"c"}]},{"role":"assistant","content":"d"},{"role":"user","content":"<\n>e"}],"n":1}`},
		"messages, behind a result and before a mark of the cache": {wire.Messages,
			`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"r"}]},{"role":"user","content":[{"type":"text","text":"c","cache_control":{"type":"ephemeral"}}]}]}`,
			`{"messages":[{"role":"user","content":"<\n>a"},{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"r"}]},{"role":"user","content":[{"type":"text","text":"<\n>"},{"type":"text","text":"c","cache_control":{"type":"ephemeral"}}]}]}`},
		"responses": {wire.Responses,
			`{"input":[{"role":"user","content":[{"type":"input_text","text":"a"}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"o"},{"role":"user","content":"b"}]}`,
			`{"input":[{"role":"user","content":[{"type":"input_text","text":"<\n>"},{"type":"input_text","text":"a"}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"o"},{"role":"user","content":"<\n>b"}]}`},
		"ollama": {wire.OllamaChat,
			`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}`,
			`{"messages":[{"role":"user","content":"<\n>a"},{"role":"assistant","content":"b"},{"role":"user","content":"<\n>c"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := parseAs(t, tc.format, tc.body)
			if got := string(wire.NewSpliced(r, everywhere(r, `<\n>`)...).Bytes()); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if got := wire.NewSpliced(r, everywhere(r, "")...).Bytes(); &got[0] != &r.Body[0] {
				t.Error("nothing to insert, yet the body was copied")
			}
		})
	}
}

// A place that is none, or stands before another one, is passed over.
func TestAPlaceThatIsNoneTakesNothing(t *testing.T) {
	r := parse(t, `{"messages":[{"role":"user","content":"a"}]}`)
	text := [][]byte{[]byte("x")}
	at := r.Newest()
	for _, places := range [][]wire.Place{{{}}, {{At: -1}}, {{At: 1000}}} {
		var all []wire.Insertion
		for _, p := range places {
			all = append(all, wire.Insertion{Place: p, Parts: text})
		}
		if got := wire.NewSpliced(r, all...).Bytes(); string(got) != string(r.Body) {
			t.Errorf("%v: %s", places, got)
		}
	}
	got := wire.NewSpliced(r, wire.Insertion{Place: at, Parts: text}, wire.Insertion{Place: wire.Place{At: at.At - 1}, Parts: text})
	if string(got.Bytes()) != `{"messages":[{"role":"user","content":"xa"}]}` {
		t.Errorf("%s", got.Bytes())
	}
}

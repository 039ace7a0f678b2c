package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// talk is a conversation of n turns of the user's, as chat completions has it.
func talk(n int, more string) string {
	list := []string{`{"role":"system","content":"be brief"}`}
	for i := 1; i < n; i++ {
		list = append(list, fmt.Sprintf(`{"role":"user","content":"q%d"}`, i), fmt.Sprintf(` {"role":"assistant","content":"a%d"}`, i))
	}
	list = append(list, fmt.Sprintf(`{"role":"user","content":"q%d"}`, n))
	return `{"model":"m","messages":[` + strings.Join(list, " ,\n") + `]` + more + `}`
}

func TestWindowCutsTheClientsHistoryToTheLastPairs_8_4(t *testing.T) {
	for _, c := range []struct {
		name, body string
		pairs      int
		want       string // the contents that go upstream
		history    int
	}{
		{"off", talk(7, ""), 0, "be brief q1 a1 q2 a2 q3 a3 q4 a4 q5 a5 q6 a6 q7", 13},
		{"nothing before the window", talk(5, ""), 4, "be brief q1 a1 q2 a2 q3 a3 q4 a4 q5", 9},
		{"two pairs before it", talk(7, ""), 4, "be brief q3 a3 q4 a4 q5 a5 q6 a6 q7", 9},
		{"one pair", talk(4, ""), 1, "be brief q3 a3 q4", 3},
		{"never with tools", talk(7, `,"tools":[{"type":"function","function":{"name":"f"}}]`), 4, "be brief q1 a1 q2 a2 q3 a3 q4 a4 q5 a5 q6 a6 q7", 13},
		{"a system message in between stays", strings.Replace(talk(7, ""), `{"role":"user","content":"q2"}`,
			`{"role":"system","content":"rule"},{"role":"user","content":"q2"}`, 1), 4, "be brief rule q3 a3 q4 a4 q5 a5 q6 a6 q7", 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := wire.Parser{Window: c.pairs}
			r, err := p.Parse(wire.ChatCompletions, []byte(c.body), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, insert := range []string{"", "NEW "} {
				body := wire.Splice(r, []byte(insert))
				var doc struct {
					Model    string
					Messages []struct{ Content string }
				}
				if err := json.Unmarshal(body, &doc); err != nil {
					t.Fatalf("%v: %s", err, body)
				}
				var said []string
				for _, m := range doc.Messages {
					said = append(said, m.Content)
				}
				want := c.want[:strings.LastIndexByte(c.want, ' ')+1] + insert + c.want[strings.LastIndexByte(c.want, ' ')+1:]
				if got := strings.Join(said, " "); got != want || doc.Model != "m" {
					t.Errorf("got  %s\nwant %s", got, want)
				}
				if n := wire.NewSpliced(r, wire.Insertion{Place: r.Newest(), Parts: [][]byte{[]byte(insert)}}).Len(); n != int64(len(body)) {
					t.Errorf("length %d of %d bytes", n, len(body))
				}
			}
			if len(r.History) != c.history {
				t.Errorf("history of %d messages, want %d", len(r.History), c.history)
			}
		})
	}
}

// In the Responses API a call and its result are items beside the messages.
func TestWindowNeverPartsACallFromItsResult_8_4(t *testing.T) {
	items := []string{
		`{"role":"user","content":"q1"}`, `{"type":"reasoning","summary":[]}`,
		`{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}`, `{"type":"function_call_output","call_id":"c","output":"o"}`,
		`{"role":"assistant","content":"a1"}`, `{"role":"user","content":"q2"}`, `{"role":"assistant","content":"a2"}`, `{"role":"user","content":"q3"}`,
	}
	for name, without := range map[string][]string{"with calls": nil, "without": items[1:4]} {
		body := `{"input":[` + strings.Join(items, ", ") + `]}`
		want := body
		if without != nil {
			body = strings.ReplaceAll(body, strings.Join(without, ", ")+", ", "")
			want = `{"input":[` + strings.Join(items[5:], ", ") + `]}`
		}
		p := wire.Parser{Window: 1}
		r, err := p.Parse(wire.Responses, []byte(body), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(wire.Splice(r, nil)); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}

func FuzzWindow(f *testing.F) {
	f.Add(talk(7, ""), 2)
	f.Add(`{"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"user","content":"b"},{"role":"user","content":"c"}]}`, 1)
	f.Fuzz(func(t *testing.T, body string, pairs int) {
		for _, format := range []wire.Format{wire.ChatCompletions, wire.Messages, wire.Responses, wire.OllamaChat} {
			p := wire.Parser{Window: pairs}
			r, err := p.Parse(format, []byte(body), nil)
			if err != nil {
				continue
			}
			if json.Valid([]byte(body)) && !json.Valid(wire.Splice(r, []byte("x"))) {
				t.Errorf("%s: cut to %s", format, wire.Splice(r, []byte("x")))
			}
		}
	})
}

package wire

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a request held stands in the one behind it byte for byte, and the rest is as it
// is asked for.
func TestAMessageIsPutBehindThoseOfARequest(t *testing.T) {
	f := Further{Said: "it \"is\"\n", Text: "is it?", Instead: map[string]json.RawMessage{"stream": json.RawMessage("false"), "stream_options": nil, "n": nil},
		Within: map[string]map[string]json.RawMessage{"options": {"num_predict": json.RawMessage("9")}}}
	const behind = `,{"content":"it \"is\"\n","role":"assistant"},{"content":"is it?","role":"user"}]`
	for name, c := range map[string]struct {
		format     Format
		body, want string
	}{
		"chat": {ChatCompletions, `{ "model":"m" ,"stream":true,"stream_options":{"include_usage":true},"tools":[ {"a":1} ],"messages" : [ {"role":"system","content":"s"} , {"role":"user","content":"a\u0041"} ] }`,
			`{"model":"m","stream":false,"tools":[ {"a":1} ],"messages":[ {"role":"system","content":"s"} , {"role":"user","content":"a\u0041"}` + behind + `,"options":{"num_predict":9}}`},
		"ollama": {OllamaChat, `{"messages":[{"role":"user","content":"a"}],"options":{"num_ctx":4096,"num_predict":1}}`,
			`{"messages":[{"role":"user","content":"a"}` + behind + `,"options":{"num_ctx":4096,"num_predict":9},"stream":false}`},
		"ollama, no options": {OllamaChat, `{"options":null,"stream":false,"messages":[{"role":"user","content":"a"}]}`,
			`{"options":{"num_predict":9},"stream":false,"messages":[{"role":"user","content":"a"}` + behind + `}`},
		"messages": {Messages, `{"n":2,"stream":true,"options":{},"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]}`,
			`{"stream":false,"options":{"num_predict":9},"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}` + behind + `}`},
		"responses": {Responses, `{"stream":true,"options":{},"input":[{"type":"reasoning","id":"r"},{"role":"user","content":"a"}]}`,
			`{"stream":false,"options":{"num_predict":9},"input":[{"type":"reasoning","id":"r"},{"role":"user","content":"a"},{"content":[{"text":"it \"is\"\n","type":"output_text"}],"role":"assistant","type":"message"},{"content":"is it?","role":"user"}]}`},
		"responses of a text": {Responses, `{"stream":true,"options":{},"input":"a\u00e9"}`,
			`{"stream":false,"options":{"num_predict":9},"input":[{"role":"user","content":"a\u00e9"},{"content":[{"text":"it \"is\"\n","type":"output_text"}],"role":"assistant","type":"message"},{"content":"is it?","role":"user"}]}`},
	} {
		got, err := f.Body(c.format, []byte(c.body))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.want)
		}
	}
	for _, body := range []string{``, `[]`, `{}`, `{"messages":[]}`, `{"messages":null}`, `{"messages":"a"}`, `{"messages":[{}],"messages":[{}]}`, `{"messages":[{}],"m\u0065ssages":[{}]}`, `{"input":[{}]}`, `{"messages":[{}`} {
		if got, err := f.Body(ChatCompletions, []byte(body)); err == nil {
			t.Errorf("%s became %s", body, got)
		}
	}
}

// Whatever a body holds, the one behind it is JSON and begins with the same messages.
func FuzzFurther(f *testing.F) {
	for _, body := range []string{`{"messages":[{"role":"user","content":"a"}]}`, `{"input":"a","options":7}`, `{"messages":[[]],"options":{"a":{}}}`, `{"messages":[`} {
		f.Add(body, "said")
	}
	further := Further{Text: "is it?", Instead: map[string]json.RawMessage{"stream": json.RawMessage("false")}, Within: map[string]map[string]json.RawMessage{"options": {"n": json.RawMessage("1")}}}
	f.Fuzz(func(t *testing.T, body, said string) {
		for _, format := range []Format{ChatCompletions, Messages, Responses, OllamaChat} {
			further.Said = said
			got, err := further.Body(format, []byte(body))
			if err != nil {
				continue
			}
			before, after := map[string]json.RawMessage{}, map[string]json.RawMessage{}
			if err := json.Unmarshal(got, &after); err != nil {
				t.Fatalf("%s became %s: %v", body, got, err)
			}
			if json.Unmarshal([]byte(body), &before) != nil {
				continue // what Go's decoder refuses others may take
			}
			was, now := strings.TrimRight(string(before[format.list()]), "] \t\r\n"), string(after[format.list()])
			if !strings.Contains(now, was) || !strings.HasSuffix(now, `{"content":"is it?","role":"user"}]`) {
				t.Errorf("%s became %s", body, got)
			}
		}
	})
}

package aside

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
)

// schemaAt is where each format has the schema, "" where it has no place for it.
var schemaAt = map[wire.Format]string{
	wire.ChatCompletions: "response_format.json_schema.schema.type", wire.Responses: "text.format.schema.type",
	wire.OllamaChat: "format.type", wire.Messages: "",
}

func TestAMessageIsAskedAndItsReplyReadInEveryFormat(t *testing.T) {
	server, err := scripted.Start(t.Context(), scripted.Script{Turns: []scripted.Turn{
		{Match: []string{"fail"}, Reply: "not today", Fault: scripted.Fault{Status: 503}},
		{Match: []string{"short"}, Reply: "{", Finish: "length"},
	}, Default: scripted.Turn{Reply: `{"deltas":[]}`, Reasoning: "hm"}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	r := Start(Options{Base: func() *url.URL { return server.URL() }, Busy: func() bool { return false }, Now: time.Now})
	defer r.Close()
	ask := func(f wire.Format, text string) (said Said, err error) {
		m := Message{Model: "m", Format: f, Text: text, MaxTokens: 9, Name: "deltas", Timeout: time.Minute, Most: 1 << 16}
		if TakesSchema(f) {
			m.Schema = json.RawMessage(`{"type":"object"}`)
		}
		q, err := m.alone(switchOff{})
		if err != nil {
			t.Fatal(err)
		}
		if at := schemaAt[f]; at != "" && gjson.GetBytes(q.Body, at).String() != "object" {
			t.Errorf("%s: no schema in %s", f, q.Body)
		}
		done := make(chan struct{})
		r.Ask(Job{From: "test", Do: func(ctx context.Context, talk *Talk) {
			defer close(done)
			said, err = talk.Ask(ctx, m)
		}})
		<-done
		return said, err
	}
	for f := range schemaAt {
		if reply, err := ask(f, "what changes?"); err != nil || reply.Text != `{"deltas":[]}` || reply.Finish != "stop" {
			t.Errorf("%s: %+v, %v", f, reply, err)
		}
		if reply, err := ask(f, "short"); err != nil || reply.Text != "{" || reply.Finish != "length" {
			t.Errorf("%s: %+v, %v", f, reply, err)
		}
		var status *StatusError
		if _, err := ask(f, "fail"); !errors.As(err, &status) || status.Status != 503 {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, body := range []string{"", "<html></html>", "{}", "[]", `{"choices":[]}`, `{"choices":7}`} {
		if _, err := (Answer{Status: 200, Body: []byte(body)}).reply(wire.ChatCompletions); !errors.Is(err, ErrRubbish) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

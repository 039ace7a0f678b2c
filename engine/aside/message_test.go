package aside_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/engine/aside"
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
	r := aside.Start(aside.Options{Base: func() *url.URL { return server.URL() }, Busy: func() bool { return false }, Now: time.Now})
	defer r.Close()
	ask := func(f wire.Format, text string) (reply wire.Reply, err error) {
		m := aside.Message{Model: "m", Text: text, MaxTokens: 9, Name: "deltas"}
		if aside.TakesSchema(f) {
			m.Schema = json.RawMessage(`{"type":"object"}`)
		}
		q, err := m.In(f, time.Minute, 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		if at := schemaAt[f]; at != "" && gjson.GetBytes(q.Body, at).String() != "object" {
			t.Errorf("%s: no schema in %s", f, q.Body)
		}
		done := make(chan struct{})
		r.Ask(aside.Job{From: "test", Do: func(ctx context.Context, ask aside.Ask) {
			defer close(done)
			var a aside.Answer
			if a, err = ask(ctx, q); err == nil {
				reply, err = a.Reply(f)
			}
		}})
		<-done
		return reply, err
	}
	for f := range schemaAt {
		if reply, err := ask(f, "what changes?"); err != nil || reply.Text != `{"deltas":[]}` || reply.Finish != "stop" {
			t.Errorf("%s: %+v, %v", f, reply, err)
		}
		if reply, err := ask(f, "short"); err != nil || reply.Text != "{" || reply.Finish != "length" {
			t.Errorf("%s: %+v, %v", f, reply, err)
		}
		var status *aside.StatusError
		if _, err := ask(f, "fail"); !errors.As(err, &status) || status.Status != 503 {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, body := range []string{"", "<html></html>", "{}", "[]", `{"choices":[]}`, `{"choices":7}`} {
		if _, err := (aside.Answer{Status: 200, Body: []byte(body)}).Reply(wire.ChatCompletions); !errors.Is(err, aside.ErrRubbish) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

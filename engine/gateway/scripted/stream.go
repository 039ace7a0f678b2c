package scripted

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"holdfast/engine/gateway/wire"
)

// voice is how a model server of one API speaks.
type voice interface {
	// document is the whole reply.
	document(a *reply) object
	// contentType is that of a stream.
	contentType() string
	// speak sends the reply piece by piece, all but its very end.
	speak(e *events)
	// end is what follows a reply that was not cut.
	end(e *events)
}

func voiceOf(f wire.Format) voice {
	switch f {
	case wire.Messages:
		return messagesVoice{}
	case wire.Responses:
		return responsesVoice{}
	case wire.OllamaChat:
		return ollamaVoice{}
	}
	return chatVoice{}
}

// errCut ends a stream that is told to break.
var errCut = errors.New("cut")

// stream sends the reply as events, paced, the way model servers do.
func (a *reply) stream(w http.ResponseWriter, r *http.Request, v voice) {
	w.Header().Set("Content-Type", v.contentType())
	w.Header().Set("Cache-Control", "no-cache")
	e := &events{reply: a, w: w, control: http.NewResponseController(w), ctx: r.Context()}
	v.speak(e)
	v.end(e)
	if e.err != nil {
		panic(http.ErrAbortHandler) // the client must see that this is not the end
	}
}

// events writes a stream. After the first error it writes nothing more.
type events struct {
	*reply
	w       io.Writer
	control *http.ResponseController
	ctx     context.Context
	sent    int // tokens
	count   int // events, for formats that number them
	err     error
}

// write sends v in a frame, such as "data: %s\n\n".
func (e *events) write(frame string, v any) {
	if e.err != nil {
		return
	}
	text, err := json.Marshal(v)
	if err == nil {
		_, err = fmt.Fprintf(e.w, frame, text)
	}
	if err == nil {
		err = e.control.Flush()
	}
	e.err = err
}

// say sends a text token by token.
func (e *events) say(text string, send func(token string)) {
	for _, token := range tokens(text) {
		e.pause()
		send(token)
		e.sent++
	}
}

// pause waits for the time of one token, or does what the fault says.
func (e *events) pause() {
	f := e.turn.Fault
	switch {
	case e.err != nil:
	case f.Cut > 0 && e.sent >= f.Cut:
		e.err = errCut
	case f.Hang > 0 && e.sent >= f.Hang:
		<-e.ctx.Done()
		e.err = e.ctx.Err()
	case e.script.TokensPerSecond > 0:
		e.err = e.script.Wait(e.ctx, time.Duration(float64(time.Second)/e.script.TokensPerSecond))
	}
}

// arguments are a call's as a JSON object: in a format without custom tools
// their input is one.
func arguments(c wire.ToolCall) json.RawMessage {
	switch {
	case len(c.Arguments) > 0:
		return c.Arguments
	case c.Input != "":
		text, _ := json.Marshal(object{"input": c.Input}) // strings always marshal
		return text
	}
	return json.RawMessage("{}")
}

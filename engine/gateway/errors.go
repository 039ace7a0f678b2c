package gateway

import (
	"fmt"
	"net/http"
	"strconv"

	"holdfast/engine/gateway/wire"
)

// apiError is an answer of holdfast's own in the error shape of the API that
// was called, so that clients show its sentence.
type apiError struct{ wire.Refusal }

// Error implements error.
func (e *apiError) Error() string { return e.Message }

func refuse(status int, code, format string, args ...any) *apiError {
	return &apiError{wire.Refusal{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}}
}

// ownServer marks answers that are holdfast's own, not an upstream's: Discover
// and a second holdfast know it by that.
const ownServer = "holdfast"

// write answers with e.
func (e *apiError) write(w http.ResponseWriter) {
	shape := wire.ChatCompletions
	if own, ok := w.(*responseWriter); ok {
		shape = own.errors
	}
	body := shape.Body(e.Refusal)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Server", ownServer)
	w.WriteHeader(e.Status)
	w.Write(body) // a client that left needs no answer
}

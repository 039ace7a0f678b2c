package diag

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"holdfast/engine/gateway"
	"holdfast/engine/gateway/wire"
)

// Views are the read models behind the endpoints. Session is the name that the
// request gives, "" for the active one; a *gateway.SessionError is a 404.
type Views struct {
	State  func(ctx context.Context, session string) (any, error)
	Recent func(ctx context.Context, session string, n int) (any, error)
	// Doctor examines what holdfast stands on; only STALE is counted by session.
	Doctor func(ctx context.Context, session string) (any, error)
	// Notice says what everybody ought to know of the record, "" or nil for nothing.
	Notice func() string
	// LastPrompt is what the model saw last, false before the first turn; nil
	// where the endpoint is not to exist (debug is off).
	LastPrompt func() (any, bool)
}

// Bounds of GET /recent?n=…
const (
	defaultRecent = 20
	maxRecent     = 1000
)

// Handler routes GET /health, /state, /recent, /doctor and, if wanted,
// /debug/last-prompt. Methods and paths outside these are the gateway's
// business. The session is read from the request's header (wire.SessionHeader),
// where the gateway puts it.
func Handler(v Views) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) {
		view := map[string]string{"status": "ok"} // the process runs
		if v.Notice != nil {
			if notice := v.Notice(); notice != "" {
				view["notice"] = notice
			}
		}
		reply(w, view, nil)
	})
	mux.HandleFunc("/state", func(w http.ResponseWriter, r *http.Request) {
		view, err := v.State(r.Context(), r.Header.Get(wire.SessionHeader))
		reply(w, view, err)
	})
	mux.HandleFunc("/recent", func(w http.ResponseWriter, r *http.Request) {
		n, err := count(r)
		if err != nil {
			gateway.WriteError(w, http.StatusBadRequest, "invalid_request_error", err.Error())
			return
		}
		view, err := v.Recent(r.Context(), r.Header.Get(wire.SessionHeader), n)
		reply(w, view, err)
	})
	mux.HandleFunc("/doctor", func(w http.ResponseWriter, r *http.Request) {
		view, err := v.Doctor(r.Context(), r.Header.Get(wire.SessionHeader))
		reply(w, view, err)
	})
	if v.LastPrompt != nil {
		mux.HandleFunc("/debug/last-prompt", func(w http.ResponseWriter, _ *http.Request) {
			view, any := v.LastPrompt()
			if !any {
				gateway.WriteError(w, http.StatusNotFound, "no_prompt", "no prompt has gone upstream yet")
				return
			}
			reply(w, view, nil)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		gateway.WriteError(w, http.StatusNotFound, "not_found", r.URL.Path+" is not an endpoint of holdfast")
	})
	return mux
}

func count(r *http.Request) (int, error) {
	text := r.URL.Query().Get("n")
	if text == "" {
		return defaultRecent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxRecent {
		return 0, fmt.Errorf("n=%q: a whole number from 1 to %d is wanted", text, maxRecent)
	}
	return n, nil
}

// reply writes a view as JSON, whole or not at all. A view that implements io.WriterTo
// writes its JSON itself, and fails only where the client has left.
func reply(w http.ResponseWriter, view any, err error) {
	var unknown *gateway.SessionError
	switch {
	case errors.As(err, &unknown):
		gateway.WriteError(w, http.StatusNotFound, "not_found_error", unknown.Message)
		return
	case err != nil:
		gateway.WriteError(w, http.StatusInternalServerError, "api_error", err.Error())
		return
	}
	if stream, ok := view.(io.WriterTo); ok {
		head(w)
		_, _ = stream.WriteTo(w)
		return
	}
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(view); err != nil {
		gateway.WriteError(w, http.StatusInternalServerError, "api_error", err.Error())
		return
	}
	head(w)
	_, _ = w.Write(body.Bytes()) // a client that left needs no answer
}

// head says what follows.
func head(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
}

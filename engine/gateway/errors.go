package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// apiError is an answer of holdfast's own in the error shape of the API that
// was called, so that clients show its sentence.
type apiError struct {
	Status  int    `json:"-"`
	Message string `json:"message"`
	Type    string `json:"type"`
	Code    string `json:"code"`
}

// Error implements error.
func (e *apiError) Error() string { return e.Message }

func refuse(status int, code, format string, args ...any) *apiError {
	kind := "invalid_request_error"
	switch {
	case status == http.StatusUnauthorized:
		kind = "authentication_error"
	case status == http.StatusForbidden:
		kind = "permission_error"
	case status == http.StatusBadGateway:
		kind = "upstream_error"
	case status >= 500:
		kind = "server_error"
	}
	return &apiError{Status: status, Message: fmt.Sprintf(format, args...), Type: kind, Code: code}
}

// ownServer marks answers that are holdfast's own, not an upstream's: Discover
// and a second holdfast know it by that.
const ownServer = "holdfast"

// write answers with e.
func (e *apiError) write(w http.ResponseWriter) {
	body, err := json.Marshal(map[string]*apiError{"error": e})
	if err != nil { // strings always marshal
		http.Error(w, e.Message, e.Status)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Server", ownServer)
	w.WriteHeader(e.Status)
	w.Write(body) // a client that left needs no answer
}

package wire

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Refusal is an error answer of holdfast's own. Clients show its message.
type Refusal struct {
	Status  int    // HTTP
	Code    string // stable, for programs: "invalid_json"
	Message string // a sentence that says what to do
}

// FormatFor returns the format whose error shape the clients of a path expect:
// paths that are only forwarded have one, too.
func FormatFor(path string) Format {
	switch f, ok := FormatOf(path); {
	case ok:
		return f
	case strings.HasPrefix(path, "/v1/messages/"):
		return Messages
	case strings.HasPrefix(path, "/api/"):
		return OllamaChat
	}
	return ChatCompletions
}

// Body returns e as the clients of a format read it.
func (f Format) Body(e Refusal) []byte {
	body, err := json.Marshal(f.dialect().refusal(e))
	if err != nil { // strings always marshal
		return []byte(strings.ToValidUTF8(e.Message, ""))
	}
	return body
}

func (chat) refusal(e Refusal) any {
	kind := "invalid_request_error"
	switch {
	case e.Status == http.StatusUnauthorized:
		kind = "authentication_error"
	case e.Status == http.StatusForbidden:
		kind = "permission_error"
	case e.Status == http.StatusBadGateway:
		kind = "upstream_error"
	case e.Status >= 500:
		kind = "server_error"
	}
	type body struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    string `json:"code"`
	}
	return map[string]body{"error": {e.Message, kind, e.Code}}
}

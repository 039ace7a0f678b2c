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
	case strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, studioAPI):
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

// kind is the type that an error has in the words of OpenAI and Anthropic: own
// are those of one of them, failure its word for a fault of the server's.
func (e Refusal) kind(failure string, own map[int]string) string {
	word, known := own[e.Status]
	switch {
	case known:
		return word
	case e.Status == http.StatusUnauthorized:
		return "authentication_error"
	case e.Status == http.StatusForbidden:
		return "permission_error"
	case e.Status >= 500:
		return failure
	}
	return "invalid_request_error"
}

func (chat) refusal(e Refusal) any {
	kind := e.kind("server_error", map[int]string{http.StatusBadGateway: "upstream_error"})
	type body struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    string `json:"code"`
	}
	return map[string]body{"error": {e.Message, kind, e.Code}}
}

package gateway_test

import (
	"io"
	"net/http"
	"testing"

	"holdfast/engine/gateway"
)

func TestAServerIsWhatItsAnswersSay(t *testing.T) {
	for name, c := range map[string]struct {
		answers map[string]string // by path
		kind    gateway.Kind
		slots   int
	}{
		"llama.cpp with one slot":     {map[string]string{"/props": `{"total_slots":1,"model_path":"m.gguf"}`}, gateway.LlamaCpp, 1},
		"llama.cpp with four":         {map[string]string{"/props": `{"total_slots":4}`}, gateway.LlamaCpp, 4},
		"llama.cpp of several models": {map[string]string{"/props": `{"role":"router","max_instances":4}`}, gateway.LlamaCpp, 0},
		"Ollama at rest":              {map[string]string{"/api/ps": `{"models":[]}`}, gateway.Ollama, 1},
		"Ollama with a model":         {map[string]string{"/api/ps": `{"models":[{"name":"m:latest"}]}`}, gateway.Ollama, 1},
		"LM Studio": {map[string]string{"/props": `{"error":"Unexpected endpoint or method. (GET /props)"}`, "/api/ps": `{"error":"Unexpected endpoint"}`,
			"/api/v0/models": `{"object":"list","data":[{"id":"m","state":"loaded","max_context_length":32768}]}`}, gateway.LMStudio, 0},
		"vLLM":                  {map[string]string{"/v1/models": `{"object":"list","data":[{"id":"m","owned_by":"vllm","max_model_len":8192}]}`}, gateway.VLLM, 0},
		"any other":             {map[string]string{"/v1/models": `{"data":[{"id":"m"}]}`}, "", 0},
		"one that lies":         {map[string]string{"/props": `{"total_slots":-1}`, "/api/ps": `[]`}, "", 0},
		"one that answers HTML": {map[string]string{"/props": `<html>`, "/api/ps": `<html>`}, "", 0},
		"none":                  {nil, "", 0},
	} {
		base := handle(t, func(w http.ResponseWriter, r *http.Request) {
			answer, ok := c.answers[r.URL.Path]
			if !ok || r.Method != http.MethodGet {
				w.WriteHeader(http.StatusNotFound)
			}
			io.WriteString(w, answer)
		})
		if kind, slots := gateway.KindOf(t.Context(), base); kind != c.kind || slots != c.slots {
			t.Errorf("%s: %q with %d slots", name, kind, slots)
		}
	}
}

package gateway_test

import (
	"io"
	"net/http"
	"testing"

	"holdfast/engine/gateway"
)

// Each server tells the window in its own way; that which it runs the model with
// counts before the one that the model was made for.
func TestTheWindowIsTheOneThatTheServerRunsTheModelWith(t *testing.T) {
	const list = `{"object":"list","data":[{"id":"qwen"},{"id":"other"}]}`
	for _, c := range []struct {
		name    string
		answers map[string]string // by path
		runs    int
		most    int
	}{
		{"vLLM", map[string]string{"/v1/models": `{"data":[{"id":"qwen","max_model_len":8192},{"id":"other","max_model_len":1}]}`}, 8192, 0},
		{"llama.cpp", map[string]string{"/v1/models": `{"data":[{"id":"model.gguf","meta":{"n_ctx_train":32768}}]}`, "/props": `{"default_generation_settings":{"n_ctx":4096},"total_slots":4}`}, 4096, 32768},
		{"llama.cpp that lists it", map[string]string{"/v1/models": `{"data":[{"id":"model.gguf","meta":{"n_ctx":2048,"n_ctx_train":32768}}]}`}, 2048, 32768},
		{"LM Studio with the model loaded", map[string]string{"/v1/models": list, "/api/v0/models": `{"object":"list","data":[{"id":"qwen","loaded_context_length":16384,"max_context_length":32768}]}`}, 16384, 32768},
		{"LM Studio without", map[string]string{"/v1/models": list, "/api/v0/models": `{"object":"list","data":[{"id":"qwen","state":"not-loaded","max_context_length":32768}]}`}, 0, 32768},
		{"Ollama with the model loaded", map[string]string{"/v1/models": list, "/api/ps": `{"models":[{"name":"qwen:latest","context_length":4096}]}`, "/api/show": `{"parameters":"num_ctx 8192"}`}, 4096, 0},
		{"Ollama with another loaded", map[string]string{"/v1/models": list, "/api/ps": `{"models":[{"name":"other","context_length":1}]}`, "/api/show": `{"parameters":"stop \"<|im_end|>\"\nnum_ctx                        8192\n"}`}, 8192, 0},
		{"Ollama that was told one, of a model made for more", map[string]string{"/v1/models": list, "/api/ps": `{"models":[]}`, "/api/show": `{"parameters":"num_ctx 8192","model_info":{"qwen2.context_length":32768}}`}, 8192, 32768},
		{"llama.cpp that serves several", map[string]string{"/v1/models": `{"data":[{"id":"qwen"},{"id":"b"}]}`, "/props": `{"role":"router","default_generation_settings":{"n_ctx":0}}`, "/props?qwen": `{"default_generation_settings":{"n_ctx":4096}}`}, 4096, 0},
		{"Ollama that was told none", map[string]string{"/v1/models": list, "/api/ps": `{"models":[]}`, "/api/show": `{"model_info":{"general.architecture":"qwen2","qwen2.context_length":32768}}`}, 0, 32768},
		{"a hosted one", map[string]string{"/v1/models": `{"data":[{"id":"qwen","context_length":262144}]}`}, 262144, 0},
		{"one that keeps it to itself", map[string]string{"/v1/models": list}, 0, 0},
		{"one that knows no such model", map[string]string{"/v1/models": `{"data":[{"id":"a","max_model_len":1},{"id":"b","max_model_len":2}]}`}, 0, 0},
		{"one that answers rubbish", map[string]string{"/v1/models": "<html>", "/props": "[]", "/api/v0/models": "1", "/api/ps": "{", "/api/show": `{"model_info":{"x.context_length":"far"}}`}, 0, 0},
		{"one that lies", map[string]string{"/v1/models": `{"data":[{"id":"qwen","max_model_len":-5}]}`, "/props": `{"default_generation_settings":{"n_ctx":-1}}`}, 0, 0},
		{"no model server", nil, 0, 0},
	} {
		base := handle(t, func(w http.ResponseWriter, r *http.Request) {
			answer, ok := c.answers[r.URL.Path+"?"+r.URL.Query().Get("model")]
			if !ok {
				answer, ok = c.answers[r.URL.Path]
			}
			if load := r.URL.Query().Get("autoload"); load != "" && load != "false" {
				t.Errorf("%s: %s has a model loaded", c.name, r.URL)
			}
			if !ok || r.Method == http.MethodPost != (r.URL.Path == "/api/show") {
				w.WriteHeader(http.StatusNotFound)
			}
			io.WriteString(w, answer)
		})
		if runs, most := gateway.Window(t.Context(), base, "qwen"); runs != c.runs || most != c.most {
			t.Errorf("%s: it runs with %d tokens of at most %d, not %d of %d", c.name, runs, most, c.runs, c.most)
		}
	}
}

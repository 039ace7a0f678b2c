package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// How model servers tell the context window that they run a model with, and the
// most that the model was made for:
//
//	          runs with                                     made for
//	vLLM      /v1/models data[].max_model_len
//	llama.cpp /v1/models data[].meta.n_ctx, or               data[].meta.n_ctx_train
//	          /props default_generation_settings.n_ctx
//	          (of one slot; of the model where it serves several)
//	LM Studio /api/v0/models data[].loaded_context_length    data[].max_context_length
//	Ollama    /api/ps models[].context_length, or            /api/show model_info
//	          /api/show parameters "num_ctx N"               *.context_length

// windowTime bounds all the questions about one model.
const windowTime = 5 * time.Second

// Window asks a model server for the context window of a model, in tokens: the
// one that it runs the model with, and the most that the model was made for. What it
// does not tell is 0. It never has a model loaded or asked.
func Window(ctx context.Context, base *url.URL, model string) (runs, most int) {
	ctx, cancel := context.WithTimeout(ctx, windowTime)
	defer cancel()
	transport := newTransport(probeTimeout)
	defer transport.CloseIdleConnections()
	w := windows{ask: func(method, path string, question []byte) []byte {
		body, err := ask(ctx, transport, method, baseOf(base).String()+path, question)
		if err != nil {
			return nil // it is none of that kind
		}
		return body
	}, model: model}
	return w.find(), w.most
}

// windows asks one server after the window of one model. ask returns nil where
// the server has no answer.
type windows struct {
	ask   func(method, path string, question []byte) []byte
	model string
	most  int // the largest that the model was made for, 0 for unknown
	// ollama reports whether it is an Ollama: no other server is posted to.
	ollama bool
}

func (w *windows) find() int {
	for _, of := range []func() int{w.listed, w.props, w.studio, w.loaded, w.shown} {
		if n := of(); n > 0 {
			return n
		}
	}
	return 0
}

// listed is what the list of models says. A server of one model takes any name
// for it.
func (w *windows) listed() int {
	models, err := parseModels(w.ask(http.MethodGet, "/v1/models", nil))
	if err != nil {
		return 0
	}
	at := slices.IndexFunc(models, func(m Model) bool { return m.ID == w.model })
	if at < 0 && len(models) == 1 {
		at = 0
	}
	if at < 0 {
		return 0
	}
	return w.take(models[at])
}

// take is the window that a model is run with; the most that it was made for is
// kept.
func (w *windows) take(m Model) int {
	w.most = max(w.most, m.Most)
	if m.Serving {
		return m.Context
	}
	return 0
}

// props is what llama.cpp says of the model that it serves, or of one that it has loaded.
func (w *windows) props() int {
	var props struct {
		Settings struct {
			Window int `json:"n_ctx"`
		} `json:"default_generation_settings"`
	}
	if json.Unmarshal(w.ask(http.MethodGet, "/props?autoload=false&model="+url.QueryEscape(w.model), nil), &props) != nil {
		return 0
	}
	return props.Settings.Window
}

// studio is what LM Studio's own list says.
func (w *windows) studio() int {
	models, err := parseModels(w.ask(http.MethodGet, "/api/v0/models", nil))
	if err != nil {
		return 0
	}
	for _, m := range models {
		if m.ID == w.model {
			return w.take(m)
		}
	}
	return 0
}

// latest is the tag of an Ollama model that is named without one.
const latest = ":latest"

// loaded is what Ollama says of a model that it runs.
func (w *windows) loaded() int {
	var running struct {
		Models *[]struct {
			Name   string `json:"name"`
			Window int    `json:"context_length"`
		} `json:"models"`
	}
	if json.Unmarshal(w.ask(http.MethodGet, "/api/ps", nil), &running) != nil || running.Models == nil {
		return 0
	}
	w.ollama = true
	for _, m := range *running.Models {
		if m.Name == w.model || m.Name == w.model+latest {
			return m.Window
		}
	}
	return 0
}

// shown is what Ollama says of a model that it does not run: the window that it is
// set to, if any.
func (w *windows) shown() int {
	if !w.ollama {
		return 0
	}
	question, _ := json.Marshal(map[string]string{"model": w.model}) // always marshals
	var model struct {
		Parameters string                     `json:"parameters"`
		Info       map[string]json.RawMessage `json:"model_info"`
	}
	if json.Unmarshal(w.ask(http.MethodPost, "/api/show", question), &model) != nil {
		return 0
	}
	for key, value := range model.Info {
		if strings.HasSuffix(key, ".context_length") {
			n, _ := strconv.Atoi(string(value)) // 0 for what is no number
			w.most = max(w.most, n)
		}
	}
	for line := range strings.Lines(model.Parameters) {
		if words := strings.Fields(line); len(words) == 2 && words[0] == "num_ctx" {
			if n, err := strconv.Atoi(words[1]); err == nil && n > 0 {
				return n
			}
		}
	}
	return 0
}

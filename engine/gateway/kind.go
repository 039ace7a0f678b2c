package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

// Kind is what program a model server is, as far as it tells.
type Kind string

// The kinds that can be told by their answers; "" is any other.
const (
	LlamaCpp Kind = "llama.cpp"
	Ollama   Kind = "Ollama"
	LMStudio Kind = "LM Studio"
	VLLM     Kind = "vLLM"
)

// KindOf asks a model server what it is, and how many prompts it keeps at once, 0
// where it does not say. An Ollama keeps one unless it is told otherwise, which it does
// not say.
func KindOf(ctx context.Context, base *url.URL) (kind Kind, slots int) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	transport := newTransport(probeTimeout)
	defer transport.CloseIdleConnections()
	get := func(path string, into any) bool {
		body, err := ask(ctx, transport, http.MethodGet, baseOf(base).String()+path, nil)
		return err == nil && json.Unmarshal(body, into) == nil
	}
	var props struct {
		Slots int    `json:"total_slots"`
		Role  string `json:"role"` // "router" where it serves several models
	}
	if get("/props", &props) && (props.Slots > 0 || props.Role == "router") {
		return LlamaCpp, max(0, props.Slots)
	}
	var running struct {
		Models *[]json.RawMessage `json:"models"`
	}
	if get("/api/ps", &running) && running.Models != nil {
		return Ollama, 1
	}
	var list struct {
		Data []struct {
			Studio int `json:"max_context_length"`
			VLLM   int `json:"max_model_len"`
		} `json:"data"`
	}
	if get("/api/v0/models", &list) && len(list.Data) > 0 && list.Data[0].Studio > 0 {
		return LMStudio, 0
	}
	if get("/v1/models", &list) && len(list.Data) > 0 && list.Data[0].VLLM > 0 {
		return VLLM, 0
	}
	return "", 0
}

package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Candidate is a place where a model server may be.
type Candidate struct {
	Name string // "Ollama"
	URL  string // with or without /v1
}

// DefaultCandidates are the local model servers at their default ports, in the
// order in which they are preferred.
func DefaultCandidates() []Candidate {
	return []Candidate{
		{"Ollama", "http://127.0.0.1:11434"},
		{"LM Studio", "http://127.0.0.1:1234"},
		{"llama.cpp", "http://127.0.0.1:8080"},
		{"vLLM", "http://127.0.0.1:8000"},
	}
}

// Found is a model server that answered.
type Found struct {
	Name   string
	Base   *url.URL // without /v1
	Models []Model
}

// Model is one model that a server offers.
type Model struct {
	ID string
	// Context is the size of its context window in tokens, 0 where unknown. It is
	// the one that the server runs it with where Serving tells so, else the most
	// that the model was made for.
	Context int
	Serving bool
	// Most is what the model was made for, 0 where unknown.
	Most int
}

// NotFoundError tells that no candidate answered, and why each did not.
type NotFoundError struct {
	Tried []string // "Ollama at http://127.0.0.1:11434: connection refused"
}

// Error implements error: a sentence that says what to do.
func (e *NotFoundError) Error() string {
	return "no model server answers; start one, or name it with --upstream URL. Tried " + strings.Join(e.Tried, "; ")
}

// StatusError is the answer of a server that does not list its models.
type StatusError struct{ Code int }

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("GET /v1/models answered %d %s", e.Code, http.StatusText(e.Code))
}

// probeTimeout bounds one probe: a local server answers its list of models at
// once or not at all.
const probeTimeout = 2 * time.Second

// maxModels bounds an answer to a probe, in bytes.
const maxModels = 4 << 20

// Discover returns the first candidate, in their order, that lists its models;
// all are asked at the same time. A holdfast is never taken for a model server.
// Where none answers the error is a *NotFoundError.
func Discover(ctx context.Context, candidates []Candidate) (Found, error) {
	found := make([]Found, len(candidates))
	failed := make([]error, len(candidates))
	var wait sync.WaitGroup
	for i, c := range candidates {
		wait.Go(func() { found[i], failed[i] = probe(ctx, c) })
	}
	wait.Wait()
	var none NotFoundError
	for i, c := range candidates {
		if failed[i] == nil {
			return found[i], nil
		}
		none.Tried = append(none.Tried, fmt.Sprintf("%s at %s: %s", c.Name, c.URL, reason(failed[i])))
	}
	return Found{}, &none
}

func probe(ctx context.Context, c Candidate) (Found, error) {
	base, err := ParseUpstream(c.URL)
	if err != nil {
		return Found{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	models, err := ListModels(ctx, base)
	if err != nil {
		return Found{}, err
	}
	if isHoldfast(ctx, base.String()) {
		return Found{}, errors.New("a holdfast answers there, not a model server")
	}
	return Found{Name: c.Name, Base: base, Models: models}, nil
}

// ListModels asks a model server for its models.
func ListModels(ctx context.Context, base *url.URL) ([]Model, error) {
	transport := newTransport(probeTimeout)
	defer transport.CloseIdleConnections()
	body, err := ask(ctx, transport, http.MethodGet, baseOf(base).String()+"/v1/models", nil)
	if err != nil {
		return nil, err
	}
	return parseModels(body)
}

// ask asks a model server something and returns its answer, which is not longer
// than maxModels. The error is a *StatusError where it says no.
func ask(ctx context.Context, transport http.RoundTripper, method, address string, question []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	if question != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxModels))
	if err != nil {
		return nil, fmt.Errorf("reading its models: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, &StatusError{resp.StatusCode}
	}
	return body, nil
}

// parseModels reads a list of models in OpenAI's form, with the names that
// servers give to the context window (see Window).
func parseModels(body []byte) ([]Model, error) {
	var list struct {
		Data *[]struct {
			ID      string `json:"id"`
			VLLM    int    `json:"max_model_len"`
			Loaded  int    `json:"loaded_context_length"`
			Studio  int    `json:"max_context_length"`
			General int    `json:"context_length"`
			Meta    struct {
				Serving int `json:"n_ctx"`
				Trained int `json:"n_ctx_train"`
			} `json:"meta"`
		} `json:"data"`
		Object string `json:"object"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("GET /v1/models answered no list of models: %w", err)
	}
	if list.Data == nil && list.Object != "list" {
		return nil, errors.New("GET /v1/models answered no list of models")
	}
	var models []Model
	if list.Data != nil {
		for _, m := range *list.Data {
			serving := cmp.Or(m.VLLM, m.Loaded, m.Meta.Serving, m.General)
			most := max(0, cmp.Or(m.Studio, m.Meta.Trained))
			models = append(models, Model{ID: m.ID, Context: max(0, cmp.Or(serving, most)), Serving: serving > 0, Most: most})
		}
	}
	return models, nil
}

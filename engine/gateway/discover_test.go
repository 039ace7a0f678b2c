package gateway_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/gateway"
)

func TestDiscoveryTakesTheFirstThatAnswers(t *testing.T) {
	answers := func(status int, body string) string {
		return handle(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/v1/models" {
				w.WriteHeader(404)
				return
			}
			w.WriteHeader(status)
			io.WriteString(w, body)
		}).String()
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	model := answers(200, `{"object":"list","data":[{"id":"qwen","max_model_len":8192},{"id":"l","meta":{"n_ctx_train":4096}},{"id":"plain"}]}`)
	empty := answers(200, `{"object":"list","data":null}`)
	self, _ := serve(t, gateway.Options{Pipeline: newPipeline(), Upstream: mustURL(t, model),
		Diagnostics: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})})
	none := gateway.Candidate{Name: "nobody", URL: "http://" + closed.Addr().String()}
	other := gateway.Candidate{Name: "a web server", URL: answers(200, "<html>")}
	missing := gateway.Candidate{Name: "an API", URL: answers(404, "{}")}
	object := gateway.Candidate{Name: "some JSON", URL: answers(200, "{}")}
	holdfast := gateway.Candidate{Name: "holdfast", URL: "http://" + self.Addr()}

	found, err := gateway.Discover(t.Context(), []gateway.Candidate{none, other, missing, object, holdfast,
		{Name: "first", URL: model + "/v1/"}, {Name: "second", URL: empty}})
	if err != nil {
		t.Fatal(err)
	}
	want := []gateway.Model{{ID: "qwen", Context: 8192, Serving: true}, {ID: "l", Context: 4096, Most: 4096}, {ID: "plain"}}
	if found.Name != "first" || found.Base.String() != model || len(found.Models) != 3 || found.Models[0] != want[0] || found.Models[1] != want[1] || found.Models[2] != want[2] {
		t.Errorf("%+v", found)
	}
	if found, err := gateway.Discover(t.Context(), []gateway.Candidate{{Name: "no models yet", URL: empty}}); err != nil || found.Name != "no models yet" {
		t.Errorf("a server without models: %+v, %v", found, err)
	}

	_, err = gateway.Discover(t.Context(), []gateway.Candidate{none, other, missing, object, holdfast, {Name: "bad", URL: "::"}})
	var notFound *gateway.NotFoundError
	if !errors.As(err, &notFound) || len(notFound.Tried) != 6 {
		t.Fatalf("%v", err)
	}
	for _, word := range []string{"nobody at " + none.URL, "refused", "404", "a holdfast answers", "--upstream"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gateway.Discover(ctx, gateway.DefaultCandidates()); err == nil {
		t.Error("a cancelled search found something")
	}
}

package report

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A command beside an engine that serves says of the model server what that engine
// says, and of the database what it finds itself.
func TestADoctorBesideAnEngineAsksItWhatOnlyItKnows(t *testing.T) {
	own := DoctorReport{Status: "degraded", Checks: []DoctorCheck{{"ledger_chain", "ok", "walked"}, {"upstream", "warn", "no model server answers"}}}
	serving := DoctorReport{Status: "failing", Checks: []DoctorCheck{{"upstream", "ok", "http://127.0.0.1:9 answers"}, {"ledger_chain", "fail", "torn"}}}
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path + " " + r.Header.Get("Authorization")
		if err := json.NewEncoder(w).Encode(serving); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	told, err := AskDoctor(context.Background(), strings.TrimPrefix(server.URL, "http://"), "secret")
	if err != nil || asked != "/doctor Bearer secret" {
		t.Fatalf("asked %q: %v", asked, err)
	}
	got := own.Beside(told)
	if got.Status != "ok" || got.Checks[0].Detail != "walked" || got.Checks[1].Detail != "http://127.0.0.1:9 answers" {
		t.Errorf("%+v", got)
	}
	if own.Checks[1].Status != "warn" {
		t.Error("the own report was changed")
	}
	server.Close()
	if _, err := AskDoctor(context.Background(), strings.TrimPrefix(server.URL, "http://"), ""); err == nil {
		t.Error("nobody answers, and that is no error")
	}
}

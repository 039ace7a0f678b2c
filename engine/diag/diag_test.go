package diag

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdfast/engine/gateway"
)

func TestDiagnosticsAreReadOnlyViews(t *testing.T) {
	views := Views{
		State: func(_ context.Context, session string) (any, error) {
			switch session {
			case "gone":
				return nil, &gateway.SessionError{Message: "there is no session gone"}
			case "ill":
				return nil, errors.New("the database is damaged")
			}
			return map[string]string{"session": "default"}, nil
		},
		Recent: func(_ context.Context, _ string, n int) (any, error) { return map[string]int{"n": n}, nil },
		Doctor: func(_ context.Context, session string) (any, error) {
			return map[string]string{"of": session, "status": "degraded"}, nil
		},
	}
	debug := views
	debug.LastPrompt = func() (any, bool) { return map[string]string{"body": "x"}, true }
	silent := views
	silent.LastPrompt = func() (any, bool) { return nil, false }
	tests := []struct {
		name, path, session string
		views               Views
		status              int
		body                string
	}{
		{"14.3 /health tells that the process runs", "/health", "", views, 200, `{"status":"ok"}`},
		{"14.3 /state of the active session", "/state", "", views, 200, `{"session":"default"}`},
		{"an unknown session is 404", "/state", "gone", views, 404, `there is no session gone`},
		{"a view that fails is 500, never half a body", "/state", "ill", views, 500, `the database is damaged`},
		{"14.3 /recent gives 20 unless told", "/recent", "", views, 200, `{"n":20}`},
		{"14.3 /recent?n=", "/recent?n=3", "", views, 200, `{"n":3}`},
		{"n is a number", "/recent?n=many", "", views, 400, `whole number from 1 to 1000`},
		{"n is bounded", "/recent?n=1001", "", views, 400, `whole number from 1 to 1000`},
		{"14.3 /doctor is a report, whatever is ill", "/doctor", "b", views, 200, `{"of":"b","status":"degraded"}`},
		{"14.3 /debug/last-prompt does not exist without debug", "/debug/last-prompt", "", views, 404, `not an endpoint`},
		{"14.3 /debug/last-prompt with debug", "/debug/last-prompt", "", debug, 200, `{"body":"x"}`},
		{"14.3 /debug/last-prompt before the first turn", "/debug/last-prompt", "", silent, 404, `no prompt`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, tt.path, nil)
			if tt.session != "" {
				r.Header.Set("X-Holdfast-Session", tt.session)
			}
			w := httptest.NewRecorder()
			Handler(tt.views).ServeHTTP(w, r)
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.body) {
				t.Errorf("%d %s, want %d %s", w.Code, w.Body, tt.status, tt.body)
			}
		})
	}
}

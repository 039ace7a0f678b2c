package engine_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// What is told of a request is what the model server got: the headers, the prompt of
// /debug/last-prompt, and the exchange.
func TestWhatIsToldOfAPromptIsWhatWasSent(t *testing.T) {
	t.Parallel()
	eachFormat(t, func(t *testing.T, path, list string, message func(role, text string) object) {
		model := startCatcher(t)
		e := adopted(t, model.URL, map[string]string{"debug": "true"})
		var chat []any
		for i, c := range []struct{ save, prompt string }{
			{"", "explain `One()`"}, {"", "and `Two()`?"}, {"adopted", "`One()` again"}, {"by hand", "and `Two()`, `Three()`"}, {"", "thanks"},
		} {
			if c.save != "" {
				save(t, e, "a.go", threeFuncs(c.save))
			}
			if c.save == "adopted" {
				if _, err := e.AdoptPaths(context.Background(), []string{"a.go"}, nil); err != nil {
					t.Fatal(err)
				}
			}
			chat = append(chat, message("user", c.prompt))
			header := postTo(t, e, path, object{"model": "m", "max_tokens": 99, "stream": false, list: chat})
			chat = append(chat, message("assistant", "Fine."))
			sent, prompt := model.last(), model.prompt()

			resp, err := http.Get("http://" + e.Status().Listen + "/debug/last-prompt")
			if err != nil {
				t.Fatal(err)
			}
			var last struct{ Body json.RawMessage }
			if err = json.NewDecoder(resp.Body).Decode(&last); err != nil || gjson.ParseBytes(last.Body).Get("@ugly").Raw != gjson.Parse(sent).Get("@ugly").Raw {
				t.Errorf("request %d: /debug/last-prompt tells\n%s\nnot\n%s (%v)", i+1, last.Body, sent, err)
			}
			_ = resp.Body.Close()

			blocks := strings.Fields(shows(prompt))
			slices.Sort(blocks)
			if n := strconv.Itoa(len(slices.Compact(blocks))); header.Get("X-Holdfast-Hydrated") != n {
				t.Errorf("request %d: it is said to show %s entities, and shows %s:\n%s", i+1, header.Get("X-Holdfast-Hydrated"), n, prompt)
			}
			x, err := e.Exchange(context.Background(), header.Get("X-Holdfast-Episode"))
			if err != nil || !strings.HasSuffix(prompt, ">"+x.Inserted+c.prompt) {
				t.Errorf("request %d: its exchange shows %q put before it, and it ends\n%s (%v)", i+1, x.Inserted, prompt, err)
			}
		}
	})
}

package engine_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
)

// walkShown is a block, or the notice that a version is superseded.
var walkShown = regexp.MustCompile(walkEvery.String() + "|" + walkSuperseded.String())

// goOn sends a prompt as a client whose server keeps the history: behind the latest
// reply, behind an older one, or at the beginning. What the server then has is held
// against the disk: whatever stands in it is current, or told of behind it.
func (w *truthWalk) goOn(prompt string, before map[string]string) {
	w.t.Helper()
	previous := ""
	if n := len(w.replies); n > 0 && w.r.IntN(8) > 0 {
		previous = w.replies[n-1-min(w.r.IntN(4)*w.r.IntN(2), n-1)]
	}
	w.say("  behind %q, which the server keeps", previous)
	body, err := json.Marshal(object{"model": "m", "input": said(prompt), "previous_response_id": previous})
	w.must(err)
	resp, err := http.Post(w.url("/v1/responses"), "application/json", strings.NewReader(string(body)))
	w.must(err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	w.must(err)
	var reply struct{ ID string }
	if err := json.Unmarshal(raw, &reply); err != nil || reply.ID == "" {
		w.fail("%s %s: %v", resp.Status, raw, err)
	}
	if w.histories == nil {
		w.histories = map[string]string{}
	}
	has := w.histories[previous] + w.sent()
	w.histories[reply.ID] = has + w.next.text
	w.replies = append(w.replies, reply.ID)
	w.serverHas(has, before)
}

// serverHas holds what a server has of a conversation against the disk.
func (w *truthWalk) serverHas(has string, before map[string]string) {
	w.t.Helper()
	type version struct{ key, hash string }
	texts, at := map[version]string{}, map[version]int{} // of the blocks that nothing takes back
	for _, m := range walkShown.FindAllStringSubmatchIndex(has, -1) {
		part := func(i int) string { return has[m[2*i]:m[2*i+1]] }
		if m[2] < 0 { // a notice
			v := version{part(4), part(5)}
			if _, shown := texts[v]; shown {
				w.toldOf++
			}
			delete(texts, v)
			continue
		}
		v := version{part(1), part(2)}
		if _, shown := texts[v]; shown && m[0]-at[v] < 8<<10 {
			w.fail("%s is shown twice in\n%s", v.key, has)
		}
		texts[v], at[v] = part(3), m[0]
		w.kept++
	}
	for v, text := range texts {
		file, name, _ := strings.Cut(v.key, "::")
		if !w.mayShow(file, name, text) || v.hash != before[v.key] && w.onDisk(file, name) != squeezed(text) {
			w.fail("the server has %s as\n%s\nwhile the disk holds %q, %q was acknowledged and %s is its artifact", v.key, text, w.onDisk(file, name), w.acknowledged[v.key], before[v.key])
		}
	}
}

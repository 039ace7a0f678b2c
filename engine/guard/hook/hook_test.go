package hook_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
	"holdfast/parser/call"
)

// inputs are what the clients hand over, as each of them writes it.
func inputs(t testing.TB) map[hook.Client][]byte {
	t.Helper()
	all := map[hook.Client][]byte{}
	for _, client := range hook.Clients() {
		raw, err := os.ReadFile(filepath.Join("testdata", string(client)+".json"))
		if err != nil {
			t.Fatal(err)
		}
		all[client] = raw
	}
	return all
}

// Of each client's input the same call is read: a file pool.go in the folder /home/ann/shop.
func TestTheInputOfEachClientIsRead(t *testing.T) {
	for client, raw := range inputs(t) {
		for _, named := range []hook.Client{client, ""} {
			c, err := hook.Read(raw, named)
			if err != nil {
				t.Errorf("%s: %v", client, err)
				continue
			}
			if c.Folder != "/home/ann/shop" || c.Tool == "" || c.Session == "" && client != hook.Pi {
				t.Errorf("%s: %+v", client, c)
			}
			did := call.Read(call.Call{Arguments: c.Arguments})
			if len(did) != 1 || did[0].Kind != call.Change || !strings.HasSuffix(did[0].Path, "pool.go") {
				t.Errorf("%s: the call does %+v", client, did)
			}
			if named != "" && c.Client != client {
				t.Errorf("%s was taken for %s", client, c.Client)
			}
			if said := string(c.Client.Answer(guard.Deny, "no")); named == "" && said != string(client.Answer(guard.Deny, "no")) {
				t.Errorf("%s, unnamed, is answered as %q: %s", client, c.Client, said)
			}
		}
	}
}

func TestAnAnswerIsOneObjectInTheFormOfItsClient(t *testing.T) {
	const reason = "leaves \"3\" out\n<b>"
	for _, client := range append(hook.Clients(), "") {
		for _, d := range []guard.Decision{guard.Allow, guard.Warn, guard.Ask, guard.Deny} {
			line := client.Answer(d, reason)
			var o map[string]any
			if err := json.Unmarshal(line, &o); err != nil || strings.Count(string(line), "\n") != 1 {
				t.Fatalf("%q %s: %s: %v", client, d, line, err)
			}
			text, _ := json.Marshal(o)
			switch says := strings.Contains(string(text), `leaves \"3\" out`); {
			case d == guard.Allow && len(o) > 0:
				t.Errorf("%q: a call that may run is answered %s", client, line)
			case d != guard.Allow && !says:
				t.Errorf("%q %s: the reason is missing: %s", client, d, line)
			case (d == guard.Allow || d == guard.Warn) && (strings.Contains(string(text), `"deny"`) || strings.Contains(string(text), `"cancel":true`) || strings.Contains(string(text), `"allow"`)):
				t.Errorf("%q %s decides: %s", client, d, line)
			case d == guard.Deny && !strings.Contains(string(text), `"deny"`) && !strings.Contains(string(text), `"cancel":true`):
				t.Errorf("%q does not refuse: %s", client, line)
			}
		}
	}
}

func TestWhatIsNoInputOfAHookIsSaidSo(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		want error
	}{
		"nothing":               {"", nil},
		"a text":                {"hello", nil},
		"a list":                {"[1]", nil},
		"cut":                   {`{"tool_name": "Write", "tool_input": {"file`, nil},
		"other types":           {`{"tool_name": 3}`, nil},
		"no call":               {`{"hook_event_name": "SessionStart", "session_id": "s"}`, hook.ErrNoCall},
		"arguments are a list":  {`{"tool_name": "Write", "tool_input": [1]}`, hook.ErrNoCall},
		"arguments are nothing": {`{"tool_name": "Write", "tool_input": null}`, hook.ErrNoCall},
		"20 MB":                 {`{"tool_input": {"content": "` + strings.Repeat("x", 20<<20) + `"}}`, hook.ErrTooLarge},
	} {
		_, err := hook.Read([]byte(c.raw), "")
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAByteOrderMarkBeforeTheInputIsNoneOfIt(t *testing.T) {
	for _, raw := range inputs(t) {
		if c, err := hook.Read(append([]byte("\ufeff"), raw...), ""); err != nil || len(c.Arguments) == 0 {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, raw := range inputs(f) {
		f.Add(raw, "")
	}
	f.Add([]byte(`{"tool_input":"\"{}\""}`), "codex")
	f.Fuzz(func(t *testing.T, raw []byte, named string) {
		c, err := hook.Read(raw, hook.Client(named))
		if err != nil {
			if len(c.Arguments) > 0 {
				t.Errorf("%v, and %q", err, c.Arguments)
			}
			return
		}
		if !json.Valid(c.Arguments) {
			t.Errorf("the arguments are no JSON: %q", c.Arguments)
		}
		call.Read(call.Call{Arguments: c.Arguments})
		if !json.Valid(c.Client.Answer(guard.Deny, string(raw))) {
			t.Error("the answer is no JSON")
		}
	})
}

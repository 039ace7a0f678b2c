package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
)

// shop is a workspace that holdfast knows, with one file of three functions.
func shop(t *testing.T) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, "shop.go")
	const text = "package shop\n\nfunc Open() bool { return true }\n\nfunc Shut() bool { return false }\n\nfunc Sell(n int) int { return 3 * n }\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errout := wired(t, dir, "", "adopt", "shop.go"); code != 0 {
		t.Fatal(errout)
	}
	return dir, file
}

func hookInput(t *testing.T, dir string, args map[string]string) string {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"session_id": "s", "cwd": dir, "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": args, "tool_use_id": "t"})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestTheGuardAnswersInTheClientsForm(t *testing.T) {
	dir, file := shop(t)
	bad := hookInput(t, dir, map[string]string{"file_path": file, "content": "package shop\n\n// ... existing code ...\n"})
	code, out, errout := wired(t, dir, bad, "guard")
	var said struct {
		Own struct {
			Event    string `json:"hookEventName"`
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(out), &said); code != 0 || err != nil || errout != "" || said.Own.Decision != "deny" || !strings.HasPrefix(said.Own.Reason, guard.Refused) {
		t.Fatalf("exit code %d, %v, %s%s", code, err, out, errout)
	}
	if code, out, _ = wired(t, dir, bad, "guard", "--client", "cline"); code != 0 || !strings.Contains(out, `"cancel":true`) {
		t.Errorf("cline is answered %d, %s", code, out)
	}
	_, id, _ := strings.Cut(said.Own.Reason, "holdfast guard allow ")
	id = strings.TrimSuffix(id, ")")
	if code, out, errout := wired(t, dir, "", "guard", "allow", id); code != 0 || !strings.Contains(out, "may run when the client makes it again") {
		t.Errorf("exit code %d, %s%s", code, out, errout)
	}
	if code, out, errout := wired(t, dir, bad, "guard"); code != 0 || out != "{}\n" || errout != "" {
		t.Errorf("after it was overruled: exit code %d, %s%s", code, out, errout)
	}
	if code, _, errout := wired(t, dir, "", "guard", "allow", "gnone"); code != 1 || !strings.Contains(errout, `the guard has refused nothing as "gnone"`) {
		t.Errorf("an id that there is not: exit code %d, %s", code, errout)
	}
}

// Clients take a hook that fails for one that refuses: the guard never fails.
func TestAGuardThatCannotJudgeLetsTheCallRun(t *testing.T) {
	dir, file := shop(t)
	good := hookInput(t, dir, map[string]string{"file_path": file, "content": "package shop\n"})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		stdin string
		args  []string
		tells string
	}{
		"nothing":        {"", nil, "it is no JSON object"},
		"no JSON":        {"hello", nil, "it is no JSON object"},
		"cut":            {good[:len(good)-20], nil, "not the input of a hook"},
		"another event":  {`{"hook_event_name":"SessionStart","session_id":"s"}`, nil, ""},
		"all is large":   {hookInput(t, dir, map[string]string{"file_path": file, "content": string(text) + strings.Repeat("\nvar x = 1\n", 60_000)}), nil, "too large to be judged in time"},
		"20 MB":          {`{"tool_input":{"content":"` + strings.Repeat("x", 20<<20) + `"}}`, nil, "larger than what is read"},
		"an odd flag":    {good, []string{"--nosuch"}, "unknown flag"},
		"an odd word":    {good, []string{"deny"}, `takes no "deny"`},
		"an odd setting": {good, []string{"--session", "no such"}, "session"},
	} {
		code, out, errout := wired(t, dir, c.stdin, append([]string{"guard"}, c.args...)...)
		if code != 0 || out != "{}\n" || !strings.Contains(errout, c.tells) || c.tells == "" && errout != "" || strings.Contains(errout, "goroutine") {
			t.Errorf("%s: exit code %d, %.200q, %.300s", name, code, out, errout)
		}
	}
	if log, err := os.ReadFile(filepath.Join(dir, ".holdfast", "holdfast.log")); err != nil || !strings.Contains(string(log), "larger than what is read") {
		t.Errorf("the log says %.300s, %v", log, err)
	}
	elsewhere := t.TempDir()
	if code, out, errout := wired(t, elsewhere, hookInput(t, elsewhere, map[string]string{"file_path": "a.go", "content": "package a\n"}), "guard"); code != 0 || out != "{}\n" || errout != "" {
		t.Errorf("where holdfast never was: exit code %d, %s%s", code, out, errout)
	}
	if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) > 0 {
		t.Errorf("made %v, %v", entries, err)
	}
}

func TestEveryClientOfTheGuardIsNamedInItsHelp(t *testing.T) {
	_, out, _ := wired(t, t.TempDir(), "", "help", "guard")
	for _, client := range hook.Clients() {
		if !strings.Contains(out, string(client)) {
			t.Errorf("%s is not named:\n%s", client, out)
		}
	}
}

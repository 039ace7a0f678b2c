package endtoend

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

// What a conversation changes appears on screen while it is held, and the
// operator corrects it with two keys: a delta with the operator as its source.
func TestAConversationsProjectionsAreFollowedAndCorrectedInATerminal(t *testing.T) {
	t.Parallel()
	holdfast := binary(t)
	root, home := t.TempDir(), t.TempDir()
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	upstream := model(t, "Understood.")
	s := tmuxtest.Start(t, 110, 36, env, holdfast, "--workspace", root, "--listen", "127.0.0.1:0", "--upstream", upstream.URL)
	s.WaitFor("4 Projections · no items yet")
	port := regexp.MustCompile(`:(\d+)→`).FindStringSubmatch(s.Screen())
	if port == nil {
		t.Fatalf("the screen names no port:\n%s", s.Screen())
	}
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	var chat []message
	say := func(words string) {
		t.Helper()
		chat = append(chat, message{"user", words})
		body, err := json.Marshal(map[string]any{"model": "m", "messages": chat})
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.Post("http://127.0.0.1:"+port[1]+"/v1/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusOK {
			t.Fatal(resp.Status, err)
		}
		chat = append(chat, message{"assistant", "Understood."})
	}
	command := func(args ...string) string {
		t.Helper()
		c := exec.Command(holdfast, append(args, "--workspace", root)...)
		c.Env, c.Dir = env, root
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return string(out)
	}

	s.Keys("4").WaitFor("━ 4 Projections").Keys("Enter").WaitFor("━ ACTIVE_STATE", "Nothing yet.")
	say("I want to build a bot that books meeting rooms. Let's use Redis for the cache.")
	s.WaitFor("## Goals", "✚ new • ", "## Decisions", "Redis")
	say("Please write the importer first.")
	s.WaitFor("## Tasks", "importer")
	say("Drop Redis, we go with SQLite for the cache instead.")
	s.WaitFor("SQLite", "## Superseded")
	say("The importer is done, it works now.")
	s.WaitGone("## Tasks")
	s.Keys("Escape").WaitFor("━ 4 Projections").WaitGone("new •")

	s.Keys("j").WaitFor("> DECISIONS").Keys("Enter").WaitFor("━ DECISIONS", "> • ").Keys("e").WaitFor(" says: ")
	s.Keys(" (WAL)").WaitFor("(WAL)").Keys("Enter").WaitFor("What is recorded, with you as its source", "y correct what the decision says").Keys("y")
	s.WaitFor("Corrected item-", "(WAL)").Keys("Enter").WaitFor("the operator", "Its turns").Keys("v").WaitFor("decision_revised by operator", "was ")
	if out := command("inspect", "--kind", "decision"); !strings.Contains(out, "(WAL)") || !strings.Contains(out, "certain confidence") {
		t.Errorf("inspect tells\n%s", out)
	}
	command("verify")
	command("export", "--dir", filepath.Join(home, "out"))
	if page, err := os.ReadFile(filepath.Join(home, "out", "DECISIONS.md")); err != nil || !strings.Contains(string(page), "(WAL)") {
		t.Errorf("the export tells %s, %v", page, err)
	}
}

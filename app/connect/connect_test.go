package connect_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"holdfast/app/connect"
	"holdfast/engine/guard/hook"
)

var local = connect.Target{Listen: "127.0.0.1:4141", Model: "qwen2.5-coder:7b"}

func TestBaseURLsPointAtAnAddressThatCanBeReached(t *testing.T) {
	for listen, want := range map[string]string{
		"127.0.0.1:4141": "http://127.0.0.1:4141/v1",
		"[::1]:4141":     "http://[::1]:4141/v1",
		"[::]:4141":      "http://127.0.0.1:4141/v1",
		"0.0.0.0:80":     "http://127.0.0.1:80/v1",
		":80":            "http://127.0.0.1:80/v1",
	} {
		if got := (connect.Target{Listen: listen}).Base(); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}

func TestAClientIsFixedToASessionByThePathOfItsBaseURL(t *testing.T) {
	for _, c := range connect.Clients() {
		url := c.BaseURL(local.In("api"))
		if !strings.HasPrefix(url, "http://127.0.0.1:4141/s/api") {
			t.Errorf("%s: %s", c.ID, url)
		}
		if settings := c.For(local.In("api")).Settings(); !strings.Contains(settings, url) {
			t.Errorf("%s does not use %s: %s", c.ID, url, settings)
		}
	}
}

// Clients of the messages API and of Ollama add the version themselves.
func TestTheBaseURLEndsInTheVersionWhereTheClientWantsIt(t *testing.T) {
	for _, c := range connect.Clients() {
		adds := c.Speaks == "/v1/messages" || c.Speaks == "/api/chat"
		if versioned := strings.HasSuffix(c.BaseURL(local), "/v1"); versioned == adds {
			t.Errorf("%s posts to %s under %s", c.ID, c.Speaks, c.BaseURL(local))
		}
	}
}

func TestSettingsHoldTheModelAndNoPlaceholder(t *testing.T) {
	for _, c := range connect.Clients() {
		text := c.For(local).Settings()
		if !strings.Contains(text, local.Model) {
			t.Errorf("%s does not name the model: %s", c.ID, text)
		}
		for _, mark := range []string{"{root}", "{base}", "{model", "{key}", connect.YourModel, connect.YourToken} {
			if strings.Contains(text, mark) {
				t.Errorf("%s: %s is left in %s", c.ID, mark, text)
			}
		}
	}
}

func TestWhatMustBeReplacedIsSaid(t *testing.T) {
	unknown := connect.Target{Listen: "192.168.1.2:4141", Token: true}
	if n := len(local.Replace()); n != 0 {
		t.Errorf("%d things to replace where all is known", n)
	}
	if got := strings.Join(unknown.Replace(), ", "); !strings.Contains(got, connect.YourModel) || !strings.Contains(got, connect.YourToken) {
		t.Errorf("to replace: %s", got)
	}
	for _, c := range connect.Clients() {
		text := c.For(unknown).Settings()
		if !strings.Contains(text, connect.YourModel) || !strings.Contains(text, connect.YourToken) {
			t.Errorf("%s leaves nothing to replace: %s", c.ID, text)
		}
	}
}

// A name can hold anything that stands on one line.
func TestSettingsAreValidWhateverTheModelIsCalled(t *testing.T) {
	const hostile = `o"l'd $(x) \ {base} <b>`
	for _, c := range connect.Clients() {
		for _, s := range c.For(connect.Target{Listen: "127.0.0.1:4141", Model: hostile}).Steps {
			switch s.Syntax {
			case "json":
				var v any
				if err := json.Unmarshal([]byte(s.Text), &v); err != nil {
					t.Errorf("%s: %v in %s", c.ID, err, s.Text)
				}
			case "toml":
				var v struct{ Model string }
				if err := toml.Unmarshal([]byte(s.Text), &v); err != nil || v.Model != hostile {
					t.Errorf("%s: %v, the model is %q", c.ID, err, v.Model)
				}
			case "shell":
				if words := shellWords(t, s.Text); !strings.Contains(words, hostile) && !strings.Contains(words, `o\"l'd $(x) \\ {base} <b>`) {
					t.Errorf("%s: a shell reads %s", c.ID, words)
				}
			}
		}
	}
}

// shellWords has a shell say what it makes of a command: its words and its
// environment, without running it.
func shellWords(t *testing.T, command string) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	var script strings.Builder
	for _, name := range []string{"qwen", "cline", "pi", "claude", "copilot", "nanocoder", "grok", "aider", "curl"} {
		script.WriteString(name + "() { printf '%s\\n' \"$@\" \"$OPENAI_MODEL\" \"$ANTHROPIC_MODEL\" \"$COPILOT_MODEL\" \"$GROK_MODEL\"; }\n")
	}
	out, err := exec.Command("sh", "-c", script.String()+command).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestAClientIsFoundByItsNameOrItsID(t *testing.T) {
	for _, word := range []string{"openai", "OpenAI SDK", "Anthropic", "@anthropic-ai/sdk", "claude-code"} {
		if _, ok := connect.Find(word); !ok {
			t.Errorf("%s is not found", word)
		}
	}
	if c, ok := connect.Find("emacs"); ok {
		t.Errorf("emacs is %s", c.Name)
	}
}

// A terminal of 80 columns shows them in a box, unbroken.
func TestSettingsFitAScreen(t *testing.T) {
	for _, c := range connect.Clients() {
		for line := range strings.Lines(c.For(local).Settings()) {
			if len(line) > 70 {
				t.Errorf("%s: %d columns: %s", c.ID, len(line), line)
			}
		}
	}
}

// The settings of guards are what their syntax says, whatever the program is called,
// and name the client by what the guard knows.
func TestTheSettingsOfGuardsAreWhole(t *testing.T) {
	for _, program := range []string{"holdfast", "/opt/my tools/holdfast", `/opt/o'brien "x"/holdfast`} {
		for _, g := range connect.Guards() {
			for _, s := range g.For(program).Steps {
				if !strings.Contains(s.Text, "guard --client "+g.ID) || strings.Contains(s.Text, "{holdfast}") {
					t.Errorf("%s: %s", g.ID, s.Text)
				}
				var err error
				switch s.Syntax {
				case "json":
					var v any
					err = json.Unmarshal([]byte(s.Text), &v)
				case "toml":
					var v map[string]any
					err = toml.Unmarshal([]byte(s.Text), &v)
				case "shell":
					err = exec.Command("sh", "-n", "-c", s.Text).Run()
				}
				if err != nil {
					t.Errorf("%s: %v: %s", g.ID, err, s.Text)
				}
			}
		}
	}
	for _, g := range connect.Guards() {
		if !hook.Known(g.ID) {
			t.Errorf("the guard knows no %s", g.ID)
		}
	}
	if len(connect.Guards()) != len(hook.Clients()) {
		t.Errorf("there are settings for %v, and the guard knows %v", connect.GuardIDs(), hook.Clients())
	}
}

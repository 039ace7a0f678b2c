package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"holdfast/app"
	"holdfast/app/connect"
	"holdfast/engine/config"
)

var rewrite = flag.Bool("update-readme", false, "write the generated tables into README.md")

const readme = "../../README.md"

// The tables of keys and settings in the README are those of the program.
func TestTheReadmesTablesAreGenerated(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, table := range map[string]string{"keys": app.KeysMarkdown(), "settings": settingsMarkdown(), "clients": connect.Markdown(connect.Target{Listen: defaultListen()})} {
		want = replaceBetween(t, want, "<!-- "+name+" -->\n", "<!-- /"+name+" -->", table)
	}
	if want == string(text) {
		return
	}
	if !*rewrite {
		t.Fatal("README.md is out of date: go test ./app/cli -run Readme -update-readme writes it")
	}
	if err := os.WriteFile(readme, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func replaceBetween(t *testing.T, text, from, to, with string) string {
	t.Helper()
	head, rest, ok := strings.Cut(text, from)
	_, tail, ends := strings.Cut(rest, to)
	if !ok || !ends {
		t.Fatalf("README.md lacks %q … %q", from, to)
	}
	return head + from + with + to + tail
}

func defaultListen() string {
	for _, k := range config.Keys() {
		if listen, ok := k.Default.(string); ok && k.Name == "listen" {
			return listen
		}
	}
	return ""
}

func settingsMarkdown() string {
	var b strings.Builder
	b.WriteString("| key | default | values | does |\n|---|---|---|---|\n")
	for _, k := range config.Keys() {
		fmt.Fprintf(&b, "| `%s` | `%v` | %s | %s |\n", k.Name, k.Default, strings.ReplaceAll(k.Allowed, "|", `\|`), k.Doc)
	}
	return b.String()
}

// Every command that the README names exists, and every command is named.
func TestTheReadmeNamesEveryCommand(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Root(production()).Commands() {
		if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		if !strings.Contains(string(text), "`"+c.Name()) {
			t.Errorf("README.md does not name `%s`", c.Name())
		}
	}
}

package cli

import (
	"flag"
	"os"
	"strings"
	"testing"

	"holdfast/app/connect"
	"holdfast/engine/config"
)

var rewrite = flag.Bool("update-readme", false, "write the generated table into README.md")

const readme = "../../README.md"

// The table of clients in the README is that of the program.
func TestTheReadmesTableIsGenerated(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := replaceBetween(t, string(text), "<!-- clients -->\n", "<!-- /clients -->", connect.Markdown(connect.Target{Listen: defaultListen()}))
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

package bridge

import (
	"strings"
	"testing"

	"holdfast/parser/block"
)

func calls(reply string, shellFences bool) (commands, refused []string) {
	found, errs := Calls(block.Extract(reply, block.Options{}), shellFences)
	for _, c := range found {
		commands = append(commands, c.Command)
	}
	for _, err := range errs {
		refused = append(refused, err.Error())
	}
	return commands, refused
}

func fence(tag, content string) string { return "```" + tag + "\n" + content + "\n```\n" }

func TestOnlyExplicitToolFencesAreCalls_85(t *testing.T) {
	call := `{"type":"shell","command":"go test ./..."}`
	for _, c := range []struct {
		name, reply string
		shell       bool
		want        string // commands, joined by |
		refused     string
	}{
		{name: "an object", reply: "Let me look.\n\n" + fence("tool", call), want: "go test ./..."},
		{name: "an array", reply: fence("tool", `[`+call+`, {"command":"ls","type":"shell"}]`), want: "go test ./...|ls"},
		{name: "two fences", reply: fence("tool", call) + "\nand\n\n" + fence("tool", `{"type":"shell","command":"ls"}`), want: "go test ./...|ls"},
		{name: "JSON in another fence is data", reply: fence("json", call)},
		{name: "JSON in prose is prose", reply: call},
		{name: "a shell fence is text", reply: fence("bash", "ls")},
		{name: "unless the second switch is on", reply: fence("bash", "ls") + fence("sh", "pwd"), shell: true, want: "ls|pwd"},
		{name: "a script with a path is a file", reply: fence("bash scripts/x.sh", "ls"), shell: true},
		{name: "other shells are text all the same", reply: fence("powershell", "ls"), shell: true},
		{name: "a fence that is not closed", reply: "```tool\n" + call, refused: "not closed"},
		{name: "another type", reply: fence("tool", `{"type":"python","command":"ls"}`), refused: "a call is"},
		{name: "without a type", reply: fence("tool", `{"command":"ls"}`), refused: "a call is"},
		{name: "more than was specified", reply: fence("tool", `{"type":"shell","command":"ls","cwd":"/"}`), refused: "unknown field"},
		{name: "two objects without an array", reply: fence("tool", call+"\n"+call), refused: "follows the JSON"},
		{name: "no JSON", reply: fence("tool", "ls"), refused: "no call"},
		{name: "one bad call of an array spoils it", reply: fence("tool", `[`+call+`,{"type":"shell","command":""}]`), refused: "empty"},
		{name: "what a screen would hide", reply: fence("tool", `{"type":"shell","command":"ls \u202e \u001b[2J"}`), refused: "cannot be shown"},
		{name: "what no screen can show in full", reply: fence("tool", `{"type":"shell","command":"`+strings.Repeat("x", 5000)+`"}`), refused: "5000 bytes"},
		{name: "too many", reply: fence("tool", `[`+strings.Repeat(call+",", 9)+call+`]`), want: strings.TrimSuffix(strings.Repeat("go test ./...|", 8), "|"), refused: "the first 8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, refused := calls(c.reply, c.shell)
			if strings.Join(got, "|") != c.want {
				t.Errorf("the calls are %q", got)
			}
			if all := strings.Join(refused, "; "); !strings.Contains(all, c.refused) || c.refused == "" && all != "" {
				t.Errorf("refused: %q", all)
			}
		})
	}
}

func TestTheAllowListPermitsExactlyWhatItSays_85(t *testing.T) {
	list := []string{"go test", "go vet ./..."}
	for command, want := range map[string]bool{
		"go test": true, "go vet ./...": true, "go test ./...": false, "go test; rm -rf /": false, "go  test": false, "go tes": false, "": false,
	} {
		if Allowed(Call{command}, list) != want {
			t.Errorf("%q: %v", command, !want)
		}
	}
}

func FuzzCalls(f *testing.F) {
	for _, s := range []string{fence("tool", `{"type":"shell","command":"ls"}`), fence("tool", `[{"type":"shell","command":"ls"}]`), fence("tool", "[[["), "```tool\n{", fence("sh", "ls")} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		found, _ := Calls(block.Extract(reply, block.Options{}), true)
		if len(found) > maxCalls {
			t.Errorf("%d calls", len(found))
		}
		for _, c := range found {
			if check(c) != nil {
				t.Errorf("the call %q is heard", c.Command)
			}
		}
	})
}

package engine_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// scenario is a further story, with a workspace of its own, for every client that
// has what it takes.
type scenario struct {
	name string
	has  func(c *realClient) bool
	// files lie in the workspace before the client is started.
	files func(c *realClient) map[string]string
	// turns are what the upstream says; at is the path of a file.
	turns func(c *realClient, at func(name string) string) []scripted.Turn
	below string // the folder in which the client is started
	play  func(s *stage)
}

var scenarios = []*scenario{
	{
		name:  "a sub-agent is told something", // C1
		has:   func(c *realClient) bool { return c.agent != nil },
		files: func(c *realClient) map[string]string { return c.agentFiles },
		turns: func(c *realClient, at func(string) string) []scripted.Turn {
			steps := []scripted.Turn{{ToolCalls: []wire.ToolCall{c.agent(lore)}}}
			if c.hurries {
				steps = append(steps, scripted.Turn{ToolCalls: []wire.ToolCall{c.shell("while [ ! -e made.go ]; do sleep 0.1; done; sleep 1")}})
			}
			return []scripted.Turn{asked(askAgent, steps...), answer("compare this variant", c.write(at("made.go"), madeText))}
		},
		play: (*stage).agentIsTold,
	},
	{
		name:  "a skill is loaded", // C2
		has:   func(c *realClient) bool { return c.skills != "" },
		files: func(c *realClient) map[string]string { return map[string]string{c.skills + "/house/SKILL.md": skill} },
		turns: func(c *realClient, _ func(string) string) []scripted.Turn {
			if c.load == nil {
				return nil
			}
			return []scripted.Turn{answer(askSkill, c.load("house"))}
		},
		play: (*stage).skillIsLoaded,
	},
	{
		name:  "a command of the project's is given", // C2
		has:   func(c *realClient) bool { return c.command != nil },
		files: func(c *realClient) map[string]string { return map[string]string{c.commands: c.commandFile()} },
		play:  (*stage).commandIsGiven,
	},
	{
		name: "a summary shortens code", // C3, C4
		has:  func(c *realClient) bool { return c.compacts },
		turns: func(c *realClient, at func(string) string) []scripted.Turn {
			// What asks for a summary and is not known to: the judge tells it.
			return []scripted.Turn{{Match: []string{"the history is being compacted"}, Reply: lore}, {Match: []string{"do not mention the summary process"}, Reply: lore},
				asked(askFill, c.fill(at(longFile))...)}
		},
		play: (*stage).summaryShortens,
	},
	{
		name: "a summary in the middle of a turn", // C4
		has:  func(c *realClient) bool { return c.between },
		turns: func(c *realClient, at func(string) string) []scripted.Turn {
			look := scripted.Turn{ToolCalls: []wire.ToolCall{c.shell("echo all work and no play")}, Asked: filled}
			return []scripted.Turn{{Match: []string{"do not mention the summary process"}, Reply: lore}, asked(askFill, look, look, look)}
		},
		play: (*stage).summaryBetweenCalls,
	},
	{
		name: "the user's own words", // C5
		has:  func(c *realClient) bool { return c.write != nil || c.reply != nil },
		play: (*stage).ownWords,
	},
	{
		name:  "a start in a subfolder", // C6
		has:   func(c *realClient) bool { return c.write != nil && c.script == "" },
		below: "pkg",
		files: func(*realClient) map[string]string { return map[string]string{"pkg/pasted.go": pastedText} },
		turns: func(c *realClient, _ func(string) string) []scripted.Turn {
			calls := []wire.ToolCall{c.write("written.go", "package pkg\n\nfunc Written() int {\n\treturn 6\n}\n")}
			if c.shell != nil {
				calls = append(calls,
					c.shell("cat > shell.go <<'EOF'\npackage pkg\n\nfunc Shell() int {\n\treturn 7\n}\nEOF"),
					c.shell("(mkdir -p deep && cd deep && cat > inner.go <<'EOF'\npackage deep\n\nfunc Inner() int {\n\treturn 8\n}\nEOF\n)"))
			}
			var steps []scripted.Turn
			for _, call := range calls {
				steps = append(steps, scripted.Turn{ToolCalls: []wire.ToolCall{call}})
			}
			return []scripted.Turn{asked(askBelow, steps...)}
		},
		play: (*stage).startsBelow,
	},
	{
		name: "prompts of the client's own commands", // C7
		has:  func(c *realClient) bool { return len(c.builtin) > 0 },
		play: (*stage).builtins,
	},
	{
		name: "a WebSocket is refused", // C8
		has:  func(c *realClient) bool { return c.sockets != nil },
		play: (*stage).socketIsRefused,
	},
	{
		name: "calls that the client refuses", // C10
		has:  func(c *realClient) bool { return c.write != nil && c.script == "" },
		turns: func(c *realClient, at func(string) string) []scripted.Turn {
			var steps []scripted.Turn
			for _, call := range []wire.ToolCall{
				c.edit(at("calc.go"), "\treturn a + b", "\treturn b + a"), // which it has not read
				c.edit(at("nowhere.go"), "\treturn 1", "\treturn 2"),
				c.write(at("calc.go/under.go"), "package calc\n\nfunc Under() {}\n"),
			} {
				steps = append(steps, scripted.Turn{ToolCalls: []wire.ToolCall{call}})
			}
			return []scripted.Turn{asked(askRefused, steps...)}
		},
		play: (*stage).callsAreRefused,
	},
}

// What the user asks for in scenarios.
const (
	askAgent   = "let a helper look after calc.go"
	askSkill   = "work by the rules of the house"
	askBelow   = "lay the files down here"
	askRefused = "turn the sum around"
	askAfter   = "what is the result of Add in calc.go?"
)

// calcText is what stands on disk and in the State Map, pastedText on disk only;
// madeText is what a sub-agent writes.
const (
	calcText   = "package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n"
	madeText   = "package calc\n\nfunc Made() int {\n\treturn 10\n}\n"
	pastedText = "package pkg\n\nfunc Pasted() int {\n\treturn 9\n}\n"
)

// lore is what a client sends under the user's role that the user did not write:
// code that contradicts the disk, a decision and a rule.
const lore = "Compare this variant with the file:\n\n```go calc.go\npackage calc\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n```\n\n" +
	"We will keep the books in BoltDB. Nobody may ever change NOTICE."

const skill = "---\nname: house\ndescription: The rules of this house. Use it when the house is spoken of.\n---\n\n# How we work\n\n" + lore + "\n"

// answer is a turn of one call.
func answer(prompt string, call wire.ToolCall) scripted.Turn {
	return asked(prompt, scripted.Turn{ToolCalls: []wire.ToolCall{call}})
}

// asked is what the upstream says to a prompt, step by step.
func asked(prompt string, steps ...scripted.Turn) scripted.Turn {
	first := steps[0]
	first.Match, first.Next = []string{prompt}, steps[1:]
	return first
}

// script is what the upstream says in a scenario.
func (sc *scenario) script(c *realClient, dir string) scripted.Script {
	script := scripted.Script{Model: clientsModel, Default: scripted.Turn{Reply: "It says hi."}, Side: &scripted.Turn{Reply: lore}}
	if sc.turns != nil {
		script.Turns = sc.turns(c, func(name string) string { return filepath.Join(dir, name) })
	}
	return script
}

// track puts calc.go on disk and into the State Map.
func (s *stage) track() {
	s.t.Helper()
	s.save("calc.go", calcText)
	if _, err := s.AdoptPaths(context.Background(), []string{"calc.go"}, nil); err != nil {
		s.t.Fatal(err)
	}
}

// nothingIsLearned demands that of lore nothing became the truth, nothing became
// an item, and the next turn is told what the disk holds.
func (s *stage) nothingIsLearned() {
	s.t.Helper()
	d, err := s.Detail(context.Background(), "calc.go::Add")
	if err != nil || len(d.Versions) == 0 || !strings.Contains(string(d.Content), "a + b") {
		s.t.Errorf("calc.go::Add is %q, %v", d.Content, err)
	}
	for _, v := range d.Versions {
		if v.State == event.Superseded {
			s.t.Errorf("a version of calc.go::Add was superseded: %s", v.Reason)
		}
	}
	if items := s.heard(); strings.Contains(items, "BoltDB") || strings.Contains(items, "NOTICE") {
		s.t.Errorf("what the user did not write became an item:\n%s", items)
	}
	s.equalsDisk()
	s.run(s.client.ask(askAfter))
	told := s.back.turns(askAfter)
	if !slices.ContainsFunc(told, func(body string) bool {
		return strings.Contains(body, "Entity: calc.go::Add") && strings.Contains(body, "return a + b")
	}) {
		s.t.Errorf("the next turn was not told what the disk holds: %.3000q", told)
	}
	s.verified()
}

func (s *stage) agentIsTold() {
	s.track()
	s.unjudged(s.client.atWork(askAgent))
	told := slices.DeleteFunc(s.back.turns("Compare this variant"), func(body string) bool { return strings.Contains(body, askAgent) })
	if len(told) == 0 {
		s.t.Fatalf("no sub-agent was asked: %q", s.results())
	}
	if !strings.Contains(told[0], "Entity: calc.go::Add") {
		s.t.Errorf("the sub-agent was not told what the code is: %.3000q", told[0])
	}
	if !s.client.bound {
		s.holds("made.go", madeText)
		s.byDisk("made.go::Made", 1) // its work is work
	}
	s.nothingWaits()
	s.nothingIsLearned()
}

func (s *stage) skillIsLoaded() {
	s.track()
	prompt := askSkill
	if s.client.load == nil {
		prompt = s.client.loads
	}
	s.unjudged(s.client.ask(prompt))
	if len(s.back.turns("keep the books in BoltDB")) == 0 {
		s.t.Fatalf("no skill was loaded: %q", s.results())
	}
	s.nothingWaits()
	s.nothingIsLearned()
}

func (s *stage) commandIsGiven() {
	s.track()
	s.unjudged(s.client.command)
	if len(s.back.turns("keep the books in BoltDB")) == 0 {
		s.t.Fatal("the command's text was not sent")
	}
	s.nothingWaits()
	s.nothingIsLearned()
}

// commandFile is a command's file in the client's form.
func (c *realClient) commandFile() string {
	if filepath.Ext(c.commands) == ".toml" {
		return "description = \"compare\"\nprompt = '''\n" + lore + "\n'''\n"
	}
	return "---\ndescription: compare\n---\n\n" + lore + "\n"
}

func (s *stage) summaryShortens() {
	s.track()
	s.fillUp()
	s.more(askReturns) // what it sums up now stands in front of this
	if len(s.back.turns("BoltDB")) == 0 {
		s.t.Fatal("no summary came back")
	}
	s.nothingWaits()
	s.nothingIsLearned()
}

func (s *stage) summaryBetweenCalls() {
	s.track()
	s.unjudged(s.client.atWork(askFill + filling + filling))
	if len(s.back.turns("BoltDB")) == 0 {
		s.t.Fatalf("no summary came back: %q", s.results())
	}
	if items := s.heard(); strings.Contains(items, "Continue") || strings.Contains(items, "summary") {
		s.t.Errorf("the client's own words became an item:\n%s", items)
	}
	s.nothingWaits()
	s.nothingIsLearned()
}

// typed are words with all that quoting gets wrong.
const typed = `We will keep the books in BoltDB. Never touch the NOTICE file. Write "it's $1" as it is, and take this:

` + "```sh greet.sh\ngreet() {\n  echo \"hello $1\"\n  printf '%s\\n' \"$2\"\n}\n```\n"

// ownWords are what the user really wrote: code, a decision and a rule.
func (s *stage) ownWords() {
	s.run(s.client.ask(typed))
	d, err := s.Detail(context.Background(), "greet.sh::greet")
	if err != nil || s.state()["greet.sh::greet"] == "" || !strings.Contains(string(d.Content), "  echo \"hello $1\"\n  printf '%s\\n' \"$2\"\n") {
		s.t.Errorf("greet.sh::greet is %q, %v: %v, %+v", d.Content, err, s.state(), d.Versions)
	}
	s.heard()
	items, err := s.Items(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, want := range []struct {
		kind delta.ItemKind
		word string
	}{{delta.Decision, "BoltDB"}, {delta.Constraint, "NOTICE"}} {
		if !slices.ContainsFunc(items, func(it delta.Item) bool { return it.Kind == want.kind && strings.Contains(it.Summary, want.word) }) {
			s.t.Errorf("there is no %s of %s:\n%s", want.kind, want.word, s.heard())
		}
	}
	s.verified()
}

func (s *stage) startsBelow() {
	s.run(s.client.atWork(askBelow + ", and know this one:\n\n```go pasted.go\n" + pastedText + "```"))
	wrote := 0
	for name, key := range map[string]string{"pkg/written.go": "Written", "pkg/shell.go": "Shell", "pkg/deep/inner.go": "Inner"} {
		if _, err := os.Stat(filepath.Join(s.dir, name)); err == nil {
			s.byDisk(name+"::"+key, 1)
			wrote++
		}
	}
	if wrote == 0 {
		s.t.Errorf("the client wrote nothing: %q", s.results())
	}
	s.nothingWaits()
	s.equalsDisk()
	if s.t.Failed() {
		s.t.Logf("the client said %q", s.results())
	}
	s.verified()
}

func (s *stage) builtins() {
	for _, args := range s.client.builtin {
		s.unjudged(args)
		if items := s.heard(); items != "" {
			s.t.Errorf("of %q holdfast learned\n%.600s", args, items)
		}
	}
	if len(s.back.turns("")) == 0 {
		s.t.Error("the client sent nothing")
	}
	if state := s.state(); len(state) > 0 {
		s.t.Errorf("it made %v", state)
	}
	s.nothingWaits()
	s.verified()
}

func (s *stage) socketIsRefused() {
	s.quiet = append(s.quiet, s.client.sockets...)
	s.run(s.client.ask(askReturns))
	refused := 0
	for _, x := range s.front.seen {
		if x.header.Get("Upgrade") != "" {
			if refused++; x.status != http.StatusUpgradeRequired {
				s.t.Errorf("a WebSocket to %s was answered with %d", x.uri, x.status)
			}
		}
	}
	for _, x := range s.back.seen {
		if x.header.Get("Upgrade") != "" || x.method == http.MethodGet && x.path() == "/v1/responses" {
			s.t.Errorf("a WebSocket reached the upstream: %s %s", x.method, x.uri)
		}
	}
	if refused == 0 || len(s.back.turns(askReturns)) == 0 {
		s.t.Errorf("%d WebSockets were tried, %d turns came after them", refused, len(s.back.turns(askReturns)))
	}
	if len(s.Activities()) == 0 {
		s.t.Error("nothing was recorded")
	}
}

func (s *stage) callsAreRefused() {
	s.track()
	s.run(s.client.ask(askRefused))
	if len(s.back.turns("calc.go/under.go")) == 0 {
		s.t.Error("the client did not come to the last call")
	}
	s.nothingWaits()
	s.equalsDisk()
	if s.t.Failed() {
		s.t.Logf("the client said %q", s.results())
	}
	s.verified()
}

// unjudged runs the client with arguments that do not end in the user's words.
func (s *stage) unjudged(args []string) {
	s.t.Helper()
	s.foreign = true
	s.run(args)
	s.foreign = false
}

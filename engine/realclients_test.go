package engine_test

import (
	"encoding/json"
	"strings"

	"holdfast/engine/gateway/wire"
)

// realClient is a client from a package registry, run headless. Where its model is
// it is told by nothing but what connect prints.
type realClient struct {
	name    string // of the test
	connect string // of the table of settings
	npm     string // package@version of npm's registry
	pip     string // package==version of Python's index, for a client that is not in npm's
	bin     string // that starts it, where its settings do not say so
	// script of testdata/clients is run by Node.js, for a library: beside it in
	// npm.
	script string
	node   int // the least major version of Node.js that it runs on; 0 = any
	// quiet keeps it from the network; extra are files of its home and small adds
	// to the printed ones, so that it does what it is to show: ask before it
	// writes, or take a conversation for long.
	quiet  []string
	hub    string // variable of the port that it listens on itself; "" = it does not
	serves string // what a shell starts beforehand, for the client to be run in; it says when it listens
	extra  map[string]string
	small  func(s *stage)
	ask    func(prompt string) []string
	more   func(prompt string) []string // a further prompt of the same conversation; nil = headless, it begins anew
	deny   func(prompt string) []string // a prompt for which it may write nothing; nil = it cannot be told so
	stops  bool                         // at a denied call: the model hears of it with the next prompt
	// compacts: it has the model sum up a conversation that grew too long, by
	// itself or told so by the prompt sumUp; titles: it has it find a title.
	compacts, titles bool
	sumUp            string
	loops            bool // it does so between two calls of a tool
	halts            bool // ends its turn at a call that its hook refuses
	single           bool // of two calls in one reply it loses the arguments of the first

	// How its model calls its tools; nil for a client without any.
	write func(path, content string) wire.ToolCall
	edit  func(path, old, text string) wire.ToolCall
	read  func(path string) wire.ToolCall

	// How its model writes an edit into its reply, for a client that applies it:
	// old lines become text, by which the file's content becomes whole; old is ""
	// for a new file. about is a prompt beside which the client shows a file.
	reply func(path, old, text, whole string) string
	about func(path, prompt string) []string

	// What else it has, for the scenarios; the zero value where it has it not.
	agent      func(prompt string) wire.ToolCall // has a sub-agent work
	agentFiles map[string]string                 // of the workspace, without which it has no sub-agent
	hurries    bool                              // ends without waiting for its sub-agents
	bound      bool                              // lets its sub-agents write nothing
	skills     string                            // folder of skills
	load       func(name string) wire.ToolCall   // loads a skill; nil = it is loaded by the prompt loads
	loads      string
	commands   string     // file of a command
	command    []string   // gives it
	builtin    [][]string // commands of its own, with long prompts
	sockets    []string   // environment that has it try a WebSocket
	shell      func(cmd string) wire.ToolCall
	open       func(prompt string) []string // a prompt for which it may use its shell; nil = any
	between    bool                         // sums up between two calls, too, and goes on with them
}

// atWork is a prompt for which the client may do all that it can.
func (c *realClient) atWork(prompt string) []string {
	if c.open != nil {
		return c.open(prompt)
	}
	return c.ask(prompt)
}

// tool is a call of the tool with these arguments.
func tool(name string, args object) wire.ToolCall {
	text, _ := json.Marshal(args) // strings and lists always marshal
	return wire.ToolCall{Name: name, Arguments: text}
}

// before puts arguments in front of a prompt.
func before(args ...string) func(string) []string {
	return func(prompt string) []string { return append(append([]string(nil), args...), prompt) }
}

var realClients = []*realClient{
	{
		name: "claude-code", connect: "claude-code", npm: "@anthropic-ai/claude-code@2.1.330",
		quiet: []string{"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"},
		ask:   before("--permission-mode", "acceptEdits", "-p"),
		more:  before("--permission-mode", "acceptEdits", "--continue", "-p"),
		deny:  before("--permission-mode", "default", "-p"), compacts: true, sumUp: "/compact",
		write: func(path, content string) wire.ToolCall {
			return tool("Write", object{"file_path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("Edit", object{"file_path": path, "old_string": old, "new_string": text})
		},
		read: func(path string) wire.ToolCall { return tool("Read", object{"file_path": path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("Agent", object{"description": "look", "prompt": prompt, "subagent_type": "general-purpose"})
		},
		skills: ".claude/skills", load: func(name string) wire.ToolCall { return tool("Skill", object{"skill": name}) },
		commands: ".claude/commands/compare.md", command: []string{"--permission-mode", "acceptEdits", "-p", "/compare and be quick"},
		builtin: [][]string{{"-p", "/init"}, {"-p", "/review"}},
		shell:   func(cmd string) wire.ToolCall { return tool("Bash", object{"command": cmd, "description": "write"}) },
		open:    before("--permission-mode", "acceptEdits", "--allowedTools=Bash", "-p"),
	},
	{
		name: "codex", connect: "codex", npm: "@openai/codex@0.169.0", bin: "codex",
		ask:  before(codex("-s", "danger-full-access")...),
		more: before(codex("-s", "danger-full-access", "resume", "--last")...),
		deny: before(codex("-s", "read-only")...), compacts: true,
		write: func(path, content string) wire.ToolCall {
			return patched("*** Add File: " + path + "\n+" + strings.Join(strings.Split(strings.TrimSuffix(content, "\n"), "\n"), "\n+") + "\n")
		},
		edit: func(path, old, text string) wire.ToolCall {
			return patched("*** Update File: " + path + "\n@@\n-" + old + "\n+" + text + "\n")
		},
		read: func(path string) wire.ToolCall { return tool("exec_command", object{"cmd": "cat " + path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("multi_agent_v1.spawn_agent", object{"message": prompt})
		},
		hurries: true,
		builtin: [][]string{append(codex("-s", "danger-full-access"), "review", "--uncommitted")},
		shell:   func(cmd string) wire.ToolCall { return tool("exec_command", object{"cmd": cmd}) },
	},
	{
		name: "pi", connect: "pi", npm: "@earendil-works/pi-coding-agent@0.87.1", node: 22,
		extra: map[string]string{".pi/agent/settings.json": `{"compaction": {"enabled": true, "keepRecentTokens": 1}}`},
		quiet: []string{"PI_OFFLINE=1"},
		ask:   before("-p"),
		more:  before("--continue", "-p"),
		deny:  before("--tools", "read", "-p"), compacts: true, between: true,
		write: func(path, content string) wire.ToolCall {
			return tool("write", object{"path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"path": path, "edits": []object{{"oldText": old, "newText": text}}})
		},
		read:   func(path string) wire.ToolCall { return tool("read", object{"path": path}) },
		skills: "~/.pi/agent/skills", loads: "/skill:house and be quick",
		commands: "~/.pi/agent/prompts/compare.md", command: []string{"-p", "/compare and be quick"},
		shell: func(cmd string) wire.ToolCall { return tool("bash", object{"command": cmd}) },
	},
	library("openai SDK, chat completions", "openai", "openai@7.57.0", "openai.mjs"),
	library("openai SDK, responses", "openai", "openai@7.57.0", "openai-responses.mjs"),
	library("anthropic SDK", "anthropic", "@anthropic-ai/sdk@1.12.0", "anthropic.mjs"),
	library("ollama SDK", "ollama", "ollama@0.6.4", "ollama.mjs"),
	copilot("copilot, chat completions", "copilot"),
	copilot("copilot, responses", "copilot", "COPILOT_PROVIDER_WIRE_API=responses").tries("COPILOT_PROVIDER_TRANSPORT=websockets"),
	copilot("copilot, anthropic", "copilot-anthropic"),
	{
		name: "nanocoder", connect: "nanocoder", npm: "@nanocollective/nanocoder@1.30.0", node: 22,
		ask:  before("--plain", "--trust-directory", "run"),
		deny: before("--plain", "--trust-directory", "--mode", "plan", "run"),
		write: func(path, content string) wire.ToolCall {
			return tool("write_file", object{"path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("string_replace", object{"path": path, "old_str": old, "new_str": text})
		},
		read: func(path string) wire.ToolCall { return tool("read_file", object{"path": path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("agent", object{"subagent_type": "checker", "description": "Look at it", "prompt": prompt})
		},
		agentFiles: map[string]string{".nanocoder/agents/checker.md": "---\nname: checker\ndescription: checks code\nmodel: inherit\n---\n\nYou check code.\n"}, bound: true,
		shell: func(cmd string) wire.ToolCall { return tool("execute_bash", object{"command": cmd}) },
		open:  before("--plain", "--trust-directory", "--mode", "yolo", "run"),
	},
	{
		name: "grok-cli", connect: "grok-cli", npm: "@vibe-kit/grok-cli@0.0.34",
		ask: before("-p"), // it asks nobody, and cannot be told to
		write: func(path, content string) wire.ToolCall {
			return tool("create_file", object{"path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("str_replace_editor", object{"path": path, "old_str": old, "new_str": text})
		},
		read:  func(path string) wire.ToolCall { return tool("view_file", object{"path": path}) },
		shell: func(cmd string) wire.ToolCall { return tool("bash", object{"command": cmd}) },
	},
	{
		name: "continue", connect: "continue", npm: "@continuedev/cli@1.5.47", bin: "cn",
		quiet: []string{"CONTINUE_TELEMETRY_ENABLED=0", "CONTINUE_CLI_DISABLE_COMMIT_SIGNATURE=1"},
		small: func(s *stage) {
			s.amend(".continue/config.yaml", "    defaultCompletionOptions:\n      contextLength: 9000\n")
		},
		ask:  before("--auto", "-p"),
		more: before("--auto", "--resume", "-p"),
		deny: before("--exclude", "Write", "-p"), stops: true, compacts: true,
		write: func(path, content string) wire.ToolCall {
			return tool("Write", object{"filepath": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall { // Edit is for models that it takes for weaker
			return tool("MultiEdit", object{"file_path": path, "edits": []object{{"old_string": old, "new_string": text}}})
		},
		read:  func(path string) wire.ToolCall { return tool("Read", object{"filepath": path}) },
		shell: func(cmd string) wire.ToolCall { return tool("Bash", object{"command": cmd}) },
	},
	{
		name: "crush", connect: "crush", npm: "@charmland/crush@0.96.1", bin: "crush",
		quiet: []string{"CRUSH_DISABLE_METRICS=1", "CRUSH_DISABLE_PROVIDER_AUTO_UPDATE=1", "CRUSH_DISABLE_DEFAULT_PROVIDERS=1"},
		ask:   before("run", "--quiet"),
		more:  before("run", "--quiet", "--continue"), titles: true, single: true,
		write: func(path, content string) wire.ToolCall {
			return tool("write", object{"file_path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"file_path": path, "old_string": old, "new_string": text})
		},
		read:  func(path string) wire.ToolCall { return tool("view", object{"file_path": path}) },
		shell: func(cmd string) wire.ToolCall { return tool("bash", object{"command": cmd, "description": "write"}) },
	},
	{
		name: "qwen-code", connect: "qwen-code", npm: "@qwen-code/qwen-code@0.24.4", node: 22,
		ask:  before("-y", "-p"),
		more: before("--continue", "-y", "-p"),
		deny: before("--approval-mode", "plan", "-p"), compacts: true, between: true,
		write: func(path, content string) wire.ToolCall {
			return tool("write_file", object{"file_path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"file_path": path, "old_string": old, "new_string": text})
		},
		read: func(path string) wire.ToolCall { return tool("read_file", object{"file_path": path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("agent", object{"description": "look", "prompt": prompt, "subagent_type": "general-purpose"})
		},
		skills: ".qwen/skills", load: func(name string) wire.ToolCall { return tool("skill", object{"skill": name}) },
		commands: ".qwen/commands/compare.toml", command: []string{"-y", "-p", "/compare and be quick"},
		builtin: [][]string{{"-y", "-p", "/init"}, {"-y", "-p", "/review"}},
		shell: func(cmd string) wire.ToolCall {
			return tool("run_shell_command", object{"command": cmd, "is_background": false})
		},
	},
	{
		name: "opencode", connect: "opencode", npm: "opencode-ai@1.18.33", bin: "opencode",
		quiet: []string{"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_DEFAULT_PLUGINS=1",
			"OPENCODE_CONFIG_CONTENT=" + careful},
		ask:  before("run"),
		more: before("run", "--continue"),
		deny: before("run", "--agent", "careful"), stops: true, compacts: true, titles: true, between: true,
		write: func(path, content string) wire.ToolCall {
			return tool("write", object{"filePath": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"filePath": path, "oldString": old, "newString": text})
		},
		read: func(path string) wire.ToolCall { return tool("read", object{"filePath": path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("task", object{"description": "look", "prompt": prompt, "subagent_type": "general"})
		},
		commands: ".opencode/command/compare.md", command: []string{"run", "--command", "compare", "and be quick"},
		builtin: [][]string{{"run", "--command", "init"}, {"run", "--command", "review"}},
		shell:   func(cmd string) wire.ToolCall { return tool("bash", object{"command": cmd, "description": "write"}) },
	},
	{
		name: "kilo", connect: "kilo", npm: "@kilocode/cli@7.7.7",
		// It takes ten seconds to start, so that what it runs in is started once.
		hub: "KILO_PORT", serves: `exec kilo serve --port "$KILO_PORT"`, bin: `kilo run --attach "http://127.0.0.1:$KILO_PORT" --dir "$PWD"`,
		quiet: []string{"KILO_DISABLE_MODELS_FETCH=1", "KILO_DISABLE_AUTOUPDATE=1", "KILO_DISABLE_LSP_DOWNLOAD=1", "KILO_DISABLE_DEFAULT_PLUGINS=1",
			"KILO_NO_DAEMON=1", "KILO_TELEMETRY_LEVEL=off", "KILO_DISABLE_SESSION_INGEST=1", "KILO_DISABLE_CODEBASE_INDEXING=1", "KILO_DISABLE_PRESENCE=1",
			"KILO_CONFIG_CONTENT=" + careful},
		ask:  before("--auto"),
		more: before("--auto", "--continue"),
		deny: before("--agent", "careful"), stops: true, compacts: true, between: true,
		write: func(path, content string) wire.ToolCall {
			return tool("write", object{"filePath": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"filePath": path, "oldString": old, "newString": text})
		},
		read: func(path string) wire.ToolCall { return tool("read", object{"filePath": path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("task", object{"description": "look", "prompt": prompt, "subagent_type": "general"})
		},
		commands: ".kilo/command/compare.md", command: []string{"--auto", "--command", "compare", "and be quick"},
		builtin: [][]string{{"--auto", "--command", "init"}, {"--auto", "--command", "review"}},
		shell:   func(cmd string) wire.ToolCall { return tool("bash", object{"command": cmd, "description": "write"}) },
	},
	{
		name: "cline", connect: "cline", npm: "cline@3.0.65", bin: "cline",
		hub:  "CLINE_HUB_PORT",
		ask:  before(),
		deny: before("--auto-approve", "false"), compacts: true, loops: true, halts: true,
		write: func(path, content string) wire.ToolCall {
			return tool("editor", object{"path": path, "new_text": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("editor", object{"path": path, "old_text": old, "new_text": text})
		},
		read: func(path string) wire.ToolCall {
			return tool("read_files", object{"files": []object{{"path": path}}})
		},
		agent: func(prompt string) wire.ToolCall {
			return tool("spawn_agent", object{"systemPrompt": "You check code.", "task": prompt})
		},
		commands: ".clinerules/workflows/compare.md", command: []string{"/compare and be quick"},
		shell: func(cmd string) wire.ToolCall { return tool("run_commands", object{"commands": []string{cmd}}) },
	},
	aider("whole", func(path, _, _, whole string) string {
		return path + "\n```\n" + whole + "```\n"
	}),
	aider("diff", func(path, old, text, _ string) string {
		return path + "\n```go\n<<<<<<< SEARCH\n" + old + "=======\n" + text + ">>>>>>> REPLACE\n```\n"
	}),
	aider("udiff", func(path, old, text, _ string) string {
		from := path
		if old == "" {
			from = "/dev/null"
		}
		return "```diff\n--- " + from + "\n+++ " + path + "\n@@ ... @@\n" + prefixed("-", old) + prefixed("+", text) + "```\n"
	}),
}

// aider is the client whose model writes its edits into the reply, in one of its
// formats. It commits what it has applied, with a message that it asks for.
func aider(format string, reply func(path, old, text, whole string) string) *realClient {
	ask := before("--edit-format", format, "--message")
	return &realClient{
		name: "aider, " + format, connect: "aider", pip: "aider-chat==0.86.2",
		quiet: []string{"AIDER_YES_ALWAYS=true", "AIDER_CHECK_UPDATE=false", "AIDER_SHOW_RELEASE_NOTES=false", "AIDER_SHOW_MODEL_WARNINGS=false",
			"AIDER_ANALYTICS=false", "AIDER_PRETTY=false", "AIDER_FANCY_INPUT=false", "LITELLM_LOCAL_MODEL_COST_MAP=True"},
		ask: ask,
		about: func(path, prompt string) []string {
			return append([]string{"--file", path}, ask(prompt)...)
		},
		reply: reply,
	}
}

// prefixed puts a sign in front of each line of a text.
func prefixed(sign, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(sign + line)
	}
	return b.String()
}

// careful has opencode, and Kilo, which is made of it, share nothing, know an
// agent that asks before it writes, and know how much its model holds.
const careful = `{"share": "disabled", "agent": {"careful": {"mode": "primary", "permission": {"edit": "ask"}}},
	"provider": {"holdfast": {"models": {"` + clientsModel + `": {"limit": {"context": 100000, "output": 4000}}}}}}`

// copilot is GitHub's client, which speaks three formats.
func copilot(name, connect string, env ...string) *realClient {
	return &realClient{
		name: name, connect: connect, npm: "@github/copilot@1.0.102",
		quiet: append([]string{"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false"}, env...),
		ask:   before("--allow-all-tools", "-p"),
		more:  before("--allow-all-tools", "--continue", "-p"),
		deny:  before("--allow-all-tools", "--deny-tool", "write", "-p"), compacts: true, sumUp: "/compact",
		write: func(path, content string) wire.ToolCall {
			return tool("create", object{"path": path, "file_text": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"path": path, "old_str": old, "new_str": text})
		},
		read: func(path string) wire.ToolCall { return tool("view", object{"path": path}) },
		agent: func(prompt string) wire.ToolCall {
			return tool("task", object{"name": "look", "description": "look", "prompt": prompt, "agent_type": "general-purpose", "mode": "sync"})
		},
		skills: ".github/skills", load: func(name string) wire.ToolCall { return tool("skill", object{"skill": name}) },
		builtin: [][]string{{"--allow-all-tools", "init"}},
		open:    before("--allow-all-tools", "--allow-all-paths", "-p"),
		shell:   func(cmd string) wire.ToolCall { return tool("bash", object{"command": cmd, "description": "write"}) },
	}
}

// tries has the client try a WebSocket where its environment is this.
func (c *realClient) tries(env ...string) *realClient {
	c.sockets = env
	return c
}

// library is a script on an SDK, with tools of its own.
func library(name, connect, npm, script string) *realClient {
	return &realClient{
		name: name, connect: connect, npm: npm, script: script, node: 22,
		ask: before(), more: before("--continue"), deny: before("--deny"),
		write: func(path, content string) wire.ToolCall {
			return tool("write", object{"path": path, "content": content})
		},
		edit: func(path, old, text string) wire.ToolCall {
			return tool("edit", object{"path": path, "old_string": old, "new_string": text})
		},
		read: func(path string) wire.ToolCall { return tool("read", object{"path": path}) },
	}
}

// codex runs it headless.
func codex(args ...string) []string {
	return append([]string{"exec", "-c", "check_for_update_on_startup=false", "-c", "model_auto_compact_token_limit=100000", "--skip-git-repo-check"}, args...)
}

// patched is codex's call of a shell that applies a patch.
func patched(body string) wire.ToolCall {
	return tool("exec_command", object{"cmd": "apply_patch <<'EOF'\n*** Begin Patch\n" + body + "*** End Patch\nEOF\n"})
}

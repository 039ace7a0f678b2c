package connect

import (
	"path/filepath"
	"strings"

	"holdfast/app/connect/settings"
)

// programMark stands for the program in the texts of guards: a word of a shell.
const programMark = "{holdfast}"

// Guard is how a client is told to have its calls judged before they run.
type Guard struct {
	// ID is what `holdfast connect ID --guard` takes; Name is what people call it.
	ID, Name string
	// Hook is what the client calls it.
	Hook string
	// Steps are what to do, in this order.
	Steps []Step
	// Note is what else there is to know; may be empty.
	Note string

	// file is what stands in a file, where the first step has a shell make it.
	file Step
}

// File is the settings file that holds the guard, in a project or else in its user's
// home, made for a program as For makes them. env is the environment of the user.
func (g Guard) File(program, project, home string, env func(name string) string) settings.File {
	g = g.For(program)
	step := g.Steps[0]
	if g.file.Where != "" {
		step = g.file
	}
	where, _, inProject := strings.Cut(step.Where, " in the project")
	f := settings.File{Path: filepath.Join(project, where), Syntax: step.Syntax, Text: step.Text, Mark: "guard --client " + g.ID, Runs: g.file.Where != ""}
	if inProject {
		return f
	}
	where = strings.TrimPrefix(where, "~/")
	f.Path = filepath.Join(home, where)
	for folder, name := range map[string]string{".codex/": "CODEX_HOME", ".config/": "XDG_CONFIG_HOME"} {
		if rest, ok := strings.CutPrefix(where, folder); ok && env(name) != "" {
			f.Path = filepath.Join(env(name), rest)
		}
	}
	return f
}

// For is the guard with its settings made for a program: its path, or "holdfast" where
// the shell finds it by its name.
func (g Guard) For(program string) Guard {
	steps := make([]Step, len(g.Steps))
	for i, s := range g.Steps {
		steps[i] = s.running(program)
	}
	g.Steps, g.file = steps, g.file.running(program)
	return g
}

// running is a step with the program's name in it.
func (s Step) running(program string) Step {
	word := shellWord(program)
	if s.Syntax != "shell" { // a command inside double quotes
		word = quoted(word)
	}
	s.Text = strings.ReplaceAll(s.Text, programMark, word)
	return s
}

// Guards lists the clients that have a hook before a tool.
func Guards() []Guard { return guards }

// FindGuard returns the guard of the client that a word names, whatever its case.
func FindGuard(word string) (Guard, bool) {
	word = strings.ToLower(word)
	for _, g := range guards {
		if word == g.ID || word == strings.ToLower(g.Name) {
			return g, true
		}
	}
	return Guard{}, false
}

// GuardIDs are the words by which they are named.
func GuardIDs() []string {
	ids := make([]string, len(guards))
	for i, g := range guards {
		ids[i] = g.ID
	}
	return ids
}

// plugin is that of opencode and of what is made of it.
const plugin = `import { spawnSync } from "node:child_process";

const harmless = ["read", "grep", "glob", "list", "task", "todoread", "todowrite", "webfetch"];

export const Holdfast = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (harmless.includes(input.tool)) return;
    const call = { ...input, cwd: directory, args: output.args };
    const run = spawnSync("{holdfast} guard --client {client}", {
      shell: true, input: JSON.stringify(call), encoding: "utf8", timeout: 10000,
    });
    let said = {};
    try {
      said = JSON.parse(run.stdout);
    } catch {} // it could not judge: the call may run
    if (said.decision === "deny") throw new Error(said.reason);
  },
});
`

// clineHook is a program of its own.
const clineHook = "#!/bin/sh\n{holdfast} guard --client cline || exit 0\n"

// guards is the table. Every text was tried with the client itself, as it is, but for
// that of Cursor, which follows its documentation. Where a client takes a hook
// that cannot be started for one that refuses, the command ends well without holdfast.
var guards = []Guard{
	{
		ID: "claude-code", Name: "claude-code", Hook: "PreToolUse",
		Steps: []Step{{".claude/settings.json in the project, or ~/.claude/settings.json", "json", `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Write|Edit|MultiEdit|Bash|mcp__.*",
        "hooks": [
          {
            "type": "command",
            "command": "{holdfast} guard --client claude-code",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`}},
	},
	{
		ID: "opencode", Name: "opencode", Hook: "tool.execute.before",
		Steps: []Step{{".opencode/plugin/holdfast.js in the project, or ~/.config/opencode/plugin/holdfast.js", "javascript", strings.ReplaceAll(plugin, "{client}", "opencode")}},
	},
	{
		ID: "qwen-code", Name: "qwen-code", Hook: "PreToolUse",
		Steps: []Step{{".qwen/settings.json in the project, or ~/.qwen/settings.json", "json", `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "write_file|edit|run_shell_command|mcp__.*",
        "hooks": [
          {
            "type": "command",
            "command": "{holdfast} guard --client qwen-code",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`}},
		Note: "In the project's file it counts only where the folder is trusted.",
	},
	{
		ID: "gemini-cli", Name: "Gemini CLI", Hook: "BeforeTool",
		Steps: []Step{{".gemini/settings.json in the project, or ~/.gemini/settings.json", "json", `{
  "hooks": {
    "BeforeTool": [
      {
        "matcher": "write_file|replace|run_shell_command",
        "hooks": [
          {
            "type": "command",
            "name": "holdfast",
            "command": "{holdfast} guard --client gemini-cli || exit 0",
            "timeout": 10000
          }
        ]
      }
    ]
  }
}
`}},
	},
	{
		ID: "codex", Name: "codex", Hook: "PreToolUse",
		Steps: []Step{{"~/.codex/config.toml", "toml", `[[hooks.PreToolUse]]

[[hooks.PreToolUse.hooks]]
type = "command"
command = "{holdfast} guard --client codex"
timeout = 10
`}},
		Note: "Codex runs a hook once you have reviewed it: /hooks in its prompt.",
	},
	{
		ID: "crush", Name: "crush", Hook: "PreToolUse",
		Steps: []Step{{"crush.json in the project, or ~/.config/crush/crush.json", "json", `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "^(write|edit|multiedit|bash|mcp_.*)$",
        "command": "{holdfast} guard --client crush",
        "timeout": 10
      }
    ]
  }
}
`}},
		Note: "It asks no hook about the calls of its sub-agents.",
	},
	{
		ID: "cline", Name: "cline", Hook: "PreToolUse",
		file: Step{"~/.cline/hooks/PreToolUse", "shell", clineHook},
		Steps: []Step{{"the shell, once", "shell", `mkdir -p ~/.cline/hooks
cat > ~/.cline/hooks/PreToolUse <<'EOF'
` + clineHook + `EOF
chmod +x ~/.cline/hooks/PreToolUse
`}},
		Note: "Cline ends its turn at a call that a hook refuses; Activity shows you the reason.",
	},
	{
		ID: "cursor", Name: "Cursor", Hook: "preToolUse",
		Steps: []Step{{".cursor/hooks.json in the project, or ~/.cursor/hooks.json", "json", `{
  "version": 1,
  "hooks": {
    "preToolUse": [
      {
        "matcher": "Write|Shell",
        "command": "{holdfast} guard --client cursor"
      }
    ]
  }
}
`}},
	},
	{
		ID: "copilot", Name: "GitHub Copilot CLI", Hook: "preToolUse",
		Steps: []Step{{"~/.copilot/hooks/holdfast.json", "json", `{
  "version": 1,
  "hooks": {
    "preToolUse": [
      {
        "type": "command",
        "bash": "{holdfast} guard --client copilot || exit 0",
        "timeoutSec": 10
      }
    ]
  }
}
`}},
	},
	{
		ID: "kilo", Name: "Kilo", Hook: "tool.execute.before",
		Steps: []Step{{"~/.config/kilo/plugin/holdfast.js", "javascript", strings.ReplaceAll(plugin, "{client}", "kilo")}},
		Note:  "It reads plugins when it starts: end kilo serve, and whatever else of it runs in the background, once.",
	},
	{
		ID: "pi", Name: "pi", Hook: "tool_call",
		Steps: []Step{{"~/.pi/agent/extensions/holdfast.ts", "javascript", `import { spawnSync } from "node:child_process";

export default function (pi) {
  pi.on("tool_call", (event, ctx) => {
    if (["read", "grep", "find", "ls"].includes(event.toolName)) return;
    const call = { tool: event.toolName, callID: event.toolCallId, cwd: ctx.cwd, args: event.input };
    const run = spawnSync("{holdfast} guard --client pi", {
      shell: true, input: JSON.stringify(call), encoding: "utf8", timeout: 10000,
    });
    let said = {};
    try {
      said = JSON.parse(run.stdout);
    } catch {} // it could not judge: the call may run
    if (said.decision === "deny") return { block: true, reason: said.reason };
  });
}
`}},
	},
}

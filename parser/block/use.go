package block

import (
	"bytes"
	"path"
	"strings"
)

// use is what a fence's tag says its content is for.
type use int

const (
	forCode    use = iota
	forShell       // to be run (TSLP 8.5)
	forReading     // text, unless a path says otherwise
	forOutput      // what a program printed
)

var uses = map[string]use{
	"bash": forShell, "sh": forShell, "shell": forShell, "zsh": forShell, "fish": forShell, "ksh": forShell,
	"powershell": forShell, "ps1": forShell, "pwsh": forShell, "cmd": forShell, "bat": forShell, "batch": forShell,
	"dos": forShell, "tool": forShell,

	"text": forReading, "txt": forReading, "plaintext": forReading, "plain": forReading, "none": forReading,
	"mermaid": forReading, "plantuml": forReading, "math": forReading, "latex": forReading, "tree": forReading,

	"output": forOutput, "console": forOutput, "terminal": forOutput, "stdout": forOutput, "stderr": forOutput,
	"log": forOutput, "logs": forOutput, "shell-session": forOutput, "shellsession": forOutput, "sh-session": forOutput,
	"bash-session": forOutput, "session": forOutput, "ansi": forOutput, "result": forOutput, "results": forOutput,
	"traceback": forOutput, "error": forOutput, "pycon": forOutput,
}

func useOf(tag string) use { return uses[strings.ToLower(tag)] }

// shellScript reports whether a shell block that names path is that file rather
// than commands to run.
func shellScript(p string, content []byte) bool {
	if p == "" {
		return false
	}
	if use, ok := uses[strings.ToLower(strings.TrimPrefix(path.Ext(p), "."))]; ok {
		return use == forShell
	}
	return path.Ext(p) == "" && bytes.HasPrefix(content, []byte("#!"))
}

// transcript reports whether a block without tag is a shell session, a folder
// tree or a stack trace.
func transcript(content []byte) bool {
	head := content[:min(len(content), 1<<12)]
	for line := range bytes.Lines(head) {
		s := bytes.TrimSpace(line)
		for _, sign := range []string{"$ ", "├──", "└──", "│", ">>> ", "Traceback (most recent call last)", "panic: ", "goroutine "} {
			if bytes.HasPrefix(s, []byte(sign)) {
				return true
			}
		}
	}
	return false
}

package call

import (
	"encoding/json"
	"strings"
	"testing"
)

// Calls whose results are asked for a failure.
var (
	aWrite = Read(Call{Arguments: []byte(`{"path":"src/a.go","content":"package a\n"}`)})
	aShell = Read(Call{Arguments: []byte(`{"command":"cat > src/a.go <<'E'\npackage a\nE"}`)})
	aRead  = Read(Call{Arguments: []byte(`{"path":"src/a.go"}`)})
	aCat   = Read(Call{Arguments: []byte(`{"command":"cat src/a.go"}`)})
)

func TestEachOfTheCallsIsOfItsKind(t *testing.T) {
	for want, did := range map[kind][]Action{said: aWrite, printed: aShell, shows: aRead, prints: aCat} {
		if got := kindOf(did); got != want || len(did) != 1 {
			t.Errorf("%+v is %d, not %d", did, got, want)
		}
	}
	if kindOf(nil) != said {
		t.Error("a call that is not known")
	}
}

// Each is what a client says of a write or an edit that it did not do.
func TestProduct10AClientsWordsDenyAWrite(t *testing.T) {
	for _, text := range []string{
		// Claude Code
		"<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
		"The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit).\nSTOP",
		"Claude requested permissions to write to /w/src/a.go, but you haven't granted it yet.",
		"String to replace not found in file.\nString: x",
		// Codex
		"apply_patch verification failed: no hunk", "exec: apply_patch verification failed: hunk", "exec command rejected by user", "aborted by user after 1.2s",
		// opencode, Kilo
		"Could not find oldString in the file. It must match exactly.",
		"Found multiple matches for oldString. Provide more context.",
		"No changes to apply: oldString and newString are identical.",
		"The user rejected permission to use this specific tool call.",
		`The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules [{"action":"deny"}]`,
		"BadResource: FileSystem.writeFile (/w/src/a.go)",
		"The user dismissed this question",
		// Qwen Code
		"Failed to edit, 0 occurrences found for old_string in a.go. No edits made.",
		"File /w/src/a.go has not been read in this session. Use the read_file tool first to load it before overwriting it.",
		"File /w/src/a.go has been modified since you last read it (mtime or size changed). Re-read it before editing it.",
		"Could not stat /w/src/a.go to verify prior read (EACCES). Re-read it, then retry.",
		`Qwen Code requires permission to use "write_file", but that permission was declined. Matching deny rule: "edit".`,
		`Tool "write" is denied.`, "Tool call cancelled by user.",
		// Cline, Continue
		"The tool execution failed with the following error:\n<error>\nx\n</error>",
		"[Operation Cancelled] Reason: User did not allow tool call",
		"Permission denied by user",
		"Command blocked by security policy",
		// pi
		"EEXIST: file already exists, mkdir '/w/src'", "ENOENT: no such file or directory, open '/w/src/a.go'",
		"Could not find edits[1] in a.go. The oldText must match exactly.",
		"Found 3 occurrences of the text in a.go. The text must be unique.",
		"Tool write not found",
		// Copilot
		"Permission to run this tool was denied due to the following rules: `shell`",
		"No match found in the file for the string to replace",
		// grok, nanocoder
		"Error creating src/created.go: EEXIST: file already exists, mkdir '/w/src'", "Tool execution error: it threw",
		"String not found in file. For multi-line replacements, consider editing by lines.", "No edits to undo",
		"⚒ Invalid path. It must be relative.", "Validation failed: ⚒ the file was left as it is",
		"Execution aborted because another tool call in this request was invalid.", "This tool does not exist.",
		// of no client that is known: the form tells
		"Error: src/a.go is locked", "[error] the disk is full", "**Error:** nothing came of it", "❌ Could not write the file",
		"MCP error -32000: Connection closed", "PermissionDenied: the sandbox forbids it", "Unable to save the file", "Writing src/a.go isn't allowed here",
		"Edit failed. The file was not updated.", "The file wasn’t changed.", "The edit was not applied.\r\nTry again.\r\n",
		"write src/a.go: permission denied", "open src/a.go: Read-only file system", "Access is forbidden", "Denied.", "The request timed out.",
		`{"success":false,"error":"old_text was not found"}`, `{"ok":"false"}`, `{"isError":true,"message":"m"}`, `{"status":"rejected","by":"user"}`,
		`{"denied":true}`, `{"error":{"message":"m"}}`, `{"name":"x","success":false}`,
		`[{"query":"edit:a.go","result":"","error":"Editor operation failed: x","success":false}]`,
	} {
		if why, is := Failed(aWrite, text, false); !is || why == "" {
			t.Errorf("%q", text)
		}
		if _, is := Failed(nil, text, false); !is {
			t.Errorf("of a call that is not known: %q", text)
		}
	}
}

func TestProduct10AClientsWordsOfASuccessAreNoFailure(t *testing.T) {
	for _, text := range []string{
		"", "ok", "Done.", "Edit applied successfully.", "Wrote file successfully.", "The file a.go has been updated.",
		"Success. Updated the following files:\nM a.go", "File written successfully (0 errors)", "Saved, without any problems.",
		"Wrote file successfully.\n\nLSP errors detected in this file, please fix:\nERROR [1:1] expected 'package'",
		"Created file src/a.go with 10 characters", "File src/a.go updated with changes.", "Successfully replaced 1 block(s) in failed/denied.go.",
		"Successfully modified file: a.go (1 replacements). Here is a snippet:\n1 error: x", `Replaced "could not open" in 1 place`,
		"src/denied.go", "File: src/a.go\nno more", "Reformatted src/a.go", "EPERM is handled: src/a.go was updated", "MyTool: wrote src/a.go",
		"Tool box not found: it was written anew", // says both: the disk is asked
		"Updated src/a.go with 1 addition\n--- a/src/failed.go\n+++ b/src/failed.go\n@@ -1 +1 @@\n-error\n+errors",
		"--- a/src/a.go\n+++ b/src/a.go\n@@ -1 +1 @@\n-the test failed\n+it did not", "diff --git a/failed.go b/failed.go\nnew file",
		"     1→// Permission denied\n     2→x", "1: Error: the first line of a log\n2: x", "+ it failed", "# Not found", "// cannot",
		"package a\n\n// Could not find oldString\n", "if err := f(); err != nil { // permission denied",
		`{"success":true,"output":"rejected"}`, `{"success":true,"error":"a warning"}`, `{"applied":3}`, `[]`, "[1]", `{"exitCode":0,"stderr":"Error: x"}`,
		"Die Datei wurde gespeichert.", "文件已写入", "Файл сохранён.",
		strings.Repeat("Error: a long log\n", 2000),
	} {
		if why, is := Failed(aWrite, text, false); is {
			t.Errorf("%q failed: %s", text, why)
		}
	}
}

func TestAResultThatNobodyCanReadIsLeftToTheDisk(t *testing.T) {
	for _, text := range []string{"Доступ запрещён", "操作已被用户拒绝", "L'utilisateur a refusé", "Queued for review"} {
		if why, is := Failed(aWrite, text, false); is {
			t.Errorf("%q failed: %s", text, why)
		}
	}
}

// Each tells how a command ended, in one of the ways of clients.
func TestACommandsExitCodeSaysWhetherItFailed(t *testing.T) {
	failed := map[string]string{
		"Chunk ID: 7f\nWall time: 0.1 seconds\nProcess exited with code 1\nOriginal token count: 3\nOutput:\nInvalid patch: no hunk": "Invalid patch: no hunk",
		"Exit code: 2\nWall time: 0.1 seconds\nOutput:\n":                                          "it ended with exit code 2",
		"Exit code: 2\r\nWall time: 0.1 seconds\r\nOutput:\r\nbuilt\r\n":                           "built",
		"bash: line 1: x/y.go: Not a directory\n<shellId: 2 completed with exit code 1>":           "bash: line 1: x/y.go: Not a directory",
		"built\nls: cannot open x\n<shellId: 0 completed with exit code 2>":                        "ls: cannot open x",
		"Exit code 1\nx: No such file or directory":                                                "x: No such file or directory",
		"Command: make\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 3\nSignal: (none)": "Error: (none)",
		"EXIT_CODE: 127\nsh: nope: not found":                                                      "sh: nope: not found",
		"a\nexit status 1":                                                                         "a",
		"Command exited with code 1":                                                               "it ended with exit code 1",
		"Command failed with exit code 1":                                                          "it ended with exit code 1",
		"a\n\nCommand exited with non-zero status code: 2":                                         "a",
		"<output>\n</output>\n<exit_code>1</exit_code>":                                            "the client reports that it failed",
		"a\n[exit code: -1]":                                                                       "a",
		"Process finished with exit code 4 in 2.5s.":                                               "it ended with exit code 4",
		strings.Repeat("a long output\n", 3000) + "return code: 1":                                 "a long output",
		`{"output":"patch failed\nmore","metadata":{"exit_code":1,"duration_seconds":0.1}}`:        "patch failed",
		`{"exitCode":1,"stdout":"","stderr":"x: denied","timedOut":false}`:                         "x: denied",
		`{"returncode":"1","output":""}`:                                                           "the client reports that it failed",
	}
	for text, want := range failed {
		for _, did := range [][]Action{aShell, aCat, nil} {
			if strings.HasPrefix(text, "{") && kindOf(did) == prints {
				continue // a file may hold it
			}
			if got, is := Failed(did, text, false); !is || got != want {
				t.Errorf("%q: %q %t", text[:min(len(text), 100)], got, is)
			}
		}
	}
	for _, text := range []string{
		"Chunk ID: 7f\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nError: printed by the program\nexit status 1",
		"Permission denied\n<shellId: 2 completed with exit code 0>", "ok  \tp\t0.1s\nexit code: 0", "Exit code 0\nrequest rejected",
		"--- FAIL: TestX\nFAIL\texit handling\t0.1s", "error: could not compile", "? p [no test files]", "make: *** failed", "the exit code 1 means trouble, says the manual",
		strings.Repeat("rejected\n", 20),
	} {
		if why, is := Failed(aShell, text, false); is {
			t.Errorf("%q failed: %s", text, why)
		}
	}
}

func TestACommandThatAClientDidNotRunFailed(t *testing.T) {
	for _, text := range []string{
		"Permission to run this tool was denied due to the following rules: `shell`", "The user rejected this command.\nAsk what to do instead.",
		"Command blocked by security policy", "bash: line 1: src/a.go: Permission denied", "sh: EACCES", "[Request interrupted by user]", "Command was cancelled.",
	} {
		if _, is := Failed(aShell, text, false); !is {
			t.Errorf("%q", text)
		}
	}
}

func TestAFileThatReadsLikeAFailureWasRead(t *testing.T) {
	for _, text := range []string{
		"Error: disk full", "Permission denied errors\n\nHow to mend them, one by one.\nFirst look.\nThen act.", "error: x\nerror: y\nerror: z\nerror: file w\n",
		"BadResource: a story", "Could not be better", "rejected", "Users must not commit.\n", "exit status 1", "Exit code 1", `{"name":"x","success":false}`,
		"package a\n", "func fail() { // the file cannot be read", "1: Error: a.go\n2: x", "Not found\n",
		strings.Repeat("Error: file not found\n", 50),
	} {
		if why, is := Failed(aRead, text, false); is {
			t.Errorf("%q failed: %s", text, why)
		}
	}
	for _, text := range []string{
		"Error: src/a.go not found", "File not found: /w/src/a.go", "ENOENT: no such file or directory, open '/w/src/a.go'", "cat: src/a.go: No such file or directory",
		"Error reading file: it is binary", "Failed to read file: Permission denied", "<tool_use_error>File does not exist.</tool_use_error>",
		"The user rejected permission to use this specific tool call.", `{"success":false,"error":"x"}`,
	} {
		for _, did := range [][]Action{aRead, aCat} {
			if _, is := Failed(did, text, false); !is {
				t.Errorf("%q", text)
			}
		}
	}
}

func TestTheReasonIsShort(t *testing.T) {
	if why, is := Failed(nil, "", true); !is || why == "" {
		t.Errorf("the client's own word: %q %t", why, is)
	}
	if why, _ := Failed(nil, "Error: "+strings.Repeat("é", 1000), false); len([]rune(why)) != maxReason+1 {
		t.Errorf("%d characters", len([]rune(why)))
	}
	if why, _ := Failed(nil, "<tool_use_error>File has not been read yet.\nRead it.</tool_use_error>", false); why != "File has not been read yet." {
		t.Errorf("%q", why)
	}
}

func FuzzFailed(f *testing.F) {
	for _, text := range []string{"Error: x", `{"success":false}`, "Exit code: 1\nOutput:\n", "rejected", `[{"error":{"message":"m"}}]`, "<tool_use_error>",
		"<a completed with exit code 1>", "‘not", "the user doesn't", "“0 errors” not", "\xff not", "Output:", "\nOutput:", "exit code 1\nOutput:\r\nx"} {
		for kind := range 4 {
			f.Add(text, false, kind)
		}
	}
	calls := [][]Action{aWrite, aShell, aRead, aCat}
	f.Fuzz(func(t *testing.T, text string, isError bool, kind int) {
		did := calls[uint(kind)%4]
		reason, failed := Failed(did, text, isError)
		if failed != (reason != "") || isError && !failed || len([]rune(reason)) > maxReason+1 {
			t.Errorf("%q %t", reason, failed)
		}
		if failed && !isError && kindOf(did) == shows && len(text) > maxOutcome {
			t.Errorf("a file of %d bytes failed: %s", len(text), reason)
		}
		if success, err := json.Marshal(map[string]any{"success": true, "output": text}); err != nil {
			t.Error(err)
		} else if why, is := Failed(did, string(success), false); is {
			t.Errorf("a success failed: %s", why)
		}
	})
}

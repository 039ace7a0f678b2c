package call

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Beginnings of a result that say that the call failed or was refused, in lower
// case. Clients often mark such a result in no other way.
var failures = []string{
	"<tool_use_error>", "<error>", "error:", "[error]", "error executing", "error editing", "error writing", "error reading",
	"error applying", "tool execution failed", "tool call failed", "failed to ", "could not find ", "could not edit", "could not apply",
	"found multiple matches", "no changes made", "no changes to make", "no match found", "string to replace not found", "string not found",
	"oldstring ", "old_string ", "old_text ", "oldtext ", "old_str ", "no replacement was performed", "0 occurrences", "multiple occurrences",
	"apply_patch verification failed", "patch rejected", "patch failed", "exec_command failed", "invalid patch", "invalid context",
	"the user doesn't want to", "the user rejected", "the user denied", "the user declined", "the user cancelled", "user rejected",
	"user denied", "user declined", "user cancelled", "user canceled", "rejected by", "denied by", "cancelled by", "canceled by",
	"permission denied", "permission to use", "permission for this action", "operation cancelled", "[operation cancelled]",
	"request interrupted", "[request interrupted", "tool use was rejected", "the tool call was", "tool call was", "tool call denied",
	"command blocked", "file has not been read", "file has been modified since", "file has been unexpectedly modified",
	"you must read", "file not found", "file does not exist", "no such file", "cannot create new file", "cannot edit",
	"the operation was cancelled", "the user has specified a rule which prevents", "tool execution was interrupted",
}

// Words that say so anywhere in the first line of a short result.
var failureWords = []string{
	"verification failed", "0 occurrences found", "occurrences found for old", "could not find oldstring", "doesn't want to proceed", "was rejected by the user",
	"rejected by the user", "rejected by user", "aborted by user", "denied by the user", "cancelled by the user", "permission denied", "file has not been read yet",
	"already exists, but", "not found in file", "must be unique", "no edits made", "permission was declined",
}

// Bounds on a result that is a failure: a file that was read is longer, or does
// not begin like this.
const (
	maxFailure = 16 << 10 // bytes: a client may quote the old text
	maxProse   = 12       // lines in which failureWords count
	maxReason  = 160      // characters of a reason
)

var (
	exitCode    = regexp.MustCompile(`^(?:Process exited with code|Exit code:) (\d+)`)
	occurrences = regexp.MustCompile(`^found \d+ (?:occurrences|matches) of`)
	// withheld is said of a tool that the client does not let the model use.
	withheld = regexp.MustCompile(`^tool ["'` + "`" + `]?[\w.-]+["'` + "`" + `]? (?:not found(?:[.\n]|$)|is not available|is denied|is disabled)`)
)

// Failed tells whether a result says that the call failed, or was denied,
// rejected or cancelled by the user, and the reason in a few words. isError is
// what the client's format says outright. What a file holds is no failure: only
// the head of a short result is asked.
func Failed(text string, isError bool) (reason string, failed bool) {
	if isError {
		return short(text), true
	}
	if len(text) > maxFailure {
		return "", false
	}
	head := strings.TrimSpace(text)
	if reason, failed = failedJSON(head); failed {
		return reason, true
	}
	if reason, failed = failedCommand(head); failed {
		return reason, true
	}
	lower := strings.ToLower(head)
	for _, f := range failures {
		if strings.HasPrefix(lower, f) {
			return short(head), true
		}
	}
	if occurrences.MatchString(lower) || withheld.MatchString(lower) {
		return short(head), true
	}
	first, _, _ := strings.Cut(lower, "\n")
	if strings.Count(head, "\n") >= maxProse || !prose(first) {
		return "", false
	}
	for _, w := range failureWords {
		if strings.Contains(first, w) {
			return short(head), true
		}
	}
	return "", false
}

// prose tells whether a line is said by a client rather than shown of a file:
// it begins with a word and is no numbered line, comment or code.
func prose(line string) bool {
	if line == "" || !(line[0] >= 'a' && line[0] <= 'z' || line[0] == '[') {
		return false
	}
	return !strings.ContainsAny(line, "{};=") && strings.Contains(line, " ")
}

// outcome is a result in JSON, with all that clients put into one. Any other
// member makes it a file.
type outcome struct {
	Success  *bool            `json:"success"`
	OK       *bool            `json:"ok"`
	IsError  *bool            `json:"is_error"`
	Error    json.RawMessage  `json:"error"`
	Message  json.RawMessage  `json:"message"`
	Output   json.RawMessage  `json:"output"`
	Result   json.RawMessage  `json:"result"`
	Query    json.RawMessage  `json:"query"`
	Status   json.RawMessage  `json:"status"`
	Reason   json.RawMessage  `json:"reason"`
	Path     json.RawMessage  `json:"path"`
	Stdout   json.RawMessage  `json:"stdout"`
	Stderr   json.RawMessage  `json:"stderr"`
	ExitCode *int             `json:"exit_code"`
	Metadata *json.RawMessage `json:"metadata"`
}

// failedJSON reads a result in JSON; of a list, all must have failed.
func failedJSON(head string) (reason string, failed bool) {
	var list []outcome
	switch {
	case strings.HasPrefix(head, "{"):
		list = make([]outcome, 1)
		if strict(head, &list[0]) != nil {
			return "", false
		}
	case strings.HasPrefix(head, "["):
		if strict(head, &list) != nil {
			return "", false
		}
	}
	for _, o := range list {
		why, bad := o.failed()
		if !bad {
			return "", false
		}
		if reason == "" {
			reason = why
		}
	}
	return reason, len(list) > 0
}

func strict(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func (o outcome) failed() (reason string, failed bool) {
	var meta struct {
		ExitCode int `json:"exit_code"`
	}
	if o.Metadata != nil {
		_ = json.Unmarshal(*o.Metadata, &meta) // metadata of another form tells nothing
	}
	code := meta.ExitCode
	if o.ExitCode != nil {
		code = *o.ExitCode
	}
	said := no(o.Success) || no(o.OK) || o.IsError != nil && *o.IsError
	if !said && code == 0 && !(o.Success == nil && o.OK == nil && spoken(o.Error) != "") {
		return "", false
	}
	for _, raw := range []json.RawMessage{o.Error, o.Reason, o.Message, o.Stderr, o.Output, o.Result} {
		if s := spoken(raw); s != "" {
			return short(s), true
		}
	}
	return "the client reports that it failed", true
}

func no(b *bool) bool { return b != nil && !*b }

// spoken is a member's text, or the message inside it.
func spoken(raw json.RawMessage) string {
	if s, ok := asText(raw); ok {
		return strings.TrimSpace(s)
	}
	if o, ok := readObject(raw); ok {
		s, _, _ := o.text("message", "error")
		return strings.TrimSpace(s)
	}
	return ""
}

// failedCommand reads the head that Codex puts before a command's output.
func failedCommand(head string) (reason string, failed bool) {
	before, output, ok := strings.Cut(head, "\nOutput:\n")
	if !ok {
		before, output = strings.TrimSuffix(head, "\nOutput:"), ""
	}
	if strings.Count(before, "\n") > 6 {
		return "", false
	}
	for line := range strings.Lines(before) {
		if m := exitCode.FindStringSubmatch(line); m != nil && strings.Trim(m[1], "0") != "" {
			if strings.TrimSpace(output) == "" {
				return "it ended with exit code " + m[1], true
			}
			return short(output), true
		}
	}
	return "", false
}

var tags = regexp.MustCompile(`</?[a-z_]+>`)

// short is the first line of a text that says something, cut for display.
func short(text string) string {
	text = tags.ReplaceAllString(text[:min(len(text), maxFailure)], "")
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.ToValidUTF8(strings.TrimSpace(line), "\ufffd")
	if r := []rune(line); len(r) > maxReason {
		return string(r[:maxReason]) + "…"
	}
	if line == "" {
		return "the client reports that it failed"
	}
	return line
}

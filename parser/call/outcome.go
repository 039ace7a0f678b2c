package call

import (
	"encoding/json"
	"slices"
	"strings"
)

// outcomeNames are the members of a result in JSON, by their plain names. Any
// other member makes what a read brought a file.
var outcomeNames = []string{
	"success", "ok", "iserror", "error", "message", "output", "result", "query", "status", "reason", "path", "stdout", "stderr",
	"exitcode", "metadata",
}

// maxOutcome bounds a result in JSON, in bytes: it may hold a command's output.
const maxOutcome = 256 << 10

// outcome is a result in JSON: one object, or one for each part of the call.
type outcome []object

// outcomes reads a result in JSON; it is false for any other text.
func outcomes(text string) (o outcome, is bool) {
	if len(text) > maxOutcome || !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return nil, false
	}
	items := []json.RawMessage{json.RawMessage(text)}
	if text[0] == '[' && json.Unmarshal([]byte(text), &items) != nil {
		return nil, false
	}
	for _, item := range items {
		one, ok := readObject(item)
		if !ok {
			return nil, false
		}
		o = append(o, one)
	}
	return o, true
}

// failed reports whether all of them failed, and why the first did. strict takes
// only what is nothing but a result.
func (o outcome) failed(strict bool) (reason string, failed bool) {
	for _, one := range o {
		foreign := slices.ContainsFunc(one.names(), func(name string) bool { return !slices.Contains(outcomeNames, name) })
		if strict && foreign || !one.failed() {
			return "", false
		}
		if reason == "" {
			reason = one.reason()
		}
	}
	return reason, len(o) > 0
}

func (o object) failed() bool {
	for name, value := range o.members {
		if string(value) == "true" && (name == "iserror" || refusals[name]) {
			return true
		}
	}
	if o.no("success") || o.no("ok") {
		return true
	}
	if status, _, _ := o.text("status"); troubles[strings.ToLower(status)] || refusals[strings.ToLower(status)] {
		return true
	}
	told := o
	if in, ok := o.inner("metadata"); ok && !o.has("exitcode", "exitstatus", "returncode") {
		told = in
	}
	if code, ok := told.number("exitcode", "exitstatus", "returncode"); ok {
		return code != 0
	}
	return !o.has("success", "ok") && o.spoken("error") != ""
}

// no reports whether a member is false, be it written as a string.
func (o object) no(name string) bool {
	raw := string(o.members[name])
	return raw == "false" || strings.EqualFold(raw, `"false"`)
}

// reason is what an object says of its failure.
func (o object) reason() string {
	for _, name := range []string{"error", "reason", "message", "stderr", "output", "result"} {
		if s := o.spoken(name); s != "" {
			return short(s)
		}
	}
	return "the client reports that it failed"
}

// spoken is a member's text, or the message inside it.
func (o object) spoken(name string) string {
	if s, ok := asText(o.members[name]); ok {
		return strings.TrimSpace(s)
	}
	if in, ok := readObject(o.members[name]); ok {
		s, _, _ := in.text("message", "error")
		return strings.TrimSpace(s)
	}
	return ""
}

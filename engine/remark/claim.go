package remark

import (
	"slices"
	"strings"

	"holdfast/parser/pattern"
	"holdfast/store/event"
)

// done is a sentence in which the model says that it has changed something: "I have
// added …", "I've updated …", "Updated …", "… has been added to …".
var done = pattern.New(`(?i)^(?:(?:done|great|sure|ok(?:ay)?|certainly|now|alright|perfect)[,.:!]? +)?` +
	`(?:(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:also |now |just |successfully |already )*)` + pastOfChange + `\b` +
	`|\b(?:has|have) (?:been |now been )(?:successfully )?` + pastOfChange + `\b`)

const pastOfChange = `(?:added|changed|converted|corrected|created|deleted|edited|extended|extracted|fixed|implemented|inserted|modified|moved|refactored|removed|renamed|replaced|rewritten|rewrote|simplified|updated)`

// doubted is a sentence that says so of something else, or does not say it.
var doubted = pattern.New(`(?i)\b(?:not|n't|never|if|would|could|should|will|once|after you|before|yesterday|earlier|previously|already|let me|plan|assume|suppose|as if|when)\b`)

// claim is the remark that something which the reply says was changed was not.
func (t *Turn) claim() (event.Remark, bool) {
	if t.wrote() || t.Named == nil {
		return event.Remark{}, false
	}
	for _, s := range sentences(t.Text) {
		if !done.MatchString(s) || doubted.MatchString(s) || strings.HasSuffix(s, "?") {
			continue
		}
		names := t.Named(s)
		if len(names) == 0 || slices.ContainsFunc(names, t.moved) {
			continue
		}
		name := names[0]
		return event.Remark{Kind: Claim, Subject: name, Detail: "the reply says that " + name + " was changed; no change was received"}, true
	}
	return event.Remark{}, false
}

// moved reports whether anything of a file or a symbol came with the reply, or changed
// in the turn.
func (t *Turn) moved(name string) bool {
	path, _, _ := strings.Cut(name, "::")
	return slices.ContainsFunc(t.Brought, func(b string) bool {
		of, _, whole := strings.Cut(b, "::")
		return b == name || of == path && (!whole || name == path)
	}) || t.Changed == nil || t.Changed(name)
}

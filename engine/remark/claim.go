package remark

import (
	"slices"
	"strings"

	"holdfast/parser/pattern"
	"holdfast/store/event"
)

// Sentences in which the model says that it has changed something.
var (
	// done says so outright: "I have added …", "… has been added to …".
	done = pattern.New(`(?i)^(?:\W*(?:done|great|sure|ok(?:ay)?|certainly|now|alright|perfect|finally|then|next)[,.:!]? +)?` +
		`(?:\W*(?:i(?:'ve| have)?|we(?:'ve| have)?) (?:\w+ly |also |now |just |then |gone ahead and )*` + pastOfChange + `\b` +
		`|.*?\b(?:has|have) (?:now |also |just )?been (?:\w+ly )?` + pastOfChange + `\b)`)
	// listed says so without saying who, as a list of changes does: "Added … to …",
	// "net.go: removed …", "`Dial` now waits". It is about this turn unless the user asks
	// for what has been (see told).
	listed = pattern.New(`(?i)^\W*(?:[^.:?!—–]{1,60}?(?:\.\w{1,5})?[^\w\s]*(?::| [—–-])\W+)?` + pastAlone +
		"(?:[\\s*_:]|$)|^\\W*(?:the )?`[^`]+`[^`.,:;]{0,30} now (?:also |\\w+ly )?[a-z]+s\\b")
)

const (
	pastAlone = `(?:adapted|added|adjusted|bumped|changed|cleaned|consolidated|converted|corrected|created|deleted|disabled|dropped|edited|enabled|enhanced|` +
		`expanded|extended|extracted|fixed|hoisted|implemented|improved|increased|inlined|inserted|integrated|introduced|merged|migrated|modified|moved|optimi[sz]ed|` +
		`patched|recreated|reduced|refactored|reformatted|reimplemented|relocated|removed|renamed|reorgani[sz]ed|replaced|restored|restructured|reverted|reworked|rewired|` +
		`rewrote|simplified|standardi[sz]ed|swapped|switched|tightened|updated|upgraded|wired|wrapped)`
	pastOfChange = `(?:` + pastAlone + `|made|rewritten|set|split|written|wrote)`
)

// Words by which such a sentence does not say so: of doubted before it has said it, of
// ago anywhere.
var (
	doubted = pattern.New(`(?i)\b(?:not|n't|never|if|would|could|should|will|once|after you|let me|plan|assume|suppose|` +
		`as if|when|unless|seems?|looks like|appears?|may|might)\b`)
	ago = pattern.New(`(?i)\b(?:before|yesterday|earlier|previously|already|last (?:time|turn|week|session))\b`)
)

// told is a prompt to which a list of changes is the answer.
var told = pattern.New(`(?i)\b(?:what (?:did|has|have|was|were|changes|changed)|which changes|` +
	`summar\w+|recap|explain|describe|change ?log|commit message|release notes|history|status|progress|report)\b`)

// claim is the remark that something which the reply says was changed was not.
func (t *Turn) claim() (event.Remark, bool) {
	if t.wrote() || t.Named == nil {
		return event.Remark{}, false
	}
	listing := !told.MatchString(t.Asked)
	for _, s := range sentences(t.Text) {
		if !claims(s, listing) {
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

// claims reports whether a sentence says that the model has changed something; listing,
// whether a list of changes is about this turn.
func claims(sentence string, listing bool) bool {
	s := strings.ReplaceAll(sentence, "’", "'")
	if strings.HasSuffix(s, "?") || ago.MatchString(s) {
		return false
	}
	said := done.FindStringIndex(s)
	if said == nil && listing {
		said = listed.FindStringIndex(s)
	}
	return said != nil && !doubted.MatchString(s[:said[1]])
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

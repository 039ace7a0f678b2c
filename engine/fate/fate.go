package fate

import (
	"strings"

	"holdfast/engine/canon/rebuild"
	"holdfast/store/event"
)

// Rejected is the fate of what is neither current nor waits: it was rejected, or the
// operator took it back.
const Rejected event.State = "REJECTED"

// Nothing is the fate of code without an entity that waits for nobody: a command, a
// piece of output, or what is known by now. Nobody decided about it, or will.
const Nothing event.State = "NOTHING"

// Linked begins the reason of code that the operator gave an entity.
const Linked = "it is "

// OfCode is what has become of code without an entity that does not wait, by what the
// operator said of it last; the zero CodeSettled where that is nothing.
func OfCode(said event.CodeSettled) event.State {
	switch {
	case said.Block == "" || said.Waits:
		return Nothing
	case strings.HasPrefix(said.Reason, Linked):
		return event.Authoritative
	}
	return Rejected
}

// Of is what has become of an artifact, by all artifacts of its entity, the newest
// first: PROPOSED while it waits, AUTHORITATIVE once it was accepted, Rejected where
// it was not, or where the operator went back behind it. What the same content became
// counts as well, for an undo makes new artifacts of old content (TSLP 12). reports
// false where the artifact is not among them.
func Of(id string, all []event.Artifact) (state event.State, ok bool) {
	var a event.Artifact
	for _, x := range all {
		if x.ID == id {
			a, ok = x, true
		}
	}
	if !ok {
		return "", false
	}
	waits, now := false, event.Artifact{}
	for _, x := range all {
		switch x.State {
		case event.Proposed:
			waits = waits || x.Hash == a.Hash && x.Removes == a.Removes
		case event.Authoritative:
			now = x
		}
	}
	switch {
	case a.Removes && !waits:
		return removal(a, now), true
	case now.ID != "" && now.Hash == a.Hash:
		return event.Authoritative, true
	case waits:
		return event.Proposed, true
	case a.Version == 0: // it was never current
		if a.State == event.Tombstoned && strings.HasPrefix(a.Reason, rebuild.Accepted) {
			return event.Authoritative, true // as another entity
		}
		return Rejected, true
	case now.ID == "" || now.Origin == event.ByRestore || now.Origin == event.ByDisk:
		return Rejected, true // taken out, or gone back behind
	}
	return event.Authoritative, true // what came after it was built on it
}

// removal is the fate of what proposed that an entity goes and does not wait any more.
func removal(a, now event.Artifact) event.State {
	if now.ID == "" || now.Created.After(a.Changed) {
		return event.Authoritative
	}
	return Rejected
}

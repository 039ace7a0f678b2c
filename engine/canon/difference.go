package canon

import (
	"cmp"
	"slices"
	"strings"
)

// Difference is what changed between two states: the differential part of a
// delta. New content is Promoted, whoever wrote it, since a SESSION_STATE does
// not tell.
func Difference(prior, next State) []Change {
	had, has := contents(prior), contents(next)
	was := statuses(prior)
	var changes []Change
	add := func(verb Verb, target string) {
		changes = append(changes, Change{Verb: verb, Target: target})
	}
	for _, a := range next.LastPersistentArtifacts {
		if had[a.PathOrLabel] != a.ArtifactID {
			add(Promoted, a.PathOrLabel)
		}
	}
	for target, status := range statuses(next) {
		if status == statusPersisted && was[target] == statusPending && had[target] == has[target] {
			add(Persisted, target)
		}
	}
	for _, a := range prior.LastPersistentArtifacts {
		if _, ok := has[a.PathOrLabel]; !ok {
			add(Tombstoned, a.PathOrLabel)
		}
	}
	for _, id := range without(conflictIDs(next), conflictIDs(prior)) {
		add(Opened, id)
	}
	for _, id := range without(conflictIDs(prior), conflictIDs(next)) {
		add(Settled, id)
	}
	for _, id := range without(decisionIDs(next), decisionIDs(prior)) {
		add(Asked, id)
	}
	for _, id := range without(decisionIDs(prior), decisionIDs(next)) {
		add(Answered, id)
	}
	slices.SortFunc(changes, compareChanges)
	return changes
}

// contents is the content hash of each entity of a state.
func contents(s State) map[string]string {
	hashes := make(map[string]string, len(s.LastPersistentArtifacts))
	for _, a := range s.LastPersistentArtifacts {
		hashes[a.PathOrLabel] = a.ArtifactID
	}
	return hashes
}

// statuses is how far each grant in force has come.
func statuses(s State) map[string]string {
	statuses := make(map[string]string, len(s.AuthorizedDeltas))
	for _, d := range s.AuthorizedDeltas {
		if d.Status != statusRevoked {
			statuses[d.Target] = d.Status
		}
	}
	return statuses
}

func conflictIDs(s State) []string {
	var ids []string
	for _, c := range s.OpenConflicts {
		if c.Status == statusOpen {
			ids = append(ids, c.ConflictID)
		}
	}
	return ids
}

func decisionIDs(s State) []string {
	ids := make([]string, len(s.PendingDecisions))
	for i, d := range s.PendingDecisions {
		ids[i] = d.DecisionID
	}
	return ids
}

// without is what of a list is not in another one.
func without(list, other []string) []string {
	gone := make(map[string]bool, len(other))
	for _, s := range other {
		gone[s] = true
	}
	var kept []string
	for _, s := range list {
		if !gone[s] {
			kept = append(kept, s)
		}
	}
	return kept
}

// rank is a verb's place among verbs.
func rank(v Verb) int {
	for i := range verbs {
		if verbs[i].verb == v {
			return i
		}
	}
	return len(verbs)
}

func compareChanges(a, b Change) int {
	return cmp.Or(cmp.Compare(rank(a.Verb), rank(b.Verb)), strings.Compare(a.Target, b.Target))
}

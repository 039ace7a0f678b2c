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
	for _, about := range without(conflicts(next), conflicts(prior)) {
		add(Opened, about)
	}
	for _, about := range without(conflicts(prior), conflicts(next)) {
		add(Settled, about)
	}
	for _, about := range without(decisions(next), decisions(prior)) {
		add(Asked, about)
	}
	for _, about := range without(decisions(prior), decisions(next)) {
		add(Answered, about)
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

// matter is something of a state that comes and goes, and what it is about.
type matter struct{ id, about string }

func conflicts(s State) []matter {
	var list []matter
	for _, c := range s.OpenConflicts {
		if c.Status == statusOpen {
			list = append(list, matter{c.ConflictID, c.about()})
		}
	}
	return list
}

func decisions(s State) []matter {
	list := make([]matter, len(s.PendingDecisions))
	for i, d := range s.PendingDecisions {
		list[i] = matter{d.DecisionID, d.about()}
	}
	return list
}

// without is what the matters of a list are about that are not in another one.
func without(list, other []matter) []string {
	gone := make(map[string]bool, len(other))
	for _, m := range other {
		gone[m.id] = true
	}
	var kept []string
	for _, m := range list {
		if !gone[m.id] {
			kept = append(kept, m.about)
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

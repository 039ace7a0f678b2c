package turn

import (
	"context"
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/store"
	"holdfast/store/event"
)

// staleIn lists the STALE entities whose code may stand in what was said.
func (s *session) staleIn(said []hydrate.Pair) []string {
	var mentions []hydrate.Mention
	for _, p := range said {
		mentions = append(append(mentions, s.Map.Spoken(p.User)...), s.Map.Spoken(p.Assistant)...)
	}
	for _, key := range s.Diverged.Keys() { // a name that too many share is no mention
		if e := s.Map.Get(key); e != nil && speaksOf(said, e.Symbol[strings.LastIndexByte(e.Symbol, '.')+1:]) {
			mentions = append(mentions, hydrate.Mention{Entity: e.Shown()})
		}
	}
	verdicts := s.verdicts(hydrate.Candidates(mentions, nil))
	var stale []string
	for key, verdict := range verdicts {
		if verdict.Withhold != "" {
			stale = append(stale, key)
		}
	}
	slices.Sort(stale)
	return stale
}

func speaksOf(said []hydrate.Pair, name string) bool {
	return slices.ContainsFunc(said, func(p hydrate.Pair) bool {
		return strings.Contains(p.User, name) || strings.Contains(p.Assistant, name)
	})
}

// verdicts is what hydration is told of its candidates (TSLP 15.6).
func (s *session) verdicts(candidates []hydrate.Mention) map[string]hydrate.Verdict {
	keys := make([]string, len(candidates))
	for i, m := range candidates {
		keys[i] = m.Entity.Key()
	}
	var verdicts map[string]hydrate.Verdict
	for _, v := range s.Disk.Verify(s.Session, s.Map.EntriesOf(keys)) {
		if verdict := stale.VerdictOf(v, s.Pending.InReview(v.Key()), s.p.means.Tolerates()); verdict != (hydrate.Verdict{}) {
			if verdicts == nil {
				verdicts = map[string]hydrate.Verdict{}
			}
			verdicts[v.Key()] = verdict
		}
	}
	return verdicts
}

// maxVersions is how many of the latest artifacts of a STALE entity are looked
// through for texts that may have been said. They are many more than turns are
// shown: a reply that repeats what stands or waits makes none, so that what it
// said may be an old one.
const maxVersions = 64

// versionsOf are the texts of an entity's latest versions, each once, as they
// may have been said.
func (s *session) versionsOf(key string) []hydrate.Left {
	ctx, cancel := context.WithTimeout(context.Background(), s.Patience)
	defer cancel()
	list, err := s.DB.Artifacts(ctx, s.ID, store.Filter{Entity: key, Limit: maxVersions})
	if err != nil {
		s.Log.Warn("the versions of a STALE entity could not be read", "entity", key, "err", err)
	}
	var left []hydrate.Left
	why := ""
	if s.Pending.InReview(key) {
		why = "another version of it waits for the user's decision"
	}
	seen := map[string]bool{"": true}
	if e := s.Map.Get(key); e != nil {
		list = append(list, event.Artifact{Text: e.TextHash()})
	}
	for _, a := range list {
		if seen[a.Text] {
			continue
		}
		seen[a.Text] = true
		if text, err := s.Load(a.Text); err == nil {
			left = append(left, hydrate.Left{Entity: key, Code: string(text), Why: why})
		}
	}
	return left
}

// held are the messages of a request, as the recent context is compared with them.
func held(messages []wire.Message) []hydrate.Said {
	out := make([]hydrate.Said, len(messages))
	for i, m := range messages {
		out[i] = hydrate.Said{Text: m.Text, Own: m.Own}
	}
	return out
}

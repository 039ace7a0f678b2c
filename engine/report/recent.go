package report

import (
	"cmp"
	"context"
	"slices"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/store"
	"holdfast/store/event"
)

// RecentEpisode is one line of GET /recent: metadata only.
type RecentEpisode struct {
	ID        string          `json:"episode_id"`
	Timestamp time.Time       `json:"timestamp"`
	Entities  []string        `json:"entities"`
	Artifacts []ArtifactState `json:"artifact_states"`
	// Prompt is what the server said of the prompt, nil where it said nothing.
	Prompt *event.PromptRead `json:"prompt,omitempty"`
	// Remarks are what there is to say of the reply.
	Remarks []event.Remark `json:"remarks,omitempty"`
	// Prefix is where the common prefix with the conversation's request before ends,
	// nil where that is not known.
	Prefix *event.PrefixEnd `json:"prefix,omitempty"`
	// Problem says why the episode did not end as a reply does, empty where it
	// did. It is for people, and no part of the endpoint.
	Problem string `json:"-"`
	// Kind and Format are those of the opening, and Asked is the first line of what the
	// user wrote, "" for a decision. They are for people, and no part of the endpoint,
	// which tells no contents.
	Kind   string `json:"-"`
	Format string `json:"-"`
	Asked  string `json:"-"`
}

// ArtifactState is what became of one artifact of an episode.
type ArtifactState struct {
	Entity     string           `json:"entity"`
	Artifact   string           `json:"artifact"`
	State      event.State      `json:"state"` // PROPOSED where it was linked to nothing (TSLP 5)
	Confidence event.Confidence `json:"confidence"`
	// Ended says of a TOMBSTONED one whether it was the truth once or a proposal
	// (TSLP 5), and why it ended. It is for people, and no part of the endpoint.
	Ended string `json:"-"`
	// Reason is why it is TOMBSTONED, "" where it is not, and Version its number among the versions
	// that were the truth, 0 for what never was. They are for people, too.
	Reason  string `json:"-"`
	Version int    `json:"-"`
}

// EndOf is why an artifact is TOMBSTONED, "" where it is not.
func EndOf(a event.Artifact) string {
	switch {
	case a.State != event.Tombstoned:
		return ""
	case a.Version == 0:
		return "never AUTHORITATIVE, the proposal was closed: " + cmp.Or(a.Reason, "no reason is on record")
	}
	return a.Reason
}

func endReason(a event.Artifact) string {
	if a.State != event.Tombstoned {
		return ""
	}
	return a.Reason
}

// Recent lists the latest episodes of the named session, newest first.
func (r *Reader) Recent(ctx context.Context, session string, n int) ([]RecentEpisode, error) {
	s, err := r.sessions.For(ctx, session)
	if err != nil {
		return nil, err
	}
	episodes, err := r.db.Episodes(ctx, s.ID, n)
	if err != nil {
		return nil, err
	}
	out := make([]RecentEpisode, 0, len(episodes))
	for _, ep := range episodes {
		recent, err := r.recentEpisode(ctx, s, ep)
		if err != nil {
			return nil, err
		}
		out = append(out, recent)
	}
	return out, nil
}

func (r *Reader) recentEpisode(ctx context.Context, s *sessions.Session, ep event.Episode) (RecentEpisode, error) {
	recent := RecentEpisode{
		ID: ep.ID, Timestamp: ep.Opened.UTC(), Entities: []string{}, Artifacts: []ArtifactState{},
		Remarks: ep.Remarks, Problem: problemOf(ep), Kind: ep.Kind, Format: ep.Format,
	}
	written, err := r.text(ctx, ep.Written)
	if err != nil {
		return recent, err
	}
	recent.Asked = events.FirstLine(written)
	recent.Prefix = ep.Prefix()
	if read := ep.PromptRead(); read != (event.PromptRead{}) {
		recent.Prompt = &read
	}
	list, err := r.db.Artifacts(ctx, s.ID, store.Filter{Episode: ep.ID})
	if err != nil {
		return recent, err
	}
	seen := map[string]bool{}
	for _, a := range slices.Backward(list) {
		if !seen[a.Entity] {
			seen[a.Entity] = true
			recent.Entities = append(recent.Entities, a.Entity)
		}
		recent.Artifacts = append(recent.Artifacts, ArtifactState{
			Entity: a.Entity, Artifact: a.Hash, State: a.State, Confidence: a.Confidence,
			Ended: EndOf(a), Reason: endReason(a), Version: a.Version,
		})
	}
	for _, l := range ep.Loose {
		recent.Artifacts = append(recent.Artifacts, ArtifactState{Entity: l.Path, Artifact: l.Block, State: event.Proposed, Confidence: event.Unresolved})
	}
	return recent, nil
}

func problemOf(ep event.Episode) string {
	switch ep.Status {
	case event.EpisodeIsClosed:
		return ""
	case event.EpisodeIsAborted:
		return "aborted: " + ep.Reason
	default:
		return "no end was recorded: it is under way, or its engine was stopped"
	}
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/store/event"
)

func ids(artifacts []event.Artifact) []string {
	var got []string
	for _, a := range artifacts {
		got = append(got, a.ID)
	}
	return got
}

func TestArtifactsAreSelectedByAFilter(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	for _, c := range []struct {
		name string
		f    Filter
		want []string
	}{
		{"all", Filter{}, []string{"a-back", "a-gone", "a-removal", "a-waiting", "a-rejected", "artifact-000002", "artifact-000001"}},
		{"an entity", Filter{Entity: "pool.go::Acquire"}, []string{"a-removal", "artifact-000002", "artifact-000001"}},
		{"a path", Filter{Path: "old.go"}, []string{"a-back", "a-gone"}},
		{"a path that begins another", Filter{Path: "pool"}, nil},
		{"an episode", Filter{Episode: "episode-000002"}, []string{"a-gone", "a-rejected", "artifact-000002"}},
		{"a state", Filter{States: []event.State{event.Proposed}}, []string{"a-removal", "a-waiting"}},
		{"two states", Filter{States: []event.State{event.Superseded, event.Tombstoned}}, []string{"a-gone", "a-rejected", "artifact-000001"}},
		{"the newest of each entity", Filter{Newest: true}, []string{"a-back", "a-removal", "a-waiting", "a-rejected"}},
		{"the newest truth", Filter{Newest: true, States: []event.State{event.Authoritative, event.Superseded}}, []string{"a-back", "artifact-000002"}},
		{"a limit", Filter{Limit: 2}, []string{"a-back", "a-gone"}},
		{"all at once", Filter{Entity: "pool.go::Acquire", Path: "pool.go", Episode: "episode-000001", States: []event.State{event.Superseded}, Newest: true, Limit: 1}, []string{"artifact-000001"}},
	} {
		got, err := h.db.Artifacts(context.Background(), session, c.f)
		if err != nil || !slices.Equal(ids(got), c.want) {
			t.Errorf("%s: %v (%v), want %v", c.name, ids(got), err, c.want)
		}
	}
}

func TestAnArtifactComesBackAsItWasRecorded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	a, err := h.db.Artifact(context.Background(), session, "a-rejected")
	if err != nil {
		t.Fatal(err)
	}
	recorded, _ := artifact("a-rejected", "episode-000002", "pool.go::Release", "func Release() {}")
	if a.Session != session || a.Episode != "episode-000002" || a.Turn != 2 || a.Entity != recorded.Entity || a.Path != recorded.Path ||
		a.Hash != recorded.Hash || a.Structure != recorded.Structure || a.Text != recorded.Text || a.Block != recorded.Block ||
		a.Nodes != 40 || a.Tokens != 90 || !a.Top || a.Confidence != event.Inferred || a.Convention != "info_string" || a.Origin != event.ByTool {
		t.Errorf("its code comes back as %+v", a)
	}
	if !decidedAsRejected(a) {
		t.Errorf("what was decided comes back as %+v", a)
	}
}

// decidedAsRejected reports whether a holds what became of the artifact that the
// story rejects.
func decidedAsRejected(a event.Artifact) bool {
	return a.WaitsForDisk && !a.Removes && a.State == event.Tombstoned && a.By == "operator" && a.Reason == "not what I meant" &&
		a.Version == 0 && a.Changed.Equal(a.Created) && a.StateSeq > a.Seq && a.Gates.Checks[1].Was == 88
}

func TestAnArtifactIsFoundByAUniquePrefix(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	long, content := artifact("a-waiting-longer", "", "x.go::X", "x")
	h.must(Batch{Session: session, Blobs: [][]byte{content}, Events: []event.Event{long}})
	for _, c := range []struct {
		prefix, want string
		err          error
	}{
		{"a-waiting-", "a-waiting-longer", nil},
		{"a-waiting", "a-waiting", nil}, // a whole id is itself
		{"a-wait", "", event.ErrAmbiguous},
		{"artifact-000002", "artifact-000002", nil},
		{"zzz", "", event.ErrNotFound},
		{"", "", event.ErrNotFound},
		{"%", "", event.ErrNotFound},
	} {
		a, err := h.db.Artifact(context.Background(), session, c.prefix)
		if a.ID != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q gives %q, %v; want %q, %v", c.prefix, a.ID, err, c.want, c.err)
		}
	}
	if _, err := h.db.Artifact(context.Background(), "s2", "a-waiting"); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("another session's artifact: %v", err)
	}
}

func TestTheStateMapComesInOrderOfPathAndPosition_3_3(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := Batch{Session: session}
	for i, c := range []struct {
		entity, path string
		position     int
	}{{"b.go::Z", "b.go", 1}, {"a.go::B", "a.go", 2}, {"a.go::A", "a.go", 10}, {"a.go.bak::*", "a.go.bak", 0}, {"b.go::A", "b.go", 2}} {
		a, content := artifact(c.entity, "", c.entity, c.entity)
		a.Path, a.Position = c.path, c.position
		b.Blobs = append(b.Blobs, content)
		b.Events = append(b.Events, a, promotion(a, ""))
		_ = i
	}
	h.must(b)
	var got []string
	err := h.db.StateMap(context.Background(), session, func(a event.Artifact) error {
		got = append(got, a.Entity)
		// Reading while the map streams must not wait for the stream's end.
		return h.db.StateMap(context.Background(), session, func(inner event.Artifact) error {
			_, err := h.db.Blob(context.Background(), inner.Hash)
			return err
		})
	})
	if want := []string{"a.go::B", "a.go::A", "a.go.bak::*", "b.go::Z", "b.go::A"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the map streams %v (%v), want %v", got, err, want)
	}
}

func TestEpisodesComeNewestFirstWithAllTheLedgerSays_3_2(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	ctx := context.Background()
	list := func(episodes []event.Episode, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range episodes {
			got = append(got, e.ID+" "+e.Status)
		}
		return strings.Join(got, ", ")
	}
	if got := list(h.db.Episodes(ctx, session, 2)); got != "e-open open, e-aborted aborted" {
		t.Errorf("the last two are %s", got)
	}
	if got := list(h.db.Episodes(ctx, session, 0)); got != "e-open open, e-aborted aborted, episode-000002 closed, episode-000001 closed" {
		t.Errorf("all are %s", got)
	}
	if got := list(h.db.EpisodesOf(ctx, session, "c1", 1)); got != "episode-000002 closed" {
		t.Errorf("the last of a conversation is %s", got)
	}
	for prefix, want := range map[string]string{"c": "[c2 c1]", "c1": "[]", "d": "[]"} {
		if got, err := h.db.Conversations(ctx, session, prefix, 2); err != nil || fmt.Sprint(got) != want {
			t.Errorf("the conversations that begin with %q are %v, %v", prefix, got, err)
		}
	}
	if got := list(h.db.Episodes(ctx, "s2", 0)); got != "" {
		t.Errorf("another session has %s", got)
	}
	e, err := h.db.Episode(ctx, session, "e-aborted")
	if err != nil || e.Model != "qwen\t<3>&\x01" || e.Turn != 3 || e.Hydrated[0].Entity != "pool.go::Acquire" ||
		e.Reason != "client left" || e.Loose[0].Reasons[0] != "no path" || e.ClosedSeq != e.Seq+1 || e.Closed.Before(e.Opened) {
		t.Errorf("the episode is %+v (%v)", e, err)
	}
	if _, err := h.db.Episode(ctx, session, "none"); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("an unknown episode: %v", err)
	}
}

func TestSessionsAreFoundByNameOrId(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	story(h)
	h.must(Batch{Session: "s3", Events: []event.Event{event.SessionCreated{ID: "s3", Name: "s2"}}})
	ctx := context.Background()
	all, err := h.db.Sessions(ctx)
	if err != nil || len(all) != 3 || all[0].Name != "main" || all[1].Parent != session || all[2].ID != "s3" || all[0].Created.IsZero() {
		t.Errorf("the sessions are %+v (%v)", all, err)
	}
	for given, want := range map[string]string{"main": "s1", "s1": "s1", "fork": "s2", "s2": "s3", "s3": "s3"} {
		if s, err := h.db.Session(ctx, given); err != nil || s.ID != want {
			t.Errorf("session %q is %s (%v), want %s", given, s.ID, err, want)
		}
	}
	if _, err := h.db.Session(ctx, "none"); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("an unknown session: %v", err)
	}
}

// TestReadersFindRatherThanSearch keeps the queries of every turn from reading
// whole tables, or sorting them, when the planner changes its mind.
func TestReadersFindRatherThanSearch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	filter := func(f Filter) string {
		query, _ := f.query(session)
		return query
	}
	for name, c := range map[string]struct{ query, plan string }{
		"the State Map":          {selectMap, "m USING INDEX state_map_order"},
		"the last episodes":      {selectEpisode + episodesOfSession, "SCAN e"},
		"those of a chat":        {selectEpisode + episodesOfConversation, "e USING INDEX episode_by_conversation"},
		"chats that begin alike": {selectConversations, "episode USING COVERING INDEX episode_by_conversation (session=? AND conversation>? AND conversation<?)"},
		"an episode":             {selectEpisode + oneEpisode, "e USING INDEX sqlite_autoindex_episode_1"},
		"an artifact":            {selectByPrefix, "a USING INDEX sqlite_autoindex_artifact_1 (session=? AND id>? AND id<?)"},
		"an entity's versions":   {filter(Filter{Entity: "x"}), "a USING INDEX artifact_by_entity (session=? AND entity=?)"},
		"an episode's artifacts": {filter(Filter{Episode: "x"}), "a USING INDEX artifact_by_episode (session=? AND episode=?)"},
		"the proposals":          {filter(Filter{States: []event.State{event.Proposed}}), "a USING INDEX artifact_proposed (session=?)"},
		"what a server keeps":    {selectEpisode + keptAs, "SEARCH ledger USING INDEX ledger_by_reply (<expr>=? AND rowid<?)"},
		"its conversation":       {selectEpisode + keptAs, "SEARCH ledger USING INDEX ledger_by_thread (<expr>=? AND rowid<?)"},
		"its episode":            {selectEpisode + keptAs, "SEARCH e USING INDEX episode_ended (session=? AND closed_seq=?)"},
		"a session's stream":     {selectStream, "SEARCH ledger USING INDEX ledger_by_session (session=? AND rowid>?)"},
		"the head":               {selectHead, "SCAN ledger"},
	} {
		var steps []string
		args := make([]any, strings.Count(c.query, "?"))
		if c.query == selectEpisode+keptAs {
			args = args[:2]
		}
		err := each(context.Background(), h.db.readers, "explain", `EXPLAIN QUERY PLAN `+c.query, args, func(rows *sql.Rows) error {
			var id, parent, unused int
			var step string
			err := rows.Scan(&id, &parent, &unused, &step)
			steps = append(steps, step)
			return err
		})
		plan := strings.Join(steps, "; ")
		if err != nil || !strings.Contains(plan, c.plan) {
			t.Errorf("%s: %s (%v), want %q", name, plan, err, c.plan)
		}
		if strings.Contains(plan, "TEMP B-TREE") && name != "an entity's versions" { // these are few
			t.Errorf("%s is sorted: %s", name, plan)
		}
	}
}

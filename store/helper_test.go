package store

import (
	"context"
	"fmt"
	"testing"
	"time"

	"holdfast/store/event"
)

// house is an open database with one session, and the few words that tests
// of the State Map are written in.
type house struct {
	t   testing.TB
	db  *DB
	dir string
	n   int
}

func (h *house) now() time.Time {
	h.n++
	return time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC).Add(time.Duration(h.n) * time.Second)
}

const session = "s1"

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{t: t, dir: t.TempDir()}
	h.open(Options{})
	h.must(Batch{Session: session, Events: []event.Event{event.SessionCreated{ID: session, Name: "main"}}})
	return h
}

func (h *house) open(o Options) {
	h.t.Helper()
	o.Now = h.now
	db, err := Open(context.Background(), h.dir, o)
	if err != nil {
		h.t.Fatalf("Open: %v", err)
	}
	h.db = db
	h.t.Cleanup(func() {
		if err := db.Close(); err != nil {
			h.t.Errorf("Close: %v", err)
		}
	})
}

func (h *house) must(b Batch) Receipt {
	h.t.Helper()
	r, err := h.db.Commit(context.Background(), b)
	if err != nil {
		h.t.Fatalf("Commit: %v", err)
	}
	return r
}

// artifact is an artifact of an entity with content, as the engine records it.
func artifact(id, episode, entity, content string) (event.ArtifactRecorded, []byte) {
	return event.ArtifactRecorded{
		Artifact: id, Episode: episode, Entity: entity, Path: "pool.go", Symbol: entity, Language: "go", Kind: "function",
		Hash: event.Hash([]byte(content)), Structure: event.Hash([]byte("structure of " + content)), Text: event.Hash([]byte(content)),
		Block: event.Hash([]byte(content)), Position: 1, Method: "ast", Nodes: 40, Tokens: 90, Count: 1, Top: true,
		Confidence: event.Confirmed, Convention: "info_string", Origin: event.ByModel,
		Gates: event.GateReport{Decision: "promote", Grant: "parity", Checks: []event.Check{
			{Name: "resolution", Gate: "A", Pass: true, Detail: "AST, one symbol"},
			{Name: "parity_tokens", Gate: "A", Pass: true, Detail: "90 of 88 tokens", Was: 88, Now: 90},
		}},
	}, []byte(content)
}

func promotion(a event.ArtifactRecorded, supersedes string) event.ArtifactPromoted {
	return event.ArtifactPromoted{Artifact: a.Artifact, Entity: a.Entity, Supersedes: supersedes, Episode: a.Episode, Grant: "parity", Gates: a.Gates}
}

// turn is the batch of a whole turn that brings one entity.
func turn(n int, supersedes string) Batch {
	return turnOf(n, "pool.go::Acquire", supersedes)
}

func turnOf(n int, entity, supersedes string) Batch {
	episode := fmt.Sprintf("episode-%06d", n)
	prompt, reply := fmt.Appendf(nil, "prompt %d", n), fmt.Appendf(nil, "reply %d", n)
	a, content := artifact(fmt.Sprintf("artifact-%06d", n), episode, entity, fmt.Sprintf("func Acquire%d() {}", n))
	return Batch{Session: session, Blobs: [][]byte{prompt, reply, content}, Events: []event.Event{
		event.EpisodeOpened{Episode: episode, Conversation: "c1", Turn: n, Format: "openai", Prompt: event.Hash(prompt), Kind: "turn"},
		a, promotion(a, supersedes),
		event.EpisodeClosed{Episode: episode, Status: event.EpisodeIsClosed, Reply: event.Hash(reply), Finish: "stop", HTTPStatus: 200},
	}}
}

func note(text string) event.Event {
	return event.ToolRan{Call: event.Hash([]byte(text)), Status: "done", By: "operator"}
}

func noted(text string) Batch {
	return Batch{Session: session, Blobs: [][]byte{[]byte(text)}, Events: []event.Event{note(text)}}
}

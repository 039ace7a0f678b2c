package app

import (
	"fmt"
	"strings"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/export"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// noon is when the fake's story takes place.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// story is a fake in the middle of a session.
func story() *fake {
	passed := event.GateReport{
		Decision: "promote", Grant: "parity", Base: "a41",
		Checks: []event.Check{
			{Name: "stale", Gate: "ETV", Pass: true, Detail: "the disk holds the base"},
			{Name: "resolution", Gate: "A", Pass: true, Detail: "AST: method Acquire of Pool in src/pool.go"},
			{Name: "full_definition", Gate: "A", Pass: true, Detail: "body present, fence closed, finish reason stop"},
			{Name: "parity_tokens", Gate: "A", Pass: true, Detail: "leaf tokens of the entity", Was: 88, Now: 97},
			{Name: "grant_parity", Gate: "B", Pass: true, Detail: "same symbols, and the model saw the base in this turn"},
			{Name: "grant_user", Gate: "B", Detail: "the prompt does not name the entity"},
		},
	}
	held := event.GateReport{
		Decision: "propose", Base: "b12",
		Reasons: []string{"elided: line 6 says \"rest unchanged\"", "token count fell from 61 to 38, below 0.7 of the base"},
		Checks: []event.Check{
			{Name: "stale", Gate: "ETV", Pass: true, Detail: "the disk holds the base"},
			{Name: "resolution", Gate: "A", Pass: true, Detail: "AST: method Release of Pool in src/pool.go"},
			{Name: "elision", Gate: "A", Detail: "line 6: \"... rest unchanged ...\""},
			{Name: "parity_tokens", Gate: "A", Detail: "leaf tokens of the entity", Was: 61, Now: 38},
			{Name: "grant_parity", Gate: "B", Pass: true, Detail: "same symbols, and the model saw the base in this turn"},
		},
	}
	f := &fake{
		status: report.Status{
			Session: "api-refactor", Listen: "127.0.0.1:4141", Upstream: "http://127.0.0.1:11434/v1", Model: "qwen2.5-coder:7b",
			Entities: 9, Pending: 3, Restorable: 10,
		},
		details: map[string]report.Detail{}, reviews: map[string]report.Review{},
	}
	for i, key := range []string{
		"README.md::*", "cmd/server/main.go::main", "src/jwt.go::Sign", "src/jwt.go::Verify", "src/pool.go::Pool",
		"src/pool.go::Pool.Acquire", "src/pool.go::Pool.Release", "web/components/SessionTimeoutDialog.tsx::SessionTimeoutDialog",
		"src/pool.go::drain",
	} {
		path, symbol, _ := strings.Cut(key, "::")
		e := report.Entity{
			Key: key, Path: path, Symbol: symbol, Kind: "function", Language: "go", Artifact: fmt.Sprintf("a%d", i),
			Hash: fmt.Sprintf("sha256:%064x", 0x9f2c41d0+i), Version: i + 1, Grant: "parity", Origin: event.ByModel,
			Turn: 20 + i, Updated: noon.Add(-time.Duration(90-i*7) * time.Minute),
		}
		content := "func " + symbol + "() {\n\treturn\n}\n"
		switch symbol {
		case "*":
			e.Language, e.Kind = "markdown", "file"
			content = "# api\n\nA *small* server.\n\n- one\n- two\n\n```\nmake run\n```\n"
		case "Pool.Acquire":
			content = acquireGo
		case "Pool.Release":
			content, e.Pending = releaseBefore, 1
		case "SessionTimeoutDialog":
			e.Language = "tsx"
		case "drain":
			e.Tombstoned = true
		}
		f.entities = append(f.entities, e)
		f.details[key] = report.Detail{
			Entity: e, Content: []byte(content), Gates: passed,
			Versions: []report.Version{
				{Artifact: e.Artifact, Hash: e.Hash, State: event.Authoritative, Confidence: event.Confirmed, Origin: event.ByModel, Grant: "parity", Turn: e.Turn, Convention: "fence info", Created: e.Updated},
				{Artifact: "old", Hash: "sha256:aa", State: event.Superseded, Confidence: event.Confirmed, Origin: event.ByUser, Grant: "write_head", Turn: 3, Created: noon.AddDate(0, 0, -2), Reason: "superseded by turn 25"},
			},
		}
	}
	propose := func(id, entity string, confidence event.Confidence, gates event.GateReport, base, proposed string) {
		path, symbol, _ := strings.Cut(entity, "::")
		p := report.Proposal{
			ID: id, Entity: entity, Path: path, Symbol: symbol, State: event.Proposed, Confidence: confidence,
			Reasons: gates.Reasons, Created: noon.Add(-2 * time.Minute), Episode: "e2",
		}
		f.pending = append(f.pending, p)
		r := report.Review{Proposal: p, Gates: gates, Language: "go", Proposed: []byte(proposed), Shown: report.Shown{Artifact: id, Hash: "sha256:" + id}}
		if base != "" {
			r.Base, r.Shown.Base = []byte(base), "b12"
		}
		f.reviews[id] = r
	}
	propose("p1", "src/pool.go::Pool.Release", event.Confirmed, held, releaseBefore, releaseAfter)
	propose("p2", "src/retry.go::Retry", event.Inferred, event.GateReport{
		Decision: "propose", Reasons: []string{"inferred: the path comes from similarity alone"},
		Checks: []event.Check{{Name: "resolution", Gate: "A", Detail: "similar to src/retry.go::Backoff, not equal"}},
	}, "", "func Retry(n int, f func() error) error {\n\treturn f()\n}\n")
	propose("p3", "src/jwt.go::Sign", event.Confirmed, event.GateReport{
		Decision: "propose", Reasons: []string{"waits for the disk: the client has not applied it yet"},
		Checks: []event.Check{{Name: "grant_disk", Gate: "B", Detail: "src/jwt.go does not hold it"}},
	}, "func Sign() {\n\treturn\n}\n", "func Sign(key []byte) {\n\treturn\n}\n")

	at := func(s int) time.Time { return noon.Add(-time.Duration(s) * time.Second) }
	ref := func(keys ...string) (out []event.EntityRef) {
		for _, k := range keys {
			out = append(out, event.EntityRef{Entity: k, Artifact: "sha256:aa"})
		}
		return out
	}
	f.exported = []export.Document{
		{Name: "snapshot.json", Content: []byte(`{"version":1,"timestamp":"2026-03-11T12:00:00Z","seq":0,"items":[],"deltaLog":[]}`)},
		{Name: "TASKS.md", Content: []byte("# Tasks\n")},
	}
	f.exchanges = map[string]report.Exchange{"e2": exchanged(passed, held)}
	f.ledger = recorded()
	f.status.Head = int64(len(f.ledger))
	f.activities = []events.Activity{
		{
			Episode: "e3", Kind: "turn", Path: "/v1/chat/completions", Model: "qwen2.5-coder:7b", Phase: events.Streaming,
			Started: at(7), FirstChunk: at(6), Bytes: 1650, TokensOut: 412, HydratedSize: 6200,
			Hydrated: ref("src/pool.go::Pool", "src/pool.go::Pool.Acquire", "src/pool.go::Pool.Release"),
			Prompt:   "Make Release wake only one waiter, and close what comes back late",
		},
		{
			Episode: "e2", Kind: "turn", Path: "/v1/chat/completions", Model: "qwen2.5-coder:7b", Phase: events.Done,
			Started: at(150), FirstChunk: at(148), Ended: at(138), Bytes: 2900, TokensOut: 730, HydratedSize: 4100,
			Hydrated: ref("src/pool.go::Pool.Acquire"), Withheld: []event.EntityRef{{Entity: "src/jwt.go::Verify", Reason: string(stale.Edited)}},
			Prompt: "Acquire must give up when the context ends",
			Outcomes: []events.Outcome{
				{Artifact: "a41", Entity: "src/pool.go::Pool.Acquire", State: event.Authoritative, Confidence: event.Confirmed, Reason: "parity grant"},
				{Artifact: "p1", Entity: "src/pool.go::Pool.Release", State: event.Proposed, Confidence: event.Confirmed, Reason: "elided: line 6 says \"rest unchanged\""},
				{Artifact: "x", Reason: "no path, no known symbol"},
			},
		},
		{Episode: "e1", Kind: "side", Path: "/v1/chat/completions", Model: "qwen2.5-coder:7b", Phase: events.Done, Started: at(200), Ended: at(199), Prompt: "Write a title for this conversation"},
		{Episode: "e0", Kind: "turn", Path: "/v1/messages", Model: "qwen2.5-coder:7b", Phase: events.Failed, Started: at(400), Ended: at(399), Prompt: "hi", Error: "upstream does not answer: http://127.0.0.1:11434"},
	}
	return f
}

// exchanged is the story's finished turn in full.
func exchanged(passed, held event.GateReport) report.Exchange {
	x := report.Exchange{
		Inserted: "[CURRENT STATE: AUTHORITATIVE]\nEntity: src/pool.go::Pool.Acquire\nArtifact: sha256:9f2c41d5\nSource: Confirmed via AST\n\n" +
			acquireGo + "[END CURRENT STATE]\n\n" +
			"[STATE NOTICE]\nSTALE: the file on disk was changed, the State Map does not match it:\n- src/jwt.go::Verify\n" +
			"Their content is withheld. Do not rewrite them from memory: read the file, or ask for the current code.\n[END NOTICE]\n\n",
		Prompt: "Acquire must give up when the context ends",
		Reply:  "Acquire now returns the error of the context:\n\n```go src/pool.go\n" + acquireGo + "```\n\n- *Release* wakes every waiter.\n",
		Artifacts: []report.Version{
			{Artifact: "a41", Hash: "sha256:" + strings.Repeat("41", 32), State: event.Authoritative, Confidence: event.Confirmed, Origin: event.ByModel, Grant: "parity", Turn: 25, Convention: "fence info", Gates: passed},
			{Artifact: "p1", Hash: "sha256:" + strings.Repeat("b1", 32), State: event.Proposed, Confidence: event.Confirmed, Origin: event.ByModel, Turn: 25, Convention: "fence info", Gates: held},
		},
		Entities: []string{"src/pool.go::Pool.Acquire", "src/pool.go::Pool.Release"},
	}
	x.ID, x.Status, x.Kind = "e2", event.EpisodeIsClosed, "turn"
	x.Withheld = []event.EntityRef{{Entity: "src/jwt.go::Verify", Reason: string(stale.Edited)}}
	x.Omitted = []event.EntityRef{{Entity: "src/pool.go::Pool.Stats", Reason: "31,204 bytes, 24,576 are left"}}
	x.EpisodeClosed.Reply = "sha256:reply"
	x.Loose = []event.LooseBlock{{Language: "sh", Reasons: []string{"no path, no known symbol"}}}
	x.Unchanged = []event.EntityRef{{Entity: "src/pool.go::Pool"}}
	return x
}

// recorded is what the Ledger tells of the story.
func recorded() []report.LedgerRow {
	rows := []report.LedgerRow{
		{Type: "session_created", Who: "you", What: "began", Why: "session api-refactor", Time: noon.AddDate(0, 0, -2)},
		{Type: "episode_opened", Who: "you", What: "asked", Why: "turn 25, qwen2.5-coder:7b, 1 hydrated, 1 withheld", Episode: "e2", Time: noon.Add(-150 * time.Second)},
		{Type: "episode_closed", Who: "model", What: "answered", Why: "730 tokens, finish stop, 1 unlinked", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "artifact_recorded", Who: "model", What: "proposed", Entity: "src/pool.go::Pool.Acquire", Why: "CONFIRMED", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "artifact_promoted", Who: "gates", What: "AUTHORITATIVE", Entity: "src/pool.go::Pool.Acquire", Why: "parity grant, in place of a40", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "artifact_recorded", Who: "model", What: "proposed", Entity: "src/pool.go::Pool.Release", Why: "CONFIRMED: elided: line 6 says \"rest unchanged\"", Episode: "e2", Time: noon.Add(-138 * time.Second)},
		{Type: "entity_acknowledged", Who: "you", What: "kept", Entity: "web/components/SessionTimeoutDialog.tsx::SessionTimeoutDialog", Why: "although the disk holds sha256:d15c01", Time: noon.Add(-60 * time.Second)},
		{Type: "artifact_closed", Who: "you", What: "rejected", Entity: "src/jwt.go::Sign", Why: "it drops the expiry", Time: noon.Add(-20 * time.Second)},
	}
	for i := range rows {
		rows[i].Seq, rows[i].Hash = int64(i+1), fmt.Sprintf("sha256:%064x", i+1)
		if i > 0 {
			rows[i].Prev = rows[i-1].Hash
		}
	}
	return rows
}

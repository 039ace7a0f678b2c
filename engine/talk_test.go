package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/store"
	"holdfast/store/event"
)

// talkative answers like somebody who lays out options and then goes along.
func talkative(prompt string) reply {
	switch {
	case strings.Contains(prompt, "which database"):
		return say("There are two options for the database:\n\n- SQLite\n- PostgreSQL\n\nWhich one do you want?")
	case strings.Contains(prompt, "SQLite it is"):
		return say("Good.\n\n```go db.go\n// We must never use MySQL. The port is 9999.\nfunc Open() string { return \"sqlite\" }\n```\n")
	}
	return say("Understood.")
}

// heard lets every turn be read and gives the items, one a line.
func (h *house) heard() string {
	h.t.Helper()
	if err := h.AwaitDeltas(context.Background()); err != nil {
		h.t.Fatal(err)
	}
	return summaries(h.t, h.Engine)
}

func summaries(t testing.TB, e *engine.Engine) string {
	t.Helper()
	items, err := e.Items(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(items))
	for i, it := range items {
		lines[i] = string(it.Kind) + " " + string(it.Status) + ": " + it.Summary
	}
	return strings.Join(lines, "\n")
}

// itemOf is the only item of a kind.
func itemOf(t testing.TB, e *engine.Engine, kind delta.ItemKind) delta.Item {
	t.Helper()
	items, err := e.Items(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var found []delta.Item
	for _, it := range items {
		if it.Kind == kind {
			found = append(found, it)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d items are a %s:\n%s", len(found), kind, summaries(t, e))
	}
	return found[0]
}

const aim = "I want to build a bot that books meeting rooms. It must never book a room twice. The API listens on port 3000."

func TestATurnThatHasEndedIsReadForDeltas(t *testing.T) {
	t.Parallel()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.ask("which database should we take?")
	h.ask("SQLite it is.")
	got := h.heard()
	for _, want := range []string{"goal active: ", "constraint active: ", "fact active: ", "decision active: "} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "MySQL") || strings.Contains(got, "9999") {
		t.Errorf("code was taken for prose:\n%s", got)
	}
	decided := itemOf(t, h.Engine, delta.Decision)
	d, err := h.ItemDetail(context.Background(), decided.ID)
	if err != nil || len(d.Events) == 0 || len(d.Turns) == 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	if d.Events[0].Quote != "SQLite it is." || d.Events[0].Source != event.DeltaByRules || d.Turns[0].Role != "user" || d.Turns[0].Turn != 3 || d.Turns[0].Episode == "" {
		t.Errorf("the decision comes from %+v, %+v", d.Events[0], d.Turns[0])
	}
	if same, err := h.ItemDetail(context.Background(), decided.SemanticID); err != nil || same.Item.ID != decided.ID {
		t.Errorf("by its semantic id: %+v, %v", same.Item, err)
	}
	if _, err := h.ItemDetail(context.Background(), "item-99"); !errors.Is(err, items.ErrNoItem) {
		t.Errorf("an item that is none: %v", err)
	}
	page, err := h.Projection(context.Background(), items.Decisions)
	if err != nil || !strings.Contains(page, "## In force") {
		t.Errorf("DECISIONS: %s, %v", page, err)
	}
	if _, err := h.Projection(context.Background(), "MOODS"); err == nil {
		t.Error("there is a projection of moods")
	}
	h.verified()
}

func TestItemsAreTheSameAfterARestart(t *testing.T) {
	t.Parallel()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.ask("which database should we take?")
	before := h.heard()
	h.reopen()
	if got := h.heard(); got != before || before == "" {
		t.Errorf("before:\n%s\nafter:\n%s", before, got)
	}
	h.ask("SQLite it is.") // answers what was asked before the restart
	h.heard()
	itemOf(t, h.Engine, delta.Decision)
	if got, want := summaries(t, h.beside()), h.heard(); got != want {
		t.Errorf("a command sees:\n%s\nthe engine:\n%s", got, want)
	}
	h.verified()
}

func TestTheSameTurnAgainAddsNothing(t *testing.T) {
	t.Parallel()
	h := openHouse(t, talkative)
	h.ask(aim)
	before := h.heard()
	log := deltaLog(t, h.Engine)
	again := h.chat[:1]
	for range 3 {
		if _, err := h.post(again, true); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.heard(); got != before || len(deltaLog(t, h.Engine)) != len(log) {
		t.Errorf("before:\n%s\nafter:\n%s", before, got)
	}
}

// deltaLog are the types of the session's delta log.
func deltaLog(t testing.TB, e *engine.Engine) []items.Record {
	t.Helper()
	log, err := e.DeltaLog(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func TestWrappersToolResultsAndSideRequestsAreNoConversation(t *testing.T) {
	t.Parallel()
	h := openHouse(t, talkative)
	for _, chat := range [][]message{
		{{"system", "You are a title generator. You output ONLY a thread title."}, {"user", aim}},
		{{"user", "<system-reminder>\n" + aim + "\n</system-reminder>\nHello."}},
		{{"user", "Hello."}, {"assistant", "Calling."}, {"tool", aim}},
	} {
		if _, err := h.post(chat, true); err != nil {
			t.Fatal(err)
		}
		if got := h.heard(); got != "" {
			t.Errorf("%v made\n%s", chat, got)
		}
	}
	h.verified()
}

func TestEachSessionHasItsOwnItemsAndAForkTakesThemAlong(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	first := h.heard()
	do(t, h.NewSession(ctx, "other"))
	if got := h.heard(); got != "" {
		t.Errorf("a new session has\n%s", got)
	}
	h.chat = nil
	h.ask("The deadline is on Friday. We must support offline mode.")
	other := h.heard()
	if other == "" || other == first {
		t.Errorf("the other session has\n%s", other)
	}
	do(t, h.Fork(ctx, "default", "copy"))
	if got := h.heard(); got != first {
		t.Errorf("the fork has\n%s\nits parent\n%s", got, first)
	}
	goal := itemOf(t, h.Engine, delta.Goal)
	do(t, h.CloseItem(ctx, goal.ID, delta.Completed, "done elsewhere"))
	d, err := h.ItemDetail(ctx, goal.ID)
	if err != nil || d.Turns[0].Episode == "" || d.Item.Status != delta.Superseded {
		t.Errorf("%+v, %v", d, err)
	}
	do(t, h.Switch(ctx, "default"))
	if got := h.heard(); got != first {
		t.Errorf("after a change in the fork the parent has\n%s", got)
	}
	h.reopen()
	h.verified()
}

func TestTheOperatorClosesSupersedesAndCorrects(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.heard()
	goal, rule, fact := itemOf(t, h.Engine, delta.Goal), itemOf(t, h.Engine, delta.Constraint), itemOf(t, h.Engine, delta.Fact)
	do(t,
		h.CorrectItem(ctx, rule.ID, "Never book a room\n twice on one day"),
		h.CorrectItem(ctx, goal.ID, goal.Summary+"."), // in the same meaning
		h.beside().CorrectItem(ctx, fact.ID, "The API listens on port 3001"),
	)
	d, err := h.ItemDetail(ctx, rule.ID)
	if err != nil || d.Item.Summary != "Never book a room twice on one day" || d.Item.Confidence != delta.Certain || len(d.Events) != 2 || d.Events[1].Source != event.DeltaByOperator {
		t.Errorf("%+v, %v", d, err)
	}
	if got := d.Turns[len(d.Turns)-1]; got.Role != event.DeltaByOperator || got.Episode != "" {
		t.Errorf("the correction comes from %+v", got)
	}
	d, err = h.ItemDetail(ctx, fact.ID)
	if err != nil || d.Item.Status != delta.Superseded || d.Item.ReplacedBy == "" {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err = h.ItemDetail(ctx, goal.ID); err != nil || d.Item.ReplacedBy == "" || d.Item.ReplacedBy == goal.ID {
		t.Errorf("%+v, %v", d, err)
	}
	do(t, h.SupersedeItem(ctx, rule.ID, "", "rooms are plenty"))
	before := len(deltaLog(t, h.Engine))
	for name, err := range map[string]error{
		"rule-x, an unknown item":         h.CloseItem(ctx, "rule-x", delta.Completed, ""),
		"an item that is superseded":      h.CorrectItem(ctx, rule.ID, "Something else"),
		"words that are none":             h.CorrectItem(ctx, rule.ID, "  \n"),
		"a replacement that is not known": h.SupersedeItem(ctx, h.current(delta.Goal), "item-99", ""),
	} {
		if err == nil {
			t.Errorf("%s is changed", name)
		}
	}
	if after := len(deltaLog(t, h.Engine)); after != before {
		t.Errorf("refusals recorded %d events", after-before)
	}
	h.ask("which database should we take?")
	h.ask("SQLite it is.")
	if got := h.heard(); !strings.Contains(got, "decision active") {
		t.Errorf("the talk does not go on:\n%s", got)
	}
	h.verified()
}

// current is the id of the open item of a kind.
func (h *house) current(kind delta.ItemKind) string {
	h.t.Helper()
	items, err := h.Items(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, it := range items {
		if it.Kind == kind && it.Open() {
			return it.ID
		}
	}
	h.t.Fatalf("no %s is open", kind)
	return ""
}

// exported is an export by file name.
func exported(t testing.TB, e *engine.Engine) map[string]string {
	t.Helper()
	docs, err := e.Export(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, d := range docs {
		out[d.Name] = string(d.Content)
	}
	return out
}

// replay rebuilds the items of a session from its events.
func replay(log []delta.Event) (*delta.State, error) {
	s := &delta.State{}
	for _, e := range log {
		if err := s.Fold(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func TestExportImportAndReplayGiveTheSameItems(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.ask("which database should we take?")
	h.ask("SQLite it is.")
	h.heard()
	do(t, h.CorrectItem(ctx, itemOf(t, h.Engine, delta.Decision).ID, "Take SQLite in WAL mode"))
	docs := exported(t, h.Engine)
	replayed := func(text, what string) {
		t.Helper()
		var log []delta.Event
		for line := range strings.Lines(text) {
			var e delta.Event
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			log = append(log, e)
		}
		state, err := replay(log)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var lines []string
		for _, it := range state.Items() {
			lines = append(lines, string(it.Kind)+" "+string(it.Status)+": "+it.Summary)
		}
		if got, want := strings.Join(lines, "\n"), h.heard(); got != want {
			t.Errorf("%s makes\n%s\nnot\n%s", what, got, want)
		}
	}
	replayed(docs["provenance.jsonl"], "the exported log")
	if again := exported(t, h.Engine); again["snapshot.json"] != docs["snapshot.json"] {
		t.Error("the same state is another snapshot")
	}
	h.reopen()
	if again := exported(t, h.Engine); again["snapshot.json"] != docs["snapshot.json"] || again["provenance.jsonl"] != docs["provenance.jsonl"] {
		t.Error("a restart changes the export")
	}
	if _, err := h.Import(ctx, []byte(docs["snapshot.json"]), false); !errors.Is(err, items.ErrNotEmpty) {
		t.Errorf("a session with items is overwritten: %v", err)
	}
	do(t, h.NewSession(ctx, "imported"))
	n, err := h.Import(ctx, []byte(docs["snapshot.json"]), false)
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
	back := exported(t, h.Engine)
	if back["snapshot.json"] != docs["snapshot.json"] || back["ACTIVE_STATE.md"] != docs["ACTIVE_STATE.md"] {
		t.Errorf("the import is\n%s\nnot\n%s", back["snapshot.json"], docs["snapshot.json"])
	}
	replayed(back["provenance.jsonl"], "the log after an import")
	if _, err := h.Import(ctx, []byte(docs["snapshot.json"]), true); err != nil {
		t.Error(err)
	}
	replayed(exported(t, h.Engine)["provenance.jsonl"], "the log after a second import")
	var wrong *delta.VersionError
	if _, err := h.Import(ctx, []byte(`{"version":7}`), true); !errors.As(err, &wrong) || wrong.Version != "7" {
		t.Errorf("another version: %v", err)
	}
	h.verified()
}

func TestChangesAreToldSinceANumberATimeOrATurn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.ask("which database should we take?")
	h.ask("SQLite it is.")
	h.heard()
	log := deltaLog(t, h.Engine)
	all, err := h.DeltaChanges(ctx, "1")
	if err != nil || len(all.Records) == 0 || len(all.Items) == 0 {
		t.Fatalf("%+v, %v", all, err)
	}
	last := all.Records[len(all.Records)-1]
	for _, test := range []struct {
		since string
		want  int
	}{
		{"0", len(all.Records)},
		{"1970-01-01", len(all.Records)},
		{"9999-12-31T00:00:00Z", 0},
		{last.Recorded.Format("2006-01-02T15:04:05.000Z07:00"), 1},
		{"99999", 0},
		{all.Records[0].Episode, len(all.Records)},
		{last.Episode, 1},
		{last.Delta.From().SourceTurns[0].TurnID, 1},
	} {
		got, err := h.DeltaChanges(ctx, test.since)
		if err != nil || len(got.Records) < test.want || test.want == 0 && len(got.Records) > 0 || test.want == len(all.Records) && len(got.Records) != test.want {
			t.Errorf("since %s: %d changes, want %d, %v (of %d)", test.since, len(got.Records), test.want, err, len(log))
		}
	}
	if _, err := h.DeltaChanges(ctx, "yesterday"); err == nil || !strings.Contains(err.Error(), `"yesterday" is no number`) {
		t.Errorf("yesterday: %v", err)
	}
}

// What was not read when the engine was stopped is read when it starts: the
// Ledger is the queue.
func TestWordsThatWereNotReadYetAreReadAfterARestart(t *testing.T) {
	t.Parallel()
	h := openHouse(t, talkative)
	h.ask(aim)
	want := h.heard()
	do(t, h.Close())
	// A workspace in which the same turn was recorded, and nobody had listened.
	folder := filepath.Join(h.dir, ".holdfast")
	unread, err := store.Open(context.Background(), folder, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var batch []event.Event
	err = unread.Since(context.Background(), "", 0, 0, func(r event.Row) error {
		if strings.HasPrefix(r.Type, "episode_") {
			ev, err := event.Decode(r.Type, r.Data)
			switch e := ev.(type) {
			case event.EpisodeOpened:
				e.Episode += "-later"
				ev = e
			case event.EpisodeClosed:
				e.Episode += "-later"
				ev = e
			}
			batch = append(batch, ev)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unread.Commit(context.Background(), store.Batch{Session: "later", Events: append([]event.Event{
		event.SessionCreated{ID: "later", Name: "later"}, event.SessionActivated{}}, batch...)}); err != nil {
		t.Fatal(err)
	}
	do(t, unread.Close())
	h.open()
	if got := h.heard(); got != want {
		t.Errorf("read late:\n%s\nwant\n%s", got, want)
	}
	h.verified()
}

func TestVerifyReplaysTheDeltasThroughTheReconciler(t *testing.T) {
	t.Parallel()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.heard()
	h.verified()
	do(t, h.Close())
	db, err := store.Open(context.Background(), filepath.Join(h.dir, ".holdfast"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	next := int64(0)
	err = db.Deltas(context.Background(), "default", 0, func(event.Row) error { next++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	// What no reconciler can have taken: it closes what is no task.
	_, err = db.Commit(context.Background(), store.Batch{Session: "default", Events: []event.Event{event.DeltaAccepted{
		Number: next + 1, Delta: event.Delta{Kind: "task_closed", TargetID: "item-1", Resolution: "completed", SourceTurns: []event.SourceTurn{{TurnID: "t"}}},
		Item: "item-1", Status: "resolved", Source: event.DeltaByRules,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	do(t, db.Close())
	h.open()
	found, err := h.Verify(context.Background(), nil)
	if err != nil || len(found) != 1 || found[0].Check != "deltas" || !strings.Contains(found[0].Detail, "can only change a task") {
		t.Errorf("found %v, %v", found, err)
	}
}

// What a task names was written and passed its gates, and the user goes on: the task is
// closed. Somebody who finds a fault has not gone on.
func TestATaskClosesWhenWhatItNamesWasWritten(t *testing.T) {
	t.Parallel()
	writer := func(prompt string) reply {
		if strings.Contains(prompt, "Slugify") && strings.Contains(prompt, "Add") {
			return say("See below.\n\n```go slug.go\npackage text\n\nfunc Slugify(s string) string { return s }\n```\n")
		}
		return say("Which one do you mean?")
	}
	for next, want := range map[string]string{
		"Add a page about the licence to the manual.": "task resolved: ",
		"Slugify is still wrong for umlauts.":         "task active: ",
		"What does a slug look like?":                 "task active: ",
	} {
		h := openHouse(t, writer)
		h.ask("I want to build a library for texts.")
		h.ask("Add a function Slugify to slug.go.")
		h.ask(next)
		got := h.heard()
		if !strings.Contains(got, want+"Add a function Slugify") {
			t.Errorf("after %q, wanted %s:\n%s", next, want, got)
		}
	}
}

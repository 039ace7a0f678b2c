package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"holdfast/engine/sessions"

	"holdfast/engine"
	"holdfast/engine/canon"
	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/store"
	"holdfast/store/event"
)

// itemSaying is the open item that says something.
func itemSaying(t testing.TB, e *engine.Engine, says string) delta.Item {
	t.Helper()
	items, err := e.Items(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		if it.Summary == says && it.Open() {
			return it
		}
	}
	t.Fatalf("no open item says %q:\n%s", says, summaries(t, e))
	return delta.Item{}
}

func detailOf(t testing.TB, e *engine.Engine, id string) items.Detail {
	t.Helper()
	d, err := e.ItemDetail(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The operator sees what a change would record before it is recorded, and decides
// on what was shown.
func TestAChangeOfAnItemIsPlannedShownAndDone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.heard()
	rule, fact := itemOf(t, h.Engine, delta.Constraint), itemOf(t, h.Engine, delta.Fact)
	shown := items.Shown{ID: rule.ID, Print: rule.Print()}
	change := items.Change{Verb: items.Correct, Text: "Never book a room twice on one day"}
	before := len(deltaLog(t, h.Engine))
	plan, err := h.PlanItem(ctx, shown, change)
	if err != nil || plan.Refused != "" || len(plan.Records) != 1 {
		t.Fatalf("%+v, %v", plan, err)
	}
	if got, want := plan.Records[0].Words(), rule.ID+" is active: Never book a room twice on one day"; got != want {
		t.Errorf("the plan tells %q, want %q", got, want)
	}
	if len(deltaLog(t, h.Engine)) != before || itemOf(t, h.Engine, delta.Constraint).Summary != rule.Summary {
		t.Error("the plan was carried out")
	}
	do(t, h.CorrectItem(ctx, rule.ID, "Something else meanwhile"))
	if _, err := h.PlanItem(ctx, shown, change); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("a plan on what was shown before: %v", err)
	}
	if err := h.ChangeItem(ctx, shown, change); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("a change of what was shown before: %v", err)
	}
	// The reconciler is the only judge of the operator's deltas too.
	closed := items.Change{Verb: items.Close}
	do(t, h.ChangeItem(ctx, items.Shown{ID: fact.ID, Print: fact.Print()}, closed))
	ended := detailOf(t, h.Engine, fact.ID).Item
	plan, err = h.PlanItem(ctx, items.Shown{ID: ended.ID, Print: ended.Print()}, closed)
	if err != nil || !strings.Contains(plan.Refused, "is superseded already") {
		t.Errorf("closing what is closed: %+v, %v", plan, err)
	}
	h.verified()
}

func TestWhatTheOperatorDidIsTakenBackByAnotherDelta(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim + " Please write the importer first.")
	h.heard()
	change := func(says string, c items.Change) {
		t.Helper()
		it := itemSaying(t, h.Engine, says)
		do(t, h.ChangeItem(ctx, items.Shown{ID: it.ID, Print: it.Print()}, c))
	}
	undone := items.Change{Verb: items.Undo}
	rule, goal, fact := itemOf(t, h.Engine, delta.Constraint), itemOf(t, h.Engine, delta.Goal), itemOf(t, h.Engine, delta.Fact)

	// A revision is revised back, and forth again.
	change(rule.Summary, items.Change{Verb: items.Correct, Text: "Rooms are booked by hand"})
	change("Rooms are booked by hand", undone)
	change(rule.Summary, undone)
	change("Rooms are booked by hand", undone)
	if d := detailOf(t, h.Engine, rule.ID); d.Item.Summary != rule.Summary || len(d.Events) != 5 {
		t.Errorf("%+v", d)
	}
	// What replaced an item gives its place back.
	change(goal.Summary, items.Change{Verb: items.Supersede, Text: "Build a calendar", Reason: "a bot is too little"})
	if d := detailOf(t, h.Engine, goal.ID); d.Item.Reason != "a bot is too little" || d.Item.ReplacedBy == "" {
		t.Errorf("%+v", d.Item)
	}
	change("Build a calendar", undone)
	again := itemSaying(t, h.Engine, goal.Summary)
	if again.ID == goal.ID || again.Kind != delta.Goal || again.Scope != goal.Scope {
		t.Errorf("%+v", again)
	}
	// What ended comes back as a new item: its life is over.
	change(fact.Summary, items.Change{Verb: items.Close})
	ended := detailOf(t, h.Engine, fact.ID).Item
	do(t, h.ChangeItem(ctx, items.Shown{ID: ended.ID, Print: ended.Print()}, undone))
	if got := itemSaying(t, h.Engine, fact.Summary); got.ID == fact.ID || got.Kind != delta.Fact {
		t.Errorf("%+v", got)
	}
	// Nothing has changed what was just made.
	fresh := itemSaying(t, h.Engine, fact.Summary)
	if _, err := h.PlanItem(ctx, items.Shown{ID: fresh.ID}, undone); err == nil || !strings.Contains(err.Error(), "nothing to take back") {
		t.Errorf("undoing nothing: %v", err)
	}
	for _, r := range deltaLog(t, h.Engine) {
		if r.Source == event.DeltaByOperator && (len(r.Delta.From().SourceTurns) != 1 || !strings.HasSuffix(r.Delta.From().SourceTurns[0].TurnID, ".operator")) {
			t.Errorf("event %d is the operator's and comes from %v", r.Seq, r.Delta.From().SourceTurns)
		}
	}
	h.verified()
}

func TestAnItemIsCorrectedToBeOfAnotherKind(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.heard()
	rule := itemOf(t, h.Engine, delta.Constraint)
	do(t, h.ChangeItem(ctx, items.Shown{ID: rule.ID, Print: rule.Print()}, items.Change{Verb: items.Correct, Kind: delta.Decision, Text: rule.Summary}))
	made := itemOf(t, h.Engine, delta.Decision)
	if made.Summary != rule.Summary || len(made.Tags) > 0 || made.Confidence != delta.Certain {
		t.Errorf("%+v", made)
	}
	d := detailOf(t, h.Engine, rule.ID)
	if d.Item.Status != delta.Superseded || d.Item.ReplacedBy != made.ID {
		t.Errorf("%+v", d.Item)
	}
	if got := detailOf(t, h.Engine, made.ID).Replaces; len(got) != 1 || got[0] != rule.ID {
		t.Errorf("it replaces %v", got)
	}
	same := items.Change{Verb: items.Correct, Text: made.Summary}
	if err := h.ChangeItem(ctx, items.Shown{ID: made.ID}, same); err == nil || !strings.Contains(err.Error(), "says that already") {
		t.Errorf("the same words: %v", err)
	}
	if err := h.ChangeItem(ctx, items.Shown{ID: made.ID}, items.Change{Verb: items.Correct, Kind: delta.Risk, Text: "x"}); err == nil || !strings.Contains(err.Error(), "there is no delta") {
		t.Errorf("a kind that no delta makes: %v", err)
	}
	h.verified()
}

// An item's explanation quotes who said it, tells its words before and after, and
// what was refused.
func TestAnItemIsExplainedByItsWordsItsRevisionsAndItsRefusals(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	h.ask(aim)
	h.ask("which database should we take?")
	h.ask("SQLite it is.")
	h.heard()
	decided := itemOf(t, h.Engine, delta.Decision)
	do(t, h.CorrectItem(ctx, decided.ID, "Take SQLite in WAL mode"))
	next := int64(len(deltaLog(t, h.Engine))) + 1
	do(t, h.Close())
	refuse(t, h.dir, event.DeltaRejected{
		Number: next, Delta: event.Delta{Kind: "task_closed", TargetID: decided.ID, Resolution: "completed", SourceTurns: []event.SourceTurn{{TurnID: "t"}}},
		Reason: `target "` + decided.ID + `" is a decision, and task_closed can only change a task`, Source: event.DeltaByModel,
	})
	h.open()
	d := detailOf(t, h.Engine, decided.ID)
	if len(d.Turns) != 2 || d.Turns[0].Quote != "SQLite it is." || d.Turns[0].Role != "user" || d.Turns[1].Quote != "Take SQLite in WAL mode" || d.Turns[1].Role != event.DeltaByOperator {
		t.Errorf("its turns are %+v", d.Turns)
	}
	if len(d.Events) != 3 {
		t.Fatalf("%d events", len(d.Events))
	}
	made, revised, refused := d.Events[0], d.Events[1], d.Events[2]
	if made.Before != "" || made.Summary != decided.Summary || revised.Before != decided.Summary || revised.Summary != "Take SQLite in WAL mode" {
		t.Errorf("%+v\n%+v", made, revised)
	}
	if refused.Type != delta.Rejected || !strings.Contains(refused.Reason, "can only change a task") || refused.Row <= revised.Row {
		t.Errorf("%+v", refused)
	}
}

// refuse appends an event to a workspace that nobody has open.
func refuse(t testing.TB, dir string, ev event.Event) {
	t.Helper()
	db, err := store.Open(context.Background(), dir+"/.holdfast", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Commit(context.Background(), store.Batch{Session: "default", Events: []event.Event{ev}}); err != nil {
		t.Fatal(err)
	}
	do(t, db.Close())
}

func TestTheItemListIsTheSameUntilSomethingChanges(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	empty, err := h.ItemList(ctx)
	if err != nil || len(empty.Items) > 0 || empty.Version != 0 {
		t.Errorf("%+v, %v", empty, err)
	}
	h.ask(aim)
	h.heard()
	first, err := h.ItemList(ctx)
	again, errAgain := h.ItemList(ctx)
	if err != nil || errAgain != nil || len(first.Items) == 0 || &first.Items[0] != &again.Items[0] || first.Version != again.Version {
		t.Errorf("nothing changed, and the list was made anew: %v, %v", err, errAgain)
	}
	rule := itemOf(t, h.Engine, delta.Constraint)
	do(t, h.CorrectItem(ctx, rule.ID, "Something else"))
	later, err := h.ItemList(ctx)
	if err != nil || later.Version <= first.Version || later.Session != first.Session {
		t.Errorf("%d after %d, %v", later.Version, first.Version, err)
	}
	for _, it := range first.Items {
		if it.ID == rule.ID && it.Summary != rule.Summary {
			t.Error("a list that was given out has changed")
		}
	}
	do(t, h.NewSession(ctx, "other"))
	if other, err := h.ItemList(ctx); err != nil || len(other.Items) > 0 || other.Session == first.Session {
		t.Errorf("%+v, %v", other, err)
	}
}

func TestTheSessionStateOnScreenIsTheOneThatIsEmitted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, talkative)
	fresh, err := h.SessionState(ctx)
	if err != nil || fresh.Emitted || len(fresh.State.LastPersistentArtifacts) > 0 {
		t.Errorf("%+v, %v", fresh, err)
	}
	h.ask("which database should we take?")
	h.ask("SQLite it is.")
	view, err := h.SessionState(ctx)
	if err != nil || len(view.State.LastPersistentArtifacts) != 1 {
		t.Fatalf("%+v, %v", view, err)
	}
	last, err := h.Checkpoint(ctx)
	if err != nil {
		t.Fatal(err)
	}
	after, err := h.SessionState(ctx)
	text, encodeErr := after.State.Encode()
	if err != nil || encodeErr != nil || !after.Emitted || !strings.Contains(strings.Join(strings.Fields(string(last)), ""), strings.Join(strings.Fields(string(text)), "")) {
		t.Errorf("the checkpoint\n%s\ndoes not hold the state\n%s\n%v %v", last, text, err, encodeErr)
	}
	page := after.State.Show(10)
	if !strings.Contains(page.Intro, "1 entity") || !tells(page, "db.go::Open") {
		t.Errorf("%+v", page)
	}
}

func tells(p canon.Page, target string) bool {
	for _, s := range p.Sections {
		for _, r := range s.Rows {
			if r.Target == target {
				return true
			}
		}
	}
	return false
}

package second

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/english"
)

var noon = time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC)

// scene is a conversation up to its last turns, which are asked about.
type scene struct {
	before    []acts.Turn // not read for deltas
	items     []delta.Delta
	user      string
	assistant string
}

func said(role acts.Role, id, text string) acts.Turn {
	return acts.Turn{ID: id, Role: role, Content: text, At: noon}
}

func from(turn string) delta.Provenance {
	return delta.Provenance{SourceTurns: []delta.SourceTurn{{TurnID: turn}}, Timestamp: noon}
}

func made(id, summary, turn string) delta.Creation {
	return delta.Creation{ID: id, Summary: summary, Provenance: from(turn)}
}

// play asks about the scene.
func (s scene) play(t *testing.T) (Question, *delta.State) {
	t.Helper()
	state := &delta.State{}
	for _, d := range s.items {
		if e := state.Reconcile(d); e.Type != delta.Accepted {
			t.Fatalf("%+v: %s", d, e.Reason)
		}
	}
	var now []acts.Turn
	if s.user != "" {
		now = append(now, said(acts.User, "now.user", s.user))
	}
	if s.assistant != "" {
		now = append(now, said(acts.Assistant, "now.reply", s.assistant))
	}
	q, ok := Ask(state, s.before, now)
	if !ok {
		t.Fatal("there is nothing to ask about")
	}
	return q, state
}

// judged says what becomes of one proposal: "taken", "known" or why it is
// refused, by the check or by the reconciler.
func (s scene) judged(t *testing.T, p string) string {
	t.Helper()
	q, state := s.play(t)
	list, err := Parse(`{"deltas":[` + p + `]}`)
	if err != nil {
		t.Fatal(err)
	}
	found, known := Check(q, state, list)
	if known > 0 {
		return "known"
	}
	if found[0].Refused != "" {
		return found[0].Refused
	}
	left := delta.Normalise(state, []delta.Delta{found[0].Delta})
	if len(left) == 0 {
		return "known"
	}
	if e := state.Reconcile(left[0]); e.Type != delta.Accepted {
		return e.Reason
	}
	return "taken"
}

func proposed(kind, quote, summary string, more ...string) string {
	fields := map[string]any{"kind": kind, "quote": quote}
	if summary != "" {
		fields["summary"] = summary
	}
	for i := 0; i+1 < len(more); i += 2 {
		fields[more[i]] = more[i+1]
	}
	text, _ := json.Marshal(fields)
	return string(text)
}

var (
	redisIdea   = &delta.HypothesisIntroduced{Creation: made("item-1", "Use Redis for the job queue", "old.reply")}
	queueBranch = &delta.BranchCreated{Creation: made("item-2", "Which queue", "old.reply"), Alternatives: []string{"Redis streams", "SQLite table"}}
	capDecision = &delta.DecisionMade{Creation: made("item-3", "Cap request bodies at 1 MB", "old.reply")}
	workerTask  = &delta.TaskOpened{Creation: made("item-4", "Write the delivery worker", "old.user")}
	cgoRule     = &delta.ConstraintAdded{Creation: made("item-5", "No cgo in the build", "old.user"), Hard: true}
	goal        = &delta.GoalSet{Creation: made("item-6", "Build a webhook relay", "old.user")}
	suggestion  = []acts.Turn{said(acts.Assistant, "old.reply", "I'd suggest Redis streams for the job queue. Shall I?")}
)

func TestZeroCanonizationAModelsWordSettlesNothing(t *testing.T) {
	tests := []struct {
		name  string
		scene scene
		p     string
		want  string
	}{
		{"a hedge in the quote", scene{user: "Maybe we should use Redis for the queue."},
			proposed("decision_made", "Maybe we should use Redis for the queue", "Use Redis for the queue"), "hedged"},
		{"a hedge that the quote leaves out", scene{user: "Maybe we should use Redis for the queue."},
			proposed("decision_made", "use Redis for the queue", "Use Redis for the queue"), "hedged"},
		{"a hedge after it", scene{user: "Use Redis for the queue, I guess? Not sure."},
			proposed("decision_made", "Use Redis for the queue", "Use Redis for the queue"), "hedged"},
		{"a hedge in the next sentence", scene{user: "Use Redis for the queue. Not sure though."},
			proposed("decision_made", "Use Redis for the queue", "Use Redis for the queue"), "takes it back"},
		{"a question", scene{user: "Should we use Redis for the queue?"},
			proposed("decision_made", "use Redis for the queue", "Use Redis for the queue"), "ask"},
		{"a condition", scene{user: "If the benchmark is bad we use Redis for the queue."},
			proposed("decision_made", "we use Redis for the queue", "Use Redis for the queue"), "condition"},
		{"hearsay", scene{user: "Some guy says you must use Redis for the queue."},
			proposed("constraint_added", "you must use Redis for the queue", "Use Redis for the queue"), "not the speaker's own"},
		{"an idea of before that nobody took up", scene{items: []delta.Delta{redisIdea}, before: suggestion, user: "The job queue on Redis has three consumers."},
			proposed("decision_made", "The job queue on Redis has three consumers", "Use Redis for the job queue"), "settle nothing"},
		{"an open choice that nobody made", scene{items: []delta.Delta{queueBranch}, before: suggestion, user: "Redis streams have consumer groups."},
			proposed("decision_made", "Redis streams have consumer groups", "Redis streams"), "settle nothing"},
		{"a remark that is no acceptance", scene{before: suggestion, user: "Interesting. The worker is slow today."},
			proposed("decision_made", "Interesting", "Use Redis streams for the job queue"), "settle nothing"},
		{"the assistant's proposal", scene{user: "Which queue?", assistant: "I'd suggest Redis streams for the queue."},
			proposed("decision_made", "I'd suggest Redis streams for the queue", "Use Redis streams for the queue"), "report no choice"},
		{"the assistant's plain statement", scene{user: "And the queue?", assistant: "The queue uses Redis streams."},
			proposed("decision_made", "The queue uses Redis streams", "Use Redis streams for the queue"), "report no choice"},
		{"what the assistant made of a yes", scene{user: "Yes.", assistant: "Then the relay gets a Kafka cluster with zookeeper."},
			proposed("decision_made", "Yes", "Kafka cluster with zookeeper"), "said by nobody"},
		{"the assistant's rule", scene{user: "And now?", assistant: "You must never use cgo."},
			proposed("constraint_added", "You must never use cgo", "Never use cgo"), "only the person"},
		{"an idea of this very turn", scene{
			items: []delta.Delta{&delta.HypothesisIntroduced{Creation: made("item-1", "Use Redis for the queue", "now.user")}},
			user:  "Use Redis for the queue then",
		}, proposed("decision_made", "Use Redis for the queue then", "Use Redis for the queue"), "as an idea"},
		{"a decision by revision of an idea", scene{items: []delta.Delta{redisIdea}, before: suggestion, user: "Make that SQLite for the job queue."},
			proposed("decision_revised", "Make that SQLite for the job queue", "SQLite for the job queue", "target", "item-1"), "can only change a decision"},
		{"a state of things", scene{user: "The disk is full again on runner 3."}, proposed("decision_made", "The disk is full again on runner 3", "Disk full on runner 3"), "settle nothing"},
		{"a word of assent to nothing", scene{user: "Clear."}, proposed("decision_made", "Clear", "Clear"), "settle nothing"},
		{"time to think", scene{user: "let me sleep on that one"}, proposed("decision_made", "let me sleep on that one", "Sleep on that one"), "settle nothing"},
		{"a joke", scene{user: "let's add multiplayer and crypto skins 🙃"}, proposed("decision_made", "let's add multiplayer and crypto skins", "Add multiplayer and crypto skins"), "joke"},
		{"code", scene{user: "Look:\n\n```\n// we use Redis for the queue\n```\n\nWhat is that?"},
			proposed("decision_made", "we use Redis for the queue", "Use Redis for the queue"), "do not stand in the turn"},
		{"somebody else's words", scene{user: "He wrote:\n\n> We use Redis for the queue.\n\nI disagree."},
			proposed("decision_made", "We use Redis for the queue.", "Use Redis for the queue"), "do not stand in the turn"},
		{"words that nobody said", scene{user: "Use SQLite for the queue."},
			proposed("decision_made", "Use Redis for the queue", "Use Redis for the queue"), "do not stand in the turn"},
		{"half a word", scene{user: "Reuse sqlite's queues."},
			proposed("decision_made", "use sqlite", "Use SQLite"), "do not stand in the turn"},
		{"the opposite of a choice", scene{user: "Do not use Redis for the queue."},
			proposed("decision_made", "Do not use Redis for the queue", "Use Redis for the queue"), "settle nothing"},
		{"the opposite of a rule", scene{user: "Never use Redis for the queue."},
			proposed("constraint_added", "Never use Redis for the queue", "Use Redis for the queue"), "the opposite"},
		{"a number that nobody said", scene{user: "Cap request bodies at 5 MB."},
			proposed("decision_made", "Cap request bodies at 5 MB", "Cap request bodies at 50 MB"), `nobody has said "50"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.scene.judged(t, test.p); !strings.Contains(got, test.want) {
				t.Errorf("%s, want %q", got, test.want)
			}
		})
	}
}

func TestWhatTheTurnBearsOutIsTaken(t *testing.T) {
	tests := []struct {
		name  string
		scene scene
		p     string
	}{
		{"a choice", scene{user: "I thought about it.\nUse  SQLite for\nthe queue."}, proposed("decision_made", "Use SQLite for the queue", "Use SQLite for the queue")},
		{"a choice in two words", scene{user: "use SQLite here"}, proposed("decision_made", "use SQLite here", "Use SQLite")},
		{"a choice without a summary", scene{user: "use tabs"}, proposed("decision_made", "use tabs", "")},
		{"an acceptance", scene{items: []delta.Delta{redisIdea}, before: suggestion, user: "yes, do that"},
			proposed("decision_made", "yes, do that", "Use Redis streams for the job queue")},
		{"an answer", scene{items: []delta.Delta{queueBranch}, before: []acts.Turn{said(acts.Assistant, "old.reply", "Redis streams or a SQLite table: which one?")}, user: "the SQLite table"},
			proposed("decision_made", "the SQLite table", "SQLite table for the queue")},
		{"a choice that the assistant reports", scene{user: "go on", assistant: "I chose the pure Go driver over cgo."},
			proposed("decision_made", "I chose the pure Go driver over cgo", "Pure Go driver", "confidence", "medium")},
		{"a revision by pronoun", scene{items: []delta.Delta{capDecision}, user: "make that 5, some payloads are large"},
			proposed("decision_revised", "make that 5", "Cap request bodies at 5 MB", "target", "item-3")},
		{"a rule", scene{user: "Nothing may leave the building, this must run offline."}, proposed("constraint_added", "this must run offline", "Must run offline")},
		{"a rule that is loosened", scene{items: []delta.Delta{cgoRule}, user: "cgo is fine in the build of the tests now."},
			proposed("constraint_revised", "cgo is fine in the build of the tests now", "No cgo in the build, except the tests", "target", "item-5", "mode", "relaxed")},
		{"a task that is done", scene{items: []delta.Delta{workerTask}, user: "works now, thanks"},
			proposed("task_closed", "works now, thanks", "", "target", "item-4", "resolution", "completed")},
		{"a fact that the assistant found", scene{user: "why?", assistant: "The crash comes from the pool, which holds 3 connections."},
			proposed("fact_learned", "The crash comes from the pool", "The crash comes from the pool")},
		{"an idea", scene{user: "Perhaps the proxy drops the header."}, proposed("hypothesis_introduced", "Perhaps the proxy drops the header", "The proxy drops the header", "confidence", "high")},
		{"an idea that ends", scene{items: []delta.Delta{redisIdea}, user: "drop redis, sqlite it is"},
			proposed("item_superseded", "drop redis", "", "target", "item-1")},
		{"the aim", scene{user: "help me build a webhook relay in Go"}, proposed("goal_set", "help me build a webhook relay in Go", "Build a webhook relay in Go")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.scene.judged(t, test.p); got != "taken" {
				t.Error(got)
			}
		})
	}
}

func TestWhatTheTurnDoesNotBearOutIsRefused(t *testing.T) {
	long := strings.Repeat("word ", 200)
	tests := []struct {
		name  string
		scene scene
		p     string
		want  string
	}{
		{"an id that was not offered", scene{items: []delta.Delta{capDecision}, user: "make that 5"}, proposed("decision_revised", "make that 5", "5 MB", "target", "item-99"), "none of the items"},
		{"no id", scene{items: []delta.Delta{workerTask}, user: "works now"}, proposed("task_closed", "works now", "", "resolution", "completed"), "none of the items"},
		{"an unknown kind", scene{user: "hello world"}, proposed("mood_changed", "hello world", "Happy"), `unknown kind "mood_changed"`},
		{"a field of the wrong type", scene{user: "use tabs"}, `{"kind":"decision_made","quote":"use tabs","summary":7}`, "not what was asked for: summary"},
		{"a field too many", scene{user: "use tabs"}, `{"kind":"decision_made","quote":"use tabs","summary":"Use tabs","sourceTurns":[]}`, "sourceTurns"},
		{"no delta at all", scene{user: "use tabs"}, `7`, "not what was asked for"},
		{"no quote", scene{user: "use tabs"}, proposed("decision_made", " ", "Use tabs"), "do not stand in the turn"},
		{"a quote of everything", scene{user: long}, proposed("fact_learned", long, "word"), "more than a sentence"},
		{"a summary without end", scene{user: "use tabs"}, proposed("decision_made", "use tabs", long), "longer than a sentence"},
		{"an unknown confidence", scene{user: "use tabs"}, proposed("decision_made", "use tabs", "Use tabs", "confidence", "certain"), "confidence"},
		{"a revision of another kind of item", scene{items: []delta.Delta{cgoRule}, user: "make that 5 cgo calls"},
			proposed("decision_revised", "make that 5 cgo calls", "5 cgo calls", "target", "item-5"), "can only change a decision"},
		{"a task that is not done", scene{items: []delta.Delta{workerTask}, user: "I will look at the worker"},
			proposed("task_closed", "I will look at the worker", "", "target", "item-4", "resolution", "completed"), "do not say that the task is completed"},
		{"a branch of one", scene{user: "Redis or nothing?"}, `{"kind":"branch_created","quote":"Redis or nothing?","summary":"Redis","alternatives":["Redis"]}`, "two alternatives"},
		{"an idea without a doubt", scene{user: "The port is 3000."}, proposed("hypothesis_introduced", "The port is 3000", "The port is 3000"), "tentative"},
		{"a second goal", scene{items: []delta.Delta{goal}, user: "write the receiver handler"}, proposed("goal_set", "write the receiver handler", "Write the receiver handler"), "has a goal"},
		{"an item that nobody dropped", scene{items: []delta.Delta{cgoRule}, user: "The build takes 3 minutes."},
			proposed("item_superseded", "The build takes 3 minutes", "", "target", "item-5"), "nothing out of force"},
		{"a rule that the assistant drops", scene{items: []delta.Delta{cgoRule}, user: "ok", assistant: "I drop the no cgo rule."},
			proposed("item_superseded", "I drop the no cgo rule", "", "target", "item-5"), "the assistant cannot"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.scene.judged(t, test.p); !strings.Contains(got, test.want) {
				t.Errorf("%s, want %q", got, test.want)
			}
		})
	}
}

// However a model puts it, what becomes of it are words of the turn, of what the turn
// accepts, or of the item with the new value.
func TestWhatIsTakenIsSaidInTheTurnsWords(t *testing.T) {
	tests := []struct {
		scene   scene
		p, want string
	}{
		{scene{user: "Use SQLite for the queue."}, proposed("decision_made", "Use SQLite", "The queue uses SQLite"), "Use SQLite for the queue"},
		{scene{user: "Some words first. You must never log the card number, ever."}, proposed("constraint_added", "never log the card number", "Card number: no log"), "You must never log the card number, ever"},
		{scene{items: []delta.Delta{redisIdea}, before: suggestion, user: "yes, do that"}, proposed("decision_made", "yes", "Redis for the queue"), "Redis streams for the job queue"},
		{scene{items: []delta.Delta{capDecision}, user: "make that 5"}, proposed("decision_revised", "make that 5", "Cap at 5", "target", "item-3"), "Cap request bodies at 5 MB"},
		{scene{user: "Nunca borres la tabla de pedidos, la necesita el contable."}, proposed("constraint_added", "Nunca borres la tabla de pedidos", "La tabla de pedidos: nunca borres"), "Nunca borres la tabla de pedidos, la necesita el contable"},
	}
	for _, test := range tests {
		q, state := test.scene.play(t)
		list, err := Parse(`{"deltas":[` + test.p + `]}`)
		if err != nil {
			t.Fatal(err)
		}
		found, _ := Check(q, state, list)
		if len(found) != 1 || found[0].Refused != "" || strings.Trim(delta.Says(found[0].Delta), ".") != test.want {
			t.Errorf("%s: %+v says %q, want %q", test.p, found, delta.Says(found[0].Delta), test.want)
		}
	}
	// Of another language it cannot be told what is hedged.
	if got := (scene{user: "Quizás usamos SQLite para la cola de trabajos."}).judged(t, proposed("decision_made", "usamos SQLite para la cola", "usamos SQLite para la cola")); !strings.Contains(got, "language") {
		t.Error(got)
	}
	secret := scene{user: "The token is ghp_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z, use SQLite."}
	if got := secret.judged(t, proposed("fact_learned", "use SQLite", "use SQLite")); got == "taken" {
		t.Error("what stands beside a secret is taken")
	}
}

func TestWhatIsKnownIsNotToldTwice(t *testing.T) {
	ruled := &delta.ConstraintAdded{Creation: made("item-1", "cgo is off the table for the build", "now.user"), Hard: true}
	closed := []delta.Delta{workerTask, &delta.TaskClosed{TargetID: "item-4", Resolution: delta.Completed, Provenance: from("now.user")}}
	reopened := scene{items: closed, user: "the delivery worker works now"}
	for name, got := range map[string]string{
		"by the rules in other words": scene{items: []delta.Delta{ruled}, user: "We compile on a mac so cgo is off the table."}.judged(t,
			proposed("constraint_added", "cgo is off the table", "No cgo, since cgo is off the table")),
		"by the rules as another kind": scene{items: []delta.Delta{ruled}, user: "We compile on a mac so cgo is off the table."}.judged(t,
			proposed("decision_made", "cgo is off the table", "cgo is off the table")),
		"from an earlier turn": scene{items: []delta.Delta{cgoRule}, user: "As I said, no cgo in the build."}.judged(t,
			proposed("constraint_added", "no cgo in the build", "No cgo in the build")),
		"a revision that changes nothing": scene{items: []delta.Delta{capDecision}, user: "Cap request bodies at 1 MB."}.judged(t,
			proposed("decision_revised", "Cap request bodies at 1 MB", "Cap request bodies at 1 MB", "target", "item-3")),
	} {
		if got != "known" {
			t.Errorf("%s: %s", name, got)
		}
	}
	q, state := reopened.play(t)
	q.Shortlist = append(q.Shortlist, Known{ID: "item-4"}) // as it was when the model was asked
	list, _ := Parse(`{"deltas":[` + proposed("task_closed", "works now", "", "target", "item-4", "resolution", "completed") + `]}`)
	if found, known := Check(q, state, list); len(found) != 0 || known != 1 {
		t.Errorf("a task that the rules closed by the same words: %+v", found)
	}
	q, state = scene{user: "Use tabs in the Go files."}.play(t)
	one := proposed("decision_made", "Use tabs in the Go files", "Use tabs in the Go files")
	list, _ = Parse(`{"deltas":[` + one + "," + one + `]}`)
	if found, known := Check(q, state, list); len(found) != 1 || known != 1 {
		t.Errorf("the same twice in one answer: %+v", found)
	}
}

func TestADecisionThatEndsAnIdeaIsNamedByIt(t *testing.T) {
	s := scene{items: []delta.Delta{queueBranch}, before: suggestion, user: "We go with the SQLite table."}
	q, state := s.play(t)
	list, err := Parse(`{"deltas":[` + proposed("decision_made", "We go with the SQLite table", "Go with the SQLite table") + "," +
		proposed("item_superseded", "We go with the SQLite table", "chosen", "target", "item-2") + `]}`)
	if err != nil {
		t.Fatal(err)
	}
	found, _ := Check(q, state, list)
	var deltas []delta.Delta
	for _, f := range found {
		if f.Refused != "" {
			t.Fatal(f.Refused)
		}
		deltas = append(deltas, f.Delta)
	}
	for _, d := range delta.Normalise(state, deltas) {
		state.Reconcile(d)
	}
	if it := state.Item("item-2"); it.Status != delta.Superseded || state.Item(it.ReplacedBy) == nil {
		t.Errorf("%+v", it)
	}
}

func TestAQuestionIsBounded(t *testing.T) {
	state := &delta.State{}
	for i := range 300 {
		state.Reconcile(&delta.FactLearned{Creation: made(fmt.Sprintf("item-%d", i+1), strings.Repeat(fmt.Sprintf("fact%d ", i), 200), "old.user")})
	}
	long := strings.Repeat("ünïcode wörds about fact299 ", 4000)
	turn := func(role acts.Role) acts.Turn { return said(role, "x", long) }
	q, ok := Ask(state, []acts.Turn{turn(acts.User), turn(acts.Assistant), turn(acts.User), turn(acts.Assistant)}, []acts.Turn{turn(acts.User), turn(acts.Assistant)})
	text, err := q.Text(true)
	if !ok || err != nil || len(text) > MaxText || len(q.Shortlist) != MaxShortlist || len(q.Before) != contextTurns {
		t.Errorf("%d bytes, %d items, %v", len(text), len(q.Shortlist), err)
	}
	if q.Shortlist[0].ID != "item-300" {
		t.Errorf("the item that the turn is about is not the first: %s", q.Shortlist[0].ID)
	}
	if text != strings.ToValidUTF8(text, "") {
		t.Error("a rune was cut")
	}
	if _, ok := Ask(state, nil, []acts.Turn{said(acts.User, "x", "```go\nvar port = 3000\n```")}); ok {
		t.Error("a turn of code is asked about")
	}
}

func TestAnAnswerIsFoundInWhatAModelSays(t *testing.T) {
	const one = `{"deltas":[{"kind":"fact_learned","quote":"a b","summary":"a b"}]}`
	schema, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	q, _ := scene{user: "Use tabs {or so}."}.play(t)
	echo, _ := q.Text(true)
	for name, said := range map[string]string{
		"bare": one, "in prose": "Sure! Here {you} go:\n" + one + "\nAnything else?", "in a fence": "```json\n" + one + "\n```",
		"after reasoning": "<think>{\"deltas\":[]} or not</think>\n" + one, "twice": one + "\n\n" + one, "after the prompt": echo + one,
		"after the schema": string(schema) + one, "again until the limit": one + "\n" + one + "\n" + one[:40],
		"with a list that is no answer": `{"a":[1,2]} ` + one,
	} {
		if got, err := Parse(said); err != nil || len(got) != 1 || got[0].Fault != "" || got[0].Quote != "a b" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if got, err := Parse(`{"deltas":[]}`); err != nil || len(got) != 0 {
		t.Errorf("an empty list: %+v, %v", got, err)
	}
	many := `{"deltas":[` + strings.Repeat(`{"kind":"fact_learned","quote":"a"},`, 99) + `{"kind":"goal_set","quote":"a"}]}`
	if got, err := Parse(many); err != nil || len(got) != maxDeltas {
		t.Errorf("a hundred deltas: %d, %v", len(got), err)
	}
}

func TestRubbishIsNoAnswer(t *testing.T) {
	const one = `{"deltas":[{"kind":"fact_learned","quote":"a b"}]}`
	q, _ := scene{user: "Use tabs."}.play(t)
	echo, _ := q.Text(true)
	for name, test := range map[string]struct {
		said string
		want error
	}{
		"nothing":                 {"", ErrNoJSON},
		"prose":                   {"I see no change { here }.", ErrNoJSON},
		"an error page":           {"<!DOCTYPE html><html><style>p{color:red}</style><body>502</body></html>", ErrNoJSON},
		"the prompt again":        {strings.Repeat(echo, 9), ErrNoJSON},
		"another object":          {`{"entity":"x","status":"completed"}`, ErrNoJSON},
		"a list alone":            {`[{"kind":"fact_learned"}]`, ErrNoJSON},
		"deltas that are none":    {`{"deltas":"none"}`, ErrNoJSON},
		"deltas and more":         {`{"deltas":[],"note":"x"}`, ErrNoJSON},
		"cut in the middle":       {one[:len(one)-4], ErrCut},
		"cut in a string":         {one[:30], ErrCut},
		"reasoning without end":   {"<think>so " + one, ErrCut},
		"another one that is cut": {one + `{"deltas":[{"kind":"goal_set",`, ErrCut},
		"two answers":             {one + strings.Replace(one, "a b", "c", 1), ErrDisagree},
		"a key twice":             {`{"deltas":[],"deltas":[{"kind":"goal_set","quote":"x"}]}`, ErrTwice},
		"a key twice in a delta":  {`{"deltas":[{"kind":"fact_learned","kind":"decision_made","quote":"x"}]}`, ErrTwice},
		"too deep":                {strings.Repeat(`{"a":`, 5000), ErrDeep},
		"lists too deep":          {`{"deltas":` + strings.Repeat(`[`, 5000), ErrDeep},
		"too long":                {one + strings.Repeat(" ", MaxSaid), ErrHuge},
		"braces":                  {strings.Repeat("{", 60_000), ErrNoJSON},
	} {
		if got, err := Parse(test.said); !errors.Is(err, test.want) {
			t.Errorf("%s: %+v, %v, want %v", name, got, err, test.want)
		}
	}
}

// FuzzParse holds that no answer makes a decision that the turn does not, and
// none makes the reader fall over.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"deltas":[{"kind":"decision_made","quote":"use Redis","summary":"Use Redis"}]}`,
		"```json\n{\"deltas\":[{\"kind\":\"item_superseded\",\"quote\":\"Redis\",\"target\":\"item-1\"}]}\n```",
		`{"deltas":[{"kind":"x","quote":"\ud800"},{"kind":"branch_created","quote":"maybe","alternatives":["a",""]}]}`,
		`{"deltas":[1e999,{"kind":"goal_set","quote":"Redis or SQLite","summary":"0x10 1_0"}]}{"deltas":`,
		strings.Repeat(`{"a":[`, 40), `<think>`, `{"deltas":[{"kind":"task_closed","quote":"queue","target":"item-4","resolution":"completed"}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, said string) {
		list, err := Parse(said)
		if err != nil {
			return
		}
		s := scene{items: []delta.Delta{redisIdea, workerTask}, user: "Maybe use Redis, or SQLite, for the queue?\nNot sure."}
		q, state := s.play(t)
		found, _ := Check(q, state, list)
		var deltas []delta.Delta
		for _, x := range found {
			if x.Refused == "" {
				deltas = append(deltas, x.Delta)
			} else {
				state.Refuse(x.Delta, x.Refused)
			}
			if _, err := json.Marshal(delta.Envelope{Delta: x.Delta}); err != nil {
				t.Errorf("what cannot be recorded: %v", err)
			}
		}
		for _, d := range delta.Normalise(state, deltas) {
			state.Reconcile(d)
		}
		for _, it := range state.Items() {
			if it.Kind == delta.Decision || it.Kind == delta.Constraint || it.Kind == delta.Goal {
				t.Errorf("a guess became %s %q", it.Kind, it.Summary)
			}
			if it.Kind == delta.Task && !it.Open() {
				t.Error("a task was closed by a guess")
			}
		}
		if len(english.Content(s.user)) == 0 {
			t.Error("the turn is gone")
		}
	})
}

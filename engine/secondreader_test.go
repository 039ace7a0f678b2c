package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"holdfast/engine/delta"
	"holdfast/engine/items"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// asksForDeltas tells the second reader's questions from the turns.
func asksForDeltas(prompt string) bool { return strings.Contains(prompt, "List what the turn changes") }

// readHouse is a house with the second reader on; answer is what the model says
// to its questions.
func readHouse(t *testing.T, answer func(question string) reply) *house {
	t.Helper()
	h := openHouse(t, func(prompt string) reply {
		if asksForDeltas(prompt) {
			return answer(prompt)
		}
		return say("Noted.")
	})
	h.configure("[delta]\nreader = \"model\"\n")
	return h
}

// deltas is an answer.
func deltas(list ...map[string]any) string {
	text, _ := json.Marshal(map[string]any{"deltas": append([]map[string]any{}, list...)})
	return string(text)
}

// toldOfReader waits until the doctor says something of the second reader.
func (h *house) toldOfReader(words string) {
	h.t.Helper()
	h.until("the doctor says "+words, func() bool { return strings.Contains(h.readerLine().Detail, words) })
}

func (h *house) readerLine() report.DoctorCheck {
	h.t.Helper()
	r, err := h.Doctor(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range r.Checks {
		if c.Name == "second_reader" {
			return c
		}
	}
	h.t.Fatalf("the doctor knows no second reader: %+v", r.Checks)
	return report.DoctorCheck{}
}

// questions are the second reader's that the model got.
func (h *house) questions() []gjson.Result {
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	var out []gjson.Result
	for _, body := range h.model.bodies {
		if asksForDeltas(string(body)) {
			out = append(out, gjson.ParseBytes(body))
		}
	}
	return out
}

const lagos = "Nobody outside Lagos ever sees the ledger."

func lagosRule() map[string]any {
	return map[string]any{"kind": "constraint_added", "quote": "Nobody outside Lagos ever sees the ledger", "summary": "Nobody outside Lagos ever sees the ledger", "hard": true}
}

func TestTheSecondReaderFindsWhatTheRulesMiss(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(question string) reply {
		if strings.Contains(question, "person: "+lagos) {
			return say("Here it is:\n```json\n" + deltas(lagosRule()) + "\n```\n")
		}
		return say(deltas())
	})
	h.ask(aim)
	h.toldOfReader("1 answers gave 0 deltas")
	h.ask(lagos)
	h.toldOfReader("2 answers gave 1 deltas")
	log := deltaLog(t, h.Engine)
	i := slices.IndexFunc(log, func(r items.Record) bool { return r.Source == event.DeltaByModel })
	if i < 0 || log[i].Type != delta.Accepted {
		t.Fatalf("%+v", log)
	}
	d, err := h.ItemDetail(context.Background(), log[i].ItemID)
	if err != nil || d.Item.Kind != delta.Constraint || d.Turns[0].Role != "user" || d.Turns[0].Turn != 2 || d.Events[0].Quote != lagos {
		t.Errorf("%+v, %v", d, err)
	}
	asked := h.questions()
	last := asked[len(asked)-1]
	if last.Get("model").String() != "m" || last.Get("response_format.json_schema.schema.properties.deltas.type").String() != "array" ||
		last.Get("max_tokens").Int() == 0 || last.Get("stream").Bool() || last.Get("messages.#").Int() != 1 {
		t.Errorf("asked %s", last)
	}
	for _, it := range []string{"[ITEMS]\nitem-", "goal: ", "books meeting rooms", "assistant: Noted."} {
		if !strings.Contains(last.Get("messages.0.content").String(), it) {
			t.Errorf("the question lacks %q:\n%s", it, last.Get("messages.0.content"))
		}
	}
	rows, err := h.Ledger(context.Background(), report.LedgerQuery{N: 50, Filter: "second reader"})
	if err != nil || len(rows.Rows) != 1 {
		t.Errorf("in the Ledger's words: %+v, %v", rows.Rows, err)
	}
	h.verified()
	want := h.heard()
	state, err := replay(eventsOf(log))
	if err != nil || len(state.Items()) != strings.Count(want, "\n")+1 {
		t.Errorf("replayed without a model: %v, %v", state, err)
	}
	h.env = nil // rules only
	h.reopen()
	if got := h.heard(); got != want {
		t.Errorf("without a model there is\n%s\nnot\n%s", got, want)
	}
}

func eventsOf(log []items.Record) []delta.Event {
	var out []delta.Event
	for _, r := range log {
		out = append(out, r.Event)
	}
	return out
}

func TestWhatTheSecondReaderMayNotProposeIsRefusedWithItsReason(t *testing.T) {
	t.Parallel()
	const maybe = "Maybe we should use Redis for the job queue."
	h := readHouse(t, func(question string) reply {
		if !strings.Contains(question, "person: "+maybe) {
			return say(deltas())
		}
		return say(deltas(
			map[string]any{"kind": "decision_made", "quote": "we should use Redis for the job queue", "summary": "Use Redis for the job queue"},
			map[string]any{"kind": "decision_made", "quote": "Use Redis", "summary": "Use Redis"},
			map[string]any{"kind": "task_closed", "quote": "Redis", "target": "item-99", "resolution": "completed"},
			map[string]any{"kind": "mood_changed", "quote": "Maybe"},
			map[string]any{"kind": "fact_learned", "quote": 7},
		))
	})
	h.ask(aim)
	h.toldOfReader("1 answers")
	h.ask(maybe)
	h.toldOfReader("gave 0 deltas (5 refused, 0 known already)")
	var reasons []string
	for _, r := range deltaLog(t, h.Engine) {
		if r.Type == delta.Rejected {
			reasons = append(reasons, r.Reason)
			if r.Source != event.DeltaByModel || r.Episode == "" || len(r.Delta.From().SourceTurns) == 0 {
				t.Errorf("%+v", r)
			}
		}
	}
	all := strings.Join(reasons, "\n")
	for _, want := range []string{"hedged", "do not stand in the turn", `"item-99" is none of the items`, `unknown kind "mood_changed"`, "not what was asked for"} {
		if !strings.Contains(all, want) {
			t.Errorf("no refusal says %q:\n%s", want, all)
		}
	}
	if items := h.heard(); strings.Contains(items, "decision") || !strings.Contains(items, "hypothesis tentative: ") {
		t.Errorf("the items are\n%s", items)
	}
	h.verified()
	h.reopen()
	h.verified()
}

func TestWhatTheRulesHaveFoundIsNotDoubled(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(question string) reply {
		if strings.Contains(question, "books meeting rooms") {
			return say(deltas(
				map[string]any{"kind": "goal_set", "quote": "I want to build a bot that books meeting rooms", "summary": "A bot books the meeting rooms"},
				map[string]any{"kind": "constraint_added", "quote": "It must never book a room twice", "summary": "No room is booked twice"},
				map[string]any{"kind": "decision_made", "quote": "The API listens on port 3000", "summary": "API listens on port 3000"},
			))
		}
		return say(deltas())
	})
	h.ask(aim)
	h.toldOfReader("1 answers gave 0 deltas (0 refused, 3 known already)")
	for _, r := range deltaLog(t, h.Engine) {
		if r.Source == event.DeltaByModel {
			t.Errorf("%+v", r)
		}
	}
}

func TestRubbishIsCountedAndChangesNothing(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"deltas":[`, 400)
	for _, test := range []struct{ says, answer string }{
		{"1 without JSON", "I see no change."},
		{"1 without JSON", "<html><body>504 Gateway Time-out</body></html>"},
		{"1 cut short", deltas(lagosRule())[:60]},
		{"1 nested too deep", deep},
		{"1 with a key twice", `{"deltas":[{"kind":"goal_set","kind":"decision_made","quote":"x"}]}`},
		{"1 with several lists", deltas(lagosRule()) + deltas()},
		{"1 far too long", strings.Repeat("no ", 30_000)},
		{"1 far too long", strings.Repeat("no ", 200_000)},
		{"1 not in the API's form", ""},
	} {
		t.Run(test.says, func(t *testing.T) {
			t.Parallel()
			h := readHouse(t, func(string) reply { return say(test.answer) })
			if test.answer == "" {
				h.model.raw = "<html>Bad Gateway</html>"
			}
			h.ask(lagos)
			h.toldOfReader("1 of no use: " + test.says)
			if line := h.readerLine(); line.Status != "ok" {
				t.Errorf("one such answer is a warning: %+v", line)
			}
			for _, r := range deltaLog(t, h.Engine) {
				if r.Source == event.DeltaByModel {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}

func TestADeadReaderIsAWarning(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(string) reply { return reply{text: "busy", status: http.StatusTooManyRequests} })
	for i := range 3 {
		h.ask(fmt.Sprint("We are number ", i))
		h.toldOfReader(fmt.Sprintf("%d refused with status 429", i+1))
	}
	if line := h.readerLine(); line.Status != "warn" || !strings.Contains(line.Detail, "set delta.reader to rules") {
		t.Errorf("%+v", line)
	}
}

func TestAnAnswerThatDoesNotComeIsGivenUpAndCounted(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(string) reply { return say(deltas(lagosRule())) })
	h.configure("[delta]\nreader = \"model\"\ntimeout_s = 1\n")
	h.model.before = func(ctx context.Context, prompt string) {
		if asksForDeltas(prompt) {
			<-ctx.Done()
		}
	}
	h.ask(lagos)
	h.toldOfReader("1 of no use: 1 not there within delta.timeout_s")
}

func TestAServerThatTakesNoSchemaIsToldOfItInWords(t *testing.T) {
	t.Parallel()
	h := readHouse(t, nil)
	h.model.mu.Lock()
	h.model.answer = func(prompt string) reply {
		switch {
		case !asksForDeltas(prompt):
			return say("Noted.")
		case !strings.Contains(prompt, "The JSON Schema of your answer"):
			return reply{text: `{"error":"unknown field response_format"}`, status: http.StatusBadRequest}
		}
		return say(deltas())
	}
	h.model.mu.Unlock()
	h.ask(lagos)
	h.toldOfReader("1 answers")
	h.ask(lagos + " Ever.")
	h.toldOfReader("2 answers")
	asked := h.questions()
	if len(asked) != 3 || asked[1].Get("response_format").Exists() || asked[2].Get("response_format").Exists() {
		t.Errorf("%d questions: %v", len(asked), asked)
	}
}

func TestTheSecondReaderGivesWayToTheNextRequest(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(string) reply { return say(deltas(lagosRule())) })
	asked, gone := make(chan struct{}, 8), make(chan struct{}, 8)
	var once sync.Once
	h.model.before = func(ctx context.Context, prompt string) {
		if asksForDeltas(prompt) {
			once.Do(func() {
				asked <- struct{}{}
				<-ctx.Done()
				gone <- struct{}{}
			})
		}
	}
	h.ask(lagos)
	<-asked
	if !h.Status().Reading {
		t.Error("the status does not tell that the model is asked")
	}
	h.ask("hello") // is answered while the question waits
	<-gone
	h.toldOfReader("1 questions gave way to requests")
	h.until("the next turn is read", func() bool { return strings.Contains(h.readerLine().Detail, "1 answers") })
	if h.Status().Reading {
		t.Error("the status tells of a question that is over")
	}
	for _, r := range deltaLog(t, h.Engine) {
		if r.Source == event.DeltaByModel && r.Type == delta.Accepted {
			t.Errorf("a question that gave way was answered: %+v", r)
		}
	}
}

func TestClosingTheEngineEndsTheQuestion(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(string) reply { return say(deltas(lagosRule())) })
	asked := make(chan struct{}, 8)
	h.model.before = func(ctx context.Context, prompt string) {
		if asksForDeltas(prompt) {
			asked <- struct{}{}
			<-ctx.Done()
		}
	}
	h.ask(lagos)
	<-asked
	do(t, h.Close())
	h.model.before = nil
	h.open()
	h.heard()
	for _, r := range deltaLog(t, h.Engine) {
		if r.Source == event.DeltaByModel {
			t.Errorf("%+v", r)
		}
	}
	h.verified()
}

func TestATurnIsReadOnceByTheSecondReader(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(string) reply { return say(deltas()) })
	h.ask(lagos)
	h.toldOfReader("1 answers")
	for range 3 { // retries
		if _, err := h.post(h.chat[:1], true); err != nil {
			t.Fatal(err)
		}
	}
	title := []message{{"system", "You are a title generator. You output ONLY a thread title."}, {"user", lagos}}
	if _, err := h.post(title, true); err != nil {
		t.Fatal(err)
	}
	h.heard()
	h.reopen() // what changed nothing is read again by the rules
	h.heard()
	h.ask("Something else, then.")
	h.toldOfReader("1 answers")
	if n := len(h.questions()); n != 2 {
		t.Errorf("%d questions were asked", n)
	}
}

func TestAToolLoopIsReadAtItsEndWithTheWordsThatBeganIt(t *testing.T) {
	t.Parallel()
	h := readHouse(t, func(string) reply { return say(deltas()) })
	h.ask(aim)
	h.toldOfReader("1 answers")
	a := &agent{house: h, messages: []any{object{"role": "user", "content": aim}, object{"role": "assistant", "content": "Noted."}}}
	a.tool(lagos, "read", map[string]string{"path": "a.go"})
	h.heard()
	if n := len(h.questions()); n != 1 {
		t.Errorf("a step of the loop was asked about %d times", n-1)
	}
	h.model.mu.Lock()
	h.model.answer = func(string) reply { return say(deltas(lagosRule())) }
	h.model.mu.Unlock()
	a.result("package a")
	h.toldOfReader("2 answers gave 1 deltas")
	text := h.questions()[1].Get("messages.0.content").String()
	if !strings.Contains(text, "[TURN]\nperson: "+lagos+"\nassistant: Done.\n") || strings.Contains(text, "package a") {
		t.Errorf("asked\n%s", text)
	}
	h.verified()
}

func TestWithoutTheSettingNoModelReads(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Noted.") })
	h.ask(lagos)
	h.heard()
	do(t, h.Close())
	if n := len(h.questions()); n != 0 {
		t.Errorf("%d questions were asked", n)
	}
	h.open()
	r, err := h.Doctor(context.Background())
	if err != nil || len(r.Checks) != 8 {
		t.Errorf("%+v, %v", r.Checks, err)
	}
}

func TestEachSessionIsReadForItself(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := readHouse(t, func(question string) reply {
		if strings.Contains(question, lagos) {
			return say(deltas(lagosRule()))
		}
		return say(deltas())
	})
	h.ask(aim)
	h.toldOfReader("1 answers")
	h.ask(lagos)
	h.toldOfReader("gave 1 deltas")
	do(t, h.NewSession(ctx, "other"))
	h.chat = nil
	h.ask("Good morning to you.")
	h.toldOfReader("3 answers")
	if got := h.heard(); got != "" {
		t.Errorf("the other session has\n%s", got)
	}
	if text := h.questions()[2].Get("messages.0.content").String(); strings.Contains(text, "Lagos") {
		t.Errorf("its question tells of the first session:\n%s", text)
	}
}

package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/report"
	"holdfast/store/event"
)

const acquire = "store/pool.go::Pool.Acquire"

// poolModel answers the prompts of the pool's story.
func poolModel(t *testing.T) func(string) reply {
	pool, truncated, whole := readCase(t, "pool.md"), readCase(t, "acquire-truncated.md"), readCase(t, "acquire-whole.md")
	return func(prompt string) reply {
		switch {
		case strings.Contains(prompt, "write the pool"):
			return say(pool)
		case strings.Contains(prompt, "half"):
			return say(truncated)
		case strings.Contains(prompt, "timeout"):
			return say(whole)
		}
		return say("I do not know.")
	}
}

func Test6AReplyWithFullDefinitionsIsPromoted(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	state := h.state()
	for _, want := range []string{"store/pool.go::Pool", acquire, "store/pool.go::Pool.Release", "store/pool.go::Pool.Close"} {
		if state[want] == "" {
			t.Errorf("%s is not AUTHORITATIVE; the map holds %v", want, state)
		}
	}
	h.verified()
}

func Test82TheNextPromptIsHydratedByTheStrictTemplate(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.configure("[hydrate]\nreach_kib = 0\n") // the answer of before shows it as well
	h.ask("write the pool")
	h.ask("what does Pool.Release do?")
	got := h.model.last(t)
	prompt := got[len(got)-1].Content
	want := fmt.Sprintf(`[CURRENT STATE: AUTHORITATIVE]
Entity: store/pool.go::Pool.Release
Artifact: %s
Source: Confirmed via AST

// Release gives a connection back.
func (p *Pool) Release(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, c)
}
[END CURRENT STATE]`, h.state()["store/pool.go::Pool.Release"])
	if !strings.Contains(prompt, want) {
		t.Errorf("the prompt lacks the block\n%s\n--- got\n%s", want, prompt)
	}
	if !strings.HasSuffix(prompt, "what does Pool.Release do?") {
		t.Errorf("the user's words do not end the prompt: %q", prompt)
	}
	if got[0].Content != "write the pool" {
		t.Errorf("history was changed: %q", got[0].Content)
	}
}

func Test7AnUpdateThatDropsHalfIsProposedAndSaysWhy(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	before := h.state()[acquire]
	h.ask("rewrite Pool.Acquire, half of it")
	if h.state()[acquire] != before {
		t.Error("the truncated update changed the State Map")
	}
	pending, err := h.Pending(context.Background())
	if err != nil || len(pending) != 1 {
		t.Fatalf("%d proposals, %v", len(pending), err)
	}
	if p := pending[0]; p.Entity != acquire || p.State != event.Proposed || !strings.Contains(strings.Join(p.Reasons, " "), "collapse") {
		t.Errorf("proposal %+v", p)
	}
	h.verified()
}

func TestTheOperatorAcceptsOrRejectsAProposal(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, accept := range []bool{true, false} {
		h := openHouse(t, poolModel(t))
		h.ask("write the pool")
		before := h.state()[acquire]
		h.ask("rewrite Pool.Acquire, half of it")
		pending, err := h.Pending(ctx)
		if err != nil || len(pending) != 1 {
			t.Fatalf("%d proposals, %v", len(pending), err)
		}
		review, err := h.Review(ctx, pending[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if accept {
			err = h.Accept(ctx, review.Shown)
		} else {
			err = h.Reject(ctx, review.Shown, "half is missing")
		}
		if err != nil {
			t.Fatal(err)
		}
		if changed := h.state()[acquire] != before; changed != accept {
			t.Errorf("accept %v: changed %v", accept, changed)
		}
		if err := h.Accept(ctx, review.Shown); err == nil {
			t.Error("a settled proposal was accepted again")
		}
		h.verified()
	}
}

func Test6BAnAcknowledgedBaseIsUpdatedByParity(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	h.ask("give Pool.Acquire a timeout")
	d, err := h.Detail(context.Background(), acquire)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Versions) != 2 || d.Versions[0].State != event.Authoritative || d.Versions[1].State != event.Superseded {
		t.Fatalf("versions %+v", d.Versions)
	}
	if !strings.Contains(string(d.Content), "dialTimeout") || d.Entity.Version != 2 {
		t.Errorf("version %d holds %s", d.Entity.Version, d.Content)
	}
	h.verified()
}

func Test12AnUnacknowledgedBaseStaysProposed(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	before := h.state()[acquire]
	h.chat = nil // another conversation, which never saw the pool
	h.ask("a function with a timeout, please")
	if h.state()[acquire] != before {
		t.Error("a base that the model did not see was replaced")
	}
	pending, err := h.Pending(context.Background())
	if err != nil || len(pending) != 1 || !strings.Contains(pending[0].Reasons[0], "unacknowledged") {
		t.Errorf("pending %+v, %v", pending, err)
	}
}

func Test91AUsersPasteIsAuthoritativeAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	h.ask("I changed it:\n\n```go store/pool.go\nfunc (p *Pool) Release(c *Conn) { p.put(c) }\n```\n\nremember that")
	d, err := h.Detail(context.Background(), "store/pool.go::Pool.Release")
	if err != nil {
		t.Fatal(err)
	}
	if string(d.Content) != "func (p *Pool) Release(c *Conn) { p.put(c) }" || d.Entity.Grant != "write_head" {
		t.Errorf("%s by %s", d.Content, d.Entity.Grant)
	}
	h.verified()
}

func Test83CodeThatIsLinkedToNothingGetsANoticeOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "snippet") {
			return say("```go\nfunc Loose() int { return 1 }\n```\n")
		}
		return say("fine")
	})
	h.ask("show me a snippet")
	if len(h.state()) != 0 {
		t.Fatal("code without a path entered the State Map")
	}
	const notice = "[STATE NOTICE]\nThe previous output could not be structurally linked to a known entity.\nIt has NOT modified the State Map.\n[END NOTICE]"
	h.ask("and now?")
	if got := h.model.last(t); !strings.HasPrefix(got[len(got)-1].Content, notice) {
		t.Errorf("no notice before %q", got[len(got)-1].Content)
	}
	h.ask("and then?")
	if got := h.model.last(t); strings.Contains(got[len(got)-1].Content, "STATE NOTICE") {
		t.Error("the notice came a second time")
	}
}

func Test83TheNoticeComesAfterEveryReplyThatWasOnlyInferred(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "write") {
			return say("```go a/one.go\npackage a\n\nfunc Alpha() int { return 1 }\n```\n\n```go a/two.go\npackage a\n```\n")
		}
		return say("```go\nfunc Alpha() int { return 2 }\n```\n") // the same each time: one proposal
	})
	h.ask("write it")
	h.chat = []message{{"system", "another conversation"}}
	for i, prompt := range []string{"now what?", "and then?", "and after that?"} {
		h.ask(prompt)
		got := h.model.last(t)
		if noticed := strings.Contains(got[len(got)-1].Content, "STATE NOTICE"); noticed != (i > 0) {
			t.Errorf("%q: notice %v", prompt, noticed)
		}
	}
	pending, err := h.Pending(context.Background())
	if err != nil || len(pending) != 1 {
		t.Errorf("%d proposals, %v", len(pending), err)
	}
}

func TestARestartKeepsStateAndConversation(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	before := h.state()
	h.reopen()
	if got := h.state(); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("after the restart %v, before %v", got, before)
	}
	h.ask("and now a timeout") // names nothing: what the turn before touched is hydrated
	if !h.saw(acquire, before[acquire]) {
		t.Error("the entities of the previous turn were not hydrated after a restart")
	}
	h.verified()
}

func TestPromise4AReplyThatIsCutPromotesNothing(t *testing.T) {
	t.Parallel()
	pool := readCase(t, "pool.md")
	h := openHouse(t, func(string) reply { return reply{text: pool, cut: true} })
	if _, err := h.post([]message{{"user", "write the pool"}}, true); err == nil {
		t.Fatal("a reply that was cut upstream looked whole to the client")
	}
	h.reopen() // waits for what is being recorded
	if len(h.state()) != 0 {
		t.Error("a cut reply was promoted")
	}
	var recent struct {
		Episodes []report.RecentEpisode
	}
	h.get("/recent", &recent)
	if len(recent.Episodes) != 1 {
		t.Errorf("episodes %+v", recent.Episodes)
	}
	told, err := h.Recent(context.Background(), "", 1)
	if err != nil || len(told) != 1 || !strings.HasPrefix(told[0].Problem, "aborted: ") {
		t.Errorf("what became of it: %+v, %v", told, err)
	}
	h.verified()
}

func TestUnstreamedRepliesCountTheSame(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	if _, err := h.post([]message{{"user", "write the pool"}}, false); err != nil {
		t.Fatal(err)
	}
	if h.state()[acquire] == "" {
		t.Error("not promoted")
	}
}

func Test92ATombstonedEntityCanBeRestored(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	before := h.state()[acquire]
	if err := h.Tombstone(ctx, acquire, ""); err != nil {
		t.Fatal(err)
	}
	if h.state()[acquire] != "" {
		t.Error("still in the State Map")
	}
	h.ask("what does Pool.Acquire do?")
	if got := h.model.last(t); strings.Contains(got[len(got)-1].Content, "Entity: "+acquire) {
		t.Error("a tombstoned entity was hydrated")
	}
	entities, err := h.Entities(ctx)
	if err != nil || !entities[len(entities)-1].Tombstoned {
		t.Errorf("the tombstone is not listed: %+v, %v", entities, err)
	}
	if err := h.Restore(ctx, acquire); err != nil {
		t.Fatal(err)
	}
	if h.state()[acquire] != before {
		t.Error("not restored to the same content")
	}
	h.verified()
}

// The specification knows one authoritative artifact an entity (TSLP 3.3), and
// not what to do with two versions of one in a reply.
func Test33OfTwoVersionsInOneReplyItIsToldWhichWasTaken(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	one, two := "func Greet() string {\n\treturn \"one\"\n}", "func Greet() string {\n\treturn \"two\"\n}"
	elided := "func Greet() string {\n\t// ... existing code ...\n}"
	block := func(code string) string { return "```go greet.go\n" + code + "\n```\n" }
	for name, c := range map[string]struct {
		reply   string
		content string // that is AUTHORITATIVE
		notes   []string
	}{
		"the later is taken":            {block(one) + "or better:\n\n" + block(two), two, []string{"", "this later version was taken, not the earlier one"}},
		"the later waits":               {block(one) + "in short:\n\n" + block(elided), one, []string{"", "was taken, this later one waits"}},
		"the same again is no second":   {block(one) + "again:\n\n" + block(one), one, []string{""}},
		"a later one that is taken too": {block(elided) + "in full:\n\n" + block(two), two, []string{"", "this later version was taken"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := openHouse(t, func(string) reply { return say(c.reply) })
			h.ask("write it")
			d, err := h.Detail(ctx, greet)
			if err != nil || string(d.Content) != c.content {
				t.Fatalf("AUTHORITATIVE is %q, %v", d.Content, err)
			}
			outcomes := h.Activities()[0].Outcomes
			if len(outcomes) != len(c.notes) {
				t.Fatalf("outcomes %+v", outcomes)
			}
			for i, o := range outcomes {
				if want := c.notes[i]; (want == "") != (o.Note == "") || !strings.Contains(o.Note, want) {
					t.Errorf("outcome %d notes %q, want %q", i, o.Note, want)
				}
			}
			if newest := d.Versions[0]; len(c.notes) > 1 && (newest.Gates.Checks[len(newest.Gates.Checks)-1].Detail != outcomes[1].Note || !slices.Contains(newest.Gates.Reasons, outcomes[1].Note)) {
				t.Errorf("the gate report tells %+v", newest.Gates)
			}
			h.verified()
		})
	}
}

// By the state machine of TSLP 5 a proposal that was closed is TOMBSTONED, as is
// what was the truth once: people are told which.
func Test5OfAClosedProposalItIsToldThatItNeverWasTheTruth(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	h.ask("rewrite Pool.Acquire, half of it")
	pending, err := h.Pending(ctx)
	if err != nil || len(pending) != 1 {
		t.Fatalf("%+v, %v", pending, err)
	}
	must(t, h.Reject(ctx, report.Shown{Artifact: pending[0].ID}, "half is missing"))
	must(t, h.Tombstone(ctx, acquire, "not needed"))
	episodes, err := h.Recent(ctx, "", 2)
	must(t, err)
	for i, want := range []string{"never AUTHORITATIVE, the proposal was closed: rejected by the operator: half is missing", "tombstoned by the operator: not needed"} {
		at := slices.IndexFunc(episodes[i].Artifacts, func(a report.ArtifactState) bool { return a.Entity == acquire })
		if a := episodes[i].Artifacts[at]; a.State != event.Tombstoned || a.Ended != want {
			t.Errorf("%+v, want %q", a, want)
		}
	}
}

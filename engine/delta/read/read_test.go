package read

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/delta"
)

var noon = time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC)

// talk makes turns of lines "U: …" and "A: …".
func talk(lines ...string) []Turn {
	var out []Turn
	for i, l := range lines {
		role := User
		if strings.HasPrefix(l, "A: ") {
			role = Assistant
		}
		out = append(out, Turn{ID: fmt.Sprintf("t-%d", i+1), Role: role, Content: l[3:]})
	}
	return out
}

// lastDeltas are the deltas of the last turn, as "kind: text".
func lastDeltas(lines ...string) []string {
	turns := talk(lines...)
	res := Conversation(turns, nil, noon)
	var out []string
	for _, d := range res.Accepted {
		if d.From().SourceTurns[0].TurnID != turns[len(turns)-1].ID {
			continue
		}
		out = append(out, string(d.Kind())+": "+says(res.State, d))
	}
	return out
}

func says(s *delta.State, d delta.Delta) string {
	switch d := d.(type) {
	case *delta.BranchCreated:
		return strings.Join(d.Alternatives, " | ")
	case *delta.TaskClosed:
		return string(d.Resolution) + " " + s.Item(d.TargetID).Summary
	case *delta.ItemSuperseded:
		return s.Item(d.TargetID).Summary
	case *delta.DecisionRevised:
		return d.Summary
	case *delta.ConstraintRevised:
		return string(d.Mode) + " " + d.Summary
	}
	return delta.Created(d).Summary
}

const aim = "U: I want to build a bot that books rooms."

func TestATurnYieldsWhatItSettles(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"the aim", []string{aim}, []string{"goal_set: I want to build a bot that books rooms"}},
		{"a rule", []string{aim, "A: Sure.", "U: it must never book twice"}, []string{"constraint_added: It must never book twice"}},
		{"a prohibition", []string{aim, "A: Sure.", "U: no electron in the desktop app please"}, []string{"constraint_added: No electron in the desktop app"}},
		{"a limit", []string{aim, "A: Sure.", "U: binary under 20 MB"}, []string{"constraint_added: Binary under 20 MB"}},
		{"alternatives after a colon", []string{aim, "A: I can think of two homes for it: a scheduled task on your server, or a container."}, []string{"branch_created: a scheduled task on your server | a container"}},
		{"alternatives that ask for an opinion", []string{aim, "A: Sure.", "U: Use webhooks or poll every minute. Opinion?"}, []string{"branch_created: webhooks | poll every minute"}},
		{"a suspicion turned down by its opposite", []string{aim, "A: I assumed that guests are not billed.", "U: guests are billed, the office told me"}, []string{"fact_learned: Guests are billed", "item_superseded: Guests are not billed"}},
		{"an answer to what is wanted", []string{aim, "A: How long should a booking last?", "U: 45 minutes"}, []string{"decision_made: 45 minutes (How long should a booking last)"}},
		{"wishes after a colon", []string{aim, "A: Sure.", "U: I need two things: a summary for the board, and a list of the rooms"}, []string{"task_opened: A summary for the board", "task_opened: A list of the rooms"}},
		{"another value for a choice", []string{aim, "A: Sure.", "U: let's set the page size to 50", "A: Ok.", "U: let's set the page size to 20"}, []string{"decision_revised: Set the page size to 20"}},
		{"an anecdote", []string{aim, "A: Sure.", "U: the last guy got banned for 3000 rooms lmaooo"}, nil},
		{"a choice that is put up with", []string{aim, "A: Sure.", "U: two will have to be enough"}, nil},
		{"a choice", []string{aim, "A: Sure.", "U: let's go with postgres"}, []string{"decision_made: Go with postgres"}},
		{"an order", []string{aim, "A: Sure.", "U: can you add a dry-run flag?"}, []string{"task_opened: Add a dry-run flag"}},
		{"a fact in passing", []string{aim, "A: Sure.", "U: fyi there are 14 rooms"}, []string{"fact_learned: There are 14 rooms"}},
		{"an idea", []string{aim, "A: Sure.", "U: maybe caldav would do"}, []string{"hypothesis_introduced: Maybe caldav would do"}},
		{"options", []string{aim, "A: Do you want SQLite or Postgres?"}, []string{"branch_created: SQLite | Postgres"}},
		{"an option that is picked", []string{aim, "A: Do you want SQLite or Postgres?", "U: sqlite"},
			[]string{"decision_made: SQLite", "item_superseded: Do you want SQLite or Postgres"}},
		{"an option by its place", []string{aim, "A: Two options:\n\n1. CalDAV\n2. Graph\n\nWhich one?", "U: the second one"},
			[]string{"decision_made: Graph", "item_superseded: Two options"}},
		{"a value by pronoun", []string{aim, "A: I settled on a limit of 10 rooms.", "U: make that 20"}, []string{"decision_revised: A limit of 20 rooms"}},
		{"a rule that is loosened", []string{aim, "A: ok", "U: at most 3 dependencies", "A: ok", "U: make it 5"}, []string{"constraint_revised: relaxed At most 5 dependencies"}},
		{"work that is done", []string{aim, "A: ok", "U: add a parser", "A: The parser is finished."}, []string{"task_closed: completed Add a parser"}},
		{"work that is dropped", []string{aim, "A: ok", "U: add a parser", "A: ok", "U: forget the parser"}, []string{"task_closed: abandoned Add a parser"}},
		{"an accepted offer of work", []string{aim, "A: Shall I write the installer?", "U: yes please"}, []string{"task_opened: Write the installer"}},
		{"a value after its doubt", []string{aim, "A: I settled on a limit of 10 rooms.", "U: 10 is too few for us. 30"}, []string{"decision_revised: A limit of 30 rooms"}},
		{"another day for a deadline", []string{aim, "A: ok", "U: june 11 is the last day", "A: ok", "U: we have until the 18th now"},
			[]string{"constraint_revised: relaxed We have until the 18th now (before: June 11 is the last day)"}},
		{"a rule about nobody", []string{aim, "A: ok", "U: nobody deploys on fridays"}, []string{"constraint_added: Nobody deploys on fridays"}},
		{"a bound on what is ordered", []string{aim, "A: ok", "U: write a runbook, at most two pages"},
			[]string{"task_opened: Write a runbook, at most two pages", "constraint_added: At most two pages (write a runbook)"}},
		{"options that are weighed a sentence each", []string{aim, "A: A single calendar is simple but needs filters. One calendar per room would be clear, though it costs more. Which would you rather have?"},
			[]string{"branch_created: A single calendar | One calendar per room"}},
		{"options under labels", []string{aim, "A: **Option 1.** The bot polls.\n**Option 2.** The server calls the bot."}, []string{"branch_created: The bot polls | The server calls the bot"}},
		{"options that are counted up", []string{aim, "A: The realistic ones for you are CalDAV, Graph, and plain mail."}, []string{"branch_created: CalDAV | Graph | plain mail"}},
		{"what is known of an option", []string{aim, "A: Do you want SQLite or Postgres?", "U: all our servers have postgres"},
			[]string{"fact_learned: All our servers have postgres"}},
		{"a finding that clears a suspect", []string{aim, "A: My bet is that the battery is low.", "U: battery is fine"}, []string{"item_superseded: My bet is that the battery is low"}},
		{"a yes to proposed work", []string{aim, "A: For the import I'd write a script that reads the old list.", "U: please do"},
			[]string{"task_opened: Write a script that reads the old list", "item_superseded: For the import I'd write a script that reads the old list"}},
		{"work called off by pronoun", []string{aim, "A: ok", "U: add a parser", "A: ok", "U: about the parser: don't do it"}, []string{"task_closed: abandoned Add a parser"}},
		{"an option against which something is said", []string{aim, "A: Do you want SQLite or Postgres?", "U: postgres frightens me, but sqlite has no replication"}, nil},
		{"an option that somebody else wants", []string{aim, "A: Do you want SQLite or Postgres?", "U: Depends. Reto says sqlite, I say postgres."}, nil},
		{"an option that is described and taken", []string{aim, "A: Do you want SQLite or Postgres?", "U: sqlite is one file, I'll take that"},
			[]string{"decision_made: SQLite (sqlite is one file)", "item_superseded: Do you want SQLite or Postgres"}},
		{"an option turned down by its condition", []string{aim, "A: Shall the cache be filled when they open the app, or every night?", "U: when they open"},
			[]string{"decision_made: The cache be filled when they open the app", "item_superseded: Shall the cache be filled when they open the app, or every night"}},
		{"an image", []string{aim, "A: ok", "U: moving a booking is like herding cats"}, nil},
		{"an announcement", []string{aim, "A: ok", "U: From the minutes of the last meeting:\n\n> It was decided that rooms are free."}, nil},
		{"how it is done today", []string{aim, "A: ok", "U: we have to recompile for every new room at present"}, nil},
		{"who made it so", []string{aim, "A: ok", "U: whoever decided that must hate people"}, nil},
		{"an aim that is taken back", []string{"U: I'm writing the menu for our canteen... no, wait, wrong chat. I want to build a bot that books rooms"}, []string{"goal_set: I want to build a bot that books rooms"}},
		{"a choice called back", []string{aim, "A: Do you want SQLite or Postgres?", "U: Postgres, it scales. Hm, no, hold on. Somebody has to run it."}, nil},
		{"a doubted report", []string{aim, "A: ok", "U: my labmate says his server had 3 disks that died, he's not sure of it though"}, nil},
		{"what the brief keeps", []string{aim + ". License stays MIT, our lawyers like it."}, []string{"goal_set: I want to build a bot that books rooms", "constraint_added: License stays MIT"}},
		{"what nothing may do", []string{aim, "A: ok", "U: one more thing, no guest data leaves the EU"}, []string{"constraint_added: No guest data leaves the EU"}},
		{"a limit at the head", []string{aim, "A: ok", "U: one more thing, max 20 bookings a minute per guest"}, []string{"constraint_added: Max 20 bookings a minute per guest"}},
		{"what allows no discussion", []string{aim, "A: ok", "U: 5 photos for every room, period"}, []string{"constraint_added: 5 photos for every room, period"}},
		{"a part swapped for another", []string{aim, "A: ok", "U: every plan must print on A4", "A: ok", "U: print in A5, not A4"}, []string{"constraint_revised: amended Print in A5, not A4"}},
		{"a value that is enough", []string{aim, "A: I settled on a limit of 90 rooms.", "U: 60 is enough"}, []string{"decision_revised: A limit of 60 rooms"}},
		{"a demand that is passed on", []string{aim, "A: ok", "U: our works council asks that the report shows no names"}, []string{"constraint_added: The report shows no names"}},
		{"work under letters", []string{aim, "A: ok", "U: Please attend to the following:\n(a) a page for guests\n(b) a parser for mails"},
			[]string{"task_opened: A page for guests", "task_opened: A parser for mails"}},
		{"work under letters that is done", []string{aim, "A: ok", "U: Please attend to the following:\n(a) a page for guests\n(b) a parser for mails\n(c) a bell", "A: (a) and (c) are finished."},
			[]string{"task_closed: completed A page for guests", "task_closed: completed A bell"}},
		{"a plan that waits for approval", []string{aim, "A: My plan:\n\n- a parser\n- a calendar\n\nAny objection?"}, []string{"hypothesis_introduced: A parser, a calendar"}},
		{"a choice in the course of a report", []string{aim, "A: I have drafted the parser and chose UTC for all the times."}, []string{"decision_made: Chose UTC for all the times"}},
		{"what can wait", []string{aim, "A: I settled on a limit of 90 rooms.", "U: the limit can wait"}, nil},
		{"what is worked out", []string{aim, "A: ok", "U: we have 5 floors", "A: Five floors at 20 rooms each are 100 rooms, so `rooms` is large enough."}, nil},
		{"a corrected fact", []string{aim, "A: ok", "U: fyi there are 14 rooms", "A: ok", "U: sorry, I said 14 rooms but there are 15"},
			[]string{"fact_learned: Sorry, I said 14 rooms but there are 15", "item_superseded: There are 14 rooms"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := lastDeltas(test.lines...); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestATurnThatSettlesNothingYieldsNothing(t *testing.T) {
	for _, said := range []string{
		"what is the difference between lists and streams", "why not walkdir?", "thanks!", "ok", "nice work", "If we went with Redis we would have to run it.",
		"windows support would be cool someday", "my predecessor always said tests must die", "> We have decided to use Tailwind.\n\nThat is from the wiki.",
		"```go\n// must never be nil\n// TODO: decide\n```", "[tool_result x]\nyou must upgrade\n[/tool_result]", "we haven't decided anything yet", "who decided that docker must live there, a genius",
		`a consultant told me that we "absolutely must" buy it`, "in 2022 I decided to write my own engine", "running...", "can you explain that?", "show me the log",
		"that's how my predecessor did it, years ago, and he decided everything must be blue", "wait no", "we're out of coffee",
	} {
		if got := lastDeltas(aim, "A: Fine.", "U: "+said); len(got) > 0 {
			t.Errorf("%q yields %q", said, got)
		}
	}
}

func TestWhatTheAssistantProposesWaits(t *testing.T) {
	for _, said := range []string{"I'd suggest Redis for the queue.", "Maybe Redis would be faster.", "We could use Redis.", "Raising the limit to 50 would be safer.", "If you like, I can add Redis."} {
		for _, d := range lastDeltas(aim, "A: "+said) {
			if !strings.HasPrefix(d, "hypothesis_introduced") {
				t.Errorf("%q yields %q", said, d)
			}
		}
	}
}

func TestAHedgedAnswerDecidesNothing(t *testing.T) {
	for _, said := range []string{"sqlite i guess? not sure", "maybe sqlite", "sqlite?", "I don't know yet", "sqlite perhaps, let me think"} {
		for _, d := range lastDeltas(aim, "A: Do you want SQLite or Postgres?", "U: "+said) {
			if !strings.HasPrefix(d, "hypothesis_introduced") {
				t.Errorf("%q yields %q", said, d)
			}
		}
	}
}

func TestOnlyEarlierTurnsCount(t *testing.T) {
	turns := talk(aim, "A: Do you want SQLite or Postgres?", "U: sqlite", "A: ok", "U: no orm", "A: ok", "U: forget it")
	whole := Conversation(turns, nil, noon).Accepted
	for n := range turns {
		part := Conversation(turns[:n], nil, noon).Accepted
		if len(part) > len(whole) {
			t.Fatal("fewer turns yield more")
		}
		for i := range part {
			if part[i].Kind() != whole[i].Kind() || part[i].From().SourceTurns[0] != whole[i].From().SourceTurns[0] {
				t.Errorf("after %d turns delta %d is another", n, i)
			}
		}
	}
}

func TestTheWindowIsEnough(t *testing.T) {
	turns := talk(aim, "A: ok", "U: add a parser", "A: ok", "U: no orm", "A: ok", "U: hm", "A: ok", "U: hm", "A: ok", "U: hm", "A: The parser is finished.")
	s := Conversation(turns[:11], nil, noon).State
	all, few := Read(s, turns[:11], turns[11]), Read(s, turns[11-Window:11], turns[11])
	if len(all) != 1 || len(few) != 1 {
		t.Errorf("%d deltas from all turns, %d from the window", len(all), len(few))
	}
}

func TestOtherRolesAreNotRead(t *testing.T) {
	for _, role := range []Role{"system", "tool", "developer", ""} {
		if got := Read(&delta.State{}, nil, Turn{ID: "t-1", Role: role, Content: "We must use Redis."}); got != nil {
			t.Errorf("%q yields %v", role, got)
		}
	}
}

// prose4K is 4 KB of dense talk: every sentence is some rule's business.
func prose4K() string {
	const part = "We must keep the old importer until June, but drop the cache, nobody needs it. Maybe the queue could live in Redis? " +
		"Please add a flag for dry runs and make the limit 50 instead of 20. FYI the server has 16 cores because ops upgraded it. "
	return strings.Repeat(part, 4096/len(part)+1)[:4096]
}

// What is kept of a turn tells the next readers nothing else.
func TestAKeptTurnReadsLikeAnyOther(t *testing.T) {
	plain := talk(aim, "A: "+prose4K(), "U: "+prose4K(), "A: Do you want SQLite or Postgres?", "U: 👍", "U: SQLite it is")
	var shared []Turn
	for _, turn := range plain {
		shared = append(shared, turn.Kept())
	}
	want, got := Conversation(plain, nil, noon), Conversation(shared, nil, noon)
	if !reflect.DeepEqual(got.Accepted, want.Accepted) || len(want.Accepted) == 0 {
		t.Errorf("%d deltas, not the %d others", len(got.Accepted), len(want.Accepted))
	}
}

// Where it is known what the turn before leaves for an answer, that turn is not read
// again.
func TestWhatATurnLeavesIsKeptInItsPlace(t *testing.T) {
	asked := talk(aim, "A: I have mended the handler. Shall I write a test for it?")[1]
	for _, known := range []Turn{asked, {ID: "t-0", Role: Assistant, Content: "Noted."}} {
		before := asked.Leaving(known.Left())
		got := Read(&delta.State{}, []Turn{before}, Turn{ID: "t-9", Role: User, Content: "yes"})
		want := Read(&delta.State{}, []Turn{asked}, Turn{ID: "t-9", Role: User, Content: "yes"})
		if !reflect.DeepEqual(got, want) || len(want) == 0 {
			t.Errorf("%d deltas, not the %d others", len(got), len(want))
		}
		if (before.kept.page != nil) != (known.ID != asked.ID) {
			t.Errorf("of %q it was read: %v", known.ID, before.kept.page != nil)
		}
	}
}

// However long a turn is, what it can change is bounded.
func TestALongTurnChangesABoundedNumberOfThings(t *testing.T) {
	var said strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&said, "- [ ] write page %d of the %s manual\n", i, strings.Repeat("x", i%7+1))
	}
	for _, role := range []string{"U: ", "A: "} {
		if got := lastDeltas(aim, "A: ok", role+said.String()); len(got) == 0 || len(got) > maxProposals {
			t.Errorf("%d deltas", len(got))
		}
	}
}

// A clause that hangs on one before it may be the first of its sentence, where
// all before it is noise.
func TestNothingBeforeAClauseIsNoFault(t *testing.T) {
	for said, want := range map[string][]string{
		"hm, add a test":     {"task_opened: Add a test"},
		": go with postgres": {"decision_made: Go with postgres"},
	} {
		if got := lastDeltas(aim, "A: Noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q yields %q, want %q", said, got, want)
		}
	}
}

func FuzzConversation(f *testing.F) {
	f.Add("Do you want A or B?\n- [ ] x\n", "b\nmake that 5, drop x")
	f.Add("## Option A. x\n## Option B. y\n| | a | b |\n|-|-|-|\n| c | d | e |", "the second one, not `the first`, 1,000 items 9:00")
	f.Add(":shipit: the rest is mandatory", ", add a test; — drop it")
	f.Fuzz(func(t *testing.T, assistant, user string) {
		if len(assistant)+len(user) > 4<<10 {
			t.Skip() // a clause is held against every other, which takes seconds for prose.MaxProse of them
		}
		turns := talk(aim, "A: "+assistant, "U: "+user, "A: "+user, "U: "+assistant)
		res := Conversation(turns, nil, noon)
		if len(res.Rejected) > 0 {
			t.Fatalf("the extractor proposed what cannot be: %s", res.Rejected[0].Reason)
		}
		for _, it := range res.State.Items() {
			if len([]rune(it.Summary)) > 2000 {
				t.Fatalf("a summary of %d runes", len(it.Summary))
			}
		}
	})
}

func TestATurnMayBeginWithAColon(t *testing.T) {
	for _, says := range []string{":rocket: and while we are there the old worker goes too", ": the queue", "hmm: the queue"} {
		lastDeltas(aim, "A: 3 % of the rooms are double. I'd go to a queue in one step.", "U: "+says)
	}
}

func TestOptionsAreListedByWhatOneCouldDo(t *testing.T) {
	for _, intro := range []string{"So you could", "Three things would work:", "Two fixes could help:"} {
		got := lastDeltas(aim, "A: "+intro+"\n\n- give the hosts a copy of the file\n- export it as a table")
		if !slices.Contains(got, "branch_created: give the hosts a copy of the file | export it as a table") {
			t.Errorf("%s: %q", intro, got)
		}
	}
	for _, intro := range []string{"Three things work:", "Three tables would be needed:", "I could:"} {
		if got := lastDeltas(aim, "A: "+intro+"\n\n- the copy of the file\n- the table"); len(got) > 0 && strings.HasPrefix(got[0], "branch") {
			t.Errorf("%s: %q", intro, got)
		}
	}
}

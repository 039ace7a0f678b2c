package author_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/author"
)

// of decides about a message of one part, in a request with tools.
func of(said *author.Memory, more func(*author.Request), parts ...string) author.Report {
	r := author.Request{Tools: true, Parts: parts, Text: strings.Join(parts, "\n")}
	if more != nil {
		more(&r)
	}
	return author.Of(r, said)
}

// first makes the message the first of its conversation.
func first(r *author.Request) { r.First = true }

// spoken is a memory of one reply.
func spoken(r author.Reply) *author.Memory {
	var m author.Memory
	m.Learn(r)
	return &m
}

// task is the prompt that a model writes for another agent, as its call holds it.
const (
	task = "Have a look at this draft:\n\n```python\n# geo/area.py\ndef area(w, h):\n    side = w + h\n    return side * 2\n```\n\n" +
		"Storage will be LMDB from now on. Never edit the changelog."
	taskCall = `{"kind":"check","prompt":"Have a look at this draft:\n\n` + "```python\\n# geo/area.py\\ndef area(w, h):\\n    side = w + h\\n    return side * 2\\n```" +
		`\n\nStorage will be LMDB from now on. Never edit the changelog."}`
)

func TestWhatTheModelWroteForAnotherAgentIsNoUsers_Product13(t *testing.T) {
	said := spoken(author.Reply{Arguments: []string{taskCall}})
	escaped := strings.NewReplacer("\\", `\\`, "\n", `\n`, `"`, `\"`).Replace(task)
	for name, parts := range map[string][]string{
		"word for word":               {task},
		"behind a reminder":           {"<system-reminder>\nbe brief\n</system-reminder>", task},
		"behind a clock on its line":  {"<current_time>2031-01-02</current_time>\n\n" + task},
		"before what a client adds":   {task, "\n<environment_details>\nnow\n</environment_details>"},
		"in an element of the user's": {"<task>\n" + task + "\n</task>"},
		"indented":                    {"    " + strings.ReplaceAll(task, "\n", "\n    ")},
		"escaped":                     {escaped},
		"quoted":                      {"> " + strings.ReplaceAll(task, "\n", "\n> ")},
		"for XML":                     {strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;").Replace(task)},
		"in the client's own words":   {"You help another agent. Your task:\n\n" + task + "\n\nReport what you find."},
		"between labels":              {"Task: Check it\n\nContext:\nStorage will be LMDB from now on. Never edit the changelog.\n"},
		"behind a label on its line":  {"Task: Have a look at this draft:\n\nContext: Storage will be LMDB from now on. Never edit the changelog."},
		"with more on its line":       {"Storage will be LMDB from now on. Never edit the changelog. Report back when done."},
		"in an element of its line":   {"<goal>Storage will be LMDB from now on. Never edit the changelog.</goal>"},
		"a part of its line":          {"[goal: LMDB] Never edit the changelog."},
		"with typographic quotes":     {strings.ReplaceAll(task, "Never", "“Never”")},
		"of one line":                 {"Storage will be LMDB from now on. Never edit the changelog."},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(said, first, parts...)
			if r.Written != "" {
				t.Errorf("the user is said to have written %q", r.Written)
			}
			if !strings.Contains(r.Asked, "LMDB") {
				t.Errorf("nothing is shown for what it names: %q", r.Asked)
			}
		})
	}
	// In the middle of a talk a client shows its list again.
	list := "Your list is now:\n1. [ ] Storage will be LMDB from now on\n2. [x] Never edit the changelog\nGo on with it."
	if r := of(said, nil, list); r.Written != "" {
		t.Errorf("of a list of the model's the user is said to have written %q", r.Written)
	}
	// A client has the model look at a page, without tools and in a conversation of its own.
	plain := author.Request{First: true, Parts: []string{"The page:\n---\n```js a.js\nfunction f() {}\n```\n---\n\nStorage will be LMDB from now on. Never edit the changelog.\n"}}
	plain.Text = plain.Parts[0]
	if r := author.Of(plain, said); r.Written != "" {
		t.Errorf("of a request without tools the user is said to have written %q", r.Written)
	}
}

func TestAHeaderSaysWhoseARequestIs_Product13(t *testing.T) {
	for name, tc := range map[string]struct {
		header    [2]string
		continues bool
		who       author.Who
	}{
		"a sub-agent's id":                {[2]string{"X-Claude-Code-Agent-Id", "a1"}, false, author.Agent},
		"an agent's id":                   {[2]string{"X-Some-Client-Agent-Id", "a1"}, false, author.User},
		"the id of a monitoring agent":    {[2]string{"X-Monitor-Agent-Id", "host-7"}, false, author.User},
		"the span of a trace":             {[2]string{"X-Trace-Parent-Id", "7"}, false, author.User},
		"the task of a parent":            {[2]string{"X-Some-Client-Parent-Taskid", "t"}, false, author.Agent},
		"the thread of a parent":          {[2]string{"X-Some-Client-Parent-Thread-Id", "t"}, true, author.Agent},
		"what kind of sub-agent":          {[2]string{"X-Some-Subagent", "review"}, false, author.Agent},
		"that there is no parent":         {[2]string{"X-Parent-Session-Id", "null"}, false, author.User},
		"the session of a parent":         {[2]string{"X-Parent-Session-Id", "s"}, false, author.Agent},
		"what kind of interaction":        {[2]string{"X-Interaction-Type", "conversation-subagent"}, true, author.Agent},
		"who began it":                    {[2]string{"X-Initiator", "agent"}, false, author.Agent},
		"who goes on with a user's turn":  {[2]string{"X-Initiator", "agent"}, true, author.User},
		"that the user did":               {[2]string{"X-Initiator", "user"}, false, author.User},
		"that it is no agent's":           {[2]string{"X-Is-Subagent", "false"}, false, author.User},
		"an empty id":                     {[2]string{"X-Claude-Code-Agent-Id", ""}, false, author.User},
		"the name of a program, no agent": {[2]string{"User-Agent", "agent/1"}, false, author.User},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(nil, func(r *author.Request) {
				r.Header, r.Continues = http.Header{tc.header[0]: {tc.header[1]}}, tc.continues
			}, "Use LMDB.")
			if len(r.Pieces) != 1 || r.Pieces[0].Who != tc.who || (r.Written == "") != (tc.who == author.Agent) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// reply is what a model said to the user.
const reply = `Here is the plan:

1. Move the parser into a package of its own.
2. Let the reader keep no state between lines.
3. Write the table of cases first.

` + "```go lex/scan.go\nfunc Scan(in []byte) int {\n\tn := 0\n\tfor range in {\n\t\tn++\n\t}\n\treturn n\n}\n```\n"

// answers are the user's, below each point of the plan that they quote.
const answers = "> 1. Move the parser into a package of its own.\nYes.\n\n> 2. Let the reader keep no state between lines.\nNo, we will use LMDB for it.\n\n> 3. Write the table of cases first.\n\nNever."

func TestWhatRepeatsAReplyIsTheModels_Product13(t *testing.T) {
	said := spoken(author.Reply{Text: reply})
	for name, tc := range map[string]struct{ part, written string }{
		"a summary put before the work":        {reply + "\nGo on with the work above. Do not say that it was summed up.", ""},
		"a plan quoted with bullets":           {"- Move the parser into a package of its own.\n- Let the reader keep no state between lines.\n- Write the table of cases first.", ""},
		"one line of it, chosen by the user":   {"Let the reader keep no state between lines.", "Let the reader keep no state between lines."},
		"the user's words with a line of it":   {"Not like that.\nLet the reader keep no state between lines.\nBut where do errors go then?\nI want them in the log.", "Not like that.\nLet the reader keep no state between lines.\nBut where do errors go then?\nI want them in the log."},
		"answers below what is quoted":         {answers, answers},
		"what is quoted alone":                 {"> " + strings.ReplaceAll(reply, "\n", "\n> "), ""},
		"words of the user's that share words": {"Move the lexer into a package.\nKeep the state.\nWrite cases.", "Move the lexer into a package.\nKeep the state.\nWrite cases."},
	} {
		t.Run(name, func(t *testing.T) {
			if r := of(said, nil, tc.part); r.Written != tc.written {
				t.Errorf("the user is said to have written %q", r.Written)
			}
		})
	}
	const block = "```go lex/scan.go\nfunc Scan(in []byte) int {\n\tn := 0\n\tfor range in {\n\t\tn++\n\t}\n\treturn n\n}\n```"
	mine := "I take it as you wrote it:\n\n" + block
	plain := author.Of(author.Request{Parts: []string{mine}, Text: mine}, said)
	if plain.Written != mine || plain.Doubt("func Scan(in []byte) int {\n\tn := 0\n\treturn n\n}") != "" {
		t.Errorf("in a plain chat the user pastes back what they like: %+v", plain)
	}
}

// wrapped breaks the lines of a text at a width.
func wrapped(text string, width int) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case at+1+len(word) > width:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += len(word)
	}
	return b.String()
}

// A client that breaks lines at another width, or joins them, says nothing new.
func TestTextThatIsWrappedAnewIsKnownAgain_Product13(t *testing.T) {
	const paragraph = "Storage will be LMDB from now on, since the file that we have now is too slow for the reports. " +
		"Never edit the changelog by hand, and keep the tests of the importer as they are until it is over."
	for _, before := range []int{1000, 72, 40} {
		call, err := json.Marshal(map[string]string{"prompt": wrapped(paragraph, before)})
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []int{1000, 72, 33} {
			for name, tools := range map[string]bool{"with tools": true, "without": false} {
				text := wrapped(paragraph, after)
				r := author.Request{Tools: tools, First: true, Parts: []string{text}, Text: text}
				if got := author.Of(r, spoken(author.Reply{Arguments: []string{string(call)}})); got.Written != "" {
					t.Errorf("an argument of width %d comes %s with width %d: the user is said to have written %q", before, name, after, got.Written)
				}
			}
			if after == 1000 {
				continue // one line of a reply may be the user's choice
			}
			if got := of(spoken(author.Reply{Text: wrapped(paragraph, before)}), nil, wrapped(paragraph, after)); got.Written != "" {
				t.Errorf("a reply of width %d comes with width %d: the user is said to have written %q", before, after, got.Written)
			}
		}
	}
	own := wrapped("We keep the file that we have now. The reports are slow for another reason: they are read twice, once for the sum and once for the page.", 40)
	if got := of(spoken(author.Reply{Text: wrapped(paragraph, 72)}), nil, own); got.Written != own {
		t.Errorf("the user's own words are said to be %q", got.Written)
	}
}

// What is copied from the reply that stands in the request is the user's doing, and
// what they put between it is theirs.
func TestAnswersAmongTheLinesOfACopiedPlanAreTheUsers_Product13(t *testing.T) {
	const below = "Go on with point two. We will use LMDB for the table."
	plan := reply[:strings.Index(reply, "\n\n```")]
	for name, tc := range map[string]struct {
		part, written string
		gone          bool // the reply stands in the request no more
	}{
		"below it":                {part: plan + "\n\n" + below, written: below},
		"above it":                {part: below + "\n\n" + plan, written: below},
		"right below its lines":   {part: plan + "\n" + below, written: below},
		"with its code":           {part: reply + "\n" + below, written: reply[strings.Index(reply, "```"):] + "\n" + below},
		"in a part of its own":    {part: "1. Move the parser into a package of its own.\n2. Let the reader keep no state between lines.\nNo, keep it.\n3. Write the table of cases first.", written: "No, keep it."},
		"among its lines":         {part: strings.Replace(plan, "2. Let", "Yes, into package lex.\n2. Let", 1), written: "Yes, into package lex."},
		"in a request without it": {part: plan + "\n\n" + below, gone: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(spoken(author.Reply{Text: reply}), func(r *author.Request) {
				if !tc.gone {
					r.Earlier = func() []author.Reply { return []author.Reply{{Text: reply}} }
				}
			}, tc.part)
			if got := strings.TrimSpace(r.Written); got != strings.TrimSpace(tc.written) {
				t.Errorf("the user is said to have written %q", got)
			}
		})
	}
	many := strings.Repeat("Move the parser into a package of its own.\nYes, do that with the parser.\n", 100_000)
	began := time.Now()
	of(spoken(author.Reply{Text: reply}), func(r *author.Request) {
		r.Earlier = func() []author.Reply { return []author.Reply{{Text: reply}} }
	}, many)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("two hundred thousand lines took %v", took)
	}
}

// A client hands the plan of one model to another, without tools.
func TestAWholeReplyThatComesBackIsTheModels_Product13(t *testing.T) {
	said := spoken(author.Reply{Text: reply})
	for _, text := range []string{reply, "\n" + strings.ReplaceAll(reply, "\n", "\r\n") + "\n", reply + "\n# *SEARCH/REPLACE block* Rules:\n\nuse them"} {
		if r := author.Of(author.Request{Parts: []string{text}, Text: text}, said); r.Written != "" {
			t.Errorf("the user is said to have written %q", r.Written)
		}
	}
	more := reply + "\nBut keep the state."
	if r := author.Of(author.Request{Parts: []string{more}, Text: more}, said); r.Written != more {
		t.Errorf("the user's comment is lost: %q", r.Written)
	}
}

func TestCodeIsInDoubtWhereHalfOfItIsTheModels_Product13(t *testing.T) {
	var lost author.Memory
	lost.Lose()
	for name, tc := range map[string]struct {
		said  *author.Memory
		code  string
		doubt bool
	}{
		"the model's own":             {spoken(author.Reply{Text: reply}), "func Scan(in []byte) int {\n\tn := 0\n\tfor range in {\n\t\tn++\n\t}\n\treturn n\n}\n", true},
		"with one line changed":       {spoken(author.Reply{Text: reply}), "func Scan(in []byte) int {\n\tn := 1\n\tfor range in {\n\t\tn++\n\t}\n\treturn n\n}\n", true},
		"with most lines new":         {spoken(author.Reply{Text: reply}), "func Scan(in []byte) int {\n\ttotal := len(in)\n\tif total > limit {\n\t\ttotal = limit\n\t}\n\treturn total\n}\n", false},
		"two lines, both the model's": {spoken(author.Reply{Text: reply}), "n := 0\nreturn n\n", true},
		"two lines, one of them new":  {spoken(author.Reply{Text: reply}), "n := 7\nreturn n\n", false},
		"by a call that wrote a file": {spoken(author.Reply{Contents: []string{`{"path":"a.py","content":"def half(x):\n    y = x / 2\n    return y\n"}`}}), "def half(x):\n    y = x / 2\n    return y", true},
		"by a patch":                  {spoken(author.Reply{Arguments: []string{"*** Begin Patch\n*** Add File: a.py\n+def half(x):\n+    y = x / 2\n+    return y\n*** End Patch"}}), "def half(x):\n    y = x / 2\n    return y", true},
		"by a call that was cut":      {spoken(author.Reply{Arguments: []string{`{"path":"a.py","content":"def half(x):\n    y = x / 2\n    return y`}}), "def half(x):\n    y = x / 2\n    return y", true},
		"by a reasoning":              {spoken(author.Reply{Reasoning: "def half(x):\n    y = x / 2\n    return y"}), "def half(x):\n    y = x / 2\n    return y", true},
		"nobody said it":              {&author.Memory{}, "def half(x):\n    y = x / 2\n    return y", false},
		"what was said is lost":       {&lost, "def half(x):\n    y = x / 2\n    return y", true},
		"braces alone":                {spoken(author.Reply{Text: "{\n}\n"}), "{\n}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			if why := of(tc.said, nil, "x").Doubt(tc.code); (why != "") != tc.doubt {
				t.Errorf("doubt: %q", why)
			}
		})
	}
}

func TestWhatTheRequestItselfShowsOfTheModelCounts_Product13(t *testing.T) {
	r := of(nil, func(r *author.Request) {
		r.Earlier = func() []author.Reply { return []author.Reply{{Text: reply}} }
	}, "use it")
	if r.Doubt("func Scan(in []byte) int {\n\tn := 0\n\treturn n\n}") == "" {
		t.Error("what stands in the history is not known to be the model's")
	}
}

func TestWhatIsKnownOutlivesARestart_Product13(t *testing.T) {
	var before, after author.Memory
	news := before.Learn(author.Reply{Text: reply})
	if len(before.Learn(author.Reply{Text: reply})) != 0 {
		t.Error("what is known already is recorded twice")
	}
	after.Recall(news)
	if of(&after, nil, "x").Doubt("func Scan(in []byte) int {\n\tn := 0\n\treturn n\n}") == "" {
		t.Error("it is forgotten")
	}
	if of(&after, nil, "x").Doubt("def half(x):\n    return x / 2") != "" {
		t.Error("what nobody said is in doubt")
	}
	after.Recall(before.Learn(author.Reply{Text: "So", Cut: true}))
	if of(&after, nil, "x").Doubt("def half(x):\n    return x / 2") == "" {
		t.Error("it is forgotten that the model said more")
	}
}

func TestAFullMemoryHasCodeWait_Product13(t *testing.T) {
	const code = "def half(x):\n    y = x / 2\n    return y"
	var said author.Memory
	said.Learn(author.Reply{Text: reply})
	random := rand.New(rand.NewPCG(5, 6))
	some := make([]byte, 0, 8*250_000)
	for lines := 0; lines <= 5_254_000; lines += 250_000 {
		if of(&said, nil, "x").Doubt(code) != "" {
			t.Fatalf("%d lines are known, and what nobody said is in doubt", lines)
		}
		some = some[:0]
		for range 250_000 {
			some = binary.LittleEndian.AppendUint64(some, random.Uint64())
		}
		said.Recall(some)
	}
	if of(&said, nil, "x").Doubt(code) == "" {
		t.Error("more was said than is known, and code is taken for the user's")
	}
	if r := of(&said, func(r *author.Request) { r.Tools = false }, "def half(x):"); r.Written != "def half(x):" || r.Doubt(code) != "" {
		t.Errorf("in a plain chat the user is not believed: %+v", r)
	}
	if of(&said, nil, "x").Doubt("func Scan(in []byte) int {\n\tn := 0\n\treturn n\n}") == "" {
		t.Error("what was said first is forgotten")
	}
	if len(said.Learn(author.Reply{Text: code})) == 0 {
		t.Error("what is said beyond is not recorded")
	}
}

func TestACommandsTextIsNoUsers_Product13(t *testing.T) {
	const rules = "# Rules of the house\n\nWe store things in LMDB.\n\n```python\n# geo/area.py\ndef area(w, h):\n    return w * h\n```"
	manual := "\n\n## Steps\n" + strings.Repeat("- look at the next file and write down what is odd about it, in one sentence\n", 20)
	for name, tc := range map[string]struct {
		parts   []string
		results bool
		written string
		quiet   bool
	}{
		"in the part behind its name":        {parts: []string{"<command-message>rev</command-message>\n<command-name>/rev</command-name>", rules}},
		"before the line that was typed":     {parts: []string{rules + "\n\n/rev and be quick"}, written: "/rev and be quick"},
		"beside the result of a tool":        {parts: []string{rules}, results: true},
		"a bare sentence beside a result":    {parts: []string{"Please stop, the tests are enough."}, results: true, written: "Please stop, the tests are enough."},
		"a folder on the last line":          {parts: []string{"We use LMDB. Put its files below\n/data"}, written: "We use LMDB. Put its files below\n/data"},
		"a path at the end is no command":    {parts: []string{"Look at\n/etc/hosts"}, written: "Look at\n/etc/hosts"},
		"the file with instructions":         {parts: []string{"Create or update `AGENTS.md` for this place." + manual}, quiet: true},
		"who the model is":                   {parts: []string{"You are a strict reviewer of changes." + manual}, quiet: true},
		"what the model does":                {parts: []string{"`deep`\n\nYou are reviewing for **recall**." + manual}, quiet: true},
		"somebody's answer":                  {parts: []string{"You are right, use LMDB."}, written: "You are right, use LMDB."},
		"a document that begins a talk":      {parts: []string{"# The shop\n" + manual + manual}},
		"a user's long order without a list": {parts: []string{strings.Repeat("Please keep the reader as it is. ", 40)}, written: strings.Repeat("Please keep the reader as it is. ", 40)},
	} {
		t.Run(name, func(t *testing.T) {
			r := of(nil, func(r *author.Request) { r.First, r.Results = true, tc.results }, tc.parts...)
			if r.Written != tc.written || r.Quiet != tc.quiet {
				t.Errorf("written %q, quiet %v", r.Written, r.Quiet)
			}
			if !r.Quiet && r.Asked == "" {
				t.Error("what it names is not looked for")
			}
		})
	}
}

func TestQuotesOfAClientsCommandLineAreUndone_Product13(t *testing.T) {
	for said, written := range map[string]string{
		`"We take LMDB. Say \"hi $1\"."`:              `We take LMDB. Say "hi $1".`,
		"\"a\n```sh\n# run.sh\necho \\\"x\\\"\n```\"": "a\n```sh\n# run.sh\necho \"x\"\n```",
		`say hi "to me"`:                              `say hi "to me"`,
		`"one" and "two"`:                             `"one" and "two"`,
		`"never closed\"`:                             `"never closed\"`,
		`"`:                                           `"`,
		`""`:                                          ``,
		`"C:\new \"x\""`:                              `C:\new "x"`,
		`"ends in a \\\""`:                            `"ends in a \\\""`,
	} {
		r := of(nil, nil, said)
		if said == `"ends in a \\\""` {
			written = `ends in a \\"` // the backslashes are the user's own
		}
		if r.Written != written {
			t.Errorf("%s: %q", said, r.Written)
		}
	}
}

func TestPiecesCoverTheWholeMessage(t *testing.T) {
	parts := []string{"<system-reminder>x</system-reminder>\nfix it", "<odd>\ny\n</odd>", "and that"}
	r := of(nil, nil, parts...)
	at := 0
	text := strings.Join(parts, "\n")
	for _, p := range r.Pieces {
		if p.From > at+1 || p.To <= p.From || p.To > len(text) {
			t.Fatalf("%+v in %q", r.Pieces, text)
		}
		at = p.To
	}
	if at != len(text) {
		t.Errorf("%+v end before %d", r.Pieces, len(text))
	}
	if many := of(nil, nil, make([]string, 100_000)...); len(many.Pieces) > 64 {
		t.Errorf("%d pieces", len(many.Pieces))
	}
}

// Every byte of a message has one author, also where a client has quoted all of it.
func TestTheStretchesOfAQuotedPartStandWhereTheyCame(t *testing.T) {
	for text, want := range map[string][]string{
		`"fix it"`:                     {`user "fix it"`},
		`""`:                           {`user ""`},
		`"say \"x\" <odd>y</odd> now"`: {`user "say \"x\" <odd>y</odd> now"`},
		"\"a \\\"b\\\"\n<system-reminder>\nc\n</system-reminder>\nd\"\n": {"user \"a \\\"b\\\"\n", "client <system-reminder>\nc\n</system-reminder>", "user \nd\"\n"},
		"\"<system-reminder>\nc\n</system-reminder>\"":                   {"client \"<system-reminder>\nc\n</system-reminder>\""},
	} {
		var got []string
		for _, p := range of(nil, first, text).Pieces {
			got = append(got, string(p.Who)+" "+text[p.From:p.To])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is of %q, want %q", text, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("fix\n```go a.go\nfunc A() {}\n```\n<odd>\nx\n</odd>", "\"q\"", true, false)
	f.Add("\"\"", "\n\"say \\\"x\\\" <odd>y</odd> \\\\\"z\"\n", true, false)
	f.Add("> \\n\\u003c&lt;1. x\n\t", "/rev", false, true)
	f.Fuzz(func(t *testing.T, one, two string, first, results bool) {
		said := spoken(author.Reply{Text: two, Arguments: []string{one}})
		r := of(said, func(r *author.Request) { r.First, r.Results = first, results }, one, two)
		text := one + "\n" + two
		at := 0
		for _, p := range append(r.Pieces, author.Piece{From: len(text), To: len(text) + 1}) {
			if p.From < at || p.To <= p.From || p.To > len(text)+1 {
				t.Fatalf("%+v", r.Pieces)
			}
			if between := text[at:p.From]; strings.Trim(between, "\n") != "" {
				t.Fatalf("%q is nobody's: %+v", between, r.Pieces)
			}
			at = p.To
		}
		if len(r.Written) > len(text) || len(r.Asked) > len(text) {
			t.Fatalf("%q and %q are longer than %q", r.Written, r.Asked, text)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	said := spoken(author.Reply{Text: reply, Arguments: []string{taskCall}})
	for name, size := range map[string]int{"4 KiB": 4 << 10, "256 KiB": 256 << 10} {
		text := strings.Repeat("Please see to it that the reader keeps no state between two lines.\n\n", size/68)
		for _, tools := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s tools=%v", name, tools), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					author.Of(author.Request{Tools: tools, First: true, Parts: []string{text}, Text: text}, said)
				}
			})
		}
	}
}

package author_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/author"
	"holdfast/parser/block"
)

// talker makes up what people, models and clients say. Nobody says the same by
// chance: the numbers see to that.
type talker struct{ *rand.Rand }

var (
	nouns = strings.Fields("area store queue index lexer price route frame cache token limit batch event panel order shelf")
	verbs = strings.Fields("load split merge count trim sort fold scan pack rank draw read hold move join mark")
)

func (t talker) word(list []string) string { return list[t.IntN(len(list))] }

// code is a function in a fence, with its path.
func (t talker) code() (fenced, code string) {
	var b strings.Builder
	name := fmt.Sprintf("%s_%s%d", t.word(verbs), t.word(nouns), t.IntN(1_000_000_000))
	fmt.Fprintf(&b, "def %s(%s):\n", name, t.word(nouns))
	for i := range 1 + t.IntN(7) {
		fmt.Fprintf(&b, "    %s%d = %s(%s) %s %d\n", t.word(nouns), i, t.word(verbs), t.word(nouns), []string{"+", "-", "*"}[t.IntN(3)], t.IntN(1_000_000_000))
	}
	fmt.Fprintf(&b, "    return %s%d\n", t.word(nouns), t.IntN(1_000_000_000))
	path := t.word(nouns) + "/" + t.word(nouns) + ".py"
	return "```python\n# " + path + "\n" + b.String() + "```", b.String()
}

func (t talker) sentence() string {
	return fmt.Sprintf("Please %s the %s before the %s and %s %d of them.", t.word(verbs), t.word(nouns), t.word(nouns), t.word(verbs), t.IntN(1_000_000_000))
}

// speech is a few sentences with code.
func (t talker) speech() (text string, codes []string) {
	var parts []string
	for range 1 + t.IntN(3) {
		parts = append(parts, t.sentence())
	}
	for range 1 + t.IntN(2) {
		fenced, code := t.code()
		parts, codes = append(parts, fenced, t.sentence()), append(codes, code)
	}
	return strings.Join(parts, "\n\n"), codes
}

// moved puts a text that the model said where a client may, in the forms in which
// clients do.
func (t talker) moved(text string) (r author.Request) {
	r.Tools = true
	part := text
	switch t.IntN(9) {
	case 0:
		part = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\t", `\t`, `"`, `\"`).Replace(text)
	case 1:
		part = "    " + strings.ReplaceAll(text, "\n", "\n    ")
	case 2:
		part = "Here is what was done so far:\n\n" + text + "\n\nGo on from there."
	case 3:
		part = "<summary_of_work>" + text + "</summary_of_work>"
	case 4:
		part = "<task>\n" + text + "\n</task>"
	case 5:
		part = `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
	case 6:
		part = "> " + strings.ReplaceAll(text, "\n", "\n> ")
	case 7:
		part = "<current_time>2031-05-06 07:08</current_time>\n\n" + text
	}
	r.Parts = []string{part}
	switch t.IntN(4) {
	case 0:
		r.Parts = []string{"<system-reminder>\n" + t.sentence() + "\n</system-reminder>", part}
	case 1:
		r.Parts = append(r.Parts, "<environment_details>\n"+t.sentence()+"\n</environment_details>")
	}
	r.First = t.IntN(2) == 0
	r.Results = t.IntN(4) == 0
	if t.IntN(4) == 0 {
		r.Header = http.Header{"X-Parent-Session-Id": {"s1"}}
	}
	return r
}

// brought puts a text of the client's own where clients put skills, commands and
// files.
func (t talker) brought(text string) (r author.Request) {
	r.Tools = true
	switch t.IntN(5) {
	case 0:
		r.Parts = []string{"Base directory for this skill: /w/skills/house\n\n" + text}
	case 1:
		r.Parts = []string{"<command-message>rev</command-message>\n<command-name>/rev</command-name>", text}
	case 2:
		r.Parts = []string{text + "\n\n/rev and be quick"}
	case 3:
		r.Parts, r.Results = []string{text}, true
	case 4:
		r.Parts = []string{"<attached_notes>\n" + text + "\n</attached_notes>\nhave a look"}
	}
	r.First = t.IntN(2) == 0
	return r
}

// granted are the blocks that have write-head as they stand in a message.
func granted(r author.Request, said *author.Memory) []string {
	r.Text = strings.Join(r.Parts, "\n")
	report := author.Of(r, said)
	var list []string
	for _, b := range block.Extract(report.Written, block.Options{}) {
		if b.Path != "" && report.Doubt(string(b.Content)) == "" {
			list = append(list, string(b.Content))
		}
	}
	return list
}

// TestOnlyWhatTheUserTypedIsGranted_Product13 moves text between replies,
// arguments, results and messages of the user's in the forms of several clients.
// Nothing is granted that the user did not type; what they typed is, unless the
// memory, which holds half a million lines in the end, errs by chance.
func TestOnlyWhatTheUserTypedIsGranted_Product13(t *testing.T) {
	turns := 100_000
	if testing.Short() {
		turns = 5_000
	}
	talk := talker{rand.New(rand.NewPCG(18, 1))}
	said := &author.Memory{}
	var known []string // what the model said lately
	wrote, typed := 0, 0
	for n := range turns {
		switch talk.IntN(4) {
		case 0: // the model replies, or calls a tool
			text, _ := talk.speech()
			if talk.IntN(2) == 0 {
				said.Learn(author.Reply{Text: text})
			} else {
				said.Learn(author.Reply{Arguments: []string{fmt.Sprintf(`{"kind":"x","prompt":%q}`, text)}})
			}
			if known = append(known, text); len(known) > 40 {
				known = known[1:]
			}
		case 1: // a client puts it under the user's role
			if len(known) == 0 {
				continue
			}
			if got := granted(talk.moved(known[talk.IntN(len(known))]), said); len(got) > 0 {
				t.Fatalf("turn %d: granted %q", n, got)
			}
		case 2: // a client brings text of its own
			text, _ := talk.speech()
			if got := granted(talk.brought(text), said); len(got) > 0 {
				t.Fatalf("turn %d: granted %q", n, got)
			}
		case 3: // the user types
			text, codes := talk.speech()
			wrote += len(codes)
			typed += len(granted(author.Request{Tools: true, Parts: []string{text}, First: talk.IntN(2) == 0}, said))
		}
	}
	if t.Logf("of %d blocks that the user typed %d were granted", wrote, typed); 1000*typed < 999*wrote {
		t.Error("the user's own are held back more often than by chance")
	}
}

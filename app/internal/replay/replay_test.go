package replay

import (
	"regexp"
	"strings"
	"testing"
)

func play(t *testing.T, s Script, placement string) Played {
	t.Helper()
	p, err := Play(t.Context(), s, placement)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var block = regexp.MustCompile(`(?s)\[CURRENT STATE: AUTHORITATIVE\]\nEntity: (\S+)\nArtifact: (\S+)\n`)

// outdated fails for a block of which a newer version stands behind it in the request,
// unless a notice says so.
func (p Played) outdated(t *testing.T) {
	t.Helper()
	for i, prompt := range p.Prompts {
		last := map[string]string{}
		for _, b := range block.FindAllStringSubmatch(prompt, -1) {
			last[b[1]] = b[2]
		}
		for _, b := range block.FindAllStringSubmatch(prompt, -1) {
			if last[b[1]] != b[2] && !strings.Contains(prompt, "Superseded: "+b[1]+" "+b[2]+"\n") {
				t.Errorf("request %d holds %s as %s without a notice", i+1, b[1], b[2])
			}
		}
	}
}

// The prompt of a turn is processed once: through holdfast no more than directly and
// what holdfast put in, each thing once (context.md).
func TestAPromptIsProcessedOnce(t *testing.T) {
	for _, c := range Clients() {
		for _, edits := range []Edits{Never, Returning, EachTurn, AfterTen, OnDisk} {
			if few := c.Name == "chat" || c.Name == "codex"; !few && (edits == Returning || edits >= AfterTen) {
				continue
			}
			t.Run(c.Name+" "+edits.String(), func(t *testing.T) {
				t.Parallel()
				s := Script{Client: c, Turns: 12, Edits: edits}
				direct, newest, sticky := play(t, s, "").Processed(), play(t, s, "newest").Processed(), play(t, s, "sticky")
				put, cost := sticky.Inserted(), sticky.Processed()
				t.Logf("%d requests process %d bytes directly, %d with newest, %d with sticky, of which %d were put in", len(sticky.Counts), direct, newest, cost, put)
				if put == 0 {
					t.Fatal("nothing was put in: the session proves nothing")
				}
				if cost > newest {
					t.Errorf("%d bytes are processed, %d where the insertion moves", cost, newest)
				}
				if most := (direct + put) * 105 / 100; (edits == Never || edits == Returning) && cost > most {
					t.Errorf("%d bytes are processed, more than %d", cost, most)
				}
				sticky.outdated(t)
			})
		}
	}
}

// A client's request for itself takes the slot, with holdfast and without: it is
// passed on as it is.
func TestARequestBetweenCostsWhatItCostsDirectly(t *testing.T) {
	s := Script{Client: Clients()[0], Turns: 8, Edits: Returning, Titles: []int{1, 5}}
	direct, newest, sticky := play(t, s, ""), play(t, s, "newest"), play(t, s, "sticky")
	t.Logf("%d bytes are processed directly, %d with newest, %d with sticky", direct.Processed(), newest.Processed(), sticky.Processed())
	if sticky.Processed() > newest.Processed() {
		t.Errorf("%d bytes are processed, %d where the insertion moves", sticky.Processed(), newest.Processed())
	}
	for _, i := range []int{1, 6} {
		if sticky.Counts[i] != direct.Counts[i] {
			t.Errorf("the title's request costs %v, directly %v", sticky.Counts[i], direct.Counts[i])
		}
	}
}

// A client that asks for a title after every turn has the slot lost each time: nothing
// is kept for a cache that is not there, and no more is processed than with "newest".
func TestWhereTheSlotIsLostNothingIsKept(t *testing.T) {
	for _, c := range []Client{Clients()[0], Clients()[4], Clients()[5]} {
		for _, edits := range []Edits{Never, Returning, EachTurn} {
			t.Run(c.Name+" "+edits.String(), func(t *testing.T) {
				t.Parallel()
				s := Script{Client: c, Turns: 8, Edits: edits, Titles: []int{1, 2, 3, 4, 5, 6, 7, 8}}
				newest, sticky := play(t, s, "newest").Processed(), play(t, s, "sticky")
				t.Logf("%d bytes are processed with newest, %d with sticky", newest, sticky.Processed())
				if sticky.Processed() > newest {
					t.Errorf("%d bytes are processed, %d where the insertion moves", sticky.Processed(), newest)
				}
				sticky.outdated(t)
			})
		}
	}
}

// What helpers ask costs their own message, and the client's next request no more than
// without them (context.md, rule 5). By prompts of their own they evict the
// conversation's.
func TestHelpersDoNotEvict(t *testing.T) {
	for name, helper := range map[string]string{"audit": "HOLDFAST_AUDIT_ENABLED=true", "second reader": "HOLDFAST_DELTA_READER=model"} {
		for _, c := range Clients() {
			if c.Name == "aider" || c.Name == "opencode" {
				continue // their format is that of chat
			}
			t.Run(name+" "+c.Name, func(t *testing.T) {
				t.Parallel()
				s := Script{Client: c, Turns: 3, Edits: EachTurn}
				if name == "audit" {
					s.Tools = false // what a client writes itself is not audited
				}
				without := play(t, s, "sticky").Processed()
				s.Helpers = []string{helper}
				behind := play(t, s, "sticky")
				s.Helpers = append(s.Helpers, "HOLDFAST_HELPERS_PREFIX=own")
				own := play(t, s, "sticky").Processed()
				questions, asked := 0, 0
				for _, c := range behind.Counts {
					if asked += c.Helper; c.Helper > 0 {
						questions++
					}
				}
				t.Logf("%d bytes are processed without, %d with %d questions of %d bytes, %d with prompts of their own", without, behind.Processed(), questions, asked, own)
				if most := without + asked + 20*questions; questions != s.Turns || behind.Processed() > most || own <= most {
					t.Errorf("%d questions; %d bytes are processed, more than %d, or no less than %d", questions, behind.Processed(), most, own)
				}
			})
		}
	}
}

// While a tool of the client's runs, a helper asks behind what was sent, and leaves the
// call out: the next request finds all of the conversation but that.
func TestHelpersDoNotEvictWhileAToolRuns(t *testing.T) {
	for _, c := range Clients() {
		if !c.Tools || c.Name == "opencode" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			s := Script{Client: c, Turns: 1, Edits: Never, Helpers: []string{"HOLDFAST_AUDIT_ENABLED=true"}}
			s.Aloud = "That would be it, but I look at the rest first.\n\n```go " + file(1) + "\n" + code(1, 1) + "```\n"
			counts := play(t, s, "sticky").Counts
			for i, question := range counts[:len(counts)-1] {
				if question.Helper == 0 {
					continue
				}
				next := counts[i+1]
				t.Logf("the question processes %d of %d bytes, the next request %d of %d", question.Processed, question.Prompt, next.Processed, next.Prompt)
				if most := question.Helper + len(s.Aloud) + 100; question.Processed > most {
					t.Errorf("the question processes %d bytes, more than %d", question.Processed, most)
				}
				if most := len(s.Aloud) + 1500; next.Processed > most { // the call and its result
					t.Errorf("the next request processes %d bytes, more than %d", next.Processed, most)
				}
				return
			}
			t.Error("nobody asked anything")
		})
	}
}

package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/delta"
	"holdfast/store/event"
)

// A client that is started again writes its system prompt anew, and what it puts
// beside the user's words: the round is all that tells one start from the next.
var restarts = map[string]func(round int, words string) []message{
	"git status in the system prompt": func(round int, words string) []message {
		return []message{{"system", fmt.Sprintf("You help with code.\n\nOn which branch: work\ngit: Status:\ngit:  M total.go\ngit: ?? note%d.txt", round)}, {"user", words}}
	},
	"git status in an element of the system prompt": func(round int, words string) []message {
		status := strings.Repeat("?? cart.go\n", round)
		return []message{{"system", "You help with code.\n\n<context name=\"gitStatus\">\n" + status + "</context>\n\nBe brief."}, {"user", words}}
	},
	"a clock in the system prompt": func(round int, words string) []message {
		return []message{{"system", fmt.Sprintf("It is 9:%02d on a Tuesday.", 10+round)}, {"user", words}}
	},
	"a clock beside the first words": func(round int, words string) []message {
		beside := fmt.Sprintf("<environment_details>\nIt is 9:%02d on a Tuesday.\nOpen: %d files\n</environment_details>\n\n", 10+round, round)
		return []message{{"system", "Be brief."}, {"user", beside + words}}
	},
	"a file list in an element of its own": func(round int, words string) []message {
		files := strings.Repeat("src/more.go\n", round)
		return []message{{"system", "Be brief."}, {"user", "<listing>\n" + files + "</listing>\n" + words}}
	},
	"nothing that changes": func(_ int, words string) []message { return []message{{"user", words}} },
}

const longTotal = "func Total(prices []int, rebate int) int {\n\tsum := 0\n\tfor _, price := range prices {\n\t\tif price < 0 {\n\t\t\tcontinue\n\t\t}\n" +
	"\t\tif price > 100 {\n\t\t\tsum += price - rebate\n\t\t} else {\n\t\t\tsum += price\n\t\t}\n\t}\n\tif sum < 0 {\n\t\treturn 0\n\t}\n\treturn sum\n}"

const shortTotal = "func Total(prices []int, rebate int) int {\n\treturn len(prices) - rebate\n}"

func totalModel(prompt string) reply {
	switch {
	case strings.Contains(prompt, "want to build"):
		return say("```go total.go\npackage cart\n\n" + longTotal + "\n```\n")
	case strings.Contains(prompt, "Total now"):
		return say("```go total.go\n" + shortTotal + "\n```\n")
	}
	return say("It adds them up.")
}

func TestAResumedSessionGoesOnWhereItWas_Choice16(t *testing.T) {
	const began = "I want to build a cart that adds up prices."
	for name, start := range restarts {
		for _, restart := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, holdfast started anew %v", name, restart), func(t *testing.T) {
				t.Parallel()
				h := openHouse(t, totalModel)
				var later []message
				seen := false
				ask := func(round int, prompt string) (conversation string) {
					h.t.Helper()
					messages := start(round, began)
					if prompt != "" {
						messages = append(append(messages, later...), message{"user", prompt})
					}
					text, err := h.post(messages, true)
					if err != nil {
						t.Fatal(err)
					}
					if prompt != "" {
						later = append(later, message{"user", prompt})
					}
					later = append(later, message{"assistant", text})
					x, err := h.Exchange(context.Background(), h.Activities()[0].Episode)
					if err != nil {
						t.Fatal(err)
					}
					seen = slices.ContainsFunc(x.Hydrated, func(r event.EntityRef) bool { return r.Entity == "total.go::Total" })
					if restart {
						h.heard()
						h.reopen()
					}
					return x.Conversation
				}
				first := ask(1, "")
				if second := ask(2, "and what does it do?"); second != first {
					t.Errorf("the resumed session is another conversation: %s and %s", first, second)
				}
				if !seen {
					t.Error("what the turn before touched is not shown")
				}
				if third := ask(3, "then make Total now as short as you can"); third != first {
					t.Errorf("a second resume is another conversation: %s and %s", first, third)
				}
				d, err := h.Detail(context.Background(), "total.go::Total")
				if err != nil || string(d.Content) != shortTotal {
					t.Errorf("the user's word does not waive the collapse: %v, %s", err, d.Content)
				}
				if got := h.model.last(t); strings.Contains(got[len(got)-1].Content, "RECENT CONTEXT") {
					t.Error("what stands in the request is put in again")
				}
				h.heard()
				itemOf(t, h.Engine, delta.Goal)
				h.verified()
			})
		}
	}
}

// Two chats that begin with the same words are two, and neither is told what was
// said in the other.
func TestConversationsThatBeginAlikeStayApart_Choice16(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "hi") {
			return say("Hello!")
		}
		return say("Done, as far as " + prompt[strings.LastIndex(prompt, " ")+1:] + " goes.")
	})
	talk := func(chat *[]message, prompt string) string {
		*chat = append(*chat, message{"user", prompt})
		id := h.say(*chat...)
		x, err := h.Exchange(context.Background(), h.Activities()[0].Episode)
		if err != nil {
			t.Fatal(err)
		}
		*chat = append(*chat, message{"assistant", x.Reply})
		return id
	}
	var one, two []message
	a := talk(&one, "hi")
	if got := talk(&one, "look at the parser"); got != a {
		t.Error("a conversation that goes on is another")
	}
	b := talk(&two, "hi")
	if got := talk(&two, "look at the printer"); a == b || got != b {
		t.Errorf("conversations %s, %s and %s", a, b, got)
	}
	h.reopen()
	if got := talk(&one, "and the reader"); got != a {
		t.Error("after a restart the first goes on elsewhere")
	}
	if got := talk(&two, "and the writer"); got != b {
		t.Error("after a restart the second goes on elsewhere")
	}
	if got := h.model.last(t); strings.Contains(got[len(got)-1].Content, "RECENT CONTEXT") {
		t.Error("the other conversation is repeated in this one")
	}
	h.verified()
}

// say sends messages and returns the conversation that they were taken for.
func (h *house) say(messages ...message) string {
	h.t.Helper()
	if _, err := h.post(messages, true); err != nil {
		h.t.Fatal(err)
	}
	x, err := h.Exchange(context.Background(), h.Activities()[0].Episode)
	if err != nil {
		h.t.Fatal(err)
	}
	return x.Conversation
}

// What is not in memory any more is found in the Ledger: by the first words, and
// after a restart also by what was said last.
func TestAnOldConversationIsFoundInTheLedger_Choice16(t *testing.T) {
	t.Parallel()
	const told = "The cache keeps them in the order in which they were asked for."
	h := openHouse(t, func(string) reply { return say(told) })
	first := h.say(message{"user", "how does it work?"})
	h.reopen()
	if got := h.say(message{"user", "<summary>\nIt was asked how it works.\n</summary>"}, message{"assistant", told}, message{"user", "and then?"}); got != first {
		t.Errorf("a start that was summed up: %s, and not %s", got, first)
	}
	for i := range 130 {
		h.say(message{"user", fmt.Sprint("another question, the one with number ", i)})
	}
	if got := h.say(message{"user", "how does it work?"}, message{"assistant", told}, message{"user", "since when?"}); got != first {
		t.Errorf("after many others: %s, and not %s", got, first)
	}
	if got := h.say(message{"user", "how does it work?"}); got == first {
		t.Error("a chat that begins like an old one is taken for it")
	}
	h.verified()
}

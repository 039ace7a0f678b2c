package author_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"holdfast/engine/author"
)

// length brings a prompt to the length that those of clients have.
var length = " " + strings.Repeat("Name the files, and what is left to do in each. ", 4)

func TestARequestThatOrdersAByProductIsNoTurn_Product15(t *testing.T) {
	for name, a := range map[string]author.Aside{
		"a commit message":               {System: "Generate a concise git commit message for the diff that follows."},
		"a title":                        {System: "You name things. You should write a short title for what is said."},
		"a branch name":                  {System: "Suggest one branch name."},
		"a summary, by the system":       {System: "Summarize this conversation for somebody who goes on with it."},
		"a summary":                      {Closing: []string{"Write a long, detailed summary of the conversation so far." + length}},
		"a summary after an explanation": {Closing: []string{"There is little room left. Now your urgent task is to create a full summary of our conversation." + length}},
		"a summary in one word":          {Closing: []string{"Please condense the discussion." + length}},
		"a summary without tools":        {Tools: true, Closing: []string{"Do not call any tools. Summarize everything said so far." + length}},
	} {
		t.Run(name, func(t *testing.T) {
			if author.Side(a) == "" {
				t.Error("it is taken for a turn of the user's")
			}
		})
	}
}

func TestAPlainChatThatSpeaksOfSuchThingsIsATurn_Product15(t *testing.T) {
	for name, a := range map[string]author.Aside{
		"the language of a conversation":     {System: "You are a helpful assistant. Write in the language of the conversation."},
		"code for a pull request":            {System: "You help with code. You should generate code that is ready for a pull request."},
		"code with a message for its commit": {System: "Write small changes with a good commit message."},
		"a session that is written":          {System: "You help with a web shop. Write every session to the log."},
		"a compact store of sessions":        {Closing: []string{"Write a compact session store which keeps the names of people." + length}},
		"a page with summaries":              {Closing: []string{"My page shows a summary of every chat that there was, newest first." + length}},
		"a button that sums up":              {Closing: []string{"Add a button that has the model summarize the conversation." + length}},
		"a table made smaller":               {Closing: []string{"How would I compact a table with the history of all threads?" + length}},
		"the user asks in few words":         {Closing: []string{"Summarize the conversation."}},
		"a client with tools, no ban":        {Tools: true, Closing: []string{"Summarize the conversation." + length}},
	} {
		t.Run(name, func(t *testing.T) {
			if why := author.Side(a); why != "" {
				t.Errorf("it is no turn of the user's: %s", why)
			}
		})
	}
}

func TestNoOrderIsMissedForTheWordsThatAreLookedForFirst(t *testing.T) {
	words := strings.Split("generate write create suggest craft produce provide give make summarize summarise condense compact analyze analyse please now you must "+
		"should are to task is if whether a the short 3 5-word 12 20-character word words characters summary of title name commit message pull request description "+
		"branch conversation chat history discussion thread session so far topic our all it", " ")
	breaks := []string{" ", " ", " ", " ", " ", ". ", ": ", "\n", "! ", "-"}
	random := rand.New(rand.NewPCG(1, 2))
	found := make([]int, 3)
	for range 50_000 {
		var text strings.Builder
		for range 4 + random.IntN(8) {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteString(breaks[random.IntN(len(breaks))])
		}
		pass, given := author.Orders(text.String())
		for i := range given {
			if given[i] {
				found[i]++
			}
			if given[i] && !pass[i] {
				t.Fatalf("order %d is missed in %q", i, text.String())
			}
		}
	}
	for i, n := range found {
		if n < 20 {
			t.Errorf("order %d was given %d times only", i, n)
		}
	}
}

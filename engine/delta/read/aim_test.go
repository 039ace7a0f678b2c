package read

import (
	"slices"
	"strings"
	"testing"
)

// aimed is the goal that the last turn sets, or "".
func aimed(lines ...string) string {
	for _, d := range lastDeltas(lines...) {
		if text, ok := strings.CutPrefix(d, "goal_set: "); ok {
			return text
		}
	}
	return ""
}

func TestTheAimIsFoundAmongWhatStandsBesideIt(t *testing.T) {
	for says, want := range map[string]string{
		"The greenhouse is cold, the heating hums and it snows. Can you find out why the relay clicks at night?":          "Find out why the relay clicks at night",
		"My neighbour says that everybody needs a sauna. Help me plan a cold frame.":                                      "Help me plan a cold frame",
		"Someday we build a harbour. Today: repair the pier.":                                                             "Today: repair the pier",
		"Task: a rota for the three lighthouses. Right now it's a sheet that nobody reads.":                               "A rota for the three lighthouses",
		"The post office wants labels in A6 and the label printer is dear. I just want our parcels weighed by the scale.": "I just want our parcels weighed by the scale",
		"Our pump is a lottery. One in six starts fails. Find out which valve leaks and why.":                             "Find out which valve leaks and why",
		"Good evening, I keep the books of a bakery. I should like to have an order form on its page.":                    "I should like to have an order form on its page",
	} {
		if got := aimed("U: " + says); got != want {
			t.Errorf("%s: %q", says, got)
		}
	}
}

func TestTheAimStandsUnderItsHeading(t *testing.T) {
	if got := aimed("U: Boathouse.\n\nSituation:\n- one shed, 40 oars\n\nAim:\n- a rack per crew"); got != "Boathouse, a rack per crew" {
		t.Errorf("%q", got)
	}
}

func TestAChangeOfTheAimIsAnnouncedOrGivesTheOldOneUp(t *testing.T) {
	const old = "U: Help me write a cookbook generator."
	for says, want := range map[string]string{
		"Change of plan. I want a meal planner now, the cookbook can wait.":       "I want a meal planner now, the cookbook can wait",
		"forget the cookbook, what i really need is a shopping list with prices":  "What i really need is a shopping list with prices",
		"scrap the cookbook idea, it's going to be a diary for any meal we write": "It's going to be a diary for any meal we write",
		"by then they'd forget the salt, and the meal plans are old":              "",
		"Forget the logo. Someday I want a meal planner.":                         "",
	} {
		got := lastDeltas(old, "A: Sure.", "U: "+says)
		fell := slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "item_superseded: Help me write a cookbook generator")
		})
		if text := aimed(old, "A: Sure.", "U: "+says); text != want || fell != (want != "") {
			t.Errorf("%s: %q", says, got)
		}
	}
}

func TestAQuestionOrAStatementIsNoAim(t *testing.T) {
	tellsApart(t, "goal_set", func(says string) []string { return []string{"U: " + says} }, []string{
		"how can i draw a map of my trips?", "can you find out why the pump hums?", "is it possible to make a map of my trips?", "lets make a map", "why is the pump stuck?",
		"the pump is stuck", "the pump doesnt start", "my clock is slow", "we have a nasty leak in the cellar", "my alarm goes offline every night", "I look after our boathouse and the charts.",
	}, []string{
		"cap at 60?", "is 8gb enough?", "do i need to use docker?", "should i paint the door first?", "whats the difference between oars and paddles?",
		"we have 3 boats, 2 in kiel and 1 in bremen", "our members are mostly dentists", "the site gets 2k visits a day", "the charts are in /srv/charts", "our club has 5 million rows", "last week i built a shed", "i guess the pump is fine",
	})
}

func TestTheAimMayComeAfterWhatThereIs(t *testing.T) {
	for _, talk := range [][]string{
		{"U: our school has 600 pupils", "A: What do you need?", "U: i want a rota tool"},
		{"U: budget is 500", "A: What is the project?", "U: a small boathouse"},
		{"U: can i use awk for this?", "A: Depends. What are you building?", "U: a small diary"},
		{"U: i want a chess app", "A: ok", "U: actually let's make it a diary app instead"},
	} {
		if !yields("goal_set", talk...) {
			t.Errorf("%q yields no goal_set", talk[len(talk)-1])
		}
	}
	for _, talk := range [][]string{
		{"U: i want a chess app", "A: ok", "U: i want a rota tool too"},
		{"U: our school has 600 pupils", "A: ok", "U: the rota is on the wall"},
		{"U: i want a chess app", "A: What's the name of the project?", "U: a small diary"},
	} {
		if yields("goal_set", talk...) {
			t.Errorf("%q yields a goal_set", talk[len(talk)-1])
		}
	}
}

func TestTheAimBeginsBehindWhatOnlyLeadsToIt(t *testing.T) {
	for said, want := range map[string]string{
		"the oven trips the fuse every evening and i need to find out which coil does that before the bakery opens": "Find out which coil does that before the bakery opens",
		"i got an old loom with a pico in it and what i want is a counter that shows the rows":                      "A counter that shows the rows",
		"New project. Phone line where the 40 growers of our market say what they bring.":                           "Phone line where the 40 growers of our market say what they bring",
	} {
		if got := aimed("U: " + said); got != want {
			t.Errorf("%q aims at %q", said, got)
		}
	}
}

func TestAnAnnouncementOfWhatFollowsIsNoAim(t *testing.T) {
	for _, says := range []string{
		"Here is what the oven prints when it starts\n\n```\nE 12\n```", "Below is the list of the bells.", "Attached are the plans of the tower", "The following is the script of the lift", "Here's the answer of the porter's terminal",
		"This is what the lift answers:\n\n```\nfloor?\n```", "I've copied the trace of the failing bell below.", "The full list of the rooms is attached.",
	} {
		if got := lastDeltas("U: " + says); got != nil {
			t.Errorf("%q yields %q", says, got)
		}
		if got := lastDeltas(aim, "A: Noted.", "U: "+says); got != nil {
			t.Errorf("later %q yields %q", says, got)
		}
	}
	for says, want := range map[string]string{
		"Here is the plan: I want to build a lift for the dog": "I want to build a lift for the dog", "Here is the log of the bell. Find out why it rings at night.": "Find out why it rings at night",
		"Repair the script below": "Repair the script below", "I want to sort the list below by floor": "I want to sort the list below by floor",
	} {
		if got := aimed("U: " + says); got != want {
			t.Errorf("%q aims at %q", says, got)
		}
	}
}

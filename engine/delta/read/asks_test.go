package read

import (
	"slices"
	"strings"
	"testing"
)

// opens tells whether the last turn opens a task.
func opens(lines ...string) bool {
	return slices.ContainsFunc(lastDeltas(lines...), func(d string) bool { return strings.HasPrefix(d, "task_opened") })
}

func TestWorkIsAskedForWithoutAnOrder(t *testing.T) {
	for _, says := range []string{
		// put as a question
		"Any chance you could add a print view?", "Any chance of a print view for the invoice?", "Would it be possible to add a print view?", "Is it possible for you to add a print view?",
		"Mind adding a migration for the prices?", "Do you mind adding a migration for the prices?", "Could I get a print view of the invoice?", "Can I have a print view of the invoice please?", "May I ask you for a print view of the invoice?",
		// wished for
		"It'd be nice if you added a search box.", "I'd be grateful if you could add a print view.", "I'd like a search box above the list.", "I would love a print view of the invoice.", "I'd appreciate a print view of the invoice.",
		"Would be great to have a CSV export of the sold bikes.", "A print view of the invoice would be lovely.", "Kindly prepare the seed data for staging.", "Go ahead and write the migration.",
		// missing, due, or to be done
		"What's still missing is a print view of the invoice.", "We're missing a print view of the invoice.", "Still to do: a print view of the invoice.", "The invoice page lacks a print view.",
		"The readme needs updating.", "The readme needs a section on deployment.", "The readme could use a section on deployment.", "The footer is due for a cleanup.", "The prices have to be migrated.",
		"I want the readme updated.", "I'd like the readme translated too.", "You should also update the readme.", "You'll also have to update the readme.",
		// by several words
		"Look into the slow query.", "Come up with three names for the shop.", "Knock up a quick sitemap.", "Take a stab at the sitemap.", "Throw together a demo page for the fair.", "Bring the tests up to date.", "Bring back the old search box.",
		"Do something about the slow query.", "Get rid of the old basket.", "Give the list a sort button.", "Get the readme updated.", "Figure out how to read the photos from the old phone.",
		// announced or only named
		"Small ask: swap the favicon.", "Todo for you: swap the favicon.", "Quick one: swap the favicon.", "Also a readme for the interns.", "sitemap pls", "sitemap next pls",
	} {
		if !opens(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says) {
			t.Errorf("%q opens no task", says)
		}
	}
}

func TestWhatOnlySoundsLikeAWishOpensNothing(t *testing.T) {
	for _, says := range []string{
		"Can I have a look at the readme?", "Could I get a quick summary of the options?", "Can we have a chat about the sitemap tomorrow?", "Give me an example of a sitemap.", "Give it a try.", "Give me a minute.",
		"Would it be possible to add a print view later, some day?", "I'd like to see how the export looks first.", "I wanted a print view back then.", "My last boss wanted a print view.", "Somebody asked for a print view once.",
		"It would be nice if it rained less.", "Everybody wants a search box these days.", "We don't need a search box.", "The readme doesn't need updating.", "Any chance that it's the cache?",
		"Mind the gap.", "The report needs two seconds.", "Passwords have to be encrypted with bcrypt.", "Why would I want the readme updated?", "Do you think you could explain the query?", "Maybe we need a search box one day.",
	} {
		if opens(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says) {
			t.Errorf("%q opens a task: %q", says, lastDeltas(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says))
		}
	}
}

func TestWishesOfManyPeopleAreTasks(t *testing.T) {
	for _, tt := range []struct {
		says string
		want int
	}{
		{"What I still miss is a warning if it can't read the total, and a log of the miles.", 1},
		{"What I require is an alarm at 6 bar, and a report for the owner.", 2},
		{"I'd welcome some kind of log.", 1},
		{"A drawing of the wind chest would come in handy, too.", 1},
		{"Letting the dash through would be a kindness.", 0}, // "let" is no verb of work
		{"Adding a dash to the number would be a kindness.", 1},
		{"If you can manage to write a test, that'd be ace.", 0},
		{"If you could write a test for the import, that'd be ace.", 1},
		{"+1 for a regression test please.", 1},
		{"So let's have a weekly mail about the ten worst payers.", 1},
		{"Somebody must book the hall.", 1},
		{"Rosario gathers the telephone numbers.", 1},
		{"The names of the donors want hiding.", 1},
		{"Postgres stores the names of the donors.", 0},
		{"Rosario collects the numbers every month.", 0},
	} {
		got := slices.DeleteFunc(lastDeltas(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+tt.says), func(d string) bool { return !strings.HasPrefix(d, "task_opened") })
		if len(got) != tt.want {
			t.Errorf("%q opens %q", tt.says, got)
		}
	}
}

package read

import (
	"slices"
	"testing"

	"holdfast/engine/delta"
)

// optionsIn are the options that the assistant lays out.
func optionsIn(said string) (out [][]string) {
	for _, d := range Conversation(talk(aim, "A: "+said), nil, noon).Accepted {
		if b, ok := d.(*delta.BranchCreated); ok {
			out = append(out, b.Alternatives)
		}
	}
	return out
}

// What stands in brackets describes the option before it, commas and all.
func TestOptionsKeepWhatDescribesThem(t *testing.T) {
	for said, want := range map[string][]string{
		"We could use Redis (fast, in memory), RabbitMQ (robust, but more to run) or plain Postgres (nothing new). Let me know which one you prefer.": {
			"Redis (fast, in memory)", "RabbitMQ (robust, but more to run)", "plain Postgres (nothing new)"},
		"For the uploads I see two options: **Shrine** (young, or so they say) or **CarrierWave** (old and known). Which way do you want to go?": {
			"Shrine (young, or so they say)", "CarrierWave (old and known)"},
		"There are two ways to do it: (a) hold all in memory (quick, lost on restart) or (b) write to a file (slower). What do you prefer?": {
			"hold all in memory (quick, lost on restart)", "write to a file (slower)"},
		"We could (1) put sessions into cookies, (2) use a table, or (3) go with tokens. Each has its price.": {
			"put sessions into cookies", "use a table", "go with tokens"},
		"I can do this either with a timer (every minute) or with a queue, which needs Redis.": {"with a timer (every minute)", "with a queue, which needs Redis"},
		"And for the colours, light or dark by default?":                                       {"light", "dark by default"},
		"What matters more to you: speed or small size?":                                       {"speed", "small size"},
		"**Storage:** SQLite vs. a JSON file. The one gives us queries.":                       {"SQLite", "a JSON file"},
	} {
		if got := optionsIn(said); len(got) != 1 || !slices.Equal(got[0], want) {
			t.Errorf("%q lays out %q", said, got)
		}
	}
}

func TestAnOptionIsChosenByWhatDescribesIt(t *testing.T) {
	got := lastDeltas(aim, "A: For the uploads I see two options: **Shrine** (young) or **CarrierWave** (old and known). Which way do you want to go?", "U: the old one")
	if len(got) == 0 || got[0] != "decision_made: CarrierWave (old and known; the uploads)" {
		t.Errorf("%q", got)
	}
}

// A table lays out options only where the turn asks about them, and a list of
// what may be wrong is a guess each.
func TestWhatIsListedIsNotAlwaysAChoice(t *testing.T) {
	got := lastDeltas(aim, "U: look", "A: Possible causes:\n\n- the cache is stale\n- the clock runs late")
	if want := []string{"hypothesis_introduced: The cache is stale", "hypothesis_introduced: The clock runs late"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	const inventory = "Here is the inventory:\n\n| gem | blocks | note |\n|---|---|---|\n| shrine | yes | old |\n| devise | yes | older |\n| puma | no | works |\n\n"
	if got := optionsIn(inventory + "For shrine I see two options: **a fork of it** or **CarrierWave**. Which way do you want to go?"); len(got) != 1 || got[0][0] != "a fork of it" {
		t.Errorf("%q", got)
	}
}

func TestASentenceOfOptionsIsTakenApartWhereItsOptionsAre(t *testing.T) {
	for said, want := range map[string][]string{
		"For the values there is one question: keep the old units (inches of mercury, Fahrenheit), or convert them all to SI?": {
			"keep the old units (inches of mercury, Fahrenheit)", "convert them all to SI"},
		"You can ramp the delay, which bends the pitch, or you can fade between two heads, which keeps it.": {
			"ramp the delay, which bends the pitch", "you can fade between two heads, which keeps it"},
		"We could check that the size stays the same between two rounds, or wait for the scanner to let go of the file.": {
			"check that the size stays the same between two rounds", "wait for the scanner to let go of the file"},
	} {
		if got := optionsIn(said); len(got) != 1 || !slices.Equal(got[0], want) {
			t.Errorf("%q lays out %q", said, got)
		}
	}
}

// How much there is of something, as a rule, is known and not chosen.
func TestARateIsNoChoice(t *testing.T) {
	for _, said := range []string{"the folder gets like 20 files a day from the scanner", "The shop gets about 300 orders per week."} {
		for _, d := range lastDeltas(aim, "A: ok", "U: "+said) {
			if d[:4] != "fact" {
				t.Errorf("%q yields %q", said, d)
			}
		}
	}
}

// A yes to a guess at a cause chooses nothing.
func TestAYesToAGuessIsNoChoice(t *testing.T) {
	if got := lastDeltas("U: Find out why my game is slow.", "A: That points to physics.", "U: oh wow yes. so what now?"); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

package read

import (
	"slices"
	"strings"
	"testing"
)

// chosenIn are the decisions of the last turn.
func chosenIn(lines ...string) []string {
	var out []string
	for _, d := range lastDeltas(lines...) {
		if text, ok := strings.CutPrefix(d, "decision_made: "); ok {
			out = append(out, text)
		}
	}
	return out
}

func TestTheFirstWordsNameWhatCouldBe(t *testing.T) {
	for _, tt := range []struct{ before, says, want string }{
		{"For the queue you could use Kafka or RabbitMQ. Both run on that box.", "RabbitMQ. Our admin knows it.", "RabbitMQ"},
		{"It is usual to keep them a while, some keep 14 days, some 30.", "ok 14 days. tell the hosts", "14 days"},
		{"Is \"slot\" still the name of the unit? One of the mails says \"block\".", "Slot. Block is what the old system said.", "Slot"},
		{"A page can show it, or a lamp at the door.", "a lamp at the door, nobody looks at pages", "A lamp at the door"},
	} {
		if got := chosenIn(aim, "A: "+tt.before, "U: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, tt.want) }) {
			t.Errorf("%s: %q", tt.says, lastDeltas(aim, "A: "+tt.before, "U: "+tt.says))
		}
	}
}

func TestAnAnswerNamesAnOptionOfItsOwn(t *testing.T) {
	got := lastDeltas(aim, "A: On the phone it could be:\n\n- a checkbox in the row\n- a small web app\n\nWhich sounds better to you?", "U: tickbox. less to explain to my aunt")
	if !slices.Contains(got, "decision_made: Tickbox") || len(got) < 2 {
		t.Errorf("%q", got)
	}
}

func TestNotAllFirstWordsChoose(t *testing.T) {
	for _, tt := range []struct{ before, says string }{
		{"The tests run. You can stop them with ctrl-c.", "running, back in an hour"},
		{"It could be the cache.", "The cache. I should have known."},
		{"The log has four hundred lines.", "Four hundred!"},
		{"A letter could be worth a stamp.", "A stamp. Oh, I hate it. Let me play it first."},
		{"A lamp at the door would do.", "lamp? where?"},
		{"Which of the two would you like, a lamp or a bell?", "good q. lemme ask petra"},
	} {
		if got := chosenIn(aim, "A: "+tt.before, "U: "+tt.says); len(got) > 0 {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

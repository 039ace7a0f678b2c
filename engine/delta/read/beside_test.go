package read

import (
	"slices"
	"strings"
	"testing"
)

// yields tells whether the last turn yields a delta of a kind.
func yields(kind string, lines ...string) bool {
	return slices.ContainsFunc(lastDeltas(lines...), func(d string) bool { return strings.HasPrefix(d, kind+": ") })
}

// tellsApart checks that of the talks that some wordings end, each of the first
// yields a delta of a kind and none of the second does.
func tellsApart(t *testing.T, kind string, talk func(says string) []string, meant, others []string) {
	t.Helper()
	for _, says := range meant {
		if !yields(kind, talk(says)...) {
			t.Errorf("%q yields no %s", says, kind)
		}
	}
	for _, says := range others {
		if yields(kind, talk(says)...) {
			t.Errorf("%q yields a %s", says, kind)
		}
	}
}

func TestAYesHasManyWords(t *testing.T) {
	proposal := []string{aim, "A: For the queue I'd suggest Redis Streams, they survive a restart."}
	tellsApart(t, "decision_made", func(says string) []string {
		return append(slices.Clone(proposal), "U: "+says)
	}, []string{
		"sounds good to me", "sure, why not", "sounds like a plan", "no objections from my side", "I'm on board with that", "can't argue with that", "let's roll with that",
		"I'll buy that", "Your proposal is accepted.", "you've got my vote", "I follow your advice.", "green light", "fine with us", "that is how we do it",
		"be my guest", "I second that", "ok but only for the mails", "happy with that", "y",
	}, []string{
		"sounds interesting", "sounds good, but does it survive a power cut?", "Sounds great. But nobody here can run it.", "yes, but who runs it?", "I'd agree if it were free", "right now redis is down",
		"good to know", "might work for me", "not sold on redis", "why not use nats?", "nice idea, let me think about it",
	})
}

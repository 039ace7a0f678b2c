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

func TestAYesHasManyWords(t *testing.T) {
	proposal := []string{aim, "A: For the queue I'd suggest Redis Streams, they survive a restart."}
	for _, says := range []string{
		"sounds good to me", "sure, why not", "sounds like a plan", "no objections from my side", "I'm on board with that", "can't argue with that", "let's roll with that",
		"I'll buy that", "Your proposal is accepted.", "you've got my vote", "I follow your advice.", "green light", "fine with us", "that is how we do it",
		"be my guest", "I second that", "ok but only for the mails", "happy with that", "y",
	} {
		if !yields("decision_made", append(slices.Clone(proposal), "U: "+says)...) {
			t.Errorf("%q settles nothing", says)
		}
	}
	for _, says := range []string{
		"sounds interesting", "sounds good, but does it survive a power cut?", "Sounds great. But nobody here can run it.", "yes, but who runs it?", "I'd agree if it were free", "right now redis is down",
		"good to know", "might work for me", "not sold on redis", "why not use nats?", "nice idea, let me think about it",
	} {
		if yields("decision_made", append(slices.Clone(proposal), "U: "+says)...) {
			t.Errorf("%q settles something", says)
		}
	}
}

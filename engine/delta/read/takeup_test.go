package read

import (
	"strings"
	"testing"
)

func TestAnAnswerTakesUpAProposal(t *testing.T) {
	for _, tt := range []struct{ name, proposes, says, want string }{
		{"a kind word for a part of it", "I'd show at most eight brands and hide the rest behind a link.", "Eight is fine for desktop.", "decision_made: Show at most eight brands"},
		{"another number of its thing", "For the backup I'd keep 14 copies and delete older ones.", "30 copies. disk's cheap", "decision_made: For the backup I'd keep 30 copies"},
		{"a verb of keeping and a pointer", "I'd put the buttons below the picture.", "Okay. I'll stick with that one.", "decision_made: Put the buttons below the picture"},
		{"both of two", "I'd clamp the values at -80 dB and throw the 12 files out.", "both.", "decision_made: Clamp the values at -80 dB"},
		{"what was only said to be possible", "Each of these steps can be its own script.", "Own scripts is good, the Unix way.", "decision_made: Each of these steps can be its own script"},
		{"work that the last question only points at", "Next, I could split the flow per source. Shall I?", "Yes.", "task_opened: Split the flow per source"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := lastDeltas(aim, "A: "+tt.proposes, "U: "+tt.says)
			if len(got) == 0 || !strings.HasPrefix(got[0], tt.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestPraiseTakesUpNothing(t *testing.T) {
	for _, says := range []string{"Eight brands would be too many.", "The link looks great.", "I don't like the brands."} {
		for _, d := range lastDeltas(aim, "A: I'd show at most eight brands and hide the rest behind a link.", "U: "+says) {
			if strings.HasPrefix(d, "decision_made") {
				t.Errorf("%q: %q", says, d)
			}
		}
	}
}

func TestWhatCouldBeIsTakenUp(t *testing.T) {
	for _, tt := range []struct{ proposes, says, want string }{
		{"A shift could be six slots, one for each hour from six to noon.", "Take it. I'll pretend it was the plan.", "decision_made: A shift could be six slots"},
		{"The bot could speak MQTT, and one box could collect the locks.", "boxes!! I like boxes. yes to all of that. oh and no internet please", "decision_made: The bot could speak MQTT, and one box could collect the locks"},
	} {
		if got := lastDeltas(aim, "A: "+tt.proposes, "U: "+tt.says); len(got) == 0 || !strings.HasPrefix(got[0], tt.want) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

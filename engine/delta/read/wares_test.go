package read

import (
	"slices"
	"testing"
)

func TestWorkOnOfferIsTakenByAYesOrByItsName(t *testing.T) {
	for _, x := range []struct {
		offer, said string
		want        []string
	}{
		{"The results page is up. If you want I could prepare a print view for the notice board.", "please do", []string{"Prepare a print view for the notice board"}},
		{"Before Sunday I could draft the invitation, if that takes work off you.", "Do it. The tone may be cheeky.", []string{"Draft the invitation"}},
		{"A converter for the old logs would take half an hour, shall I?", "Yes please, only for the ones from Kiel.", []string{"A converter for the old logs would take half an hour (Yes please, only for the ones from Kiel)"}},
		{"The missing piece is a lockfile, shall I write one?", "pls!", []string{"Write one (The missing piece is a lockfile)"}},
		{"A retry queue would catch that. Want me to build one?", "want!", []string{"Build one (A retry queue would catch that)"}},
		{"I could also add a dark theme, a weather widget and a chat for the crew while I'm there.", "weather widget yes. chat no", []string{"Add a weather widget"}},
		{"Meanwhile, how about a calendar for the races? I'd love to build that!", "calendar yes!", []string{"A calendar for the races"}},
		{"Noted. What's next? A photo album? A guest list? Push notifications?", "photo album please. no guest list.", []string{"A photo album"}},
		{"Would you like a diagram of the tables, and maybe a changelog for the members?", "- diagram: no\n- changelog: yes", []string{"A changelog for the members"}},
		{"A pawn table is missing. Want me to add one?", "sure and a clock too pls", []string{"Add one (A pawn table is missing)", "A clock"}},

		{"In the meantime, how about captions under the photos?", "captions yes! lightroom writes them into the files", []string{"Captions under the photos"}},
		{"A pawn table is missing. Want me to add one?", "want!! and an opening book too pls", []string{"Add one (A pawn table is missing)", "An opening book"}},

		{"I could also write a script for the backups.", "That would be kind, thank you.", []string{"Write a script for the backups"}},
		{"I could also write a script for the backups.", "it would be really nice", []string{"Write a script for the backups"}},
		{"I could also write a script for the backups.", "That would be nice if it ran by night.", nil},
		{"I could also write a script for the backups.", "that would be great for my old firm", nil},
		{"I could also write a script for the backups.", "That would be kind of silly.", nil},
		{"I could also write a script for the backups.", "hm, yes, if you find the time some day", nil},
		{"I could also write a script for the backups.", "my brother says yes to everything lol", nil},
		{"I could also write a script for the backups.", "would that take long?", nil},
		{"I could also write a script for the backups.", "no. the backups are fine", nil},
		{"I could also write a script for the backups.", "yes, maybe", nil},
		{"What about the big photo on the cover?", "Ok, that one is allowed, in black and white.", nil},
		{"Should I delete the old branch or keep it?", "yes keep it", nil},
		{"Want me to explain how the cache works?", "yes please", nil},
		{"I could store the times in SQLite.", "sqlite yes", nil},
		{"I could write the totals to the share as well.", "do that", nil},
	} {
		if got := opened(aim, "A: "+x.offer, "U: "+x.said); !slices.Equal(got, x.want) {
			t.Errorf("%q to %q opens %q", x.said, x.offer, got)
		}
	}
}

func TestWorkOnOfferProposesNothing(t *testing.T) {
	for _, offer := range []string{
		"Until the fair I could prepare the second flyer, if that helps.",
		"If it's any use I could draft a reply to the landlord.",
		"I could also throw in a search box and a map.",
		"All set. What comes next? A tide table? A chat?",
	} {
		if got := lastDeltas(aim, "U: the flyers are here.", "A: "+offer); len(got) > 0 {
			t.Errorf("%q gives %q", offer, got)
		}
	}
}

func TestAThingMoreIsAskedForOnceTheLastIsDone(t *testing.T) {
	for says, done := range map[string]string{
		"and a print button": "Done, the alarm rings.", "nice. and a print button": "The alarm is done.",
	} {
		if !yields("task_opened", "U: I want a tide clock.", "A: Fine.", "U: please add an alarm", "A: "+done, "U: "+says) {
			t.Errorf("%q opens no task", says)
		}
	}
	for _, says := range []string{"and a big thank you", "and a print button?", "and a print button maybe someday", "and no print button"} {
		if yields("task_opened", "U: I want a tide clock.", "A: Fine.", "U: please add an alarm", "A: Done, the alarm rings.", "U: "+says) {
			t.Errorf("%q opens a task", says)
		}
	}
}

package read

import (
	"slices"
	"strings"
	"testing"
)

// What is ruled out or demanded in so many words is a rule, whatever words of another
// reading stand beside it.
func TestRulesAreHeardOutright(t *testing.T) {
	for _, says := range []string{
		// of people of whom something never was
		"The form must work for people who have never filled in one.", "Everything must be readable for a visitor who has never seen a map.", "The menu has to be clear to guests who've never ordered with a phone.",
		// what nobody may do
		"No guest may see the phone number of another.", "No pupil may leave the building alone.", "And no photo may show a face.", "No invoice may be printed twice.",
		// what the speaker refuses
		"I refuse to pay more than 20 euros a year for it.", "We won't spend more than 3,000 on the stage.", "I'm not going to pay more than 8 dollars a month.", "I am not willing to go above 40 lines.", "We refuse to wait longer than 2 seconds.",
		// under the name of what governs it
		"Privacy: no names on the public list.", "Accessibility: no text under 14 px.", "Tuesday's verdict: no glitter.", "Licence: no GPL anywhere.",
		// what follows from a refusal
		"The landlord refuses nails, so no nails in the wall.", "They don't want their addresses online, so no addresses in the export.", "The owners refuse candles, so no open fire on the stage.", "The choir is in a small hall, so no drums please.",
		// what stays
		"That wrapper stays exactly as it is.", "The ledger format stays just as it is.",
		// where to never
		"And never to the console.", "Never onto the live system.", "And never through the public gateway.",
		// styles
		"Short words, big letters, nothing longer than two lines.", "Two colours, nothing bigger than 30 MB.", "All weights in grams, please, without exception.", "We want nothing on the old server after June.",
		"No sleeping in tests anymore, ever.", "The logs have to go to the second disk.", "The lowest version is 26 that we cannot raise.", "Good. And only Dutch and Frisian please.", "Code freeze from 3 to 12 May.", "Feature freeze from Monday.", "Leave that table alone until the audit is over.",
	} {
		if !rules(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says) {
			t.Errorf("%q sets no rule: %q", says, lastDeltas(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says))
		}
	}
}

func TestWhatOnlySoundsLikeARuleIsNone(t *testing.T) {
	for _, says := range []string{
		"They have never had to fill in one.", "It has never been a must.",
		"No answer may mean that it is off.", "No news may be good news.", "No child may have noticed.", "Nobody may come.",
		"I refuse to believe that it takes more than 3 seconds.", "I refuse to answer more than 3 questions lol", "Would you refuse to pay more than 20 euros?", "They refuse to pay more than 20 euros, I hear.",
		"Status: no errors.", "Licence server: no risk there.", "Cause: no index on that table.", "Result: no change in the timing.",
		"It only ran 3 queries, so no N+1.", "We looked twice, so no drift there.", "He refused to tell, so no idea.",
		"That stays as it was, I think.", "Never to me.", "It hangs at night. Never in the morning.", "Nothing longer than a day happened.", "I want nothing to do with it.", "I want nothing.",
		"We have seen no sleep anymore.", "What a code freeze from 3 to 12 May would cost us!", "Leave it for now until the audit is over.",
		"Nobody else in the office codes.", "Something is there that we cannot see.", "The old column has to go all the same.", "The blue key has to go.", "the door has to be wide doesn't it", "That is how we got to nine hours.", "Nobody tells me.", "I'd rather leave the cards alone for the moment.", "4 not before autumn.", "no then lets do our own file", "No crash, it only waits there.",
	} {
		if rules(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says) {
			t.Errorf("%q sets a rule", says)
		}
	}
}

// A rule is revised by what is said of it in so many words.
func TestRulesAreRevisedOutright(t *testing.T) {
	for _, c := range []struct{ rule, says, want string }{
		{"No logins for the guests.", "The neighbour came by: the no logins rule has an exception now.", "constraint_revised"},
		{"No photos on the page.", "Two, and one is blue. Oh, and one photo is allowed after all.", "constraint_revised"},
		{"No table in the letter.", "Good. One table I would like after all, the prices.", "constraint_revised"},
		{"No login on the page.", "We need a login after all, for the staff.", "constraint_revised"}, {"The cards must have no picture.", "One picture I would like after all, the mill.", "constraint_revised"},
		{"It must be up by the end of March.", "They moved the closing to 4 May, so that's our deadline too.", "constraint_revised"},
		{"Code freeze from 3 to 12 May.", "The freeze got longer: 3 to 20 May.", "constraint_revised"},
		{"Printed tickets must not change.", "About the printed tickets: they stay as they are, but they may get a stamp on the back.", "constraint_revised"},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+c.rule, "A: Ok, noted.", "U: "+c.says)
		if len(got) == 0 || !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, c.want) }) {
			t.Errorf("%q after %q yields %q", c.says, c.rule, got)
		}
	}
	for _, c := range []struct{ rule, says string }{
		{"No photos on the page.", "Do we want one photo after all?"}, {"No photos on the page.", "No photo after all."}, {"No photos on the page.", "Maybe one photo after all."}, {"No logins for the guests.", "Does the no logins rule have an exception?"},
		{"No photos on the page.", "There is a photo of me after all, on the wall of the pub."}, {"It must be up by the end of March.", "They moved the sofa on 15 April."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+c.rule, "A: Ok, noted.", "U: "+c.says)
		if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint_revised") }) {
			t.Errorf("%q after %q yields %q", c.says, c.rule, got)
		}
	}
	for _, says := range []string{"I'd need it by the 9th.", "I want the cards before Friday.", "We need the posters by 3 June."} {
		if !rules(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q sets no rule", says)
		}
	}
	for _, says := range []string{"I need to ask her by the 14th.", "I did not need them by the 14th.", "Would we need them by the 14th?"} {
		if rules(aim, "A: Noted.", "U: "+says) {
			t.Errorf("%q sets a rule", says)
		}
	}
}

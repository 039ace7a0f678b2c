package read

import (
	"slices"
	"strings"
	"testing"
)

// revisesRule is the last turn's change of a rule, in small letters, or "".
func revisesRule(lines ...string) string {
	for _, d := range lastDeltas(lines...) {
		if strings.HasPrefix(d, "constraint_revised") {
			return strings.ToLower(d)
		}
	}
	return ""
}

func TestAWishThatBindsFromNowOnIsTightened(t *testing.T) {
	wish := []string{"U: I want a program for our bakery.", "A: Fine.", "U: Ideally the labels print within 5 seconds.", "A: Noted."}
	for says, want := range map[string]bool{
		"The owner called: the 5 seconds are binding from now on.":            true,
		"The labels within 5 seconds are not a wish any more.":                true,
		"The label speed came up at the meeting, that is now a rule.":         true,
		"About the labels. So that's no longer a preference, it's a must.":    true,
		"And the 5 seconds: now it's obligatory for every label.":             true,
		"The label time is no longer optional.":                               true,
		"The labels thing is mandatory now.":                                  true,
		"Printing the labels in 5 seconds is now a requirement of the chain.": true,

		"Are the 5 seconds binding now?":                 false,
		"Maybe the 5 seconds for labels are a rule now.": false,
		"If the label time is now a rule, I quit.":       false,
		"Flour dust is no longer a wish any more.":       false,
		"The labels were once a rule, now they aren't.":  false,
		"My cousin says the labels would be a rule now.": false,
		"As a rule the labels print fine now.":           false,
	} {
		got := revisesRule(append(slices.Clone(wish), "U: "+says)...)
		if (got != "") != want || want && !strings.Contains(got, "tightened") && !strings.Contains(says, "meeting") {
			t.Errorf("%q gives %q", says, got)
		}
	}
}

func TestAValueGoesToTheRuleOfItsNameAndUnit(t *testing.T) {
	rules := []string{"U: I want a program for our bakery.", "A: Fine.", "U: The budget is 900 euros. A label takes 25 minutes at most, no exceptions. The photos stay below 10 gb.", "A: Noted."}
	for says, want := range map[string]string{
		"Good news, the budget is 1,100 now.": "relaxed the budget",
		"The host gave us 20 gb btw.":         "photos",
		"The deadline is 1,100 now.":          "",
	} {
		got := revisesRule(append(slices.Clone(rules), "U: "+says)...)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q gives %q", says, got)
		}
	}
}

func TestARuleIsFoundByWhatIsNamedBeforeItsChange(t *testing.T) {
	rules := []string{"U: I want a program for our bakery.", "A: Fine.", "U: No plugins besides the till. Recipes must not leave the phone. We have until June 2. A dough rests 3 hours at least.", "A: Noted."}
	for says, want := range map[string]string{
		"The no plugins thing from the very start, the scanner is fine though.":  "plugins",
		"Phone rule loosened: the millers may get the rye list.":                 "recipes",
		"The guild gave us two more weeks, so June 16.":                          "june 16",
		"Dough 2 hours is enough for rolls, 3 for bread.":                        "rolls",
		"The guild gave us two more boxes, so what.":                             "",
		"Phone loosened: the screw fell out.":                                    "",
		"Maybe the phone rule gets loosened: the millers may want the rye list.": "",
	} {
		got := revisesRule(append(slices.Clone(rules), "U: "+says)...)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q gives %q", says, got)
		}
	}
}

func TestOfSeveralWithAValueTheOneSpokenOfChanges(t *testing.T) {
	for says, want := range map[string]string{"Exit code 65 not 3.": "xit code 65", "That won't do for long. Say under 700 then.": "under 700"} {
		got := lastDeltas("U: I want a program for our bakery.", "A: Fine.", "U: Use exit code 3 for a bad recipe.", "A: Noted.", "U: Retries: 3. The labels must stay under 500 MB.", "A: The labels take 480 MB.", "U: "+says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.Contains(d, "_revised") && strings.Contains(d, want) }) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

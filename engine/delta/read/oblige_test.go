package read

import (
	"slices"
	"strings"
	"testing"
)

func TestADemandIsARuleByItsOwnWords(t *testing.T) {
	for said, want := range map[string]string{
		"lint it. and from now on no bare timeouts in the specs":               "no bare timeouts",
		"from today no upgrade without a run on the spare boat":                "no upgrade",
		"From now on, no photos of the children.":                              "no photos",
		"as of monday no deliveries before nine":                               "no deliveries",
		"Additional request from the parents: no location data.":               "no location data",
		"new rule: no glue near the sails":                                     "no glue",
		"another condition: no cloud services":                                 "no cloud services",
		"Two rules from my side:\n\n1. The tide table is read-only for guests": "read-only",

		"maybe from now on no bare waits in the specs":        "",
		"from now on no clue what he wants":                   "",
		"should there be from now on no photos of the boats?": "",
		"from now on no more coffee for me lol":               "",
		"the coach says from now on no rain, what a comedian": "",
		"Three things I saw:\n\n1. The lamp was on all night": "",
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+said)
		has := slices.ContainsFunc(got, func(d string) bool {
			return strings.HasPrefix(d, "constraint_added") && (want == "" || strings.Contains(strings.ToLower(d), want))
		})
		if has != (want != "") {
			t.Errorf("%q gives %q", said, got)
		}
	}
}

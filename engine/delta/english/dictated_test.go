package english

import (
	"slices"
	"testing"
)

func TestWhatWasDictatedFallsIntoSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"so we run a ferry and every evening somebody counts the tickets by hand and i'd like a page that does it there's about fifty stops the tablet is from 2017 and it can't need internet": {
			"so we run a ferry and every evening somebody counts the tickets by hand and i'd like a page that does it",
			"there's about fifty stops", "the tablet is from 2017 and it can't need internet",
		},
		"each float has a number painted on its side half of our members are over seventy so the digits have to be large ok next question what about the flags on the buoys": {
			"each float has a number painted on its side", "half of our members are over seventy so the digits have to be large", "ok next question what about the flags on the buoys",
		},
		"the rowers want the sign-up sheet on their phones um i want to build a little site for it it must not need a password": {
			"the rowers want the sign-up sheet on their phones um", "i want to build a little site for it", "it must not need a password",
		},
		"i would like a script that takes the photos that my colleagues upload to the folder that we share with the museum and renames them by the date when they were taken": {
			"i would like a script that takes the photos that my colleagues upload to the folder that we share with the museum and renames them by the date when they were taken",
		},
		"when we are out on the water without any reception for the whole long day it has to keep what we type and send it later from the harbour": {
			"when we are out on the water without any reception for the whole long day it has to keep what we type and send it later from the harbour",
		},
	} {
		var got []string
		for _, s := range Sentences(text) {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	}
}

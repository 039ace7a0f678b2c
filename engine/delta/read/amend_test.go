package read

import (
	"slices"
	"strings"
	"testing"
)

func TestARuleIsAmendedByTheNameOfItsTopic(t *testing.T) {
	for _, tt := range []struct{ rule, says string }{
		{"No JavaScript anywhere.", "hmm about the js ban, a few lines for the dark mode toggle are alright, nothing else"},
		{"The whole report must be a single file.", "Concerning the single file: the fonts can live in a folder next to it."},
		{"The nightly job may only run between 1 and 4.", "I asked ops about the nightly job: on Sundays it may start at noon."},
		{"Comments in English only.", "As for the comments, the tax terms may stay German."},
		{"The labels have to be in Slovenian only.", "hm. croatian is fine for the small print"},
		{"Everything has to go through the proxy only.", "Platform gave us an exception for the proxy, map tiles are free of it."},
		{"No allocations per frame.", "allocating while a level loads is ok btw"},
		{"The letter must be one page.", "I'm fine with two pages if the font stays readable."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: Noted.", "U: "+tt.says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint_revised") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, tt := range []struct{ rule, before, says string }{
		{"No JavaScript anywhere.", "Noted.", "about the js ban, maybe a few lines are ok?"},
		{"No JavaScript anywhere.", "Which font shall I take, Inter or Lora?", "Inter is fine."},
		{"No JavaScript anywhere.", "I'd put the menu on the left.", "The left is fine."},
		{"No JavaScript anywhere.", "Noted.", "I'm fine, thanks. And you?"},
		{"The whole report must be a single file.", "Noted.", "About the fonts: they were in a folder last year."},
		{"Comments in English only.", "Noted.", "The build is ok again."},
		{"Nothing gets written outside the data folder.", "Noted.", "A blue header is fine."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: "+tt.before, "U: "+tt.says)
		if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
}

func TestARuleIsTightenedProlongedOrGivenAnotherBound(t *testing.T) {
	for _, tt := range []struct{ rule, before, says string }{
		{"It'd be nice if it worked offline.", "A web app can do that.", "The wifi in the gym is hopeless. So offline is a must now, not just nice to have."},
		{"I have until march 15, then the old shop is switched off.", "Noted.", "good news, they gave us two more weeks"},
		{"The figures have to be ready by May 4.", "Noted.", "the opening was postponed by a week"},
		{"The budget is 400 euros.", "Noted.", "the boss just gave us another 200 euros"},
		{"The pipeline has to finish in 10 minutes.", "Noted.", "We counted. 10 isn't possible with all tests in. 15 would be acceptable."},
		{"Max 3 retries please.", "Noted.", "5 is fine too"},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: "+tt.before, "U: "+tt.says)
		if !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint_revised") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
	for _, tt := range []struct{ rule, says string }{
		{"No deploys on Fridays.", "they gave us two more weeks"},
		{"C++17 and no exceptions.", "let's make it 3"},
		{"Buttons of at least 64 dp.", "we're forty three members, not forty"},
		{"The diff should stay small, ideally.", "The diff must be signed."},
		{"The vet must only be given Tuesdays.", "He gave one lesson in May and I never entered it."},
	} {
		got := lastDeltas(aim, "A: Noted.", "U: "+tt.rule, "A: Noted.", "U: "+tt.says)
		if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, "constraint_revised") }) {
			t.Errorf("%q: %q", tt.says, got)
		}
	}
}

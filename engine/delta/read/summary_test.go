package read

import (
	"slices"
	"testing"
)

// A summary says what it is about, once and in a few words.
func TestASummaryNamesWhatItIsAbout(t *testing.T) {
	for _, tt := range []struct{ said, context, want string }{
		{"Vite", "First fork in the road: the build tool", "Vite (the build tool)"},
		{"PWA", "The first fork is the platform", "PWA (the platform)"},
		{"EB Garamond", "For the face", "EB Garamond (the face)"},
		{"gofpdf", "For the PDF: either", "gofpdf (the PDF)"},
		{"One decimal", "For the tables, do you want", "One decimal (the tables)"},
		{"We take Bluetooth", "Bluetooth", "We take Bluetooth"},
		{"SQLite", "There are three common ways to do this", "SQLite"},
		{"CSV (the export)", "the monthly report", "CSV (the export; the monthly report)"},
		{"Leave it out", "The laboratory system: There are a few ways", "Leave it out (The laboratory system)"},
		{"Leave it", "a sentence that goes on and on without any pause in it until the end of a", "Leave it (a sentence that goes on and on without any pause …)"},
		{"Leave it", "a sentence with a pause in it, and with a lot more behind that pause", "Leave it (a sentence with a pause in it)"},
	} {
		if got := about(tt.said, tt.context); got != tt.want {
			t.Errorf("%q about %q is %q, want %q", tt.said, tt.context, got, tt.want)
		}
	}
	for _, tt := range []struct{ said, was, want string }{
		{"3 plus that one", "At most 3 dependencies", "3 plus that one (before: At most 3 dependencies)"},
		{"Libertinus after all", "EB Garamond (the face)", "Libertinus after all (before: EB Garamond)"},
		{"Page size 30", "Page size", "Page size 30"},
	} {
		if got := inPlaceOf(tt.said, tt.was); got != tt.want {
			t.Errorf("%q in place of %q is %q, want %q", tt.said, tt.was, got, tt.want)
		}
	}
}

// What was floated is stated once it is taken.
func TestATakenProposalIsStated(t *testing.T) {
	for text, want := range map[string]string{
		"Maybe mark them":                              "mark them",
		"I'd raise it to 50 for the build jobs":        "raise it to 50 for the build jobs",
		"Maybe we could partition by year":             "partition by year",
		"What if they only move every second turn":     "they only move every second turn",
		"Raising the limit to 72 hours would be safer": "Raising the limit to 72 hours would be safer",
		"Maybe": "Maybe",
		"":      "",
	} {
		if got := stated(text); got != want {
			t.Errorf("%q is stated as %q, want %q", text, got, want)
		}
	}
}

func TestASummaryOpensNoBracketThatItDoesNotClose(t *testing.T) {
	for said, want := range map[string]string{
		"keep it small (the library is": "Keep it small", "draws maps [of gardens": "Draws maps", "uses a map (one per room) of seats": "Uses a map (one per room) of seats", "calls extract($room": "Calls extract($room",
	} {
		if got := sentenceCase(said); got != want {
			t.Errorf("%q is %q", said, got)
		}
	}
	tellsApart(t, "task_closed", func(says string) []string {
		return []string{aim, "A: Plan for today:\n- [ ] Map of the rooms\n- [ ] Saving and loading", says}
	}, nil, []string{"U: saving can wait, i gotta go", "U: I've got to go"})
}

func TestASummaryKeepsItsBracketsInPairs(t *testing.T) {
	for _, says := range []string{
		"[kitchen] I want to print the menus of our inn", "(cellar) We need a list of the wines that are left", "{draft} I want to rename the rooms after rivers", "[app/web] Please write a page for the guests",
		"[`porter`] I want to draw the floors of the inn", "I want a bell with two tones [both (C and G)]", "I want to keep the keys in a ring (a list [of rooms])", "Write a page that calls book(room)",
	} {
		if got := aimed("U: " + says + "."); got != says {
			t.Errorf("%q aims at %q", says, got)
		}
	}
}

func TestAQuestionIsStatedAsWhatItAsks(t *testing.T) {
	for asks, want := range map[string]string{
		"Should the script send a mail on failure?": "The script should send a mail on failure", "Should the CSV export include headers?": "The CSV export should include headers",
		"Should old backups be deleted after 30 days?": "Old backups should be deleted after 30 days", "Should it recurse into subfolders?": "Recurse into subfolders",
	} {
		if got := lastDeltas(aim, "A: "+asks, "U: yes"); !slices.Contains(got, "decision_made: "+want) {
			t.Errorf("%q – yes yields %q", asks, got)
		}
	}
}

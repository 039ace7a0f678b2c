package read

import (
	"slices"
	"strings"
	"testing"
)

func TestTheAssistantChoosesOneThingAgainstAnother(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"I'll use a bitset per room, not a list.", "Use a bitset per room"},
		{"I'm dropping duplicates by room and hour rather than skipping the files.", "drop duplicates by room and hour"},
		{"For the sheet I'm going with `skia` and not ReportLab, it draws glyphs.", "For the sheet I'm going with"},
		{"I'm storing the times in UTC instead of local time.", "store the times in UTC"},
		{"I put the lock into the row rather than a table of its own.", "Put the lock into the row"},
	} {
		if got := chosenIn(aim, "U: go on", "A: "+tt.says); !slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(strings.ToLower(d), strings.ToLower(tt.want)) }) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

func TestNotEveryContrastOfTheAssistantIsAChoice(t *testing.T) {
	for _, says := range []string{
		"I have not tried the page yet.", "I looked at the log, not at the code.", "I could use a bitset, not a list.", "I'll run it over the weekend.", "It prints the name, not the number.", "I think the cache is stale, not the page.",
	} {
		if got := chosenIn(aim, "U: go on", "A: "+says); len(got) > 0 {
			t.Errorf("%s: %q", says, got)
		}
	}
}

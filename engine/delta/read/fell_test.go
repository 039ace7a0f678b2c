package read

import (
	"strings"
	"testing"
)

func TestASuspicionFalls(t *testing.T) {
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "U: The two lists differ by ten guests.", "A: It may be the children.", "U: " + says}
	}, []string{
		"Not so. Children are counted at the gate.", "It is not like this. We count them at the gate.", "I'm afraid that is not so. They are counted at the gate.",
		"A lovely theory. I counted them, there are twelve.", "nice theory. every child has its own ticket", "I counted again. So is not the children.", "and no its not the children, they have their own list",
		"There are no children on it.",
	}, []string{
		"Not so fast.", "A lovely theory.", "A lovely theory. Can you check it?", "A lovely theory. I'll count them tonight.", "is it not the children?", "It is not so bad.", "if it is not like this we count again",
	})
	tellsApart(t, "item_superseded", func(says string) []string {
		return []string{aim, "U: The two lists differ, why?", "A: Possibly umlauts in the names.", "U: " + says}
	}, []string{
		"There is not a single umlaut in that list.", "No umlauts there.",
	}, []string{
		"Is there a single umlaut in that list?", "I have no idea how umlauts are written.",
	})
}

func TestWhatWasPickedIsSaid(t *testing.T) {
	got := lastDeltas(aim, "A: Two ways to keep the photos:\n\n- **Option A: a folder** – easy to copy\n- **Option B: SQLite** – one file", "U: A cuz my aunt can open it")
	if len(got) != 2 || got[1] != "item_superseded: Two ways to keep the photos" {
		t.Errorf("%q", got)
	}
}

func TestASuspicionIsBorneOut(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string {
		return []string{aim, "U: The hall smells since Monday, it is strange.", "A: It could be the drain.", "U: " + says}
	}, []string{
		"the smell is gone, so the drain it was", "The drain it was.", "The smell is gone, so it was indeed the drain.", "yep its the drain", "cleaned it, no smell, so yeah it was the drain", "aha, so it's the drain",
	}, []string{
		"so was it the drain?", "maybe the drain it was", "it was not the drain", "so that's it?", "the drain it was, I guess", "if it was the drain we would see water",
	})
	for _, d := range lastDeltas(aim, "U: The two lists differ, why?", "A: Possibly umlauts in the names.", "U: yep its the umlauts") {
		if strings.HasPrefix(d, "decision") {
			t.Errorf("a suspicion was made a decision: %q", d)
		}
	}
}

package read

import "testing"

func TestASuspicionIsNotSo(t *testing.T) {
	talk := func(says string) []string {
		return []string{aim, "U: the hall shows the wrong week", "A: I suspect the clock in the hall: its battery might be low.", "U: " + says}
	}
	tellsApart(t, "item_superseded", talk, []string{
		"Not so. The battery is new.", "It is not like this. The clock hangs on the mains.", "On the contrary. It was changed in May.", "I'm sorry to say it is not.", "So is not the battery.", "It's the panel and not the clock.", "and no it's not the clock, the others show the same week",
		"Lovely theory. I measured it, the cell has 1.5 V.", "A nice guess! There is no battery in it, I looked.", "Ifor checked that. The clock is on the mains.", "I had a look. What's wrong is the calendar feed.",
	}, []string{
		"Not so fast, please.", "Why is it not like this at home?", "Is it not the clock?", "Nice theory. I'll look tomorrow.", "Lovely theory, and it is right.", "Ifor will check that. The clock is his.", "What's next is the garden.", "It might not be the clock.", "The panel and not only the clock, maybe?",
	})
}

func TestWhatIsSoInsteadIsAFact(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"Not so. The battery is new since May.", "The battery is new since May"},
		{"It's the panel and not the clock.", "It's the panel and not the clock"},
		{"I had a look. What's wrong is the calendar feed.", "What's wrong is the calendar feed"},
	} {
		found := false
		for _, d := range lastDeltas(aim, "U: the hall shows the wrong week", "A: I suspect the clock in the hall: its battery might be low.", "U: "+tt.says) {
			found = found || d == "fact_learned: "+tt.want
		}
		if !found {
			t.Errorf("%q: no fact %q", tt.says, tt.want)
		}
	}
}

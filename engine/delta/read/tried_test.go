package read

import (
	"slices"
	"strings"
	"testing"
)

// ends are the reports of the last turn that work is done or given up.
func ends(lines ...string) []string {
	var out []string
	for _, d := range lastDeltas(lines...) {
		if of, ok := strings.CutPrefix(d, "task_closed: "); ok {
			out = append(out, of)
		}
	}
	return out
}

func TestWhatTheAssistantCouldNotTryIsNotDone(t *testing.T) {
	for _, tt := range []struct {
		says string
		want bool
	}{
		{"The pump script is in `bin/pump`. I have no pump here.", false},
		{"The pump script compiles, but I couldn't try it.", false},
		{"I made the pump script a service. Untested so far.", false},
		{"The pump script runs on paper, I have never seen your board though.", false},
		{"I am assuming that the pump script holds the limit.", false},
		{"The pump script is done. I have no pump here, so watch it for a day.", true},
		{"The pump script is in `bin/pump`. I have no further questions.", true},
		{"All 14 readings match, the pump script is done.", true},
		{"The readings match and the pump script is finished, but it takes 9 s.", true},
		{"The pump script is in, it starts at 6.", true},
	} {
		got := ends(aim, "A: Noted.", "U: Please write the pump script. It starts at 6.", "A: "+tt.says)
		if (len(got) == 1) != tt.want {
			t.Errorf("%q ends %q", tt.says, got)
		}
	}
}

func TestWhoTriesForTheAssistantEndsTheWork(t *testing.T) {
	for _, tt := range []struct {
		says string
		want []string
	}{
		{"The pump runs, bravo.", []string{"completed Write the pump script"}},
		{"But it shows zeros all day.", nil},
		{"It shows nothing.", nil},
		{"Is it done?", nil},
		{"Maybe it works.", nil},
	} {
		got := ends(aim, "A: Noted.", "U: Please write the pump script.", "A: Here it is. I can't see your pump from here.", "U: "+tt.says)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q ends %q, not %q", tt.says, got, tt.want)
		}
	}
}

func TestAGoodEndOfATrialEndsTheWork(t *testing.T) {
	for _, says := range []string{
		"It pumps!", "omg it pumps, even at night", "it hums in the cellar now 🙌", "Flashed, it goes on and off.", "Every bed is there.", "The log is all there.", "the pump came up fine", "PUMPS!!!",
	} {
		if got := ends(aim, "A: Noted.", "U: Please write the pump script.", handed, "U: "+says); len(got) != 1 {
			t.Errorf("%q ends %q", says, got)
		}
	}
	for _, says := range []string{
		"It says pump not found.", "It pumps but only once.", "It crashed!!", "It's so slow!!", "Flashed, same error.", "Installed, but nothing happens.", "Installed it and now the lamp is off.", "it needs a hand!!",
		"it eats my memory!!", "It stinks!!", "It depends on the weather, perfect excuse.", "Loaded question, haha.", "It looks like rain!!", "She pumps it by hand.", "it pumps twice", "Does it pump?", "It doesn't pump.", "it deleted my photos!!",
	} {
		if got := ends(aim, "A: Noted.", "U: Please write the pump script.", handed, "U: "+says); len(got) != 0 {
			t.Errorf("%q ends %q", says, got)
		}
	}
}

// handed is a turn that shows what was made.
const handed = "A: Here it is:\n\n```sh\npump on\n```\n\nIt should pump at six."

func TestWhatElseIsSolvedEndsNoWork(t *testing.T) {
	for _, says := range []string{"mystery solved", "Hard pass.", "riddle solved, it was the cat"} {
		if got := ends(aim, "A: Noted.", "U: Please write the pump script.", "A: I'll do that tomorrow.", "U: "+says); len(got) != 0 {
			t.Errorf("%q ends %q", says, got)
		}
	}
}

func TestAUserTicksOff(t *testing.T) {
	for _, tt := range []struct {
		says string
		want []string
	}{
		{"- [x] pump script", []string{"completed Write the pump script"}},
		{"✔ pump script: fine on the big tank\nWe meet on Monday.", []string{"completed Write the pump script"}},
		{"the pump script is up ✔", []string{"completed Write the pump script"}},
		{"- [ ] pump script", nil},
		{"Great ✔", nil},
		{"✔ fuse box", nil},
		{"The script went live this morning.", []string{"completed Write the pump script"}},
	} {
		got := ends(aim, "A: Noted.", "U: Please write the pump script.", "A: Will do.", "U: Also draw the map.", "A: Ok.", "U: "+tt.says)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q ends %q, not %q", tt.says, got, tt.want)
		}
	}
}

func TestWhereAThingIsTellsThatItIsDone(t *testing.T) {
	letter := []string{aim, "A: Noted.", "U: Please write a letter to the club.", "A: > Dear club, the boats are back. Come and see.\n\nToo short?"}
	for says, want := range map[string]int{
		"Not at all. It's on our website as it stands.": 1, "It is on the wiki, thank you.": 1, "It's out on the noticeboard.": 1,
		"Is it on the wiki?": 0, "It isn't on the wiki yet.": 0, "It might be on the wiki.": 0, "It is in English.": 0, "It's on fire!": 0, "The key is on the board.": 0,
	} {
		if got := ends(append(letter[:len(letter):len(letter)], "U: "+says)...); len(got) != want {
			t.Errorf("%q ends %q", says, got)
		}
	}
	for says, want := range map[string]int{
		"And the club letter is in every post box.": 1, "All totals agree, so that one is done.": 1,
		"The bell is in every post box.": 0, "The club letter is in every post box, I have not seen it though.": 0,
	} {
		if got := ends(aim, "A: Noted.", "U: Please write a club letter.", "A: "+says); len(got) != want {
			t.Errorf("%q ends %q", says, got)
		}
	}
}

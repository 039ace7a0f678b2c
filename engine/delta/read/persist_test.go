package read

import (
	"slices"
	"testing"
)

func TestASuspicionFallsWhereWhatIsAmissGoesOn(t *testing.T) {
	for said, want := range map[string][]string{
		"shade off, still flickers":                      {"item_superseded: I suspect the shade sensor"},
		"happens with the old lamp too":                  {"item_superseded: I suspect the shade sensor"},
		"unplugged the sensor, same error":               {"item_superseded: I suspect the shade sensor"},
		"turned the shade off, still 12":                 {"item_superseded: I suspect the shade sensor"},
		"same with another sensor":                       {"item_superseded: I suspect the shade sensor"},
		"i unplugged it and it flickers. so not that":    {"item_superseded: I suspect the shade sensor"},
		"i am still looking for the shade sensor":        nil,
		"is it still flickering without the sensor?":     nil,
		"the lamp is still there and the shade is yours": nil,
	} {
		if got := lastDeltas("U: Find out why the lamp flickers.", "A: I suspect the shade sensor.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", said, got, want)
		}
	}
}

func TestASuspicionIsProvedInASentenceOfItsOwn(t *testing.T) {
	for said, want := range map[string][]string{
		"bingo. the shade sensor was mounted upside down":        {"fact_learned: The shade sensor was mounted upside down", "item_superseded: I suspect the shade sensor"},
		"i swapped the lamp. so it was the shade sensor":         {"fact_learned: It was the shade sensor", "item_superseded: I suspect the shade sensor"},
		"i measured it, it's the cable to the wall":              {"fact_learned: I measured it, it's the cable to the wall", "item_superseded: I suspect the shade sensor"},
		"yes. the shade sensor sits behind a leaf":               {"fact_learned: The shade sensor sits behind a leaf", "item_superseded: I suspect the shade sensor"},
		"yes. can you show me how to test it?":                   nil,
		"bingo? not sure, the shade sensor looks fine from here": nil,
	} {
		got := lastDeltas("U: Find out why the lamp flickers.", "A: I suspect the shade sensor.", "U: "+said)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", said, got, want)
		}
	}
}

func TestTheAssistantNamesSeveralSuspicions(t *testing.T) {
	for said, want := range map[string]int{
		"The fuse might be too small. Or the shade sensor is wet.": 2,
		"Either the fuse is too small or the shade sensor is wet.": 2,
		"A sensor that sees its own lamp would do that.":           1,
		"Possible causes: the fuse, or the shade sensor.":          2,
		"Either we take a bigger fuse or we dry the sensor.":       0,
		"A bigger fuse should stop that.":                          1,
		"The fuse is too small. Or is the shade sensor wet?":       0,
	} {
		n := 0
		for _, d := range lastDeltas("U: Find out why the lamp flickers.", "A: "+said) {
			if len(d) > 10 && d[:10] == "hypothesis" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d suspicions, want %d", said, n, want)
		}
	}
}

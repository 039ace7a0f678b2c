package read

import (
	"strings"
	"testing"
)

// ideasOf counts what a last turn floats.
func ideasOf(lines ...string) (n int) {
	for _, d := range lastDeltas(lines...) {
		if strings.HasPrefix(d, "hypothesis") {
			n++
		}
	}
	return n
}

func TestWhatSoundsLikeAnIdeaFloatsNone(t *testing.T) {
	for said, want := range map[string]int{
		"A: The whole survey would take two weekends.":                                  0,
		"A: Drying the third bed might need several days.":                              0,
		"A: A second tank would cost around 200 euros.":                                 0,
		"A: I suppose a new gasket costs about 4 dollars.":                              0,
		"A: With both taps closed there would be half an hour of reserve.":              0,
		"A: Until the parts arrive I could draw the wiring plan.":                       0,
		"A: While I am there I could label the valves and paint the door.":              0,
		"A: I could draw the wiring plan, if that helps you.":                           0,
		"A: A bigger fuse would only hide the leak.":                                    0,
		"A: You could check the pressure on the gauge.":                                 0,
		"A: One could also drill a second hole, but then the frost must never get in.":  0,
		"A: Next steps? Drip lines? A rain barrel? A camera?":                           0,
		"A: It is less work than you might think.":                                      0,
		"A: A tomato in March would be quite something.":                                0,
		"A: Maybe the valve runs twice a night. Then the tank would be empty at dawn.":  1,
		"A: A rain sensor in the gutter would keep the beds dry.":                       1,
		"A: A timeout of 30 seconds would be safer for the pump.":                       1,
		"A: You could move the pump into the cellar.":                                   1,
		"A: Perhaps the valve takes its time because of the lime.":                      1,
		"A: I would put a mains filter in front of the pump.":                           1,
		"A: It might be the gasket.":                                                    1,
		"U: maybe we put the tank on the roof":                                          1,
		"U: told my brother i'd think about it":                                         0,
		"U: My aunt could use it, she has only one tomato.":                             0,
		"U: I use the word every day and could not define the word.":                    0,
		"U: maybe later also a poster for the shed":                                     0,
		"U: hm sounds like a headache":                                                  0,
		"U: My boss says we may have the ladder until Friday.":                          0,
		"U: maybe it could remember the last bed, I don't know":                         1,
		"A: What about a bigger tank? The beds are thirsty, it might help.":             1,
		"A: Labels of that age may be wrong.":                                           0,
		"A: The second pump might confuse the meter.":                                   0,
		"A: Digging the trench is maybe two days of work.":                              0,
		"A: With the new pipe the tank would fill up in perhaps 40 minutes.":            0,
		"A: I'd estimate 90 litres a day.":                                              0,
		"A: That would be some 300 metres of hose.":                                     0,
		"A: Maybe three beds share one valve.":                                          1,
		"A: It would be a different garden.":                                            0,
		"A: A pond would be like a bathtub in the desert.":                              0,
		"A: Maybe ten minutes.":                                                         0,
		"A: A clay pot would be cheaper.":                                               1,
		"A: My suggestion would be drip lines along the wall.":                          1,
		"A: Lime in the nozzles would be my first guess.":                               1,
		"A: I'd like to see the pump before I suggest anything.":                        0,
		"A: Before I recommend a pump, two things matter.":                              0,
		"A: A usual suspect!":                                                           0,
		"A: That is the usual suspect in old greenhouses.":                              0,
		"A: By a rough estimate the tank would be below 200 litres at noon, or 90 kg.":  0,
		"A: The drops may come from the upper pipe, which could make moss.":             1,
		"U: only taps with a filter may be used":                                        0,
		"U: Is it worth the effort?":                                                    0,
		"A: Moving the tank is maybe a day of work.":                                    0,
		"A: I'd estimate three hours for both beds.":                                    0,
		"A: That would be some 300 litres a week, roughly.":                             0,
		"A: The pipe grows by perhaps two metres.":                                      0,
		"A: It would be a new pump.":                                                    0,
		"A: With four beds a second meter would be wasted money.":                       0,
		"A: That is the usual suspect in a wet spring.":                                 0,
		"A: I'd like to see the valve before I suggest anything.":                       0,
		"A: Your aunt may not be far off.":                                              0,
		"A: I'd test that valve before the frost.":                                      0,
		"A: List the beds that may get wet, then the others.":                           0,
		"A: Before I draw it, two things: what the roof looks like, and how old it is.": 0,
		"U: the manual says it cannot possibly leak":                                    0,
		"U: i could kiss you":                                                           0,
		"A: My first guess would be the float switch.":                                  1,
		"A: A brass valve would be sturdier than this one.":                             1,
		"A: One possibility would be to bury the pipe.":                                 1,
		"A: Could be the float switch.":                                                 1,
		"A: The upper bed is dry. Could move the pump up there.":                        1,
		"A: Maybe we should wait for 20 minutes after the rain.":                        1,
	} {
		if got := ideasOf("U: I want to water the greenhouse by itself.", "A: Noted.", "U: the beds are dry again at noon", said); got != want {
			t.Errorf("%s: %d ideas, want %d", said, got, want)
		}
	}
}

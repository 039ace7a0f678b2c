package read

import (
	"slices"
	"strings"
	"testing"
)

// factsOf counts what a last turn states as knowledge.
func factsOf(lines ...string) (n int) {
	for _, d := range lastDeltas(lines...) {
		if strings.HasPrefix(d, "fact_learned") {
			n++
		}
	}
	return n
}

func TestHowAThingIsForGoodIsKnowledge(t *testing.T) {
	for said, want := range map[string]int{
		"The greenhouse router has no VLAN support.":                  1,
		"the kitchen already has a smoke detector":                    1,
		"There is no timeout in the pump client.":                     1,
		"In the attic there is a second meter.":                       1,
		"there are three valves behind the boiler":                    1,
		"we have a spare gateway since last summer":                   1,
		"the archive is read-only since January":                      1,
		"the pump is off since march btw":                             1,
		"the two beds are called Oak and Elm":                         1,
		"our old controller is a Raspberry from the flea market":      1,
		"fyi the gardener's app has no access to the vault":           1,
		"The greenhouse has an idea of its own.":                      0,
		"the router has a problem again":                              0,
		"there is no way in hell":                                     0,
		"the kitchen should have a smoke detector":                    0,
		"if the router has no VLAN support, we buy another":           0,
		"maybe there is a second meter in the attic":                  0,
		"is the archive read-only since January?":                     0,
		"my neighbour says there is no timeout in any client, lol":    0,
		"my wife has a cold":                                          0,
		"the pump was off since march at our former place, years ago": 0,
	} {
		if got := factsOf("U: I want to water the greenhouse by itself.", "A: Noted.", "U: "+said); got != want {
			t.Errorf("%s: %d facts, want %d", said, got, want)
		}
	}
}

func TestWhatIsAskedForIsTold(t *testing.T) {
	for said, want := range map[[2]string]int{
		{"Where is the valve?", "I had to look. It is behind the boiler."}:    1,
		{"Where are the valves?", "they are under the third bench"}:           1,
		{"Which router is it?", "it's a fritzbox from the attic"}:             1,
		{"How old is the boiler?", "It is from 1998."}:                        1,
		{"Which version of nginx is that?", "nginx 1.18 on ubuntu 20.04"}:     1,
		{"How long does a round take?", "measured it: 4.1 s without the fan"}: 1,
		{"Where do the charts live?", "they live on the office nas"}:          1,
		{"Where is the valve?", "It is somewhere behind the boiler, maybe?"}:  0,
		{"Where is the valve?", "It is a secret."}:                            0,
		{"Where is the valve?", "it should be behind the boiler"}:             0,
		{"Which router is it?", "it is down again right now"}:                 0,
		{"Which router should we take?", "it depends"}:                        0,
	} {
		if got := factsOf("U: I want to water the greenhouse by itself.", "A: Noted. "+said[0], "U: "+said[1]); got != want {
			t.Errorf("%s: %d facts, want %d", said, got, want)
		}
	}
}

func TestWhatWasWrongIsSetRight(t *testing.T) {
	for said, want := range map[string]string{
		"One correction, the gauge is not in the harbour, it is under the bridge.":        "The gauge is not in the harbour, it is under the bridge",
		"I was wrong about the number of docks by the way. There are five.":               "There are five (the number of docks)",
		"Two corrections. It's 15 boats rather than 14, the school has bought one.":       "It's 15 boats rather than 14, the school has bought one",
		"I must correct myself. The mayor owns two boats.":                                "The mayor owns two boats",
		"(It need not be pretty, that was wrong.) There are 23 boats and 14 docks.":       "There are 23 boats and 14 docks",
		"i was mistaken about the gauge. it is 3 m long":                                  "It is 3 m long",
		"correction: the tide table is from 2021, not from 2019":                          "The tide table is from 2021, not from 2019",
		"I was wrong about the gauge. Maybe it is under the bridge.":                      "",
		"correction: maybe there are six docks":                                           "",
		"My mistake. I'll send it tonight.":                                               "",
		"I was wrong about the docks. Should there be five?":                              "",
		"Was I wrong about the docks?":                                                    "",
		"I was wrong about you. If there are five docks, we need five gauges.":            "",
		"my brother was wrong about everything. there was never a good day with him, lol": "",
	} {
		got := ""
		for _, d := range lastDeltas("U: I want a tide clock.", "A: Noted.", "U: "+said) {
			if fact, ok := strings.CutPrefix(d, "fact_learned: "); ok {
				got = fact
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}

func TestWhatThereIsNoneOfIsTold(t *testing.T) {
	for said, want := range map[[2]string]int{
		{"Should a second boat ever turn up, the gauge needs a switch.", "No boats here."}:                      1,
		{"If you had older gauges in the field, both would have to be read.", "no older gauges, all are new"}:   1,
		{"If there are tourists in the harbour, the bell has to ring twice.", "no tourists around, just gulls"}: 1,
		{"How long does a round take?", "timed it: 48 s from the bridge"}:                                       1,
		{"Noted.", "counted them: 61 gauges in the attic"}:                                                      1,
		{"Noted.", "we are four people and a dog"}:                                                              1,
		{"Noted.", "we're twelve members, two of them can sail"}:                                                1,
		{"Noted.", "There is no clock in the archive. We call that \"modern\"."}:                                1,
		{"Shall the bell ring?", "no bells please"}:                                                             0,
		{"Noted.", "counted them: maybe 61 gauges"}:                                                             0,
		{"Noted.", "no idea"}: 0,
		{"Should a second boat ever turn up, the gauge needs a switch.", "no thanks"}: 0,
		{"Noted.", "we are the champions"}:                                            0,
		{"Noted.", "two buttons is a bit slow for the harbour"}:                       0,
	} {
		if got := factsOf("U: I want a tide clock.", "A: "+said[0], "U: "+said[1]); got != want {
			t.Errorf("%s: %d facts, want %d", said, got, want)
		}
	}
}

func TestAStackIsKnownWhereItIsAskedForOrAtFault(t *testing.T) {
	for said, want := range map[[3]string]int{
		{"find out why our shop loses carts", "What does it run on?", "rails 7.1, sidekiq, postgres"}:       1,
		{"find out why our shop loses carts", "Which version is that?", "magento 2.4 on php 8.1"}:           1,
		{"find out why our shop loses carts", "What is it written in?", "Django 4.2, redis 7, nginx"}:       1,
		{"my plugin crashes on start, help me find the cause. neovim 0.9, lazy, ubuntu 22.04", "", ""}:      1,
		{"our importer hangs every night, fix it. kubebuilder v4, go 1.23", "", ""}:                         1,
		{"find out why our shop loses carts", "Noted.", "3 carts, 2 boxes"}:                                 0,
		{"find out why our shop loses carts", "Shall we upgrade?", "rails 7.2, maybe"}:                      0,
		{"find out why our shop loses carts", "Shall we upgrade?", "is that rails 7.2, sidekiq, postgres?"}: 0,
		{"find out why our shop loses carts", "Shall I write it in Ruby or in Go?", "go 1.23, chi"}:         0,
	} {
		lines := []string{"U: " + said[0]}
		if said[1] != "" {
			lines = append(lines, "A: "+said[1], "U: "+said[2])
		}
		n := 0
		for _, d := range lastDeltas(lines...) {
			if strings.HasPrefix(d, "fact_learned") && strings.ContainsAny(d, "0123456789") {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d facts, want %d", said, n, want)
		}
	}
}

func TestWhatIsStillSoIsNoHistory(t *testing.T) {
	for said, want := range map[string]int{
		"The bell was cast in 1911 by our former founder, and its mould is still in the shed.": 1,
		"Our former mayor once rang the bell at night, it was quite a scandal.":                0,
		"years ago the bell was in the church, I still laugh about it":                         0,
	} {
		if got := factsOf("U: I want a tide clock.", "A: Noted.", "U: "+said); got != want {
			t.Errorf("%s: %d facts, want %d", said, got, want)
		}
	}
}

func TestStatementsThatCouldBeRevisedOnTheirOwnAreFactsOfTheirOwn(t *testing.T) {
	for says, want := range map[string][]string{
		"its a debian box, 16 cores, 64gb ram, jonas has root":            {"fact_learned: Its a debian box, 16 cores, 64gb ram", "fact_learned: Jonas has root"},
		"the boat has 3 masts, the key is in the shed, mia has the chart": {"fact_learned: The boat has 3 masts, the key is in the shed", "fact_learned: Mia has the chart"},
		"the barn has 2 doors, the lock is on the left one":               {"fact_learned: The barn has 2 doors, the lock is on the left one"},
		"the mill has 4 stones, and the barn holds 11 carts":              {"fact_learned: The mill has 4 stones", "fact_learned: The barn holds 11 carts"},
		"the boat has 3 masts, it hangs in the shed":                      {"fact_learned: The boat has 3 masts, it hangs in the shed"},
	} {
		if got := lastDeltas("U: I want a boat log.", "A: Tell me more.", "U: "+says); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", says, got, want)
		}
	}
}

package read

import (
	"slices"
	"strings"
	"testing"
)

// rules tells whether the last turn adds a rule.
func rules(lines ...string) bool {
	return slices.ContainsFunc(lastDeltas(lines...), func(d string) bool { return strings.HasPrefix(d, "constraint_added") })
}

func TestRulesAreImposedWithoutAMust(t *testing.T) {
	for _, says := range []string{
		"The permit forbids to publish the addresses.", "The contract prohibits storing card numbers.", "Our lawyer won't let us keep the photos for more than a year.", "I am obliged to print the VAT id on each invoice.",
		"By law the invoices are to be kept for ten years.", "Haemolysed samples are never to be released without a human.", "The layout of the label is untouchable.", "The old URLs are sacred.", "The prices are set in stone.",
		"It has got to install from apt alone.", "GPL stuff stays out of the shop.", "Customer data stays within the EU.", "Keep away from the payment table.", "Not a cent more than 500 euros.",
		"The council will pay for nothing beyond $9,000.", "No farm pays more than 60 euros.", "Above 6 degrees the milk is not accepted.", "Hand-in is Sunday midnight.", "Every mail needs an opt-out line.", "We don't ship on Fridays, ever.",
		"The boss has ruled that customer data stays in Austria.", "500 euros is all I have.",
	} {
		if !rules(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says) {
			t.Errorf("%q sets no rule", says)
		}
	}
}

func TestOtherPeoplesRulesAreHandedOn(t *testing.T) {
	for _, says := range []string{
		"Number 4: never use more than 100 connections.", "The guy's commandments: never sample, always trace.", "Rules of the golf: no loops, no semicolons.", "At ETH they have to pass a test before they see threads.", "Deadline: yesterday.",
		"Everyone must use types now, it seems.", "You must be tired.", "Random order is fine as long as the seed is fixed.", "The lessons are to be planned.", "The defence is on 14 March.", "He forbids himself the sweets.", "They are bound to fail.",
	} {
		if rules(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+says) {
			t.Errorf("%q sets a rule", says)
		}
	}
}

// A noun may look like a verb, and may bring a clause of its own: a rule that only
// names what there shall be or not be is none the less one.
func TestARuleMayOnlyNameAThing(t *testing.T) {
	for said, want := range map[string]bool{
		"Two more rules. And no member names in anything we print.":  true,
		"Sure. Only libraries that are on the school server please.": true,
		"Sure. And please only scripts of the archive.":              true,
		"Sure. And the batch number has to come from the scanner.":   true,
		"Sure. Also, every flyer must have 3 mm of bleed.":           true,
		"Sure, name and total. Never more than one page.":            true,
		"Sure. And never longer than 10 s per sheet.":                true,
		"Sure. Only fails that way on the old box.":                  false,
		"Sure. He must have danger money.":                           false,
		"Sure. It must have been the heater.":                        false,
		"Sure. Rule number 3: the guest must smile.":                 false,
		"Sure. No printer I know reads that.":                        false,
	} {
		got := slices.ContainsFunc(lastDeltas(aim, "A: Noted.", "U: "+said), func(d string) bool { return strings.HasPrefix(d, "constraint_added") })
		if got != want {
			t.Errorf("%q is a rule: %v", said, got)
		}
	}
}

func TestARuleHoldsFromWhenOrWhereOrForAllButOne(t *testing.T) {
	for said, want := range map[string]bool{
		"Sure. And from now on no raw queries in the views.":        true,
		"Sure. And starting today no release without a tag.":        true,
		"Sure. On the old box nothing gets installed.":              true,
		"Sure. Nobody but the cashier sees the totals.":             true,
		"Sure. The export must be a single PDF.":                    true,
		"Sure. The crawler may only run at night.":                  true,
		"Sure. We can only use packages that are in Fedora.":        true,
		"Sure. Captions in French only.":                            true,
		"Sure. Everything in one file, please.":                     true,
		"Sure. C99, no globals, house rules.":                       true,
		"Sure. Short sentences would be appreciated.":               true,
		"Sure. Everything in order here.":                           false,
		"Sure. Nobody can find the key.":                            false,
		"Sure. It must be a typo.":                                  false,
		"Sure. I can only guess.":                                   false,
		"No crashes since the update. No lost rows since yesterday": false,
		"And no sponsor after all.":                                 false,
	} {
		if got := rules(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+said); got != want {
			t.Errorf("%q is a rule: %v", said, got)
		}
	}
	for _, tt := range []struct{ before, says string }{
		{"Shall I also add a guest book?", "no guest book"},
		{"Is the bonus part of it?", "- bonus: no\n- the rest: yes"},
	} {
		if rules(aim, "A: "+tt.before, "U: "+tt.says) {
			t.Errorf("%q sets a rule", tt.says)
		}
	}
}

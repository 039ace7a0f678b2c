package read

import (
	"slices"
	"testing"
)

func TestEachThingWantedIsATask(t *testing.T) {
	for _, tt := range []struct {
		says string
		want []string
	}{
		{"I'd like the script that mails the invoices.", []string{"The script that mails the invoices"}},
		{"But I'd like the script that mails the invoices.", []string{"The script that mails the invoices"}},
		{"I should like a page that lists the debts and has no photos.", []string{"A page that lists the debts and has no photos"}},
		{"Next I want the page with the prices.", []string{"The page with the prices"}},
		{"What I do need is a log of the visits so I can count them and a mail when one is missing.", []string{"A log of the visits", "A mail when one is missing"}},
		{"I need one poster per room, and a leaflet for the door.", []string{"One poster per room", "A leaflet for the door"}},
		{"Now the prices: I'd like a table per season.", []string{"A table per season"}},
		{"We need a sign at the gate, plus a map of the paths.", []string{"A sign at the gate", "A map of the paths"}},
		{"I want the price table and one drawing, top view without the lid.", []string{"The price table", "One drawing, top view without the lid"}},
		{"ok next things i need a print button on the invoice and a photo for every frame", []string{"A print button on the invoice", "A photo for every frame"}},
		{"Print me something: one card per guest, and one card per table.", []string{"Print one card per guest", "Print one card per table"}},
		{"Draft me a few things: a letter to the club, and a notice for the door.", []string{"Draft a letter to the club", "Draft a notice for the door"}},
		{"Three more wishes: a list that counts the hours per boat, a lamp that blinks on low water, and a map of the harbour.", []string{"A list that counts the hours per boat", "A lamp that blinks on low water", "A map of the harbour"}},
		{"Print me something: I need to hold it in my hands.", nil},
		{"Two more things for your notes: a frame that bends is scrap, and the shop is shut on Monday.", nil},
		{"Two more things: the log is in UTC, and the clock drifts.", nil},
		// wants nothing new
		{"I'd like the report to be shorter.", nil},
		{"I want the export in CSV.", nil},
		{"Maybe I want the page with the prices.", nil},
		{"My boss would like the report that Tom wrote.", nil},
		{"I want the old page back.", nil},
		{"I would not like a page that lists the debts.", nil},
		{"I'd like the script that you wrote.", nil},
		{"I'd like the script that Tom wrote.", nil},
		{"I'd like a break, and a rest.", nil},
		{"If I want the page that lists the debts, I say so.", nil},
	} {
		if got := opened(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+tt.says); !slices.Equal(got, tt.want) {
			t.Errorf("%q opens %q, not %q", tt.says, got, tt.want)
		}
	}
}

func TestAnOrderIsNoStoryOfThePast(t *testing.T) {
	for said, want := range map[string][]string{
		"Print my old recipes as a booklet.":                      {"Print my old recipes as a booklet"},
		"Drop the second pump once we had a dry month.":           {"Drop the second pump once we had a dry month"},
		"and remove the paper lists, once the app is in use":      {"Remove the paper lists once the app is in use"},
		"Drop the second pump once and for all.":                  nil,
		"In my old job we printed recipes as a booklet.":          nil,
		"We once dropped a pump.":                                 nil,
		"Should we drop the second pump once we had a dry month?": nil,
		"Maybe drop the second pump once we had a dry month.":     nil,
	} {
		if got := opened(aim, "A: Noted.", "U: The frames are in PostgreSQL.", "A: Ok, noted.", "U: "+said); !slices.Equal(got, want) {
			t.Errorf("%q opens %q, not %q", said, got, want)
		}
	}
}

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

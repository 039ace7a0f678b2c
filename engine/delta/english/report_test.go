package english

import "testing"

// Who is said to have said a clause is found however the speaker comes to it; an
// opinion, a nobody and what somebody was told that somebody said are not the
// speaker's.
func TestWhoseWordAClauseIs(t *testing.T) {
	for _, tt := range []struct {
		said, source string
		distant      bool
	}{
		{"The printers say that the margins must be 5 mm.", "The printers", false},
		{"According to the fire office no lamp may be left on.", "the fire office", false},
		{"The caretaker is convinced that the boiler has to be replaced.", "The caretaker", true},
		{"The tenants believe the boiler must be replaced.", "The tenants", true},
		{"The clerk says his chief says the form must be blue.", "The clerk", true},
		{"My cousin told us over lunch that the form must be blue.", "My cousin", true},
		{"She did mention at the fair that the form must be blue.", "She", false},
		{"A tenant argues that the form is wrong because blue fades.", "A tenant", true},
		{"Our tutor fears that the form must be blue.", "Our tutor", true},
		{"The pump is maintained by the city.", "", false},
		{"The module declares two forms that are blue.", "", false},
		{"I think the form must be blue.", "", false},
		{"The insurers insist on copper.", "", false},
		{"The demo convinced me to use copper pipes here.", "", false},
		{"We believe the form must be blue.", "", false},
		{"The claim that it leaks is wrong.", "", false},
		{"Done, told them that we move on Monday.", "", false},
	} {
		var r *Report
		for _, c := range Sentences(tt.said)[0].Clauses {
			if c.Report != nil {
				r = c.Report
			}
		}
		if (r != nil) != (tt.source != "") {
			t.Errorf("%q is reported: %v", tt.said, r != nil)
			continue
		}
		if r == nil {
			continue
		}
		from, to := r.Source[0].Start, r.Source[len(r.Source)-1].End
		if got := tt.said[from:to]; r.Distant != tt.distant || len(got) < len(tt.source) {
			t.Errorf("%q: of %q, distant %v", tt.said, got, r.Distant)
		}
	}
}

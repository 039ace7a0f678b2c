package read

import "testing"

func TestAnOptionIsPickedInManyWords(t *testing.T) {
	asks := "A: Where should the bookings live? Do you want SQLite, Postgres or MariaDB?"
	for _, says := range []string{
		"2nd", "number two please", "the middle one", "Postgres would be my choice", "give me postgres", "my vote goes to postgres", "I'd sooner have postgres", "Postgres has my green light", "Asked our admin: postgres.", "boring wins, postgres",
	} {
		if !yields("decision_made", aim, asks, "U: "+says) || !yields("item_superseded", aim, asks, "U: "+says) {
			t.Errorf("%q picks nothing", says)
		}
	}
	for _, says := range []string{
		"my brother swears by postgres", "postgres scares me a bit", "anything but mariadb", "postgres on our server is version 12", "sqlite is out", "the old one had a mariadb", "my neighbour has postgres",
		"the sqlite, i'd have thought? never ran one though", "Postgres, it scales. Let me ask our admin before we settle it.",
	} {
		if yields("decision_made", aim, asks, "U: "+says) {
			t.Errorf("%q picks something", says)
		}
	}
}

func TestWhoeverCallsHimselfBackPicksNothing(t *testing.T) {
	says := "U: Archive, it's cheaper. Hm, no, hold on. Archive fires all sound like a fireplace on television."
	if yields("decision_made", aim, "A: What about sounds: recorded in the house, or taken from an archive?", says) {
		t.Error("picks something")
	}
}

package read

import "testing"

func TestOptionsAreJoinedInManyWays(t *testing.T) {
	tellsApart(t, "branch_created", func(says string) []string {
		before := "A: Noted."
		if says[0] == 'A' {
			before = "U: where do the photos go?"
		}
		return []string{aim, before, says}
	}, []string{
		"A: It comes down to a folder on disk or an S3 bucket.", "A: You have two options here: disk / S3", "A: Alternatives: a folder on disk; an S3 bucket; the database.", "A: Possible homes: a folder, a bucket, the database.",
		"A: I see three candidates: disk, S3, and the database.", "A: Is it going to be disk or S3?", "A: Where will you keep them? A folder, a bucket or the database would all work.", "A: For the photos, disk or S3 would do.", "A: Disk is cheaper, S3 is safer. Which matters more to you?", "A: The driver allows storing (a) per photo or (b) per album.",
		"A: One thing decides the rest: through the disk in two days, or along the bucket in three.", "A: Depending on your budget that's either disk or S3.", "A: What about sounds: recorded in the house, or taken from an archive?",
		"U: I'm torn between postgres and sqlite", "U: still debating postgres vs sqlite", "U: not sure whether to use postgres or sqlite", "U: what's better, postgres or sqlite?", "U: would you take postgres or sqlite?",
		"U: postgres vs sqlite - opinions?", "U: open: postgres or sqlite", "U: postgres or sqlite, we'll see", "U: use postgres or sqlite, what's better?", "U: store it in postgres or sqlite, your call", "U: we can take postgres or sqlite, which one is saner?", "U: postgres or sqlite, not sure", "U: name the file pip or pop, which is nicer", "U: Either the savings pay for it, or the members do. I go back and forth on it.",
	}, []string{
		"A: I put them on disk, in `photos/`.", "A: Is the disk full, or read-only?", "A: A photo is either shown or hidden by its flag.", "A: Did you resize them before or after the upload?", "A: The difference between disk and S3 is the price.",
		"U: did it crash on postgres or on sqlite?", "U: does it need postgres or sqlite to run?", "U: the gap between rows and columns is too wide", "U: it works on postgres or sqlite", "U: take whatever is faster", "U: accept json or yaml, both are in use",
	})
}

package diag

import (
	"fmt"

	"holdfast/store/event"
)

// From when on something that makes a database large is worth a word, in bytes.
const (
	muchFree  = 1 << 20
	muchLog   = 32 << 20
	largeBase = 256 << 20
)

// Smaller says in sentences what would make the database smaller. holdfast deletes
// nothing by itself (TSLP 3.1): each is for the operator to do.
func Smaller(size event.Size) []string {
	says := []string{} // never null in JSON
	for _, kept := range size.Kept {
		says = append(says, fmt.Sprintf("%s takes %s: it was put aside as damaged; remove it once you need nothing of it", kept.Name, megabytes(kept.Bytes)))
	}
	if size.Log >= muchLog {
		says = append(says, fmt.Sprintf("the write-ahead log takes %s: it goes into the database, and is removed, when the last holdfast on it is stopped", megabytes(size.Log)))
	}
	if size.Free >= muchFree && size.Free >= size.Database()/10 {
		says = append(says, fmt.Sprintf("%s are pages that hold nothing; new rows fill them, and VACUUM by any SQLite gives them back while no holdfast runs", megabytes(size.Free)))
	}
	if size.Database() >= largeBase {
		says = append(says, "what was recorded is never deleted; to begin small, stop holdfast, move the folder .holdfast to another place as a whole, and adopt the code anew: the old record can still be read and verified there")
	}
	return says
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

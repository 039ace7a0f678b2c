package report

import (
	"context"

	"holdfast/engine/diag"
	"holdfast/store/event"
)

// DatabaseSize is what the database takes on the disk, in bytes, and what would make it
// smaller.
type DatabaseSize struct {
	Bytes   int64 `json:"bytes"` // all parts but Log
	Content int64 `json:"content"`
	Ledger  int64 `json:"ledger"`
	Rest    int64 `json:"rest"`
	Free    int64 `json:"free"` // pages that hold nothing
	Log     int64 `json:"log"`  // the write-ahead log, beside the database
	// Rows are those of the Ledger by type, the largest first.
	Rows []RowsOf `json:"rows"`
	// Smaller says in sentences what would make it smaller.
	Smaller []string `json:"smaller"`
}

// RowsOf is how many rows of a type the Ledger has, and how many bytes they take.
type RowsOf struct {
	Type  string `json:"type"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
}

// sizer is a database whose size can be asked for.
type sizer interface {
	Size(ctx context.Context) (event.Size, error)
}

// sizeOf asks a patient's database for its size; nil where that cannot be told, of which
// the checks of the database say why.
func sizeOf(ctx context.Context, database diag.Database) *DatabaseSize {
	db, ok := database.(sizer)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, diag.Limit)
	defer cancel()
	size, err := db.Size(ctx)
	if err != nil {
		return nil
	}
	told := &DatabaseSize{
		Bytes: size.Database(), Content: size.Content, Ledger: size.Ledger, Rest: size.Rest, Free: size.Free, Log: size.Log,
		Rows: make([]RowsOf, len(size.Kinds)), Smaller: diag.Smaller(size),
	}
	for i, kind := range size.Kinds {
		told.Rows[i] = RowsOf(kind)
	}
	return told
}

package event

// File says what kind of file the database is, for diagnostics.
type File struct {
	Path string
	// Layout is the layout of the file, Known the newest that this holdfast
	// reads; an open database has them equal.
	Layout, Known int
	// Journal is SQLite's journal mode: "wal".
	Journal string
	// Bytes is the size of the database and its write-ahead log.
	Bytes int64
}

// Size is what the database takes on the disk, in bytes by part.
type Size struct {
	Content int64 // the Vault, with its index
	Ledger  int64 // with its indexes
	Rest    int64 // projections and their indexes
	Free    int64 // pages that hold nothing
	Log     int64 // the write-ahead log, a file beside the database
	// Kinds are the rows of the Ledger by type, those that take most first.
	Kinds []RowsOf
	// Kept are the databases that were put aside, with their companions, by name.
	Kept []KeptFile
}

// RowsOf is how many rows of a type the Ledger has, and what their bodies take.
type RowsOf struct {
	Type        string
	Rows, Bytes int64
}

// KeptFile is a file in the folder of the database that nothing needs any more.
type KeptFile struct {
	Name  string
	Bytes int64
}

// Database is the size of the database without what lies beside it.
func (s Size) Database() int64 { return s.Content + s.Ledger + s.Rest + s.Free }

// Content is what is read of a blob: its bytes, or why there are none.
type Content struct {
	Bytes []byte
	Err   error
}

// BlobsAtOnce is how many blobs one query of Blobs reads.
const BlobsAtOnce = 16

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

// Content is what is read of a blob: its bytes, or why there are none.
type Content struct {
	Bytes []byte
	Err   error
}

// BlobsAtOnce is how many blobs one query of Blobs reads.
const BlobsAtOnce = 16

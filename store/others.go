package store

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// others follows what other processes commit, without asking the database,
// which may be busy with a commit of its own.
type others struct {
	// own is the last row that this DB has committed, or that Open found.
	own atomic.Int64
	// before is the last row of others that a commit of this DB came behind.
	before atomic.Int64

	mu   sync.Mutex
	head *os.File // HEAD, opened for reading at the first question
}

// OthersAfter reports whether another process has committed a row after seq. It
// asks HEAD, which is written before a commit is acknowledged, and costs a few
// microseconds. ForeignCommits asks the database itself.
func (db *DB) OthersAfter(seq int64) bool {
	// HEAD first, own rows next and those before them last: the order against
	// which they are written. A commit of this DB meanwhile is then never taken
	// for one of others, nor hides one that HEAD has told of.
	head := db.headSeq()
	return head > db.others.own.Load() || db.others.before.Load() > seq
}

// headSeq is the row that HEAD names, 0 where it cannot be read. HEAD is
// written in place, so one open file sees every change.
func (db *DB) headSeq() int64 {
	o := &db.others
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.head == nil {
		f, err := db.folder().Open(headFile)
		if err != nil {
			return 0
		}
		o.head = f
	}
	var content [headSize]byte
	n, err := o.head.ReadAt(content[:], 0)
	if err != nil && err != io.EOF {
		return 0
	}
	if own := db.head.written.Load(); own != nil && own.content == content {
		return own.seq
	}
	return parseHead(content[:n]).Seq
}

// follow notes a transaction of this DB: its first row tells whether others
// have committed since the one before.
func (o *others) follow(receipts []Receipt) {
	first, last := int64(0), int64(0)
	for _, r := range receipts {
		if r.Last == 0 {
			continue
		}
		if first == 0 {
			first = r.First
		}
		last = r.Last
	}
	if last == 0 {
		return
	}
	if first-1 > o.own.Load() {
		o.before.Store(first - 1)
	}
	o.own.Store(last)
}

func (o *others) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.head == nil {
		return nil
	}
	head := o.head
	o.head = nil
	return head.Close()
}

package diag

import (
	"context"
	"fmt"
)

// Patient is what the doctor examines. Its functions only read; none is nil
// unless its comment allows it.
type Patient struct {
	// Database is nil where it could not be opened, and Unopened says why.
	Database Database
	Unopened error
	// Doubt says why what happens is not recorded, or why what is recorded is
	// not trusted; "" where all is well.
	Doubt func() string
	// Notice says what happened to the database without harm, "" for nothing; nil
	// where nothing can have happened.
	Notice func() string
	// Folder lies on the file system whose room counts, and Free asks for that
	// room in bytes.
	Folder string
	Free   func(folder string) (uint64, error)
	// Grammars tells which linked grammar does not parse.
	Grammars func() error
	// Upstream finds whether the model server answers; see Reach.
	Upstream func(context.Context) Finding
	// Watcher tells whether changes of the State Map's files are noticed at once,
	// and in words what keeps them from it. It is nil where nothing is watched.
	Watcher func() (ok bool, detail string)
	// Bridge tells whether what the tool bridge is set to can come about
	// (TSLP 8.5), and in words how. It is nil where the bridge is off.
	Bridge func() (ok bool, detail string)
	// SecondReader tells how the model fares that reads turns for deltas; nil
	// where none is asked.
	SecondReader func() Finding
}

// Checks are all that the doctor looks at, in the order in which it tells them.
func (p Patient) Checks() []Check {
	db := &database{Patient: p, turn: make(chan struct{}, 1)}
	checks := []Check{
		{integrityCheck, db.integrity},
		{"wal_mode", db.walMode},
		{migrationsCheck, db.migrations},
		{"disk_space", p.diskSpace},
		{"grammars", p.grammars},
		{"upstream", p.Upstream},
		{chainCheck, db.chain},
		{"watcher", p.watcher},
	}
	if p.Bridge != nil {
		checks = append(checks, Check{"tool_bridge", p.bridge})
	}
	if p.SecondReader != nil {
		checks = append(checks, Check{"second_reader", func(context.Context) Finding { return p.SecondReader() }})
	}
	return checks
}

// Bounds of the room that is left, in bytes: a day's work takes less than the
// first, and below the second SQLite may soon fail in the middle of one.
const (
	warnSpace = 256 << 20
	failSpace = 32 << 20
)

func (p Patient) diskSpace(context.Context) Finding {
	free, err := p.Free(p.Folder)
	if err != nil {
		return Finding{Warn, fmt.Sprintf("how much room %s has cannot be told: %v", p.Folder, err)}
	}
	const tell = "%d MiB are free where the database is, less than %d MiB: free some space"
	switch {
	case free < failSpace:
		return Finding{Fail, fmt.Sprintf(tell+" now, turns will soon not be recorded", free>>20, failSpace>>20)}
	case free < warnSpace:
		return Finding{Warn, fmt.Sprintf(tell, free>>20, warnSpace>>20)}
	}
	return Finding{OK, fmt.Sprintf("%d MiB are free where the database is, at least %d MiB are wanted", free>>20, warnSpace>>20)}
}

func (p Patient) grammars(context.Context) Finding {
	if err := p.Grammars(); err != nil {
		return Finding{Fail, err.Error() + "; build holdfast anew"}
	}
	return Finding{OK, "every linked grammar parses"}
}

func (p Patient) bridge(context.Context) Finding {
	ok, detail := p.Bridge()
	if !ok {
		return Finding{Warn, detail}
	}
	return Finding{OK, detail}
}

func (p Patient) watcher(context.Context) Finding {
	if p.Watcher == nil {
		return Finding{OK, "not watching: this command only reads"}
	}
	ok, detail := p.Watcher()
	if !ok {
		return Finding{Warn, detail + "; every file is still verified before it is used"}
	}
	return Finding{OK, detail}
}

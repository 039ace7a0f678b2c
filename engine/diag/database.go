package diag

import (
	"context"
	"errors"
	"fmt"

	"holdfast/store/event"
)

// Database is what the doctor asks of the database.
type Database interface {
	// QuickCheck looks for damage; what it has found is told even where it was
	// not done in time.
	QuickCheck(ctx context.Context) ([]event.Finding, error)
	Info(ctx context.Context) (event.File, error)
}

// database makes the checks of one examination that are about the database.
type database struct {
	Patient
	// turn is held by the check that walks the database, or reads what the one
	// before it has found.
	turn   chan struct{}
	walked bool
	found  []event.Finding
	err    error
}

// Names of the checks that tell why a database could not be opened.
const (
	integrityCheck  = "sqlite_integrity"
	migrationsCheck = "migrations"
	chainCheck      = "ledger_chain"
)

// unopened is what a check finds where there is no open database: the one that
// the cause belongs to tells it, the others that they could not look.
func (d *database) unopened(name string) Finding {
	status, teller := Fail, integrityCheck
	switch err := d.Unopened; {
	case errors.Is(err, event.ErrNotFound):
		status = Warn // nothing was recorded yet, and nothing is wrong
	case errors.Is(err, event.ErrOlderDatabase):
		status, teller = Warn, migrationsCheck
	case errors.Is(err, event.ErrNewerDatabase):
		teller = migrationsCheck
	case errors.Is(err, event.ErrLost):
		teller = chainCheck
	}
	if name == teller {
		return Finding{status, fmt.Sprint(d.Unopened)}
	}
	return Finding{Warn, "not checked, since no database could be opened: " + teller + " tells why"}
}

// quick runs QuickCheck once for all checks of the examination.
func (d *database) quick(ctx context.Context) ([]event.Finding, error) {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	if !d.walked {
		d.walked = true
		d.found, d.err = d.Database.QuickCheck(ctx)
	}
	return d.found, d.err
}

func (d *database) integrity(ctx context.Context) Finding {
	if d.Database == nil {
		return d.unopened(integrityCheck)
	}
	found, err := d.quick(ctx)
	verdict := judge(about(found, false), err, "the file is sound, and the State Map is that of its artifacts")
	if d.Notice != nil && verdict.Status == OK {
		if notice := d.Notice(); notice != "" {
			return Finding{Warn, notice}
		}
	}
	return verdict
}

// chain looks at the end of the Ledger, and at what HEAD says of it. Read-only
// mode and turns that are not recorded make it fail.
func (d *database) chain(ctx context.Context) Finding {
	if doubt := d.Doubt(); doubt != "" {
		return Finding{Fail, doubt}
	}
	if d.Database == nil {
		return d.unopened(chainCheck)
	}
	found, err := d.quick(ctx)
	return judge(about(found, true), err, "the last rows of the Ledger continue one another; holdfast verify walks all of it")
}

// about picks the findings on the chain, or all others.
func about(found []event.Finding, chain bool) []event.Finding {
	var picked []event.Finding
	for _, f := range found {
		if (f.Check == "ledger" || f.Check == "head") == chain {
			picked = append(picked, f)
		}
	}
	return picked
}

// judge turns the findings of QuickCheck into one.
func judge(found []event.Finding, err error, sound string) Finding {
	switch {
	case len(found) > 0:
		detail := found[0].String()
		if more := len(found) - 1; more > 0 {
			detail += fmt.Sprintf(" (and %d more)", more)
		}
		return Finding{Fail, detail + "; keep a copy of .holdfast, then let holdfast verify list everything"}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Finding{Warn, "nothing was found in the time that there was; holdfast verify takes as long as it needs"}
	case err != nil:
		return Finding{Fail, err.Error()}
	}
	return Finding{OK, sound}
}

func (d *database) walMode(ctx context.Context) Finding {
	if d.Database == nil {
		return d.unopened("wal_mode")
	}
	info, err := d.Database.Info(ctx)
	switch {
	case err != nil:
		return Finding{Fail, err.Error()}
	case info.Journal != "wal":
		return Finding{Fail, fmt.Sprintf("the journal mode is %q, not \"wal\": another program has changed it; start holdfast anew, which sets it right", info.Journal)}
	}
	return Finding{OK, "the write-ahead log is on"}
}

func (d *database) migrations(ctx context.Context) Finding {
	if d.Database == nil {
		return d.unopened(migrationsCheck)
	}
	info, err := d.Database.Info(ctx)
	switch {
	case err != nil:
		return Finding{Fail, err.Error()}
	case info.Layout != info.Known:
		return Finding{Fail, fmt.Sprintf("the database has layout %d, and this holdfast reads layout %d: use one holdfast only", info.Layout, info.Known)}
	}
	return Finding{OK, fmt.Sprintf("layout %d, which is the newest", info.Layout)}
}

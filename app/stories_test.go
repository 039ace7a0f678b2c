package app

import (
	"slices"
	"strings"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
)

// examined is the story with a doctor who finds some fault.
func examined() *fake {
	f := disputed()
	f.doctor = report.DoctorReport{
		Status: "failing", Stale: 2,
		ReadFailures: []report.ReadFailure{{Path: "cmd/server/main.go", Detail: "permission denied"}},
		Checks: []report.DoctorCheck{
			{Name: "sqlite_integrity", Status: "ok", Detail: "the database is whole"},
			{Name: "wal_mode", Status: "ok", Detail: "write-ahead log, synchronous=FULL"},
			{Name: "disk_space", Status: "warn", Detail: "212 MiB are free, holdfast wants 256 MiB: free some before turns are not recorded any more"},
			{Name: "upstream", Status: "fail", Detail: "http://127.0.0.1:11434/v1 does not answer: start Ollama, or name another with --upstream"},
			{Name: "watcher", Status: "ok", Detail: "watches 12 folders"},
		},
	}
	return f
}

// housed is the story with several sessions.
func housed() *fake {
	f := story()
	f.sessions = []report.SessionInfo{
		{Name: f.status.Session, Active: true, Created: noon.Add(-90 * time.Hour), LastActivity: noon.Add(-3 * time.Minute), Entities: 142, Stale: 2, Pending: 3, Turns: 31},
		{Name: "a-name-that-is-as-long-as-they-may-be-0123456789-0123456789-01234", Parent: "api-refactor", Created: noon.Add(-5 * time.Hour), LastActivity: noon.Add(-4 * time.Hour), Entities: 12345, Pending: 12, Turns: 1204},
		{Name: "docs", Created: noon.Add(-30 * time.Hour), LastActivity: noon.Add(-30 * time.Hour)},
		{Name: "spike", Archived: true, Parent: "docs", Created: noon.Add(-80 * time.Hour), LastActivity: noon.Add(-70 * time.Hour), Entities: 3, Pending: 1, Turns: 2},
	}
	return f
}

// idle is housed while no request is live.
func idle() *fake {
	f := housed()
	f.activities = slices.DeleteFunc(f.activities, func(a events.Activity) bool {
		return a.Phase != events.Done && a.Phase != events.Failed
	})
	return f
}

// adoptable is the story over a folder that can be adopted in part.
func adoptable() *fake {
	f := story()
	f.adoption = events.Adoption{
		Files: 14, Adopted: 120, Unchanged: 9, Tombstoned: []string{"src/pool.go::Pool.Stats"},
		Skipped: []events.SkippedFile{
			{Path: "web/logo.png", Why: "binary"}, {Path: "web/font.woff2", Why: "binary"}, {Path: "data/words.json", Why: "larger than 2 MiB"},
		},
	}
	return f
}

// disputed is the story while the disk and the State Map disagree in every way.
func disputed() *fake {
	f := story()
	f.status.Stale, f.status.Workspace = 2, "/home/you/api"
	dispute := func(key string, reason stale.Reason, detail, disk string, minutes int, onDisk string) {
		for i := range f.entities {
			e := &f.entities[i]
			if e.Key != key {
				continue
			}
			e.Stale = reason
			d := f.details[key]
			d.Entity.Stale = reason
			f.details[key] = d
			s := report.Settlement{
				Restorable: 10,
				Divergence: stale.Divergence{
					Key: key, Path: e.Path, Symbol: e.Symbol, Kind: e.Kind, Language: e.Language, Reason: reason, Detail: detail,
					Artifact: e.Artifact, Hash: e.Hash, Version: e.Version, Disk: disk, Pending: e.Pending,
				},
				Truth: d.Content, Shown: report.ShownDisk{Entity: key, Artifact: e.Artifact, Disk: disk},
			}
			if minutes >= 0 {
				s.Changed = noon.Add(-time.Duration(minutes) * time.Minute)
			}
			if onDisk != "" {
				s.OnDisk = []byte(onDisk)
			}
			if e.Pending > 0 {
				s.Invalidates = []string{"p1"}
			}
			f.diverged = append(f.diverged, s)
		}
	}
	dispute("src/pool.go::Pool.Acquire", stale.Edited, "the disk holds other code: 83 tokens where there were 88", "sha256:d15c01", 3, acquireOnDisk)
	dispute("src/pool.go::Pool.Release", stale.NotApplied, "the accepted version is not saved yet: the file on disk still holds the one before", "sha256:d15c02", 130,
		strings.Replace(releaseBefore, "\tp.cond.Signal()\n", "", 1))
	dispute("src/jwt.go::Verify", stale.Vanished, "the file is gone from the disk", event.DiskMissing, -1, "")
	dispute("cmd/server/main.go::main", stale.Unreadable, "permission denied", "", 0, "")
	return f
}

package report

import (
	"time"

	"holdfast/store/event"
)

// Version is one artifact of an entity.
type Version struct {
	Artifact   string
	Number     int       // counts the AUTHORITATIVE ones from 1, 0 for one that never was
	Changed    time.Time // when it got its State
	Hash       string
	State      event.State
	Confidence event.Confidence
	Origin     event.Origin
	Grant      string
	Episode    string
	Turn       int
	Convention string
	Reason     string // why it ended, where it did
	Gates      event.GateReport
	Created    time.Time
	Block      string            // Vault hash of the raw evidence
	Audit      event.AuditStatus // what the shadow audit said of it, "" for nothing
}

// VersionOf is an artifact as a version of its entity.
func VersionOf(a event.Artifact) Version {
	return Version{
		Artifact: a.ID, Number: a.Version, Changed: a.Changed, Hash: a.Hash, State: a.State, Confidence: a.Confidence, Origin: a.Origin, Grant: a.Grant, Episode: a.Episode, Turn: a.Turn,
		Convention: a.Convention, Reason: a.Reason, Gates: a.Gates, Created: a.Created, Block: a.Block, Audit: a.Audit,
	}
}

package event

import "time"

// How an episode stands.
const (
	EpisodeIsOpen    = "open"
	EpisodeIsClosed  = "closed"
	EpisodeIsAborted = "aborted"
)

// Episode is a turn, or an operator's decision (TSLP 3.2), with all that the
// Ledger says of its beginning and its end.
type Episode struct {
	ID      string
	Session string
	// Status is EpisodeIsOpen, EpisodeIsClosed or EpisodeIsAborted.
	Status string
	// Seq is the ledger row that opened it, ClosedSeq the one that ended it, 0
	// while it is open.
	Seq, ClosedSeq int64
	// Opened and Closed are when; Closed is zero while it is open.
	Opened, Closed time.Time
	// EpisodeOpened is what it began with.
	EpisodeOpened `json:"opening"`
	// EpisodeClosed is what it ended with, zero while it is open.
	EpisodeClosed `json:"ending"`
}

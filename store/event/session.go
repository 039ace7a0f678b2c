package event

// SessionCreated opens a session's stream. The first session of a database is
// its active one from then on.
type SessionCreated struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"`
	// Copying reports whether the Parent's State Map is about to be copied into it.
	// Until SessionForked it cannot be used, and its name is its id.
	Copying bool `json:"copying,omitempty"`
}

// SessionForked ends the copying of a State Map: from now on the session has a
// name and can be used. Commit fails with ErrExists where the name is taken.
type SessionForked struct {
	Name string `json:"name"`
	// Entities is how many were copied.
	Entities int `json:"entities"`
	// From is what the session that they were copied from was called, Number and
	// State are the last state of its canon chain: 0 and "" where it had none, or
	// went on meanwhile.
	From   string `json:"from,omitempty"`
	Number int64  `json:"number,omitempty"`
	State  string `json:"state,omitempty"`
}

// SessionRenamed gives a session another name. Commit fails with ErrConflict
// unless Was is its name, and with ErrExists where the new one is taken.
type SessionRenamed struct {
	Was  string `json:"was"`
	Name string `json:"name"`
}

// SessionActivated makes a session the active one: the one that requests and
// commands mean which name none.
type SessionActivated struct{}

// SessionArchived puts a session aside: nothing can be written to its stream
// until SessionUnarchived. Commit fails with ErrActive for the active one.
type SessionArchived struct{}

// SessionUnarchived takes an archived session up again.
type SessionUnarchived struct{}

// Type implements Event.
func (SessionCreated) Type() string { return "session_created" }

// Type implements Event.
func (SessionForked) Type() string { return "session_forked" }

// Type implements Event.
func (SessionRenamed) Type() string { return "session_renamed" }

// Type implements Event.
func (SessionActivated) Type() string { return "session_activated" }

// Type implements Event.
func (SessionArchived) Type() string { return "session_archived" }

// Type implements Event.
func (SessionUnarchived) Type() string { return "session_unarchived" }

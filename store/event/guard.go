package event

// GuardDecided records what was said of a client's tool call before it ran, where
// that was not simply to go on (guard.md). It is evidence: no projection is made of
// it, and it advances no state.
type GuardDecided struct {
	// Guard is its id, by which the operator overrules it.
	Guard string `json:"guard"`
	// Decision is deny, ask or warn; allow where the operator had overruled an earlier
	// decision about the same write, which Overruled names.
	Decision  string `json:"decision"`
	Overruled string `json:"overruled,omitempty"`
	Client    string `json:"client,omitempty"`
	// Talk is the client's own conversation, Tool and Call its words for the call.
	Talk string `json:"talk,omitempty"`
	Tool string `json:"tool,omitempty"`
	Call string `json:"call,omitempty"`
	// Paths are the files at fault, Summary says for the operator what is wrong, and
	// Reason is what the model is told.
	Paths   []string `json:"paths"`
	Summary string   `json:"summary"`
	Reason  string   `json:"reason"`
	// Subject is the same for the same write.
	Subject string `json:"subject"`
	Millis  int    `json:"millis,omitempty"`
}

// Refused reports whether the call was not simply let run: it was denied, or the client's
// user was asked.
func (d GuardDecided) Refused() bool { return d.Decision == "deny" || d.Decision == "ask" }

// GuardOverruled records that the operator lets a write run that the guard refused:
// the same one, when it is made again.
type GuardOverruled struct {
	Guard   string `json:"guard"` // of the GuardDecided
	Subject string `json:"subject"`
}

// Type implements Event.
func (GuardDecided) Type() string { return "guard_decided" }

// Type implements Event.
func (GuardOverruled) Type() string { return "guard_overruled" }

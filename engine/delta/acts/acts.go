package acts

import "time"

// Role is who speaks.
type Role string

// The speakers whose turns are read; others' are not conversation.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Turn is one message of a conversation.
type Turn struct {
	ID      string    `json:"turnId"`
	Role    Role      `json:"role"`
	Content string    `json:"content"`
	At      time.Time `json:"-"`
}

// Window is how many turns before the current one are looked at.
const Window = 6

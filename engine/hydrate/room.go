package hydrate

import (
	"fmt"
	"math"
)

// What is put before a prompt has to fit the model's context window beside what
// the client itself sends, where the window is known: a request that is too long
// is refused, or loses its beginning without a word.

const (
	// bytesPerToken is how many bytes of a request make a token, about. The bodies
	// of agents have 4.4 to 4.9 of cl100k's, which the tokens of most local models
	// are made like; code has 3.5 to 4.6.
	bytesPerToken = 4
	// replyPart of the window is left to the reply.
	replyPart = 8
	// leastRoom, in bytes, is given however full the window is, though never more
	// than the reply's part. The length in tokens is an estimate; and a model that
	// is asked to change a function which it has not seen makes one up, which
	// costs more than a reply that has a few hundred tokens less.
	leastRoom = 2 << 10
)

// Room is what may be put before one prompt, in bytes.
type Room struct {
	Code int // of the State Map
	All  int // of everything
	// Why says what leaves less for code than the configuration does, "" where
	// nothing does.
	Why string
}

// RoomIn returns the room beside a request of so many bytes in a window of so many
// tokens, 0 for unknown, where budget is what the configuration gives to code.
func RoomIn(window, request, budget int) Room {
	if window <= 0 {
		return Room{Code: budget, All: math.MaxInt}
	}
	whole := min(window, math.MaxInt/bytesPerToken) * bytesPerToken
	reply := whole / replyPart
	r := Room{All: max(whole-reply-request, min(leastRoom, reply))}
	if r.Code = budget; r.All < budget {
		r.Code = r.All
		r.Why = fmt.Sprintf("the model's context window of %d tokens leaves %d bytes for code beside the request", window, r.All)
	}
	return r
}

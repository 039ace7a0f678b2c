package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// identify names the conversation that a request belongs to, as far as the
// request alone shows it (product 16): by what the client or the server calls
// it, else by the client and the first words that the user themself wrote. The
// system prompt is no part of it: git status, clocks and lists of files change
// there. Several conversations may begin alike; it takes the history to tell
// them apart, which is for the Pipeline.
func (r *requestReader) identify(called, first string) {
	req := r.req
	req.Named = called != "" || req.Thread != "" || req.Previous != ""
	switch {
	case called != "":
		req.Conversation = called
	case req.Thread != "":
		req.Conversation = conversationKey("", req.Thread)
	case req.Previous != "":
		req.Conversation = conversationKey("", req.Previous)
	default:
		req.Conversation = conversationKey(req.Client(), first)
	}
}

// keyed is how much of the first words goes into a conversation's key, in
// bytes: a prompt of 256 KiB is not hashed whole before its first chunk.
const keyed = 16 << 10

// conversationKey names a conversation by its client and the user's first words,
// without the blanks around them, since clients trim what they keep.
func conversationKey(client, first string) string {
	first = strings.TrimSpace(first)
	named := make([]byte, 0, len(client)+min(len(first), keyed)+40)
	for _, text := range []string{client, first} {
		named = strconv.AppendInt(named, int64(len(text)), 10)
		named = append(named, ' ')
		named = append(named, text[:min(len(text), keyed)]...)
	}
	sum := sha256.Sum256(named)
	return hex.EncodeToString(sum[:16])
}

// Client is the name of the program that the User-Agent tells first, in lower case
// and without its version: a conversation outlives an update. "" for none.
func (r *Request) Client() string {
	name, _, _ := strings.Cut(strings.TrimSpace(r.Header.Get("User-Agent")), " ")
	name, _, _ = strings.Cut(name, "/")
	return strings.ToLower(name)
}

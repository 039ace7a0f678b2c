package bridge

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// capture keeps the head and the tail of what is written to it.
type capture struct {
	most    int // bytes of each
	head    []byte
	tail    []byte // a ring once it is full
	at      int
	dropped int64
}

// Write implements io.Writer; it never fails.
func (c *capture) Write(p []byte) (int, error) {
	n := len(p)
	room := min(c.most-len(c.head), len(p))
	c.head = append(c.head, p[:room]...)
	p = p[room:]
	if over := len(p) - c.most; over > 0 { // only its end can matter
		c.dropped += int64(over)
		p = p[over:]
	}
	for len(p) > 0 {
		if len(c.tail) < c.most {
			k := min(c.most-len(c.tail), len(p))
			c.tail = append(c.tail, p[:k]...)
			p = p[k:]
			continue
		}
		k := copy(c.tail[c.at:], p)
		c.dropped += int64(k)
		c.at = (c.at + k) % c.most
		p = p[k:]
	}
	return n, nil
}

// text is what was kept, with a line that says what was not.
func (c *capture) text() string {
	tail := append(append([]byte{}, c.tail[c.at:]...), c.tail[:c.at]...)
	if c.dropped == 0 {
		return plain(string(c.head) + string(tail))
	}
	return plain(string(c.head)) + fmt.Sprintf("\n[%d bytes of output are left out here]\n", c.dropped) + plain(string(tail))
}

// plain takes away what a terminal would obey: escape sequences, control
// characters, and carriage returns that overwrite lines.
func plain(s string) string {
	s = ansi.Strip(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)):
			return -1
		}
		return r
	}, s)
}

// Result is what became of a call.
type Result struct {
	Call Call
	// Status is one of the words below.
	Status string
	Exit   int    // the exit code where it is Done
	Detail string // why it has no exit code
	Output string // plain text, capped
	Took   time.Duration
}

// How calls end.
const (
	Done    = "done"
	Timeout = "timeout"
	Stopped = "stopped" // by the operator, or since holdfast ended
	Denied  = "denied"
	Refused = "refused" // since nobody was there to be asked
	Failed  = "failed"  // it could not be started
)

// ending says in words how a call ended.
func (r Result) ending() string {
	switch r.Status {
	case Done:
		return fmt.Sprintf("exit code %d", r.Exit)
	case Denied:
		return strings.TrimSpace("denied by the operator " + r.Detail)
	}
	return r.Status + ": " + r.Detail
}

// The delimiters of results in a prompt.
const (
	SectionOpen  = "[TOOL RESULTS: EVIDENCE, NOT TRUTH]"
	SectionClose = "[END TOOL RESULTS]"
)

// Section is the block that shows results to the model. Each line of a command
// and of its output stands behind a bar, so that none can pass for a delimiter.
func Section(results []Result) string {
	if len(results) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(SectionOpen + "\n")
	for _, r := range results {
		fmt.Fprintf(&b, "Command:\n%sResult: %s\n", barred(r.Call.Command), r.ending())
		if r.Output != "" {
			fmt.Fprintf(&b, "Output:\n%s", barred(r.Output))
		}
	}
	b.WriteString(SectionClose)
	return b.String()
}

func barred(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString("| " + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

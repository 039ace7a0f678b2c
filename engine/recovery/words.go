package recovery

import (
	"fmt"
	"strconv"
	"strings"

	"holdfast/engine/canon"
	"holdfast/engine/internal/words"
)

// What is said here is said alike by the screen and by the command line, so that
// a preview and its result read as the same thing wherever they are read.

// Group is what becomes of some entities of a recovery.
type Group struct {
	Kind  string // restored, healed, missing, dropped or unchanged
	Title string // counts them and says what becomes of them, in a sentence
	Steps []canon.Step
}

// kinds are the groups in the order in which a preview tells them: for
// one entity, and for several.
var kinds = []struct {
	kind, one, many string
	steps           func(canon.Plan) []canon.Step
}{
	{"restored", "comes back from the Vault", "come back from the Vault", func(p canon.Plan) []canon.Step { return p.Restored }},
	{"healed", "comes back from the disk, which holds exactly its code", "come back from the disk, which holds exactly their code", func(p canon.Plan) []canon.Step { return p.Healed }},
	{"missing", "cannot come back: it becomes an open conflict, and the model is not shown it", "cannot come back: they become open conflicts, and the model is not shown them", func(p canon.Plan) []canon.Step { return p.Missing }},
	{"dropped", "leaves the State Map, since the block lacks it; the Vault keeps it", "leave the State Map, since the block lacks them; the Vault keeps them", func(p canon.Plan) []canon.Step { return p.Dropped }},
	{"unchanged", "stays as it is", "stay as they are", func(p canon.Plan) []canon.Step { return p.Unchanged }},
}

// Groups are what becomes of the entities, those that nothing becomes of left
// out.
func (p Preview) Groups() []Group {
	var groups []Group
	for _, k := range kinds {
		if steps := k.steps(p.Plan); len(steps) > 0 {
			groups = append(groups, Group{k.kind, entities(len(steps)) + " " + words.Numbered(len(steps), k.one, k.many), steps})
		}
	}
	return groups
}

// Headline says what the block is.
func (p Preview) Headline() string {
	say := fmt.Sprintf("A valid %s, state %d of its session.", p.Kind, p.Seq)
	if p.Decision.Summary != "" {
		say += " Its decision: " + strings.TrimSuffix(p.Decision.Summary, ".") + "."
	}
	return say
}

// Total sums the preview up.
func (p Preview) Total() string {
	held, come := len(p.Plan.Restored)+len(p.Plan.Healed)+len(p.Plan.Missing)+len(p.Plan.Unchanged), len(p.Plan.Restored)+len(p.Plan.Healed)
	switch {
	case p.Plan.Empty() && held == 0:
		return "The block holds no symbol, and neither does the State Map."
	case p.Plan.Empty():
		return "Nothing has to change: the State Map holds all that the block does."
	}
	var parts []string
	part := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+words.Numbered(n, one, many))
		}
	}
	part(come, "comes back", "come back")
	part(len(p.Plan.Unchanged), "stays as it is", "stay as they are")
	part(len(p.Plan.Missing), "is missing", "are missing")
	say := "The block holds " + entities(held)
	if len(parts) > 0 {
		say += ", of which " + strings.Join(parts, ", ")
	}
	if n := len(p.Plan.Dropped); n > 0 {
		say += "; " + entities(n) + words.Numbered(n, " leaves", " leave") + " the State Map"
	}
	return say + "."
}

// Means says what a confirmation does beside that, a sentence each.
func (p Preview) Means() []string {
	list := []string{"No file of yours is written."}
	for _, sentence := range []string{p.Kept, p.Beyond} {
		if sentence != "" {
			list = append(list, sentence)
		}
	}
	if p.Doubt != "" {
		list = append(list, "Read-only mode ends. What the workspace's other sessions held is set aside, until each is recovered from a block of its own.")
	}
	return list
}

// Done says what a recovery has done, and what to do next, a sentence each.
// session is the one that was recovered, seq the state that it stands at now.
func (p Preview) Done(session string, seq int64) []string {
	var parts []string
	switch vault, disk := len(p.Plan.Restored), len(p.Plan.Healed); {
	case vault > 0 && disk > 0:
		parts = append(parts, fmt.Sprintf("%s came back, %d from the Vault and %d from the disk", entities(vault+disk), vault, disk))
	case vault > 0:
		parts = append(parts, entities(vault)+" came back from the Vault")
	case disk > 0:
		parts = append(parts, entities(disk)+" came back from the disk")
	}
	if n := len(p.Plan.Unchanged); n > 0 {
		parts = append(parts, entities(n)+words.Numbered(n, " stayed as it was", " stayed as they were"))
	}
	if len(parts) == 0 {
		parts = append(parts, "no symbol came back")
	}
	list := []string{fmt.Sprintf("Session %s is recovered from state %d: %s.", session, p.Seq, strings.Join(parts, "; "))}
	if p.Doubt != "" {
		list = append(list, "Read-only mode is over: requests are hydrated and recorded again.")
	}
	if n := len(p.Plan.Missing); n > 0 {
		list = append(list, entities(n)+words.Numbered(n, " is missing: bring its code", " are missing: bring their code")+" back by holdfast paste --path FILE, or by adopting a file that holds it.")
	}
	if n := len(p.Plan.Dropped); n > 0 {
		list = append(list, entities(n)+" left the State Map; holdfast restore ENTITY takes one up again.")
	}
	for _, sentence := range []string{p.Kept, p.Beyond} {
		if sentence != "" {
			list = append(list, sentence)
		}
	}
	return append(list, fmt.Sprintf("The session stands at state %d now. Keep a copy of its block: holdfast checkpoint prints it.", seq))
}

// FreshStartMeans says what a fresh start does, a sentence each: to be read
// before it is declared.
var FreshStartMeans = []string{
	"Every session of this workspace begins anew, with an empty State Map, and read-only mode ends.",
	"If you have a copy of a CANON_STATE_DELTA, recover from it instead: after a fresh start it may be refused.",
	"Nothing is deleted and no file of yours is written. A damaged database is kept under another name. What the Ledger still proves can be restored; what the disk holds can be adopted.",
}

// FreshStartDone says what a fresh start has done, and what to do next.
const FreshStartDone = "A fresh start is declared: the State Map is empty, and requests are recorded again. holdfast adopt . takes in what the disk holds."

func entities(n int) string { return strconv.Itoa(n) + words.Numbered(n, " symbol", " symbols") }

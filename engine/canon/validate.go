package canon

import (
	"fmt"
	"strings"

	"holdfast/schemas"
)

// Validate says everything that is wrong with a document: its schema, that seq
// is state_seq, that previous_hash is the state's last_state_hash where both are
// there, and, where the document before it is known (nil if it is not), that
// this one follows it in the chain. No fault means that it is valid.
func Validate(d, prior *Document) []Fault {
	faults := d.faults()
	if prior == nil {
		return faults
	}
	if wrong := prior.faults(); len(wrong) > 0 {
		return append(faults, OfPrior(wrong)...)
	}
	return append(faults, d.follows(prior)...)
}

// OfPrior says of faults that the document before has them.
func OfPrior(faults []Fault) []Fault {
	said := make([]Fault, len(faults))
	for i, f := range faults {
		said[i] = Fault{Path: "prior", Text: f.Text}
		if f.Path != schemas.Root {
			said[i].Path += "." + f.Path
		}
	}
	return said
}

// faults is what is wrong with a document by itself.
func (d *Document) faults() []Fault {
	schema := schemas.SessionState
	if d.Kind == StateDelta {
		schema = schemas.CanonStateDelta
	}
	faults, err := schemas.Validate(schema, d.object.members)
	if err != nil {
		return whole("cannot be validated: %v", err)
	}
	if d.Kind != StateDelta {
		return faults
	}
	m, state := d.object.members, d.stateMembers()
	seq, hasSeq := integer(m["seq"])
	stateSeq, hasState := integer(state["state_seq"])
	if hasSeq && hasState && seq != stateSeq {
		faults = append(faults, Fault{
			Path: "current_state.state_seq",
			Text: fmt.Sprintf("is %d, but seq is %d; they must be equal (was the delta put together by hand?)", stateSeq, seq),
		})
	}
	previous, last := d.previousHash(), text(state, "last_state_hash")
	if differ(previous, last) {
		faults = append(faults, Fault{
			Path: "basis.previous_hash",
			Text: "is not current_state.last_state_hash, though both are the hash of the state before",
		})
	}
	return faults
}

// differ reports whether two texts are hashes, and not the same. Foreign writers
// use capitals.
func differ(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a != b && IsHash(a) && IsHash(b)
}

func (d *Document) previousHash() string {
	basis, _ := d.object.members["basis"].(map[string]any)
	return text(basis, "previous_hash")
}

// follows says what keeps a document from being the next one after prior.
func (d *Document) follows(prior *Document) []Fault {
	var faults []Fault
	add := func(path, format string, args ...any) {
		faults = append(faults, Fault{Path: path, Text: fmt.Sprintf(format, args...)})
	}
	before, inState := prior.seq(), ""
	if d.Kind == StateDelta {
		inState = "current_state."
		basis, _ := d.object.members["basis"].(map[string]any)
		if n, ok := integer(basis["previous_seq"]); ok && n != before {
			add("basis.previous_seq", "is %d, but the prior's seq is %d", n, before)
		}
	}
	seqPath := "seq"
	if d.Kind == SessionState {
		seqPath = "state_seq"
	}
	if n, ok := integer(d.object.members[seqPath]); ok && n <= before {
		add(seqPath, "is %d, which does not come after the prior's seq, %d", n, before)
	}
	hash, err := prior.StateHash()
	if err != nil {
		add("prior", "%v", err)
		return faults
	}
	if h := d.previousHash(); differ(h, hash) {
		add("basis.previous_hash", "is %s, but the prior's state has the hash %s", h, hash)
	}
	if h := text(d.stateMembers(), "last_state_hash"); differ(h, hash) {
		add(inState+"last_state_hash", "is %s, but the prior's state has the hash %s", h, hash)
	}
	return faults
}

package canon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// hashPrefix names the algorithm in front of every hash.
const hashPrefix = "sha256:"

// HashText is the hash of a SESSION_STATE in any JSON form: "sha256:" and the
// SHA-256 of its canonical form (RFC 8785).
func HashText(document []byte) (string, error) {
	canonical := jsontext.Value(bytes.Clone(document)) // it is rewritten in place
	if err := canonical.Canonicalize(); err != nil {
		return "", fmt.Errorf("bring the SESSION_STATE into its canonical form: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hashPrefix + hex.EncodeToString(sum[:]), nil
}

// IsHash reports whether s is "sha256:" and 64 lower-case hexadecimal digits, the
// form in which the Vault names its contents.
func IsHash(s string) bool {
	digits, ok := strings.CutPrefix(s, hashPrefix)
	return ok && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}

// Hash is HashText of the document that Project makes of the same facts. The
// document itself is not made: its canonical form goes into the hash as it is
// written, so that a State Map of 10,000 entities costs some milliseconds and
// no memory that lasts.
func (f Facts) Hash() string {
	p := newProjection(f)
	w := newWriter()
	// The keys in the order of RFC 8785.
	w.array(`{"active_l0_sources":[`)
	p.sources(w.source)
	w.array(`],"authorized_deltas":[`)
	w.entities(p.files, grantRow)
	p.revoked(w.grant)
	w.array(`],"last_persistent_artifacts":[`)
	w.entities(p.files, artifactRow)
	w.raw(`]`)
	if f.LastHash != "" {
		w.text(`,"last_state_hash":`, f.LastHash)
	}
	w.array(`,"open_conflicts":[`)
	p.conflicts(w.conflict)
	w.array(`],"pending_decisions":[`)
	p.decisions(w.decision)
	w.text(`],"protocol":`, Protocol)
	w.text(`,"protocol_version":`, ProtocolVersion)
	w.raw(`,"state_seq":`)
	w.out = strconv.AppendInt(w.out, f.Seq, 10)
	w.text(`,"updated_at":`, timestamp(f.Updated))
	w.raw(`}`)
	return hashPrefix + hex.EncodeToString(w.end())
}

// flushAt is how much text is collected before it is hashed, in bytes.
const flushAt = 16 << 10

// writer hashes a canonical JSON text piece by piece. The methods for rows
// write their keys in order.
type writer struct {
	sum   hash.Hash
	out   []byte
	inRow bool // a row came before, in the array at hand
}

func newWriter() *writer {
	return &writer{sum: sha256.New(), out: make([]byte, 0, 2*flushAt)}
}

func (w *writer) raw(s string) { w.out = append(w.out, s...) }

func (w *writer) array(head string) {
	w.raw(head)
	w.inRow = false
}

// row separates a row from the one before it.
func (w *writer) row() {
	if w.inRow {
		w.out = append(w.out, ',')
	}
	w.inRow = true
	if len(w.out) >= flushAt {
		w.sum.Write(w.out) // a hash.Hash never fails
		w.out = w.out[:0]
	}
}

// text appends a member with its punctuation. What is no UTF-8 becomes U+FFFD,
// as it does in the document.
func (w *writer) text(head, value string) {
	w.out = append(w.out, head...)
	w.out, _ = jsontext.AppendQuote(w.out, value)
}

func (w *writer) source(s Source) {
	w.row()
	w.out = append(w.out, '{')
	if s.Notes != "" {
		w.text(`"notes":`, s.Notes)
		w.out = append(w.out, ',')
	}
	w.text(`"source_id":`, s.SourceID)
	w.text(`,"source_type":`, s.SourceType)
	w.text(`,"status":`, s.Status)
	w.out = append(w.out, '}')
}

func (w *writer) grant(d AuthorizedDelta) {
	w.row()
	w.text(`{"authorized_at":`, d.AuthorizedAt)
	w.text(`,"delta_id":`, d.DeltaID)
	w.text(`,"scope":`, d.Scope)
	w.text(`,"status":`, d.Status)
	w.text(`,"target":`, d.Target)
	w.raw(`}`)
}

// spelled is an entity with its parts as they stand in a JSON string.
type spelled struct {
	*Entity
	path, symbol, granted, scope string

	at   time.Time // that granted spells
	kind string    // of grant, of which scope is
}

// entities writes a row for each entity. These are nearly all of a document, so
// their rows are put together without a string for each value.
func (w *writer) entities(files iter.Seq[[]*Entity], row func(out []byte, e *spelled) []byte) {
	var n spelled
	for file := range files {
		n.path = escaped(file[0].Path)
		for _, e := range file {
			if n.Entity == nil || e.Granted != n.at { // neighbours often share their turn's
				n.at, n.granted = e.Granted, timestamp(e.Granted)
			}
			if n.Entity == nil || e.Grant != n.kind {
				n.kind, n.scope = e.Grant, escaped(Scope(e.Grant))
			}
			n.Entity, n.symbol = e, escaped(e.Symbol)
			w.row()
			w.out = row(w.out, &n)
		}
	}
}

// grantRow appends the row that grantOf makes.
func grantRow(out []byte, e *spelled) []byte {
	out = append(out, `{"authorized_at":"`...)
	out = append(out, e.granted...)
	out = append(out, `","delta_id":"`+grantPrefix...)
	out = strconv.AppendInt(out, e.Seq, 10)
	out = append(out, `","scope":"`...)
	out = append(out, e.scope...)
	out = append(out, `","status":"`...)
	out = append(out, persistence(e.Entity)...)
	out = append(out, `","target":"`...)
	out = append(out, e.path...)
	out = append(out, separator...)
	out = append(out, e.symbol...)
	return append(out, `"}`...)
}

// artifactRow appends the row that artifactOf makes. A key always has its
// separator, so that path_or_label is never left out.
func artifactRow(out []byte, e *spelled) []byte {
	out = append(out, `{"artifact_id":"`...)
	out = append(out, e.Hash...)
	out = append(out, `","artifact_type":"`+artifactSource+`","created_at":"`...)
	out = append(out, e.granted...)
	out = append(out, `","path_or_label":"`...)
	out = append(out, e.path...)
	out = append(out, separator...)
	out = append(out, e.symbol...)
	return append(out, `"}`...)
}

// escaped is a string as it stands between the quotes of canonical JSON.
func escaped(s string) string {
	for i := range len(s) {
		if !verbatim[s[i]] {
			quoted, _ := jsontext.AppendQuote(nil, s)
			return string(quoted[1 : len(quoted)-1])
		}
	}
	return s
}

// verbatim are the bytes that stand in a JSON string as they are, without a
// look at their neighbours.
var verbatim = func() (plain [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		plain[c] = c != '"' && c != '\\'
	}
	return plain
}()

func (w *writer) conflict(c Conflict) {
	w.row()
	w.text(`{"conflict_id":`, c.ConflictID)
	w.text(`,"description":`, c.Description)
	w.text(`,"status":`, c.Status)
	w.out = append(w.out, '}')
}

func (w *writer) decision(d PendingDecision) {
	w.row()
	w.out = append(w.out, `{"blocking":`...)
	w.out = strconv.AppendBool(w.out, d.Blocking)
	w.text(`,"decision_id":`, d.DecisionID)
	w.text(`,"question":`, d.Question)
	w.out = append(w.out, '}')
}

func (w *writer) end() []byte {
	w.sum.Write(w.out)
	return w.sum.Sum(nil)
}

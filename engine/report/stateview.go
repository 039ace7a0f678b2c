package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// StateEntry is one entity of GET /state (TSLP 15.7).
type StateEntry struct {
	Artifact    string       `json:"artifact"`
	LastUpdated time.Time    `json:"last_updated"`
	Stale       bool         `json:"stale"`
	StaleReason stale.Reason `json:"stale_reason,omitempty"`
	State       event.State  `json:"state"`
}

// StateView is GET /state: authoritative truth and nothing else. It shares the entries
// of the State Map, and writes its JSON as it goes: of 200,000 entities that is 40 MB.
type StateView struct {
	session string
	entries []*statemap.Entry // by key
	stale   map[*statemap.Entry]stale.Reason
}

// StateOf returns the view of a session whose entities were found so.
func StateOf(session string, found iter.Seq[stale.Verified]) StateView {
	view := StateView{session: session, stale: map[*statemap.Entry]stale.Reason{}}
	for v := range found {
		view.entries = append(view.entries, v.Entry)
		if reason := stale.ReasonOf(v.Entry, v.Report); reason.Stale() {
			view.stale[v.Entry] = reason
		}
	}
	slices.SortFunc(view.entries, compareKeys)
	return view
}

// compareKeys orders entities as their keys do, which are made only where one path is the
// beginning of another.
func compareKeys(a, b *statemap.Entry) int {
	switch {
	case a.Path == b.Path:
		return strings.Compare(a.Symbol, b.Symbol)
	case strings.HasPrefix(a.Path, b.Path), strings.HasPrefix(b.Path, a.Path):
		return strings.Compare(a.Key(), b.Key())
	}
	return strings.Compare(a.Path, b.Path)
}

// All gives the entities by key.
func (v StateView) All() iter.Seq2[string, StateEntry] {
	return func(yield func(string, StateEntry) bool) {
		for _, e := range v.entries {
			if !yield(e.Key(), v.entry(e)) {
				return
			}
		}
	}
}

func (v StateView) entry(e *statemap.Entry) StateEntry {
	reason := v.stale[e]
	return StateEntry{Artifact: e.Hash(), LastUpdated: e.Changed(), Stale: reason != "", StaleReason: reason, State: event.Authoritative}
}

// WriteTo implements io.WriterTo: it writes the view as an encoder of JSON does that was
// not told otherwise, with a line end behind it.
func (v StateView) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{to: w}
	err := v.write(counted, true)
	return counted.n, err
}

// MarshalJSON implements json.Marshaler. Whether HTML is escaped is for the encoder.
func (v StateView) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := v.write(&b, false)
	return b.Bytes(), err
}

func (v StateView) write(w io.Writer, html bool) error {
	out := bufio.NewWriterSize(w, 64<<10)
	line := append(appendString([]byte(`{"session":`), v.session, html), `,"entities":{`...)
	for i, e := range v.entries {
		if i > 0 {
			line = append(line, ',')
		}
		line = v.appendEntry(line, e, html)
		if _, err := out.Write(line); err != nil {
			return err
		}
		line = line[:0]
	}
	if _, err := out.Write(append(line, "}}\n"...)); err != nil {
		return err
	}
	return out.Flush()
}

// counter counts what is written to another writer.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// appendEntry appends the member of the object of entities that an entity is.
func (v StateView) appendEntry(b []byte, e *statemap.Entry, html bool) []byte {
	b = append(appendString(b, e.Key(), html), `:{"artifact":"`...)
	b = append(append(b, e.Hash()...), `","last_updated":"`...)
	b = append(e.Changed().AppendFormat(b, time.RFC3339Nano), `","stale":`...)
	if reason := v.stale[e]; reason != "" {
		b = appendString(append(b, `true,"stale_reason":`...), string(reason), html)
	} else {
		b = append(b, "false"...)
	}
	return append(appendString(append(b, `,"state":`...), string(event.Authoritative), html), '}')
}

// appendString appends a string in JSON.
func appendString(b []byte, s string, html bool) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || strings.IndexByte(`"\<>&`, c) >= 0 {
			var quoted bytes.Buffer
			e := json.NewEncoder(&quoted)
			e.SetEscapeHTML(html)
			_ = e.Encode(s) // there is no string that it refuses
			return append(b, bytes.TrimSuffix(quoted.Bytes(), []byte{'\n'})...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

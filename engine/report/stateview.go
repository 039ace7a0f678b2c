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
	rows    []stateRow // by key
}

// stateRow is an entity of a StateView, and why it is STALE, "" where it is not.
type stateRow struct {
	*statemap.Entry
	stale stale.Reason
}

// StateOf returns the view of a session whose entities were found so.
func StateOf(session string, found iter.Seq[stale.Verified]) StateView {
	view := StateView{session: session}
	for v := range found {
		row := stateRow{Entry: v.Entry}
		if reason := stale.ReasonOf(v.Entry, v.Report); reason.Stale() {
			row.stale = reason
		}
		view.rows = append(view.rows, row)
	}
	view.rows = byKey(view.rows)
	return view
}

// byKey sorts rows by key. Those of a path, which come together, begin alike, so that
// what remains is next to sorted when the paths and each of them are.
func byKey(rows []stateRow) []stateRow {
	compare := func(a, b stateRow) int { return strings.Compare(a.Key(), b.Key()) }
	var files [][]stateRow
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Path == rows[0].Path {
			n++
		}
		slices.SortFunc(rows[:n], compare)
		files, rows = append(files, rows[:n]), rows[n:]
	}
	slices.SortFunc(files, func(a, b []stateRow) int { return compare(a[0], b[0]) })
	sorted := slices.Concat(files...)
	slices.SortFunc(sorted, compare)
	return sorted
}

// All gives the entities by key.
func (v StateView) All() iter.Seq2[string, StateEntry] {
	return func(yield func(string, StateEntry) bool) {
		for _, row := range v.rows {
			if !yield(row.Key(), row.entry()) {
				return
			}
		}
	}
}

func (row stateRow) entry() StateEntry {
	return StateEntry{Artifact: row.Hash(), LastUpdated: row.Changed(), Stale: row.stale != "", StaleReason: row.stale, State: event.Authoritative}
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
	for i, row := range v.rows {
		if i > 0 {
			line = append(line, ',')
		}
		if _, err := out.Write(row.appendTo(line, html)); err != nil {
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

// appendTo appends the member of the object of entities that the row is.
func (row stateRow) appendTo(b []byte, html bool) []byte {
	b = append(appendString(b, row.Key(), html), `:{"artifact":"`...)
	b = append(append(b, row.Hash()...), `","last_updated":"`...)
	b = append(row.Changed().AppendFormat(b, time.RFC3339Nano), `","stale":`...)
	if row.stale != "" {
		b = appendString(append(b, `true,"stale_reason":`...), string(row.stale), html)
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

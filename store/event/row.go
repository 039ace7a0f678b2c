package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// timeFormat is how the Ledger writes a moment: UTC, to the millisecond.
const timeFormat = "2006-01-02T15:04:05.000Z"

// Row is one fact of the Ledger (TSLP 3.2).
type Row struct {
	// Seq counts the rows of the database from 1, without a gap.
	Seq int64
	// Session owns the row; a session's stream is the rows that name it.
	Session string
	// Type names the event; Decode reads Data accordingly.
	Type string
	// Time is when the row was written, to the millisecond, UTC.
	Time time.Time
	// Prev is the Hash of the row before, "" for the first.
	Prev string
	// Hash is the hash of the row's canonical JSON.
	Hash string
	// Data is the event.
	Data json.RawMessage
}

// Canonical returns the row's RFC 8785 form, whose SHA-256 is Hash: an object with
// data, prev, seq, session, ts and type, in this order. Session and type are
// plain ASCII by then.
func (r Row) Canonical() []byte { return r.AppendCanonical(make([]byte, 0, len(r.Data)+256)) }

// AppendCanonical appends the row's canonical form to b.
func (r Row) AppendCanonical(b []byte) []byte {
	b = append(b, `{"data":`...)
	b = append(b, r.Data...)
	b = append(b, `,"prev":"`...)
	b = append(b, r.Prev...)
	b = append(b, `","seq":`...)
	b = strconv.AppendInt(b, r.Seq, 10)
	b = append(b, `,"session":"`...)
	b = append(b, r.Session...)
	b = append(b, `","ts":"`...)
	b = r.Time.AppendFormat(b, timeFormat)
	b = append(b, `","type":"`...)
	b = append(b, r.Type...)
	return append(b, `"}`...)
}

// ParseRow reads what Canonical wrote, and nothing else: what it accepts has
// exactly that form. Hash is not in it and stays empty.
func ParseRow(body string) (Row, error) { return ParseRowBytes([]byte(body)) }

// ParseRowBytes is ParseRow for bytes, of which Data then is a part.
func ParseRowBytes(body []byte) (Row, error) {
	var r Row
	inner, ok := bytes.CutPrefix(body, []byte(`{"data":`))
	// Quotes in a string are escaped, so the last of these is the row's own.
	at := bytes.LastIndex(inner, []byte(`,"prev":"`))
	if !ok || at < 0 {
		return r, errors.New("it is not in the Ledger's form")
	}
	r.Data = json.RawMessage(inner[:at:at])
	rest := string(inner[at+len(`,"prev":"`):])
	var seq, ts string
	cut := func(separator string) (value string) {
		var found bool
		value, rest, found = strings.Cut(rest, separator)
		ok = ok && found && !strings.ContainsAny(value, `"\`)
		return value
	}
	r.Prev = cut(`","seq":`)
	seq = cut(`,"session":"`)
	r.Session = cut(`","ts":"`)
	ts = cut(`","type":"`)
	r.Type = cut(`"}`)
	if !ok || rest != "" {
		return r, errors.New("it is not in the Ledger's form")
	}
	var err error
	if r.Seq, err = strconv.ParseInt(seq, 10, 64); err != nil {
		return r, fmt.Errorf("its seq is %q", seq)
	}
	if r.Time, err = time.Parse(timeFormat, ts); err != nil {
		return r, fmt.Errorf("its time is %q", ts)
	}
	// All else stands in the body as it is written.
	if strconv.FormatInt(r.Seq, 10) != seq || r.Time.Format(timeFormat) != ts {
		return r, errors.New("it is not in the Ledger's form")
	}
	return r, nil
}

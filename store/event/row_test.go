package event

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/gowebpki/jcs"
)

func sampleRow() Row {
	return Row{Seq: 42, Session: "s-1.a_b", Type: "episode_opened", Time: time.Date(2026, 3, 14, 15, 9, 26, 535e6, time.UTC),
		Prev: Hash(nil), Data: json.RawMessage(`{"a":",\"prev\":\"","prev":"x","seq":1}`)}
}

func TestALedgerRowIsCanonicalJSON_3_2(t *testing.T) {
	t.Parallel()
	r := sampleRow()
	body := r.Canonical()
	canonical, err := jcs.Transform(body)
	if err != nil || !bytes.Equal(body, canonical) {
		t.Errorf("the body is\n%s\nRFC 8785 has\n%s (%v)", body, canonical, err)
	}
	back, err := ParseRow(string(body))
	if err != nil || back.Seq != r.Seq || back.Session != r.Session || back.Type != r.Type || !back.Time.Equal(r.Time) ||
		back.Prev != r.Prev || !bytes.Equal(back.Data, r.Data) {
		t.Errorf("the row %+v comes back as %+v (%v)", r, back, err)
	}
}

func TestParseRowTakesNothingButTheLedgersForm(t *testing.T) {
	t.Parallel()
	sound := string(sampleRow().Canonical())
	for name, body := range map[string]string{
		"empty":             "",
		"cut":               sound[:len(sound)-1],
		"more behind":       sound + " ",
		"space":             strings.Replace(sound, `,"seq":42`, `, "seq":42`, 1),
		"a seq with zeros":  strings.Replace(sound, `"seq":42`, `"seq":042`, 1),
		"a seq that is not": strings.Replace(sound, `"seq":42`, `"seq":"x"`, 1),
		"another time":      strings.Replace(sound, `.535Z`, `.5350Z`, 1),
		"an escape":         strings.Replace(sound, `s-1.a_b`, `s\u002d1`, 1),
	} {
		if r, err := ParseRow(body); err == nil {
			t.Errorf("%s: %q was read as %+v", name, body, r)
		}
	}
}

func FuzzParseRow(f *testing.F) {
	f.Add(string(sampleRow().Canonical()))
	f.Add(`{"data":{},"prev":"","seq":1,"session":"s","ts":"2026-01-02T03:04:05.006Z","type":"t"}`)
	f.Fuzz(func(t *testing.T, body string) {
		r, err := ParseRow(body)
		if err == nil && string(r.Canonical()) != body {
			t.Errorf("%q was read as %+v", body, r)
		}
	})
}

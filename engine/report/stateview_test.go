package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// What GET /state writes as it goes is what an encoder of JSON makes of the same, byte
// for byte, whatever the keys hold and in whichever order the entities were found.
func TestAStateIsWrittenAsAnEncoderDoes_15_7(t *testing.T) {
	keys := []string{
		"a/b.go::Zed", "a/b.go::A", "a/b.go.x::F", "a/b.go::operator<", "a/b.go::T.f", `we"ird\.cc::operator&&`, "é/ü.py::naïve", "u\u2028.js::f", "b\xff.c::g",
		"a::b::c", "a::b::b", "a/::x", "z.go::*",
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 120e6, time.UTC)
	var found []stale.Verified
	entities := map[string]StateEntry{}
	for i, key := range keys {
		changed := at.Add(time.Duration(i) * time.Second)
		v := stale.Verified{
			Entry:  statemap.EntryOf(event.Artifact{Entity: key, Hash: event.Hash([]byte(key)), Changed: changed}),
			Report: etv.Report{Status: []etv.Status{etv.Agrees, etv.Edited, etv.NotApplied}[i%3]},
		}
		found = append(found, v)
		entities[key] = StateEntry{
			Artifact: event.Hash([]byte(key)), LastUpdated: changed, State: event.Authoritative,
			Stale: i%3 > 0, StaleReason: []stale.Reason{"", stale.Edited, stale.NotApplied}[i%3],
		}
	}
	view := StateOf(`de"fault`, slices.Values(found))
	for _, html := range []bool{true, false} {
		var want, got bytes.Buffer
		for to, value := range map[*bytes.Buffer]any{
			&want: struct {
				Session  string                `json:"session"`
				Entities map[string]StateEntry `json:"entities"`
			}{`de"fault`, entities},
			&got: view,
		} {
			e := json.NewEncoder(to)
			e.SetEscapeHTML(html)
			if err := e.Encode(value); err != nil {
				t.Fatal(err)
			}
		}
		if html {
			var streamed bytes.Buffer
			if n, err := view.WriteTo(&streamed); err != nil || n != int64(streamed.Len()) || streamed.String() != want.String() {
				t.Errorf("streamed, %d bytes (%v):\n%s\nwant\n%s", n, err, &streamed, &want)
			}
		}
		if got.String() != want.String() {
			t.Errorf("html %t:\n%s\nwant\n%s", html, &got, &want)
		}
	}
}

// BenchmarkStateWritten is GET /state without the look at the disk, an entity.
func BenchmarkStateWritten(b *testing.B) {
	for _, n := range []int{10_000, 200_000} {
		found := make([]stale.Verified, n)
		for i := range found {
			key := fmt.Sprintf("d%03d/f%05d.go::Limit%d_%d", i/2000, i/40, i/40, i%40)
			found[i] = stale.Verified{Entry: statemap.EntryOf(event.Artifact{Entity: key, Hash: event.Hash([]byte(key)), Changed: time.Unix(1, 0)})}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := StateOf("default", slices.Values(found)).WriteTo(discard{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
		})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

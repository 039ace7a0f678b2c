package canon

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// workspace are the facts of a session of n entities, ten to a file.
func workspace(n int) Facts {
	start := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	f := Facts{Seq: 412, Updated: start.Add(time.Hour), LastHash: hashPrefix + fmt.Sprintf("%064x", 411)}
	for i := range n {
		f.Entities = append(f.Entities, Entity{
			Path: fmt.Sprintf("internal/service%03d/handler.go", i/10), Symbol: fmt.Sprintf("Server.Handle%d", 9-i%10),
			Hash: hashPrefix + fmt.Sprintf("%064x", i), Seq: int64(3 * i), Granted: start.Add(time.Duration(i/10) * time.Second),
			Grant: "parity", Persisted: i%3 != 0,
		})
		if i%500 == 0 {
			f.Entities[i].Stale = Edited
		}
	}
	return f
}

// A commit pays this for its CANON_STATE_DELTA: at most 10 ms at 10,000
// entities.
func BenchmarkHash(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		f := workspace(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Hash()
			}
		})
	}
}

// megabyte is a valid delta of about one megabyte, as it is shown.
func megabyte(b *testing.B) []byte {
	f := workspace(1_900)
	delta := NewDelta(Link{Seq: f.Seq - 1, Hash: f.LastHash}, Project(f), Decision{Mode: ModeB, AffectedTargets: []string{}}, f.Updated)
	text, err := delta.Encode()
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// A verdict on 1 MB comes within 100 ms.
func BenchmarkVerdict(b *testing.B) {
	valid := megabyte(b)
	for name, text := range map[string][]byte{
		"valid":      valid,
		"all faulty": bytes.ReplaceAll(valid, []byte(`"status": "`), []byte(`"extra": 1, "status": "x`)),
		"truncated":  valid[:len(valid)-3],
		"braces":     bytes.Repeat([]byte("{"), 1<<20),
		"objects":    bytes.Repeat([]byte(`{"a":1}`), (1<<20)/7),
		"documents":  bytes.Repeat([]byte(small(1)), (1<<20)/len(small(1))),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				verdict(text, nil)
			}
		})
	}
	b.Run("with prior", func(b *testing.B) {
		prior, _ := Read(valid, Any)
		b.SetBytes(int64(len(valid)))
		for b.Loop() {
			verdict(valid, prior)
		}
	})
}

// What is paid for a document that is shown.
func BenchmarkEncode(b *testing.B) {
	f := workspace(10_000)
	for b.Loop() {
		if _, err := Project(f).Encode(); err != nil {
			b.Fatal(err)
		}
	}
}

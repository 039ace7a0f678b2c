package event

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
)

// canonicalOf encodes an event as the Ledger does.
func canonicalOf(t *testing.T, e Event) ([]byte, bool) {
	t.Helper()
	var out canonical
	if err := kinds[e.Type()].encode(&out, reflect.ValueOf(e)); err != nil {
		t.Fatalf("encode %T: %v", e, err)
	}
	return out.bytes, out.lossy
}

// jcsOf encodes an event by way of the library.
func jcsOf(t *testing.T, e Event) []byte {
	t.Helper()
	plain, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	want, err := jcs.Transform(plain)
	if err != nil {
		t.Fatalf("jcs of %s: %v", plain, err)
	}
	return want
}

// fill sets every field of a struct, however deep, from what is given.
func fill(v reflect.Value, s string, n int64, items int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
	case reflect.Bool:
		v.SetBool(n%2 == 0)
	case reflect.Int:
		v.SetInt(n)
	case reflect.Slice:
		if items < 0 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), items, items))
		for i := range items {
			fill(v.Index(i), s, n+int64(i), items-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), s, n, items)
		}
	}
}

// filled gives an event of every type, with all fields set.
func filled(s string, n int64, items int) []Event {
	var events []Event
	for _, k := range kinds {
		v := reflect.New(k.goType).Elem()
		fill(v, s, n, items)
		if e, ok := v.Interface().(Event); ok {
			events = append(events, e)
		}
	}
	return events
}

func checkCanonical(t *testing.T, e Event) {
	t.Helper()
	got, lossy := canonicalOf(t, e)
	if want := jcsOf(t, e); !bytes.Equal(got, want) {
		t.Fatalf("%T is written\n%s\nRFC 8785 has\n%s", e, got, want)
	}
	back, err := Decode(e.Type(), got)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := canonicalOf(t, back)
	if !bytes.Equal(again, got) {
		t.Fatalf("%T does not survive the Ledger:\n%s\n%s", e, got, again)
	}
	if !lossy && !reflect.DeepEqual(jcsOf(t, back), jcsOf(t, e)) {
		t.Fatalf("%T comes back as %+v", e, back)
	}
}

func TestEveryEventIsCanonicalJSON_RFC8785(t *testing.T) {
	for _, s := range []string{"", "plain", "\"\\/\b\f\n\r\t\x00\x1f\x7f<>&", "ünïcödé 漢字 🙂 \u2028\u2029\ufeff", "bad \xff\xc0\xaf\xed\xa0\x80 utf8", "\xe2\x28"} {
		for _, n := range []int64{0, 1, -1, 1<<53 - 1, -(1<<53 - 1)} {
			for items := -1; items < 3; items++ {
				if n+2 > maxInteger && items > 0 {
					continue
				}
				for _, e := range filled(s, n, items) {
					checkCanonical(t, e)
				}
			}
		}
	}
}

func TestTheLedgerRefusesWhatJSONDoesNotKeepExactly(t *testing.T) {
	for _, n := range []int{1 << 53, -1 << 53, math.MaxInt, math.MinInt} {
		if _, err := Encode(EpisodeOpened{Episode: "e", Turn: n}); err == nil || !strings.Contains(err.Error(), "turn") {
			t.Errorf("%d: %v, want an error that names the field", n, err)
		}
	}
	for _, v := range []any{1.5, map[string]int{}, []any{1}, new(int), struct{ F float32 }{1}} {
		var out canonical
		if err := encoderFor(reflect.TypeOf(v))(&out, reflect.ValueOf(v)); err == nil {
			t.Errorf("%T was written", v)
		}
	}
}

func TestDecodeTellsOfAnUnknownType(t *testing.T) {
	if _, err := Decode("from_the_future", []byte(`{}`)); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("Decode: %v", err)
	}
	if _, err := Decode("episode_opened", []byte(`{"episode":7}`)); err == nil {
		t.Error("Decode takes a number for an id")
	}
	e, err := Decode("episode_opened", []byte(`{"episode":"e","from_the_future":1}`))
	if err != nil || e.(EpisodeOpened).Episode != "e" {
		t.Errorf("Decode of an event with a field of a newer release: %v, %v", e, err)
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add("pool.go::Acquire", int64(7), 2)
	f.Add("\x00\xff\"\\\u2028", int64(-1), 0)
	f.Fuzz(func(t *testing.T, s string, n int64, items int) {
		s = s[:min(len(s), 256)] // which every field of every event holds: jcs takes seconds for thousands
		n %= maxInteger - 8
		for _, e := range filled(s, n, min(max(items, -1), 3)) {
			checkCanonical(t, e)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for typ := range kinds {
		f.Add(typ, []byte(`{"episode":"e","turn":1,"hydrated":[{"entity":"x"}],"gates":{"checks":null}}`))
	}
	f.Fuzz(func(t *testing.T, typ string, data []byte) {
		e, err := Decode(typ, data)
		if err != nil {
			return
		}
		if _, err := Encode(e); err != nil && !strings.Contains(err.Error(), "beyond the integers") {
			t.Errorf("what was decoded cannot be encoded: %v", err)
		}
	})
}

// BenchmarkCanonical compares the encoder with the library it stands in for.
func BenchmarkCanonical(b *testing.B) {
	content := Hash([]byte("content"))
	a := ArtifactRecorded{
		Artifact: "a1", Episode: "e1", Entity: "pool.go::Acquire", Path: "pool.go", Symbol: "Acquire", Language: "go", Kind: "function",
		Hash: content, Structure: content, Text: content, Block: content, Position: 1, Method: "ast", Nodes: 40, Tokens: 90, Count: 1, Top: true,
		Confidence: Confirmed, Convention: "info_string", Origin: ByModel,
		Gates: GateReport{Decision: "promote", Grant: "parity", Checks: []Check{
			{Name: "resolution", Gate: "A", Pass: true, Detail: "AST, one symbol"},
			{Name: "parity_tokens", Gate: "A", Pass: true, Detail: "90 of 88 tokens", Was: 88, Now: 90},
		}},
	}
	b.Run("own", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Encode(a); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("jcs", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			plain, err := json.Marshal(a)
			if err == nil {
				_, err = jcs.Transform(plain)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

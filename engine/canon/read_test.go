package canon

import (
	"fmt"
	"strings"
	"testing"
)

// small is a valid SESSION_STATE on one line.
func small(seq int) string {
	return fmt.Sprintf(`{"protocol":%q,"protocol_version":%q,"state_seq":%d,"updated_at":"2025-03-01T12:00:00Z","active_l0_sources":[],`+
		`"authorized_deltas":[],"open_conflicts":[],"pending_decisions":[],"last_persistent_artifacts":[]}`, Protocol, ProtocolVersion, seq)
}

// smallDelta is a valid CANON_STATE_DELTA on one line.
func smallDelta(seq int) string {
	return fmt.Sprintf(`{"type":%q,"seq":%d,"timestamp":"2025-03-01T12:00:00Z","basis":{"previous_seq":%d},`+
		`"decision":{"mode":"B","summary":"","authorized_delta":"","affected_targets":[]},"current_state":%s,"operator_action_required":""}`,
		DeltaType, seq, seq-1, small(seq))
}

func TestTheRightDocumentIsChosen(t *testing.T) {
	tests := []struct {
		name, text string
		want       Kind
		kind       Kind
		seq        int64
	}{
		{"a bare state", small(4), Any, SessionState, 4},
		{"a delta", smallDelta(4), Any, StateDelta, 4},
		{"a delta comes before a state", smallDelta(4) + "\n" + small(9), Any, StateDelta, 4},
		{"the state is asked for", smallDelta(4) + "\n" + small(9), SessionState, SessionState, 9},
		{"the highest seq", smallDelta(4) + smallDelta(11) + smallDelta(7), Any, StateDelta, 11},
		{"the last of equals", strings.Replace(smallDelta(4), `"summary":""`, `"summary":"first"`, 1) + smallDelta(4), Any, StateDelta, 4},
		{"code around", "func f() { return } {\n" + smallDelta(2) + "\nelse {", Any, StateDelta, 2},
		{"another object before", `{"a":{"b":[1,2]}} ` + smallDelta(2), Any, StateDelta, 2},
		{"an object that is no JSON before", `{"a":{"b":[1,2,]}} ` + smallDelta(2), Any, StateDelta, 2},
		{"a word in braces before a broken delta", "{x} {\"type\":\"CANON_STATE_DELTA\", nonsense} " + smallDelta(2), Any, StateDelta, 2},
		{"an empty fence after it", "```json\n" + smallDelta(2) + "\n```\n````\n````\n", Any, StateDelta, 2},
	}
	for _, test := range tests {
		d, faults := Read([]byte(test.text), test.want)
		if len(faults) > 0 {
			t.Errorf("%s: %v", test.name, faults)
			continue
		}
		if d.Kind != test.kind || d.seq() != test.seq {
			t.Errorf("%s: a %s of seq %d", test.name, d.Kind, d.seq())
		}
		if delta, ok := d.Delta(); ok && delta.Decision.Summary == "first" {
			t.Errorf("%s: the first of equals", test.name)
		}
		if faults := Validate(d, nil); len(faults) > 0 {
			t.Errorf("%s: %v", test.name, faults)
		}
	}
}

func TestWhatIsAskedForIsSaid(t *testing.T) {
	tests := []struct {
		text string
		want Kind
		said string
	}{
		{smallDelta(1), SessionState, "is a CANON_STATE_DELTA, not a SESSION_STATE"},
		{small(1), StateDelta, "is a SESSION_STATE, not a CANON_STATE_DELTA"},
		{`{} {}`, StateDelta, "holds JSON, but neither"},
		{"nothing", StateDelta, "holds no JSON object"},
	}
	for _, test := range tests {
		if _, faults := Read([]byte(test.text), test.want); len(faults) != 1 || !strings.HasPrefix(faults[0].Text, test.said) {
			t.Errorf("%s as %s: %v", test.text, test.want, faults)
		}
	}
	// The one object there is shows by its faults what it lacks.
	d, faults := Read([]byte(`{"hello": 1}`), SessionState)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if faults := Validate(d, nil); len(faults) != 10 {
		t.Errorf("%v", faults)
	}
}

func TestALargeTextIsRefusedWithItsCap(t *testing.T) {
	_, faults := Read(make([]byte, MaxBytes+1), Any)
	if len(faults) != 1 || faults[0].String() != "$: is larger than 32 MiB, which is the most that is read" {
		t.Errorf("%v", faults)
	}
}

func TestWhatFollowsADocumentIsRepeatedInPart(t *testing.T) {
	text := "```\n" + small(1) + "\n" + strings.Repeat("é", 30) + "\n```\n"
	want := `$: is followed by "` + strings.Repeat("é", 20) + `…", which does not belong to it (line 2)`
	if _, faults := Read([]byte(text), Any); len(faults) != 1 || faults[0].String() != want {
		t.Errorf("%v", faults)
	}
}

func TestADocumentKnowsItsLine(t *testing.T) {
	d, faults := Read([]byte("one\r\ntwo\r```json\n\n"+smallDelta(1)+"\n```\n"), Any)
	if len(faults) > 0 || d.Line != 5 {
		t.Errorf("line %d, %v", d.Line, faults)
	}
}

// Work is bounded whatever the text; a search that starts again at every brace
// would not end on these.
func TestHostileTextsCostNoMoreThanLongOnes(t *testing.T) {
	const size = 1 << 20
	for _, piece := range []string{
		"{", "{\"", "{}", "}", "{\"a\":", "{\"a\":1}", "[{", "{\"a\":[", "\n", "\n```\n", "```json\n{", "{\"type\":\"CANON_STATE_DELTA\",", "{CANON_STATE_DELTA ",
		"{\"type\":\"CANON_STATE_DELTA\"}", "{\"a\":1e999,", "\x1b[0m{", "\x1b]0;", "{\"a\":x", "\"current_state\": {}", "\xff{", "{\"\\ud800\":",
		"{\"state_seq\":1,\"protocol\":0}",
	} {
		text := []byte(strings.Repeat(piece, size/len(piece)))
		if d, faults := Read(text, Any); len(faults) == 0 && len(Validate(d, nil)) == 0 {
			t.Errorf("%q repeated is a valid document", piece)
		}
	}
}

package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// talk is a short conversation: an aim, a rule, options, a choice, and deltas
// that somebody hands in.
const talk = `{"turns":[
 {"turnId":"t-1","role":"user","content":"I want to build a bot that books meeting rooms. It must never book a room twice."},
 {"turnId":"t-2","role":"assistant","content":"There are two options for the calendar:\n\n- CalDAV\n- the Graph API\n\nWhich one do you want?"},
 {"turnId":"t-3","role":"user","content":"CalDAV"}],
 "deltas":[{"kind":"task_closed","targetId":"nowhere","resolution":"completed","sourceTurns":[{"turnId":"t-3"}]},
  {"kind":"mood_changed","sourceTurns":[{"turnId":"t-3"}]}]}`

func TestExtractPrintsWhatAConversationChanged(t *testing.T) {
	l := line{stdin: talk}
	if code := l.run(t, "extract", "-"); code != 0 {
		t.Fatalf("exit code %d: %s", code, l.errout.String())
	}
	golden(t, "extract", l.out.String())
}

func TestExtractOfNothingIsOneEmptyObject(t *testing.T) {
	l := line{stdin: `{"turns":[]}`}
	code := l.run(t, "extract", "-")
	var got map[string][]any
	if err := json.Unmarshal(l.out.Bytes(), &got); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, l.out.String())
	}
	for _, key := range []string{"accepted", "rejected", "items"} {
		if list, ok := got[key]; !ok || list == nil || len(list) > 0 {
			t.Errorf("%s is %v", key, list)
		}
	}
}

// Some shells write a byte order mark before what they pipe.
func TestAByteOrderMarkIsNoPartOfWhatIsRead(t *testing.T) {
	plain, marked := line{stdin: talk}, line{stdin: "\uFEFF" + talk}
	if code := plain.run(t, "extract", "-"); code != 0 {
		t.Fatal(plain.errout.String())
	}
	if code := marked.run(t, "extract", "-"); code != 0 || marked.out.String() != plain.out.String() {
		t.Errorf("exit code %d, %s: %s", code, marked.errout.String(), marked.out.String())
	}
	reply := line{stdin: "\uFEFFlib/a.py\n```python\nx = 1\n```\n"}
	if code := reply.run(t, "blocks", "--json", "-"); code != 0 || !strings.Contains(reply.out.String(), `"lib/a.py"`) {
		t.Errorf("exit code %d: %s%s", code, reply.out.String(), reply.errout.String())
	}
}

func TestExtractNamesWhatIsNoConversation(t *testing.T) {
	tests := map[string]string{
		`[]`:                          "this is no conversation",
		`{"turns":[{"role":"user"}]}`: "turn 1 has no turnId",
		`{"turns":[{"turnId":"a"},{"turnId":"a"}]}`: `turn 2 has the turnId "a" of an earlier one`,
	}
	for src, want := range tests {
		l := line{stdin: src}
		if code := l.run(t, "extract", "-"); code != 2 || !strings.Contains(l.errout.String(), want) {
			t.Errorf("%s: exit code %d, %s", src, code, l.errout.String())
		}
	}
}

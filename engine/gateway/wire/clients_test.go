package wire_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// TestRequestsOfRealClientsAreRead goes through requests that clients from the
// npm registry sent, recorded and shortened: testdata/clients/NAME.FORMAT.json,
// and beside each what is read out of it.
func TestRequestsOfRealClientsAreRead_TSLP8_1(t *testing.T) {
	files, err := filepath.Glob("testdata/clients/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no requests in testdata: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, format, _ := strings.Cut(name, ".")
			r := parseAs(t, wire.Format(format), string(body))
			want, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".want")
			if got := summary(r); err != nil || got != string(want) {
				t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
			}
			if spliced := wire.Splice(r, []byte(`<\n>`)); !json.Valid(spliced) || (r.InsertAt < 0) != (r.Turn == 0) {
				t.Errorf("spliced at %d: %s", r.InsertAt, spliced)
			}
		})
	}
}

// summary is what holdfast acts on, a fact a line.
func summary(r *wire.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "written: %q\nturn: %d continues: %v tools: %v stream: %v\nside: %s\n", r.Written, r.Turn, r.Continues, r.HasTools, r.Stream, r.SideReason)
	if r.InsertAt >= 0 {
		fmt.Fprintf(&b, "inserted behind: %q\n", tail(string(r.Body[:r.InsertAt])+r.Before, 60))
	}
	for _, m := range append(append([]wire.Message(nil), r.History...), r.Since...) {
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "call %s %s %s%q\n", c.ID, c.Name, c.Arguments, c.Input)
		}
		for _, c := range m.ToolResults {
			fmt.Fprintf(&b, "result %s failed=%v %q\n", c.CallID, c.IsError, c.Text)
		}
	}
	return b.String()
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

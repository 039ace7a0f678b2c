package diag

import (
	"strings"
	"testing"

	"holdfast/store/event"
)

// Each thing that makes a database large is told with what it takes, and nothing is
// told of one that is as small as it can be.
func TestSmaller(t *testing.T) {
	tests := []struct {
		name string
		size event.Size
		want []string // a part of each sentence
	}{
		{"as small as it can be", event.Size{Content: 10e6, Ledger: 60e6, Rest: 4e6, Free: 4096, Log: 4e6}, nil},
		{"damaged ones", event.Size{Kept: []event.KeptFile{{Name: "holdfast.db.damaged-1", Bytes: 2_500_000}, {Name: "holdfast.db.damaged-2"}}},
			[]string{"holdfast.db.damaged-1 takes 2.5 MB", "holdfast.db.damaged-2 takes 0.0 MB"}},
		{"the log", event.Size{Log: 40e6}, []string{"log takes 40.0 MB"}},
		{"free pages", event.Size{Ledger: 10e6, Free: 3e6}, []string{"3.0 MB are pages that hold nothing"}},
		{"few free pages", event.Size{Ledger: 100e6, Free: 3e6}, nil},
		{"large", event.Size{Content: 100e6, Ledger: 300e6}, []string{"move the folder .holdfast"}},
	}
	for _, tt := range tests {
		got := Smaller(tt.size)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %q", tt.name, got)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], tt.want[i]) {
				t.Errorf("%s: %q, want %q", tt.name, got[i], tt.want[i])
			}
		}
	}
}

package items

import (
	"log/slog"
	"testing"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
)

func TestAFaultInReadingWordsLosesThatTurnOnly(t *testing.T) {
	t.Parallel()
	l := NewListener(NewBook(nil, slog.New(slog.DiscardHandler), ""), Ears{})
	said := acts.Turn{ID: "t-1", Role: acts.User, Content: "We must not use an ORM."}
	if got := l.candidates(nil, nil, said); got != nil { // no state is a fault
		t.Errorf("a fault yields %v", got)
	}
	if got := l.candidates(&delta.State{}, nil, said); len(got) != 1 {
		t.Errorf("a turn without one yields %v", got)
	}
}

package engine_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"holdfast/engine"
	"holdfast/engine/events"
)

// While another process keeps the database to itself, replies are passed on
// under a banner, and nothing that was not stored is acknowledged.
func TestPromise5AFailedCommitIsToldAndAcknowledgesNothing(t *testing.T) {
	t.Parallel()
	h := openHouseWith(t, engine.Options{Patience: 20 * time.Millisecond}, poolModel(t))
	alerts := make(chan string, 16)
	defer h.Subscribe(func(ev events.Event) {
		if ev.Kind == events.KindAlert {
			alerts <- ev.Alert
		}
	})()
	release := holdDatabase(t, filepath.Join(h.dir, ".holdfast", "holdfast.db"))
	h.ask("write the pool")
	if alert := <-alerts; !strings.HasPrefix(alert, "NOT RECORDED") {
		t.Errorf("alert %q", alert)
	}
	if banner := h.Status().Banner; !strings.HasPrefix(banner, "NOT RECORDED") {
		t.Errorf("banner %q", banner)
	}
	if got := h.state(); len(got) != 0 {
		t.Errorf("state that is not stored is shown: %v", got)
	}
	release()
	if alert := <-alerts; alert != "recording works again" {
		t.Errorf("alert %q", alert)
	}
	if banner := h.Status().Banner; banner != "" {
		t.Errorf("the banner stays: %q", banner)
	}
	h.reopen() // waits for what is being recorded
	h.verified()
}

// holdDatabase takes the write lock, as another process could.
func holdDatabase(t *testing.T, path string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

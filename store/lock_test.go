package store

import (
	"errors"
	"strings"
	"testing"
)

func TestASecondEngineIsToldWhoHoldsTheWorkspace(t *testing.T) {
	dir := t.TempDir()
	first, err := Lock(dir, LockInfo{PID: 4711})
	if err != nil {
		t.Fatal(err)
	}
	refusal := func(says string) {
		t.Helper()
		_, err := Lock(dir, LockInfo{PID: 4712})
		var held *HeldError
		if !errors.As(err, &held) || held.Holder.PID != 4711 || !strings.Contains(err.Error(), says) {
			t.Errorf("the second engine is told %v, want %q", err, says)
		}
	}
	refusal("pid 4711")
	if err := first.Tell(LockInfo{PID: 4711, Address: "127.0.0.1:4141"}); err != nil {
		t.Fatal(err)
	}
	refusal("127.0.0.1:4141")
	if err := first.Unlock(); err != nil {
		t.Fatal(err)
	}
	second, err := Lock(dir, LockInfo{PID: 4712})
	if err != nil {
		t.Fatalf("the workspace was given up: %v", err)
	}
	if err := second.Unlock(); err != nil {
		t.Error(err)
	}
}

func TestHeldErrorSpeaksOfAHolderThatHasNotSaidWhoItIs(t *testing.T) {
	if got := (&HeldError{Dir: "/x"}).Error(); !strings.Contains(got, "is starting") {
		t.Error(got)
	}
}

package app

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/store"
)

// proveBeside starts a verification that goes on while the driver drives: tell
// has it come as far as that, finish lets it end and delivers what it found.
func proveBeside(d *driver, f *fake, found ...store.Finding) (tell func(stage string, done, total int64), finish func()) {
	type step struct {
		stage       string
		done, total int64
	}
	steps, told, ended := make(chan step), make(chan bool), make(chan tea.Msg, 1)
	f.proving = func(ctx context.Context, progress func(string, int64, int64)) ([]store.Finding, error) {
		for {
			select {
			case s, more := <-steps:
				if !more {
					return found, nil
				}
				progress(s.stage, s.done, s.total)
				told <- true
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}
	_, cmd := d.m.Update(key("V"))
	var run func(tea.Cmd)
	run = func(c tea.Cmd) {
		if c == nil {
			return
		}
		switch msg := c().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				run(c)
			}
		case provenMsg:
			ended <- msg
		}
	}
	go run(cmd)
	tell = func(stage string, done, total int64) { steps <- step{stage, done, total}; <-told }
	return tell, func() {
		if d.m.overlays[len(d.m.overlays)-1].(*proof).stopping {
			d.Send(<-ended)
			return
		}
		close(steps)
		d.Send(<-ended)
	}
}

func Test33VerifyingShowsItsProgressAndWhatItFound(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(80, 24).Press("D")
	tell, finish := proveBeside(d, f, store.Finding{Check: "vault", Where: "sha256:aa", Detail: "it holds other bytes than its hash says"})
	d.Sees("Verifying the record", "beginning", "esc stop")
	tell("vault", 256, 1024)
	d.Wait(progressTime).Sees("hashing the Vault again", "256/1024")
	tell("ledger", 900, 1200)
	d.Wait(2*time.Second).Sees("walking the Ledger's chain", "900/1200", "0:02")
	d.Press("j", "y", "q").Sees("Verifying the record") // no key but its own means anything
	finish()
	d.Sees("Verified", "1 difference between", "vault: sha256:aa", "it holds other bytes").SeesNo("Verifying")
	d.Press("esc").Sees("Doctor")
}

func Test33AVerificationCanBeStoppedAndFailuresAreTold(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(80, 24).Press("D")
	tell, finish := proveBeside(d, f)
	tell("vault", 1, 2)
	d.Press("esc").Sees("stopping")
	finish()
	d.Sees("was stopped: nothing is proven").SeesNo("Verifying")
	f.proving = func(context.Context, func(string, int64, int64)) ([]store.Finding, error) {
		return nil, errors.New("the disk is gone")
	}
	d.Press("V").Sees("Not verified: the disk is gone")
	f.proving = nil
	d.Press("V").Sees("the Ledger and everything built from them agree")
}

package app

import (
	"context"
	"errors"
	"testing"
	"time"

	"holdfast/store/event"
)

// proveBeside begins a verification that goes on while the driver drives.
func proveBeside(d *driver, f *fake, found ...event.Finding) (tell func(stage string, done, total int64), b *beside) {
	b = newBeside(d)
	var progress func(string, int64, int64)
	f.proving = func(ctx context.Context, p func(string, int64, int64)) ([]event.Finding, error) {
		progress = p
		return found, b.work(ctx)
	}
	b.begins("V")
	return func(stage string, done, total int64) { b.step(func() { progress(stage, done, total) }) }, b
}

func Test33VerifyingShowsItsProgressAndWhatItFound(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(80, 24).Press("D")
	tell, b := proveBeside(d, f, event.Finding{Check: "vault", Where: "sha256:aa", Detail: "it holds other bytes than its hash says"})
	d.Sees("Verifying the record", "beginning", "esc stop")
	tell("vault", 256, 1024)
	d.Wait(progressTime).Sees("hashing the Vault again", "256/1024")
	tell("ledger", 900, 1200)
	d.Wait(2*time.Second).Sees("walking the Ledger's chain", "900/1200", "0:02")
	d.Press("j", "y", "q").Sees("Verifying the record") // no key but its own means anything
	b.end().Sees("Verified", "1 difference between", "vault: sha256:aa", "it holds other bytes").SeesNo("Verifying")
	d.Press("esc").Sees("Doctor")
}

func Test33AVerificationCanBeStoppedAndFailuresAreTold(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(80, 24).Press("D")
	tell, b := proveBeside(d, f)
	tell("vault", 1, 2)
	d.Press("esc").Sees("stopping")
	b.end().Sees("was stopped: nothing is proven").SeesNo("Verifying")
	f.proving = func(context.Context, func(string, int64, int64)) ([]event.Finding, error) {
		return nil, errors.New("the disk is gone")
	}
	d.Press("V").Sees("Not verified: the disk is gone")
	f.proving = nil
	d.Press("V").Sees("the Ledger and everything built from them agree")
}

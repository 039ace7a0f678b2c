package app

import (
	"context"
	"slices"
	"testing"

	"holdfast/engine/report"
)

func TestReverifyTellsWhatItFound(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(120, 40).Press("R").Sees("Every tracked file was read again: 2 STALE · 1 vanished · 1 unreadable. See Stale (3).")
	f.verifying = func(context.Context, func(string, int64, int64)) error { f.diverged = nil; return nil }
	d.Press("R").Sees("the disk and the State Map agree.").SeesNo("3 Stale 2")
	f.verifyErr = errBroken
	d.Press("R").Sees("Not verified: the database is locked")
	f.verifyErr = nil
	_, late := d.m.Update(key("R"))
	d.Send(key("R")).Sees("R: Reading every tracked file again is under way")
	d.run(late)
	d.Sees("was read again")
}

func TestTheDoctorSaysInWordsWhatAilsHoldfast(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(120, 40).Press("D").Sees("✗ failing: 1 check fails, 1 check warns", "▲ 2 symbols are STALE", "✓ ok", "sqlite integrity",
		"! warn", "212 MiB are free", "✗ fail", "does not answer", "Files that cannot be read: 1", "permission denied")
	if f.calls["Reverify"] != 0 {
		t.Error("asking the doctor verifies files: it reports and never fixes")
	}
	f.doctor = report.DoctorReport{Status: "ok", Checks: f.doctor.Checks[:2]}
	d.Press("R").Sees("✓ ok: every check passed", "no symbol is STALE").SeesNo("failing")
	if f.calls["Reverify"] != 1 || f.calls["Doctor"] != 2 {
		t.Errorf("a refresh verified %d times and examined %d times", f.calls["Reverify"], f.calls["Doctor"]-1)
	}
	f.readErr = errBroken
	d.Press("R").Sees("There is no report: the database is locked")
	f.readErr = nil
	_, late := d.m.Update(key("R"))
	d.Send(key("R")).Sees("R: Reading every tracked file again is under way")
	d.run(late)
	d.Sees("✓ ok").Press("esc").SeesNo("Doctor")
	wantDecided(t, f)
}

func TestALateReportDisturbsNothing(t *testing.T) {
	f := examined()
	d := drive(t, f).Size(80, 24)
	_, late := d.m.Update(key("D"))
	d.Press("esc", "2", "enter").Settle().Sees("y accept")
	d.run(late)
	d.Sees("Review src/pool.go::Pool.Release", "y accept")
	if !d.m.armed() {
		t.Error("a report that came late disarms a review")
	}
	if !slices.ContainsFunc(d.m.scopes()[0].bindings, func(b binding) bool { return slices.Contains(b.keys, "y") }) {
		t.Error("the review lost its keys")
	}
}

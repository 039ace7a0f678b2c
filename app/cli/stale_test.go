package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"holdfast/engine"
	"holdfast/engine/report"
)

func TestKeepOfWhatAgreesIsAVerdict(t *testing.T) {
	l := line{engine: story()}
	l.engine.diverge = nil
	code := l.run(t, "keep", "README.md")
	if want := "holdfast: there is nothing to keep: the file and the State Map agree about README.md::*\n"; code != 1 || l.errout.String() != want || l.engine.did() != "" {
		t.Errorf("exit code %d, %s did %q", code, l.errout.String(), l.engine.did())
	}
}

func TestStaleSaysThatAllAgreesOnlyWhereNothingIsLost(t *testing.T) {
	const agrees = "Your files and the State Map agree.\n"
	const lost = `Lost, no recovery could restore them:
  LICENSE
    it names no entity of code as path::symbol
An entry disappears once its code is back (adopt, paste or a reply). To give it
up: holdfast tombstone ENTITY.
`
	for _, c := range []struct {
		losses []report.Loss
		want   string
	}{
		{nil, agrees},
		{[]report.Loss{{Key: "LICENSE", Hash: "sha256:77", Reason: "it names no entity of code as path::symbol"}}, lost},
	} {
		l := line{engine: story()}
		l.engine.diverge, l.engine.losses = nil, c.losses
		if code := l.run(t, "stale"); code != 0 || l.out.String() != c.want {
			t.Errorf("with %d lost: exit code %d, printed\n%s", len(c.losses), code, l.out.String())
		}
	}
	l := line{engine: story()}
	l.engine.losses = []report.Loss{{Key: "LICENSE", Reason: "it names no entity of code as path::symbol"}}
	if code := l.run(t, "stale"); code != 0 || !strings.HasSuffix(l.out.String(), "\n\n"+lost) {
		t.Errorf("behind what is STALE: exit code %d, printed\n%s", code, l.out.String())
	}
}

func TestKeepOfWhatMovedMeanwhileIsAVerdict(t *testing.T) {
	l := line{engine: story()}
	l.engine.err = fmt.Errorf("README.md::*: %w", engine.ErrChanged)
	if code := l.run(t, "keep", "README.md"); code != 1 || !strings.Contains(l.errout.String(), engine.ErrChanged.Error()) {
		t.Errorf("exit code %d, %s", code, l.errout.String())
	}
}

func TestTheDoctorExitsWithAVerdictOnlyWhenFailing(t *testing.T) {
	sound := []report.DoctorCheck{{Name: "wal_mode", Status: "ok", Detail: "on"}}
	ill := append(sound, report.DoctorCheck{Name: "migrations", Status: "fail", Detail: "layout 9"}, report.DoctorCheck{Name: "ledger_chain", Status: "fail", Detail: "torn"})
	tests := []struct {
		report report.DoctorReport
		err    error
		code   int
		says   string
	}{
		{report.DoctorReport{Status: "ok", Checks: sound}, nil, 0, ""},
		{report.DoctorReport{Status: "degraded", Checks: sound}, nil, 0, ""},
		{report.DoctorReport{Status: "failing", Checks: ill}, nil, 1, "holdfast: the doctor finds holdfast failing: migrations, ledger_chain\n"},
		{report.DoctorReport{}, errors.New("the workspace cannot be read"), 2, "holdfast: the workspace cannot be read\n"},
	}
	for _, test := range tests {
		for _, args := range [][]string{{"doctor"}, {"doctor", "--json"}} {
			l := line{engine: story()}
			l.engine.doctor, l.engine.err = test.report, test.err
			if code := l.run(t, args...); code != test.code || l.errout.String() != test.says {
				t.Errorf("%v of %s: exit code %d, %q", args, test.report.Status, code, l.errout.String())
			}
			if told := l.out.Len() > 0; told != (test.err == nil) {
				t.Errorf("%v of %s printed %q", args, test.report.Status, l.out.String())
			}
		}
	}
}

func TestTheDoctorLooksWhereItIsTold(t *testing.T) {
	var l line
	if code := l.run(t, "doctor", "--upstream", "demo", "--session", "other"); code != 0 {
		t.Fatal(l.errout.String())
	}
	if c := l.engine.cfg; c.Upstream != "demo" || c.Session != "other" || c.Workspace.Root != l.workspace {
		t.Errorf("%+v", c)
	}
}

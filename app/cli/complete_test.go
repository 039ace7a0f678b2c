package cli

import (
	"strings"
	"testing"

	"holdfast/engine/report"
	"holdfast/engine/stale"
)

// What the shell offers is what the command takes there: names that the
// workspace holds, and files only where a file is read.
func TestTheShellCompletesNames(t *testing.T) {
	const noFiles, filesToo = "4", "0"
	for _, c := range []struct{ words, want, rule string }{
		{"show a.go::", "a.go::F", noFiles},
		{"show x", "", noFiles},
		{"show a.go::F ", "", noFiles},
		{"tombstone ", "a.go::F b.go::G", noFiles},
		{"explain ", "a.go::F b.go::G c.go::Gone", noFiles},
		{"restore ", "c.go::Gone", noFiles},
		{"keep ", "b.go::G|edited", noFiles},
		{"accept ", "12345678|a.go::F", noFiles},
		{"reject 9", "", noFiles},
		{"session switch ", "default spike", noFiles},
		{"session unarchive ", "old", noFiles},
		{"session rename spike ", "", noFiles},
		{"session new ", "", noFiles},
		{"state --session s", "spike", noFiles},
		{"inspect --kind ", "fact preference goal decision hypothesis rejected_option open_question task dependency risk constraint artifact", noFiles},
		{"--theme ", "auto dark light", noFiles},
		{"state ", "", noFiles},
		{"connect claude", "claude-code", noFiles},
		{"adopt ", "", filesToo},
		{"recover ", "", filesToo},
	} {
		l := line{engine: &fakeEngine{
			entities: []report.Entity{{Key: "a.go::F"}, {Key: "b.go::G"}, {Key: "c.go::Gone", Tombstoned: true}},
			diverge:  []stale.Divergence{{Key: "b.go::G", Reason: stale.Edited}},
			pending:  []report.Proposal{{ID: "123456789abc", Entity: "a.go::F"}},
			sessions: []report.SessionInfo{{Name: "default", Active: true}, {Name: "spike"}, {Name: "old", Archived: true}},
		}}
		code := l.run(t, append([]string{"__complete"}, strings.Split(c.words, " ")...)...)
		offered, rule, _ := strings.Cut(l.out.String(), ":"+c.rule+"\n")
		got := strings.Join(strings.Fields(strings.ReplaceAll(offered, "\t", "|")), " ")
		if code != 0 || got != c.want || rule != "" || !strings.HasSuffix(l.out.String(), ":"+c.rule+"\n") {
			t.Errorf("%q: exit code %d, offered %q, want %q and :%s", c.words, code, l.out.String(), c.want, c.rule)
		}
	}
}

func TestTheShellCompletesNothingWhereNothingIsRecorded(t *testing.T) {
	code, out, _ := wired(t, t.TempDir(), "", "__complete", "show", "")
	if code != 0 || out != ":4\n" {
		t.Errorf("exit code %d, %q", code, out)
	}
}

package stale_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser"
	"holdfast/parser/source"
	"holdfast/store/event"
)

const f = "a.go::F"

// standing is an entity of the State Map, as its promotion and what came after it say.
func standing(how func(*event.ArtifactPromoted), after ...event.Event) *statemap.Entry {
	m := statemap.New(hydrate.Options{}, func(string) ([]byte, error) { return nil, event.ErrNotFound })
	ev := event.ArtifactPromoted{Artifact: "1", Entity: f, Grant: "parity", Disk: event.DiskAbsent}
	if how != nil {
		how(&ev)
	}
	m.Promote(event.Artifact{ID: "1", Entity: f, Hash: hash("one"), Language: "go", Kind: "function", Version: 1}, ev)
	for _, ev := range after {
		m.Fold(ev)
	}
	return m.Get(f)
}

func hash(text string) string { return event.Hash([]byte(text)) }

func digest(text string) etv.Digest { return statemap.DigestOf(hash(text)) }

func saved(ev *event.ArtifactPromoted) { ev.Persisted = true }

// STALE is a condition that is derived: the file exists and differs. It is by not_applied
// and by edited, and by nothing else (TSLP 15.4).
func TestWhyAnEntityDiverges_15_4(t *testing.T) {
	lossKnown := event.EntityAcknowledged{Entity: f, Artifact: "1", Disk: event.DiskMissing}
	tests := []struct {
		name   string
		entry  *statemap.Entry
		report etv.Report
		want   stale.Reason
		// The verdict for hydration, and where answers that were not saved are tolerated.
		withhold, tolerated hydrate.Reason
		overruled, gone     bool
		word                string
		detail              string
	}{
		{"the disk agrees", standing(saved), etv.Report{Status: etv.Agrees, Disk: digest("one")}, "", "", "", false, false, hash("one"), ""},
		{"it was reformatted", standing(saved), etv.Report{Status: etv.Reformatted, Disk: digest("o n e")}, "", "", "", false, false, hash("o n e"), ""},
		{"the answer was not saved yet", standing(nil), etv.Report{Status: etv.NotApplied, Disk: digest("zero")}, stale.NotApplied, hydrate.NotApplied, "", false, false, hash("zero"),
			"the accepted version is not saved yet: the file on disk still holds the one before"},
		{"the answer is new and not saved yet", standing(nil), etv.Report{Status: etv.NotApplied, Gone: true}, stale.NotApplied, hydrate.NotApplied, "", false, false, event.DiskAbsent,
			"the accepted version is not saved yet: the file on disk still holds the one before"},
		{"someone edited it", standing(saved), etv.Report{Status: etv.Edited, Disk: digest("by hand")}, stale.Edited, hydrate.Edited, hydrate.Edited, false, false, hash("by hand"), ""},
		{"someone took it out of its file", standing(saved), etv.Report{Status: etv.Edited, Gone: true}, stale.Edited, hydrate.Edited, hydrate.Edited, false, true, event.DiskAbsent,
			"the file on disk does not define it any more"},
		{"what is there cannot be compared", standing(saved), etv.Report{Status: etv.Unverifiable, Why: "no text"}, stale.Edited, hydrate.Edited, hydrate.Edited, false, false, "",
			"the file on disk cannot be compared (no text)"},
		{"the file cannot be read", standing(saved), etv.Report{Status: etv.Unreadable, Why: "permission denied"}, stale.Unreadable, hydrate.Unreadable, hydrate.Unreadable, false, false, "", "permission denied"},
		{"its file is gone: an alert, not STALE", standing(saved), etv.Report{Status: etv.Missing}, stale.Vanished, hydrate.Vanished, hydrate.Vanished, false, true, event.DiskMissing, "the file is gone from the disk"},
		{"its file was never there", standing(nil), etv.Report{Status: etv.Missing}, "", "", "", false, false, event.DiskMissing, ""},
		{"its file is gone, and the operator knows", standing(saved, lossKnown), etv.Report{Status: etv.Missing}, "", "", "", true, true, event.DiskMissing, ""},
		{"it differs, and the operator knows", standing(saved), etv.Report{Status: etv.Acknowledged, Disk: digest("by hand")}, "", "", "", true, false, hash("by hand"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := stale.ReasonOf(tt.entry, tt.report); got != tt.want || got.Stale() != (got == stale.NotApplied || got == stale.Edited) {
				t.Errorf("reason %q, STALE %t, want %q", got, got.Stale(), tt.want)
			}
			v := stale.Verified{Entry: tt.entry, Report: tt.report}
			if got := stale.VerdictOf(v, false, false); got.Withhold != tt.withhold || got.NotOnDisk || (got.Detail == "") != (tt.withhold == "") {
				t.Errorf("verdict %+v, want %q", got, tt.withhold)
			}
			if got := stale.VerdictOf(v, false, true); got.Withhold != tt.tolerated || got.NotOnDisk != (tt.want == stale.NotApplied) {
				t.Errorf("tolerated: verdict %+v, want %q", got, tt.tolerated)
			}
			if got := stale.VerdictOf(v, true, true); got.Withhold != hydrate.InReview {
				t.Errorf("in review: verdict %+v", got)
			}
			if got := stale.Overruled(tt.entry, tt.report); got != tt.overruled {
				t.Errorf("overruled: %t", got)
			}
			if got := stale.Gone(tt.entry, tt.report); got != tt.gone {
				t.Errorf("gone: %t", got)
			}
			if got := stale.Word(tt.report); got != tt.word {
				t.Errorf("the Ledger says %q, want %q", got, tt.word)
			}
			if got := stale.Holds(tt.report); got != (tt.report.Status == etv.Agrees || tt.report.Status == etv.Reformatted) {
				t.Errorf("holds: %t", got)
			}
			changed := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
			d, diverges := stale.DivergenceOf(v, changed)
			if diverges != (tt.want != "") || d.Reason != tt.want || d.Detail != tt.detail || d.Key != f || d.Disk != tt.word || d.Hash != hash("one") || !d.Changed.Equal(changed) {
				t.Errorf("%t, %+v, want %q", diverges, d, tt.detail)
			}
		})
	}
}

func TestAContestedEntityIsNoDivergence_10(t *testing.T) {
	e := standing(nil, event.ShadowAudited{Entity: f, Artifact: "1", Status: event.AuditPartial})
	if !stale.Contested(e) || stale.Contested(standing(nil)) {
		t.Error("contested or not")
	}
	d, diverges := stale.DivergenceOf(stale.Verified{Entry: e, Report: etv.Report{Status: etv.Missing}}, time.Time{})
	if diverges || d.Detail != "a late audit calls it partial" {
		t.Errorf("%t, %q", diverges, d.Detail)
	}
}

// What the latest looks have found makes the badge and the alerts: a divergence is news
// once (TSLP 15.7).
func TestWhatIsNews_15_7(t *testing.T) {
	e := standing(saved)
	look := func(r etv.Report) []stale.Verified { return []stale.Verified{{Entry: e, Report: r}} }
	edited := look(etv.Report{Status: etv.Edited, Disk: digest("by hand")})
	d := stale.NewDiverged()
	steps := []struct {
		name          string
		list          []stale.Verified
		news, changed bool
		count         int
	}{
		{"it agrees", look(etv.Report{Status: etv.Agrees}), false, false, 0},
		{"it is edited", edited, true, true, 1},
		{"it is still edited", edited, false, false, 1},
		{"it is edited further: no news, and who looks sees it", look(etv.Report{Status: etv.Edited, Disk: digest("again")}), false, true, 1},
		{"its file is gone: another reason is news", look(etv.Report{Status: etv.Missing}), true, true, 0},
		{"its file cannot be read", look(etv.Report{Status: etv.Unreadable, Why: "permission denied"}), true, true, 0},
		{"it cannot be read for another reason", look(etv.Report{Status: etv.Unreadable, Why: "it is a folder"}), false, true, 0},
		{"the operator keeps what stands", look(etv.Report{Status: etv.Acknowledged, Disk: digest("again")}), false, true, 0},
		{"it is still kept", look(etv.Report{Status: etv.Acknowledged, Disk: digest("again")}), false, false, 0},
		{"it agrees again", look(etv.Report{Status: etv.Agrees}), false, true, 0},
		{"nothing was looked at", nil, false, false, 0},
	}
	for _, step := range steps {
		news, changed := d.Note(step.list)
		if (len(news) == 1) != step.news || changed != step.changed || d.Count() != step.count {
			t.Errorf("%s: news %d, changed %t, %d STALE", step.name, len(news), changed, d.Count())
		}
		seen, _ := d.Seen()
		if len(seen) != len(d.Keys()) {
			t.Errorf("%s: %d seen, %d keys", step.name, len(seen), len(d.Keys()))
		}
	}
}

// What an event itself says of the disk is known at once, without another look.
func TestWhatAnEventSaysOfTheDisk_15_4(t *testing.T) {
	promotion := func(disk string, persisted, acknowledged bool) event.ArtifactPromoted {
		return event.ArtifactPromoted{Artifact: "2", Entity: f, Disk: disk, Persisted: persisted, Acknowledged: acknowledged}
	}
	edited := []stale.Verified{{Entry: standing(saved), Report: etv.Report{Status: etv.Edited, Disk: digest("by hand")}}}
	tests := []struct {
		name  string
		found []stale.Verified
		ev    event.Event
		want  []event.DiskSight
	}{
		{"promoted over what the disk holds", nil, promotion(hash("zero"), false, false), []event.DiskSight{{Entity: f, Stale: "not_applied"}}},
		{"promoted into a file that lacks it", nil, promotion(event.DiskAbsent, false, false), []event.DiskSight{{Entity: f, Stale: "not_applied"}}},
		{"promoted where there is no file", nil, promotion(event.DiskMissing, false, false), nil},
		{"promoted as the disk holds it", edited, promotion(hash("by hand"), true, false), nil},
		{"pasted over an edit", edited, promotion(hash("by hand"), false, true), nil},
		{"promoted where nothing could be read", edited, promotion("", false, false), []event.DiskSight{{Entity: f, Stale: "edited"}}},
		{"saved", edited, event.EntityPersisted{Entity: f}, nil},
		{"kept", edited, event.EntityAcknowledged{Entity: f, Disk: hash("by hand")}, nil},
		{"a keep is taken back: the next look tells", edited, event.EntityAcknowledged{Entity: f, Withdrawn: true}, []event.DiskSight{{Entity: f, Stale: "edited"}}},
		{"tombstoned", edited, event.EntityTombstoned{Entity: f}, nil},
		{"another entity was tombstoned", edited, event.EntityTombstoned{Entity: "b.go::F"}, []event.DiskSight{{Entity: f, Stale: "edited"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := stale.NewDiverged()
			d.Note(tt.found)
			d.Fold(tt.ev)
			if got := d.Sights(); !slices.Equal(got, tt.want) {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
			again := stale.NewDiverged() // who starts anew takes up what was told
			again.Resume(d.Sights())
			if got := again.Sights(); !slices.Equal(got, tt.want) {
				t.Errorf("resumed: %+v, want %+v", got, tt.want)
			}
		})
	}
	d := stale.NewDiverged()
	e := standing(saved)
	d.Note([]stale.Verified{{Entry: e, Report: etv.Report{Status: etv.Missing}}})
	if got := d.Sights(); got != nil {
		t.Errorf("a file that is gone is told as %+v", got)
	}
	d.Note([]stale.Verified{{Entry: e, Report: etv.Report{Status: etv.Unreadable, Why: "permission denied"}}})
	if got := d.Sights(); !slices.Equal(got, []event.DiskSight{{Entity: f, Unreadable: "permission denied"}}) {
		t.Errorf("a file that cannot be read is told as %+v", got)
	}
}

// A decision stands on one reading of each file: what is written meanwhile is for the
// next one (TSLP 15.5).
func TestAReadingIsOfOneMoment_15_5(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	disk, err := etv.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	verifier := etv.NewVerifier(disk, time.Now)
	code := func(returns string) string {
		return "package a\n\n// F counts.\nfunc F() int {\n\treturn " + returns + "\n}\n"
	}
	expect := func(returns string) etv.Expectation {
		sym := parser.Parse("a.go", source.Go, []byte(code(returns))).Find("F")
		return stale.Expect("a.go", "F", sym.Kind, sym.Hash, sym.Structure)
	}
	write(code("1"))
	r := stale.NewReading(verifier)
	if !stale.Holds(r.Check(expect("1"))) || stale.Holds(r.Check(expect("2"))) {
		t.Error("the disk holds the first version")
	}
	write(code("2"))
	if !stale.Holds(r.Check(expect("1"))) {
		t.Error("the reading follows the disk")
	}
	if next := stale.NewReading(verifier); !stale.Holds(next.Check(expect("2"))) {
		t.Error("the next reading does not")
	}
	text := func(comment string) []byte { return []byte(comment + "func F() int {\n\treturn 2\n}\n") }
	next := stale.NewReading(verifier)
	for comment, want := range map[string]bool{"// F counts.\n": true, "// F counts on.\n": false, "": false} {
		if got := next.Shows("a.go", "F", "function", text(comment)); got != want {
			t.Errorf("with %q it shows the text: %t", comment, got)
		}
	}
	if next.Shows("b.go", "F", "function", text("")) || next.Shows("a.go", "G", "function", text("")) || next.File("b.go") != nil || !next.Version("b.go").Missing() {
		t.Error("a file that is not there holds something")
	}
}

func TestSameText_15_4(t *testing.T) {
	const text = "func F() {\n\tg()\n}\n"
	tests := []struct {
		name, other string
		want        bool
	}{
		{"itself", text, true},
		{"CRLF", strings.ReplaceAll(text, "\n", "\r\n"), true},
		{"no last line end", strings.TrimSuffix(text, "\n"), true},
		{"blanks at the ends of lines", strings.ReplaceAll(text, "\n", "  \n"), false},
		{"one line deeper than the others", "\t" + text, false},
		{"indented as a whole", "\tfunc F() {\n\t\tg()\n\t}\n", true},
		{"other code", strings.Replace(text, "g()", "h()", 1), false},
		{"a comment more", "// F\n" + text, false},
		{"nothing", "", false},
	}
	for _, tt := range tests {
		if got := stale.SameText([]byte(text), []byte(tt.other)); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

// A file that is tracked as a whole is found whole, whatever it defines by now; its rest
// only where it has one (product 3).
func TestSymbolOf_Product3(t *testing.T) {
	script := parser.Parse("a.py", source.Python, []byte("import os\n\nLIMIT = 3\n\n\ndef f():\n    return LIMIT\n"))
	module := parser.Parse("b.py", source.Python, []byte("def f():\n    return 1\n"))
	tests := []struct {
		name         string
		file         *source.File
		symbol, kind string
		want         string // kind of what is found, "" for nothing
	}{
		{"a symbol", script, "f", "function", "function"},
		{"a symbol that is not there", script, "g", "function", ""},
		{"the rest", script, source.Whole, source.Rest, source.Rest},
		{"the whole, which has a rest", script, source.Whole, "file", "file"},
		{"the rest of what has none", module, source.Whole, source.Rest, ""},
		{"the whole of what has symbols only", module, source.Whole, "file", "file"},
	}
	for _, tt := range tests {
		got := ""
		if sym := stale.SymbolOf(tt.file, tt.symbol, tt.kind); sym != nil {
			got = sym.Kind
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

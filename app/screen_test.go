package app

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// golden compares got with a file of testdata, or writes it where
// HOLDFAST_UPDATE is set.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("HOLDFAST_UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (HOLDFAST_UPDATE=1 writes it)", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s", path, got, want)
	}
}

var sizes = []struct{ w, h int }{{60, 20}, {80, 24}, {100, 28}, {120, 40}, {200, 60}}

func TestScreensAreDrawnAsKept(t *testing.T) {
	demo := func() *fake {
		f := &fake{}
		f.status = report.Status{Session: "demo", Listen: "127.0.0.1:4141", Upstream: "demo", Demo: true, Banner: "NOT RECORDED: the disk is full. Free some space; requests still pass."}
		return f
	}
	// nowhere is a first run: no model server answers.
	nowhere := func() *fake {
		f := &fake{}
		f.status = report.Status{Session: "default", Listen: "127.0.0.1:4141", Banner: "no model server answers: requests fail until one does"}
		for _, at := range []string{"Ollama at http://127.0.0.1:11434", "LM Studio at http://127.0.0.1:1234", "llama.cpp at http://127.0.0.1:8080", "vLLM at http://127.0.0.1:8000"} {
			f.status.Tried = append(f.status.Tried, at+": connection refused")
		}
		return f
	}
	fresh := func() *fake {
		f := &fake{}
		f.status = report.Status{Session: "default", Listen: "127.0.0.1:4141", Upstream: "http://127.0.0.1:11434", Model: "qwen2.5-coder:7b"}
		return f
	}
	for _, c := range []struct {
		name string
		make func() *fake
		keys []string
	}{
		{"no-upstream", nowhere, nil},
		{"fresh", fresh, nil},
		{"start", story, nil},
		{"empty", demo, nil},
		{"review", story, []string{"2", "enter"}},
		{"marked", story, []string{"2", " ", " "}},
		{"batch", story, []string{"2", " ", " ", " ", "a"}},
		{"reject", story, []string{"2", "x", "n", "o", "enter"}},
		{"request", story, []string{"5", "j", "enter"}},
		{"saw", story, []string{"5", "j", "enter", "v"}},
		{"left-out", story, []string{"5", "j", "enter", "v", "v"}},
		{"reply", story, []string{"5", "j", "enter", "v", "v", "v"}},
		{"artifacts", story, []string{"5", "j", "enter", "v", "v", "v", "v"}},
		{"ledger", story, []string{"L"}},
		{"ledger-row", story, []string{"L", "j", "j", "j", "enter"}},
		{"explain", story, []string{"L", "j", "j", "j", "enter", "v"}},
		{"gates", story, []string{"j", "j", "j", "j", "j", "enter", "v", "v"}},
		{"versions", story, []string{"j", "enter", "v"}},
		{"keys", story, []string{"2", "?"}},
		{"filter", story, []string{"/", "p", "o", "o", "l"}},
		{"tombstone", story, []string{"j", "x"}},
		{"quit", story, []string{"q"}},
		{"doctor", examined, []string{"D"}},
		{"verified", examined, []string{"D", "V"}},
		{"connect", story, []string{"C"}},
		{"export", story, []string{"E"}},
		{"command", asking, []string{"T"}},
		{"adopt", adoptable, []string{"j", "A"}},
		{"adopt-confirm", adoptable, []string{"j", "A", "enter"}},
		{"stale", disputed, []string{"3"}},
		{"edited", disputed, []string{"3", "enter"}},
		{"keep", disputed, []string{"3", "enter", "m"}},
		{"not-applied", disputed, []string{"3", "j", "a"}},
		{"vanished", disputed, []string{"3", "j", "j", "enter", "d"}},
		{"sessions", housed, []string{"s"}},
		{"sessions-fork", idle, []string{"s", "j", "f"}},
		{"sessions-archive", housed, []string{"s", "j", "A"}},
		{"unreadable", disputed, []string{"3", "G", "enter"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range sizes {
				d := drive(t, c.make()).Size(size.w, size.h).Press(c.keys...).Settle()
				golden(t, fmt.Sprintf("screens/%s-%dx%d.txt", c.name, size.w, size.h), d.Screen())
			}
		})
	}
}

func TestEveryScreenFitsAtEverySize(t *testing.T) {
	f := examined()
	f.tools = asking().tools
	f.tools[0].Command = strings.Repeat("echo 記録されていません\n", 30)
	for i := range f.diverged {
		f.diverged[i].Key = "源/" + strings.Repeat("日本", 9*i) + ".go::受け取る"
		f.diverged[i].Detail = strings.Repeat("記録されていません ", 20)
	}
	for i := range f.entities {
		f.entities[i].Key = "源/" + strings.Repeat("日本", i) + ".go::受け取る👩‍💻"
	}
	f.status.Session, f.status.Banner = "日本語", strings.Repeat("記録されていません ", 20)
	for _, keys := range [][]string{nil, {"2", "enter"}, {"2", "x"}, {"3", "enter"}, {"3", "G", "enter"}, {"D"}, {"C"}, {"T"}, {"A", "enter"}, {"0"}, {"z"}, {"?"}, {"q"}, {"/"}, {"5", "enter"}, {"L"}, {"L", "j", "j", "j", "enter"}, {"L", "j", "j", "j", "enter", "v"}, {"5", "j", "enter", "v"}, {"5", "j", "enter", "v", "v", "v", "v"}} {
		d := drive(t, f).Size(80, 24).Press(keys...).Settle()
		for w := 1; w <= 250; w += 7 {
			for h := 1; h <= 80; h += 5 {
				d.Size(w, h)
				fits(t, d, w, h)
			}
		}
	}
}

func fits(t *testing.T, d *driver, w, h int) {
	t.Helper()
	lines := strings.Split(d.m.View(), "\n")
	if len(lines) != h {
		t.Fatalf("%dx%d: %d lines", w, h, len(lines))
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			t.Fatalf("%dx%d: line %d is %d wide: %q", w, h, i, got, l)
		}
	}
}

func TestTheAsciiSetHoldsNoOtherRune(t *testing.T) {
	f := examined()
	for _, keys := range [][]string{nil, {"2", "enter"}, {"3", "enter", "m"}, {"D"}, {"C"}, {"A", "enter"}, {"?"}, {"0", "v", "v"}, {"5", "enter"}, {"q"}} {
		d := drive(t, f)
		d.m.opts.ASCII = true
		d.m.theme = views.NewTheme(true, termenv.ANSI256, true)
		d.Size(120, 40).Press(keys...).Settle()
		for _, r := range d.Screen() {
			if r > 0x7e {
				t.Fatalf("after %q the screen holds %q:\n%s", keys, r, d.Screen())
			}
		}
	}
}

func TestWithoutColourTheScreenHasNone(t *testing.T) {
	d := drive(t, examined())
	d.m.opts.Profile = termenv.Ascii
	d.m.theme = views.NewTheme(true, termenv.Ascii, false)
	for _, keys := range [][]string{nil, {"2", "enter"}, {"esc", "0"}, {"3", "enter"}, {"k"}, {"esc", "D"}} {
		d.Size(120, 40).Press(keys...).Settle()
		for _, paint := range regexp.MustCompile("\x1b\\[([0-9;]*)m").FindAllStringSubmatch(d.m.View(), -1) {
			for _, code := range strings.Split(paint[1], ";") {
				if n, _ := strconv.Atoi(code); n >= 30 {
					t.Fatalf("after %q the screen holds the colour %q", keys, paint[0])
				}
			}
		}
	}
}

func TestNothingForeignReachesTheTerminal(t *testing.T) {
	const evil = "a\x1b[2J\x1b]52;c;eA==\x07\x9b31m\u202e\r\n\tz"
	f := story()
	s := &f.status
	s.Session, s.Listen, s.Upstream, s.Model, s.Banner = evil, evil, evil, evil, evil
	e := report.Entity{Key: evil, Kind: evil, Language: "go", Hash: evil, Version: 1, Grant: evil, Origin: evil, Stale: evil}
	f.entities = []report.Entity{e}
	gates := event.GateReport{Decision: evil, Grant: evil, Base: evil, Reasons: []string{evil}, Checks: []event.Check{{Name: evil, Gate: "A", Detail: evil}}}
	f.details = map[string]report.Detail{evil: {Entity: e, Content: []byte(evil), Gates: gates, Versions: []report.Version{{State: evil, Reason: evil, Hash: evil}}}}
	p := report.Proposal{ID: evil, Entity: evil, Reasons: []string{evil}, Confidence: evil, State: evil}
	f.pending = []report.Proposal{p}
	f.reviews = map[string]report.Review{evil: {Proposal: p, Gates: gates, Base: []byte("x"), Proposed: []byte(evil)}}
	f.diverged = []report.Settlement{{
		Divergence:  stale.Divergence{Key: evil, Path: evil, Reason: evil, Detail: evil, Hash: evil, Disk: evil, Changed: noon},
		Invalidates: []string{evil}, Truth: []byte("x"), OnDisk: []byte(evil),
	}}
	f.doctor = report.DoctorReport{
		Status: evil, ReadFailures: []report.ReadFailure{{Path: evil, Detail: evil}}, Checks: []report.DoctorCheck{{Name: evil, Status: evil, Detail: evil}},
		Size: &report.DatabaseSize{Smaller: []string{evil}},
	}
	f.adoption = events.Adoption{Files: 1, Tombstoned: []string{evil}, Skipped: []events.SkippedFile{{Path: evil, Why: evil}}}
	f.activities = []events.Activity{{
		Episode: evil, Path: evil, Model: evil, Prompt: evil, Error: evil, Started: noon, Phase: events.Streaming,
		Hydrated: []event.EntityRef{{Entity: evil, Reason: evil}}, Outcomes: []events.Outcome{{Entity: evil, Reason: evil}},
	}}
	f.activities = append(f.activities, events.Activity{Episode: "x", Kind: "turn", Phase: events.Done, Started: noon.Add(-time.Hour)})
	f.exchanges = map[string]report.Exchange{"x": {
		Inserted: "[CURRENT STATE: AUTHORITATIVE]\nEntity: " + evil + "\nSource: x\n" + evil + "\n[END CURRENT STATE]\n" + evil, Prompt: evil, Reply: evil,
		Entities: []string{evil}, Artifacts: []report.Version{{State: evil, Reason: evil, Hash: evil, Convention: evil, Gates: gates}},
		Episode: event.Episode{EpisodeOpened: event.EpisodeOpened{Withheld: []event.EntityRef{{Entity: evil, Reason: evil}}}},
	}}
	d := drive(t, f).Size(120, 40)
	look := func() {
		t.Helper()
		for _, r := range strings.ReplaceAll(ansi.Strip(d.m.View()), "\n", "") {
			if r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x202e {
				t.Fatalf("the screen holds %U", r)
			}
		}
		for rest := d.m.View(); ; {
			i := strings.IndexByte(rest, 0x1b)
			if i < 0 {
				break
			}
			rest = rest[i+1:]
			if end := strings.IndexByte(rest, 'm'); end < 0 || strings.Trim(rest[:end], "[0123456789;") != "" {
				t.Fatalf("the screen holds the sequence %q", rest[:min(len(rest), 12)])
			}
		}
	}
	for _, k := range []string{"0", "v", "v", "1", "x", "esc", "2", "0", "v", "2", "enter", "x", "esc", "esc", "3", "0", "v", "3", "enter", "m", "esc", "5", "enter", "?", "esc", "5", "G", "0", "v", "v", "v", "v", "v", "esc", "1", "/"} {
		d.Press(k)
		look()
	}
	d.Send(pasteMsg{Text: evil})
	look()
	d.Press("esc").Emit(events.Event{Kind: events.KindAlert, Alert: evil, Entity: evil})
	look()
	d.Press("!")
	look()
	d.Press("esc", "D")
	look()
	f.ledger = []report.LedgerRow{{Seq: 1, Type: evil, Who: evil, What: evil, Entity: evil, Why: evil, Hash: evil, Prev: evil}}
	for _, k := range []string{"esc", "L", "enter", "v", "esc", "esc"} {
		d.Press(k)
		look()
	}
	d.Press("1", "A").Send(pasteMsg{Text: evil})
	look()
	d.Press("enter").Settle()
	look()
	d.Press("y").Sees("Skipped: 1 file")
	look()
}

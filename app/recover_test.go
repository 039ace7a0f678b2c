package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"holdfast/engine/canon"
	"holdfast/engine/events"
	"holdfast/engine/recovery"
	"holdfast/engine/report"
)

const (
	goodBlock = "Here it is:\n```json\n{\"type\": \"CANON_STATE_DELTA\", \"seq\": 12}\n```\n"
	badBlock  = "{\"type\": \"CANON_STATE_DELTA\"}"
	noBlock   = "y\ny\nq\ny\n"
)

// lost is the story after its database was lost, with a block to recover from.
func lost() *fake {
	f := story()
	f.activities, f.entities, f.pending, f.ledger = nil, nil, nil, nil
	why := "the database is missing or empty, but HEAD says that session api-refactor stood at row 118; recover the session, or declare a fresh start"
	f.status.Entities, f.status.Pending, f.status.Head = 0, 0, 0
	f.status.ReadOnly, f.status.Banner = why, "READ-ONLY: "+why
	withBlocks(f, why)
	return f
}

// withBlocks has the story recover from blocks.
func withBlocks(f *fake, doubt string) {
	const dialog = "web/components/SessionTimeoutDialog.tsx::SessionTimeoutDialog"
	step := func(key, line, reason, current string) canon.Step {
		path, symbol, _ := strings.Cut(key, "::")
		return canon.Step{Key: key, Path: path, Symbol: symbol, Hash: "sha256:9f2c", Line: line, Reason: reason, Current: current}
	}
	f.plans = map[string]recovery.Preview{
		goodBlock: {
			Kind: canon.StateDelta, Seq: 12, Hash: "sha256:aa", Doubt: doubt,
			Decision: canon.Decision{Mode: canon.ModeC, Summary: "The model's code became AUTHORITATIVE: src/pool.go::Pool.Acquire"},
			Plan: canon.Plan{
				Restored: []canon.Step{
					step("src/pool.go::Pool.Acquire", "// Acquire takes a connection or waits for one.", "the Vault has this version; it replaces sha256:0b1d2c3e4f5a", "sha256:0b1d2c3e4f5a"),
					step("src/pool.go::Pool.Release", "// Release gives a connection back.", "the Vault has this version", ""),
				},
				Healed:    []canon.Step{step("src/jwt.go::Sign", "func Sign(key []byte) {", "the disk has this version", "")},
				Missing:   []canon.Step{step(dialog, "", "the Vault does not have this version, and the disk holds another one, sha256:77aa00bb11cc", "")},
				Dropped:   []canon.Step{step("src/new.go::New", "func New() *Pool {", "the document does not hold it", "sha256:01")},
				Unchanged: []canon.Step{step("README.md::*", "# api", "the State Map has this version", "sha256:9f2c"), step("src/pool.go::Pool", "type Pool struct {", "the State Map has this version", "sha256:9f2c")},
			},
		},
		badBlock: {Faults: []canon.Fault{
			{Path: "$", Text: "lacks current_state: a differential-only delta cannot be recovered from"},
			{Path: "seq", Text: "is missing"},
			{Path: "current_state.open_conflicts[0].status", Text: "is \"maybe\", and must be open, resolved or deferred"},
		}},
	}
	f.last = 12
	f.blocks = map[string]string{"api-refactor": "the block of api-refactor", "docs": "the block of docs", "seq 3": "{\n  \"type\": \"CANON_STATE_DELTA\",\n  \"seq\": 3\n}\n"}
}

// blocked is the story with blocks to recover from.
func blocked() *fake {
	f := story()
	withBlocks(f, "")
	return f
}

func TestABlockIsRecoveredFromAPasteAnywhere(t *testing.T) {
	for name, at := range map[string][]string{
		"in a list": nil, "in the detail": {"0"}, "over the help": {"?"}, "in a review": {"2", "enter"}, "in the sessions": {"s"}, "in the ledger": {"L"},
		"asked for": {"p"},
	} {
		t.Run(name, func(t *testing.T) {
			f := blocked()
			d := drive(t, f).Size(120, 40).Press(at...).Send(pasteMsg{Text: goodBlock})
			d.Sees("✓ valid", "state 12 of its session", "2 symbols come back from the Vault", "1 symbol comes back from the disk", "1 symbol cannot come back",
				"1 symbol leaves the State Map", "2 symbols stay as they are", "// Acquire takes a connection", "it replaces sha256:0b1d2c3e4f5a",
				"the disk holds another one", "y will recover the session in a moment")
			d.Press("y").Sees("not ready yet")
			wantDecided(t, f)
			d.Settle().Sees("y recover the session").Press("y")
			wantDecided(t, f, "recover from 12")
			d.Sees("✓ Session api-refactor is recovered from state 12: 3 symbols came back", "stands at state 13 now", "holdfast checkpoint")
			d.Press("c")
			if !slices.Equal(d.copied, []string{"the block of api-refactor"}) {
				t.Errorf("copied %q", d.copied)
			}
			d.Press("y").Sees("it is done").Press("esc").SeesNo("is recovered from")
			wantDecided(t, f, "recover from 12")
			if len(at) == 0 {
				d.Press("p").Sees("Paste a backup block here") // what served is not kept
			}
		})
	}
}

// Whoever pastes sits at the terminal, whatever it reported before.
func TestAPasteShowsThatSomeoneIsHere(t *testing.T) {
	f := blocked()
	d := drive(t, f).Size(80, 24).Send(tea.BlurMsg{}).Send(pasteMsg{Text: goodBlock}).SeesNo("no focus here").Settle().Press("y")
	wantDecided(t, f, "recover from 12")
	d.Sees("is recovered from state 12")
}

func TestAnInvalidBlockTellsEveryFaultAndDoesNothing(t *testing.T) {
	f := blocked()
	d := drive(t, f).Size(80, 24).Send(pasteMsg{Text: badBlock})
	d.Sees("✗ invalid: 3 faults, nothing is changed", "current_state.open_conflicts[0].status", "must be open, resolved or deferred", "seq\n", "is missing")
	d.Settle().Press("y").Sees("y: it is not valid")
	wantDecided(t, f)
	faults := make([]canon.Fault, 300)
	for i := range faults {
		faults[i] = canon.Fault{Path: fmt.Sprintf("current_state.authorized_deltas[%d].status", i), Text: "is missing"}
	}
	f.plans[badBlock+" "] = recovery.Preview{Faults: faults}
	d.Send(pasteMsg{Text: badBlock + " "}).Sees("300 faults").Press("G").Sees("authorized_deltas[299].status").Press("g").Sees("300 faults")
}

func TestAPasteThatIsNoBlockSaysSoAndDoesNothingElse(t *testing.T) {
	for name, at := range map[string][]string{"in a list": nil, "in a review": {"2", "enter"}, "in the ledger": {"L"}, "in the preview of another": {"p"}} {
		f := blocked()
		d := drive(t, f).Size(80, 24).Press(at...)
		if name == "in the preview of another" {
			d.Send(pasteMsg{Text: goodBlock}).Sees("✓ valid")
		}
		before := len(d.m.overlays)
		d.Settle().Send(pasteMsg{Text: noBlock}).Sees("it holds no CANON_STATE_DELTA to recover from")
		if len(d.m.overlays) != before {
			t.Errorf("%s: it changed what is open", name)
		}
		wantDecided(t, f)
	}
	f := blocked()
	drive(t, f).Size(80, 24).Press("/").Send(pasteMsg{Text: goodBlock}).SeesNo("valid").Sees("/Here it")
	if f.calls["RecoveryPlan"] != 0 {
		t.Error("a paste into a text field was looked at")
	}
	drive(t, f).Size(80, 24).Send(pasteMsg{TooBig: true}).Sees("was dropped")
	drive(t, f).Size(80, 24).Send(pasteMsg{Text: noBlock, Bare: true}).Sees("Too fast for keys", "Paste with p.").Send(pasteMsg{Text: goodBlock, Bare: true}).Sees("✓ valid")
	drive(t, f).Size(80, 24).Press("p").Send(pasteMsg{Text: goodBlock, Bare: true}).Sees("✓ valid")
}

func TestAPasteIsKeptUntilItHasServed(t *testing.T) {
	f := blocked()
	d := drive(t, f).Size(80, 24).Send(pasteMsg{Text: goodBlock}).Press("esc").SeesNo("valid").Press("p").Sees("✓ valid", "state 12")
	d.Press("p").Sees("Paste a backup block").Press("esc", "p").Sees("Paste a backup block") // dropped by the key
	d.Send(pasteMsg{Text: badBlock}).Press("esc", "p").Sees("✗ invalid")
	wantDecided(t, f)
}

func TestARecoveryIsRefusedWhenWhatWasShownChanged(t *testing.T) {
	f := blocked()
	d := drive(t, f).Size(120, 40).Send(pasteMsg{Text: goodBlock}).Settle().Sees("y recover")
	moved := f.plans[goodBlock]
	moved.Plan.Missing, moved.Plan.Healed = moved.Plan.Healed, nil
	f.plans[goodBlock] = moved // the disk changed, and nobody told
	d.Press("y").Sees("Not done: it changed while you looked at it", "1 symbol cannot come back").SeesNo("comes back from the disk")
	wantDecided(t, f)
	d.Press("y").Sees("not ready yet")
	moved.Plan.Missing = nil
	f.plans[goodBlock] = moved
	d.Settle().Emit(events.Event{Kind: events.KindState}).Sees("It changed while you looked at it").SeesNo("cannot come back")
	if d.m.armed() {
		t.Error("another plan leaves the recovery armed")
	}
	d.Emit(events.Event{Kind: events.KindState}).Settle().Emit(events.Event{Kind: events.KindState})
	if !d.m.armed() {
		t.Error("an event that changed nothing disarms")
	}
	f.decideErr = errBroken
	d.Press("y").Sees("Not done: the database is locked", "✓ valid")
	f.decideErr = nil
	d.Settle().Press("y")
	wantDecided(t, f, "recover from 12")
}

func TestNothingWaitsForTheEngineToLookAtAPaste(t *testing.T) {
	f := blocked()
	d := drive(t, f).Size(80, 24)
	_, cmd := d.m.Update(pasteMsg{Text: goodBlock}) // the engine has not answered yet
	d.Sees("Looking at what was pasted").Press("2").Sees("2 Pending")
	d.run(cmd)
	d.Sees("✓ valid").Settle()
	_, cmd = d.m.Update(key("y"))
	d.Settle().Sees("recovering").Press("y").Sees("it is being recovered").Press("p").Sees("it is being recovered")
	d.Send(pasteMsg{Text: badBlock}).Sees("A recovery is under way")
	d.run(cmd)
	d.Sees("is recovered from state 12")
	wantDecided(t, f, "recover from 12")
	f.readErr = errBroken
	drive(t, f).Size(80, 24).Send(pasteMsg{Text: goodBlock}).Sees("It could not be looked at: the database is locked").Press("y").Sees("y: the database is locked")
}

func TestABlockIsReadFromAFileThatIsNamed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"block.json": goodBlock, "other.txt": noBlock} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := lost()
	long.status.ReadOnly = strings.Repeat("the Ledger is damaged ", 60) + "at its end"
	drive(t, long).Size(60, 20).Press("p").SeesNo("at its end").Press(slices.Repeat([]string{"down"}, 30)...).Sees("at its end")
	f := blocked()
	f.status.Workspace = dir
	d := drive(t, f).Size(80, 24).Press("p", "enter").Sees("enter: paste a block, or type the path of a file first")
	d.Type("nowhere").Press("enter").Sees("there is nothing to read", "path: nowhere")
	d.Press("esc", "p").Type("other.txt").Press("enter").Sees("That file holds no CANON_STATE_DELTA", "path: other.txt")
	d.Press("esc", "p").Type(".").Press("enter").Sees("is no file that can be read")
	d.Press("esc", "p").Send(pasteMsg{Text: "'" + filepath.Join(dir, "block.json") + "'"}).Press("enter").Sees("✓ valid").Press("esc", "p").Sees("✓ valid")
	d.Press("p").Type("block.json").Press("enter").Sees("✓ valid").Settle().Press("y")
	wantDecided(t, f, "recover from 12")
}

func TestReadOnlyModeSaysWhyAndWhichKeysLeadOut(t *testing.T) {
	f := lost()
	d := drive(t, f).Size(80, 24).Sees("! READ-ONLY: p recovers from a block, F starts empty. Because the database is", "p recover", "F fresh start")
	d.Press("F").Sees("Start empty, without what was recorded?", "Every session of this workspace begins anew", "Nothing is deleted", "start empty in a moment").Press("y")
	wantDecided(t, f)
	d.Press("esc").SeesNo("Start empty, without").Press("F").Settle().Sees("y start empty").Press("y")
	wantDecided(t, f, "fresh start")
	d.Sees("A fresh start is declared: the State Map is empty").SeesNo("READ-ONLY").Press("esc")
	d.SeesNo("F fresh start").Press("F").Sees("F: what is recorded is sound")
	wantDecided(t, f, "fresh start")

	f = lost()
	f.decideErr = errors.New("the database is too damaged to go on with")
	d = drive(t, f).Size(80, 24).Press("F").Settle().Press("y").Sees("Not done: the database is too damaged", "READ-ONLY")
	f.decideErr = nil
	d.Send(pasteMsg{Text: goodBlock}).Sees("Read-only mode ends.").Settle().Press("y").SeesNo("READ-ONLY").Sees("Read-only mode is over")
	wantDecided(t, f, "recover from 12")

	f = lost()
	f.status.Banner = "NOT RECORDED: the disk is full"
	drive(t, f).Size(80, 24).Sees("NOT RECORDED: the disk is full") // the worse of two
}

// emittedRow is a row of the Ledger that records a delta.
func emittedRow(row, delta int64) report.LedgerRow {
	return report.LedgerRow{
		Seq: row, Type: "canon_emitted", Who: "holdfast", What: "emitted", Canon: delta, Time: noon, Hash: fmt.Sprintf("sha256:%064x", row),
		Why: fmt.Sprintf("CANON_STATE_DELTA %d, mode C: The model's code became AUTHORITATIVE: src/pool.go::Pool.Acquire", delta),
	}
}

func TestABlockOfTheLedgerIsShownAndCopied(t *testing.T) {
	f := blocked()
	f.ledger = append(f.ledger, emittedRow(9, 3), emittedRow(10, 4)) // the other cannot be made again
	f.status.Head = 10
	d := drive(t, f).Size(120, 40).Press("L", "j", "c").Sees("Copied the CANON_STATE_DELTA (46 B).")
	d.Press("enter").Sees("[block]", `"type": "CANON_STATE_DELTA"`).Press("c")
	if want := f.blocks["seq 3"]; !slices.Equal(d.copied, []string{want, want}) {
		t.Errorf("copied %q", d.copied)
	}
	d.Press("esc", "k", "c").Sees("Not copied: there is no delta of seq 4").Press("enter").Sees("The block cannot be made again: there is no delta of seq 4")
	d.Press("esc", "G", "c")
	if d.copied[2] != f.ledger[0].Hash {
		t.Errorf("of another row %q was copied", d.copied[2])
	}
}

func TestTheBlockOfASessionIsCopied(t *testing.T) {
	f := idle()
	withBlocks(f, "")
	d := drive(t, f).Size(120, 40).Press("s", "c").Sees("Copied the CANON_STATE_DELTA").Press("j", "j", "c")
	if !slices.Equal(d.copied, []string{"the block of api-refactor", "the block of docs"}) {
		t.Errorf("copied %q", d.copied)
	}
	d.Press("j", "c").Sees("Not copied: there is no delta of spike")
	f.status.ReadOnly = "the chain is broken"
	drive(t, f).Size(120, 40).Press("s", "c").Sees("c: in read-only mode there is no state to vouch for")
}

func TestTheScreensOfARecoveryAreDrawnAsKept(t *testing.T) {
	paste := func(text string) func(*driver) { return func(d *driver) { d.Send(pasteMsg{Text: text}) } }
	press := func(keys ...string) func(*driver) { return func(d *driver) { d.Press(keys...) } }
	emitted := func() *fake {
		f := blocked()
		f.ledger = append(f.ledger, emittedRow(9, 3))
		f.status.Head = 9
		return f
	}
	for _, c := range []struct {
		name string
		make func() *fake
		play []func(*driver)
	}{
		{"ledger-block", emitted, []func(*driver){press("L", "enter")}},
		{"read-only", lost, nil},
		{"recover-waiting", lost, []func(*driver){press("p", "b", "l", "o", "c", "k")}},
		{"recover-invalid", blocked, []func(*driver){paste(badBlock)}},
		{"recover-early", blocked, []func(*driver){func(d *driver) { d.Settle(); d.Send(pasteMsg{Text: goodBlock}); d.Press("y") }}},
		{"recover-preview", lost, []func(*driver){paste(goodBlock), func(d *driver) { d.Settle() }}},
		{"recover-preview-end", blocked, []func(*driver){paste(goodBlock), press("G"), func(d *driver) { d.Settle() }}},
		{"recover-done", lost, []func(*driver){paste(goodBlock), func(d *driver) { d.Settle() }, press("y")}},
		{"fresh-start", lost, []func(*driver){press("F"), func(d *driver) { d.Settle() }}},
		{"fresh-started", lost, []func(*driver){press("F"), func(d *driver) { d.Settle() }, press("y")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range sizes {
				d := drive(t, c.make()).Size(size.w, size.h)
				for _, play := range c.play {
					play(d)
				}
				golden(t, fmt.Sprintf("screens/%s-%dx%d.txt", c.name, size.w, size.h), d.Screen())
			}
		})
	}
}

func TestTheScreensOfARecoveryFitAndAreCleanAtEverySize(t *testing.T) {
	evil := "\x1b[2J\x07源/日本\u202e.go::受け取る👩‍💻" + strings.Repeat("長い ", 40)
	f := lost()
	f.status.ReadOnly = evil
	one := []canon.Step{{Key: evil, Line: evil, Reason: evil, Current: evil}}
	f.plans[goodBlock] = recovery.Preview{
		Kind: canon.StateDelta, Seq: 1, Doubt: evil, Decision: canon.Decision{Summary: evil},
		Plan: canon.Plan{Restored: one, Healed: one, Missing: one, Dropped: one, Unchanged: one},
	}
	f.plans[badBlock] = recovery.Preview{Faults: []canon.Fault{{Path: evil, Text: evil}}}
	for _, msgs := range [][]tea.Msg{nil, {key("p"), pasteMsg{Text: evil}}, {pasteMsg{Text: badBlock}}, {pasteMsg{Text: goodBlock}}, {key("F")}} {
		d := drive(t, f).Size(80, 24)
		for _, msg := range msgs {
			d.Send(msg)
		}
		for w := 1; w <= 250; w += 13 {
			for h := 1; h <= 80; h += 7 {
				d.Size(w, h)
				lines := strings.Split(d.m.View(), "\n")
				if len(lines) > h {
					t.Fatalf("%dx%d: %d lines", w, h, len(lines))
				}
				for _, l := range lines {
					if n := ansi.StringWidth(l); n > w {
						t.Fatalf("%dx%d: a line of %d columns: %q", w, h, n, l)
					}
					for _, r := range ansi.Strip(l) {
						if r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x202e {
							t.Fatalf("%dx%d: the screen holds %U", w, h, r)
						}
					}
				}
			}
		}
	}
}

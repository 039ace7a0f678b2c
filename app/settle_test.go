package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/store/event"
)

const (
	adopted = "adopt src/pool.go::Pool.Acquire a5 against sha256:d15c01"
	kept    = "keep src/pool.go::Pool.Acquire a5 against sha256:d15c01"
)

func TestADivergenceIsSettledWithTwoKeysAndAMoment(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(*driver)
		want []string
	}{
		{"enter opens and never confirms", func(d *driver) { d.Press("enter").Settle().Press("enter").Settle().Press("enter") }, nil},
		{"y without a direction does nothing and says why", func(d *driver) {
			d.Press("enter").Settle().Press("y").Sees("y: choose first: d takes the disk, m keeps mine").Settle().Press("y")
		}, nil},
		{"o, then y after a moment, adopts", func(d *driver) { d.Press("enter", "d").Settle().Press("y") }, []string{adopted}},
		{"k, then y after a moment, keeps", func(d *driver) { d.Press("enter", "m").Settle().Press("y") }, []string{kept}},
		{"o and y at once do nothing", func(d *driver) { d.Press("enter").Settle().Press("d", "y", "y", "y") }, nil},
		{"k and y at once do nothing", func(d *driver) { d.Press("enter").Settle().Press("m", "y", "y", "y") }, nil},
		{"the last direction counts", func(d *driver) { d.Press("enter", "d", "m").Settle().Press("y") }, []string{kept}},
		{"a opens to adopt, y confirms", func(d *driver) { d.Press("a").Settle().Press("y") }, []string{adopted}},
		{"a and y at once do nothing", func(d *driver) { d.Press("a", "y", "y") }, nil},
		{"a key before y starts the moment anew", func(d *driver) { d.Press("a").Settle().Press("j", "y") }, nil},
		{"coming back to the terminal starts it anew", func(d *driver) {
			d.Press("a").Settle().Send(tea.BlurMsg{}).Send(tea.FocusMsg{}).Press("y")
		}, nil},
		{"a terminal without the focus confirms nothing", func(d *driver) {
			d.Press("a").Send(tea.BlurMsg{}).Settle().Sees("no focus here").Press("y")
		}, nil},
		{"a screen that is too small confirms nothing", func(d *driver) { d.Press("a").Size(40, 10).Settle().Press("y") }, nil},
		{"help over the review confirms nothing", func(d *driver) { d.Press("a", "?").Settle().Press("y").Press("esc", "y") }, nil},
		{"y twice settles once", func(d *driver) { d.Press("a").Settle().Send(key("yy")) }, []string{adopted}},
		{"a paste confirms nothing", func(d *driver) { d.Press("a").Settle().Send(pasteMsg{Text: "y"}).Settle() }, nil},
		{"a paste without brackets confirms nothing", func(d *driver) { d.Press("enter").Settle().Send(key("oy")).Send(key("ky")) }, nil},
		{"the first of several keys at once confirms nothing", func(d *driver) {
			d.Press("a").Settle().Send(burstMsg{}).Send(key("y")).Send(key("enter"))
		}, nil},
		{"a burst of o and y confirms nothing", func(d *driver) {
			d.Press("enter").Settle().Send(burstMsg{}).Send(key("d")).Send(key("y"))
		}, nil},
		{"esc decides nothing", func(d *driver) { d.Press("enter", "d").Settle().Press("esc").Settle().Press("y") }, nil},
		{"o in the list does nothing", func(d *driver) { d.Press("d").Settle().Press("y") }, nil},
		{"the mouse decides nothing", func(d *driver) {
			d.Press("a").Settle()
			for y := range 24 {
				d.Send(tea.MouseMsg{X: 3, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			}
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := disputed()
			d := drive(t, f).Size(80, 24).Press("3").Settle()
			c.play(d)
			wantDecided(t, f, c.want...)
		})
	}
}

func TestTheDirectionIsSaidInWords(t *testing.T) {
	d := drive(t, disputed()).Size(120, 40).Press("3", "enter")
	d.Sees("▲ STALE: someone changed it on disk", "− State Map v6   + disk",
		"d take the disk: the file's version becomes the current one (v7)",
		"m keep mine: ignore this version of the file; holdfast's stays current until the file changes again",
		"choose first")
	d.Press("d").Settle().Sees("> d take the disk", "y take the disk: its version becomes the current one")
	d.Press("m").Settle().Sees("> m keep mine", "y keep mine: ignore this version of the file").SeesNo("> d")
	d.Press("esc", "j", "j", "enter").Sees("▽ VANISHED", "so it is removed", "disk: nothing of it").Press("d").Settle().Sees("y take the disk: the symbol is removed")
}

func TestASettledDivergenceLeavesTheScreen(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(120, 40).Sees("▲2 stale", "3 Stale 2 · 1 vanished · 1 unreadable").Press("3", "enter", "m").Settle().Press("y")
	d.Sees("Kept yours of src/pool.go::Pool.Acquire: this version of the file is ignored", "▲1 stale", "3 Stale 1 · 1 vanished").SeesNo("Review ")
	d.Press("g", "a").Settle().Press("y").Sees("Adopted src/pool.go::Pool.Release from disk")
	d.Press("g", "a").Settle().Press("y").Sees("Removed src/jwt.go::Verify: the file does not hold it", "3 Stale 0 · 1 unreadable").SeesNo("▲ stale", "stale  ◆")
}

func TestTheReviewFollowsTheDisk(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24).Press("3", "enter", "m").Settle()
	d.Emit(events.Event{Kind: events.KindState}).Sees("y keep mine")
	if !d.m.armed() {
		t.Error("an event that changed nothing disarms")
	}
	saved := strings.Replace(acquireOnDisk, "return nil, err", "return nil, ErrClosed", 1)
	f.diverged[0].OnDisk, f.diverged[0].Disk, f.diverged[0].Shown.Disk = []byte(saved), "sha256:d15c99", "sha256:d15c99"
	d.Emit(events.Event{Kind: events.KindState}).Sees("It changed while you looked at it", "ErrClosed", "choose first")
	d.Settle().Press("y")
	wantDecided(t, f)
	d.Press("m").Settle().Press("y")
	wantDecided(t, f, "keep src/pool.go::Pool.Acquire a5 against sha256:d15c99")
}

func TestALayoutThatChangesIsShownToo(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24).Press("3", "a").Settle()
	f.diverged[0].OnDisk = []byte(strings.Replace(acquireOnDisk, "c := p.idle[0]", "c  :=  p.idle[0]", 1)) // the same canonical form
	d.Emit(events.Event{Kind: events.KindState}).Sees("It changed while you looked at it", "c  :=  p.idle[0]")
}

func TestASettlementIsRefusedWhenTheDiskChanged(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24).Press("3", "enter", "d").Settle()
	f.decideErr = fmt.Errorf("adopt: %w", engine.ErrChanged)
	f.diverged[0].OnDisk, f.diverged[0].Shown.Disk = []byte("func (p *Pool) Acquire() {}\n"), "sha256:d15c99"
	d.Press("y").Sees("changed while you looked at it", "+1 −13", "choose first")
	f.decideErr = nil
	d.Settle().Press("y")
	wantDecided(t, f)
	d.Press("d").Settle().Press("y")
	wantDecided(t, f, "adopt src/pool.go::Pool.Acquire a5 against sha256:d15c99")
}

func TestTheDiskThatCatchesUpLeavesNothingToDecide(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24).Press("3", "enter", "m").Settle()
	f.diverged = f.diverged[1:]
	d.Emit(events.Event{Kind: events.KindState}).Sees("It cannot be decided", "agree about").Settle().Press("y", "d", "m", "e", "c", "v")
	wantDecided(t, f)
	d.Press("esc").Sees("3 Stale 1")
}

func TestWhatWasReadForAClosedReviewReachesNoOther(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(80, 24).Press("3")
	_, late := d.m.Update(key("enter")) // its answer comes late
	d.Press("esc")
	_, second := d.m.Update(key("enter"))
	d.run(late)
	if opened[*review](d.m.overlays).known {
		t.Error("a review shows what was read for the one before")
	}
	d.run(second)
	d.Sees("choose first")
}

func TestAnUnreadableFileLeavesNothingToDecide(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(120, 40).Press("3", "G", "enter").Sees("? UNREADABLE", "permission denied", "There is nothing to compare")
	for _, k := range []string{"d", "m", "y", "v"} {
		d.Settle().Press(k).Sees(k + ": the disk cannot be read: there is nothing to decide")
	}
	wantDecided(t, f)
}

func TestTheArtifactIsCopiedToBePastedIntoTheFile(t *testing.T) {
	d := drive(t, disputed()).Size(120, 40).Press("3", "c", "enter", "c").Sees("Copied the artifact").Press("esc", "0", "c")
	if want := []string{"src/pool.go::Pool.Acquire", acquireGo, acquireGo}; !slices.Equal(d.copied, want) {
		t.Errorf("copied %q, want %q", d.copied, want)
	}
}

func TestTheFileIsOpenedWhereTheSymbolIs(t *testing.T) {
	f := disputed()
	d := drive(t, f).Size(120, 40).Press("3", "e", "enter", "e")
	want := "/home/you/api src/pool.go // Acquire takes a connection or waits for one."
	if !slices.Equal(d.edited, []string{want, want}) {
		t.Errorf("opened %q, want %q twice", d.edited, want)
	}
	if d.m.armed() {
		t.Error("a decision is armed as the editor ends")
	}
	d.Press("esc", "j", "j", "e").Sees("e: the file is gone from the disk").Press("enter", "e").Sees("e: the file is gone from the disk")
	d.m.opts.Edit = func(_, _ string, _ []byte, done func(error) tea.Msg) tea.Msg {
		return done(errors.New("exit status 1"))
	}
	d.Press("esc", "g", "e").Sees("The editor: exit status 1")
	d.m.opts.Edit = nil
	d.Press("e").Sees("e: set $VISUAL or $EDITOR")
}

func TestOneEditorIsOpenedAtATime(t *testing.T) {
	d := drive(t, disputed()).Size(120, 40).Press("3")
	_, first := d.m.Update(key("e")) // it has not ended yet
	d.Press("e").Sees("the editor is being opened already")
	d.run(first)
	d.Press("e")
	if len(d.edited) != 2 {
		t.Errorf("the editor was opened %d times, want 2", len(d.edited))
	}
}

func TestTheStalePaneTellsReasonsApart(t *testing.T) {
	d := drive(t, disputed()).Size(200, 60).Press("3")
	d.Sees("src/pool.go::Pool.Acquire", "▲ changed  +3 −3  3 min", "▲ not saved yet  +1 −0  2 h", "▽ deleted  +0 −3", "? unreadable")
	d.Sees("▲ stale", "▽ vanished", "? unreadable") // in the State Map
	d.Press("/").Type("vanished").Press("enter").Sees("src/jwt.go::Verify").SeesNo("▲ changed")
	d.Press("esc", "1", "/").Type("stale").Press("enter").Sees("State Map 2 of 9 /stale", "Pool.Release").SeesNo("> src/jwt.go::Sign")
	d.Press("esc", "G", "k", "k", "enter").Sees("▲ STALE: the file does not hold this version yet")
}

func TestDifferencesAreMeasuredOnceAndNotAllAtOnce(t *testing.T) {
	f := disputed()
	one := f.diverged[0]
	f.diverged = nil
	for i := range 3 * maxMeasured {
		s := one
		s.Key = fmt.Sprintf("src/p%d.go::F", i)
		s.Shown.Entity = s.Key
		f.diverged = append(f.diverged, s)
	}
	d := drive(t, f).Size(80, 24)
	step := func(name string, want int) {
		t.Helper()
		if n := f.calls["Settlement"]; n != want {
			t.Errorf("%s: %d differences were measured, want %d", name, n, want)
		}
	}
	step("the first load", maxMeasured)
	d.Emit(events.Event{Kind: events.KindState}).Emit(events.Event{Kind: events.KindState})
	step("two loads later", 3*maxMeasured)
	d.Emit(events.Event{Kind: events.KindState})
	step("when all are known", 3*maxMeasured)
	f.diverged[0].Disk, f.diverged[0].Shown.Disk = "sha256:d15c99", "sha256:d15c99"
	d.Emit(events.Event{Kind: events.KindState})
	step("when one changed", 3*maxMeasured+1)
	f.diverged = nil
	d.Emit(events.Event{Kind: events.KindState})
	if n := len(d.m.panes.disk.sizes); n != 0 {
		t.Errorf("%d measures are kept of what agrees by now", n)
	}
}

func TestAgesGoOnByTheMinuteWhileSomethingIsStale(t *testing.T) {
	f := disputed()
	f.activities = nil
	d := drive(t, f).Size(200, 60).Sees("3 min")
	if n := len(d.timers); n != 1 {
		t.Fatalf("%d timers run, want the one of the ages", n)
	}
	d.Wait(10 * time.Minute).Sees("13 min")
	f.diverged = nil
	d.Emit(events.Event{Kind: events.KindState}).Wait(2 * time.Minute)
	if n := len(d.timers); n != 0 {
		t.Errorf("%d timers run while the disk and the State Map agree", n)
	}
}

func TestAnEntityMissingFromItsFileIsNotCalledMissingFile(t *testing.T) {
	f := disputed()
	s := &f.diverged[0]
	s.Disk, s.Shown.Disk, s.OnDisk, s.Detail = event.DiskAbsent, event.DiskAbsent, nil, "src/pool.go does not define it any more"
	drive(t, f).Size(120, 40).Press("3", "enter").Sees("▲ STALE", "disk does not define it", "so it is removed").Press("e").SeesNo("gone")
}

// What the operator acknowledged still differs, and nothing says that it agrees.
func TestWhatIsKeptIsNotSaidToAgree(t *testing.T) {
	f := story()
	d := drive(t, f).Size(160, 50).Press("3").Sees("Files and known code match.")
	f.entities[5].Kept = true
	kept := f.details[f.entities[5].Key]
	kept.Entity.Kept = true
	f.details[f.entities[5].Key] = kept
	d.Emit(events.Event{Kind: events.KindState}).SeesNo("code match").Sees("Nothing to settle. The disk differs", "≠ kept")
	d.Press("R").Sees("Every tracked file was read again: nothing differs but what you keep (1 symbol).").SeesNo("code match")
	d.Press("1", "/").Type("kept").Press("enter").Sees("1 State Map 1 of 9 /kept", "≠ kept: the disk differs, which you know of; any further edit makes it STALE")
}

//go:build unix

package toolbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/bridge"
	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// desk is a box with an asker that notes what becomes of its commands, in order.
type desk struct {
	*Box
	asker Asker
	said  chan string
}

func newDesk(t *testing.T, cfg config.Bridge, unattended bool, record func() error) *desk {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "notes.txt"), []byte("milk\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg.TimeoutSeconds, cfg.OutputKiB = 10, 64
	d := &desk{Box: New(cfg, root, unattended, &events.Hub{}, time.Now), said: make(chan string, 100)}
	d.asker = Asker{
		Episode: "e-1", Conversation: "c", Session: "default",
		Record: func(_ context.Context, _ [][]byte, list []event.Event) error {
			ran := list[0].(event.ToolRan)
			err := record()
			d.said <- fmt.Sprintf("%s by %s", ran.Status, ran.By)
			return err
		},
		Keep: func(r bridge.Result) { d.said <- "kept " + strings.TrimSpace(r.Output) },
	}
	t.Cleanup(d.End)
	return d
}

func recorded() error { return nil }

// asks hands over a reply that asks for a command.
func (d *desk) asks(command string) {
	reply := fmt.Sprintf("```tool\n{\"type\":\"shell\",\"command\":%q}\n```\n", command)
	d.Hear(d.asker, block.Extract(reply, block.Options{}))
}

// hears is what became of the commands, as many as are wanted.
func (d *desk) hears(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for range want {
		got = append(got, <-d.said)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it came to %q, want %q", got, want)
	}
}

func TestABoxHearsNothingBeforeItBeginsNorWhereItIsOff_8_5(t *testing.T) {
	d := newDesk(t, config.Bridge{Mode: config.BridgeAsk}, false, recorded)
	d.asks("cat notes.txt")
	off := newDesk(t, config.Bridge{Mode: config.BridgeOff}, false, recorded)
	off.Begin()
	off.asks("cat notes.txt")
	if len(d.ToolCalls())+len(off.ToolCalls()) > 0 || off.ToolHealth() != nil {
		t.Errorf("%+v and %+v wait", d.ToolCalls(), off.ToolCalls())
	}
}

func TestACommandRunsByTheOperatorsWordOrByTheListAlone_8_5(t *testing.T) {
	d := newDesk(t, config.Bridge{Mode: config.BridgeAllow, Allow: []string{"cat notes.txt"}}, false, recorded)
	d.Begin()
	d.asks("cat notes.txt")
	d.hears(t, bridge.Done+" by allow_list", "kept milk")
	d.asks("echo bread")
	calls := d.ToolCalls() // the first may be listed yet
	bread := calls[len(calls)-1]
	if bread.Approved || bread.Command != "echo bread" {
		t.Fatalf("%+v", calls)
	}
	if err := d.RunTool(context.Background(), bread); err != nil {
		t.Fatal(err)
	}
	d.hears(t, bridge.Done+" by operator", "kept bread")
	d.asks("echo no")
	waiting := d.ToolCalls()
	if err := d.DenyTool(context.Background(), waiting[len(waiting)-1]); err != nil {
		t.Fatal(err)
	}
	d.hears(t, bridge.Denied+" by operator", "kept ")
	if err := d.RunTool(context.Background(), waiting[len(waiting)-1]); !errors.Is(err, sessions.ErrChanged) {
		t.Errorf("what has ended: %v", err)
	}
}

func TestWithoutAScreenWhatIsNotListedIsRefused_8_5(t *testing.T) {
	d := newDesk(t, config.Bridge{Mode: config.BridgeAsk}, true, recorded)
	d.Begin()
	d.asks("cat notes.txt")
	d.hears(t, bridge.Refused+" by nobody", "kept ")
	if ok, says := d.ToolHealth()(); ok || !strings.Contains(says, "is refused") {
		t.Errorf("the doctor says %v, %q", ok, says)
	}
}

func TestAResultThatIsNotOnRecordIsNotShownToTheModel_8_5(t *testing.T) {
	full := errors.New("the disk is full")
	fails := true
	d := newDesk(t, config.Bridge{Mode: config.BridgeAllow, Allow: []string{"cat notes.txt"}}, false, func() error {
		defer func() { fails = false }()
		if fails {
			return full
		}
		return nil
	})
	d.Begin()
	d.asks("cat notes.txt")
	d.asks("cat notes.txt")
	d.hears(t, bridge.Done+" by allow_list", bridge.Done+" by allow_list", "kept milk")
}

func TestAModelThatAsksForEverIsHeardNoLonger_8_5(t *testing.T) {
	d := newDesk(t, config.Bridge{Mode: config.BridgeAsk}, false, recorded)
	d.Begin()
	for n := range 2 * maxWaiting {
		d.asks(fmt.Sprint("echo ", n))
	}
	if calls := d.ToolCalls(); len(calls) != maxWaiting || calls[0].Command != "echo 0" || calls[maxWaiting-1].Command != fmt.Sprint("echo ", maxWaiting-1) {
		t.Errorf("%d commands wait", len(calls))
	}
	d.End()
	if calls := d.ToolCalls(); len(calls) > 0 {
		t.Errorf("after the end %d wait", len(calls))
	}
}

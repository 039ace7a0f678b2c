package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/store/event"
)

// auditedHouse is a house with the shadow audit on; said answers its questions,
// by the entity that is asked about.
func auditedHouse(t *testing.T, said func(entity string) string) *house {
	t.Helper()
	story := poolModel(t)
	h := openHouse(t, func(prompt string) reply {
		_, about, asked := strings.Cut(prompt, "What is the state of ")
		if !asked {
			return story(prompt)
		}
		entity, _, _ := strings.Cut(about, "?")
		return say(said(entity))
	})
	h.configure("[audit]\nenabled = true\n")
	return h
}

// configure restarts the house with a configuration file of the user's.
func (h *house) configure(text string) {
	h.t.Helper()
	home := h.t.TempDir()
	folder := filepath.Join(home, "holdfast")
	if err := os.Mkdir(folder, 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
	h.env = []string{"XDG_CONFIG_HOME=" + home}
	h.reopen()
}

// until waits for a condition that events of the engine bring about.
func (h *house) until(what string, holds func() bool) {
	h.t.Helper()
	wake := make(chan struct{}, 1)
	defer h.Subscribe(func(events.Event) {
		select {
		case wake <- struct{}{}:
		default:
		}
	})()
	for !holds() {
		select {
		case <-wake:
		case <-time.After(time.Minute):
			h.t.Fatalf("within a minute it did not happen that %s", what)
		}
	}
}

func verdict(entity, status string) string {
	return "Sure:\n```json\n{\"entity\": \"" + entity + "\", \"status\": \"" + status + "\"}\n```\n"
}

func (h *house) newest(entity string) report.Version {
	h.t.Helper()
	d, err := h.Detail(context.Background(), entity)
	if err != nil {
		h.t.Fatal(err)
	}
	return d.Versions[0]
}

func (h *house) entity(key string) report.Entity {
	h.t.Helper()
	list, err := h.Entities(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range list {
		if e.Key == key {
			return e
		}
	}
	return report.Entity{}
}

// propose has the model change Acquire in a conversation that never saw it,
// after something has happened.
func (h *house) propose(before func()) {
	h.t.Helper()
	h.ask("write the pool")
	h.until("the pool is audited", func() bool { return h.newest("store/pool.go::Pool.Close").Audit != "" })
	before()
	h.chat = nil
	h.ask("a function with a timeout, please")
}

func Test6BACompletedAuditPromotesWhatLacksOnlyAGrant(t *testing.T) {
	t.Parallel()
	h := auditedHouse(t, func(entity string) string { return verdict(entity, "completed") })
	h.propose(func() {})
	h.until("the proposal is promoted", func() bool { return h.newest(acquire).Grant == "audit" })
	d, err := h.Detail(context.Background(), acquire)
	if err != nil || d.Entity.Version != 2 || !strings.Contains(string(d.Content), "dialTimeout") || d.Versions[0].Audit != event.AuditCompleted {
		t.Errorf("%+v, %v", d, err)
	}
	h.verified()
	h.reopen()
	if e := h.entity(acquire); e.Grant != "audit" || e.Contested != "" || e.Pending != 0 {
		t.Errorf("after a restart: %+v", e)
	}
}

func Test10APartialAuditLeavesAProposalWaiting(t *testing.T) {
	t.Parallel()
	h := auditedHouse(t, func(entity string) string { return verdict(entity, "partial") })
	h.propose(func() {})
	h.until("the proposal is audited", func() bool { return h.newest(acquire).Audit == event.AuditPartial })
	if v := h.newest(acquire); v.State != event.Proposed {
		t.Errorf("it is %s", v.State)
	}
	h.verified()
}

func Test155AnAuditPromotesNothingOverAStaleEntity(t *testing.T) {
	t.Parallel()
	var h *house
	var edited string
	h = auditedHouse(t, func(entity string) string {
		if entity == acquire && edited != "" { // while the question is under way, someone edits the file
			h.write("store/pool.go", edited)
		}
		return verdict(entity, "completed")
	})
	h.propose(func() { edited = "package store\n\nfunc (p *Pool) Acquire() { byHand() }\n" })
	h.until("the proposal is audited", func() bool { return h.newest(acquire).Audit == event.AuditCompleted })
	if v := h.newest(acquire); v.State != event.Proposed {
		t.Errorf("it is %s by %s although the disk was edited", v.State, v.Grant)
	}
	h.verified()
}

func Test10ALateDoubtContestsAPromotion(t *testing.T) {
	t.Parallel()
	for name, settle := range map[string]func(h *house){
		"until the operator keeps it": func(h *house) {
			if err := h.Keep(context.Background(), report.ShownDisk{Entity: acquire}); err != nil {
				h.t.Fatal(err)
			}
		},
		"until the disk holds it": func(h *house) {
			d, err := h.Detail(context.Background(), acquire)
			if err != nil {
				h.t.Fatal(err)
			}
			h.write("store/pool.go", "package store\n\n"+string(d.Content)+"\n")
			if err := h.Reverify(context.Background(), nil); err != nil {
				h.t.Fatal(err)
			}
			h.until("the disk is seen to hold it", func() bool { return h.entity(acquire).Contested == "" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := auditedHouse(t, func(entity string) string {
				if entity == acquire {
					return verdict(entity, "partial")
				}
				return verdict(entity, "completed")
			})
			alerts := h.listen()
			h.ask("write the pool")
			if got := alerts.next(t, acquire); !strings.Contains(got, "contested: the shadow audit calls it partial") {
				t.Errorf("alert %q", got)
			}
			if e := h.entity(acquire); e.Contested != event.AuditPartial || e.Tombstoned {
				t.Errorf("%+v", e)
			}
			if h.entity("store/pool.go::Pool.Release").Contested != "" {
				t.Error("its neighbour is contested too")
			}
			h.reopen()
			if e := h.entity(acquire); e.Contested != event.AuditPartial {
				t.Errorf("after a restart: %+v", e)
			}
			settle(h)
			h.reopen()
			if e := h.entity(acquire); e.Contested != "" {
				t.Errorf("still contested: %+v", e)
			}
			h.verified()
		})
	}
}

func Test10AnAuditIsCancelledByTheNextRequest(t *testing.T) {
	t.Parallel()
	h := auditedHouse(t, func(entity string) string { return verdict(entity, "partial") })
	asked, gone := make(chan struct{}, 8), make(chan struct{}, 8)
	h.model.before = func(ctx context.Context, prompt string) {
		if strings.Contains(prompt, "You audit one change") {
			asked <- struct{}{}
			<-ctx.Done()
			gone <- struct{}{}
		}
	}
	h.ask("write the pool")
	<-asked
	h.ask("hello") // is answered while the audit waits
	select {
	case <-gone:
	case <-time.After(time.Minute):
		t.Fatal("the audit goes on beside the next request")
	}
	if n := len(asked); n > 0 {
		t.Errorf("%d more questions were asked", n)
	}
	for _, key := range []string{"store/pool.go::Pool", acquire} {
		if v := h.newest(key); v.Audit != "" {
			t.Errorf("the cancelled audit of %s said %s", key, v.Audit)
		}
	}
}

func Test10WithoutTheSettingNobodyIsAsked(t *testing.T) {
	t.Parallel()
	h := openHouse(t, poolModel(t))
	h.ask("write the pool")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	for _, body := range h.model.bodies {
		if strings.Contains(string(body), "You audit one change") {
			t.Error("the model was asked for an audit")
		}
	}
	h.open()
}

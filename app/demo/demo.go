package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"holdfast/engine"
	"holdfast/engine/config"
	"holdfast/engine/events"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/report"
	"holdfast/store/event"
	"holdfast/views"
)

// contested is the entity that the story turns on.
const contested = "store/pool.go::Pool.Acquire"

// workspace is a throw-away workspace with an engine that serves it.
type workspace struct {
	engine *engine.Engine
	dir    string
	client client
	tour   *Tour // nil where the story is told in words
	// prompts are what the scripted client asks, by the script's turns.
	ask struct{ write, truncated, correct string }
}

// open makes a temporary workspace and starts an engine in it, with the
// embedded model as upstream; paced lets it speak as fast as a person reads.
func open(ctx context.Context, listen string, paced bool) (*workspace, error) {
	script, err := scripted.Story()
	if err != nil {
		return nil, err
	}
	if !paced {
		script.TokensPerSecond = 0
	}
	dir, err := os.MkdirTemp("", "holdfast-demo-")
	if err != nil {
		return nil, fmt.Errorf("making a throw-away workspace: %w", err)
	}
	w := &workspace{dir: dir}
	for _, t := range script.Turns {
		switch t.Name {
		case "write":
			w.ask.write = t.Prompt
		case "truncated":
			w.ask.truncated = t.Prompt
		case "correct":
			w.ask.correct = t.Prompt
		}
	}
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Flags: map[string]string{"listen": listen, "upstream": config.UpstreamDemo}})
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	if w.engine, err = engine.Open(ctx, cfg, engine.Options{Script: &script}); err != nil {
		return nil, errors.Join(err, w.close())
	}
	if err := w.engine.Start(ctx); err != nil {
		return nil, errors.Join(err, w.close())
	}
	w.client = client{base: "http://" + w.engine.Status().Listen}
	return w, nil
}

// close stops the engine and removes the workspace.
func (w *workspace) close() error {
	var err error
	if w.engine != nil {
		err = w.engine.Close()
	}
	return errors.Join(err, os.RemoveAll(w.dir))
}

// Headless tells the story to the end in plain lines; any step that does not
// go as it should is an error.
func Headless(ctx context.Context, out io.Writer, listen string) error {
	w, err := open(ctx, listen, false)
	if err != nil {
		return err
	}
	t := teller{workspace: w, out: out}
	return errors.Join(t.story(ctx), w.close())
}

type teller struct {
	*workspace
	out io.Writer
}

func (t *teller) say(format string, args ...any) {
	fmt.Fprintln(t.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

func (t *teller) story(ctx context.Context) error {
	t.say("holdfast demo: a throw-away workspace, with a scripted model in place of an LLM.")
	steps := []func(context.Context) error{t.create, t.dropHalf, t.decide, t.repair, t.saved, t.stale, t.adopt, t.verify}
	for _, step := range steps {
		t.say("")
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turn asks and reports what the engine made of it.
func (t *teller) turn(ctx context.Context, prompt string) (events.Activity, error) {
	t.say("you    %s", prompt)
	if err := t.client.ask(ctx, prompt, func(string) {}); err != nil {
		return events.Activity{}, err
	}
	a := t.engine.Activities()[0]
	for _, h := range a.Hydrated {
		t.say("       shown        %s  %s", h.Entity, short(h.Artifact))
	}
	for _, o := range a.Outcomes {
		if o.State == event.Authoritative {
			t.say("       accepted     %s  %s", o.Entity, because(o.Reason))
			continue
		}
		t.say("       waits        %s  %s", o.Entity, views.Plain(o.Reason))
	}
	return a, nil
}

func short(hash string) string {
	const most = len("sha256:") + 12
	if len(hash) > most {
		return hash[:most] + "…"
	}
	return hash
}

func (t *teller) create(ctx context.Context) error {
	a, err := t.turn(ctx, t.ask.write)
	if err != nil {
		return err
	}
	methods := 0
	for _, o := range a.Outcomes {
		if o.State == event.Authoritative && strings.Contains(o.Entity, "::Pool.") {
			methods++
		}
	}
	if methods != 3 {
		return fmt.Errorf("the reply's three methods should be AUTHORITATIVE, %d are", methods)
	}
	t.say("       The reply passed every check: it is the current code now.")
	return nil
}

func (t *teller) dropHalf(ctx context.Context) error {
	a, err := t.turn(ctx, t.ask.truncated)
	if err != nil {
		return err
	}
	if len(a.Hydrated) == 0 {
		return errors.New("the prompt named Pool.Acquire, but nothing was hydrated")
	}
	t.say("       The model was given the current code, and answered with half of it.")
	return nil
}

func (t *teller) decide(ctx context.Context) error {
	pending, err := t.engine.Pending(ctx)
	if err != nil {
		return err
	}
	if len(pending) != 1 || pending[0].Entity != contested {
		return fmt.Errorf("one proposal for %s should wait, %d wait", contested, len(pending))
	}
	p := pending[0]
	t.say("wait   %s  %s waits for you because:", p.ID, p.Entity)
	for _, reason := range p.Reasons {
		t.say("       - %s", views.Plain(reason))
	}
	review, err := t.engine.Review(ctx, p.ID)
	if err != nil {
		return err
	}
	t.say("       %d lines would become %d. The State Map still holds the whole method.", lines(review.Base), lines(review.Proposed))
	if err := t.engine.Reject(ctx, review.Shown, "it drops the waiting loop"); err != nil {
		return err
	}
	t.say("you    reject %s: it drops the waiting loop", p.ID)
	return nil
}

// because is a grant in plain words.
func because(grant string) string {
	switch grant {
	case "parity":
		return "the model saw the current code, or the symbol is new"
	case "disk":
		return "the file contains it"
	case "write_head":
		return "you wrote it"
	}
	return grant
}

// stateWords is what a version is now, in plain words.
func stateWords(v report.Version) string {
	switch {
	case v.State == event.Authoritative:
		return "current"
	case v.State == event.Superseded:
		return "replaced"
	case v.Number == 0:
		return "rejected"
	}
	return "removed"
}

func lines(text []byte) int { return strings.Count(strings.TrimRight(string(text), "\n"), "\n") + 1 }

func (t *teller) repair(ctx context.Context) error {
	a, err := t.turn(ctx, t.ask.correct)
	if err != nil {
		return err
	}
	for _, o := range a.Outcomes {
		if o.Entity == contested && o.State == event.Authoritative {
			return t.versions(ctx)
		}
	}
	return fmt.Errorf("the whole method should replace %s, it did not", contested)
}

func (t *teller) versions(ctx context.Context) error {
	d, err := t.engine.Detail(ctx, contested)
	if err != nil {
		return err
	}
	for _, v := range d.Versions {
		t.say("       %-12s %s  %s", stateWords(v), short(v.Hash), views.Plain(v.Reason))
	}
	return nil
}

func (t *teller) verify(ctx context.Context) error {
	findings, err := t.engine.Verify(ctx, nil)
	if err != nil {
		return err
	}
	for _, f := range findings {
		t.say("       %s: %s: %s", f.Check, f.Where, f.Detail)
	}
	if len(findings) > 0 {
		return fmt.Errorf("verify found %d differences", len(findings))
	}
	t.say("verify every hash, the Ledger's chain and every projection agree.")
	return nil
}

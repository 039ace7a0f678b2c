package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/engine/events"
	"holdfast/engine/stale"
)

// file is the file of the story, as the user keeps it on disk.
const file = "store/pool.go"

// header opens the file; the State Map holds what stands below it.
const header = `package store

import (
	"context"
	"errors"
	"sync"
)
`

// The edit that someone makes by hand, in the contested method: whatever version
// of it the operator let stand opens like this.
const (
	signature = "func (p *Pool) Acquire(ctx context.Context) (Conn, error) {\n"
	byHand    = "\tif err := ctx.Err(); err != nil {\n\t\treturn nil, err // nobody waits for it any more\n\t}\n"
)

// look is what the client asks once the file was edited by hand.
const look = "What does Pool.Acquire do when ctx ends while it waits?"

// save writes the file as the user's editor does, with what the State Map holds:
// holdfast itself never writes a file of the user's.
func (w *workspace) save(ctx context.Context) error {
	entities, err := w.engine.Entities(ctx)
	if err != nil {
		return err
	}
	text := header
	for _, e := range entities {
		if e.Path != file || e.Tombstoned {
			continue
		}
		d, err := w.engine.Detail(ctx, e.Key)
		if err != nil {
			return err
		}
		text += "\n" + string(d.Content) + "\n"
	}
	return w.write(text)
}

// edit changes the file by hand.
func (w *workspace) edit() error {
	text, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(file)))
	if err != nil {
		return fmt.Errorf("editing the file of the story: %w", err)
	}
	return w.write(strings.Replace(string(text), signature, signature+byHand, 1))
}

func (w *workspace) write(text string) error {
	name := filepath.Join(w.dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("making the folder of the story's file: %w", err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return fmt.Errorf("writing the story's file: %w", err)
	}
	return nil
}

// saved tells how the disk and the State Map come to agree.
func (t *teller) saved(ctx context.Context) error {
	if err := t.save(ctx); err != nil {
		return err
	}
	t.say("disk   you save %s with what was accepted", file)
	diverging, err := t.engine.Divergences(ctx)
	if err != nil {
		return err
	}
	if len(diverging) > 0 {
		return fmt.Errorf("the file holds what the map holds, but %s is called %s", diverging[0].Key, diverging[0].Reason)
	}
	t.say("       The file and the State Map agree.")
	return nil
}

// stale tells how an edit by hand is noticed, and kept from the model.
func (t *teller) stale(ctx context.Context) error {
	if err := t.edit(); err != nil {
		return err
	}
	t.say("disk   someone edits %s in an editor", contested)
	diverging, err := t.engine.Divergences(ctx)
	if err != nil {
		return err
	}
	if len(diverging) != 1 || diverging[0].Key != contested || diverging[0].Reason != stale.Edited {
		return fmt.Errorf("%s alone should be STALE, what diverges is %v", contested, diverging)
	}
	t.say("       stale        %s  changed on disk", contested)
	a, err := t.turn(ctx, look)
	if err != nil {
		return err
	}
	if len(a.Withheld) != 1 || shows(a, contested) {
		return fmt.Errorf("%s should be withheld from the model, %d symbols are", contested, len(a.Withheld))
	}
	t.say("       withheld     %s  the model gets a notice in place of old code", contested)
	return nil
}

// adopt tells how the operator makes the disk the truth.
func (t *teller) adopt(ctx context.Context) error {
	s, err := t.engine.Settlement(ctx, contested)
	if err != nil {
		return err
	}
	if err := t.engine.Adopt(ctx, s.Shown); err != nil {
		return err
	}
	t.say("you    adopt %s: the file is right", contested)
	a, err := t.turn(ctx, look)
	if err != nil {
		return err
	}
	if !shows(a, contested) {
		return errors.New("the adopted version should be hydrated")
	}
	return t.versions(ctx)
}

func shows(a events.Activity, entity string) bool {
	for _, h := range a.Hydrated {
		if h.Entity == entity {
			return true
		}
	}
	return false
}

// settled tells that the operator has settled everything that is STALE.
func (w *workspace) settled(ctx context.Context) (bool, error) {
	diverging, err := w.engine.Divergences(ctx)
	return !slices.ContainsFunc(diverging, func(d stale.Divergence) bool { return d.Reason.Stale() }), err
}

package app

import (
	"context"
	"fmt"
	"reflect"

	"holdfast/engine"
	"holdfast/engine/canon"
	"holdfast/engine/recovery"
)

// foreign is what is said of a text that is no document.
var _, foreign = canon.Read([]byte("y"), canon.Any)

// recoverable is what the fake has to recover from, and to.
type recoverable struct {
	// plans are what becomes of each text that is pasted; any other is foreign.
	plans    map[string]recovery.Preview
	planning func()            // called while a text is looked at
	blocks   map[string]string // by session, and by "seq N" for those of the chain
	last     int64             // seq of the last delta
}

func (f *fake) RecoveryPlan(_ context.Context, text []byte) (recovery.Preview, error) {
	defer f.count("RecoveryPlan")()
	if f.planning != nil {
		f.planning()
	}
	if r, ok := f.plans[string(text)]; ok {
		return r, f.readErr
	}
	return recovery.Preview{Faults: foreign}, f.readErr
}

func (f *fake) Recover(_ context.Context, text []byte, shown recovery.Preview) error {
	plan := f.plans[string(text)]
	if !reflect.DeepEqual(plan, shown) {
		f.count("Recover")()
		return fmt.Errorf("the recovery from state %d: %w", plan.Seq, engine.ErrChanged)
	}
	if err := f.decide("Recover", fmt.Sprintf("recover from %d", shown.Seq), ""); err != nil {
		return err
	}
	f.last++
	f.status.ReadOnly, f.status.Banner = "", ""
	return nil
}

func (f *fake) FreshStart(context.Context) error {
	if err := f.decide("FreshStart", "fresh start", ""); err != nil {
		return err
	}
	f.status.ReadOnly, f.status.Banner, f.entities = "", "", nil
	return nil
}

func (f *fake) CanonDelta(_ context.Context, seq int64) ([]byte, error) {
	defer f.count("CanonDelta")()
	return f.block(fmt.Sprintf("seq %d", seq))
}

func (f *fake) SessionBlock(_ context.Context, name string) ([]byte, error) {
	defer f.count("SessionBlock")()
	return f.block(name)
}

func (f *fake) block(name string) ([]byte, error) {
	text, ok := f.blocks[name]
	if !ok {
		return nil, fmt.Errorf("there is no delta of %s", name)
	}
	return []byte(text), f.readErr
}

func (f *fake) LastDelta() int64 { defer f.count("LastDelta")(); return f.last }

package report

import (
	"bytes"
	"context"
	"fmt"

	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store"
	"holdfast/store/event"
)

// Detail is an entity with its authoritative content and its whole history.
func (r *Reader) Detail(ctx context.Context, key string) (Detail, error) {
	s, err := r.active(ctx)
	if err != nil {
		return Detail{}, err
	}
	list, err := r.db.Artifacts(ctx, s.ID, store.Filter{Entity: key})
	if err != nil {
		return Detail{}, err
	}
	if len(list) == 0 {
		return Detail{}, fmt.Errorf("%s is not known: `holdfast state` lists the State Map", key)
	}
	d := Detail{Entity: Entity{Key: key, Path: list[0].Path, Symbol: list[0].Symbol}}
	for _, a := range list {
		d.Versions = append(d.Versions, VersionOf(a))
	}
	d, err = r.withContent(ctx, d, list)
	if current := s.Map.Get(key); current != nil {
		on := r.watcher.Compare(s, []*statemap.Entry{current})[0].Report
		d.Entity.Stale, d.Entity.Kept = stale.ReasonOf(current, on), stale.Overruled(current, on)
		d.Entity.Contested, d.Entity.InReview = current.Place().Doubt, s.Pending.InReview(key)
	}
	return d, err
}

// withContent adds the content of the version that stands, or stood last.
func (r *Reader) withContent(ctx context.Context, d Detail, list []event.Artifact) (Detail, error) {
	at := -1
	for i, a := range list {
		if a.State == event.Authoritative || at < 0 && a.Version > 0 {
			at = i
		}
		if a.State == event.Authoritative {
			break
		}
	}
	if at < 0 {
		at = 0
	}
	a := list[at]
	d.Entity = entityOf(a)
	d.Entity.Tombstoned = a.State == event.Tombstoned && a.Version > 0
	d.Entity.Ended = EndOf(a)
	d.Gates = a.Gates
	for _, v := range list {
		if v.State == event.Proposed {
			d.Entity.Pending++
		}
	}
	content, err := r.db.Blob(ctx, a.Text)
	d.Content = bytes.TrimRight(content, "\n")
	return d, err
}

// Explained is one version of an entity with the evidence that it rests on.
type Explained struct {
	Version
	// Evidence is the raw block, or the beginning of it; EvidenceSize its size
	// in bytes.
	Evidence     string
	EvidenceSize int
}

// How much of an entity's evidence is read: all of it may be a lot.
const (
	maxEvidence      = 32 << 10
	maxEvidenceBlobs = 50
)

// Explain tells every version of an entity, newest first: its evidence and its
// gates (TSLP 6, 15.5). The evidence of very old versions is named by its hash
// alone.
func (r *Reader) Explain(ctx context.Context, key string) ([]Explained, error) {
	d, err := r.Detail(ctx, key)
	if err != nil {
		return nil, err
	}
	out := make([]Explained, len(d.Versions))
	for i, v := range d.Versions {
		out[i].Version = v
		if i >= maxEvidenceBlobs || v.Block == "" {
			continue
		}
		text, err := r.text(ctx, v.Block)
		if err != nil {
			return nil, fmt.Errorf("reading the evidence of %s: %w", v.Artifact, err)
		}
		out[i].Evidence, out[i].EvidenceSize = text[:min(len(text), maxEvidence)], len(text)
	}
	return out, nil
}

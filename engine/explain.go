package engine

import (
	"context"
	"fmt"

	"holdfast/engine/report"
)

// Explained is one version of an entity with the evidence that it rests on.
type Explained struct {
	report.Version
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
func (e *Engine) Explain(ctx context.Context, key string) ([]Explained, error) {
	d, err := e.Detail(ctx, key)
	if err != nil {
		return nil, err
	}
	out := make([]Explained, len(d.Versions))
	for i, v := range d.Versions {
		out[i].Version = v
		if i >= maxEvidenceBlobs || v.Block == "" {
			continue
		}
		text, err := e.db.Blob(ctx, v.Block)
		if err != nil {
			return nil, fmt.Errorf("reading the evidence of %s: %w", v.Artifact, err)
		}
		out[i].Evidence, out[i].EvidenceSize = string(text[:min(len(text), maxEvidence)]), len(text)
	}
	return out, nil
}

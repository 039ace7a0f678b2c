package app

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"holdfast/engine/report"
	"holdfast/views"
)

// ledgerPage reads a row of the Ledger in full, and what it is about: the entity
// with every version, its evidence and its gates, and the turn.
func ledgerPage(m *Model, r report.LedgerRow) func(context.Context, Engine) (*page, error) {
	line, now := ledgerLineOf(m, r), m.now()
	return func(ctx context.Context, e Engine) (*page, error) {
		full, err := e.LedgerEntry(ctx, r.Seq)
		if err != nil {
			return nil, err
		}
		head := views.LedgerHead{LedgerLine: line, Seq: strconv.FormatInt(r.Seq, 10), Prev: r.Prev}
		p := &page{
			title: "row", head: func(t *views.Theme, w int) []string { return head.Lines(t, w) },
			views: []view{{"row", views.Code{ID: r.Hash, Language: "json", Content: pretty(full.Canonical)}}},
		}
		if r.Canon > 0 {
			p.views = append([]view{blockView(ctx, e, r)}, p.views...)
		}
		if r.Entity != "" {
			// What has no versions (code that was never resolved) has a row all the same.
			if versions, err := e.Explain(ctx, r.Entity); err == nil {
				p.views = append(p.views, view{"explain", explainOf(versions, now)})
			}
		}
		if r.Episode != "" {
			// An operator's decision is no exchange with a model.
			if x, err := e.Exchange(ctx, r.Episode); err == nil && x.EpisodeOpened.Kind == "turn" {
				p.views = append(p.views, exchangeViews(x)...)
			}
		}
		return p, nil
	}
}

// blockView is the CANON_STATE_DELTA that a row records, or why it cannot be made
// again.
func blockView(ctx context.Context, e Engine, r report.LedgerRow) view {
	block, err := e.CanonDelta(ctx, r.Canon)
	if err != nil {
		return view{"block", views.Words(func(t *views.Theme, w int) *views.Doc {
			doc := &views.Doc{}
			doc.Prose(t.Bad, "The block cannot be made again: "+err.Error(), 0, w)
			return doc
		})}
	}
	return view{"block", views.Code{ID: "block " + r.Hash, Language: "json", Content: string(block)}}
}

// pretty indents JSON; what is none is shown as it is.
func pretty(text []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return string(text)
	}
	return b.String()
}

func explainOf(versions []report.Explained, now time.Time) views.Explain {
	x := views.Explain{Now: now}
	list := make([]report.Version, len(versions))
	for i, v := range versions {
		list[i] = v.Version
		x.ID += v.Artifact + string(v.State) + " "
	}
	for i, v := range versionsOf(list) {
		x.Versions = append(x.Versions, views.Explained{
			Version: v, Artifact: versions[i].Artifact, Gates: gatesOf(versions[i].Gates),
			Evidence: versions[i].Evidence, EvidenceSize: versions[i].EvidenceSize,
		})
	}
	return x
}

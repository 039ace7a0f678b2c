package app

import (
	"context"
	"time"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/views"
)

// loadExchange reads a finished request in full (TSLP 14.3): beside the summary
// that Activity holds, the exact text that the model saw, what was kept from it,
// its reply, and what the gates made of that. Where nothing of it is recorded,
// the summary says so.
func loadExchange(a events.Activity, now time.Time) func(context.Context, Engine) (*page, error) {
	return func(ctx context.Context, e Engine) (*page, error) {
		x, err := e.Exchange(ctx, a.Episode)
		if err != nil {
			return requestPage(a, now, err.Error()), nil
		}
		p := requestPage(a, now, "")
		p.views = append(p.views, exchangeViews(x)...)
		return p, nil
	}
}

// requestPage is the page of a request as Activity knows it.
func requestPage(a events.Activity, now time.Time, note string) *page {
	doc := requestPageOf(a, now)
	doc.Note = note
	return &page{
		title: "Request " + views.Clock(a.Started, now),
		views: []view{{"request", views.Words(func(t *views.Theme, w int) *views.Doc { return doc.Doc(t, w, now) })}},
	}
}

// exchangeViews are what the Ledger and the Vault tell of a request.
func exchangeViews(x report.Exchange) []view {
	out := views.LeftOut{Withheld: withheldOf(x.Withheld), Omitted: refsOf(x.Omitted), NoRoom: x.NoRoom, Earlier: x.ContextLeft}
	list := []view{
		{"saw", views.Saw{ID: x.ID, Inserted: x.Inserted, Prompt: x.Prompt}},
		{"authors", views.Words(authorsOf(x).Doc)},
		{"left out", views.Words(out.Doc)},
	}
	reply := view{"reply", views.Markdown{ID: x.EpisodeClosed.Reply, Content: x.Reply}}
	if x.Reply == "" {
		why := "The reply held no text."
		if x.Problem != "" {
			why = "No reply is on record: " + x.Problem + "."
		}
		reply.source = views.Words(func(t *views.Theme, w int) *views.Doc {
			d := &views.Doc{}
			d.Prose(t.Dim, why, 0, w)
			return d
		})
	}
	return append(list, reply, view{"artifacts", views.Words(artifactsOf(x).Doc)})
}

// authorsOf are the authors of an exchange's prompt as they are shown.
func authorsOf(x report.Exchange) views.Authors {
	var list views.Authors
	for _, a := range x.Authors {
		if 0 <= a.From && a.From <= a.To && a.To <= len(x.Prompt) {
			list = append(list, views.Authored{Who: a.Who, Reason: a.Reason, Text: x.Prompt[a.From:a.To]})
		}
	}
	return list
}

// artifactsOf are the artifacts of an exchange as they are shown.
func artifactsOf(x report.Exchange) views.Artifacts {
	out := views.Artifacts{Unchanged: refsOf(x.Unchanged)}
	for i, v := range versionsOf(x.Artifacts) {
		out.Judged = append(out.Judged, views.Judged{Version: v, Entity: x.Entities[i], Gates: gatesOf(x.Artifacts[i].Gates)})
	}
	for _, l := range x.Loose {
		o := views.Outcome{Entity: l.Path, Confidence: "UNRESOLVED"}
		if len(l.Reasons) > 0 {
			o.Reason = l.Reasons[0]
		}
		out.Loose = append(out.Loose, o)
	}
	return out
}

package report

import (
	"context"

	"holdfast/engine/prompt"
	"holdfast/store/event"
)

// PromptSum is what the model server did with the prompts of the latest requests of a
// session, as far as it told.
type PromptSum struct {
	Requests  int `json:"requests"` // of which it told
	Cached    int `json:"cached"`   // tokens
	Processed int `json:"processed"`
	// By are the processed tokens that had been processed before, by who made that
	// necessary: client, holdfast, other, server. What is in none of them was new.
	By map[string]int `json:"by"`
}

// summed is how many of the latest requests are summed up.
const summed = 500

// Prompts sums up the latest requests of the named session, "" for the active one; nil
// where the server told nothing of them.
func (r *Reader) Prompts(ctx context.Context, session string) (*PromptSum, error) {
	s, err := r.sessions.For(ctx, session)
	if err != nil {
		return nil, err
	}
	episodes, err := r.db.Episodes(ctx, s.ID, summed)
	if err != nil {
		return nil, err
	}
	return sumOf(episodes), nil
}

func sumOf(episodes []event.Episode) *PromptSum {
	sum := &PromptSum{By: map[string]int{}}
	for _, ep := range episodes {
		if ep.PromptCached+ep.PromptProcessed == 0 {
			continue
		}
		sum.Requests++
		sum.Cached += ep.PromptCached
		sum.Processed += ep.PromptProcessed
		if p := ep.Prefix(); p != nil {
			if n := again(p, ep.PromptProcessed); n > 0 {
				sum.By[p.By] += n
			}
		}
	}
	if sum.Requests == 0 {
		return nil
	}
	return sum
}

// again is how many of the processed tokens had been processed before: as large a part
// of them as the bytes are of those behind the common prefix. Where nothing of the
// request changed and the server had it no more, all of the prefix is processed again.
func again(p *event.PrefixEnd, processed int) int {
	of, total := p.Again, p.Bytes-p.Same
	if p.By == prompt.ByOther || p.By == prompt.ByServer {
		of, total = p.Same, p.Bytes
	}
	if total <= 0 || p.By == prompt.ByNew || p.By == prompt.ByNobody {
		return 0
	}
	return int(float64(processed) * float64(min(of, total)) / float64(total))
}

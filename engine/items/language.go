package items

import (
	"context"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/store/event"
)

// otherLanguage stands in a projection where the talk is not English: the rules read
// nothing of it, and nobody should take the silence for an empty session.
const otherLanguage = "The talk is in another language than English, which the rules do not read; `[delta] reader = \"model\"` reads others."

// talkLately is how many of the last episodes tell the language of a talk.
const talkLately = 6

// rendered is a projection as Markdown, which says once where the talk is in a language
// that nobody reads.
func (b *Book) rendered(ctx context.Context, session, name string, state *delta.State) (string, error) {
	p := renderers[name](state.Items())
	if name == ActiveState && !b.readsOther() {
		foreign, err := b.speaksOther(ctx, session)
		if err != nil {
			return "", err
		}
		if foreign {
			p.Note = otherLanguage
		}
	}
	return p.Markdown(), nil
}

// speaksOther reports whether most of what the user said lately is in another language.
func (b *Book) speaksOther(ctx context.Context, session string) (bool, error) {
	episodes, err := b.db.Episodes(ctx, session, talkLately)
	if err != nil {
		return false, err
	}
	foreign, all := 0, 0
	for _, u := range spoken(episodes) {
		if u.role != acts.User {
			continue
		}
		t, err := b.turnOf(ctx, u)
		if err != nil {
			return false, err
		}
		all++
		if acts.Foreign(t.Content) {
			foreign++
		}
	}
	return 2*foreign > all, nil
}

// evident is what spoke for a delta that a turn brought, and for none that was proposed
// by others than the rules: the strongest features of what was said.
func (d *Desk) evident(ctx context.Context, r Record, state *delta.State, turn string) ([]string, error) {
	if r.Source != event.DeltaByRules || r.Type != delta.Accepted || turn == "" {
		return nil, nil
	}
	ep, err := d.episodeAnywhere(ctx, episodeOfTurn(turn))
	if err != nil {
		return nil, err
	}
	episodes, err := d.book.db.EpisodesBefore(ctx, d.sessions.Active().ID, ep.Conversation, ep.ClosedSeq+1, heardBefore)
	if err != nil {
		return nil, err
	}
	var before []acts.Turn
	for i := len(episodes) - 1; i >= 0; i-- {
		for _, u := range spoken(episodes[i : i+1]) {
			t, err := d.book.turnOf(ctx, u)
			if err != nil {
				return nil, err
			}
			if t.ID == turn {
				return acts.Evident(state, before, t, r.Delta.Delta), nil
			}
			before = append(before, t)
		}
	}
	return nil, nil
}

package items

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"holdfast/engine/aside"
	"holdfast/engine/config"
	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
	"holdfast/engine/delta/second"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/sessions"
	"holdfast/store/event"
)

// secondReader asks the model about turns that the rules have read, where the
// operator wants that ([delta] reader = "model"). Nothing waits for it; its
// questions give way to every request, and one that gave way is not asked again.
type secondReader struct {
	mu sync.Mutex
	// ended are the episodes of this run that the rules have not read yet: those
	// of an earlier run were asked about then, or gave way.
	ended map[string]bool
	// plain reports whether the server was found to take no schema beside the message.
	plain   bool
	reading bool
	readerTally
}

// AsksModel reports whether the second reader is wanted.
func (l *Listener) AsksModel() bool { return l.cfg.Reader == config.ReaderModel }

// Asking reports whether a question of the second reader's is under way.
func (l *Listener) Asking() bool { return l.second.isReading() }

// maxEnded bounds the episodes that wait for the rules: they are read at once.
const maxEnded = 256

// expect notes an episode that is about to be read.
func (r *secondReader) expect(episode string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended == nil || len(r.ended) >= maxEnded {
		r.ended = map[string]bool{}
	}
	r.ended[episode] = true
}

// take reports whether an episode was expected, once.
func (r *secondReader) take(episode string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.ended[episode]
	delete(r.ended, episode)
	return was
}

// askSecond has the model asked about an episode that the rules have read. A
// step of a tool loop says little and is followed by the next at once: the loop
// is asked about at its end. The caller holds t.mu.
func (l *Listener) askSecond(ctx context.Context, t *talk, ep event.Episode, said heard) {
	runner := l.aside()
	if !l.second.take(ep.ID) || runner == nil || toolStep(ep) {
		return
	}
	before, now := said.before, said.now
	if len(now) > 0 && now[0].Role != acts.User {
		began, err := l.loopBegan(ctx, t.session, ep)
		if err != nil {
			l.book.log.Warn("the beginning of a tool loop could not be read", "err", err)
		}
		for _, first := range began {
			before = slices.DeleteFunc(slices.Clone(before), func(b acts.Turn) bool { return b.ID == first.ID })
			now = append([]acts.Turn{first}, now...)
		}
	}
	if q, ok := second.Ask(t.state, before, now); ok {
		runner.Ask(l.secondJob(t.session, ep, q))
	}
}

// toolStep reports whether a reply went on to call tools.
func toolStep(ep event.Episode) bool { return ep.Finish == "tool_calls" }

// loopBegan is what the user said at the beginning of the tool loop that an
// episode ends, none where it ends none. It looks at the last steps only, as the
// rules do.
func (l *Listener) loopBegan(ctx context.Context, session string, ep event.Episode) ([]acts.Turn, error) {
	episodes, err := l.book.db.EpisodesBefore(ctx, session, ep.Conversation, ep.ClosedSeq, heardBefore)
	if err != nil {
		return nil, err
	}
	slices.Reverse(episodes)
	steps := slices.DeleteFunc(episodes, func(b event.Episode) bool { return b.Turn != ep.Turn || !toolStep(b) })
	for _, u := range spoken(steps) {
		if u.role == acts.User && u.hash == ep.Written {
			t, err := l.book.turnOf(ctx, u)
			return []acts.Turn{t}, err
		}
	}
	return nil, nil
}

// secondJob asks the question and takes in what the answer is worth.
func (l *Listener) secondJob(session string, ep event.Episode, q second.Question) aside.Job {
	return aside.Job{From: "second reader", Episode: ep.ID, Model: l.asked(ep), Dropped: l.second.gaveWay, Do: func(ctx context.Context, talk *aside.Talk) {
		l.second.busy(true)
		l.hub.Changed()
		defer func() {
			l.second.busy(false)
			l.hub.Changed()
		}()
		proposals, err := l.secondAnswer(ctx, talk, ep, q)
		var came secondCame
		if err == nil {
			came, err = l.takeSecond(ctx, session, ep, q, proposals)
		}
		switch {
		case ctx.Err() != nil || errors.Is(err, aside.ErrYielded):
			l.second.gaveWay()
		case err != nil:
			if first := l.second.failed(err); first {
				l.book.log.Info("the second reader has no result; this is said once for each reason, and the doctor counts", "err", err)
				l.hub.Alert("", "the second reader has no result: "+err.Error()+"; D counts")
			}
		default:
			l.second.answered(came)
		}
	}}
}

// maxSecondBody bounds what is read of an answer, in bytes: reasoning comes with
// it.
const maxSecondBody = 256 << 10

// asked is the model that is asked about an episode.
func (l *Listener) asked(ep event.Episode) string { return cmp.Or(l.cfg.Model, ep.Model) }

// secondAnswer asks in the format that the reply came in, with the schema where
// that has a place for it. A server that refuses the schema is told of it in
// words from then on.
func (l *Listener) secondAnswer(ctx context.Context, talk *aside.Talk, ep event.Episode, q second.Question) ([]second.Proposal, error) {
	beside := aside.TakesSchema(wire.Format(ep.Format)) && !l.second.isPlain()
	said, err := l.secondAsk(ctx, talk, ep, q, beside)
	if beside && aside.Refused(err) {
		if said, err = l.secondAsk(ctx, talk, ep, q, false); err == nil {
			l.second.setPlain()
		}
	}
	if err != nil {
		return nil, err
	}
	return second.Parse(said.Text)
}

func (l *Listener) secondAsk(ctx context.Context, talk *aside.Talk, ep event.Episode, q second.Question, beside bool) (said aside.Said, err error) {
	m := aside.Message{
		Model: l.asked(ep), Format: wire.Format(ep.Format), Behind: q.Behind, MaxTokens: second.MaxAnswer, Name: "deltas",
		Timeout: time.Duration(l.cfg.TimeoutSeconds) * time.Second, Most: maxSecondBody,
	}
	if m.Text, err = q.Text(!beside); err != nil {
		return said, err
	}
	if beside {
		if m.Schema, err = second.Schema(); err != nil {
			return said, err
		}
	}
	return talk.Ask(ctx, m)
}

// takeSecond has proposals checked, normalised and reconciled on the state of
// this moment, and commits what came of them. An answer that nobody waits for
// any more changes nothing.
func (l *Listener) takeSecond(ctx context.Context, session string, ep event.Episode, q second.Question, proposals []second.Proposal) (secondCame, error) {
	var came secondCame
	err := sessions.Retry(func() (err error) {
		came, err = l.trySecond(ctx, session, ep, q, proposals)
		return err
	})
	if err == nil && came.accepted > 0 {
		l.hub.Changed()
	}
	return came, err
}

func (l *Listener) trySecond(ctx context.Context, session string, ep event.Episode, q second.Question, proposals []second.Proposal) (secondCame, error) {
	t := l.book.of(session)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.fold(ctx); err != nil {
		return secondCame{}, err
	}
	found, known := second.Check(q, t.state, proposals)
	var j judgement
	var passed []delta.Delta
	for _, f := range found {
		if f.Refused == "" {
			passed = append(passed, f.Delta)
		}
	}
	judged := delta.Normalise(t.state, passed)
	came := secondCame{known: known + len(passed) - len(judged)}
	err := j.judge(t.state, judged, event.DeltaByModel, ep.ID)
	for _, f := range found {
		if err == nil && f.Refused != "" {
			err = j.refuse(t.state, f.Delta, f.Refused, event.DeltaByModel, ep.ID)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && len(j.events) > 0 {
		err = commit(context.WithoutCancel(ctx), l.sessions, session, j.events) // whole or not at all
	}
	if err != nil {
		t.forget() // it is ahead of the Ledger
		return came, err
	}
	came.accepted, came.refused = j.accepted, len(j.events)-j.accepted
	return came, nil
}

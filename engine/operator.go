package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/decide"
	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/report"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Accept is the operator's word for a proposal (TSLP 12): it becomes
// AUTHORITATIVE, or, where it proposes a removal, the entity is tombstoned.
// Shown are the hashes that were decided on; a zero Hash and Base decide on
// whatever the proposal holds now.
func (e *Engine) Accept(ctx context.Context, shown report.Shown) error {
	return e.decideProposal(ctx, verbAccept, shown, func(s *session, a event.Artifact) ([]event.Event, error) {
		if err := ambiguous(a); err != nil {
			return nil, err
		}
		current := s.Map.Get(a.Entity)
		if shown.Hash != "" && (a.Hash != shown.Hash || decide.ArtifactOf(current) != shown.Base) {
			return nil, sessions.ErrChanged
		}
		disk := e.diskNow()
		if s.Ground.Restates(a, current) {
			return decide.Restated(a, current, disk), nil
		}
		if err := decide.MayDecide(current, disk); err != nil {
			return nil, err
		}
		if a.Removes {
			return decide.Removal(a, current, "operator", "the operator accepted its removal"), nil
		}
		if strings.TrimSpace(a.Symbol) == "" {
			return nil, fmt.Errorf("proposal %s names no symbol: give it a file with --path", a.ID)
		}
		displaced, err := s.Ground.Displaced(a)
		if err != nil {
			return nil, err
		}
		r := disk.Check(stale.Expect(a.Path, a.Symbol, a.Kind, a.Hash, a.Structure))
		report := gates.Operator(a.Gates, "accepted by the operator")
		events := []event.Event{decide.Promotion(a.ID, a.Entity, "", current, report, r)}
		return append(append(events, displaced...), s.Ground.CloseOthers(a)...), nil
	})
}

// ambiguous refuses to accept a proposal that may define any of several entities: it
// would become one more beside them.
func ambiguous(a event.Artifact) error {
	list := a.Gates.Candidates
	if len(list) == 0 {
		return nil
	}
	return sessions.Refused("%s may be any of %s: say which with holdfast accept %s --as ENTITY", a.ID, strings.Join(list, ", "), a.ID)
}

// Reject ends a proposal; its content stays in the Vault.
func (e *Engine) Reject(ctx context.Context, shown report.Shown, reason string) error {
	return e.decideProposal(ctx, verbReject, shown, func(_ *session, a event.Artifact) ([]event.Event, error) {
		if shown.Hash != "" && a.Hash != shown.Hash {
			return nil, sessions.ErrChanged
		}
		return []event.Event{decide.Close(a.ID, a.Entity, "operator", because("rejected by the operator", reason))}, nil
	})
}

// decideProposal reads the proposal, has its events made and commits them;
// whatever moved under the decision refuses it.
func (e *Engine) decideProposal(ctx context.Context, verb string, shown report.Shown, decide func(*session, event.Artifact) ([]event.Event, error)) error {
	if err := e.Deciding(ctx); err != nil {
		return err
	}
	s := e.active()
	a, err := e.db.Artifact(ctx, s.ID, shown.Artifact)
	if errors.Is(err, event.ErrNotFound) {
		return fmt.Errorf("there is no proposal %s: `holdfast pending` lists what waits", shown.Artifact)
	}
	if err != nil {
		return err
	}
	if a.State != event.Proposed {
		return fmt.Errorf("%s does not wait any more, it is %s: %w", a.ID, a.State, sessions.ErrChanged)
	}
	events, err := decide(s, a)
	if err != nil {
		return err
	}
	err = s.decided(ctx, verb, nil, events)
	if errors.Is(err, event.ErrConflict) {
		return fmt.Errorf("%s: %w", a.Entity, sessions.ErrChanged)
	}
	if err == nil {
		s.lookAgain(a.Entity)
		e.hub.Changed()
	}
	return err
}

// PasteResult is what became of a paste, entity by entity.
type PasteResult struct {
	Episode   string
	Outcomes  []events.Outcome
	Unchanged []event.EntityRef
}

// Paste makes the content the user's own write of a file (TSLP 9.1): its
// symbols become AUTHORITATIVE at once, unless it is elided or broken.
func (e *Engine) Paste(ctx context.Context, path string, content []byte) (PasteResult, error) {
	clean, err := e.Names(e.Active()).Clean("", path)
	if err != nil {
		return PasteResult{}, err
	}
	return e.write(ctx, verbPaste, event.ByUser, []block.Block{{
		Path: clean, Kind: block.Code, Convention: "paste", Confidence: block.Confirmed, Full: true, Closed: true, Content: content,
	}})
}

// write commits blocks under an operator episode.
func (e *Engine) write(ctx context.Context, verb string, origin event.Origin, blocks []block.Block) (PasteResult, error) {
	if err := e.Deciding(ctx); err != nil {
		return PasteResult{}, err
	}
	s := e.active()
	id := e.newID()
	var p *decide.Plan
	none := false
	err := sessions.Retry(func() error {
		disk := e.diskNow()
		res := resolve.Blocks(blocks, resolve.Context{Map: s.Map, Disk: disk, User: true})
		p = s.Ground.Plan(res, decide.Writer{Origin: origin, Episode: id}, disk)
		if none = len(p.Events) == 0 && len(p.Loose) == 0; none {
			return nil
		}
		events := append([]event.Event{event.EpisodeOpened{Episode: id, Kind: "operator", Format: "command"}}, p.Events...)
		events = append(events, event.EpisodeClosed{Episode: id, Status: "closed", Loose: p.Loose, Unchanged: p.Unchanged})
		return s.decided(ctx, verb, p.Blobs, events)
	})
	switch {
	case err != nil:
		return PasteResult{}, err
	case none:
		return PasteResult{Unchanged: p.Unchanged}, nil
	}
	s.lookAgain(statemap.Keys(p.Promoted)...)
	e.hub.Changed()
	return PasteResult{Episode: id, Outcomes: p.Outcomes, Unchanged: p.Unchanged}, nil
}

// AcceptAt gives logged or inferred code its file by the operator's word: an
// artifact id, or the Vault hash of code that was linked to nothing.
func (e *Engine) AcceptAt(ctx context.Context, id, path string) error {
	clean, err := e.Names(e.Active()).Clean("", path)
	if err != nil {
		return err
	}
	s := e.active()
	content, closes, err := e.evidence(ctx, s, id)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return sessions.Refused("%s holds no code", id)
	}
	if err := ambiguous(closes); err != nil {
		return err
	}
	ctx = asOne(ctx)
	result, err := e.write(ctx, verbAccept, event.ByUser, []block.Block{{
		Path: clean, Kind: block.Code, Convention: "operator", Confidence: block.Confirmed, Full: true, Closed: true, Content: content,
	}})
	if err != nil {
		return err
	}
	for _, o := range result.Outcomes {
		if o.State != event.Authoritative {
			return fmt.Errorf("the code is kept as %s of %s, not as truth: %s", o.State, o.Entity, o.Reason)
		}
	}
	if closes.ID == "" || closes.State != event.Proposed || !slices.ContainsFunc(s.Pending.Of(closes.Entity), func(w statemap.Waiting) bool { return w.ID == closes.ID }) {
		return nil
	}
	return e.decideProposal(ctx, verbAccept, report.Shown{Artifact: closes.ID}, func(_ *session, a event.Artifact) ([]event.Event, error) {
		return []event.Event{decide.Close(a.ID, a.Entity, "operator", rebuild.Accepted+" for "+clean)}, nil
	})
}

// evidence finds the code that an id stands for: an artifact's block as it came
// (what an edit made, where that is how it came), or code that was linked to
// nothing.
func (e *Engine) evidence(ctx context.Context, s *session, id string) ([]byte, event.Artifact, error) {
	a, err := e.db.Artifact(ctx, s.ID, id)
	switch {
	case errors.Is(err, event.ErrNotFound):
		l, err := e.looseCode(ctx, s, id)
		if err == nil && l.Changes {
			err = sessions.Refused("it says how to change code and is none itself, and it could not be applied (%s); save the change in the file and say holdfast adopt FILE, or ask for the whole definition", strings.Join(l.Reasons, "; "))
		}
		if err != nil {
			return nil, event.Artifact{}, err
		}
		content, err := e.db.Blob(ctx, l.Block)
		return content, event.Artifact{}, err
	case err != nil:
		return nil, a, err
	case a.Removes:
		return nil, a, fmt.Errorf("proposal %s removes %s and holds no code: accept it without a path", id, a.Entity)
	}
	switch block.Convention(a.Convention) {
	case block.SearchReplace, block.UnifiedDiff, block.V4APatch:
		content, err := e.db.Blob(ctx, a.Text)
		return content, a, err
	}
	content, err := e.db.Blob(ctx, a.Block)
	if err == nil && block.Convention(a.Convention) == block.ToolCall && !defines(a, content) {
		content, err = e.db.Blob(ctx, a.Text) // the call's arguments, which are no code
	}
	return content, a, err
}

// defines reports whether a file's text defines an artifact as it is.
func defines(a event.Artifact, text []byte) bool {
	sym := parser.Parse(a.Path, source.Language(a.Language), text).Find(a.Symbol)
	return sym != nil && sym.Hash == a.Hash
}

// looseCode finds logged code by its Vault hash, or the beginning of one.
func (e *Engine) looseCode(ctx context.Context, s *session, id string) (found event.LooseBlock, err error) {
	prefix := strings.TrimPrefix(id, "sha256:")
	if len(prefix) < shortestHash {
		return found, fmt.Errorf("%q is too short for the id of logged code: give at least %d letters of its hash", id, shortestHash)
	}
	episodes, err := e.db.Episodes(ctx, s.ID, looseEpisodes)
	if err != nil {
		return found, err
	}
	for _, ep := range episodes {
		for _, l := range ep.Loose {
			switch {
			case !strings.HasPrefix(l.Block, "sha256:"+prefix):
			case found.Block == "":
				found = l
			case found.Block != l.Block:
				return found, fmt.Errorf("%q fits %s and %s: give more of the hash", id, found.Block, l.Block)
			}
		}
	}
	if found.Block == "" {
		return found, fmt.Errorf("there is no proposal and no logged code %s: `holdfast pending` and `holdfast recent` list them", id)
	}
	return found, nil
}

// shortestHash keeps an id that was cut short by mistake from meaning any code.
const shortestHash = 4

// looseEpisodes is how far back logged code can be given an entity.
const looseEpisodes = 200

// because is what was done, with the operator's reason where he gave one.
func because(done, reason string) string {
	if reason = strings.TrimSpace(reason); reason != "" {
		done += ": " + reason
	}
	return done
}

package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"holdfast/engine/sessions"
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// evidence finds the code that an id stands for: an artifact's block as it came
// (what an edit made, where that is how it came), or code that was linked to
// nothing.
func (s *session) evidence(ctx context.Context, id string) ([]byte, event.Artifact, error) {
	a, err := s.desk.means.DB.Artifact(ctx, s.ID, id)
	switch {
	case errors.Is(err, event.ErrNotFound):
		l, err := s.looseCode(ctx, id)
		if err == nil && l.Changes {
			err = sessions.Refused("it says how to change code and is none itself, and it could not be applied (%s); save the change in the file and say holdfast adopt FILE, or ask for the whole definition", strings.Join(l.Reasons, "; "))
		}
		if err != nil {
			return nil, event.Artifact{}, err
		}
		content, err := s.desk.means.DB.Blob(ctx, l.Block)
		return content, event.Artifact{}, err
	case err != nil:
		return nil, a, err
	case a.Removes:
		return nil, a, fmt.Errorf("proposal %s removes %s and holds no code: accept it without a path", id, a.Entity)
	}
	switch block.Convention(a.Convention) {
	case block.SearchReplace, block.UnifiedDiff, block.V4APatch:
		content, err := s.desk.means.DB.Blob(ctx, a.Text)
		return content, a, err
	}
	content, err := s.desk.means.DB.Blob(ctx, a.Block)
	if err == nil && block.Convention(a.Convention) == block.ToolCall && !defines(a, content) {
		content, err = s.desk.means.DB.Blob(ctx, a.Text) // the call's arguments, which are no code
	}
	return content, a, err
}

// defines reports whether a file's text defines an artifact as it is.
func defines(a event.Artifact, text []byte) bool {
	sym := parser.Parse(a.Path, source.Language(a.Language), text).Find(a.Symbol)
	return sym != nil && sym.Hash == a.Hash
}

// looseCode finds logged code by its Vault hash, or the beginning of one.
func (s *session) looseCode(ctx context.Context, id string) (found event.LooseBlock, err error) {
	prefix := strings.TrimPrefix(id, "sha256:")
	if len(prefix) < shortestHash {
		return found, fmt.Errorf("%q is too short for the id of logged code: give at least %d letters of its hash", id, shortestHash)
	}
	episodes, err := s.desk.means.DB.Episodes(ctx, s.ID, looseEpisodes)
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

package unlinked

import (
	"slices"
	"time"

	"holdfast/engine/resolve"
	"holdfast/parser"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Code is a block of a reply of which no entity is known.
type Code struct {
	Block    string // Vault hash, by which it is decided about
	Episode  string
	Said     time.Time
	Language string
	Content  []byte
	// Symbols are what it defines, without a file.
	Symbols []string
	// Candidates are entities of the names that it defines, if it defines one: it may
	// be any of them.
	Candidates []string
	Reasons    []string
}

// Known is the State Map: the entities of a name, and the files.
type Known interface {
	Named(name string) []resolve.Tracked
	Paths() []string
}

// Latest are those of the episodes, newest first, that end with the last so many
// replies to requests: what the operator does in between lets no code fall out of the
// list.
func Latest(episodes []event.Episode, replies int) []event.Episode {
	for i, ep := range episodes {
		if ep.Kind != "turn" {
			continue
		}
		if replies--; replies == 0 {
			return episodes[:i+1]
		}
	}
	return episodes
}

// Found lists the code of replies that waits, newest first. Code is what defines a
// symbol, whether or not its fence names a language: a command, a piece of output or a
// few statements are none, and neither is a change that could not be applied, for it is
// no code itself. What the user pasted is none either: who wrote it knows what it is,
// and pastes it as what it is. settled tells what was
// decided about a block, known what holds the same code already.
func Found(episodes []event.Episode, state Known, load func(hash string) ([]byte, error), settled func(block string) bool, known func(key, hash string) bool) (list []Code, err error) {
	seen := map[string]bool{}
	for _, ep := range episodes {
		for _, l := range ep.Loose {
			if l.User || l.Call != "" || l.Changes || seen[l.Block] || settled(l.Block) {
				continue
			}
			seen[l.Block] = true
			text, err := load(l.Block)
			if err != nil {
				return nil, err
			}
			c := Code{Block: l.Block, Episode: ep.ID, Said: ep.Closed, Language: l.Language, Content: text, Reasons: l.Reasons}
			if c.Language == "" {
				c.Language = string(written(text, state))
			}
			if c.Language != "" && c.defines(state, known) {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// defines finds what the code defines. It reports whether that is something, and not
// all of it is known by now.
func (c *Code) defines(state Known, known func(key, hash string) bool) bool {
	file := parser.ParseSnippet("", source.Language(c.Language), c.Content)
	isNew := false
	for i := range file.Symbols {
		sym := &file.Symbols[i]
		if !isDefined(sym) {
			continue
		}
		c.Symbols = append(c.Symbols, sym.Name)
		var named []string
		for _, t := range state.Named(sym.Name) {
			if (t.Symbol == sym.Name || sym.Bare) && (t.Language == "" || t.Language == c.Language) {
				named = append(named, t.Key)
			}
		}
		isNew = isNew || !slices.ContainsFunc(named, func(key string) bool { return known(key, sym.Hash) })
		c.Candidates = append(c.Candidates, named...)
	}
	if len(c.Symbols) != 1 {
		c.Candidates = nil
	}
	return isNew
}

package engine

import (
	"strings"

	"holdfast/engine/hydrate"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/parser/source"
)

// What the request itself shows of the code: files that a client puts into a
// message, results of tools, what was said before. Word for word as the map or the
// disk has it, it counts as seen (product 11) and is not put in again (product 14).

// mostShown is how much of a request is looked through for what the model has
// seen, in bytes, from its end.
const mostShown = 4 << 20

// requestText is all that the request says. It is looked at when a reply is
// judged.
func (t *turn) requestText() *hydrate.RequestText {
	if t.text == nil {
		t.text = hydrate.NewRequestText(request.Texts(t.req), t.uncut(mostShown))
	}
	return t.text
}

// inSight reports whether the request shows this version of an entity, as the map
// or the disk has it.
func (t *turn) inSight(entity, hash string) bool {
	s := t.session
	path, symbol := resolve.Split(entity)
	if e := s.Map.Get(entity); e != nil && e.Hash() == hash {
		if text, err := s.engine.load(e.TextHash()); err == nil && t.holds(t.requestText(), e.Shown(), string(text)) {
			return true
		}
	}
	file := s.engine.diskNow().File(path)
	if file == nil {
		return false
	}
	sym := file.Find(symbol)
	if sym == nil || sym.Hash != hash {
		return false
	}
	of := hydrate.Entity{Named: hydrate.Named{Key: entity, Path: path, Symbol: symbol, Rest: sym.IsRest()}, Hash: hash}
	return t.holds(t.requestText(), of, string(resolve.Text(file.Src, *sym)))
}

// holds reports whether a text of the request holds a version of an entity. Where
// the entity's own lines stand apart in its file, as those of a class do with
// members, the request holds them with what stands between, as the disk has it. Of
// an empty file there is nothing to be shown.
func (t *turn) holds(text *hydrate.RequestText, e hydrate.Entity, code string) bool {
	switch {
	case strings.TrimSpace(code) == "", e.Rest && text.HoldsParts(code), !e.Rest && text.Holds(code):
		return true
	case e.Symbol == source.Whole && !e.Rest || !text.Begins(code):
		return false
	}
	file := t.session.engine.diskNow().File(e.Path)
	if file == nil {
		return false
	}
	sym := file.Find(e.Symbol)
	if sym == nil || sym.Hash != e.Hash {
		return false
	}
	if text.Holds(string(file.Src)) {
		return true
	}
	for _, r := range sym.Extents {
		if !text.Holds(string(r.Of(file.Src))) {
			return false
		}
	}
	return len(sym.Extents) > 0 && !e.Rest
}

// reach is what the request shows, not too far from its end (hydrate.Shown).
type reach struct {
	*hydrate.RequestText
	turn *turn
}

func (t *turn) reach() reach {
	return reach{hydrate.NewRequestText(request.Texts(t.req), t.session.engine.cfg.Hydrate.ReachKiB<<10), t}
}

// Shows implements hydrate.Shown: an entity may stand there as its file has it.
func (r reach) Shows(b *hydrate.Block) bool {
	return r.MayHold(b) && r.turn.holds(r.RequestText, b.Entity, b.Code())
}

package turn

import (
	"slices"
	"strings"

	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/prompt"
	"holdfast/engine/request"
	"holdfast/engine/resolve"
	"holdfast/engine/workplace"
	"holdfast/parser/block"
	"holdfast/parser/source"
)

// sight is what the model has before it in one request. What the request itself shows
// of the code, in files that a client puts into a message, in results of tools, in what
// was said before, counts as seen word for word as the map or the disk has it (product
// 11), and is not put in again (product 14).
type sight struct {
	session *session
	conv    *conversation
	req     *wire.Request
	at      hydrate.At       // the newest message
	found   []request.Found  // what stands in the request since an earlier one
	spliced []wire.Insertion // what is put before the model, at its places
	shape   *prompt.Shape    // the request as a model reads it
	prefix  prompt.End       // where the prefix ends, as far as the request shows it
	earlier prompt.Counted   // the request that it goes on with, as it was counted
	wait    prompt.Wait      // for the server to process the prompt
	fresh   int              // bytes of it that the server has not processed yet, about
	between string           // what was asked since the conversation did last
	cold    bool             // and the server has lost its prompt for it
	// What follows is of the judging goroutine.
	files     *request.Files       // see shown
	text      *hydrate.RequestText // see requestText
	cut       *prompt.Cut          // the server has cut the prompt
	cutNewest bool                 // and with it the newest message
	// cutOff are the versions that only stood in what was cut.
	cutOff map[hydrate.Version]bool
}

// told returns the folder in which the client says it works. Where a server keeps
// what came before and the request leaves it out, it is the one told last.
func (v *sight) told() (folder string, ok bool) {
	folder, ok = request.Folder(v.req, v.session.Config.Workspace.Roots(), v.session.Disk.Folder)
	if ok {
		v.conv.told.Store(&folder)
	} else if kept := v.conv.told.Load(); kept != nil && (v.req.Previous != "" || v.req.Thread != "") {
		return *kept, true
	}
	return folder, ok
}

// blockOptions are those for texts of who works in the folder that the request tells.
func (v *sight) blockOptions() block.Options {
	o := v.session.names().Options()
	o.Folder, _ = v.told()
	return o
}

// place is where the client works after the calls of some messages.
func (v *sight) place(after ...[]wire.Message) *workplace.Place {
	told, tells := v.told()
	w := workplace.NewPlace(workplace.Ground{Names: v.session.names(), Folder: v.session.Disk.Folder}, told, tells)
	for _, messages := range after {
		request.Follow(w, messages)
	}
	return w
}

// mostShown is how much of a request is looked through for what the model has
// seen, in bytes, from its end.
const mostShown = 4 << 20

// requestText is all that the request says. It is looked at when a reply is
// judged.
func (v *sight) requestText() *hydrate.RequestText {
	if v.text == nil {
		v.text = hydrate.NewRequestText(request.Texts(v.req), v.uncut(mostShown))
	}
	return v.text
}

// seen reports whether this version of the entity was before the model in this
// turn: hydrated, pasted, read from the disk by a tool, written by the model
// itself, or shown by the request in whatever other way.
func (v *sight) seen(entity, hash string) bool {
	if v.cutNewest { // and with it what was hydrated and read
		return v.inSight(entity, hash)
	}
	v.conv.mu.Lock()
	saw := v.conv.saw(entity, hash) && !v.cutOff[hydrate.Version{Key: entity, Hash: hash}] || slices.Contains(v.shown().Seen[entity], hash)
	v.conv.mu.Unlock()
	return saw || v.inSight(entity, hash)
}

// shown are the files that tools have shown the model in this turn. They are
// read when a reply is judged, and not before the model is asked.
func (v *sight) shown() request.Files {
	if v.files == nil {
		files := request.FilesIn(v.req.Since, v.place(v.req.History), v.session.names().Clean)
		v.files = &files
	}
	return *v.files
}

// inSight reports whether the request shows this version of an entity, as the map
// or the disk has it.
func (v *sight) inSight(entity, hash string) bool {
	s := v.session
	path, symbol := resolve.Split(entity)
	if e := s.Map.Get(entity); e != nil && e.Hash() == hash {
		if text, err := s.Load(e.TextHash()); err == nil && v.holds(v.requestText(), e.Shown(), string(text)) {
			return true
		}
	}
	file := s.Disk.Reading().File(path)
	if file == nil {
		return false
	}
	sym := file.Find(symbol)
	if sym == nil || sym.Hash != hash {
		return false
	}
	of := hydrate.Entity{Named: hydrate.Named{Path: path, Symbol: symbol, Rest: sym.IsRest()}, Hash: hash}
	return v.holds(v.requestText(), of, string(resolve.Text(file.Src, *sym)))
}

// holds reports whether a text of the request holds a version of an entity. Where
// the entity's own lines stand apart in its file, as those of a class do with
// members, the request holds them with what stands between, as the disk has it. Of
// an empty file there is nothing to be shown.
func (v *sight) holds(text *hydrate.RequestText, e hydrate.Entity, code string) bool {
	switch {
	case strings.TrimSpace(code) == "", e.Rest && text.HoldsParts(code), !e.Rest && text.Holds(code):
		return true
	case e.Symbol == source.Whole && !e.Rest || !text.Begins(code):
		return false
	}
	file := v.session.Disk.Reading().File(e.Path)
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
	sight *sight
}

func (v *sight) reach() reach {
	return reach{hydrate.NewRequestText(request.Texts(v.req), v.session.Config.Hydrate.ReachKiB<<10), v}
}

// Shows implements hydrate.Shown: an entity may stand there as its file has it.
func (r reach) Shows(b *hydrate.Block) bool {
	return r.MayHold(b) && r.sight.holds(r.RequestText, b.Entity, b.Code())
}

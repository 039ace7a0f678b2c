package turn

import (
	"slices"
	"strings"

	"holdfast/engine/applied"
	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/resolve"
	"holdfast/parser/block"
	"holdfast/store/event"
)

// awaitSaving notes what a client may come to make of the files that a reply is
// about.
func (t *turn) awaitSaving(blocks []block.Block, p *decide.Plan, reply wire.Reply) {
	named := func(path string) bool {
		return slices.ContainsFunc(p.Judged, func(j decide.Judged) bool {
			return j.Artifact.Path == path && j.Artifact.Confidence == event.Confirmed
		})
	}
	if len(blocks) == 0 {
		return
	}
	s := t.session
	if a := applied.NewReply(t.id, reply.Text, blocks, t.mayBeSaved(p), named, s.Disk.Reading()); a != nil {
		s.Disk.Await(s.Session, a)
	}
}

// mayBeSaved lists the files that a reply is about: those that it names, and where it
// names none for a block, the tracked files that the request names on a line of
// their own.
func (t *turn) mayBeSaved(p *decide.Plan) []string {
	var list []string
	add := func(path string) {
		if path != "" && len(list) < applied.MaxFiles && !slices.Contains(list, path) {
			list = append(list, path)
		}
	}
	pathless := false
	for _, j := range p.Judged {
		add(j.Artifact.Path)
	}
	for _, l := range p.Loose {
		add(l.Path)
		pathless = pathless || l.Path == ""
	}
	for _, u := range p.Unchanged {
		path, _ := resolve.Split(u.Entity)
		add(path)
	}
	if !pathless {
		return list
	}
	for _, text := range t.requestText().Texts() {
		for line := range strings.Lines(text) {
			if path := strings.TrimSpace(line); len(path) <= maxPathLine && t.session.Map.Known(path) {
				add(path)
			}
		}
	}
	return list
}

// maxPathLine is the length of the longest line that is looked up as a path.
const maxPathLine = 250

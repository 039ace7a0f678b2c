package turn

import (
	"slices"
	"strings"

	"holdfast/engine/config"
	"holdfast/engine/decide"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/remark"
	"holdfast/engine/request"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/parser/call"
	"holdfast/store/event"
)

// remarks are what there is to say of a complete reply that no gate tells.
func (t *turn) remarks(reply wire.Reply, p *decide.Plan) []event.Remark {
	r := remark.Turn{
		Asked: t.authorship.Written, Text: reply.Text, Finish: reply.Finish, Truncated: reply.Truncated, Own: len(reply.ToolCalls),
		Coded: len(p.Judged)+len(p.Unchanged)+len(p.Loose) > 0 || strings.Contains(reply.Text, "```"),
		Calls: t.calls(reply), Versions: t.versions(p), Changed: t.differs,
	}
	if t.session.Config.Notices.Claims != config.ClaimsOff {
		r.Named = t.namedIn
	}
	for _, j := range p.Judged {
		r.Brought = append(r.Brought, j.Artifact.Entity)
	}
	for _, ref := range p.Unchanged {
		r.Brought = append(r.Brought, ref.Entity)
	}
	for _, l := range p.Loose {
		r.Brought = append(r.Brought, l.Path)
	}
	return remark.Of(r)
}

// calls are those of the turn in their order, the reply's at the end.
func (v *sight) calls(reply wire.Reply) (list []call.Call) {
	for _, m := range v.req.Since {
		for _, c := range m.ToolCalls {
			list = append(list, request.Call(c))
		}
	}
	for _, c := range reply.ToolCalls {
		list = append(list, request.Call(c))
	}
	return list
}

// versions are those that the turn's replies have brought of each entity, this one's at
// the end.
func (v *sight) versions(p *decide.Plan) map[string][]string {
	v.conv.mu.Lock()
	defer v.conv.mu.Unlock()
	all := brought(p)
	for entity, versions := range all {
		all[entity] = append(slices.Clone(v.conv.brought[entity]), versions...)
	}
	return all
}

// namedIn are the files and symbols of the State Map that a sentence names.
func (v *sight) namedIn(sentence string) (names []string) {
	for _, m := range v.session.Map.Mentions(sentence) {
		switch {
		case m.Word:
		case m.Group == "":
			names = append(names, m.Entity.Key())
		case !strings.Contains(m.Group, "::") && !slices.Contains(names, m.Group):
			names = append(names, m.Group)
		}
	}
	return names
}

// differs reports whether the disk holds another version than the State Map of a file,
// or of an entity: somebody has changed it.
func (v *sight) differs(name string) bool {
	path, _, one := strings.Cut(name, "::")
	disk := v.session.Disk.Reading()
	return slices.ContainsFunc(v.session.Map.InFile(path), func(e *statemap.Entry) bool {
		return (!one || e.Key() == name) && !stale.Holds(disk.Check(e.Expected()))
	})
}

// remarked shows what there is to say of the reply, once it is recorded. t.conv.mu is
// held.
func (t *turn) remarked(list []event.Remark, p *decide.Plan) {
	c := t.conv
	for entity, versions := range brought(p) {
		c.brought[entity] = append(c.brought[entity], versions...)
	}
	c.claimed = ""
	for _, r := range list {
		switch r.Kind {
		case remark.Claim:
			c.claimed = r.Detail
		case remark.Loop:
			if r.Times == remark.Often {
				t.session.Hub.AlertOf(t.id, r.Detail)
			}
		}
	}
	t.live.Remark(list)
}

// brought are the versions of entities in a plan.
func brought(p *decide.Plan) map[string][]string {
	all := map[string][]string{}
	for _, j := range p.Judged {
		if !j.Artifact.Removes {
			all[j.Artifact.Entity] = append(all[j.Artifact.Entity], decide.ContentHash(j.Artifact))
		}
	}
	return all
}

// unkept is the notice that the reply before this turn has claimed a change which
// nobody received, "" for none. c.mu is held.
func (v *sight) unkept(c *conversation) string {
	if c.prevClaimed == "" || v.session.Config.Notices.Claims != config.ClaimsNotice {
		return ""
	}
	return c.prevClaimed
}

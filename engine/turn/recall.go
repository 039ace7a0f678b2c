package turn

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/engine/config"
	"holdfast/engine/gateway/wire"
	"holdfast/engine/hydrate"
	"holdfast/engine/toolbox"
	"holdfast/store"
	"holdfast/store/event"
)

// conversationOf returns the conversation that a request belongs to (product 16)
// and gives the request its name.
func (s *session) conversationOf(ctx context.Context, req *wire.Request) *conversation {
	known := req.Named
	if !known {
		req.Conversation, known = s.conversations.finder.Find(ctx, req)
	}
	return s.conversations.of(req.Conversation, func(c *conversation) {
		if !known || req.Turn <= 1 && !req.Continues && !req.Named {
			return // a conversation that begins, or begins again, has nothing to be recalled
		}
		if err := s.recall(ctx, req.Conversation, c); err != nil {
			s.Log.Warn("an earlier conversation could not be recalled", "err", err)
		}
	})
}

// recall rebuilds a conversation from its latest episodes.
func (s *session) recall(ctx context.Context, key string, c *conversation) error {
	episodes, err := s.DB.EpisodesOf(ctx, s.ID, key, maxPairs)
	if err != nil {
		return err
	}
	slices.Reverse(episodes)
	for _, ep := range episodes {
		c.advance(ep.Turn, ep.Prompt)
		c.tools = c.tools || ep.Tools
		for _, h := range ep.Hydrated {
			c.hydrated[h.Entity] = h.Artifact
		}
		artifacts, err := s.DB.Artifacts(ctx, s.ID, store.Filter{Episode: ep.ID})
		if err != nil {
			return err
		}
		c.unlinked = slices.ContainsFunc(ep.Loose, func(l event.LooseBlock) bool { return !l.User && l.Call == "" })
		c.settled = ep.Status == event.EpisodeIsClosed
		for _, a := range artifacts {
			switch {
			case a.State == event.Authoritative || a.State == event.Superseded:
				c.touch(a.Entity, a.Hash)
			case a.Confidence == event.Inferred && a.Call == "":
				c.unlinked = true
			}
			if a.WaitsForDisk {
				c.await(a.Call, waited{a.ID, a.Entity, a.Hash})
			}
		}
		if ep.Status != event.EpisodeIsClosed || ep.Reply == "" {
			continue
		}
		var user []byte // as in the pair that conclude keeps
		if ep.Written != "" {
			if user, err = s.DB.Blob(ctx, ep.Written); err != nil {
				return err
			}
		}
		reply, err := s.DB.Blob(ctx, ep.Reply)
		if err != nil {
			return err
		}
		c.remember(s.pair(string(user), string(reply)))
	}
	if n := len(episodes); n > 0 {
		if err := s.recallStands(ctx, c, episodes[n-1]); err != nil {
			s.Log.Warn("what stood in an earlier conversation could not be recalled", "err", err)
		}
	}
	if n := len(episodes); n > 0 && s.Config.Bridge.Mode != config.BridgeOff {
		c.results, err = toolbox.Recall(ctx, s.DB, s.ID, key, episodes[n-1].Seq)
	}
	return err
}

// pair is a turn's user and assistant text, as far as the recent context of
// later turns may show it; no more is kept in memory.
func (s *session) pair(user, assistant string) hydrate.Pair {
	most := s.Config.Hydrate.RecentKiB << 10
	return hydrate.Pair{User: head(user, most), Assistant: head(assistant, most)}
}

// head is the beginning of a text, in a copy of its own, cut between runes.
func head(text string, most int) string {
	if len(text) <= most {
		return strings.Clone(text)
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.Clone(text[:most])
}

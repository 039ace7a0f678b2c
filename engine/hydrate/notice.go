package hydrate

import (
	"fmt"
	"strings"
)

// unlinked is the safety notice of TSLP 8.3.
const unlinked = noticeOpen + `
The previous output could not be structurally linked to a known entity.
It has NOT modified the State Map.
` + noticeClose

// maxNamed is how many entities one notice names before it only counts.
const maxNamed = 32

// Notices tells the model what a selection does not show, and why: STALE
// entities (TSLP 15.4), unreadable ones, those over the budget, those shown by
// their signatures, and those shown that the disk does not hold yet. With previousUnlinked it begins with the
// safety notice: the reply before this turn held code that was linked to no
// entity (TSLP 8.3). It is empty where there is nothing to tell.
func Notices(s Selection, previousUnlinked bool) string {
	var list []string
	if previousUnlinked {
		list = append(list, unlinked)
	}
	for _, n := range []struct {
		title, advice string
		entities      []Entity
	}{
		{"STALE: the file on disk was changed, the State Map does not match it:",
			"Their content is withheld. Do not rewrite them from memory: read the file, or ask for the current code.",
			s.withheld(Edited)},
		{"STALE: the last accepted version is not saved, the file on disk still holds the one before:",
			"Their content is withheld until the file is saved. Do not build on either version before that.",
			s.withheld(NotApplied)},
		{"UNREADABLE: the file on disk could not be read and verified:",
			"Their content is withheld. Do not rewrite them from memory: ask for the current code.",
			s.withheld(Unreadable)},
		{"IN REVIEW: another version was pasted, and waits for the user's decision:",
			"Their content is withheld. Do not rewrite them from memory: read the file, or ask for the current code.",
			s.withheld(InReview)},
		{"GONE: the file was on the disk, and is not there any more:",
			"Their content is withheld. Do not write them again unless the user asks for that.",
			s.withheld(Vanished)},
		{"UNAVAILABLE: the recorded content could not be loaded:",
			"Their content is withheld. Do not rewrite them from memory: ask for the current code.",
			s.withheld(Unavailable)},
		{"NOT ON DISK YET: shown above as it was accepted, while the file on disk still holds the version before:",
			"Build on the version shown above.",
			s.NotOnDisk},
		{"OMITTED: named in this turn, but there is no room to show it:",
			"Do not rewrite them from memory: ask to have them named alone.",
			s.Omitted},
	} {
		if len(n.entities) > 0 {
			list = append(list, noticeOpen+"\n"+n.title+"\n"+named(n.entities)+n.advice+"\n"+noticeClose)
		}
	}
	if len(s.Outlined) > 0 {
		list = append(list, noticeOpen+"\n"+outlineTitle+"\n"+outline(s.Outlined)+
			"Do not rewrite their code from memory: ask to have them named alone.\n"+noticeClose)
	}
	return strings.Join(list, gap)
}

// Claimed tells the model that its previous reply has claimed a change which nobody
// received; it is empty for "".
func Claimed(detail string) string {
	if detail == "" {
		return ""
	}
	return noticeOpen + "\n" + oneLine(strings.Replace(detail, "the reply says", "The previous reply said", 1)) + ".\n" + noticeClose
}

// withheld lists the entities that are withheld for that reason.
func (s *Selection) withheld(r Reason) []Entity {
	var list []Entity
	for _, w := range s.Withheld {
		if w.Reason == r {
			list = append(list, w.Entity)
		}
	}
	return list
}

// named lists entities by key, one a line.
func named(list []Entity) string {
	var b strings.Builder
	for i, e := range list {
		if i == maxNamed {
			fmt.Fprintf(&b, "- and %d more\n", len(list)-i)
			break
		}
		b.WriteString("- " + oneLine(e.Key()) + "\n")
	}
	return b.String()
}

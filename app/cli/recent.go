package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"holdfast/engine/report"
	"holdfast/store/event"
)

func recentCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "recent",
		Short: "List what you asked last, and what became of the code",
		Long: `List what you asked last, the newest first, and what became of the code of each
reply. A decision of yours that took in many symbols is one line. With -v each
symbol is listed, with the ids and the names that holdfast records.`,
	}
	n := c.Flags().IntP("number", "n", 20, "how many `requests`, the newest first")
	all := c.Flags().BoolP("verbose", "v", false, "list every symbol, with ids and recorded states")
	list := func(ctx context.Context, e Engine) ([]report.RecentEpisode, error) {
		if *n < 1 || *n > 10_000 {
			return nil, usage(c, "-n takes a number from 1 to 10000, not %d", *n)
		}
		return e.Recent(ctx, "", *n)
	}
	object := func(episodes []report.RecentEpisode) any {
		for i := range episodes {
			episodes[i].Entities = orEmpty(episodes[i].Entities)
			episodes[i].Artifacts = orEmpty(episodes[i].Artifacts)
		}
		return map[string]any{"episodes": orEmpty(episodes)}
	}
	return viewOf(p, c, list, object, func(w io.Writer, episodes []report.RecentEpisode, now time.Time) {
		printRecent(w, episodes, *all, now)
	})
}

// fewOutcomes is how many artifacts of a request are listed without being asked for.
const fewOutcomes = 12

func printRecent(w io.Writer, episodes []report.RecentEpisode, all bool, now time.Time) {
	if len(episodes) == 0 {
		fmt.Fprintln(w, "No request has come through holdfast in this session yet.")
		return
	}
	for _, episode := range episodes {
		t := &table{}
		printAsked(w, episode, all, now)
		if episode.Problem != "" {
			t.note(episode.Problem)
		}
		for _, m := range episode.Remarks {
			t.note(m.Detail)
		}
		rows := episode.Artifacts
		if most := fewOutcomes; len(rows) > most && !all {
			rows = rows[:most]
			if episode.Kind == "operator" {
				rows = nil // its line has said how many
			}
		}
		for _, a := range rows {
			outcomeRow(t, a, all)
		}
		t.print(w)
		if more := len(episode.Artifacts) - len(rows); more > 0 && len(rows) > 0 {
			fmt.Fprintf(w, "  and %d more: holdfast recent -v\n", more)
		}
	}
}

// printAsked is the line of a request: when it came and what the user wrote, or what
// the operator decided.
func printAsked(w io.Writer, episode report.RecentEpisode, all bool, now time.Time) {
	head := fmt.Sprintf("%-10s  ", age(now, episode.Timestamp))
	indent := strings.Repeat(" ", len(head))
	for i, line := range wrap(clean(askedWords(episode)), columns-len(head)) {
		if i > 0 {
			head = indent
		}
		fmt.Fprintln(w, head+line)
	}
	if all {
		fmt.Fprintln(w, "  "+clean(episode.ID))
	}
}

func askedWords(episode report.RecentEpisode) string {
	if episode.Kind != "operator" {
		return cmp.Or(episode.Asked, "(no words of yours)")
	}
	paths := map[string]bool{}
	for _, a := range episode.Artifacts {
		path, _, _ := strings.Cut(a.Entity, "::")
		paths[path] = true
	}
	what := count(len(episode.Artifacts), "symbol", "symbols") + " in " + count(len(paths), "file", "files")
	switch episode.Format {
	case "disk":
		return "You adopted " + what + " from disk."
	case "fork":
		return "You began this session as a copy: " + what + "."
	case "recovery":
		return "You recovered " + what + "."
	}
	return "You decided about " + what + "."
}

// outcomeRow is what became of one artifact.
func outcomeRow(t *table, a report.ArtifactState, all bool) {
	switch {
	case a.Confidence == event.Unresolved: // its hash is what holdfast accept ID --path FILE takes
		t.row("  "+cmp.Or(a.Entity, "(no file)"), "not linked", short(a.Artifact))
	case all:
		t.row("  "+a.Entity, string(a.State), string(a.Confidence))
	default:
		t.row("  "+a.Entity, stateWords(a.State, a.Version), "")
	}
	switch {
	case all && a.Ended != "":
		t.note(a.Ended)
	case a.Reason != "":
		t.note(a.Reason)
	}
}

// stateWords says in plain words what an artifact is now, and what it was: version is 0
// where it was never current.
func stateWords(state event.State, version int) string {
	switch state {
	case event.Authoritative:
		return "accepted"
	case event.Proposed:
		return "waits"
	case event.Superseded:
		return "replaced since"
	}
	if version > 0 {
		return "removed"
	}
	return "rejected"
}

package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"holdfast/engine/report"
)

// sessionItem is one session as `sessions --json` prints it.
type sessionItem struct {
	Name         string    `json:"name"`
	Active       bool      `json:"active"`
	Archived     bool      `json:"archived"`
	Parent       string    `json:"parent,omitempty"`
	Created      time.Time `json:"created"`
	LastActivity time.Time `json:"last_activity"`
	Entities     int       `json:"entities"`
	Stale        int       `json:"stale"`
	Pending      int       `json:"pending"`
	Episodes     int       `json:"episodes"`
	Turns        int       `json:"turns"`
}

func sessionsCommand(p *program) *cobra.Command {
	return listSessions(p, &cobra.Command{Use: "sessions"})
}

// listSessions makes a command of the list.
func listSessions(p *program, c *cobra.Command) *cobra.Command {
	c.Short = "List the sessions, the latest active first"
	c.Long = `List the sessions, the latest active first and the archived last, with what each
holds. Requests and commands that name no session mean the active one.`
	object := func(list []report.SessionInfo) any {
		items := make([]sessionItem, 0, len(list))
		for _, s := range list {
			items = append(items, sessionItem{
				s.Name, s.Active, s.Archived, s.Parent, s.Created, s.LastActivity, s.Entities, s.Stale, s.Pending, s.Episodes, s.Turns,
			})
		}
		return map[string]any{"sessions": items}
	}
	read := func(ctx context.Context, e Engine) ([]report.SessionInfo, error) { return e.Sessions(ctx) }
	return viewOf(p, c, read, object, printSessions)
}

func printSessions(w io.Writer, list []report.SessionInfo, now time.Time) {
	t := &table{}
	t.row("SESSION", "", "SYMBOLS", "STALE", "PENDING", "TURNS", "LAST ACTIVITY")
	for _, s := range list {
		standing, stale := "", strconv.Itoa(s.Stale)
		switch {
		case s.Active:
			standing = "active"
		case s.Archived:
			standing, stale = "archived", "-"
		}
		t.row(s.Name, standing, strconv.Itoa(s.Entities), stale, strconv.Itoa(s.Pending), strconv.Itoa(s.Turns), age(now, s.LastActivity))
		if s.Parent != "" {
			t.note("forked from " + s.Parent)
		}
	}
	t.print(w)
}

func sessionCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "session",
		Short: "Begin, switch, fork, rename or archive sessions",
		Long: `Begin, switch, fork, rename or archive sessions. Each session has its own State
Map and conversations. A running holdfast follows a switch at once, and a
restart keeps the active session. A client can name another one by the header
X-Holdfast-Session or the base URL http://HOST/s/NAME/v1.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return usage(c, "holdfast session needs to be told what to do: list, new, switch, fork, rename, archive or unarchive")
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	c.SuggestionsMinimumDistance = 2
	list := listSessions(p, &cobra.Command{Use: "list"})
	fork := sessionVerb(p, &cobra.Command{
		Use:   "fork NAME",
		Short: "Copy the active session's State Map to a new one",
		Long: `Copy the active session's State Map to a new session, and switch to it. With
--session, copy that one's. What is known about the files is copied too;
proposals and conversations are not.`,
		Args: exactly("a NAME for the new session"),
	}, func(ctx context.Context, e Engine, args []string) (string, error) {
		from := e.Status().Session
		return fmt.Sprintf("Session %s is a copy of %s, and active.", args[0], from), e.Fork(ctx, from, args[0])
	})
	settingFlags(fork, "session")
	c.AddCommand(list, fork,
		sessionVerb(p, &cobra.Command{
			Use: "new NAME", Short: "Begin an empty session, and switch to it", Args: exactly("a NAME for the new session"),
		}, func(ctx context.Context, e Engine, args []string) (string, error) {
			return fmt.Sprintf("Session %s is new, and active.", args[0]), e.NewSession(ctx, args[0])
		}),
		sessionVerb(p, &cobra.Command{
			Use: "switch NAME", Short: "Make a session the active one", Args: exactly("the NAME of a session"),
		}, func(ctx context.Context, e Engine, args []string) (string, error) {
			return fmt.Sprintf("Session %s is active.", args[0]), e.Switch(ctx, args[0])
		}),
		sessionVerb(p, &cobra.Command{
			Use: "rename OLD NEW", Short: "Give a session another name", Args: exactly("the OLD name", "the NEW name"),
		}, func(ctx context.Context, e Engine, args []string) (string, error) {
			return fmt.Sprintf("Session %s is named %s now.", args[0], args[1]), e.Rename(ctx, args[0], args[1])
		}),
		sessionVerb(p, &cobra.Command{
			Use: "archive NAME", Short: "Put a session aside", Args: exactly("the NAME of a session"),
			Long: `Put a session aside: nothing reads or writes it until holdfast session
unarchive. Nothing of it is deleted, and its name stays taken.`,
		}, func(ctx context.Context, e Engine, args []string) (string, error) {
			return fmt.Sprintf("Session %s is archived; holdfast session unarchive %s takes it up again.", args[0], args[0]), e.Archive(ctx, args[0])
		}),
		sessionVerb(p, &cobra.Command{
			Use: "unarchive NAME", Short: "Use an archived session again", Args: exactly("the NAME of a session"),
		}, func(ctx context.Context, e Engine, args []string) (string, error) {
			return fmt.Sprintf("Session %s is not archived any more.", args[0]), e.Unarchive(ctx, args[0])
		}),
	)
	return c
}

// sessionVerb is a command that changes the sessions; do gives back what to say
// when it is done.
func sessionVerb(p *program, c *cobra.Command, do func(ctx context.Context, e Engine, args []string) (string, error)) *cobra.Command {
	c.RunE = func(c *cobra.Command, args []string) error {
		return p.beside(c, func(ctx context.Context, e Engine) error {
			done, err := do(ctx, e, args)
			if err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), clean(done))
			return nil
		})
	}
	return c
}

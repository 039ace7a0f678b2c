package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/operator"
	"holdfast/engine/report"
	"holdfast/engine/unlinked"
	"holdfast/store/event"
	"holdfast/views"
)

// unlinkedCode is the matter of a review of code that was linked to no file: as what it
// is taken, or that it is dropped.
type unlinkedCode struct {
	code   unlinked.Code
	as     string // the entity, or the file of all that it defines; "" while nothing was said
	reject bool
	reason string
	known  bool
	shown  []report.Review // what accepting it does, one for each symbol
}

// isUnlinked reports whether a row of Pending is code without a file.
func isUnlinked(key string) bool { return strings.HasPrefix(key, "sha256:") }

// unlinkedName is what to call code without a file: by what it defines.
func unlinkedName(c unlinked.Code) string {
	say := strings.Join(c.Symbols[:min(len(c.Symbols), 3)], ", ")
	if more := len(c.Symbols) - 3; more > 0 {
		say += " and " + count(more) + " more"
	}
	return say
}

func unlinkedRow(c unlinked.Code) views.Proposal {
	return views.Proposal{
		Key: c.Block, Entity: unlinkedName(c), Confidence: string(event.Unresolved), Reason: noFileSaid, Failed: "unlinked", Unlinked: true, Created: c.Said,
		Candidate: strings.Join(c.Candidates[:min(1, len(c.Candidates))], ""),
	}
}

const noFileSaid = "no file was said: i links it"

// unlinkedPage shows code without a file.
func unlinkedPage(c unlinked.Code, now time.Time) *page {
	return &page{
		title: unlinkedName(c), copies: string(c.Content),
		head:  func(t *views.Theme, w int) []string { return unlinkedHead(c, "i", t, w, now) },
		views: []view{{"code", codeOf(c)}},
	}
}

func codeOf(c unlinked.Code) views.Source {
	return views.Code{ID: c.Block, Language: c.Language, Content: string(c.Content)}
}

// unlinkedHead says what code without a file is, and with which key to say more.
func unlinkedHead(c unlinked.Code, key string, t *views.Theme, w int, now time.Time) []string {
	d := []string{}
	for _, l := range views.Wrap("The reply did not say which file this is for. "+key+" says what it is, x rejects it.", w) {
		d = append(d, t.Warn.On(l))
	}
	facts := "defines " + strings.Join(c.Symbols, ", ") + " " + t.Glyphs.Bullet + " " + views.Clock(c.Said, now)
	for _, l := range views.Wrap(facts, w) {
		d = append(d, t.Dim.On(l))
	}
	return d
}

func (u *unlinkedCode) id() string     { return u.code.Block }
func (u *unlinkedCode) entity() string { return unlinkedName(u.code) }
func (*unlinkedCode) place() string    { return "Review" }

// targets are the entities that it is taken as.
func (u *unlinkedCode) targets() []string {
	if u.as == "" || strings.Contains(u.as, "::") {
		return slices.DeleteFunc([]string{u.as}, func(x string) bool { return x == "" })
	}
	var list []string
	for _, symbol := range u.code.Symbols {
		list = append(list, u.as+"::"+symbol)
	}
	return list
}

func (u *unlinkedCode) read(ctx context.Context, e Engine) (func() bool, error) {
	list, err := e.Unlinked(ctx)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(list, func(c unlinked.Code) bool { return c.Block == u.code.Block }) {
		return nil, errors.New("it does not wait any more")
	}
	var came []report.Review
	for _, target := range u.targets() {
		r, err := e.LinkReview(ctx, u.code.Block, target)
		if err != nil {
			return nil, err
		}
		came = append(came, r)
	}
	return func() bool {
		changed := !u.known || !slices.EqualFunc(u.shown, came, func(a, b report.Review) bool { return a.Shown == b.Shown })
		u.shown, u.known = came, true
		return changed
	}, nil
}

func (u *unlinkedCode) choices(r *review) []binding {
	return []binding{
		{keys: []string{"l", "i", "a"}, name: "l", verb: "link", help: "say what it is: the next of what it may be, or else a symbol or file that you type", cli: "accept --as", bar: 2, do: u.link(r), unless: r.nothing},
		{keys: []string{"x"}, verb: "reject", help: "decide to reject, with a reason", cli: "reject", bar: 3, do: u.toReject, unless: r.nothing},
		{keys: []string{"c"}, verb: "copy", help: "copy what is proposed", bar: 9, do: func(m *Model) tea.Cmd { return copyText(m, "code", string(u.code.Content)) }},
	}
}

// link takes it as the next of its candidates, else as what the operator types.
func (u *unlinkedCode) link(r *review) action {
	return func(m *Model) tea.Cmd {
		if at := slices.Index(u.code.Candidates, u.as) + 1; at < len(u.code.Candidates) {
			return u.linkTo(m, r, u.code.Candidates[at])
		}
		return u.ask(m, r)
	}
}

func (u *unlinkedCode) ask(m *Model, r *review) tea.Cmd {
	hint := "path::symbol, or a file"
	return m.push(newPrompt(promptOptions{
		name: "Symbol", label: "it is: ", text: u.as, hint: hint + ", Tab completes", completes: knownNames,
		check: func(text string) string {
			if text == "" {
				return "say " + hint
			}
			return ""
		},
		looks: func(ctx context.Context, e Engine, _, text string) string {
			for _, target := range (&unlinkedCode{code: u.code, as: text}).targets() {
				if _, err := e.LinkReview(ctx, u.code.Block, target); err != nil {
					return err.Error()
				}
			}
			return ""
		},
		done:   func(m *Model, text string) tea.Cmd { return u.linkTo(m, r, text) },
		cancel: func(*Model) tea.Cmd { return nil },
	}))
}

func (u *unlinkedCode) linkTo(m *Model, r *review, as string) tea.Cmd {
	u.as, u.reject, u.known = as, false, false
	r.known, r.doc, r.err = false, nil, ""
	return tea.Batch(m.disturb(), r.look(m))
}

func (u *unlinkedCode) toReject(m *Model) tea.Cmd { return u.askReason(m, stay) }

// askReason asks why it is rejected; cancel is what esc does.
func (u *unlinkedCode) askReason(m *Model, cancel action) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: "Reason", label: "reason: ", text: u.reason, hint: "optional, enter continues",
		done:   func(_ *Model, text string) tea.Cmd { u.reject, u.reason = true, text; return nil },
		cancel: cancel,
	}))
}

// stay leaves everything as it is.
func stay(*Model) tea.Cmd { return nil }

func (u *unlinkedCode) head(t *views.Theme, w int, now time.Time, _ int) []string {
	return unlinkedHead(u.code, "l", t, w, now)
}

func (*unlinkedCode) foot(*views.Theme, int) []string { return nil }

func (u *unlinkedCode) texts(bool) views.Source {
	if len(u.shown) == 0 {
		return codeOf(u.code)
	}
	var id strings.Builder
	list := make([]views.NamedDiff, len(u.shown))
	for i, r := range u.shown {
		fmt.Fprint(&id, r.Shown)
		why := ""
		if r.Base == nil {
			why = "it is new there"
		}
		list[i] = views.NamedDiff{Name: r.Proposal.Entity, File: r.Proposal.Path, Why: why, Diff: diffOf(r, false)}
	}
	return views.Diffs{ID: u.as + id.String(), List: list}
}

func (*unlinkedCode) oneSided() string { return "several diffs stand one below the other" }

func (u *unlinkedCode) undecided() string {
	switch {
	case u.reject || u.as != "":
		return ""
	case len(u.code.Candidates) > 0:
		return "say what it is: l picks one of " + count(len(u.code.Candidates)) + ", x rejects it"
	}
	return "say what it is: l asks for it, x rejects it"
}

func (u *unlinkedCode) verdict() string {
	switch {
	case u.reject && u.reason != "":
		return "reject it: " + u.reason
	case u.reject:
		return "reject it, without a reason"
	}
	return "accept as " + u.as
}

func (u *unlinkedCode) verb() string {
	if u.reject {
		return "reject"
	}
	return "accept"
}

func (u *unlinkedCode) decision() (func(context.Context, Engine) error, string) {
	block, reason, as, shown := u.code.Block, u.reason, u.targets(), u.shown
	if u.reject {
		return func(ctx context.Context, e Engine) error {
			return e.DropCode(ctx, report.Shown{Artifact: block}, reason)
		}, "Rejected " + unlinkedName(u.code)
	}
	return func(ctx context.Context, e Engine) error {
		ctx = operator.AsOne(ctx)
		for i, r := range shown {
			if err := e.Link(ctx, r.Shown, as[i]); err != nil {
				return err
			}
		}
		return nil
	}, "Accepted " + u.as
}

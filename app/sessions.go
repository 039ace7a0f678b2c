package app

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"holdfast/engine/report"
	"holdfast/views"
)

// sessions is the overlay of the sessions.
type sessions struct {
	rows   views.List
	read   bool       // there is something to show
	err    string     // why there is nothing new
	asking bool       // they are being read
	again  bool       // and are to be read once more
	want   string     // the row to stand on when they are read
	busy   string     // what is being done to them, "" for nothing
	drawn  views.Rect // where the rows were drawn last
}

// Messages of the sessions.
type (
	sessionsMsg struct {
		of   *sessions
		list []report.SessionInfo
		err  error
	}
	// sessionDoneMsg is the end of a change; said is empty where the top line
	// says it all.
	sessionDoneMsg struct {
		of    *sessions
		said  string
		moved bool   // another session is active
		name  string // the row to stand on then
		err   error
	}
)

func openSessions(m *Model) tea.Cmd {
	s := &sessions{}
	return tea.Batch(m.push(s), s.reload(m))
}

// reload reads the list, once at a time.
func (s *sessions) reload(m *Model) tea.Cmd {
	if s.asking {
		s.again = true
		return nil
	}
	s.asking = true
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		list, err := e.Sessions(ctx)
		return sessionsMsg{s, list, err}
	})
}

func (msg sessionsMsg) arrive(m *Model) tea.Cmd {
	s := msg.of
	s.asking, s.err = false, ""
	if msg.err != nil {
		s.err = msg.err.Error()
	} else {
		rows := make([]views.Row, len(msg.list))
		for i, x := range msg.list {
			rows[i] = sessionOf(x, m.now())
		}
		s.rows.Set(rows)
		if s.rows.Select(s.want) {
			s.want = ""
		}
		s.read = true
	}
	if s.again {
		s.again = false
		return s.reload(m)
	}
	return nil
}

func (s *sessions) selected() (views.Session, bool) {
	x, ok := s.rows.Selected().(views.Session)
	return x, ok
}

func (*sessions) covers() bool { return false }

func (s *sessions) scope() scope {
	archive := binding{keys: []string{"A"}, verb: "archive", help: "archive it, or take an archived one up again", bar: 5, do: s.askArchive, unless: s.notArchived}
	if x, ok := s.selected(); ok && x.Archived {
		archive.verb, archive.do, archive.unless = "take up", s.unarchive, s.unready
	}
	return scope{"Sessions", []binding{
		{keys: []string{"enter"}, verb: "switch", help: "make it the active one: requests that name no session go there", bar: 1, do: s.switchTo, unless: s.notSwitched},
		{keys: []string{"n"}, verb: "new", help: "begin an empty session, and switch to it", bar: 2, do: s.askNew, unless: s.streaming},
		{keys: []string{"f"}, verb: "fork", help: "copy its State Map to a new session, and switch to that", bar: 3, do: s.askFork, unless: s.notForked},
		{keys: []string{"r"}, verb: "rename", help: "give it another name", bar: 4, do: s.askRename, unless: s.notRenamed},
		archive,
		{keys: []string{"c"}, verb: "copy block", help: "copy its CANON_STATE_DELTA, the block that restores it; holdfast checkpoint prints it", bar: 6, do: s.copyBlock, unless: s.noBlock},
		{keys: []string{"j", "down"}, name: "j down", help: "next row", do: s.move(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "row before", do: s.move(-1)},
		{keys: []string{"g", "home"}, name: "g", help: "first row", do: s.move(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "last row", do: s.move(1 << 30)},
		{keys: []string{"/"}, verb: "filter", help: "show only sessions that hold these words", bar: 7, do: func(m *Model) tea.Cmd { return filterRows(m, &s.rows) }},
		{keys: []string{"esc", "q", "s"}, name: "esc", verb: "back", help: "drop the filter, or go back", bar: 7, do: s.back},
	}}
}

func (s *sessions) back(m *Model) tea.Cmd {
	if s.rows.Filtered() == "" {
		return m.pop()
	}
	s.rows.Filter("")
	return nil
}

// noBlock is why there is nothing to copy.
func (s *sessions) noBlock(m *Model) string {
	if m.status.ReadOnly != "" {
		return "in read-only mode there is no state to vouch for"
	}
	return s.unready(m)
}

func (s *sessions) copyBlock(m *Model) tea.Cmd {
	x, _ := s.selected()
	return copyBlock(m, func(ctx context.Context, e Engine) ([]byte, error) { return e.SessionBlock(ctx, x.Name) })
}

func (s *sessions) move(n int) action {
	return func(*Model) tea.Cmd {
		s.rows.Move(n)
		return nil
	}
}

// unready tells why nothing can be done with the selected one.
func (s *sessions) unready(*Model) string {
	switch _, ok := s.selected(); {
	case s.busy != "":
		return s.busy
	case !ok:
		return "nothing is selected"
	}
	return ""
}

// streaming tells why no other session can become the active one: the requests
// of a tool loop come one by one, and the next would go astray.
func (s *sessions) streaming(m *Model) string {
	if n := m.panes.activity.live(); n > 0 {
		return views.Count(n, "request is", "requests are") + " live, and its turn would go on elsewhere"
	}
	return s.busy
}

func (s *sessions) notSwitched(m *Model) string {
	x, _ := s.selected()
	switch why := s.unready(m); {
	case why != "":
		return why
	case x.Archived:
		return "it is archived: A takes it up again"
	case x.Active:
		return "it is the active one already"
	}
	return s.streaming(m)
}

func (s *sessions) notForked(m *Model) string {
	x, _ := s.selected()
	switch why := s.unready(m); {
	case why != "":
		return why
	case x.Archived:
		return "it is archived: A takes it up again"
	}
	return s.streaming(m)
}

func (s *sessions) notRenamed(m *Model) string {
	if x, _ := s.selected(); x.Archived {
		return "it is archived: A takes it up again"
	}
	return s.unready(m)
}

func (s *sessions) notArchived(m *Model) string {
	if x, _ := s.selected(); x.Active {
		return "it is the active one: switch to another first"
	}
	return s.unready(m)
}

func (s *sessions) switchTo(m *Model) tea.Cmd {
	x, _ := s.selected()
	return s.change(m, "it is being switched to", sessionDoneMsg{moved: true}, func(ctx context.Context, e Engine) error {
		return e.Switch(ctx, x.Name)
	})
}

func (s *sessions) askNew(m *Model) tea.Cmd {
	return s.askName(m, "New session", "new session: ", "", func(m *Model, name string) tea.Cmd {
		return s.change(m, "a session is being made", sessionDoneMsg{moved: true}, func(ctx context.Context, e Engine) error {
			return e.NewSession(ctx, name)
		})
	})
}

func (s *sessions) askFork(m *Model) tea.Cmd {
	x, _ := s.selected()
	return s.askName(m, "Fork", "fork as: ", "", func(m *Model, name string) tea.Cmd {
		return s.change(m, x.Name+" is being copied", sessionDoneMsg{moved: true}, func(ctx context.Context, e Engine) error {
			return e.Fork(ctx, x.Name, name)
		})
	})
}

func (s *sessions) askRename(m *Model) tea.Cmd {
	x, _ := s.selected()
	return s.askName(m, "Rename", "rename to: ", x.Name, func(m *Model, name string) tea.Cmd {
		done := sessionDoneMsg{said: x.Name + " is named " + name + " now", name: name}
		return s.change(m, "it is being renamed", done, func(ctx context.Context, e Engine) error { return e.Rename(ctx, x.Name, name) })
	})
}

// askName asks for the name of a session.
func (s *sessions) askName(m *Model, title, label, text string, done func(*Model, string) tea.Cmd) tea.Cmd {
	return m.push(newPrompt(promptOptions{
		name: title, label: label, text: text, hint: "A-Z a-z 0-9 . _ -",
		check:  nameFault,
		done:   done,
		cancel: func(*Model) tea.Cmd { return nil },
	}))
}

// nameFault is why a text is no name of a session, "" where it is one.
func nameFault(name string) string {
	odd := strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r))
	})
	switch {
	case name == "":
		return "A session needs a name."
	case odd >= 0:
		return "A name holds only A-Z a-z 0-9 . _ -"
	case len(name) > 64:
		return "A name has at most 64 characters."
	}
	return ""
}

// askArchive asks before a session is put aside.
func (s *sessions) askArchive(m *Model) tea.Cmd {
	x, _ := s.selected()
	return m.push(&confirm{
		title: "Archive",
		lines: []string{
			x.Name, "",
			"Requests that name it are refused, and nothing is written to it. Nothing is deleted: A takes it up again. Its name stays taken.",
		},
		verb: "archive it",
		yes: func(m *Model) tea.Cmd {
			done := sessionDoneMsg{said: "Archived " + x.Name, name: x.Name}
			return s.change(m, "it is being archived", done, func(ctx context.Context, e Engine) error { return e.Archive(ctx, x.Name) })
		},
	})
}

func (s *sessions) unarchive(m *Model) tea.Cmd {
	x, _ := s.selected()
	done := sessionDoneMsg{said: "Took " + x.Name + " up again", name: x.Name}
	return s.change(m, "it is being taken up", done, func(ctx context.Context, e Engine) error { return e.Unarchive(ctx, x.Name) })
}

// change has the engine change the sessions.
func (s *sessions) change(m *Model, busy string, done sessionDoneMsg, call func(context.Context, Engine) error) tea.Cmd {
	s.busy, done.of = busy, s
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		done.err = call(ctx, e)
		return done
	})
}

// arrive tells what became of a change. Whoever has switched is done here.
func (msg sessionDoneMsg) arrive(m *Model) tea.Cmd {
	s := msg.of
	s.busy = ""
	cmds := []tea.Cmd{m.read(true), s.reload(m)}
	switch {
	case msg.err != nil:
		cmds = append(cmds, m.notices.say(views.Failure, "Not done: "+msg.err.Error()))
	case msg.moved:
		m.overlays.close(s)
		cmds = append(cmds, m.disturb())
	default:
		s.want = msg.name
		cmds = append(cmds, m.notices.say(views.Success, msg.said+"."))
	}
	return tea.Batch(cmds...)
}

// draw shows the list, and what there is to say of the selected one.
func (s *sessions) draw(m *Model, screen []string, _ views.Layout) []string {
	w := min(m.w-4, 84)
	inner := w - 4
	var lines []string
	prose := func(p views.Paint, text string) {
		for _, part := range views.Wrap(text, inner) {
			lines = append(lines, p.On(part))
		}
	}
	height := max(min(s.rows.Len(), m.h-9), 1)
	switch x, ok := s.selected(); {
	case s.err != "":
		prose(m.theme.Bad, "They could not be read: "+s.err)
	case !s.read:
		prose(m.theme.Dim, "Reading"+m.theme.Glyphs.Ellipsis)
	case !ok:
		prose(m.theme.Dim, "No session holds \""+s.rows.Filtered()+"\". esc drops the filter.")
	default:
		lines = append(lines, views.SessionsHead(m.theme, inner))
		lines = append(lines, s.rows.Render(inner, height, m.theme, views.FullPointer)...)
		lines = append(lines, "", x.Foot(m.theme, inner))
		if why := s.streaming(m); why != "" {
			prose(m.theme.Warn, m.theme.Glyphs.Banner+" no switch now: "+why)
		}
	}
	// The box stands in the middle, and the rows in it below its edge and their head.
	s.drawn = views.Rect{X: (m.w-w)/2 + 2, Y: (m.h-min(len(lines)+2, m.h))/2 + 2, W: inner, H: min(height, s.rows.Len())}
	title := "Sessions"
	if s.rows.Filtered() != "" {
		title += " " + found(&s.rows)
	}
	if s.rows.Len() > height {
		title += "  " + s.rows.Place()
	}
	return m.withBar(views.Box(screen, title, lines, w, len(lines)+2, m.theme))
}

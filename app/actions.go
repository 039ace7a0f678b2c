package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// moveBy moves the selection of the focused list.
func moveBy(n int) action {
	return func(m *Model) tea.Cmd {
		m.panes.focused().list().Move(n)
		return nil
	}
}

// movePage moves the selection by half of what is seen.
func movePage(dir int) action {
	return func(m *Model) tea.Cmd {
		half := max(m.layout().Panes[m.panes.at].Inner().H/2, 1)
		m.panes.focused().list().Move(dir * half)
		return nil
	}
}

func scrollBy(dy, dx int) action {
	return func(m *Model) tea.Cmd {
		reading(m).scroll(m, dy, dx)
		return nil
	}
}

func scrollPage(dir int) action {
	return func(m *Model) tea.Cmd {
		d := reading(m)
		_, h := d.size(m)
		d.scroll(m, dir*max(h/2, 1), 0)
		return nil
	}
}

// jump moves to the next or the previous change of a diff.
func jump(dir int) action {
	return func(m *Model) tea.Cmd {
		d := reading(m)
		if d.doc == nil || d.page == nil {
			return nil
		}
		w, h := d.size(m)
		if d.port.Jump(d.doc, dir, w, h) == 0 {
			return m.notices.answer(views.Info, "No further change that way.")
		}
		return nil
	}
}

func openDetail(m *Model) tea.Cmd {
	m.panes.focus(views.OnDetail)
	return nil
}

// back undoes one thing: the focus of the detail, zoom, a filter, the marks.
func back(m *Model) tea.Cmd {
	switch {
	case m.panes.at == views.OnDetail:
		m.panes.at = m.panes.from
		m.panes.size = min(m.panes.size, tall)
	case m.panes.size > asNeeded:
		m.panes.size = asNeeded
	case m.panes.focused().list().Filtered() != "":
		m.panes.focused().list().Filter("")
	default:
		if m.panes.focused().list().Unmarked() {
			return m.notices.answer(views.Info, "No row is marked any more.")
		}
	}
	return nil
}

func nextView(m *Model) tea.Cmd {
	d := reading(m)
	if d.page == nil || len(d.page.views) < 2 {
		return m.notices.answer(views.Info, "There is only one view of this.")
	}
	d.view = (d.view + 1) % len(d.page.views)
	d.port.Top, d.port.Left = 0, 0
	return nil
}

func toggleWrap(m *Model) tea.Cmd {
	d := reading(m)
	d.port.Wrap = !d.port.Wrap
	d.scroll(m, 0, 0)
	return nil
}

func toggleZoom(m *Model) tea.Cmd {
	if m.panes.size == zoomed {
		m.panes.size = asNeeded
	} else {
		m.panes.size = zoomed
	}
	return nil
}

func toggleTheme(m *Model) tea.Cmd {
	m.opts.Dark = !m.opts.Dark
	m.theme = views.NewTheme(m.opts.Dark, m.opts.Profile, m.opts.ASCII)
	return nil
}

func toggleMouse(m *Model) tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		return tea.Batch(tea.EnableMouseCellMotion, m.notices.answer(views.Info, "Mouse on: M gives text selection back to the terminal."))
	}
	return tea.Batch(tea.DisableMouse, m.notices.answer(views.Info, "Mouse off."))
}

// quit ends the program, after a question while requests are live or work goes
// on behind the screen.
func quit(m *Model) tea.Cmd {
	if underWay(m) == nil {
		return tea.Quit
	}
	return m.push(&confirm{title: "Quit", verb: "quit", yes: func(*Model) tea.Cmd { return tea.Quit }, tells: func(m *Model) []string {
		if lines := underWay(m); lines != nil {
			return lines
		}
		return []string{"Nothing is under way any more."}
	}})
}

// underWay says what quitting would cut off, nil for nothing.
func underWay(m *Model) (lines []string) {
	if live := m.panes.activity.live(); live > 0 {
		cuts := "Quitting cuts it off: its client sees an error, and nothing of it is accepted."
		if live > 1 {
			cuts = "Quitting cuts them off: their clients see an error, and nothing of them is accepted."
		}
		lines = append(lines, views.Count(live, "request is", "requests are")+" live.", cuts)
	}
	if m.jobs.job != nil {
		lines = append(lines, m.jobs.job.title+" is under way.", "Quitting stops it; "+m.jobs.job.left+".")
	}
	return lines
}

// interrupt quits when it is asked for twice within a while.
func interrupt(m *Model) tea.Cmd {
	if m.keyboard.interrupt(m.now()) {
		return tea.Quit
	}
	return m.notices.answer(views.Warning, "ctrl+c once more quits.")
}

// askFilter filters the focused list while its words are typed.
func askFilter(m *Model) tea.Cmd { return filterRows(m, m.panes.focused().list()) }

// sortRows sorts the focused list by the next order.
func sortRows(m *Model) tea.Cmd {
	list := m.panes.focused().list()
	list.Sort((list.Sorted() + 1) % (views.ByName + 1))
	say := map[views.Order]string{
		views.ByFile: "By file: symbols stand under their files.", views.ByChange: "By change: what changed last comes first.", views.ByName: "By name: symbols of all files in one list.",
	}
	return m.notices.answer(views.Info, say[list.Sorted()])
}

func unsortable(m *Model) string {
	if p := m.panes.focused(); !p.list().Sortable() {
		return p.title() + " has an order of its own"
	}
	return ""
}

// seek moves to another row that the filter finds, also after it was dropped.
func seek(dir int) action {
	return func(m *Model) tea.Cmd {
		if list := m.panes.focused().list(); !list.Seek(dir) {
			return m.notices.answer(views.Info, "No further row that way holds \""+list.Sought()+"\".")
		}
		return nil
	}
}

func nothingSought(m *Model) string {
	if m.panes.focused().list().Sought() == "" {
		return "nothing was looked for yet: / does"
	}
	return ""
}

// filterRows filters a list while its words are typed.
func filterRows(m *Model, list *views.List) tea.Cmd {
	before := list.Filtered()
	return m.push(newPrompt(promptOptions{
		name: "Filter", label: "/", text: before, hint: "enter keeps it, esc drops it; is:stale is:pending is:kept file:x kind:x !word re:x",
		each:   list.Filter,
		done:   func(m *Model, text string) tea.Cmd { return filtered(m, list, text) },
		cancel: func(*Model) tea.Cmd { list.Filter(""); return nil },
	}))
}

// filtered filters a list, and says which word of the filter is none.
func filtered(m *Model, list *views.List, text string) tea.Cmd {
	list.Filter(text)
	if fault := views.FilterFault(text); fault != "" {
		return m.notices.answer(views.Warning, fault)
	}
	return nil
}

func copyName(m *Model) tea.Cmd {
	row := m.panes.focused().list().Selected()
	if f, ok := row.(views.File); ok {
		return copyText(m, "name", f.Name)
	}
	return copyText(m, "name", row.ID())
}

func copyContent(m *Model) tea.Cmd { return copyText(m, "content", reading(m).content()) }

// content is what is copied of a detail: what its page names, else the text of
// the view that is shown.
func (d *detail) content() string {
	switch {
	case d.page == nil:
		return ""
	case d.page.copies != "":
		return d.page.copies
	}
	if s, ok := d.page.views[d.view].source.(views.Copied); ok {
		return s.Text()
	}
	if d.doc == nil {
		return ""
	}
	return d.doc.Text()
}

// copyBlock copies a CANON_STATE_DELTA, which is read first.
func copyBlock(m *Model, read func(context.Context, Engine) ([]byte, error)) tea.Cmd {
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		text, err := read(ctx, e)
		if err != nil {
			return saidMsg{views.Failure, "Not copied: " + err.Error()}
		}
		return m.opts.Copy.take("CANON_STATE_DELTA", string(text))
	})
}

// copyText hands text to the clipboard.
func copyText(m *Model, what, text string) tea.Cmd {
	return m.engine.work(func() tea.Msg { return m.opts.Copy.take(what, text) })
}

// clip puts text on the operator's clipboard; nil where there is none.
type clip func(string) error

// take writes to the clipboard, in a command, and says what became of it.
func (c clip) take(what, text string) tea.Msg {
	if c == nil {
		return saidMsg{views.Failure, "There is no clipboard here."}
	}
	if err := c(text); err != nil {
		return saidMsg{views.Failure, "Not copied: " + err.Error()}
	}
	return saidMsg{views.Success, "Copied the " + what + " (" + views.Bytes(len(text)) + ")."}
}

package app

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// moveBy moves the selection of the focused list.
func moveBy(n int) action {
	return func(m *Model) tea.Cmd {
		m.listPane().list().Move(n)
		return nil
	}
}

// movePage moves the selection by half of what is seen.
func movePage(dir int) action {
	return func(m *Model) tea.Cmd {
		half := max(m.layout().Panes[m.at].Inner().H/2, 1)
		m.listPane().list().Move(dir * half)
		return nil
	}
}

func scrollBy(dy, dx int) action {
	return func(m *Model) tea.Cmd {
		m.reading().scroll(m, dy, dx)
		return nil
	}
}

func scrollPage(dir int) action {
	return func(m *Model) tea.Cmd {
		d := m.reading()
		_, h := d.size(m)
		d.scroll(m, dir*max(h/2, 1), 0)
		return nil
	}
}

// jump moves to the next or the previous change of a diff.
func jump(dir int) action {
	return func(m *Model) tea.Cmd {
		d := m.reading()
		if d.doc == nil || d.page == nil {
			return nil
		}
		w, h := d.size(m)
		if d.port.Jump(d.doc, dir, w, h) == 0 {
			return m.answer(views.Info, "No further change that way.")
		}
		return nil
	}
}

// focus moves the focus to a pane.
func (m *Model) focus(at int) tea.Cmd {
	if m.at != views.OnDetail {
		m.from = m.at
	}
	m.at = at
	if at != views.OnDetail {
		m.from = at
	}
	return nil
}

// cycle moves the focus through the panes and the detail.
func cycle(dir int) action {
	return func(m *Model) tea.Cmd {
		n := len(m.panes) + 1
		at := m.at
		if at == views.OnDetail {
			at = n - 1
		}
		at = (at + dir + n) % n
		if at == n-1 {
			at = views.OnDetail
		}
		return m.focus(at)
	}
}

func (m *Model) openDetail() tea.Cmd { return m.focus(views.OnDetail) }

// back undoes one thing: the focus of the detail, zoom, a filter, the marks.
func (m *Model) back() tea.Cmd {
	switch {
	case m.at == views.OnDetail:
		m.at = m.from
		m.zoom = false
	case m.zoom:
		m.zoom = false
	case m.listPane().list().Filtered() != "":
		m.listPane().list().Filter("")
	default:
		if m.listPane().list().Unmarked() {
			return m.answer(views.Info, "No row is marked any more.")
		}
	}
	return nil
}

func (m *Model) nextView() tea.Cmd {
	d := m.reading()
	if d.page == nil || len(d.page.views) < 2 {
		return m.answer(views.Info, "There is only one view of this.")
	}
	d.view = (d.view + 1) % len(d.page.views)
	d.port.Top, d.port.Left = 0, 0
	return nil
}

func (m *Model) toggleWrap() tea.Cmd {
	d := m.reading()
	d.port.Wrap = !d.port.Wrap
	d.scroll(m, 0, 0)
	return nil
}

func (m *Model) toggleZoom() tea.Cmd {
	m.zoom = !m.zoom
	return nil
}

func (m *Model) toggleTheme() tea.Cmd {
	m.opts.Dark = !m.opts.Dark
	m.theme = views.NewTheme(m.opts.Dark, m.opts.Profile, m.opts.ASCII)
	return nil
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		return tea.Batch(tea.EnableMouseCellMotion, m.answer(views.Info, "Mouse on: M gives text selection back to the terminal."))
	}
	return tea.Batch(tea.DisableMouse, m.answer(views.Info, "Mouse off."))
}

// quit ends the program, after a question while requests are live or work goes
// on behind the screen.
func (m *Model) quit() tea.Cmd {
	var lines []string
	if live := m.activity.live(); live > 0 {
		cuts := "Quitting cuts it off: its client sees an error, and nothing of it is promoted."
		if live > 1 {
			cuts = "Quitting cuts them off: their clients see an error, and nothing of them is promoted."
		}
		lines = append(lines, views.Count(live, "request is", "requests are")+" live.", cuts)
	}
	if m.job != nil {
		lines = append(lines, m.job.title+" is under way.", "Quitting stops it; "+m.job.left+".")
	}
	if len(lines) == 0 {
		return tea.Quit
	}
	return m.push(&confirm{title: "Quit", lines: lines, verb: "quit", yes: func(*Model) tea.Cmd { return tea.Quit }})
}

// interrupt quits when it is asked for twice within two seconds.
func (m *Model) interrupt() tea.Cmd {
	now := m.now()
	if !m.interrupts.IsZero() && now.Sub(m.interrupts) < 2*time.Second {
		return tea.Quit
	}
	m.interrupts = now
	return m.answer(views.Warning, "ctrl+c once more quits.")
}

// askFilter filters the focused list while its words are typed.
func (m *Model) askFilter() tea.Cmd { return m.filter(m.listPane().list()) }

// seek moves to another row that the filter finds, also after it was dropped.
func seek(dir int) action {
	return func(m *Model) tea.Cmd {
		if list := m.listPane().list(); !list.Seek(dir) {
			return m.answer(views.Info, "No further row that way holds \""+list.Sought()+"\".")
		}
		return nil
	}
}

func nothingSought(m *Model) string {
	if m.listPane().list().Sought() == "" {
		return "nothing was looked for yet: / does"
	}
	return ""
}

// filter filters a list while its words are typed.
func (m *Model) filter(list *views.List) tea.Cmd {
	before := list.Filtered()
	return m.push(newPrompt(promptOptions{
		name: "Filter", label: "/", text: before, hint: "enter keeps it, esc drops it",
		each:   list.Filter,
		done:   func(_ *Model, text string) tea.Cmd { list.Filter(text); return nil },
		cancel: func(*Model) tea.Cmd { list.Filter(""); return nil },
	}))
}

func (m *Model) copyName() tea.Cmd {
	return m.copy("name", m.listPane().list().Selected().ID())
}

func (m *Model) copyContent() tea.Cmd { return m.copy("content", m.reading().content()) }

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
func (m *Model) copyBlock(read func(context.Context, Engine) ([]byte, error)) tea.Cmd {
	return m.ask(func(ctx context.Context, e Engine) tea.Msg {
		text, err := read(ctx, e)
		if err != nil {
			return saidMsg{views.Failure, "Not copied: " + err.Error()}
		}
		return m.hand("CANON_STATE_DELTA", string(text))
	})
}

// copy hands text to the clipboard.
func (m *Model) copy(what, text string) tea.Cmd {
	return m.work(func() tea.Msg { return m.hand(what, text) })
}

// hand writes to the clipboard, in a command.
func (m *Model) hand(what, text string) tea.Msg {
	if m.opts.Copy == nil {
		return saidMsg{views.Failure, "There is no clipboard here."}
	}
	if err := m.opts.Copy(text); err != nil {
		return saidMsg{views.Failure, "Not copied: " + err.Error()}
	}
	return saidMsg{views.Success, "Copied the " + what + " (" + views.Bytes(len(text)) + ")."}
}

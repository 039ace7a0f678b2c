package app

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// pressed handles a key: a text field takes it, or the binding that it has here
// does. What looks like a paste does nothing.
func (m *Model) pressed(k tea.KeyMsg) tea.Cmd {
	wasArmed := m.armed()
	m.attention.focused = true // whoever types is here, whatever the terminal reported
	m.disturb()
	m.notices.answered()
	if f, ok := m.overlays.top().(typing); ok {
		if cmd, taken := f.typed(m, k); taken {
			return cmd
		}
	}
	times, burst := m.keyboard.repeats(k, m.now())
	if burst {
		return tooFast(m)
	}
	key := k.String()
	if times > 1 {
		key = string(k.Runes[0])
	}
	b, known := m.lookUp(key)
	if !known {
		return nil
	}
	m.attention.confirmed = wasArmed
	defer func() { m.attention.confirmed = false }()
	if why := b.reason(m); why != "" {
		return m.notices.answer(views.Warning, whyNot(b, why))
	}
	var cmds []tea.Cmd
	for top := m.overlays.top(); times > 0 && m.overlays.top() == top; times-- {
		cmds = append(cmds, b.do(m))
	}
	return tea.Batch(cmds...)
}

// whyNot says why a key does nothing: a sentence of its own, or one that the key's
// name begins.
func whyNot(b binding, why string) string {
	switch {
	case strings.HasPrefix(why, "not ready"):
		return b.label() + " is " + why
	case b.label() == "!":
		return strings.ToUpper(why[:1]) + why[1:] + "."
	}
	return b.label() + ": " + why
}

// arrive takes a paste: into the text field that is open, else to recover from.
func (p pasteMsg) arrive(m *Model) tea.Cmd {
	m.attention.focused = true // as with keys: whoever pastes is here
	return tea.Batch(p.take(m), m.disturb())
}

func (p pasteMsg) take(m *Model) tea.Cmd {
	if p.TooBig {
		return m.notices.answer(views.Failure, "That paste is larger than "+views.Bytes(maxPaste)+" and was dropped.")
	}
	if f, ok := m.overlays.top().(typing); ok {
		return f.paste(m, p.Text)
	}
	return recoverFrom(m, p.Text, p.Bare)
}

// tooFast says why what nobody can have typed does nothing.
func tooFast(m *Model) tea.Cmd {
	return m.notices.answer(views.Warning, "Too fast for keys, so it was ignored: it looks like a paste. Paste with p.")
}

// listScope holds in every list.
func listScope() scope {
	return scope{"Lists", []binding{
		{keys: []string{"j", "down"}, name: "j down", help: "next row", do: moveBy(1)},
		{keys: []string{"k", "up"}, name: "k up", help: "row before", do: moveBy(-1)},
		{keys: []string{"g", "home"}, name: "g", help: "first row", do: moveBy(-1 << 30)},
		{keys: []string{"G", "end"}, name: "G", help: "last row", do: moveBy(1 << 30)},
		{keys: []string{"ctrl+d", "pgdown"}, name: "ctrl+d", help: "half a page down", do: movePage(1)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: movePage(-1)},
		{keys: []string{"/"}, verb: "filter", help: "show only rows that hold these words; is:stale is:pending is:kept, file:pool, kind:method, !word, re:x", tail: 2, do: askFilter, unless: noRows},
		{keys: []string{"n"}, help: "next row that the filter finds, also after it was dropped", do: seek(1), unless: nothingSought},
		{keys: []string{"N"}, help: "the one before", do: seek(-1), unless: nothingSought},
		{keys: []string{"O"}, verb: "sort", help: "sort by file, by change (the last first) or by name; kept for each pane", do: sortRows, unless: unsortable},
		{keys: []string{"c"}, verb: "copy", help: "copy the name of the selected row", do: copyName, unless: noRow},
		{keys: []string{"esc"}, verb: "back", help: "leave zoom, drop the filter, then the marks", do: back},
		{keys: []string{"`"}, verb: "fold", help: "fold the file that the row is in, or unfold it", do: foldFile, unless: noRow},
		{keys: []string{"J"}, help: "scroll the detail down", do: scrollBy(1, 0)},
		{keys: []string{"K"}, help: "scroll the detail up", do: scrollBy(-1, 0)},
		{keys: []string{"h", "left"}, name: "h left", help: "scroll the detail left", do: scrollBy(0, -8)},
		{keys: []string{"l", "right"}, name: "l right", help: "scroll the detail right", do: scrollBy(0, 8)},
		{keys: []string{"v"}, verb: "next view", help: "next view of the detail", do: nextView},
	}}
}

// detailScope holds in the detail.
func detailScope() scope {
	return scope{"Detail", append(readingBindings(), binding{
		keys: []string{"esc", "q"}, name: "esc q", verb: "back", help: "back to the list", bar: 4, do: back,
	})}
}

// readingBindings hold where a page is read.
func readingBindings() []binding {
	return []binding{
		{keys: []string{"j", "down", "J"}, name: "j down", help: "scroll down", do: scrollBy(1, 0)},
		{keys: []string{"k", "up", "K"}, name: "k up", help: "scroll up", do: scrollBy(-1, 0)},
		{keys: []string{"h", "left"}, name: "h left", help: "scroll left", do: scrollBy(0, -8)},
		{keys: []string{"l", "right"}, name: "l right", help: "scroll right", do: scrollBy(0, 8)},
		{keys: []string{"g", "home"}, name: "g", help: "to the beginning", do: scrollBy(-1<<30, 0)},
		{keys: []string{"G", "end"}, name: "G", help: "to the end", do: scrollBy(1<<30, 0)},
		{keys: []string{"ctrl+d", "pgdown", " "}, name: "ctrl+d", help: "half a page down", do: scrollPage(1)},
		{keys: []string{"ctrl+u", "pgup"}, name: "ctrl+u", help: "half a page up", do: scrollPage(-1)},
		{keys: []string{"v"}, verb: "next view", help: "next view: content, versions, gate report …", bar: 1, do: nextView},
		{keys: []string{"n"}, help: "next change of a diff, next artifact or section", do: jump(1)},
		{keys: []string{"N"}, help: "the one before", do: jump(-1)},
		{keys: []string{"w"}, verb: "wrap", help: "wrap long lines, or scroll them", bar: 3, says: otherWrap, do: toggleWrap},
		{keys: []string{"c"}, verb: "copy", help: "copy the content: the code of a symbol, the page of a request", bar: 2, do: copyContent, unless: noContent},
	}
}

// everywhereBindings hold where no overlay is. The bar has the few that are needed
// all the time; the palette has all.
func everywhereBindings() []binding {
	return []binding{
		{keys: []string{"tab"}, verb: "next pane", help: "next pane", do: cycle(1)},
		{keys: []string{"shift+tab"}, verb: "pane before", help: "pane before", do: cycle(-1)},
		{keys: []string{"z"}, verb: "zoom", help: "give the focused pane the whole screen, and back", says: otherZoom, do: toggleZoom},
		{keys: []string{"+"}, verb: "larger", help: "make the pane larger: all lines of its column, then the whole screen", do: resize(1)},
		{keys: []string{"_"}, verb: "smaller", help: "make the pane smaller again", do: resize(-1)},
		{keys: []string{"u"}, verb: "undo", cli: "undo", help: "take your last decision about code back; again, to do it again", do: askUndo},
		{keys: []string{"!"}, verb: "alerts", help: "the inbox: what is lost, deleted, changed on disk, withheld, failed or refused; enter goes there", urgent: unseenAlerts, do: openAlerts, unless: noAlerts},
		{keys: []string{"p"}, verb: "recover", cli: "recover", help: "recover the session from a CANON_STATE_DELTA: paste it anywhere, or name a file", urgent: readOnly, do: openRecover},
		{keys: []string{"F"}, verb: "fresh start", cli: "recover --fresh", help: "in read-only mode: start empty, without what was recorded", urgent: readOnly, do: askFresh, unless: notReadOnly},
		{keys: []string{"s"}, verb: "sessions", cli: "session", help: "switch, begin, fork, rename or archive sessions", do: openSessions},
		{keys: []string{"D"}, verb: "doctor", cli: "doctor", help: "check the database, the disk, the model server and the watcher", do: openDoctor},
		{keys: []string{"L"}, verb: "ledger", cli: "explain", help: "what happened, newest first: filter it, open a row, explain its symbol", do: openLedger},
		{keys: []string{"E"}, verb: "export", cli: "export", help: "write the session as files to a folder: snapshot, log, projections, SESSION_STATE and CANON_STATE_DELTA", do: askExport, unless: isBusy},
		{keys: []string{"C"}, verb: "connect", cli: "connect", help: "settings to copy that point a client at holdfast", do: openConnect, unless: notListening},
		{keys: []string{"T"}, verb: "commands", help: "commands that a model asks to run: look, run or deny", do: openTools},
		{keys: []string{"R"}, verb: "re-verify", help: "read every tracked file again and tell what disagrees", do: reverify, unless: isBusy},
		{keys: []string{"b"}, verb: "progress", help: "how far the long work behind the screen is, or how it ended", urgent: always, do: lookBehind, unless: nothingBehind},
		{keys: []string{"M"}, verb: "mouse", help: "mouse on or off (off lets the terminal select text)", do: toggleMouse},
		{keys: []string{":", "ctrl+p"}, name: ": ctrl+p", verb: "commands", stands: views.Hint{Key: ":", Verb: "all"}, help: "every command by its words: type, and enter runs it", tail: 3, do: openPalette},
		{keys: []string{"q"}, verb: "quit", help: "quit; asks while requests are live", tail: 6, do: quit},
	}
}

// alwaysBindings hold under overlays too.
func alwaysBindings() []binding {
	return []binding{
		{keys: []string{"t"}, verb: "theme", help: "dark or light", do: toggleTheme},
		{keys: []string{"ctrl+c"}, verb: "quit at once", help: "twice: quit at once", do: interrupt},
		{keys: []string{"?"}, verb: "help", help: "every key here, why some do nothing now; enter runs one", tail: 20, says: otherHelp, do: openHelp},
	}
}

func always(*Model) bool { return true }

func noRow(m *Model) string {
	if p := m.panes.focused(); p == nil || p.list().Selected() == nil {
		return "nothing is selected"
	}
	return ""
}

func noRows(m *Model) string {
	if list := m.panes.focused().list(); list.Total() == 0 && list.Filtered() == "" {
		return "there are no rows to filter"
	}
	return ""
}

// otherWrap, otherZoom and otherHelp are what their keys do now.
func otherWrap(m *Model) string {
	if reading(m).port.Wrap {
		return "unwrap"
	}
	return "wrap"
}

func otherZoom(m *Model) string {
	if m.panes.size == zoomed {
		return "unzoom"
	}
	return "zoom"
}

func otherHelp(m *Model) string {
	if helping(m) {
		return "close"
	}
	return "help"
}

// noFileOfRow is why the file of the selected row cannot be opened.
func noFileOfRow(m *Model) string {
	if why := noRow(m); why != "" {
		return why
	}
	return noEditor(m)
}

func noContent(m *Model) string {
	if reading(m).page == nil {
		return "there is no content to copy"
	}
	return ""
}

func unseenAlerts(m *Model) bool { return m.inbox.news() }

package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"holdfast/app/connect"
	"holdfast/views"
)

// connection is the overlay that shows how clients are pointed at holdfast.
type connection struct {
	reader
	target  connect.Target
	session string // the active one
	at      int    // of connect.Clients
}

func openConnect(m *Model) tea.Cmd {
	s := m.status
	c := &connection{target: connect.Target{Listen: s.Listen, Model: s.Model, Token: s.Token}, session: s.Session}
	if s.Demo {
		c.target.Model = "" // the embedded model is nobody's choice
	}
	c.reader = reader{title: "Connect a client", make: c.doc}
	return m.push(c)
}

func notListening(m *Model) string {
	if m.status.Listen == "" {
		return "holdfast does not listen"
	}
	return ""
}

func (c *connection) scope() scope {
	s := c.reader.scope()
	s.bindings = distinct(append([]binding{
		{keys: []string{"n", "l", "right", "tab"}, name: "n", verb: "next", help: "next client", bar: 1, do: c.turn(1)},
		{keys: []string{"N", "h", "left", "shift+tab"}, name: "N", help: "client before", do: c.turn(-1)},
		{keys: []string{"c"}, verb: "copy", help: "copy the settings, exactly as they are shown", bar: 1, do: c.copySettings},
		{keys: []string{"C"}, verb: "copy URL", help: "copy the base URL", bar: 1, do: c.copyBase},
		{keys: []string{"s"}, verb: "session", help: "keep the client in this session, or let it follow the active one", bar: 1, do: c.toggleSession},
	}, s.bindings...))
	return s
}

// turn shows another client; after the last comes the first.
func (c *connection) turn(dir int) action {
	return func(*Model) tea.Cmd {
		n := len(connect.Clients())
		c.at = (c.at + dir + n) % n
		c.port.Top = 0
		return nil
	}
}

func (c *connection) toggleSession(*Model) tea.Cmd {
	if c.target.Session == "" {
		c.target.Session = c.session
	} else {
		c.target.Session = ""
	}
	return nil
}

func (c *connection) client() connect.Client { return connect.Clients()[c.at].For(c.target) }

func (c *connection) copySettings(m *Model) tea.Cmd {
	return copyText(m, "settings", c.client().Settings())
}

func (c *connection) copyBase(m *Model) tea.Cmd {
	return copyText(m, "base URL", c.client().BaseURL(c.target))
}

func (c *connection) doc(m *Model, w int) *views.Doc {
	client := c.client()
	shown := views.Connection{
		Names: connect.IDs(), At: c.at, Base: client.BaseURL(c.target), Speaks: client.Speaks,
		Session: c.target.Session, Replace: c.target.Replace(), Note: client.Note,
	}
	for _, s := range client.Steps {
		shown.Steps = append(shown.Steps, views.ConnectStep{Where: s.Where, Text: s.Text})
	}
	return shown.Doc(m.theme, w)
}

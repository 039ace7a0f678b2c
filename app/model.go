package app

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/views"
)

// modelOptions are what a model is made of besides the engine.
type modelOptions struct {
	Ctx     context.Context
	Now     func() time.Time
	After   func(time.Duration, tea.Msg) tea.Cmd // a message after a while
	Dark    bool
	Profile termenv.Profile
	ASCII   bool
	Mouse   bool // the terminal reports the mouse
	Tour    Tour // nil for none
	Copy    clip
	Edit    opener // nil where no editor is known
	Exists  looker // tells that a path is not there; nil looks at the disk
}

func (o modelOptions) withDefaults() modelOptions {
	if o.Ctx == nil {
		o.Ctx = context.Background()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = func(d time.Duration, msg tea.Msg) tea.Cmd {
			return tea.Tick(d, func(time.Time) tea.Msg { return msg })
		}
	}
	if o.Exists == nil {
		o.Exists = onDisk
	}
	return o
}

// Model is the state of the screen. Update changes it and does no I/O; View
// draws it once for each change.
//
// A key means a binding (binding.go), which holds an action; what an action asks
// of the engine is a command (calls), and its answer a message that changes the
// model when it arrives (news).
type Model struct {
	opts   modelOptions
	engine calls
	status report.Status // of the engine, as it was last read
	known  bool          // everything was read once
	reads  reads

	theme    *views.Theme
	w, h     int
	panes    panes
	detail   detail
	guide    guide
	overlays stack
	notices  notices
	inbox    inbox
	docs     docs

	attention attention
	keyboard  keyboard
	mouse     bool // it is on
	jobs      jobs
	kept      *recoverOverlay // what was pasted last, shown again by its key
	editing   bool            // the terminal is, or is about to be, the editor's

	seconds clock // while a request is live
	minutes clock // while something has an age

	frame string // what View returns until something changes
	stale bool   // something changed
}

// newModel makes the model of an engine's screen.
func newModel(e Engine, o modelOptions) *Model {
	o = o.withDefaults()
	m := &Model{
		opts: o, engine: calls{ctx: o.Ctx, engine: e},
		theme: views.NewTheme(o.Dark, o.Profile, o.ASCII), panes: newPanes(o.Now), docs: newDocs(),
		notices: notices{after: o.After}, attention: attention{focused: true, still: o.Now()},
		seconds: clock{after: o.After, every: time.Second, rings: tickMsg{}},
		minutes: clock{after: o.After, every: time.Minute, rings: ageMsg{}},
		inbox:   inbox{since: o.Now(), read: map[string]bool{}},
		mouse:   o.Mouse, stale: true,
	}
	m.beginTour()
	m.panes.activity.read = func() bool { return m.panes.detailOf(m.panes.activity) }
	return m
}

func (m *Model) now() time.Time { return m.opts.Now() }

// Init implements tea.Model: it reads everything for the first time.
func (m *Model) Init() tea.Cmd { return m.read(true) }

// news is a message of the screen to itself: that something was read, was done or
// became due. It knows what that changes.
type news interface{ arrive(m *Model) tea.Cmd }

// News without a file of its own.
type (
	tickMsg  struct{} // a second went by while a request is live
	ageMsg   struct{} // a minute went by while something on screen has an age
	stillMsg struct{} // it was still for long enough to decide
)

// Update implements tea.Model: it routes a message and asks for what the screen
// then lacks.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.stale = true
	cmd := m.route(msg)
	return m, tea.Batch(cmd, m.arrange())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case news:
		return msg.arrive(m)
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		return m.disturb()
	case tea.FocusMsg:
		m.attention.focused = true
		return m.disturb()
	case tea.BlurMsg:
		m.attention.focused = false
	case tea.KeyMsg:
		return tea.Batch(m.pressed(msg), m.whenStill())
	case tea.MouseMsg:
		return tea.Batch(m.clicked(msg), m.disturb())
	}
	return nil
}

// arrive takes a batch of events.
func (b batchMsg) arrive(m *Model) tea.Cmd {
	var cmds []tea.Cmd
	if len(b.Activities) > 0 {
		cmds = append(cmds, m.notices.withheld(m.panes.activity.withheld(b.Activities)))
		m.panes.activity.merge(b.Activities)
		m.inbox.fresh = m.inbox.fresh && !slices.ContainsFunc(b.Activities, func(a events.Activity) bool { return a.Over() })
	}
	m.inbox.told(b.Alerts, m.now())
	cmds = append(cmds, m.notices.alert(b.Alerts), m.read(b.State), m.runClocks())
	if b.State {
		cmds = append(cmds, m.reload())
	}
	return tea.Batch(cmds...)
}

func (tickMsg) arrive(m *Model) tea.Cmd {
	m.seconds.rang()
	m.panes.activity.redraw()
	m.followsReply()
	return m.runClocks()
}

func (ageMsg) arrive(m *Model) tea.Cmd {
	m.minutes.rang()
	m.panes.disk.redraw()
	return m.runClocks()
}

// arrive has the screen drawn: what is armed now says so.
func (stillMsg) arrive(*Model) tea.Cmd { return nil }

func (burstMsg) arrive(m *Model) tea.Cmd { return m.disturb() }

// runClocks has the times on screen go on, and only where there are any.
func (m *Model) runClocks() tea.Cmd {
	return tea.Batch(m.seconds.run(m.panes.activity.live() > 0), m.minutes.run(m.panes.disk.aging()))
}

// disturb starts the time of stillness anew.
func (m *Model) disturb() tea.Cmd {
	m.attention.still = m.now()
	return m.whenStill()
}

// whenStill has the screen drawn when a decision becomes possible.
func (m *Model) whenStill() tea.Cmd {
	if _, ok := m.overlays.top().(decision); !ok {
		return nil
	}
	return m.opts.After(quiet, stillMsg{})
}

// armed reports whether a decision that is on top may be confirmed: it is drawn,
// the terminal has the focus, and nothing moved for a while.
func (m *Model) armed() bool {
	d, ok := m.overlays.top().(decision)
	return ok && d.drawn(m) && m.attention.ready(m.now()) && !m.layout().TooSmall
}

// layout is where everything stands now.
func (m *Model) layout() views.Layout {
	return views.Arrange(m.w, m.h, views.Ask{Slots: m.panes.slots(), Focus: m.panes.at, From: m.panes.from, Tall: m.panes.size == tall, Zoom: m.panes.size == zoomed, Banner: len(m.banner())})
}

// banner is the condition that the operator must know of, as lines.
func (m *Model) banner() []string {
	say := m.status.Banner
	if m.status.ReadOnly != "" && strings.HasPrefix(say, "READ-ONLY") { // else something is worse
		say = views.ReadOnlyBanner(m.status.ReadOnly)
	}
	if say == "" {
		return m.tourLines()
	}
	return views.Banner(say, m.theme, m.w)
}

// View implements tea.Model.
func (m *Model) View() string {
	if m.stale {
		m.frame = strings.Join(m.draw(), "\n")
		m.stale = false
	}
	return m.frame
}

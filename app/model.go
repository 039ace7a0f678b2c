package app

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"holdfast/engine"
	"holdfast/views"
)

// quiet is how long nothing may have been typed, drawn anew or focused before a
// decision can be confirmed.
const quiet = 400 * time.Millisecond

// modelOptions are what a model is made of besides the engine.
type modelOptions struct {
	Ctx     context.Context
	Now     func() time.Time
	After   func(time.Duration, tea.Msg) tea.Cmd // a message after a while
	Dark    bool
	Profile termenv.Profile
	ASCII   bool
	Copy    func(string) error
	Edit    opener // nil where no editor is known
}

// Model is the state of the screen. Update changes it and does no I/O; View
// draws it once for each change.
type Model struct {
	ctx    context.Context
	engine Engine
	opts   modelOptions
	calls  calls

	theme   *views.Theme
	w, h    int
	focused bool // the terminal has the focus

	status   engine.Status
	known    bool // everything was read once
	panes    []pane
	activity *activityPane
	disk     *stalePane
	said     *projectionsPane
	at       int // focused pane, or views.OnDetail
	from     int // the list that the detail belongs to
	zoom     bool
	mouse    bool
	editing  bool // the terminal is, or is about to be, the editor's

	job      *job    // under way, nil for none
	result   overlay // of the last job, where it ended behind the screen
	detail   detail
	guide    guide
	overlays []overlay
	kept     *recovery // what was pasted last, shown again by its key
	reads    reads
	docs     docs

	message   message
	alerts    []alert
	unseen    int // alerts since they were last looked at
	ticking   bool
	aging     bool
	still     time.Time // since when nothing moved
	confirmed bool      // the key that is handled found the decision armed

	burst      int
	burstSince time.Time
	interrupts time.Time // when ctrl+c was last pressed

	frame string // what View returns until something changes
	stale bool   // something changed
}

// newModel makes the model of an engine's screen.
func newModel(e Engine, o modelOptions) *Model {
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
	m := &Model{ctx: o.Ctx, engine: e, opts: o, focused: true, stale: true}
	m.theme = views.NewTheme(o.Dark, o.Profile, o.ASCII)
	m.panes = newPanes(o.Now)
	for _, p := range m.panes {
		switch p := p.(type) {
		case *activityPane:
			m.activity = p
			p.read = func() bool { return m.at == views.OnDetail && m.listPane() == pane(p) }
		case *stalePane:
			m.disk = p
		case *projectionsPane:
			m.said = p
		}
	}
	m.docs = newDocs()
	m.still = o.Now()
	return m
}

func (m *Model) now() time.Time { return m.opts.Now() }

// Init implements tea.Model: it reads everything for the first time.
func (m *Model) Init() tea.Cmd { return m.read(true) }

// Messages of the model to itself.
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
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		return m.disturb()
	case tea.FocusMsg:
		m.focused = true
		return m.disturb()
	case tea.BlurMsg:
		m.focused = false
	case tea.KeyMsg:
		return tea.Batch(m.pressed(msg), m.whenStill())
	case burstMsg:
		return m.disturb()
	case tea.MouseMsg:
		return tea.Batch(m.clicked(msg), m.disturb())
	case pasteMsg:
		return tea.Batch(m.pasted(msg), m.disturb())
	case batchMsg:
		return m.happened(msg)
	case readMsg:
		return m.wasRead(msg)
	case pageMsg:
		return m.pageCame(msg)
	case docMsg:
		return m.docCame(msg)
	case reviewMsg:
		return m.reviewCame(msg)
	case decidedMsg:
		return m.decided(msg)
	case saidMsg:
		return m.say(msg.tone, msg.text)
	case expireMsg:
		m.expire(msg)
	case tickMsg:
		m.ticking = false
		m.activity.redraw()
		return m.tick()
	case ageMsg:
		m.aging = false
		m.disk.redraw()
		return m.age()
	case editedMsg:
		return m.edited(msg)
	case jobMsg:
		return m.jobWent(msg)
	case endedMsg:
		return m.jobEnded(msg)
	case ledgerMsg:
		return m.ledgerCame(msg)
	case explanationMsg:
		return m.explanationCame(msg)
	case undoMsg:
		return m.undoCame(msg)
	case versionsMsg:
		return m.versionsCame(msg)
	case versionMsg:
		return m.versionCame(msg)
	case sheetMsg:
		return m.sheetCame(msg)
	case doctorMsg:
		return m.doctorCame(msg)
	case sessionsMsg:
		return m.sessionsCame(msg)
	case sessionDoneMsg:
		return m.sessionDone(msg)
	case planMsg:
		return m.planned(msg)
	case recoveredMsg:
		return m.recovered(msg)
	case freshMsg:
		return m.started(msg)
	case toolsMsg:
		return m.toolsCame(msg)
	case stillMsg:
	}
	return nil
}

// happened takes a batch of events.
func (m *Model) happened(b batchMsg) tea.Cmd {
	var cmds []tea.Cmd
	if len(b.Activities) > 0 {
		cmds = append(cmds, m.withheld(m.activity.withheld(b.Activities)))
		m.activity.merge(b.Activities)
	}
	cmds = append(cmds, m.alerted(b.Alerts), m.read(b.State), m.tick())
	if b.State {
		cmds = append(cmds, m.reloadReview(), m.reloadRecovery(), m.reloadSessions(), m.reloadTools(), m.reloadExplanation(), m.reloadVersions())
	}
	return tea.Batch(cmds...)
}

// tick has clocks go on while a request is live, and only then.
func (m *Model) tick() tea.Cmd {
	if m.ticking || m.activity.live() == 0 {
		return nil
	}
	m.ticking = true
	return m.opts.After(time.Second, tickMsg{})
}

// age has the ages on screen go on, and only where there are any.
func (m *Model) age() tea.Cmd {
	if m.aging || !m.disk.aging() {
		return nil
	}
	m.aging = true
	return m.opts.After(time.Minute, ageMsg{})
}

// disturb starts the time of stillness anew.
func (m *Model) disturb() tea.Cmd {
	m.still = m.now()
	return m.whenStill()
}

// whenStill has the screen drawn when a decision becomes possible.
func (m *Model) whenStill() tea.Cmd {
	if _, ok := m.top().(decision); !ok {
		return nil
	}
	return m.opts.After(quiet, stillMsg{})
}

// armed reports whether a decision that is on top may be confirmed: it is drawn,
// the terminal has the focus, and nothing moved for a while.
func (m *Model) armed() bool {
	d, ok := m.top().(decision)
	return ok && d.drawn(m) && m.focused && !m.layout().TooSmall && m.now().Sub(m.still) >= quiet
}

// layout is where everything stands now.
func (m *Model) layout() views.Layout {
	slots := make([]views.Slot, len(m.panes))
	for i, p := range m.panes {
		slots[i] = p.slot()
	}
	return views.Arrange(m.w, m.h, views.Ask{Slots: slots, Focus: m.at, From: m.from, Zoom: m.zoom, Banner: len(m.banner())})
}

// banner is the condition that the operator must know of, as lines.
func (m *Model) banner() []string {
	say := m.status.Banner
	if m.status.ReadOnly != "" && strings.HasPrefix(say, "READ-ONLY") { // else something is worse
		say = views.ReadOnlyBanner(m.status.ReadOnly)
	}
	if say == "" {
		return nil
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

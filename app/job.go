package app

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

const (
	// progressTime is how often the progress of a job is drawn, and how long one
	// takes at least that is shown: a box that only flashes tells nothing.
	progressTime = 100 * time.Millisecond
	// behindTime is how often that of a job behind the screen is drawn.
	behindTime = time.Second
)

// job is long work beside the screen: adopting files, exporting, verifying. Once
// it takes longer than a moment, an overlay shows how far it has come. There is
// one at a time.
type job struct {
	place string // names its keys: "Adopting"
	title string // says what is done: "Adopting src"
	left  string // says what is left when it is stopped

	began    time.Time
	over     overlay // what it was begun from, nil for the panes
	cancel   context.CancelFunc
	late     bool // it takes longer than a moment
	stopping bool
	ticks    int // of its latest clock; an older one ends

	mu sync.Mutex
	at views.Progress // how far the engine has come
}

// outcome is how a job ended, as Update takes it.
type outcome struct {
	tone views.Tone
	said string  // in a line; it may be empty where there is a box
	box  overlay // that says it in full, nil where the line does
	then action  // what the screen does besides, nil for nothing
}

// Messages of a job.
type (
	jobMsg struct { // it is time to draw it again
		of    *job
		ticks int
	}
	endedMsg struct {
		of  *job
		how outcome
	}
)

// jobs are the long work of the screen: the job under way, and what the last one
// has to show.
type jobs struct {
	job    *job    // nil for none
	result overlay // of the last one, where it ended behind the screen
}

// begin has work done beside the screen, under a context that ends when the
// operator stops it. What a stopped one has to say is the work's own.
func (x *jobs) begin(m *Model, j *job, work func(ctx context.Context, e Engine) outcome) tea.Cmd {
	if why := x.busy(); why != "" {
		return m.notices.answer(views.Warning, "Not begun: "+why)
	}
	ctx, cancel := context.WithCancel(m.engine.ctx)
	j.began, j.cancel, j.over = m.now(), cancel, m.overlays.top()
	x.job, x.result = j, nil
	return tea.Batch(j.follow(m, progressTime), m.engine.ask(func(_ context.Context, e Engine) tea.Msg {
		defer cancel()
		return endedMsg{j, work(ctx, e)}
	}))
}

// busy is why no other job can begin, "" where one can.
func (x *jobs) busy() string {
	if x.job == nil {
		return ""
	}
	return x.job.title + " is under way: b shows how far it is"
}

func isBusy(m *Model) string { return m.jobs.busy() }

// tell takes how far the engine has come, from its goroutine.
func (j *job) tell(at views.Progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.at = at
}

// step is tell for work that counts the steps of its stages.
func (j *job) step(stage string, done, total int64) {
	j.tell(views.Progress{What: views.Stage(stage), Done: done, Total: total})
}

func (j *job) look(now time.Time) views.Progress {
	j.mu.Lock()
	at := j.at
	j.mu.Unlock()
	at.Elapsed, at.Stopping = now.Sub(j.began), j.stopping
	return at
}

// follow has the progress drawn again in a while.
func (j *job) follow(m *Model, after time.Duration) tea.Cmd {
	j.ticks++
	return m.opts.After(after, jobMsg{j, j.ticks})
}

// arrive draws the progress, once the job takes longer than a moment.
func (msg jobMsg) arrive(m *Model) tea.Cmd {
	j := msg.of
	if m.jobs.job != j || msg.ticks != j.ticks {
		return nil // it has ended, or another clock goes
	}
	var cmd tea.Cmd
	if !j.late {
		if m.overlays.top() == j.over { // else the operator went on, and so does it, behind
			cmd = m.push(j)
		}
		j.late = true
	}
	after := behindTime
	if m.overlays.shows(j) {
		after = progressTime
	}
	return tea.Batch(cmd, j.follow(m, after))
}

// arrive says how a job ended. One behind the screen opens nothing by itself:
// its result waits for its key.
func (msg endedMsg) arrive(m *Model) tea.Cmd {
	shown := m.overlays.shows(msg.of) || !msg.of.late && m.overlays.top() == msg.of.over
	m.jobs.job = nil
	m.overlays.close(msg.of)
	cmds := []tea.Cmd{m.disturb()}
	if msg.how.then != nil {
		cmds = append(cmds, msg.how.then(m))
	}
	said := msg.how.said
	if msg.how.box != nil {
		if shown {
			return tea.Batch(append(cmds, m.push(msg.how.box))...)
		}
		m.jobs.result = msg.how.box
		said += " b shows it in full."
	}
	if said != "" {
		cmds = append(cmds, m.notices.say(msg.how.tone, said))
	}
	return tea.Batch(cmds...)
}

// lookBehind shows the job that goes on behind the screen, or the result of the
// last one.
func lookBehind(m *Model) tea.Cmd {
	if j := m.jobs.job; j != nil {
		return tea.Batch(m.push(j), j.follow(m, progressTime))
	}
	box := m.jobs.result
	m.jobs.result = nil
	return m.push(box)
}

func nothingBehind(m *Model) string {
	if (m.jobs.job == nil || !m.jobs.job.late) && m.jobs.result == nil {
		return "nothing goes on behind the screen"
	}
	return ""
}

// behind is what the top line says of a job that no box shows.
func (x *jobs) behind(m *Model) string {
	if x.job == nil || !x.job.late || m.overlays.shows(x.job) {
		return ""
	}
	say := strings.ToLower(x.job.place)
	if share := x.job.look(m.now()).Share(); share != "" {
		say += " " + share
	}
	return say
}

func (*job) covers() bool { return false }

func (j *job) scope() scope {
	return scope{j.place, []binding{
		{keys: []string{"esc"}, verb: "stop", help: "stop it; " + j.left, bar: 1, do: j.stop, unless: j.stopped},
		{keys: []string{"b"}, verb: "behind", help: "let it go on behind the screen; b shows it again", bar: 2, do: popTop},
	}}
}

func (j *job) stop(*Model) tea.Cmd {
	j.stopping = true
	j.cancel()
	return nil
}

func (j *job) stopped(*Model) string {
	if j.stopping {
		return "it is being stopped"
	}
	return ""
}

func (j *job) draw(m *Model, screen []string, _ views.Layout) []string {
	w := min(m.w-4, 72)
	lines := j.look(m.now()).Lines(m.theme, w-4)
	return m.withBar(views.Box(screen, j.title, lines, w, len(lines)+2, m.theme))
}

// wasStopped reports whether work ended because the operator stopped it.
func wasStopped(err error) bool { return errors.Is(err, context.Canceled) }

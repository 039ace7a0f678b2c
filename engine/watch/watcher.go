package watch

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"sync"

	"holdfast/engine/applied"
	"holdfast/engine/etv"
	"holdfast/engine/events"
	"holdfast/engine/sessions"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/engine/workplace"
	"holdfast/parser/source"
	"holdfast/store"
)

// Means are what a Watcher works with.
type Means struct {
	DB       *store.DB // to be read
	Disk     *etv.Disk
	Verifier *etv.Verifier // of the disk
	Log      *slog.Logger
	Hub      *events.Hub
	// Beside reports whether another engine may serve the workspace: what is found is
	// recorded and told there.
	Beside bool
	// Spare returns what runs a piece of work when there is time beside requests, until
	// the context is done.
	Spare func(context.Context) func(piece func())
	// Keeps reports whether the verifier may keep what it has parsed for the next start.
	Keeps bool
	// Roots are the absolute paths of the workspace.
	Roots []string
}

// Watcher compares the sessions of a workspace with its disk. It is safe for concurrent
// use.
type Watcher struct {
	*etv.Disk
	means    Means
	sessions *sessions.Sessions
	watching watching
	underWay sync.WaitGroup // what looks have left to be recorded
	settling sync.Mutex     // held while a file is settled that a client saved

	mu      sync.Mutex
	replies map[string]*applied.Replies // by session
	told    respelled                   // what was alerted of
}

// New returns a Watcher that has sessions to look at once Attend was called.
func New(m Means) *Watcher {
	return &Watcher{Disk: m.Disk, means: m, watching: watching{parsed: make(chan struct{}, 1)}, replies: map[string]*applied.Replies{}}
}

// Attend has the watcher look at sessions. It is called once, as they are opened.
func (w *Watcher) Attend(all *sessions.Sessions) { w.sessions = all }

// Wait returns when all is recorded that looks have found.
func (w *Watcher) Wait() { w.underWay.Wait() }

// Close closes the disk. Nothing is looked at any more.
func (w *Watcher) Close() error {
	w.Wait()
	w.keep(1)
	return w.Disk.Close()
}

// keep keeps for the next start what parsing the files has found, if at least so many
// were parsed since it last was.
func (w *Watcher) keep(least int) {
	if !w.means.Keeps || w.means.Verifier.Unkept() < least {
		return
	}
	if err := w.means.Verifier.Keep(); err != nil {
		w.means.Log.Warn("the next start has to parse all files again", "err", err)
	}
}

// Reading returns a reading of the disk as it is from now on.
func (w *Watcher) Reading() *stale.Reading { return stale.NewReading(w.means.Verifier) }

// Stat returns a file by stat: it is read only where it may have changed.
func (w *Watcher) Stat(path string) *etv.Version {
	var one [1]*etv.Version
	return w.means.Verifier.Fresh(one[:0], path)[0]
}

// Names returns the files of the workspace as a session knows them and as they are on
// disk.
func (w *Watcher) Names(s *sessions.Session) workplace.Names {
	names := workplace.Names{Roots: w.means.Roots, Tracked: s.Map.Paths, Known: func(path string) bool {
		return s.Map.Known(path) || w.Exists(path)
	}}
	if w.Folds() {
		names.OnDisk = w.Spelled
	}
	return names
}

// Text reads a file whatever its times say, for Parse. room, if it is not nil, is asked for
// so many bytes before they are read.
func (w *Watcher) Text(path string, room func(bytes int64) error) etv.Text {
	return w.means.Verifier.Text(path, room)
}

// Parse returns a file that was read as it was parsed.
func (w *Watcher) Parse(t etv.Text) (*etv.Version, *source.File) { return w.means.Verifier.Parse(t) }

// Compare compares entries of a session with the disk, and changes nothing.
func (w *Watcher) Compare(s *sessions.Session, entries []*statemap.Entry) []stale.Verified {
	return stale.Compare(w.means.Verifier, s.Map, entries)
}

// EachCompared is Compare for whoever keeps little of what it says.
func (w *Watcher) EachCompared(s *sessions.Session, entries []*statemap.Entry) iter.Seq[stale.Verified] {
	return stale.Each(w.means.Verifier, s.Map, entries)
}

// Verify compares entries with the disk, and takes note of what it finds.
func (w *Watcher) Verify(s *sessions.Session, entries []*statemap.Entry) []stale.Verified {
	found := w.Compare(s, entries)
	w.learn(s, found)
	return found
}

// VerifyAll compares all that a session holds with the disk, by stat.
func (w *Watcher) VerifyAll(s *sessions.Session) { w.Verify(s, s.Map.Sorted()) }

// LookAgain verifies entities that were just decided on.
func (w *Watcher) LookAgain(s *sessions.Session, keys ...string) {
	w.Verify(s, s.Map.EntriesOf(keys))
}

// Await notes a reply whose code a client may yet save.
func (w *Watcher) Await(s *sessions.Session, r *applied.Reply) { w.repliesOf(s).Add(r) }

// repliesOf are the replies of a session whose code may yet be saved.
func (w *Watcher) repliesOf(s *sessions.Session) *applied.Replies {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := w.replies[s.ID]
	if l == nil {
		l = &applied.Replies{}
		w.replies[s.ID] = l
	}
	return l
}

// ForgetReplies drops which replies may yet be saved, for sessions that were read anew.
func (w *Watcher) ForgetReplies() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.replies)
}

// Everywhere is every file, for Take and Settle.
func Everywhere(string) bool { return true }

// Take has the disk settle what waits for it in some files: what it holds exactly, and
// the files that clients have made of replies.
func (w *Watcher) Take(ctx context.Context, s *sessions.Session, in func(path string) bool) error {
	return errors.Join(w.Settle(ctx, s, in), w.settleSaved(ctx, s, in))
}

package applied

import (
	"slices"
	"sync"

	"holdfast/engine/resolve"
	"holdfast/engine/stale"
	"holdfast/parser/block"
)

// Clients that apply the edits of a reply are less strict about where an edit fits
// than holdfast, which never guesses: they shift its indentation, or lay a fence
// over a file as it is. What they then save is told by its lines: a file whose
// change is all in the reply was made by the client of the reply, with the user's
// consent, and is settled as the disk holds it (product.md, choice 10).

// Reply is a reply whose code a client may yet save, with the files that it may be
// about as they were before.
type Reply struct {
	Episode  string
	evidence []byte
	code     resolve.Code
	files    map[string]File // Replies.mu guards these, once it has the reply
	named    map[string]bool // of the files, those that the reply certainly is about
}

// File is a file that a reply may be about, as it was before.
type File struct {
	Rewritten
	lines resolve.Lines
}

// Explains reports whether the change from the file as it was to what it holds now is
// all in the reply.
func (r *Reply) Explains(was File, now []byte) bool { return r.code.Explains(was.lines, now) }

// Bounds on what is awaited: clients save at once, or never.
const (
	maxReplies = 16      // of a session
	maxText    = 1 << 20 // bytes of a reply
	// MaxFiles is how many files of a reply are awaited.
	MaxFiles = 32
)

// NewReply returns what a client may come to save of a reply: files are those that it
// may be about, certain reports of which it surely is. It returns nil where there is
// nothing to be awaited.
func NewReply(episode, text string, blocks []block.Block, files []string, certain func(path string) bool, disk *stale.Reading) *Reply {
	if len(blocks) == 0 || len(text) > maxText || len(files) == 0 {
		return nil
	}
	r := &Reply{Episode: episode, evidence: []byte(text), code: resolve.CodeOf(blocks), files: map[string]File{}, named: map[string]bool{}}
	for _, path := range files {
		was := File{}
		if file := disk.File(path); file != nil {
			was.lines = resolve.LinesOf(file.Src)
		}
		was.Rewritten = Rewritten{resolve.Rewrite{Path: path, Evidence: r.evidence, Said: true}, disk.Version(path)}
		r.files[path] = was
		if certain(path) {
			r.named[path] = true
		}
	}
	return r
}

// Replies are the newest replies of a session, the oldest first. After a restart they
// are not known any more: what was saved meanwhile is then STALE. They are safe for
// concurrent use; the zero value holds none.
type Replies struct {
	mu   sync.Mutex
	list []*Reply
}

// Add notes a reply.
func (l *Replies) Add(r *Reply) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, r)
	if n := len(l.list); n > maxReplies {
		l.list = slices.Delete(l.list, 0, n-maxReplies)
	}
}

// Of lists the replies that may be about one of the files that want names.
func (l *Replies) Of(want func(path string) bool) (list []*Reply) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.list {
		for path := range r.files {
			if want(path) {
				list = append(list, r)
				break
			}
		}
	}
	return list
}

// Files returns the files of a reply that are awaited yet.
func (l *Replies) Files(r *Reply) map[string]File {
	l.mu.Lock()
	defer l.mu.Unlock()
	files := make(map[string]File, len(r.files))
	for path, was := range r.files {
		files[path] = was
	}
	return files
}

// Done ends the wait for a file, of a reply and of those before it.
func (l *Replies) Done(r *Reply, path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, earlier := range l.list {
		delete(earlier.files, path)
		delete(earlier.named, path)
		if earlier == r {
			return
		}
	}
}

// Last reports whether no file but path is awaited of those that a reply certainly
// is about.
func (l *Replies) Last(r *Reply, path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(r.named) == 0 || len(r.named) == 1 && r.named[path]
}

package shelf

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"holdfast/engine/author"
)

// Bounds on what is looked at, far above what people keep.
const (
	maxHidden  = 64       // hidden folders of a place
	maxFolders = 48       // below one of them
	maxFiles   = 64       // below one of them
	maxFile    = 64 << 10 // bytes
	maxBytes   = 4 << 20  // of all files
	maxLooks   = 2000     // files and folders
	// settles is how old a change must be for its time to tell it from the next.
	settles = 2 * time.Second
)

// Shelf holds the texts. It is safe for concurrent use.
type Shelf struct {
	workspace, home string
	now             func() time.Time

	mu    sync.Mutex
	known map[string]*kept // by root and path
	reads int              // files that were read so far
}

// kept is what is known of a file or a folder.
type kept struct {
	size     int64
	modified time.Time
	looked   time.Time
	entries  []fs.DirEntry
	texts    []*author.Text
}

// New is the shelf of a workspace, an absolute path. home is the user's; "" knows
// none.
func New(workspace, home string, now func() time.Time) *Shelf {
	return &Shelf{workspace: workspace, home: home, now: now}
}

// Texts returns the texts as they are now. folder is where in the workspace the
// client works, canonical: the hidden folders of it and of those above it count.
// The list is shared by its callers and never changes.
func (s *Shelf) Texts(folder string) []*author.Text {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := look{shelf: s, known: map[string]*kept{}}
	l.workspace(folder)
	l.atHome()
	s.known, s.reads = l.known, s.reads+l.reads
	return l.texts
}

// Reads returns how many files were read so far.
func (s *Shelf) Reads() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

// look goes over all places once.
type look struct {
	shelf *Shelf
	root  *os.Root
	dir   string // of root
	place string // what it is called in reasons
	known map[string]*kept
	texts []*author.Text
	bytes int
	looks int
	reads int
}

// in does something below a root, if that is there.
func (l *look) in(dir, place string, do func()) {
	if dir == "" {
		return
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return
	}
	defer root.Close()
	l.root, l.dir, l.place = root, dir, place
	do()
}

// notCommands are hidden folders that no client keeps commands in.
var notCommands = map[string]bool{".git": true, ".holdfast": true, ".hg": true, ".svn": true, ".jj": true}

func (l *look) workspace(folder string) {
	l.in(l.shelf.workspace, "", func() {
		for {
			hidden := 0
			for _, e := range l.entries(path.Clean("./" + folder)) {
				name := e.Name()
				if !strings.HasPrefix(name, ".") || notCommands[name] || hidden == maxHidden || l.kind(e, path.Join(folder, name)) != fs.ModeDir {
					continue
				}
				hidden++
				l.below(path.Join(folder, name))
			}
			if folder == "" {
				return
			}
			if folder = path.Dir(folder); folder == "." {
				folder = ""
			}
		}
	})
}

// clients are the folders at home in which known clients keep what is theirs,
// commands those in them that hold texts which are sent for a short name.
var (
	clients = []string{
		".claude", ".pi/agent", ".config/opencode", ".opencode", ".config/kilo", ".kilo", ".kilocode", ".cline", "Documents/Cline", ".qwen", ".gemini",
		".codex", ".copilot", ".continue", ".roo", ".config/crush", ".crush", ".nanocoder", ".config/nanocoder", ".grok", ".factory", ".cursor", ".augment",
		".agents", ".config/amp", ".config/goose",
	}
	commands = []string{"commands", "command", "prompts", "prompt", "workflows", "Workflows", "skills", "skill", "agents", "agent", "rules", "Rules"}
)

func (l *look) atHome() {
	l.in(l.shelf.home, "~/", func() {
		for _, client := range clients {
			for _, e := range l.entries(client) {
				if slices.Contains(commands, e.Name()) && l.kind(e, path.Join(client, e.Name())) == fs.ModeDir {
					l.below(path.Join(client, e.Name()))
				}
			}
		}
	})
}

// below takes the texts of a folder and of those in it, the nearest first.
func (l *look) below(folder string) {
	files, folders := 0, 0
	for queue := []string{folder}; len(queue) > 0; queue = queue[1:] {
		for _, e := range l.entries(queue[0]) {
			p := path.Join(queue[0], e.Name())
			switch kind := l.kind(e, p); {
			case kind == fs.ModeDir && e.Name() != "node_modules" && !notCommands[e.Name()]:
				if folders++; folders < maxFolders {
					queue = append(queue, p)
				}
			case kind == 0 && files < maxFiles && holdsText(e.Name()):
				files++
				l.file(p)
			}
		}
	}
}

// stat looks at a file or folder by its name: the root's own way takes ten times as
// long, and guards what is read.
func (l *look) stat(p string) (fs.FileInfo, error) {
	return os.Stat(filepath.Join(l.dir, filepath.FromSlash(p)))
}

// kind is 0 for a file, or one of the modes of what is none. A link is what it
// leads to within the place.
func (l *look) kind(e fs.DirEntry, p string) fs.FileMode {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type()
	}
	info, err := l.stat(p)
	if err != nil {
		return fs.ModeIrregular
	}
	return info.Mode().Type()
}

// holdsText reports whether a file is of a kind that texts for a model are kept in.
func holdsText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".mdc", ".mdx", ".markdown", ".txt", ".toml", ".json", ".yaml", ".yml", ".prompt", ".tmpl":
		return true
	}
	return false
}

// current returns what is known of a file or folder, if that is what is there.
func (l *look) current(p string) (info fs.FileInfo, k *kept, ok bool) {
	if l.looks++; l.looks > maxLooks {
		return nil, nil, false
	}
	info, err := l.stat(p)
	if err != nil {
		return nil, nil, false
	}
	k = l.shelf.known[l.place+p]
	ok = k != nil && k.size == info.Size() && k.modified.Equal(info.ModTime()) && k.looked.Sub(k.modified) > settles
	return info, k, ok
}

// entries lists a folder, nothing where there is none.
func (l *look) entries(p string) []fs.DirEntry {
	if k := l.known[l.place+p]; k != nil {
		return k.entries
	}
	now := l.shelf.now()
	info, k, ok := l.current(p)
	if info == nil || !info.IsDir() {
		return nil
	}
	if !ok {
		k = &kept{size: info.Size(), modified: info.ModTime(), looked: now}
		if f, err := l.root.Open(p); err == nil {
			k.entries, _ = f.ReadDir(-1) // what could be read counts
			f.Close()
		}
		slices.SortFunc(k.entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	l.known[l.place+p] = k
	return k.entries
}

// file takes the texts of a file.
func (l *look) file(p string) {
	now := l.shelf.now()
	info, k, ok := l.current(p)
	if info == nil || !info.Mode().IsRegular() || info.Size() > maxFile || l.bytes+int(info.Size()) > maxBytes {
		return
	}
	if !ok {
		k = &kept{size: info.Size(), modified: info.ModTime(), looked: now}
		if text, err := l.read(p); err == nil {
			k.texts = texts(l.place+p, text)
		}
		l.reads++
	}
	l.bytes += int(info.Size())
	l.known[l.place+p] = k
	l.texts = append(l.texts, k.texts...)
}

func (l *look) read(p string) (string, error) {
	f, err := l.root.Open(p)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && !utf8.Valid(text) {
		err = errors.New("not text")
	}
	return string(text), err
}

// texts are those that a file holds: itself, or the texts of its settings.
func texts(name, text string) (list []*author.Text) {
	add := func(text string) {
		if t := author.NewText(name, text); t != nil {
			list = append(list, t)
		}
	}
	var settings any
	switch strings.ToLower(path.Ext(name)) {
	case ".toml":
		var table map[string]any
		if toml.Unmarshal([]byte(text), &table) == nil {
			settings = table
		}
	case ".json":
		if json.Unmarshal([]byte(text), &settings) != nil {
			settings = nil
		}
	}
	if settings == nil {
		add(text)
		return list
	}
	each(settings, add)
	return list
}

// each calls do for every text in settings.
func each(settings any, do func(string)) {
	switch s := settings.(type) {
	case string:
		do(s)
	case []any:
		for _, x := range s {
			each(x, do)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(s)) {
			each(s[key], do)
		}
	}
}

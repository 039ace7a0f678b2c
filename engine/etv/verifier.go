package etv

import (
	"container/list"
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/parser"
	"holdfast/parser/source"
)

// cacheBound is what the remembered versions may weigh together, in bytes:
// about 3,500 files with 35,000 symbols, or 10,000 files of one. The least
// recently used leave first, and cost one parse when they are asked for again. Of a
// file that holds what was adopted of it no more than its hash is remembered, which
// weighs next to nothing and never leaves.
const cacheBound = 6 << 20

// patience is how long a text over the parser's limits is not tried again.
const patience = 30 * time.Second

// Verifier compares the State Map with the disk, on demand: by stat before a
// hydration, by reading before a promotion. It remembers of each file what its
// last reading found. It is safe for concurrent use.
type Verifier struct {
	disk   *Disk
	now    func() time.Time
	keeper *keeper // nil where nothing is kept between runs
	began  sync.Once
	// folders are those of the files that were looked at.
	folders folders

	slow atomic.Bool // most of the last looks took longer than slowLook

	mu     sync.Mutex
	bound  int
	weight int
	unkept int        // remembered files that were parsed since they were kept last
	recent *list.List // of *memory, the most recently used in front
	byPath map[string]*list.Element
	// bare are the files of which the hash alone is remembered.
	bare map[string]*memory
}

// memory is what is remembered of one file. It is immutable.
type memory struct {
	stamp   stamp
	version *Version
	// settled reports whether the stamp alone proves the version: the file was read
	// at least 2 s after it was written.
	settled bool
	// retry is when a text that was over the parser's limits is tried again;
	// zero for every other.
	retry time.Time
	// learnt reports whether the file was parsed for it.
	learnt bool
}

// NewVerifier verifies against disk; now is the clock that file times are
// compared with. On a network file system whose clock differs from this one
// by more than 2 s, two writes within one tick of that clock can look like one
// to a stat; promotions read.
func NewVerifier(disk *Disk, now func() time.Time) *Verifier {
	return &Verifier{disk: disk, now: now, bound: cacheBound, recent: list.New(), byPath: map[string]*list.Element{}, bare: map[string]*memory{}}
}

// Fresh appends to into the version of each path, in their order. A file is
// read and parsed only if its stat differs from when it was read last, or if
// it was read less than 2 s after it was written; so that ten files that did
// not change cost ten stats.
func (v *Verifier) Fresh(into []*Version, paths ...string) []*Version {
	probe := v.prober()
	for _, path := range paths {
		into = append(into, v.fresh(&probe, path, look{}))
	}
	return into
}

// prober looks at files for a comparison by stat.
func (v *Verifier) prober() prober { return prober{disk: v.disk, known: &v.folders, at: v.now()} }

// look is how a file is looked at.
type look struct {
	// parsed reports whether the parsed file is wanted.
	parsed bool
	// survey is a look at more files than may be remembered: in it, one that is not
	// remembered drives out no other.
	survey bool
	// file is the hash of a file of which nothing but that is wanted to be known, zero for
	// none.
	file Digest
}

// fresh is the version of one path.
func (v *Verifier) fresh(probe *prober, path string, how look) *Version {
	f, err := probe.timed(path)
	if err == nil {
		err = readable(f, source.MaxSize)
	}
	if err != nil {
		v.forget(path)
		return v.disk.failed(path, err)
	}
	if m := v.recall(path); m != nil && m.settled && m.stamp == f.stamp && (m.retry.IsZero() || !m.expired(v.now())) && how.does(m.version) {
		return m.version
	}
	version, _ := v.read(path, how)
	return version
}

// does reports whether a version tells what is wanted.
func (how look) does(v *Version) bool { return !v.bare || how.file == v.sum }

func (m *memory) expired(now time.Time) bool { return !m.retry.IsZero() && !now.Before(m.retry) }

// Read always reads the file, as every promotion must (TSLP 15.5). Bytes that
// were parsed before are not parsed again.
func (v *Verifier) Read(path string) *Version {
	version, _ := v.read(path, look{})
	return version
}

// Load is Read for who needs the text as well: to adopt it, to show how it
// differs, to apply an edit to it. The file is nil where the version is missing,
// unreadable or unverifiable.
func (v *Verifier) Load(path string) (*Version, *source.File) {
	return v.read(path, look{parsed: true})
}

// Source reads the file, of at most so many bytes, and does not parse it. It is nil where
// that cannot be read; size is that of a regular file, in bytes, were it too large.
func (v *Verifier) Source(path string, most int) (src []byte, size int) {
	src, _, err := v.disk.readWithin(path, int64(most))
	if err == nil {
		return src, len(src)
	}
	probe := v.prober()
	if f, err := probe.stat(path); err == nil && f.kind == regular {
		return nil, int(f.size)
	}
	return nil, 0
}

// Text is a file as it was read, and not looked into yet.
type Text struct {
	Path  string // canonical
	src   []byte
	stamp stamp
	at    time.Time // before the first byte was read
	err   error
}

// Text reads a file for Parse. room, if it is not nil, is asked for so many bytes before
// they are read.
func (v *Verifier) Text(path string, room func(bytes int64) error) Text {
	t := Text{Path: path, at: v.now()}
	t.src, t.stamp, t.err = v.disk.readInto(path, source.MaxSize, room)
	return t
}

// Parse is Load for a file that was read.
func (v *Verifier) Parse(t Text) (*Version, *source.File) { return v.take(t, look{parsed: true}) }

// read reads the file and parses it if its bytes are new, or if the parsed
// file is wanted.
func (v *Verifier) read(path string, how look) (*Version, *source.File) {
	return v.take(v.Text(path, nil), how)
}

// take learns what was read.
func (v *Verifier) take(t Text, how look) (*Version, *source.File) {
	if t.err != nil {
		v.forget(t.Path)
		return v.disk.failed(t.Path, t.err), nil
	}
	next := memory{stamp: t.stamp, settled: t.stamp.settled(t.at)}
	sum := Digest(sha256.Sum256(t.src))
	last := v.recall(t.Path)
	known := last != nil && last.version.sum == sum && !last.expired(t.at) && how.does(last.version)
	if known && !how.parsed {
		next.version, next.retry = last.version, last.retry
		v.remember(&next, !how.survey)
		return next.version, nil
	}
	if !how.parsed && how.file == sum {
		next.version = &Version{path: t.Path, status: Agrees, sum: sum, bare: true}
		v.remember(&next, false)
		return next.version, nil
	}
	file := parser.Parse(t.Path, "", t.src)
	if known && !last.version.bare && last.version.status == Agrees && file.Refused == "" {
		next.version = last.version
	} else {
		next.version, next.learnt = versionOf(file, sum), true
	}
	if file.Refused != "" {
		if next.version.lasting = source.Refuse(t.src) != ""; !next.version.lasting {
			next.retry = t.at.Add(patience)
		}
		file = nil
	}
	v.remember(&next, !how.survey)
	return next.version, file
}

// Verify is Fresh and Check for many entities; its reports stand in their
// order. Entities of one file should stand together: each run of them costs
// one stat.
//
// A survey is a part of a look at everything. Were each of its files remembered
// in the place of another, one file too many would have all of them parsed
// every time.
//
// A file is not parsed to learn that it is the one of which its entities were adopted.
func (v *Verifier) Verify(expected []Expectation, survey bool) []Report {
	reports := make([]Report, len(expected))
	rest, into := expected, reports
	for len(rest) > 0 && !v.slow.Load() {
		end := filesEnd(rest, triedAtOnce)
		v.verifyRun(rest[:end], into[:end], survey)
		rest, into = rest[end:], into[end:]
	}
	v.verifyAtOnce(rest, into, survey)
	return reports
}

const (
	// slowLook is what one look takes on a disk that is worth asking for many files at
	// once: on a network folder, where it is waited and not worked.
	slowLook = time.Millisecond
	// triedAtOnce is after how many entities it is seen whether the disk is slow.
	triedAtOnce = 16
	// atOnce is for how many files such a disk is asked.
	atOnce = 32
)

// filesEnd is where the file ends that entity n-1 is in.
func filesEnd(expected []Expectation, n int) int {
	end := min(n, len(expected))
	for end < len(expected) && expected[end].Path == expected[end-1].Path {
		end++
	}
	return end
}

// verifyAtOnce is Verify for a disk that is slow.
func (v *Verifier) verifyAtOnce(expected []Expectation, reports []Report, survey bool) {
	var all sync.WaitGroup
	for size := (len(expected) + atOnce - 1) / atOnce; len(expected) > 0; {
		end := filesEnd(expected, size)
		some, into := expected[:end], reports[:end]
		all.Go(func() { v.verifyRun(some, into, survey) })
		expected, reports = expected[end:], reports[end:]
	}
	all.Wait()
}

// verifyRun verifies entities, those of one file in one go.
func (v *Verifier) verifyRun(expected []Expectation, reports []Report, survey bool) {
	probe := v.prober()
	for i := 0; i < len(expected); {
		end := i + filesEnd(expected[i:], 1)
		v.verifyFile(&probe, expected[i:end], reports[i:end], survey)
		i = end
	}
	if probe.looks > 0 {
		v.slow.Store(2*probe.slow > probe.looks)
	}
}

// verifyFile is Verify for entities of one file.
func (v *Verifier) verifyFile(probe *prober, expected []Expectation, reports []Report, survey bool) {
	how := look{survey: survey, file: fileOf(expected)}
	version := v.fresh(probe, expected[0].Path, how)
	for i, e := range expected {
		reports[i] = version.Check(e)
	}
	if survey && how.file != (Digest{}) && how.file == version.sum && !version.bare {
		v.lighten(version)
	}
}

// fileOf is the one file of which all of the entities were adopted, zero for none.
func fileOf(expected []Expectation) Digest {
	file := expected[0].File
	for i := range expected {
		if expected[i].File != file {
			return Digest{}
		}
	}
	return file
}

// lighten lets go of what parsing has found of a file, as far as it is remembered.
func (v *Verifier) lighten(version *Version) {
	v.mu.Lock()
	defer v.mu.Unlock()
	at := v.byPath[version.path]
	if at == nil || at.Value.(*memory).version != version || version.status != Agrees {
		return
	}
	m := *at.Value.(*memory)
	v.drop(version.path)
	m.version, m.learnt = version.shed(), false
	v.bare[version.path] = &m
}

func (v *Verifier) recall(path string) *memory {
	v.began.Do(v.begin)
	v.mu.Lock()
	defer v.mu.Unlock()
	at := v.byPath[path]
	if at == nil {
		return v.bare[path]
	}
	v.recent.MoveToFront(at)
	return at.Value.(*memory)
}

// remember takes the place of what was remembered of the file, and of others
// where there is no room and it may drive them out.
func (v *Verifier) remember(m *memory, driveOut bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.drop(m.version.path)
	if m.version.bare {
		v.bare[m.version.path] = m
		return
	}
	if !driveOut && v.weight+m.version.weight() > v.bound {
		return
	}
	if m.learnt && m.version.status == Agrees {
		v.unkept++
	}
	v.byPath[m.version.path] = v.recent.PushFront(m)
	for v.weight += m.version.weight(); v.weight > v.bound && v.recent.Len() > 1; {
		v.drop(v.recent.Back().Value.(*memory).version.path)
	}
}

func (v *Verifier) forget(path string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.drop(path)
}

// drop forgets a path. v.mu is held.
func (v *Verifier) drop(path string) {
	delete(v.bare, path)
	if at := v.byPath[path]; at != nil {
		v.weight -= v.recent.Remove(at).(*memory).version.weight()
		delete(v.byPath, path)
	}
}

package etv

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
)

// What a reading has found of a file follows from the file's bytes alone, as
// long as the same program parses them. So it can be kept between two runs, by
// the hash of the bytes: a start still reads and hashes every file, and parses
// those that changed. What another program has kept is not believed.

// keptMagic begins the file; another layout has another number.
const keptMagic = "holdfast parsed files 1\n"

// keptBound is the most that is read of such a file, in bytes: more than
// cacheBound makes.
const keptBound = 2 * cacheBound

// keeper is where a Verifier keeps what it remembers.
type keeper struct {
	path    string
	program string
}

// KeepIn has the Verifier begin with what Keep has written to the file at path,
// if this program wrote it. It is called before any file is read; the file is
// read when the first one is.
func (v *Verifier) KeepIn(path string) {
	if program := thisProgram(); program != "" {
		v.keeper = &keeper{path: path, program: program}
	}
}

// Unkept is how many files were parsed that were not kept yet.
func (v *Verifier) Unkept() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.unkept
}

// Keep writes what is remembered, if something new is. A failure costs the next
// start its time and nothing else.
func (v *Verifier) Keep() error {
	if v.keeper == nil || v.Unkept() == 0 {
		return nil
	}
	v.began.Do(v.begin)
	v.mu.Lock()
	var versions []*Version
	for at := v.recent.Back(); at != nil; at = at.Prev() { // the most recently used last
		if version := at.Value.(*memory).version; version.status == Agrees {
			versions = append(versions, version)
		}
	}
	v.unkept = 0
	v.mu.Unlock()
	if err := renameio.WriteFile(v.keeper.path, appendKept(nil, v.keeper.program, versions), 0o600); err != nil {
		return fmt.Errorf("keeping what the files hold: %w", err)
	}
	return nil
}

// begin takes up what was kept. A file that cannot be read is as good as none.
func (v *Verifier) begin() {
	if v.keeper == nil {
		return
	}
	if info, err := os.Lstat(v.keeper.path); err != nil || !info.Mode().IsRegular() || info.Size() > keptBound {
		return
	}
	data, err := os.ReadFile(v.keeper.path)
	if err != nil {
		return
	}
	versions, err := readKept(data, v.keeper.program)
	if err != nil {
		return
	}
	for _, version := range versions {
		v.remember(&memory{version: version}, true) // no stamp: it is read before it is believed
	}
}

// thisProgram tells this build of holdfast, on this machine, from every other;
// "" where it cannot.
func thisProgram() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	at, err := fstat(f)
	if err != nil {
		return ""
	}
	built, _ := debug.ReadBuildInfo()
	return fmt.Sprintf("%+v\n%v", at.stamp, built)
}

// appendKept writes versions behind out, and a checksum.
func appendKept(out []byte, program string, versions []*Version) []byte {
	out = append(out, keptMagic...)
	by := sha256.Sum256([]byte(program))
	out = append(out, by[:]...)
	text := func(s string) { out = append(binary.AppendUvarint(out, uint64(len(s))), s...) }
	number := func(n int32) { out = binary.AppendUvarint(out, uint64(uint32(n))) }
	out = binary.AppendUvarint(out, uint64(len(versions)))
	for _, v := range versions {
		text(v.path)
		out = append(out, v.sum[:]...)
		out = binary.AppendUvarint(out, uint64(len(v.marks)))
		for i := range v.marks {
			m := &v.marks[i]
			text(m.name)
			out = append(append(out, m.hash[:]...), m.structure[:]...)
			for _, n := range [...]int32{m.nodes, m.tokens, m.errors, m.count, m.lines} {
				number(n)
			}
		}
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// errKept is a file that holds something else, or was damaged.
var errKept = errors.New("this is not what this program has kept")

// readKept reads what appendKept wrote for that program.
func readKept(data []byte, program string) ([]*Version, error) {
	body := len(data) - sha256.Size
	if body < 0 || !bytes.HasPrefix(data, []byte(keptMagic)) || Digest(sha256.Sum256(data[:body])) != Digest(data[body:]) {
		return nil, errKept
	}
	r := keptReader{rest: data[len(keptMagic):body]}
	if r.digest() != sha256.Sum256([]byte(program)) {
		return nil, errKept
	}
	versions := make([]*Version, 0, r.count(minKeptFile))
	for range cap(versions) {
		versions = append(versions, r.version())
	}
	if r.bad || len(r.rest) > 0 {
		return nil, errKept
	}
	return versions, nil
}

// The least that a file and a mark take, in bytes.
const (
	minKeptFile = 1 + sha256.Size + 1
	minKeptMark = 1 + 2*sha256.Size + 5
)

// keptReader reads what was kept from its beginning; bad is set where that ends
// too soon or makes no sense.
type keptReader struct {
	rest []byte
	bad  bool
}

func (r *keptReader) take(n uint64) []byte {
	if r.bad || n > uint64(len(r.rest)) {
		r.bad = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *keptReader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.take(uint64(size))
	return n
}

// count reads how many follow, of which each takes size bytes at least.
func (r *keptReader) count(size int) int {
	n := r.number()
	if r.bad || n > uint64(len(r.rest)/size) {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *keptReader) small() int32 {
	n := r.number()
	r.bad = r.bad || n > 1<<31-1
	return int32(n)
}

func (r *keptReader) digest() (d Digest) {
	copy(d[:], r.take(uint64(len(d))))
	return d
}

func (r *keptReader) version() *Version {
	path := r.take(r.number())
	r.bad = r.bad || !fs.ValidPath(string(path))
	v := &Version{path: string(path), status: Agrees, sum: r.digest()}
	v.marks = make([]mark, r.count(minKeptMark))
	spans := make([][]byte, len(v.marks))
	var names strings.Builder // all names of a file share one allocation
	for i := range v.marks {
		spans[i] = r.take(r.number())
		names.Write(spans[i])
		m := &v.marks[i]
		m.hash, m.structure = r.digest(), r.digest()
		m.nodes, m.tokens, m.errors, m.count, m.lines = r.small(), r.small(), r.small(), r.small(), r.small()
	}
	all := names.String()
	for i := range v.marks {
		v.marks[i].name, all = all[:len(spans[i])], all[len(spans[i]):]
	}
	r.bad = r.bad || !slices.IsSortedFunc(v.marks, func(a, b mark) int { return strings.Compare(a.name, b.name) })
	return v
}

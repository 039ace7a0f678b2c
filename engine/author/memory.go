package author

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
)

// Memory is what the model said in a workspace, in replies and in the arguments
// of calls, as hashes of lines (product 13). What was said is always known again;
// of 100,000 lines that nobody said one may be taken for the model's, by chance. It
// takes 128 KiB for the first 4,000 lines and grows to 21 MiB for five million;
// what is said beyond is lost, see Lose. The zero Memory is ready and knows
// nothing; all methods may be called at any time by several goroutines.
type Memory struct {
	mu      sync.RWMutex
	filters []filter // the last takes in what is new
	lines   int      // in the last
	lost    bool
}

// Lose notes that the model said more than is known here: from now on every
// block is in doubt.
func (m *Memory) Lose() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lost = true
}

// argument is mixed into the hash of a line that stood in Reply.Arguments: users
// repeat what a reply says, and seldom what they never saw.
const argument = 0x9e3779b97f4a7c15

// missing stands in a memory for what the model said beyond what was kept.
const missing = 0xc2b2ae3d27d4eb4f

// Reply is what the model said in one reply.
type Reply struct {
	Text, Reasoning string
	// Contents are the arguments of its calls that change files or run commands,
	// JSON or free text, as the model wrote them.
	Contents []string
	// Arguments are those of its other calls, and whatever else it wrote for the
	// client rather than for the user: a summary.
	Arguments []string
	// Cut reports whether the model said more than that.
	Cut bool
}

// Learn takes in a reply and returns the hashes of what was new, for Recall
// after a restart; nil where nothing was.
func (m *Memory) Learn(r Reply) (news []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	add := func(h uint64) {
		if m.set(h) {
			news = binary.LittleEndian.AppendUint64(news, h)
		}
	}
	if len(r.Arguments) > 0 {
		add(argument)
	}
	if r.Cut {
		add(missing)
	}
	r.each(add)
	return news
}

// each calls do for the hash of every line of a reply.
func (r Reply) each(do func(h uint64)) {
	for _, text := range []string{r.Text, r.Reasoning} {
		if n, whole := summed(text, do); n >= fewLines {
			do(whole)
		}
		eachParagraph(text, func(joined string) { eachLine(joined, func(l line) { do(l.hash) }) })
	}
	for _, c := range r.Contents {
		eachText(c, maxNesting, func(text string) { eachLine(text, func(l line) { do(l.hash) }) })
	}
	for _, a := range r.Arguments {
		eachText(a, maxNesting, func(text string) {
			eachLine(text, func(l line) {
				do(l.hash)
				do(l.hash ^ argument)
				eachPhrase(text[l.from:l.to], func(p line) { do(p.hash ^ argument) })
			})
			eachParagraph(text, func(joined string) {
				eachLine(joined, func(l line) { do(l.hash ^ argument) })
				eachPhrase(joined, func(p line) { do(p.hash ^ argument) })
			})
		})
	}
}

// summed calls do for the hash of every line of a text, and returns how many
// there are and a hash of all of them in order.
func summed(text string, do func(h uint64)) (lines int, whole uint64) {
	whole = fnvOffset
	eachLine(text, func(l line) {
		lines++
		whole = (whole ^ l.hash) * fnvPrime
		do(l.hash)
	})
	return lines, whole
}

// Recall takes in what Learn has returned before. A length that is no multiple
// of eight bytes loses its rest.
func (m *Memory) Recall(news []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for ; len(news) >= 8; news = news[8:] {
		m.set(binary.LittleEndian.Uint64(news))
	}
}

// set takes in a line, and reports whether it was new.
func (m *Memory) set(h uint64) bool {
	if m.holds(h) {
		return false
	}
	if n := len(m.filters); n == 0 || m.lines == filterSizes[n-1].lines {
		if n == len(filterSizes) {
			m.lost = true
			return true
		}
		m.filters, m.lines = append(m.filters, make(filter, filterSizes[n].bits/64)), 0
	}
	m.filters[len(m.filters)-1].set(h)
	m.lines++
	return true
}

func (m *Memory) holds(h uint64) bool {
	return slices.ContainsFunc(m.filters, func(f filter) bool { return f.holds(h) })
}

// filterSizes are those of a Memory's filters, which are filled one after the
// other, with how many lines each takes in: so many that it errs in four of a
// million. Each line sets placesOfOne bits.
var filterSizes = [...]struct{ bits, lines int }{{1 << 20, 4_000}, {1 << 23, 250_000}, {1 << 25, 1_000_000}, {1 << 27, 4_000_000}}

const placesOfOne = 8

// filter is a Bloom filter, of a number of words that is a power of two.
type filter []uint64

func (f filter) set(h uint64) {
	at, step := places(h)
	for range placesOfOne {
		f[at/64%uint64(len(f))] |= 1 << (at % 64)
		at += step
	}
}

func (f filter) holds(h uint64) bool {
	at, step := places(h)
	for range placesOfOne {
		if f[at/64%uint64(len(f))]&(1<<(at%64)) == 0 {
			return false
		}
		at += step
	}
	return true
}

// places returns the first bit of a hash and how far it is to the next, both well
// mixed (splitmix64): FNV's low bits alone are not.
func places(h uint64) (at, step uint64) {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= h >> 31
	return h >> 32, h&0xffffffff | 1
}

// maxNesting bounds how often arguments may hold arguments encoded as text.
const maxNesting = 3

// eachText calls do for every string in a call's arguments; for all of them as
// they stand where they are no JSON, or were cut.
func eachText(arguments string, deep int, do func(text string)) {
	head := strings.TrimLeft(arguments, " \t\r\n")
	if deep == 0 || head == "" || head[0] != '{' && head[0] != '[' && head[0] != '"' {
		do(arguments)
		return
	}
	d := json.NewDecoder(strings.NewReader(arguments))
	var texts []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			do(arguments)
			return
		}
		if text, ok := token.(string); ok {
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		eachText(text, deep-1, do)
	}
}

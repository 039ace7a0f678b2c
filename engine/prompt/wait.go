package prompt

import (
	"slices"
	"sync"
	"time"

	"holdfast/engine/gateway/wire"
)

// Wait is how long a server is expected to process a prompt; the zero Wait is not
// known.
type Wait struct {
	For time.Duration
	// New are those of the prompt's Tokens that it does not have in its cache. Both are
	// about.
	New, Tokens int
}

// Rates are how fast a server processed the prompts of each model. The zero value
// knows nothing. It is safe for concurrent use.
type Rates struct {
	mu    sync.Mutex
	known map[string]*paces
}

// paces are those of the latest prompts of a model.
type paces struct {
	perSecond [8]float64 // tokens that were processed
	perByte   [8]float64 // tokens of a byte of the prompt
	n         int        // prompts so far
}

const (
	// leastTimed is from how many processed tokens on a prompt tells a pace: below that
	// what each request costs counts too much.
	leastTimed = 64
	// leastWait is from how long on a wait is worth a word.
	leastWait = time.Second
)

// Learn takes in what a server says of a prompt of so many bytes and tokens.
func (r *Rates) Learn(model string, bytes, tokens int, read wire.Prompt) {
	if read.Took <= 0 || read.Processed < leastTimed || bytes <= 0 || tokens <= 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.known[model]
	if p == nil {
		if r.known == nil || len(r.known) >= maxModels {
			r.known = map[string]*paces{}
		}
		p = &paces{}
		r.known[model] = p
	}
	p.perSecond[p.n%len(p.perSecond)] = float64(read.Processed) / read.Took.Seconds()
	p.perByte[p.n%len(p.perByte)] = float64(tokens) / float64(bytes)
	p.n++
}

// Expect returns how long a model's server will process a prompt of so many bytes, of
// which some are new to it: the zero Wait where that is not known, or a moment.
func (r *Rates) Expect(model string, bytes, fresh int) Wait {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.known[model]
	if p == nil || fresh <= 0 {
		return Wait{}
	}
	perByte := p.middle(p.perByte)
	w := Wait{New: int(float64(fresh) * perByte), Tokens: int(float64(bytes) * perByte)}
	w.For = time.Duration(float64(w.New) / p.middle(p.perSecond) * float64(time.Second))
	if w.For < leastWait {
		return Wait{}
	}
	return w
}

// middle is the median of the latest.
func (p *paces) middle(of [8]float64) float64 {
	list := of[:min(p.n, len(of))]
	slices.Sort(list)
	return list[len(list)/2]
}

// Fresh is how many bytes of a request a server has not processed yet, about: those
// behind the common prefix, without the reply to the request before, which it has
// written itself. lost reports whether it has nothing of that any more.
func (s *Shape) Fresh(before *Shape, end End, lost bool) int {
	if before == nil || lost || end.Who == ByOther {
		return s.bytes
	}
	fresh := s.bytes - end.Same
	if n := len(before.parts); end.Who == ByNobody && n < len(s.parts) && s.parts[n].said {
		fresh -= s.parts[n].bytes
	}
	return max(0, fresh)
}

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
	// about, and 0 where the server counts none.
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
	// measured are bytes a second until a reply began, measuredOf their tokens, 0 where
	// they were not counted; timed are so many.
	measured, measuredOf [8]float64
	timed                int
}

const (
	// leastTimed is from how many processed tokens on a prompt tells a pace: below that
	// what each request costs counts too much.
	leastTimed = 64
	// leastWait is from how long on a wait is worth a word.
	leastWait = time.Second
	// leastNew is from how many bytes on that are new in a prompt the time until its
	// reply begins tells a pace, leastTaken from which time on.
	leastNew, leastTaken = 4 << 10, 300 * time.Millisecond
	// agree is how many such times must be known: one may have been spent otherwise.
	agree = 2
)

// Learn takes in what a server says of a prompt of so many bytes and tokens.
func (r *Rates) Learn(model string, bytes, tokens int, read wire.Prompt) {
	if read.Took <= 0 || read.Processed < leastTimed || bytes <= 0 || tokens <= 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.of(model)
	p.perSecond[p.n%len(p.perSecond)] = float64(read.Processed) / read.Took.Seconds()
	p.perByte[p.n%len(p.perByte)] = float64(tokens) / float64(bytes)
	p.n++
}

// Measure takes in how long it took until the reply to a prompt began of which so many
// bytes were new to the server. tokens are those of the prompt, 0 where they are not
// counted.
func (r *Rates) Measure(model string, bytes, fresh, tokens int, took time.Duration) {
	if fresh < leastNew || took < leastTaken {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.of(model)
	p.measured[p.timed%len(p.measured)] = float64(fresh) / took.Seconds()
	p.measuredOf[p.timed%len(p.measuredOf)] = float64(tokens) / float64(bytes)
	p.timed++
}

// of is what is known of a model. r.mu is held.
func (r *Rates) of(model string) *paces {
	p := r.known[model]
	if p == nil {
		if r.known == nil || len(r.known) >= maxModels {
			r.known = map[string]*paces{}
		}
		p = &paces{}
		r.known[model] = p
	}
	return p
}

// Expect returns how long a model's server will process a prompt of so many bytes, of
// which some are new to it, by what it has told, else by what was measured: the zero Wait
// where that is not known, or a moment.
func (r *Rates) Expect(model string, bytes, fresh int) Wait {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.known[model]
	if p == nil || fresh <= 0 {
		return Wait{}
	}
	w := p.wait(float64(bytes), float64(fresh))
	if w.For < leastWait {
		return Wait{}
	}
	return w
}

func (p *paces) wait(bytes, fresh float64) Wait {
	var perByte, seconds float64
	switch {
	case p.n > 0:
		perByte = middle(p.perByte, p.n)
		seconds = fresh * perByte / middle(p.perSecond, p.n)
	case p.timed >= agree:
		perByte = middle(p.measuredOf, p.timed)
		seconds = fresh / middle(p.measured, p.timed)
	}
	return Wait{time.Duration(seconds * float64(time.Second)), int(fresh * perByte), int(bytes * perByte)}
}

// middle is the median of the latest of n.
func middle(of [8]float64, n int) float64 {
	list := of[:min(n, len(of))]
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

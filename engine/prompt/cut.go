package prompt

import (
	"cmp"
	"fmt"
	"sync"
)

// Watch learns how much of a request makes a token of each model. The zero value knows
// nothing. It is safe for concurrent use.
type Watch struct {
	mu    sync.Mutex
	rates map[string]*rate
}

// rate is how many units a token of a model had in the latest requests.
type rate struct {
	last [16]struct{ perToken, other float64 }
	n    int // requests so far
	// whole counts those whose count took in what the server had in its cache, part
	// those whose count was that of the rest.
	whole, part int
	// low and high are the least and the largest count so far: a server may say the same
	// of each prompt.
	low, high int
	// results reports whether what tools returned is seen to be counted.
	results bool
}

const (
	// enough requests must have been seen before a count is doubted, and proofs of
	// them that the server counts whole prompts where its window is not known.
	enough, proofs, proven = 3, 2, 8
	// least is from how many tokens on a request tells a rate: below that what the
	// client's template adds counts too much.
	least = 200
	// clearly is by how much a request must have more units a token than any before,
	// beyond where the window is known and more was sent than it holds.
	clearly, beyond = 1.6, 1.3
	// odd is from how many units a token on a count is no rate. No text has that many.
	odd = 1.5
	// likely is by how much the rate of what is new in a request may differ from the
	// model's, where only that was counted.
	likely = 1.5
	// again is which part of a prompt at least was sent before where its count tells
	// whether that is taken in, and mostly where tokens may be as small as those of
	// scripts that a tokenizer knows badly.
	again, mostly, badly = 0.75, 0.9, 0.3
	// shrinks is which part of the tokens that are due a count may have at least.
	shrinks = 0.8
	// small is below which a count without a known window is not doubted.
	small = 1800
	// mainly is which part at least of what has come to a request is the results of tools
	// where its count shows that they are counted.
	mainly = 0.75
	// moves is by how much counts must have differed before one is doubted that is not
	// at a known window.
	moves = 1.2
	// alike is by how much the part of a request that is in other scripts may be larger
	// than in those that it is held against.
	alike = 0.1
	// usual is about what a token of prose and code has with any tokenizer, in units, and
	// usualBadly what it has in other scripts: less was learned from odd texts.
	usual, usualBadly = 0.9, 0.65
	// maxModels bounds how many models are known: their names are the clients'.
	maxModels = 64
)

// Sent is a request as its count is held against it.
type Sent struct {
	Size
	// Before is which part of the prompt the server processed for the request before, 0
	// where it may have lost that.
	Before float64
	// Told reports whether the server tells cached tokens from processed ones.
	Told bool
	// Earlier is a request that this one goes on with, as it was counted.
	Earlier Counted
}

// Counted is a request of which a server has read the whole, with its count of tokens;
// the zero Counted is none.
type Counted struct {
	Size
	Tokens int
}

// countsResults reports whether a count shows that what tools returned is taken in: it has
// grown by that, where little else has come to the request.
func (s Sent) countsResults(tokens int) bool {
	e := s.Earlier
	got, all := s.Results-e.Results, s.Least-e.Least
	return e.Tokens > 0 && got > least/4 && got > mainly*all && float64(tokens-e.Tokens) > mainly*got
}

// Next is what later requests are held against, where the one that was sent was counted
// and not cut: the earlier one still, where the count has not grown as the request did.
func (s Sent) Next(tokens int, cut bool) Counted {
	if e := s.Earlier; cut || tokens <= 0 || e.Tokens > 0 && tokens < e.Tokens+int(s.Least-e.Least) {
		return e
	}
	return Counted{s.Size, tokens}
}

// Cut is a prompt of which a server has read a part, in tokens.
type Cut struct {
	Sent   int // about, in hundreds; 0 where unknown
	Read   int
	Window int    // 0 where unknown
	Server string // what it is, "" where unknown
}

// widens is the setting by which each server is given a larger window.
var widens = map[string]string{"Ollama": "num_ctx", "llama.cpp": "-c", "vLLM": "--max-model-len", "LM Studio": "Context Length"}

// Read takes the count of tokens that a server reports for a request, and reports
// whether it has cut the prompt. window is the model's in tokens, 0 where it is not
// known. A count of 0 says nothing.
func (w *Watch) Read(model string, sent Sent, tokens, window int) (Cut, bool) {
	if tokens <= 0 || sent.Least <= 0 {
		return Cut{}, false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.of(model)
	r.results = r.results || sent.countsResults(tokens)
	if !r.results {
		sent.Least, sent.Earlier.Least = sent.Least-sent.Results, sent.Earlier.Least-sent.Earlier.Results
	}
	most, seen := r.most(sent.Other)
	c := Cut{Read: tokens, Window: window}
	if seen >= enough {
		c.Sent = int((sent.Least+sent.Most)/2/most/100) * 100
		if r.cuts(c, sent, most) {
			return c, true
		}
		if due := r.due(sent, tokens, most); float64(tokens) < shrinks*due {
			c.Sent = max(c.Sent, int(due/100)*100)
			return c, true
		}
	}
	full := window > 0 && (tokens == window || tokens == window-1)
	if full && (c.Sent == 0 || c.Sent > window) {
		return c, true
	}
	if !full {
		r.learn(sent, tokens, most)
	}
	return Cut{}, false
}

// cuts reports whether a request was cut, where a token has most units at most.
func (r *rate) cuts(c Cut, sent Sent, most float64) bool {
	tokens := sent.Least / most // and no fewer
	times := tokens / float64(c.Read)
	if window := float64(c.Window); window > 0 && c.Read <= c.Window && times > beyond {
		surely := tokens > beyond*window // whatever is counted
		if surely || tokens > window && !isPart(sent, c.Read, most) {
			return true
		}
	}
	return times > clearly && c.Read >= small && r.wholly(sent, c.Read, most)
}

// wholly reports whether a count is sure to be that of a whole prompt.
func (r *rate) wholly(sent Sent, tokens int, most float64) bool {
	return float64(r.high) > moves*float64(r.low) && (sent.Told || r.whole >= proofs+proven*r.part && !mayBePart(sent, tokens, most))
}

// due is how many tokens a request has at least that goes on with one that was counted:
// what that had and is sure to stay, and what has come to it; 0 where that is not known.
func (r *rate) due(sent Sent, tokens int, most float64) float64 {
	e := sent.Earlier
	if e.Tokens < least || 2*tokens < e.Tokens || sent.Pictures || !r.wholly(sent, tokens, most) {
		return 0
	}
	return float64(e.Tokens) - e.Aside/usualBadly + max(0, sent.Least-e.Least)/most
}

// mayBePart reports whether a count may be that of what is new in a request, or of less:
// some of it may have been left out.
func mayBePart(sent Sent, tokens int, most float64) bool {
	return sent.Before > 0 && sent.Most*(1-sent.Before)/float64(tokens) > most/likely
}

// isPart reports whether a count is likely that of what is new in a request.
func isPart(sent Sent, tokens int, most float64) bool {
	fresh := sent.Most * (1 - sent.Before) / float64(tokens)
	return sent.Before > 0 && !sent.Told && fresh > most/likely && fresh < most*likely
}

// learn takes in a request that was not cut.
func (r *rate) learn(sent Sent, tokens int, most float64) {
	now := sent.Most / float64(tokens)
	if tokens < least || sent.Pictures {
		return
	}
	if now > clearly*most || now > odd { // the count is that of a part, or of something else
		if isPart(sent, tokens, most) {
			r.part++
		}
		return
	}
	if sent.Before >= mostly || sent.Before >= again && sent.Other < badly {
		r.whole++
	}
	r.last[r.n%len(r.last)] = struct{ perToken, other float64 }{now, sent.Other}
	r.n++
	r.low, r.high = min(cmp.Or(r.low, tokens), tokens), max(r.high, tokens)
}

// Plausible reports whether a request of so many bytes may have as many tokens: each
// stands for a byte at least, beside what a template and pictures add.
func Plausible(bytes, tokens int) bool { return tokens <= 2*bytes+templates }

// templates is more than what any template adds to a request, in tokens.
const templates = 16 << 10

func (w *Watch) of(model string) *rate {
	r := w.rates[model]
	if r == nil {
		if w.rates == nil || len(w.rates) >= maxModels {
			w.rates = map[string]*rate{}
		}
		r = &rate{}
		w.rates[model] = r
	}
	return r
}

// most is the highest rate of the requests that are no more in other scripts than one
// with such a part of them, and how many these are.
func (r *rate) most(other float64) (most float64, seen int) {
	if most = usual; other > badly {
		most = usualBadly
	}
	for _, x := range r.last[:min(r.n, len(r.last))] {
		if x.other <= other+alike {
			most = max(most, x.perToken)
			seen++
		}
	}
	return most, seen
}

// Kept is how many of a request's bytes the server has read, from its end, about.
func (c Cut) Kept(bytes int) int {
	if c.Sent == 0 {
		return bytes
	}
	return int(float64(bytes) * float64(c.Read) / float64(c.Sent))
}

// String says what happened and what helps.
func (c Cut) String() string {
	said := fmt.Sprintf("the model did not see the beginning of its prompt: the server read %d of about %d tokens", c.Read, c.Sent)
	if c.Sent == 0 {
		said = fmt.Sprintf("the model saw no more of its prompt than its window holds: the server read %d tokens", c.Read)
	}
	switch {
	case c.Window > 0 && c.Sent > 0 && c.Sent <= c.Window:
		said += fmt.Sprintf(", though it tells a window of %d", c.Window)
	case c.Window > 0:
		said += fmt.Sprintf(", its window is %d", c.Window)
	}
	said += fmt.Sprintf(". Give the model a window of more than %d: ", max(c.Sent, c.Read))
	if setting := widens[c.Server]; setting != "" {
		return said + setting + " of " + c.Server
	}
	return said + "num_ctx (Ollama), -c (llama.cpp), --max-model-len (vLLM), Context Length (LM Studio)"
}

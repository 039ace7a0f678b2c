package prompt

import (
	"fmt"
	"sync"
)

// Watch learns how many bytes of a request make a token of each model. The zero value
// knows nothing. It is safe for concurrent use.
type Watch struct {
	mu    sync.Mutex
	rates map[string]*rate
}

// rate is how many bytes a token of a model had in the latest requests.
type rate struct {
	last [16]float64
	n    int // requests so far
}

const (
	// enough requests must have been seen before a count is doubted.
	enough = 3
	// least is from how many tokens on a request tells a rate: below that what the
	// client's template adds counts too much.
	least = 200
	// clearly is by how much a request must have more bytes a token than any before:
	// prose has 1.3 times those of code.
	clearly = 1.6
	// odd is from how many bytes a token on a count is no rate. No text has that many.
	odd = 9.0
	// small is below which a count without a known window is taken for that of the
	// part which was not cached: some servers leave the others out.
	small = 1800
	// maxModels bounds how many models are known: their names are the clients'.
	maxModels = 64
)

// Cut is a prompt of which a server has read a part, in tokens.
type Cut struct {
	Sent   int // about, in hundreds
	Read   int
	Window int    // 0 where unknown
	Server string // what it is, "" where unknown
}

// widens is the setting by which each server is given a larger window.
var widens = map[string]string{"Ollama": "num_ctx", "llama.cpp": "-c", "vLLM": "--max-model-len", "LM Studio": "Context Length"}

// Read takes the count of tokens that a server reports for a request of so many bytes,
// and reports whether it has cut the prompt. window is the model's in tokens, 0 where
// it is not known. A count of 0 says nothing.
func (w *Watch) Read(model string, bytes, tokens, window int) (Cut, bool) {
	if tokens <= 0 || bytes <= 0 {
		return Cut{}, false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.of(model)
	now := float64(bytes) / float64(tokens)
	if most := r.most(); r.n >= enough && now > clearly*most {
		c := Cut{Sent: int(float64(bytes)/most/100) * 100, Read: tokens, Window: window}
		if window > 0 && c.Sent > window && tokens <= window && tokens >= window/3 || window == 0 && tokens >= small {
			return c, true
		}
		return Cut{}, false // the count is that of a part, or of something else
	}
	if tokens >= least && now < odd {
		r.last[r.n%len(r.last)] = now
		r.n++
	}
	return Cut{}, false
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

func (r *rate) most() float64 {
	most := 0.0
	for _, x := range r.last[:min(r.n, len(r.last))] {
		most = max(most, x)
	}
	return most
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
	if c.Window > 0 {
		said += fmt.Sprintf(", its window is %d", c.Window)
	}
	said += fmt.Sprintf(". Give the model a window of more than %d: ", c.Sent)
	if setting := widens[c.Server]; setting != "" {
		return said + setting + " of " + c.Server
	}
	return said + "num_ctx (Ollama), -c (llama.cpp), --max-model-len (vLLM), Context Length (LM Studio)"
}

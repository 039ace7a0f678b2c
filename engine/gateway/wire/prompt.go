package wire

import (
	"strconv"
	"time"
)

// Prompt is what the upstream says it did with the prompt of a request. The zero
// value is that it says nothing: no server that answers processes no token.
type Prompt struct {
	// Cached and Processed are tokens: those that the upstream had from the request
	// before, and those that it read anew. Both together are Reply.TokensIn.
	Cached, Processed int
	// Took is how long the processing took, 0 where that is not said.
	Took time.Duration
	// Odd is what cannot be of the counts, which are unknown then.
	Odd Odd
}

// Odd is something that cannot be of a count, the zero Odd nothing.
type Odd struct{ Kind, Says string }

// The kinds of what cannot be.
const (
	OddNone     = "no tokens at all"
	OddNegative = "a negative count"
	OddText     = "no number"
	OddSum      = "parts that are not the whole"
	OddMore     = "more than was sent"
)

// Known reports whether the upstream told the cached tokens from the others.
func (p Prompt) Known() bool { return p.Cached+p.Processed > 0 }

// counts are what an upstream says of the prompt, each under its own name.
// OpenAI's, vLLM's and Ollama's sums include what was cached; llama.cpp's prompt_n
// and Anthropic's input_tokens leave it out.
type counts struct {
	cached, processed count
	took              time.Duration
	none              bool // the whole is said to be 0
	odd               Odd
}

type count struct {
	n     int
	known bool
}

// read reads a count of tokens. null says nothing.
func (p *counts) read(c *cursor, into *count) error {
	raw, err := c.raw()
	if err != nil || string(raw) == "null" {
		return err
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil || n < 0 {
		p.odd = Odd{OddText, "a count of tokens is " + cutWord(raw)}
		if err == nil {
			p.odd.Kind = OddNegative
		}
		return nil
	}
	*into = count{n, true}
	return nil
}

// total reads how many tokens a prompt has, 0 where that is not said.
func (p *counts) total(c *cursor) (int, error) {
	var all count
	err := p.read(c, &all)
	p.none = all.known && all.n == 0
	return all.n, err
}

// lasted reads a time that is a number of units.
func (p *counts) lasted(c *cursor, unit time.Duration) error {
	raw, err := c.raw()
	if err != nil {
		return err
	}
	const longest = 1e6 // seconds
	n, err := strconv.ParseFloat(string(raw), 64)
	if took := n * unit.Seconds(); err == nil && took > 0 && took < longest {
		p.took = time.Duration(took * float64(time.Second))
	}
	return nil
}

// details reads what a usage says of its prompt tokens: those that were cached are
// among them.
func (p *counts) details(c *cursor) error {
	return c.members(func(key []byte) error {
		if string(key) == "cached_tokens" {
			return p.read(c, &p.cached)
		}
		return c.skip()
	})
}

// timings reads what llama.cpp says beside the usage.
func (p *counts) timings(c *cursor) error {
	return c.members(func(key []byte) error {
		switch string(key) {
		case "prompt_n":
			return p.read(c, &p.processed)
		case "cache_n":
			return p.read(c, &p.cached)
		case "prompt_ms":
			return p.lasted(c, time.Millisecond)
		}
		return c.skip()
	})
}

// of is what the counts say of a prompt of that many tokens, 0 where that is not
// said: the sum of the two where both are known. One is what the other leaves.
func (p *counts) of(tokens int) (int, Prompt) {
	out := Prompt{Took: p.took, Odd: p.odd}
	switch {
	case out.Odd != Odd{}:
	case p.cached.known && p.processed.known:
		if out.Cached, out.Processed = p.cached.n, p.processed.n; tokens == 0 {
			tokens = out.Cached + out.Processed
		}
	case p.cached.known && tokens > 0:
		out.Cached, out.Processed = p.cached.n, tokens-p.cached.n
	case p.processed.known && tokens > 0:
		out.Cached, out.Processed = tokens-p.processed.n, p.processed.n
	}
	if out.Cached < 0 || out.Processed < 0 || out.Known() && out.Cached+out.Processed != tokens {
		out.Odd = Odd{OddSum, "of " + strconv.Itoa(tokens) + " tokens " + strconv.Itoa(out.Cached) + " were cached and " + strconv.Itoa(out.Processed) + " processed"}
		out.Cached, out.Processed = 0, 0
	}
	if p.none && tokens == 0 && out.Odd == (Odd{}) {
		out.Odd = Odd{OddNone, "a prompt has 0 tokens"}
	}
	return tokens, out
}

// cutWord is a value as it is told in a sentence.
func cutWord(raw []byte) string {
	const most = 32
	return string(raw[:min(len(raw), most)])
}

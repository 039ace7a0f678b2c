package prompt

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"holdfast/engine/gateway/wire"
)

// Size is how much a model reads of a request, as far as its text shows it. It is
// measured in words and signs, of which a tokenizer makes about as many tokens whatever
// the text is: prose has 1.5 times the bytes a token that code has, and up to three
// times those of other scripts.
type Size struct {
	// Least is what any tokenizer makes of it, of what a server surely reads: not the
	// tools, nor what the model thought aloud. Most has all of it.
	Least, Most float64
	// Results is what of Least tools returned.
	Results float64
	// Aside is what of Most may be left out of a later request's prompt that still holds
	// it: what the model thought aloud, and how the request is written.
	Aside float64
	// Other is which part of it is in scripts that some tokenizers know badly.
	Other float64
	// Pictures reports whether there is something that is no text.
	Pictures bool
}

const (
	// sampled is how much of a request's text is looked at, in bytes, in pieces of that
	// many: a long text is much like its parts.
	sampled, looked = 32 << 10, 512
	endOfThinking   = "</think>"
	// bytesAUnit is what a unit has of what is not read here.
	bytesAUnit = 4
)

// SizeOf measures a request with what was put into it.
func SizeOf(req *wire.Request, put []wire.Insertion) Size {
	surely, results, perhaps := textsOf(req)
	all := lengthOf(surely) + lengthOf(results) + lengthOf(perhaps) + len(req.Tools)
	rest := max(0, req.Reads()-all) // how it is written, and what may be text as well
	added := 0
	for _, in := range put {
		added += in.Len()
		for _, text := range in.Parts {
			surely = append(surely, viewOf(text))
		}
	}
	every := 1 + (all+added)/sampled
	sure, got, more, offered := unitsIn(surely, every), unitsIn(results, every), unitsIn(perhaps, every), unitsIn([]string{viewOf(req.Tools)}, every)
	sure.add(got, 1)
	s := Size{Least: sure.least * req.Sends(), Results: got.least * req.Sends(), Aside: more.most + float64(rest)/bytesAUnit, Pictures: req.Pictures > 0}
	s.Most = sure.most + offered.most + s.Aside
	if sure.least > 0 {
		s.Other = sure.other / sure.least
	}
	return s
}

// textsOf are the texts of a request without its tools: those that a model reads surely,
// what tools returned, and those that its server may leave out.
func textsOf(req *wire.Request) (surely, results, perhaps []string) {
	surely = append(surely, req.System)
	add := func(m *wire.Message) {
		text := m.Text
		if n := strings.LastIndex(text, endOfThinking); n >= 0 && m.Role == "assistant" {
			perhaps, text = append(perhaps, text[:n]), text[n:]
		}
		if m.Role == "tool" {
			results = append(results, text)
		} else {
			surely = append(surely, text)
		}
		for _, c := range m.ToolCalls {
			surely = append(surely, c.Name, c.Input, viewOf(c.Arguments))
		}
		for _, r := range m.ToolResults {
			if r.Text != m.Text {
				results = append(results, r.Text)
			}
		}
	}
	leads := true
	for i := range req.History {
		leads = leads && (req.History[i].Role == "system" || req.History[i].Role == "developer")
		if !leads { // what leads is req.System
			add(&req.History[i])
		}
	}
	add(&req.Asked)
	for i := range req.Since {
		add(&req.Since[i])
	}
	return surely, results, perhaps
}

// viewOf is bytes as a text, without a copy: nobody changes them.
func viewOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func lengthOf(texts []string) (n int) {
	for _, text := range texts {
		n += len(text)
	}
	return n
}

// count is how many units a text has at least and at most, and how many of the least
// are of other scripts.
type count struct{ least, most, other float64 }

func (c *count) add(o count, times float64) {
	c.least += o.least * times
	c.most += o.most * times
	c.other += o.other * times
}

// unitsIn counts the units of texts, looking at one of so many pieces.
func unitsIn(texts []string, every int) (all count) {
	n := 0
	for _, text := range texts {
		if len(text) <= looked {
			all.add(units(text), 1)
			continue
		}
		for at := 0; at < len(text); at += looked {
			if n++; n%every == 0 {
				all.add(units(text[at:min(at+looked, len(text))]), float64(every))
			}
		}
	}
	return all
}

// What the tokenizers of today make of a text, at least and at most.
const (
	longest, long           = 16, 6      // letters of a word beyond which it is another token
	leastDigit, digit       = 0.35, 0.6  // of a number
	leastSigns, sign        = 0.3, 0.75  // each sign; one that is repeated counts once
	leastBlanks, blanks     = 0.5, 0.7   // several together
	leastEnd, end           = 0.5, 0.8   // of a line
	leastLetter, letter     = 0.22, 0.45 // of an alphabet beside the Latin one
	leastSyllable, syllable = 0.2, 0.85  // of the scripts of India and their like
	leastSymbol, symbol     = 0.42, 0.85 // of China, Japan and Korea
	leastPicture, picture   = 1.0, 2.0   // emoji
)

// units counts those of a text.
func units(text string) (all count) {
	for i := 0; i < len(text); {
		c, from := text[i], i
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(text[i:])
			i += n
			one := count{leastLetter, letter, leastLetter}
			switch {
			case r >= 0x10000:
				one = count{leastPicture, picture, leastPicture}
			case r >= 0x1100:
				one = count{leastSymbol, symbol, leastSymbol}
			case r >= 0x800:
				one = count{leastSyllable, syllable, leastSyllable}
			}
			all.add(one, 1)
		case isLetter(c):
			for i < len(text) && isLetter(text[i]) {
				i++
			}
			all.least += float64(1 + (i-from-1)/longest)
			all.most += float64(1 + (i-from-1)/long)
		case c >= '0' && c <= '9':
			i++
			all.least += leastDigit
			all.most += digit
		default:
			for i < len(text) && text[i] == c {
				i++
			}
			switch {
			case c == '\n' || c == '\r':
				all.add(count{least: leastEnd, most: end}, 1)
			case c != ' ' && c != '\t':
				all.add(count{least: leastSigns, most: sign}, 1)
			case i-from > 1:
				all.add(count{least: leastBlanks, most: blanks}, 1)
			}
		}
	}
	return all
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

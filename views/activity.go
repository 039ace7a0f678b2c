package views

import (
	"strconv"
	"strings"
	"time"
)

// Request is one row of Activity: a request that is live or was.
type Request struct {
	Key, Kind, Path, Model string
	Phase                  string // waiting, streaming, settling, done, failed
	Elapsed                time.Duration
	Rate                   int // tokens a second, 0 where unknown
	TokensOut              int
	Estimated              bool // TokensOut is about that many: the server did not say
	Read                   PromptRead
	Prefix                 PrefixEnd
	Wait                   Wait
	Hydrated, HydratedSize int // entities, bytes
	Withheld               int
	Promoted, Proposed     int
	Rejected               int // proposals that waited and did not become current
	Loose                  int // code that was linked to no entity
	Prompt, Error          string
	Badge, Remark          string // what there is to say of the reply: in a word or two, and in sentences
	Session                string // where it belongs, "" where that goes without saying
}

// PromptRead is what the server said of the prompt, in tokens. Cached and Processed
// make up Tokens; both are 0 where it did not tell. What is 0 is not known.
type PromptRead struct {
	Tokens, Cached, Processed int
	Took                      time.Duration
}

// PrefixEnd is where the common prefix of a prompt with the conversation's one before
// it ends, in bytes, and who ended it; the zero PrefixEnd is not known.
type PrefixEnd struct {
	By, What                    string
	Message, Same, Again, Bytes int
}

// words say where the prefix ends and why, "" where that is not known.
func (p PrefixEnd) words() string {
	at := "the same up to "
	if p.Message > 0 {
		at = "the same up to message " + itoa(p.Message) + ", "
	}
	at += Bytes(p.Same) + " of " + Bytes(p.Bytes)
	again := ""
	if p.Again > 0 {
		again = ", so that " + Bytes(p.Again) + " of the prompt before count no more"
	}
	switch p.By {
	case "new":
		if p.What != "" {
			return "what of the prompt was processed before is not known: " + p.What
		}
		return "nothing of the prompt was processed before: a conversation begins"
	case "nobody":
		return "the prompt goes on with all of the one before, " + Bytes(p.Same) + " of " + Bytes(p.Bytes)
	case "client":
		return at + ": the client changed " + p.What + again
	case "holdfast":
		return at + ": holdfast took away " + p.What + again
	case "other":
		return at + ", and " + p.What + " came in between"
	case "server":
		return at + ", and the server dropped it: " + p.What
	}
	return ""
}

// words are the prompt as the server read it, "" where it said nothing.
func (p PromptRead) words() string {
	if p.Tokens == 0 {
		return ""
	}
	said := "the server read a prompt of " + Size(p.Tokens) + " tokens"
	if p.Cached+p.Processed > 0 {
		said += ": " + Size(p.Cached) + " from its cache, " + Size(p.Processed) + " processed"
	}
	if p.Took > 0 {
		said += " in " + seconds(p.Took)
	}
	return said
}

// seconds is a short time: "0.4 s", "40 s".
func seconds(d time.Duration) string {
	if d >= 10*time.Second {
		return itoa(int((d+time.Second/2)/time.Second)) + " s"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

// Live reports whether the request is under way.
func (r Request) Live() bool {
	return r.Phase == "waiting" || r.Phase == "streaming" || r.Phase == "settling"
}

// ID implements Row.
func (r Request) ID() string { return r.Key }

// Match implements Row.
func (r Request) Match() string {
	return strings.Join([]string{r.Phase, r.Kind, r.Path, r.Model, r.Prompt, r.Error, r.Badge}, " ")
}

// columns are the widths of a row's parts: what comes of the request, and what went
// into it. They depend on the width alone, so that nothing jumps while numbers grow.
type columns struct{ result, context int }

// hydratedWidth is that of "+6.2 kB hydrated (3 entities)" and of the blanks after it.
const hydratedWidth = 31

func columnsOf(w int) columns {
	switch {
	case w < TwoColumns:
		return columns{17, 10}
	case w < 120:
		return columns{22, 22}
	case w < SplitWidth:
		return columns{25, 44}
	}
	return columns{40, 44}
}

// Draw implements Row: phase, time, what comes of it, what went into it, and what
// was asked; behind that, where there is room, the way it took.
func (r Request) Draw(t *Theme, w int, selected bool) string {
	ink := func(p Paint) Paint {
		if selected {
			return Paint{}
		}
		return p
	}
	c := columnsOf(w)
	var l Line
	l.Put(Paint{}, cursorOf(t, selected)+" ")
	glyph, paint := r.sign(t)
	l.Put(ink(paint), glyph+" "+r.phaseWord()).To(13)
	l.Put(Paint{}, right(Elapsed(r.Elapsed), 5)).Gap(2)
	at := l.Width()
	l.Put(ink(paint), cut(r.result(t, c.result-2), c.result-2, t.Glyphs.Ellipsis)).To(at + c.result)
	at = l.Width()
	hydrated, withheld := r.context(t, c.context-2)
	l.Put(ink(t.Dim), hydrated)
	if c.context > hydratedWidth { // what was withheld has a place of its own
		l.To(at + hydratedWidth)
	}
	l.Put(ink(t.Warn), withheld).To(at + c.context)
	what, way := r.Prompt, strings.Join(filled(r.Path, r.Model), " ")
	if r.Error != "" {
		what = r.Error
	}
	if what == "" {
		what, way = way, ""
	}
	l.Put(Paint{}, what)
	if w >= SplitWidth {
		l.Gap(2).Put(ink(t.Dim), way)
	}
	return l.Fit(w, t)
}

// right puts s at the end of w columns.
func right(s string, w int) string { return spaces(w-width(s)) + s }

func (r Request) phaseWord() string {
	if r.Kind == "operator" {
		return "decision"
	}
	return r.Phase
}

func (r Request) sign(t *Theme) (string, Paint) {
	switch r.Phase {
	case "waiting":
		return t.Glyphs.Waiting, t.Warn
	case "streaming":
		return t.Glyphs.Streaming, t.Good
	case "settling":
		return t.Glyphs.Settling, t.Accent
	case "failed":
		return t.Glyphs.Fail, t.Bad
	}
	return t.Glyphs.Pass, t.Dim
}

// withRate is the width from which the result of a live request holds its rate.
const withRate = 20

// result is what comes of the request, in about w columns: its tokens and their
// rate while it runs, then its outcomes.
func (r Request) result(t *Theme, w int) string {
	if r.Live() {
		if r.TokensOut == 0 {
			return ""
		}
		out := right(r.about()+Size(r.TokensOut)+" out", 10)
		if w < withRate {
			return out
		}
		return right(r.rateWords(), 10) + out
	}
	var parts []string
	add := func(n int, word string) {
		if n > 0 {
			parts = append(parts, itoa(n)+" "+word)
		}
	}
	add(r.Promoted, "promoted")
	add(r.Proposed, "proposed")
	add(r.Rejected, "rejected")
	add(r.Loose, "unlinked")
	if r.Badge != "" && (len(parts) == 0 || w < withRate) {
		return r.Badge
	}
	if r.Badge != "" {
		parts = append([]string{r.Badge}, parts...)
	}
	say := strings.Join(parts, sep(t))
	switch {
	case r.Kind == "guard" || say == "":
		return r.without()
	case width(say) <= w:
		return say
	case r.Badge != "":
		return r.Badge
	case r.Promoted == 0:
		return itoa(r.Proposed+r.Rejected+r.Loose) + " not promoted"
	case w < withRate:
		return itoa(r.Promoted) + " of " + itoa(r.Promoted+r.Proposed+r.Rejected+r.Loose) + " promoted"
	}
	return parts[0] + sep(t) + itoa(r.Proposed+r.Rejected+r.Loose) + " not"
}

// without is the result of a request of which no code came to anything.
func (r Request) without() string {
	switch done := r.Phase == "done"; {
	case r.Kind == "guard" && r.Phase == "failed":
		return "refused a write"
	case r.Kind == "guard":
		return "let a write run"
	case r.Kind == "side":
		return "side request"
	case r.Kind == "socket" && done:
		return "not read"
	case r.Kind == "forwarded" && done:
		return "only forwarded"
	case done:
		return "nothing changed"
	}
	return ""
}

// about stands before a number of tokens of which the server said nothing.
func (r Request) about() string {
	if r.Estimated {
		return "~"
	}
	return ""
}

func (r Request) rateWords() string {
	if r.Rate == 0 {
		return ""
	}
	return r.about() + itoa(r.Rate) + " tok/s"
}

// context is what went into the request, in at most w columns: "+6.2 kB hydrated (3
// entities)", or "3 entities seen already" where the request shows them itself, and
// "▲1 withheld"; where there is no room for both, what was withheld.
func (r Request) context(t *Theme, w int) (hydrated, withheld string) {
	if r.Withheld > 0 {
		withheld = t.Glyphs.Stale + itoa(r.Withheld) + " withheld"
		if width(withheld) > w {
			withheld = t.Glyphs.Stale + itoa(r.Withheld)
		}
	}
	room := w
	if withheld != "" {
		room -= width(withheld) + 2
	}
	if r.Hydrated == 0 {
		return "", withheld
	}
	size := "+" + Bytes(r.HydratedSize)
	ways := []string{
		size + " hydrated (" + Count(r.Hydrated, "entity", "entities") + ")",
		size + " hydrated (" + itoa(r.Hydrated) + ")",
		size + " (" + itoa(r.Hydrated) + ")",
		size,
	}
	if r.HydratedSize == 0 { // nothing was put in
		ways = []string{Count(r.Hydrated, "entity", "entities") + " seen already", itoa(r.Hydrated) + " seen already", itoa(r.Hydrated) + " seen"}
	}
	for _, say := range ways {
		if len(say) <= room {
			return say, withheld
		}
	}
	return "", withheld
}

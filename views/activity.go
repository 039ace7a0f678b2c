package views

import (
	"strconv"
	"strings"
	"time"
)

// Request is one row of Activity: a request that is live or was.
type Request struct {
	Touched                string // the entities that it was shown or that came of it, for a filter
	Key, Kind, Path, Model string
	Phase                  string // waiting, streaming, settling, done, failed
	Elapsed                time.Duration
	When                   string // it began, in five columns, where it is over
	Rate                   int    // tokens a second, 0 where unknown
	TokensOut              int    // that the server told of
	Size                   int    // bytes of the reply, while it comes
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
	words := []string{r.Touched, r.Phase, "is:" + r.Phase, r.Kind, "kind:" + r.Kind, r.Path, r.Model, r.Prompt, r.Error, r.Badge}
	for _, w := range []struct {
		n  int
		is string
	}{{r.Promoted, "is:accepted"}, {r.Proposed, "is:pending"}, {r.Rejected, "is:rejected"}, {r.Loose, "is:unlinked"}, {r.Withheld, "is:withheld"}} {
		if w.n > 0 {
			words = append(words, w.is)
		}
	}
	if r.Live() {
		words = append(words, "is:live")
	}
	return strings.Join(words, " ")
}

// columns are the widths of what stands behind the prompt: what came of the request,
// what was sent with it, and what the server said of the prompt. They depend on the
// width alone, so that nothing jumps while numbers grow.
type columns struct{ outcome, context, tokens int }

func columnsOf(w int) columns {
	switch {
	case w < TwoColumns:
		return columns{18, 10, 0}
	case w < 100:
		return columns{18, 14, 0}
	case w < 120:
		return columns{22, 21, 0}
	}
	return columns{26, 24, 24}
}

// Draw implements Row: sign and time, what was asked in all spare width, and what came
// of it; then what was sent and withheld, and where there is room what the server said
// of the prompt.
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
	l.Put(ink(paint), glyph+" ").Put(Paint{}, right(r.time(), 5)).Gap(2)
	left := max(w-c.outcome-c.context-c.tokens, 0)
	r.asked(&l, left-2, ink, t)
	l.To(left)
	r.outcome(&l, left+c.outcome-2, ink, t)
	l.To(left + c.outcome)
	r.context(&l, c.context-2, ink, t)
	l.To(left + c.outcome + c.context)
	if c.tokens > 0 {
		l.Put(ink(t.Dim), cut(r.prompt(), c.tokens-1, t.Glyphs.Ellipsis))
	}
	return l.Fit(w, t)
}

// asked puts what was asked, up to a column; of a request that failed the cause too,
// which leaves the prompt half of the room.
func (r Request) asked(l *Line, to int, ink func(Paint) Paint, t *Theme) {
	room := max(to-l.Width(), 0)
	what := Clean(r.Prompt)
	if what == "" {
		what = strings.Join(filled(r.Path, r.Model), " ")
	}
	cause := Clean(r.Error)
	if cause == "" || strings.Contains(what, cause) {
		l.Put(Paint{}, cut(what, room, t.Glyphs.Ellipsis))
		return
	}
	what = cut(what, max(room/2, room-width(cause)-3), t.Glyphs.Ellipsis)
	l.Put(Paint{}, what)
	if left := to - l.Width() - 3; left >= 6 {
		l.Put(ink(t.Dim), sep(t)).Put(ink(t.Bad), cut(cause, left, t.Glyphs.Ellipsis))
	}
}

// right puts s at the end of w columns.
func right(s string, w int) string { return spaces(w-width(s)) + s }

// time is for how long it has run, or when it began.
func (r Request) time() string {
	if r.Live() || r.When == "" {
		return Elapsed(r.Elapsed)
	}
	return r.When
}

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

// outcomeSign is what became of a request's artifacts.
type outcomeSign struct {
	n     int
	paint Paint
	glyph string
}

func (r Request) outcomes(t *Theme) []outcomeSign {
	return []outcomeSign{
		{r.Promoted, t.Good, t.Glyphs.Pass}, {r.Proposed, t.Accent, t.Glyphs.Pending},
		{r.Rejected, t.Bad, t.Glyphs.Fail}, {r.Loose, t.Warn, t.Glyphs.Unreadable},
	}
}

// outcome puts what came of the request, up to a column: how far it is while it runs,
// then its artifacts by what became of them, and what there is to say of the reply.
func (r Request) outcome(l *Line, to int, ink func(Paint) Paint, t *Theme) {
	_, paint := r.sign(t)
	word := func(p Paint, s string) {
		if room := to - l.Width(); room > 0 {
			l.Put(ink(p), cut(s, room, t.Glyphs.Ellipsis))
		}
	}
	if r.Live() {
		say := r.Phase
		switch room := to - l.Width() - width(say) - 1; {
		case r.Size > 0:
			say += " " + Bytes(r.Size)
		case r.Phase == "waiting":
			say = strings.Join(filled(say, r.Wait.words(t, room)), " ")
		}
		word(paint, say)
		return
	}
	some := false
	for _, o := range r.outcomes(t) {
		if o.n > 0 {
			if some {
				l.Gap(1)
			}
			word(o.paint, o.glyph+itoa(o.n))
			some = true
		}
	}
	switch {
	case r.Badge != "":
		if some {
			l.Gap(2)
		}
		word(t.Warn, r.Badge)
	case !some && r.Phase == "failed" && r.Kind != "guard":
		word(t.Bad, "failed")
	case !some:
		word(t.Dim, r.without())
	}
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

func (r Request) rateWords() string {
	if r.Rate == 0 {
		return ""
	}
	return itoa(r.Rate) + " tok/s"
}

// context puts what was sent with the request and what was withheld from it, in at most
// w columns: "+6.2 kB (3)", or "3 seen" where the request shows them itself, and "▲1
// withheld", which goes first where there is no room for both.
func (r Request) context(l *Line, w int, ink func(Paint) Paint, t *Theme) {
	withheld := ""
	if r.Withheld > 0 {
		withheld = t.Glyphs.Stale + itoa(r.Withheld) + " withheld"
		if w < 20 {
			withheld = t.Glyphs.Stale + itoa(r.Withheld)
		}
	}
	var ways []string
	switch size := "+" + Bytes(r.HydratedSize); {
	case r.Hydrated == 0:
	case r.HydratedSize == 0: // nothing was put in
		ways = []string{itoa(r.Hydrated) + " seen already", itoa(r.Hydrated) + " seen"}
	default:
		ways = []string{size + " (" + itoa(r.Hydrated) + ")", size}
	}
	room := w - width(withheld)
	if withheld != "" {
		room--
	}
	for _, say := range ways {
		if width(say) <= room {
			l.Put(ink(t.Dim), say).Gap(1)
			break
		}
	}
	l.Put(ink(t.Warn), withheld)
}

// prompt is what the server said of the prompt, in tokens; "~" where it said nothing.
func (r Request) prompt() string {
	switch {
	case r.Live() || r.Phase == "failed" || r.Kind == "guard" || r.Kind == "operator" || r.Kind == "socket":
		return ""
	case r.Read.Tokens == 0:
		return "~"
	case r.Read.Cached+r.Read.Processed > 0:
		return Size(r.Read.Cached) + " cached " + Size(r.Read.Processed) + " read"
	}
	return Size(r.Read.Tokens) + " tokens"
}

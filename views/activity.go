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
	Read                   PromptRead
	Prefix                 PrefixEnd
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
		out := right(Size(r.TokensOut)+" out", 10)
		if w < withRate {
			return out
		}
		return right(rateWords(r.Rate), 10) + out
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
	case r.Kind == "guard" && r.Phase == "failed":
		return "refused a write"
	case r.Kind == "guard":
		return "let a write run"
	case say == "" && r.Kind == "side":
		return "side request"
	case say == "" && r.Kind == "socket" && r.Phase == "done":
		return "not read"
	case say == "" && r.Kind == "forwarded" && r.Phase == "done":
		return "only forwarded"
	case say == "" && r.Phase == "done":
		return "nothing changed"
	case width(say) <= w:
	case r.Badge != "":
		return r.Badge
	case r.Promoted == 0:
		return itoa(r.Proposed+r.Rejected+r.Loose) + " not promoted"
	case w < withRate:
		return itoa(r.Promoted) + " of " + itoa(r.Promoted+r.Proposed+r.Rejected+r.Loose) + " promoted"
	default:
		return parts[0] + sep(t) + itoa(r.Proposed+r.Rejected+r.Loose) + " not"
	}
	return say
}

func rateWords(rate int) string {
	if rate == 0 {
		return ""
	}
	return itoa(rate) + " tok/s"
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

// Ref names an entity that a request touched, and why.
type Ref struct{ Entity, Hash, Reason string }

// Outcome is what became of one artifact of a request.
type Outcome struct {
	Entity, State, Confidence, Reason string
	Note                              string // what else is to be known of it
}

// RequestPage is a request in full (TSLP 14.3, /recent): what was asked, what was
// put in front of the model, what became of the reply.
type RequestPage struct {
	Request
	Started                    time.Time
	HydratedRefs, WithheldRefs []Ref
	OmittedRefs                []Ref
	NoRoom                     string // see LeftOut
	Outcomes                   []Outcome
	// Note says why no more of it can be shown, "" where it can.
	Note string
}

// Doc is the whole page.
func (p RequestPage) Doc(t *Theme, w int, now time.Time) *Doc {
	d := &Doc{}
	glyph, paint := p.sign(t)
	var l Line
	l.Put(paint, glyph+" "+p.phaseWord())
	l.Put(t.Dim, sep(t)+strings.Join(filled(Clock(p.Started, now), Elapsed(p.Elapsed), rateWords(p.Rate), tokenWords(p.TokensOut)), sep(t)))
	d.Add(l.String())
	d.Prose(t.Dim, strings.Join(filled(p.Path, p.Model, sessionWords(p.Session), kindWords(p.Kind), p.Key), sep(t)), 0, w)
	if read := p.Read.words(); read != "" {
		d.Prose(t.Dim, read, 0, w)
	}
	if prefix := p.Prefix.words(); prefix != "" {
		d.Prose(t.Dim, prefix, 0, w)
	}
	if p.Error != "" {
		d.Prose(t.Bad, p.Error, 0, w)
	}
	if p.Remark != "" {
		for line := range strings.Lines(p.Remark) {
			d.Prose(t.Warn, strings.TrimSpace(line), 0, w)
		}
	}
	if p.Prompt != "" {
		d.Add("")
		d.Add(t.Title.On("Asked"))
		d.Prose(Paint{}, p.Prompt, 2, w)
	}
	p.outcomes(d, t, w)
	refs(d, "Hydrated: the model saw these, "+Bytes(p.HydratedSize), p.HydratedRefs, Paint{}, t, w)
	refs(d, "Withheld: named, but not safe to show", p.WithheldRefs, t.Warn, t, w)
	omitted(d, "Omitted: named, but over the budget", p.OmittedRefs, p.NoRoom, t, w)
	if p.Note != "" {
		d.Add("")
		d.Prose(t.Dim, p.Note, 0, w)
	}
	return d
}

func tokenWords(n int) string {
	if n == 0 {
		return ""
	}
	return itoa(n) + " tokens out"
}

func sessionWords(name string) string {
	if name == "" {
		return ""
	}
	return "session " + name
}

func kindWords(kind string) string {
	switch kind {
	case "side":
		return "side request: gets nothing, changes nothing"
	case "forwarded":
		return "read-only mode: forwarded as it came, nothing of it is recorded"
	case "socket":
		return "WebSocket: holdfast reads only HTTP requests"
	case "operator":
		return "operator's decision"
	case "guard":
		return "a client's hook asked before its tool ran"
	}
	return ""
}

func (p RequestPage) outcomes(d *Doc, t *Theme, w int) {
	if len(p.Outcomes) == 0 {
		return
	}
	d.Add("")
	d.Add(t.Title.On("Outcomes"))
	for _, o := range p.Outcomes {
		o.add(d, t, w)
	}
}

// leastOutcome is the room for an entity below which its confidence stands on
// the next line.
const leastOutcome = 32

// add appends "✓ AUTHORITATIVE  src/pool.go::Acquire  CONFIRMED" and the reason
// below it.
func (o Outcome) add(d *Doc, t *Theme, w int) {
	glyph, paint, state := t.Glyphs.Pass, t.Good, o.State
	switch o.State {
	case "PROPOSED":
		glyph, paint = t.Glyphs.Pending, t.Accent
	case "SUPERSEDED", "TOMBSTONED":
		glyph, paint = t.Glyphs.Tombstone, t.Dim
	case "REJECTED":
		glyph, paint = t.Glyphs.Fail, t.Bad
	case "":
		glyph, paint, state = t.Glyphs.Bullet, t.Dim, "UNLINKED"
	}
	entity := o.Entity
	if entity == "" {
		entity = "code without an entity"
	}
	var l Line
	l.Put(Paint{}, "  ").Put(paint, glyph+" "+state).To(18).Gap(1)
	below := []string{o.Reason}
	if room := w - l.Width() - 12; room >= leastOutcome {
		l.Put(Paint{}, FitKey(entity, room, t)).Gap(2).Put(t.Dim, o.Confidence)
	} else {
		l.Put(Paint{}, FitKey(entity, max(w-l.Width(), 8), t))
		below = []string{o.Confidence, o.Reason}
	}
	d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	d.Prose(t.Dim, strings.Join(filled(below...), sep(t)), 4, w)
	if o.Note != "" && o.Note != o.Reason {
		d.Prose(t.Warn, o.Note, 4, w)
	}
}

// omitted lists what there was no room for. noRoom is why there was less than is
// configured, "" where there was not.
func omitted(d *Doc, title string, list []Ref, noRoom string, t *Theme, w int) {
	if noRoom != "" {
		title = "Omitted: no room in the model's context window"
	}
	refs(d, title, list, t.Warn, t, w)
	if noRoom != "" {
		d.Prose(t.Dim, noRoom+".", 2, w)
	}
}

func refs(d *Doc, title string, list []Ref, ink Paint, t *Theme, w int) {
	if len(list) == 0 {
		return
	}
	d.Add("")
	d.Prose(t.Title, title, 0, w)
	for _, r := range list {
		d.Add("  " + ink.On(FitKey(r.Entity, w-2, t)))
		d.Prose(t.Dim, r.Reason, 4, w)
	}
}

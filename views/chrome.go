package views

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// TopLine is what runs, where, and how it goes.
type TopLine struct {
	Session, Listen, Upstream, Model string
	Demo                             bool
	Stale, Lost                      int
	Pending, Live, Alerts            int
	// Reading reports whether the second reader asks the model about a turn.
	Reading bool
	// Starting reports whether nothing is known of all this yet.
	Starting bool
	// Behind is long work that goes on behind the screen, "" for none.
	Behind string
}

// Draw returns the line: name and counters always, the rest as room allows.
func (s TopLine) Draw(t *Theme, w int) string {
	var right Line
	count := func(n int, p Paint, glyph, word string) {
		if n > 0 {
			right.Put(p, glyph+itoa(n)+" "+word).Gap(2)
		}
	}
	alerts := "alerts"
	if s.Alerts == 1 {
		alerts = "alert"
	}
	count(s.Alerts, t.Bad, t.Glyphs.Banner, alerts)
	count(s.Stale, t.Warn, t.Glyphs.Stale, "stale")
	count(s.Lost, t.Warn, t.Glyphs.Banner, "lost")
	count(s.Pending, t.Accent, t.Glyphs.Pending, "pending")
	count(s.Live, t.Good, t.Glyphs.Streaming, "live")
	if s.Behind != "" {
		right.Put(t.Accent, s.Behind).Gap(2)
	}
	if s.Reading {
		right.Put(t.Dim, t.Glyphs.Waiting+" second reader").Gap(2)
	}

	var l Line
	l.Put(t.Accent, " holdfast")
	if s.Demo {
		l.Put(t.Warn, " DEMO")
	}
	if s.Session != "" {
		l.Put(t.Dim, sep(t)).Put(t.Strong, s.Session)
	}
	room := w - l.Width() - right.Width() - 5
	if route := s.route(t, room); route != "" && !s.Starting {
		l.Gap(3).Put(t.Dim, route)
	}
	left := max(w-right.Width(), 0)
	if right.Width() > 0 && left > 0 && l.Width() >= left {
		return fit(fit(l.String(), l.Width(), left-1, t)+" "+right.String(), left+right.Width(), w, t)
	}
	return fit(fit(l.String(), l.Width(), left, t)+right.String(), left+right.Width(), w, t)
}

// route is ":4141→:11434/qwen2.5-coder:7b", as much as fits; this machine goes
// without saying.
func (s TopLine) route(t *Theme, room int) string {
	listen := strings.TrimPrefix(s.Listen, "127.0.0.1")
	if listen == "" {
		listen = "not serving"
	}
	model := s.Model
	upstream := strings.TrimSuffix(strings.TrimSuffix(s.Upstream, "/"), "/v1")
	for _, usual := range []string{"http://", "127.0.0.1", "localhost"} {
		upstream = strings.TrimPrefix(upstream, usual)
	}
	if s.Demo {
		upstream, model = "a scripted model, no LLM", ""
	}
	if upstream == "" {
		upstream = "no upstream"
	}
	for _, say := range []string{
		listen + t.Glyphs.Arrow + strings.Join(filled(upstream, model), "/"),
		listen + t.Glyphs.Arrow + firstOf(model, upstream),
		listen + t.Glyphs.Arrow + upstream,
		listen,
	} {
		if width(Clean(say)) <= room {
			return say
		}
	}
	return ""
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Banner is a condition that the operator must know of, across the screen: at
// most two lines.
func Banner(say string, t *Theme, w int) []string {
	var out []string
	head := " " + t.Glyphs.Banner + " "
	parts := Wrap(say, w-4)
	for i, part := range parts {
		if i == maxBanner-1 && len(parts) > maxBanner {
			part += t.Glyphs.Ellipsis
		}
		line := head + part
		out = append(out, t.BannerText.On(fit(line, width(line), w, t)))
		if head = "   "; i == maxBanner-1 {
			break
		}
	}
	return out
}

// Step is what a tour says, across the screen: at most two lines.
func Step(say string, t *Theme, w int) []string {
	parts := Wrap(say, w-2)
	if len(parts) > maxBanner {
		parts = append(parts[:maxBanner-1:maxBanner-1], strings.Join(parts[maxBanner-1:], " "))
	}
	out := make([]string, len(parts))
	for i, part := range parts {
		var l Line
		l.Gap(1).Put(t.Accent, part)
		out[i] = l.Fit(w, t)
	}
	return out
}

// Hint is one key of the bar: "enter review".
type Hint struct{ Key, Verb string }

func (h Hint) width() int { return width(h.Key) + 1 + width(h.Verb) + 2 }

// Spot is where a hint stands in a bar: from a column up to another.
type Spot struct {
	Hint
	From, To int
}

// Bar is the line of keys in two groups, each in order of importance: what can be
// done here, and behind a stroke what can be done everywhere. What does not fit is
// left out, of the second group at most down to its last, which is how to learn the
// rest: it keeps up to two fifths of the line where the first needs the room.
func Bar(here, everywhere []Hint, t *Theme, w int) string {
	var l Line
	l.Gap(1)
	spots := Spots(here, everywhere, w)
	for i, s := range spots {
		if i > 0 && s.From > l.Width() {
			l.Put(t.Border, t.Glyphs.Wall)
		}
		l.To(s.From).Put(t.Accent, s.Key).Put(Paint{}, " "+s.Verb).Gap(2)
	}
	return l.Fit(w, t)
}

// Spots are the places of the hints that fit into a bar of w columns.
func Spots(here, everywhere []Hint, w int) []Spot {
	sum := func(list []Hint) (n int) {
		for _, h := range list {
			n += h.width()
		}
		return n
	}
	room := w - 1
	kept := everywhere
	for len(kept) > 1 && sum(kept) > max(room*2/5, room-sum(here)-2) {
		kept = append(kept[:len(kept)-2:len(kept)-2], kept[len(kept)-1])
	}
	left := room - sum(kept)
	if len(kept) > 0 {
		left -= 2 // the stroke
	}
	var spots []Spot
	at := 1
	put := func(h Hint) {
		spots = append(spots, Spot{h, at, at + h.width() - 2})
		at += h.width()
	}
	for _, h := range here {
		if left -= h.width(); left < 0 {
			break
		}
		put(h)
	}
	if len(spots) > 0 {
		at += 2
	}
	for _, h := range kept {
		put(h)
	}
	return spots
}

// Verdict says what y does and, where there is room for both, how to leave.
func Verdict(verb string, t *Theme, w int) string {
	var l Line
	l.Put(t.Accent, "y").Put(Paint{}, " "+verb)
	if l.Width()+len("   esc back") <= w {
		l.Put(Paint{}, "   ").Put(t.Accent, "esc").Put(Paint{}, " back")
	}
	return cut(l.String(), w, t.Glyphs.Ellipsis)
}

// Undecided says in w columns why y does nothing and, where there is room for both,
// how to leave. What stands behind a colon tells more, and is left out where it would be
// cut.
func Undecided(why string, t *Theme, w int) string {
	if first, _, more := strings.Cut(why, ": "); more && width(why) > w && width(first) <= w && strings.Contains(first, ", ") {
		why = first
	}
	var l Line
	l.Put(t.Dim, why)
	if l.Width()+len("   esc back") <= w {
		l.Put(Paint{}, "   ").Put(t.Accent, "esc").Put(Paint{}, " back")
	}
	return cut(l.String(), w, t.Glyphs.Ellipsis)
}

// Tone is how a message sounds.
type Tone int

// Tones of a message.
const (
	Info Tone = iota
	Success
	Warning
	Failure
)

// Message is what is said to the operator, on one line or, where that is too
// short, on at most most lines; what is longer still ends in an ellipsis.
func Message(say string, tone Tone, t *Theme, w, most int) []string {
	paint, glyph := Paint{}, t.Glyphs.Bullet
	switch tone {
	case Success:
		paint, glyph = t.Good, t.Glyphs.Pass
	case Warning:
		paint, glyph = t.Warn, t.Glyphs.Banner
	case Failure:
		paint, glyph = t.Bad, t.Glyphs.Fail
	}
	head := " " + glyph + " "
	parts := []string{say}
	if width(head)+width(Clean(say)) > w && most > 1 {
		if wrapped := Wrap(say, w-width(head)-1); len(wrapped) > 0 {
			parts = wrapped
		}
	}
	if len(parts) > most {
		rest := strings.Join(parts[most-1:], " ")
		parts = append(parts[:most-1:most-1], rest)
	}
	lines := make([]string, len(parts))
	for i, part := range parts {
		var l Line
		l.Put(paint, head+part)
		lines[i] = l.Fit(w, t)
		head = spaces(width(head))
	}
	return lines
}

// Tabs are the views of a detail, the chosen one marked: "[content] history".
// Where they do not fit into w columns the first are left out, as far as the
// chosen one needs it.
func Tabs(names []string, chosen int, t *Theme, w int) string {
	first := firstTab(names, chosen, w)
	var l Line
	for i, n := range names[first:] {
		if i > 0 {
			l.Gap(1)
		}
		if first+i == chosen {
			l.Put(t.Accent, "["+n+"]")
		} else {
			l.Put(t.Dim, " "+n+" ")
		}
	}
	return l.String()
}

func firstTab(names []string, chosen, w int) int {
	first := 0
	for first < chosen && width(strings.Join(names[first:chosen+1], "   "))+2 > w {
		first++
	}
	return first
}

// TabAt is the view whose name stands in column x, -1 for none.
func TabAt(names []string, chosen, w, x int) int {
	from := 0
	for i := firstTab(names, chosen, w); i < len(names); i++ {
		to := from + width(names[i]) + 2
		if x >= from && x < to {
			return i
		}
		from = to + 1
	}
	return -1
}

// Rule is a line across w columns.
func Rule(t *Theme, w int) string { return t.Border.On(strings.Repeat(t.Glyphs.Rule, max(w, 0))) }

// Fill brings lines to exactly w columns and h lines.
func Fill(lines []string, w, h int, t *Theme) []string {
	out := make([]string, 0, max(h, 0))
	for i := range max(h, 0) {
		if i < len(lines) {
			out = append(out, fit(lines[i], width(lines[i]), w, t))
		} else {
			out = append(out, spaces(w))
		}
	}
	return out
}

// Empty is what a pane says where it has nothing to show: what to do next. Where
// there is no room for all of it, its last sentences are left out; a first one that
// is too long for itself ends in an ellipsis.
func Empty(say string, t *Theme, w, h int) []string {
	parts := Wrap(say, w-4)
	for len(parts) > h {
		end := strings.LastIndex(say, ". ")
		if end < 0 {
			parts = parts[:max(h, 0)]
			if h > 0 {
				parts[h-1] = cut(parts[h-1], w-4-width(t.Glyphs.Ellipsis), "") + t.Glyphs.Ellipsis
			}
			break
		}
		say = say[:end+1]
		parts = Wrap(say, w-4)
	}
	lines := make([]string, len(parts))
	for i, l := range parts {
		lines[i] = "  " + t.Dim.On(l)
	}
	return Fill(lines, w, h, t)
}

// Box draws a titled box of w by h around lines over the middle of a screen. What
// lies under it is dimmed, and leaves a blank column beside it, where there is one,
// so that no text touches its walls.
func Box(screen []string, title string, lines []string, w, h int, t *Theme) []string {
	if len(screen) == 0 {
		return screen
	}
	wide := width(screen[0])
	w, h = min(w, wide), min(h, len(screen))
	if w < 4 || h < 3 {
		return screen
	}
	x, y := (wide-w)/2, (len(screen)-h)/2
	out := make([]string, len(screen))
	for i, line := range screen {
		out[i] = t.Dim.On(ansi.Strip(line))
	}
	body := Fill(lines, w-4, h-2, t)
	head := " " + cut(Clean(title), w-6, t.Glyphs.Ellipsis) + " "
	top := t.FocusTitle.On(t.Glyphs.CornerTL+t.Glyphs.Rule) + t.FocusTitle.On(head) +
		t.FocusTitle.On(strings.Repeat(t.Glyphs.Rule, w-3-width(head))+t.Glyphs.CornerTR)
	bottom := t.FocusTitle.On(t.Glyphs.CornerBL + strings.Repeat(t.Glyphs.Rule, w-2) + t.Glyphs.CornerBR)
	wall := t.FocusTitle.On(t.Glyphs.Wall)
	for i := range h {
		line := wall + " "
		switch i {
		case 0:
			line = top
		case h - 1:
			line = bottom
		default:
			line += body[i-1] + " " + wall
		}
		if x > 0 && x+w < wide {
			out[y+i] = over(out[y+i], " "+line+" ", x-1, w+2)
		} else {
			out[y+i] = over(out[y+i], line, x, w)
		}
	}
	return out
}

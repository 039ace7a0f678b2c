package views

import (
	"strings"

	"github.com/muesli/termenv"
)

// Paint is one way of writing text: colours and attributes as the sequence that
// switches them on. The zero Paint writes text as it is.
type Paint struct{ on string }

const reset = "\x1b[0m"

// On returns s written in p. Paints do not nest.
func (p Paint) On(s string) string {
	if p.on == "" || s == "" {
		return s
	}
	return p.on + s + reset
}

// with returns p with what q sets besides or instead.
func (p Paint) with(q Paint) Paint {
	if p.on == "" {
		return q
	}
	if q.on == "" {
		return p
	}
	return Paint{strings.TrimSuffix(p.on, "m") + ";" + strings.TrimPrefix(q.on, termenv.CSI)}
}

// Glyphs are the signs of a screen. Every state that one of them shows is also
// said in words, on the same line or in the detail.
type Glyphs struct {
	Stale, Vanished, Unreadable             string
	Pending, Tombstone, Banner, Mark, Kept  string
	New, Changed                            string
	Waiting, Streaming, Settling            string
	Pass, Fail                              string
	Cursor, Ellipsis, Arrow, Bullet, About  string
	Rule, FocusRule, Wall, Tee, Join, Close string // ─ ━ │ ┬ ┤ ┴
	CornerTL, CornerTR, CornerBL, CornerBR  string
	Up, Down, Minus, Folded, Unfolded       string
}

var unicodeGlyphs = Glyphs{
	Stale: "▲", Vanished: "▽", Unreadable: "?", Pending: "◆", Tombstone: "†", Banner: "!", Mark: "■", Kept: "≠",
	New: "✚", Changed: "±",
	Waiting: "○", Streaming: "●", Settling: "◐",
	Pass: "✓", Fail: "✗",
	Cursor: ">", Ellipsis: "…", Arrow: "→", Bullet: "·", About: "≈",
	Rule: "─", FocusRule: "━", Wall: "│", Tee: "┬", Join: "┤", Close: "┴",
	CornerTL: "┌", CornerTR: "┐", CornerBL: "└", CornerBR: "┘",
	Up: "↑", Down: "↓", Minus: "−", Folded: "▸", Unfolded: "▾",
}

var asciiGlyphs = Glyphs{
	Stale: "^", Vanished: "v", Unreadable: "?", Pending: "*", Tombstone: "x", Banner: "!", Mark: "#", Kept: "%",
	New: "+", Changed: "~",
	Waiting: ".", Streaming: "o", Settling: "~",
	Pass: "+", Fail: "-",
	Cursor: ">", Ellipsis: "~", Arrow: "->", Bullet: "-", About: "about",
	Rule: "-", FocusRule: "=", Wall: "|", Tee: "+", Join: "+", Close: "+",
	CornerTL: "+", CornerTR: "+", CornerBL: "+", CornerBR: "+",
	Up: "^", Down: "v", Minus: "-", Folded: "+", Unfolded: "-",
}

// Theme is what a screen is painted with. A *Theme is immutable and serves as a
// key of caches.
type Theme struct {
	Dark    bool
	Profile termenv.Profile // termenv.Ascii: attributes only, no colour
	Glyphs  Glyphs

	Plain, Dim, Strong, Accent Paint
	Good, Warn, Bad            Paint
	Title, FocusTitle, Border  Paint
	Selected, SelectedIdle     Paint
	BannerText, Caret          Paint
	Added, Removed             Paint
	// AddedLine and RemovedLine lie under a diff's coloured code; zero where the
	// terminal has no colours for that, and Added and Removed colour it instead.
	AddedLine, RemovedLine            Paint
	AddedWord, RemovedWord, HunkTitle Paint
	Code                              CodePaints
}

// CodePaints colour source code.
type CodePaints struct {
	Keyword, Type, Function, Text, Number, Comment, Operator Paint
}

// palette holds a theme's colours as numbers of the 256-colour palette, which
// termenv degrades to what the terminal shows.
type palette struct {
	dim, accent, good, warn, bad, border                   string
	selected, selectedIdle, onSelected                     string
	addedBack, removedBack                                 string // of words
	addedLine, removedLine                                 tint
	onLine                                                 string
	keyword, typ, function, text, number, comment, operand string
}

// tint is a colour to lie under code: of 256, and finer where there are more.
type tint struct{ of256, fine string }

// on is the tint as a profile shows it, "" where it cannot.
func (c tint) on(p termenv.Profile) string {
	switch p {
	case termenv.TrueColor:
		return c.fine
	case termenv.ANSI256:
		return c.of256
	}
	return ""
}

var darkPalette = palette{
	dim: "245", accent: "75", good: "78", warn: "215", bad: "203", border: "240",
	selected: "24", selectedIdle: "236", onSelected: "231",
	addedBack: "28", removedBack: "124", addedLine: tint{"22", "#002b12"}, removedLine: tint{"52", "#3f0a0f"}, onLine: "253",
	keyword: "176", typ: "80", function: "111", text: "149", number: "179", comment: "248", operand: "250",
}

var lightPalette = palette{
	dim: "242", accent: "26", good: "28", warn: "130", bad: "160", border: "249",
	selected: "153", selectedIdle: "254", onSelected: "16",
	addedBack: "157", removedBack: "217", addedLine: tint{"194", "#e2fbe4"}, removedLine: tint{"224", "#ffe9e7"}, onLine: "235",
	keyword: "91", typ: "23", function: "25", text: "22", number: "94", comment: "243", operand: "238",
}

// NewTheme makes the dark or light theme for a terminal's colours; with ascii,
// its glyphs are ASCII.
func NewTheme(dark bool, profile termenv.Profile, ascii bool) *Theme {
	p := lightPalette
	if dark {
		p = darkPalette
	}
	ink := func(fg, bg string, attrs ...string) Paint { return newPaint(profile, fg, bg, attrs...) }
	const bold, faint, underline, reverse = termenv.BoldSeq, termenv.FaintSeq, termenv.UnderlineSeq, termenv.ReverseSeq
	t := &Theme{
		Dark: dark, Profile: profile, Glyphs: unicodeGlyphs,
		Dim:    ink(p.dim, ""),
		Strong: ink("", "", bold),
		Accent: ink(p.accent, "", bold),
		Good:   ink(p.good, ""), Warn: ink(p.warn, ""), Bad: ink(p.bad, ""),
		Title: ink("", "", bold), FocusTitle: ink(p.accent, "", bold), Border: ink(p.border, ""),
		Selected:     ink(p.onSelected, p.selected, bold),
		SelectedIdle: ink("", p.selectedIdle),

		BannerText: ink(p.bad, "", bold, reverse), Caret: ink("", "", reverse),
		Added: ink(p.good, ""), Removed: ink(p.bad, ""),
		AddedWord: ink(p.good, p.addedBack, underline), RemovedWord: ink(p.bad, p.removedBack, underline),
		HunkTitle: ink(p.accent, ""),
		Code: CodePaints{
			Keyword: ink(p.keyword, ""), Type: ink(p.typ, ""), Function: ink(p.function, ""), Text: ink(p.text, ""),
			Number: ink(p.number, ""), Comment: ink(p.comment, ""), Operator: ink(p.operand, ""),
		},
	}
	if p.addedLine.on(profile) != "" {
		t.AddedLine, t.RemovedLine = ink(p.onLine, p.addedLine.on(profile)), ink(p.onLine, p.removedLine.on(profile))
	}
	if dark {
		t.AddedWord, t.RemovedWord = ink(p.onSelected, p.addedBack), ink(p.onSelected, p.removedBack)
	}
	if profile == termenv.Ascii { // without colour, attributes tell what colours told
		t.Dim, t.Border = ink("", "", faint), Paint{}
		t.Selected, t.SelectedIdle = ink("", "", reverse), ink("", "", bold)
		t.AddedWord, t.RemovedWord = ink("", "", underline), ink("", "", underline)
	}
	if ascii {
		t.Glyphs = asciiGlyphs
	}
	return t
}

// newPaint joins colours, as the profile can show them, and attributes.
func newPaint(profile termenv.Profile, fg, bg string, attrs ...string) Paint {
	codes := attrs
	if c := profile.Color(fg); fg != "" && c != nil {
		if s := c.Sequence(false); s != "" {
			codes = append(codes, s)
		}
	}
	if c := profile.Color(bg); bg != "" && c != nil {
		if s := c.Sequence(true); s != "" {
			codes = append(codes, s)
		}
	}
	if len(codes) == 0 {
		return Paint{}
	}
	return Paint{on: termenv.CSI + strings.Join(codes, ";") + "m"}
}

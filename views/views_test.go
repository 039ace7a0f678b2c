package views

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/muesli/termenv"
)

const evil = "a\x1b[2J\x1b]0;x\a日本\u202e\t\r\n\x9b31m"

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// themes are all that a screen may be painted with.
func themes() []*Theme {
	return []*Theme{
		NewTheme(true, termenv.TrueColor, false), NewTheme(false, termenv.ANSI256, false),
		NewTheme(true, termenv.ANSI, true), NewTheme(true, termenv.Ascii, false),
	}
}

// safe fails unless s holds no control character and no sequence but paints.
func safe(t *testing.T, what, s string) {
	t.Helper()
	for i := 0; i < len(s); i++ {
		if s[i] != 0x1b {
			continue
		}
		end := strings.IndexByte(s[i:], 'm')
		if end < 0 || !isPaint(s[i:i+end+1]) {
			t.Fatalf("%s holds the sequence %q", what, s[i:min(i+12, len(s))])
		}
	}
	for _, r := range stripped(s) {
		if r < 0x20 || r == 0x7f || invisible(r) {
			t.Fatalf("%s holds %U: %q", what, r, s)
		}
	}
}

func TestEveryLineFitsItsPlaceAndIsSafe(t *testing.T) {
	rows := []Row{
		Entity{Key: evil + "::" + evil, Version: 12, Grant: "parity", Turn: 3, Pending: 2, Stale: "edited", Contested: evil, Tombstoned: true},
		Entity{Key: "src/pool.go::Pool.Acquire", Version: 7, Grant: evil},
		Proposal{Key: evil, Entity: evil, Confidence: "CONFIRMED", Reason: evil, Removes: true},
		Divergence{Key: evil, Reason: evil, Age: "3 min", Added: 4, Removed: 11, Measured: true},
		Divergence{Key: "src/pool.go::Pool.Acquire", Reason: "not_applied", Added: 1234, Removed: 5678, Measured: true},
		Request{Key: "e", Kind: "turn", Path: evil, Model: evil, Phase: "streaming", TokensOut: 412, Rate: 63, Hydrated: 3, HydratedSize: 6200, Prompt: evil},
		Request{Key: "e", Kind: "turn", Phase: "failed", Error: evil, Promoted: 2, Proposed: 1, Loose: 1},
	}
	for _, theme := range themes() {
		for w := 1; w <= 250; w++ {
			lines := map[string]string{
				"top":     TopLine{Session: evil, Listen: "127.0.0.1:4141", Upstream: evil, Model: evil, Stale: 2, Pending: 3, Live: 1, Alerts: 4}.Draw(theme, w),
				"demo":    TopLine{Session: "s", Demo: true}.Draw(theme, w),
				"reading": TopLine{Session: evil, Reading: true, Live: 1}.Draw(theme, w),
				"banner":  append(Banner(evil, theme, w), spaces(w))[0],
				"bar":     Bar([]Hint{{"enter", "review"}, {"a", "accept"}}, []Hint{{"/", "filter"}, {"q", "quit"}, {"?", "help"}}, theme, w),
				"message": Message(evil, Warning, theme, w, 1)[0],
				"title":   titleLine(w, Block{Title: evil, Place: "1/2", Focus: true}, w/3, theme),
			}
			for i, l := range Message(evil+" "+evil+" "+evil, Failure, theme, w, 3) {
				lines["message "+itoa(i)] = l
			}
			for i, r := range rows {
				lines["row "+itoa(i)] = r.Draw(theme, w, false)
				lines["selected row "+itoa(i)] = r.Draw(theme, w, true)
			}
			for what, l := range lines {
				if got := width(l); got != w {
					t.Fatalf("%s at %d columns is %d wide: %q", what, w, got, l)
				}
				safe(t, what, l)
			}
		}
	}
}

func TestEveryTextIsSafe(t *testing.T) {
	gates := Gates{
		Decision: "propose", Base: evil, Reasons: []string{evil},
		Checks: []Check{
			{Name: "parity_symbols", Gate: "A", Detail: evil, Was: 5, Now: 3},
			{Name: evil, Gate: "B", Pass: true, Detail: evil},
			{Name: "stale", Gate: "ETV", Pass: true},
		},
	}
	head := EntityHead{Entity: Entity{Key: evil, Stale: evil, Pending: 1, Kind: evil, Origin: evil}, Language: evil, Hash: evil, Updated: noon}
	page := RequestPage{
		Request:      Request{Key: evil, Kind: "turn", Path: evil, Model: evil, Phase: "done", Prompt: evil, Error: evil},
		HydratedRefs: []Ref{{evil, evil, evil}}, WithheldRefs: []Ref{{evil, evil, evil}},
		Outcomes: []Outcome{{evil, "PROPOSED", evil, evil, evil + "!"}, {"", "", "", evil, ""}},
	}
	divergence := DivergenceHead{Reason: evil, Detail: evil, Hash: evil, Disk: evil, Changed: noon, Pending: 2, Invalidates: []string{evil, evil}}
	for _, theme := range themes() {
		for _, w := range []int{1, 7, 30, 80, 200} {
			for what, d := range map[string]*Doc{
				"gates":    gates.Doc(theme, w),
				"history":  History([]Version{{State: evil, Confidence: evil, Origin: evil, Grant: evil, Hash: evil, Reason: evil, Convention: evil}}, theme, w, noon),
				"page":     page.Doc(theme, w, noon),
				"code":     Code{Language: "go", Content: "func a() { // " + evil + "\n}\n"}.Render(theme, w),
				"plain":    Code{Content: evil}.Render(theme, w),
				"diff":     Diff{Before: "x", After: evil}.Render(theme, w),
				"split":    Diff{Before: "x\ny", After: evil, Split: true}.Render(theme, w),
				"markdown": Markdown{Content: "# " + evil + "\n\n&#27;[31m &#x9b;1m `&#x1b;` &zwnj;&shy;\n\n```\n" + evil + "\n```\n"}.Render(theme, w),
				"head":     NewDoc(head.Lines(theme, w, noon)...),
				"sides":    Diff{Before: "x", After: evil, From: evil, To: evil}.Render(theme, w),
				"diverged": NewDoc(divergence.Lines(theme, w, noon)...),
				"doctor":   Doctor{Status: evil, Stale: 2, Failures: []ReadFailure{{evil, evil}}, Checks: []Health{{evil, evil, evil}, {evil, "ok", ""}}}.Doc(theme, w),
				"adoption": Adoption{Files: 1, Unchanged: 1, Tombstoned: []string{evil}, Skipped: []Skipped{{evil, evil}}, Problem: evil}.Doc(theme, w),
				"progress": NewDoc(append(Progress{What: evil, Path: evil}.Lines(theme, w), Progress{What: evil, Done: 3, Total: 7, Stopping: true}.Lines(theme, w)...)...),
				"exported": Exported{Session: evil, Dir: evil, Files: []ExportedFile{{evil, 7}}, ReadOnly: w%2 == 0}.Doc(theme, w),
				"refused":  NotExported(evil, theme, w),
				"choices":  NewDoc(Choices([]Choice{{"o", evil, evil}, {"k", evil, evil}}, 1, theme, w)...),
				"proposal": NewDoc(ProposalHead{State: evil, Confidence: evil, Reasons: []string{evil, evil}, Gates: gates}.Lines(theme, w, noon, 5)...),
			} {
				v := Viewport{}
				for _, l := range v.Render(d, w, d.Len(), theme) {
					if width(l) != w {
						t.Fatalf("%s at %d columns is %d wide: %q", what, w, width(l), l)
					}
					safe(t, what, l)
				}
				v.Wrap = true
				for _, l := range v.Render(d, w, d.Len(), theme) {
					safe(t, what+" wrapped", l)
				}
			}
		}
	}
}

func TestADivergenceAlwaysSaysWhyInWords(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, false)
	for _, c := range []struct {
		name string
		row  Divergence
		w    int
		want string
	}{
		{"where there is room, everything", Divergence{Key: "src/pool.go::Acquire", Reason: "edited", Age: "3 min", Added: 4, Removed: 11, Measured: true}, 60, "  src/pool.go::Acquire             ▲ changed  +4 −11  3 min"},
		{"then the age goes", Divergence{Key: "src/pool.go::Acquire", Reason: "edited", Age: "3 min", Added: 4, Removed: 11, Measured: true}, 42, "  src/pool.go::Acquire  ▲ changed  +4 −11"},
		{"then the size", Divergence{Key: "src/pool.go::Acquire", Reason: "edited", Age: "3 min", Added: 4, Removed: 11, Measured: true}, 32, "  …/pool.go::Acquire  ▲ changed"},
		{"a size that is not known is not told", Divergence{Key: "a.go::A", Reason: "not_applied"}, 32, "  a.go::A       ▲ not saved yet"},
		{"a vanished file is not called STALE", Divergence{Key: "a.go::A", Reason: "vanished"}, 32, "  a.go::A             ▽ deleted"},
		{"nor is an unreadable one", Divergence{Key: "a.go::A", Reason: "unreadable"}, 32, "  a.go::A          ? unreadable"},
	} {
		if got := strings.TrimRight(stripped(c.row.Draw(theme, c.w, false)), " "); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestTheStateMapSaysHowTheDiskDisagrees(t *testing.T) {
	for _, c := range []struct {
		reason, narrow, wide, head string
	}{
		{"edited", " ▲  v2", " ▲ stale  v2", "▲ STALE: someone changed it on disk, see Stale (3)"},
		{"not_applied", " ▲  v2", " ▲ stale  v2", "▲ STALE: the file does not hold this version yet, see Stale (3)"},
		{"vanished", " ▽  v2", " ▽ vanished  v2", "▽ VANISHED: its file was there and is gone, see Stale (3)"},
		{"unreadable", " ?  v2", " ? unreadable  v2", "? UNREADABLE: its file cannot be read or verified, see Stale (3)"},
	} {
		theme := NewTheme(true, termenv.Ascii, false)
		e := Entity{Key: "a.go::A", Version: 2, Stale: c.reason}
		for w, want := range map[int]string{32: c.narrow, 48: c.wide} {
			if got := strings.TrimRight(stripped(e.Draw(theme, w, false)), " "); !strings.HasSuffix(got, want) {
				t.Errorf("%s at %d columns: %q does not end with %q", c.reason, w, got, want)
			}
		}
		lines := EntityHead{Entity: e}.Lines(theme, 80, noon)
		if got := stripped(lines[len(lines)-1]); got != c.head {
			t.Errorf("%s: the head says %q, want %q", c.reason, got, c.head)
		}
	}
}

func TestTheDoctorsReportIsReadWithoutColours(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, true)
	r := Doctor{Status: "degraded", Stale: 1, Checks: []Health{
		{"wal_mode", "ok", "write-ahead log"}, {"disk_space", "warn", "212 MiB are free"}, {"upstream", "fail", "it does not answer"},
	}}
	want := []string{
		"! degraded: 1 check fails, 1 check warns", "^ 1 symbol is STALE, see Stale (3)", "",
		"+ ok    wal mode           write-ahead log", "! warn  disk space         212 MiB are free", "- fail  upstream           it does not answer",
	}
	if got := strippedAll(r.Doc(theme, 60)); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the report is %q, want %q", got, want)
	}
	if got := strippedAll(Doctor{Status: "ok", Checks: r.Checks[:1]}.Doc(theme, 60))[0]; got != "+ ok: every check passed" {
		t.Errorf("a sound report begins with %q", got)
	}
}

func strippedAll(d *Doc) []string {
	out := d.texts()
	for i, l := range out {
		out[i] = stripped(l)
	}
	return out
}

func TestWhatWasSkippedStandsTogetherByItsReason(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, true)
	got := strippedAll(Adoption{Skipped: []Skipped{{"a.png", "binary"}, {"b.json", "too large"}, {"c.png", "binary"}}}.Doc(theme, 60))
	want := []string{"No file was adopted.", "", "Skipped: 3 files", "  binary", "    a.png", "    c.png", "  too large", "    b.json"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the summary is %q, want %q", got, want)
	}
}

func TestAgesAreToldToTheMinute(t *testing.T) {
	for since, want := range map[time.Duration]string{
		-time.Second: "<1 min", 59 * time.Second: "<1 min", time.Minute: "1 min", 59*time.Minute + 59*time.Second: "59 min",
		time.Hour: "1 h", 47 * time.Hour: "47 h", 48 * time.Hour: "2 d",
	} {
		if got := Age(noon.Add(-since), noon); got != want {
			t.Errorf("%v ago is told as %q, want %q", since, got, want)
		}
	}
	if got := Age(time.Time{}, noon); got != "" {
		t.Errorf("no time is told as %q", got)
	}
}

func TestCodeIsColouredWithoutChangingIt(t *testing.T) {
	theme := NewTheme(true, termenv.TrueColor, false)
	for _, c := range []struct{ language, content string }{
		{"go", read(t, "pool_before.go")},
		{"go", "func a() {\r\n\treturn\r\n}"},
		{"python", "def f():\n\treturn '''a\n\tb'''\n\n\n"},
		{"json", "{\"a\": [1, 2]}\n"},
		{"go", "broken ( { \" `\n\x00"},
		{"no such language", "a\tb\n"},
	} {
		d := Code{Language: c.language, Content: c.content}.Render(theme, 80)
		want := SourceLines(c.content)
		if d.Len() != len(want) {
			t.Fatalf("%s: %d lines of %d", c.language, d.Len(), len(want))
		}
		for i, l := range d.lines {
			if got := stripped(l.s); got != want[i] {
				t.Errorf("%s line %d: %q, want %q", c.language, i, got, want[i])
			}
		}
	}
	if d := (Code{Language: "go", Content: "func a() {}\n"}).Render(theme, 80); !strings.Contains(d.lines[0].s, "\x1b[") {
		t.Error("Go is not coloured")
	}
}

// A reply may name any language that chroma knows, and write anything in it.
func TestLexersThatStandStillAreKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine makes every lexer that there is")
	}
	var text strings.Builder
	for c := byte(' '); c <= '~'; c++ {
		text.WriteString(string(c) + "a é\n")
	}
	loadColours()
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		if name := lexer.Config().Name; standsStill(lexer, text.String()) != endless[name] {
			t.Errorf("that the lexer of %s is endless is %v", name, endless[name])
		}
	}
}

func standsStill(lexer chroma.Lexer, text string) bool {
	defer func() { _ = recover() }() // a lexer that panics comes to an end, too
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return false
	}
	for idle := 0; idle <= maxIdle; idle++ {
		switch token := next(); {
		case token == chroma.EOF:
			return false
		case token.Value != "":
			idle = 0
		}
	}
	return true
}

func TestACodeWhoseLexerFailsIsShownAsItIs(t *testing.T) {
	theme := NewTheme(true, termenv.ANSI256, false)
	for language, code := range map[string]string{"yang": "/* /* a", "jsonata": "a é b", "JSONata": "é", "jungle": "é = 1", "go": "func é"} {
		if got := stripped(strings.Join(Code{Language: language, Content: code}.Render(theme, 80).texts(), "\n")); got != code {
			t.Errorf("%s: %q, want %q", language, got, code)
		}
		for _, prose := range []string{"```" + language + "\n" + code + "\n```\n", "> ~~~ " + language + " x\n> " + code + "\n", "- a\n\n  1. ```" + language + "\n     " + code + "\n"} {
			for what, got := range map[string]string{
				"a text":  (Markdown{Content: prose}).Render(theme, 80).Text(),
				"an item": ItemPage{Entries: []Entry{{Markdown: prose}}, Kept: &Entries{}}.Render(theme, 80).Text(),
			} {
				if !strings.Contains(got, code) {
					t.Errorf("%s of %q: %q", what, prose, got)
				}
			}
		}
	}
}

func TestMarkdownKeepsNoColourAndTagsBareFences(t *testing.T) {
	src := "# Title\n\nText\n\n```\nif x { y }\n```\n\n```go\nfunc a() {}\n```\n"
	if got := tame(src); !strings.Contains(got, "```text\nif x") || strings.Count(got, "```text") != 1 {
		t.Errorf("fences are tagged as %q", got)
	}
	plainTheme := NewTheme(true, termenv.Ascii, false)
	for _, l := range (Markdown{Content: src}).Render(plainTheme, 60).lines {
		if strings.Contains(l.s, "38;") || strings.Contains(l.s, "[3") {
			t.Errorf("without colours: %q", l.s)
		}
	}
	dark := strings.Join(Markdown{Content: src}.Render(NewTheme(true, termenv.TrueColor, false), 60).texts(), "\n")
	light := strings.Join(Markdown{Content: src}.Render(NewTheme(false, termenv.TrueColor, false), 60).texts(), "\n")
	if dark == light {
		t.Error("the light theme renders as the dark one")
	}
}

func TestAWordOfThousandsOfLettersIsParted(t *testing.T) {
	theme := NewTheme(true, termenv.ANSI256, false)
	for _, word := range []string{strings.Repeat("QUJD", 30_000), "![a](data:image/png;base64," + strings.Repeat("é", 60_000) + ")"} {
		for _, before := range []string{"", "- ", "> ", "# ", "see "} {
			got := (Markdown{Content: before + word}).Render(theme, 80).Text()
			if letters := strings.Join(strings.Fields(strings.ReplaceAll(got, "│", "")), ""); !strings.Contains(letters, strings.Trim(word, "![])")) && !strings.Contains(letters, word) {
				t.Errorf("%s%.40s is shown as %.200s", before, word, got)
			}
		}
	}
	for _, line := range []string{"https://x.org/" + strings.Repeat("a", 1900), strings.Repeat("a  b ", 1000), ""} {
		if got := parted(line); got != line {
			t.Errorf("%.40s became %.40s", line, got)
		}
	}
}

func TestNoLineOfMarkdownEndsInsideAWord(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"of a list", "- Inventory.remove in shop/inventory.py must refuse a count below 1", "• Inventory.remove in|shop/inventory.py must refuse a|count below 1"},
		{"but behind a mark", "- one thing,another one,and more; and then nothing else.", "• one thing,another one,and more;|and then nothing else."},
		{"of prose", "The whole of it is in the file shop/inventory.py now.", "The whole of it is in the file|shop/inventory.py now."},
		{"and code is as it was", "```\na.b,c;d\n```\n`a.b,c;d` a.b,c;d", "a.b,c;d||a.b,c;d a.b,c;d"},
		{"a link as well", "[it](shop/pool.py) and https://example.org/a.b,c", "it /shop/pool.py and|https://example.org/a.b,c"},
		{"and no rune of private use is taken for one", "a\uf2e0b \uf2e1", "a\ufffdb \ufffd"},
	} {
		var got []string
		for _, l := range (Markdown{Content: c.source}).Render(NewTheme(true, termenv.Ascii, false), 36).lines {
			got = append(got, strings.TrimSpace(stripped(l.s)))
		}
		if got := strings.Trim(strings.Join(got, "|"), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWrappingKeepsPaintWithinItsLine(t *testing.T) {
	p := Paint{on: "\x1b[31m"}
	d := NewDoc("ab" + p.On("cdefgh") + "ij")
	got := d.wrap(4).texts()
	want := []string{"ab\x1b[31mcd" + reset, "\x1b[31mefgh" + reset, "ij"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("wrapped to %q, want %q", got, want)
	}
}

func TestListFollowsItsSelection(t *testing.T) {
	var l List
	set := func(keys ...string) {
		var rows []Row
		for _, k := range keys {
			rows = append(rows, Entity{Key: k})
		}
		l.Set(rows)
	}
	selected := func() string {
		if r := l.Selected(); r != nil {
			return r.ID()
		}
		return ""
	}
	step := func(what, want string) {
		t.Helper()
		if got := selected(); got != want {
			t.Fatalf("%s: selected %q, want %q", what, got, want)
		}
	}
	step("an empty list has no selection", "")
	set("a::x", "b::y", "c::z")
	l.Move(1)
	step("moved", "b::y")
	set("_::new", "a::x", "b::y", "c::z")
	step("a row came before it", "b::y")
	l.Filter("Y")
	step("the filter keeps it", "b::y")
	l.Filter("z")
	step("the filter drops it", "c::z")
	l.Filter("nothing")
	step("the filter drops all", "")
	l.Filter("")
	set("a::x", "c::z")
	l.Move(9)
	set("a::x")
	step("its row went", "a::x")
}

func TestRowsAreDrawnOnceUntilTheyChange(t *testing.T) {
	theme := NewTheme(true, termenv.ANSI256, false)
	draws := 0
	var l List
	rows := func(v int) []Row {
		out := make([]Row, 100)
		for i := range out {
			out[i] = counted{Entity{Key: itoa(i), Version: 1}, &draws}
		}
		out[3] = counted{Entity{Key: "3", Version: v}, &draws}
		return out
	}
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"only the window is drawn", func() { l.Set(rows(1)) }, 10},
		{"the same rows are not drawn again", func() { l.Set(rows(1)) }, 0},
		{"a changed row is", func() { l.Set(rows(2)) }, 1},
		{"a moved cursor draws two", func() { l.Move(1) }, 2},
	} {
		draws = 0
		step.do()
		l.Render(40, 10, theme, FullPointer)
		if draws != step.want {
			t.Errorf("%s: %d drawn, want %d", step.name, draws, step.want)
		}
	}
}

type counted struct {
	Entity
	n *int
}

func (c counted) Draw(t *Theme, w int, selected bool) string {
	*c.n++
	return c.Entity.Draw(t, w, selected)
}

func FuzzMarkdown(f *testing.F) {
	f.Add("# a\n\n```\nb\n```\n&#27;[31m")
	f.Add("| a | b |\n|---|---|\n| \x1b[2J | &zwj; |")
	f.Add("[a](javascript:\x1b) ![b](c)\n\n> - 1. *x* ~~y~~")
	f.Add("# 日本\n\n1. a\n   - [x] b\n\n     ```go\n     func a() {}\n     ```\n\n***\n<b>c</b> `d` <https://e.example> \\* [^1]\n\n[^1]: f\n")
	f.Add("~~~diff\n-a\t\n+b\n~~~\n| a \\| b | 日本 |\n|:-:|--|\n| " + strings.Repeat("long ", 30) + " | `c` |\n\nTerm\n: what\n\n![](a)\r\n===\n")
	theme := NewTheme(true, termenv.ANSI256, false)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2048 {
			t.Skip()
		}
		d := (Markdown{Content: s}).Render(theme, 40)
		for _, l := range d.texts() {
			safe(t, "markdown", l)
		}
		for _, l := range (&Viewport{}).Render(d, 40, d.Len(), theme) {
			if safe(t, "markdown in its place", l); width(l) != 40 {
				t.Fatalf("line %q is %d wide", l, width(l))
			}
		}
		for _, l := range (Code{Language: "markdown", Content: s}).Render(theme, 40).texts() {
			safe(t, "code", l)
		}
	})
}

func TestAProposalWithoutRoomForItsReasonNamesItInAWord(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, false)
	p := Proposal{Key: "1", Entity: "store/pool.go::Pool.Acquire", Reason: "tokens collapse from 383 to 112 (29 %, below 50 %)", Failed: "parity_tokens"}
	for _, c := range []struct {
		w    int
		want string
	}{
		{110, "  store/pool.go::Pool.Acquire  much smaller than before: 112 of 383 tokens are left (29 %)"},
		{72, "  store/pool.go::Pool.Acquire  much smaller than before"},
		{50, "  store/pool.go::Pool.Acquire  shrunk"},
		{32, "  …ool.go::Pool.Acquire  shrunk"},
	} {
		if got := strings.TrimRight(stripped(p.Draw(theme, c.w, false)), " "); got != c.want {
			t.Errorf("%d columns: %q, want %q", c.w, got, c.want)
		}
	}
	p.Failed = "of a later release"
	if got := stripped(p.Draw(theme, 50, false)); !strings.Contains(got, "much smaller than…") {
		t.Errorf("a check without a word: %q", got)
	}
	p.Failed, p.Removes = "full_definition", true
	if got := stripped(p.Draw(theme, 50, false)); !strings.Contains(got, "removes it") {
		t.Errorf("a removal: %q", got)
	}
}

func TestAnEntityInReviewSaysSo_Product13(t *testing.T) {
	e := Entity{Key: "src/pool.go::Pool.Acquire", Version: 7, Grant: "parity", Pending: 1, InReview: true}
	th := NewTheme(true, termenv.Ascii, false)
	if row := stripped(e.Draw(th, 80, false)); !strings.Contains(row, th.Glyphs.Pending+" in review") || strings.Contains(row, "pending") {
		t.Errorf("%q", row)
	}
	if head := stripped(strings.Join(EntityHead{Entity: e}.Lines(th, 100, noon), "\n")); !strings.Contains(head, "IN REVIEW: a paste of it waits for your review in Pending (2)") {
		t.Errorf("%q", head)
	}
	if !strings.Contains(e.Match(), "in review") {
		t.Errorf("a filter does not find it: %q", e.Match())
	}
	e.Pending = 2
	if row := stripped(e.Draw(th, 80, false)); !strings.Contains(row, "2 pending") {
		t.Errorf("%q", row)
	}
}

func TestAContestedEntitySaysSo_TSLP10(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, false)
	e := Entity{Key: "src/pool.go::Pool.Acquire", Version: 7, Grant: "parity", Contested: "partial"}
	if row := stripped(e.Draw(theme, 60, false)); !strings.Contains(row, "! contested") {
		t.Errorf("the row is %q", row)
	}
	if !strings.Contains(e.Match(), "contested") {
		t.Error("a filter does not find it")
	}
	head := strings.Join(EntityHead{Entity: e}.Lines(theme, 80, noon), "\n")
	if !strings.Contains(stripped(head), "the shadow audit calls it partial") {
		t.Errorf("the head is %q", head)
	}
}

func TestTheTopLineTellsThatTheSecondReaderIsAtWork(t *testing.T) {
	for _, reading := range []bool{true, false} {
		if got := (TopLine{Session: "s", Reading: reading}).Draw(NewTheme(true, termenv.Ascii, false), 100); strings.Contains(got, "second reader") != reading {
			t.Errorf("reading %v: %q", reading, got)
		}
	}
}

func TestTheColumnsOfActivityStandStill(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, false)
	base := Request{Key: "e", Kind: "turn", Phase: "waiting", Hydrated: 3, HydratedSize: 6200, Prompt: "PROMPT"}
	for _, w := range []int{60, 80, 100, 120, 200} {
		at := map[string]int{}
		for i, r := range []Request{
			{Phase: "done", Proposed: 2, Loose: 1}, {Phase: "done", Promoted: 12, Proposed: 10, Loose: 1},
			{}, {Size: 7}, {Size: 412}, {Size: 12_345}, {Elapsed: 754 * time.Second}, {Withheld: 2},
			{Phase: "settling", Size: 730}, {Phase: "done", Promoted: 1, Proposed: 1, Loose: 1}, {Phase: "done"}, {Phase: "failed"},
			{Phase: "done", Kind: "side"}, {Phase: "done", Kind: "forwarded"}, {Phase: "done", Kind: "socket"},
		} {
			live := base
			live.Size, live.Elapsed, live.Withheld = r.Size, r.Elapsed, r.Withheld
			live.Promoted, live.Proposed, live.Loose = r.Promoted, r.Proposed, r.Loose
			if r.Size > 0 {
				live.Phase = "streaming"
			}
			if r.Phase != "" {
				live.Phase = r.Phase
			}
			if r.Kind != "" {
				live.Kind = r.Kind
			}
			row := stripped(live.Draw(theme, w, false))
			for what, mark := range map[string]string{"what was asked": "PROM", "what went in": "\\+6.2", "what came of it": "  (waiting|streaming|settling|failed|✓|◆|nothing|side|only|not)"} {
				found := regexp.MustCompile(mark).FindAllStringIndex(row, -1)
				if len(found) == 0 && w < TwoColumns && r.Withheld > 0 {
					continue // what was withheld has its place
				}
				if len(found) == 0 || what == "what came of it" && len(found) == 1 && found[0][0] == 0 {
					t.Errorf("at %d columns row %d does not tell %s: %q", w, i, what, row)
					continue
				}
				n := width(row[:found[len(found)-1][0]])
				if was, ok := at[what]; ok && was != n {
					t.Errorf("at %d columns %s stands at %d, and at %d in row %d: %q", w, what, was, n, i, row)
				}
				at[what] = n
			}
		}
	}
}

// What a filter searches is what each row has to be found by, in lower case.
func TestAFilterSearchesRowsInLowerCase(t *testing.T) {
	rows := fixed{
		Entity{Key: "src/Pool.go::Acquire", Pending: 2, Kind: "Function"}, Entity{Key: "É/ÀB.py::Größe"}, Entity{}, Entity{Key: "a\xffB.go::ΣΑΣ", Stale: "edited"},
	}
	for i, got := range lowered(rows) {
		if want := strings.ToLower(rows[i].Match()); got != want {
			t.Errorf("row %d is searched as %q, want %q", i, got, want)
		}
	}
}

func TestATitleWithoutRoomLeavesWholeCountsOut(t *testing.T) {
	theme := NewTheme(true, termenv.Ascii, true)
	for room, want := range map[int]string{40: "3 Stale 2 - 1 vanished - 1 unreadable", 30: "3 Stale 2 - 1 vanished ~", 20: "3 Stale 2 ~", 5: "3 Stale 2 ~"} {
		if got := (Block{Title: "3 Stale 2 - 1 vanished - 1 unreadable"}).heading(room, theme); got != want {
			t.Errorf("in %d columns the title is %q, want %q", room, got, want)
		}
	}
	if got := (Block{Title: "5 Activity - point a client at it"}).heading(12, theme); got != "5 Activity - point a client at it" {
		t.Errorf("what is no count is left out: %q", got)
	}
	if say := Undecided("a accepts it, x rejects it: much smaller than before, in many words", theme, 44); !strings.HasPrefix(NewDoc(say).Text(), "a accepts it, x rejects it   esc back") {
		t.Errorf("without room for the reason it says %q", say)
	}
}

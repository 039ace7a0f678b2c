package views

import (
	"slices"
	"strings"
)

// Gates is the record of one decision: every check with its numbers (TSLP 6, 15.5).
type Gates struct {
	Decision string // promote, propose, unchanged; "" for none on record
	Grant    string
	Base     string
	Checks   []Check
	Reasons  []string
}

// Check is one line of a gate report.
type Check struct {
	Name, Gate string
	Pass       bool
	Detail     string
	Was, Now   int
}

// gateTitles are the gates in the order in which they are judged.
var gateTitles = []struct{ gate, title string }{
	{"ETV", "ETV  external truth"},
	{"A", "Gate A  structural proof, all must pass"},
	{"B", "Gate B  authority grant, one is enough"},
}

// open reports whether a gate opened: gate B by any check, the others by all.
func (g Gates) open(gate string) bool {
	any, all := false, true
	for _, c := range g.Checks {
		if c.Gate == gate {
			any = any || c.Pass
			all = all && c.Pass
		}
	}
	if gate == "B" {
		return any
	}
	return all
}

// failed are the checks that kept the gates shut; an unused grant of gate B is
// no failure where another was given.
func (g Gates) failed() []Check {
	var out []Check
	for _, c := range g.Checks {
		if !c.Pass && !(c.Gate == "B" && g.open("B")) {
			out = append(out, c)
		}
	}
	return out
}

// verdict says what was decided, in words.
func (g Gates) verdict() string {
	switch g.Decision {
	case "promote":
		if g.Grant != "" {
			return "Accepted: " + Because(g.Grant, "")
		}
		return "Accepted"
	case "propose":
		return "Waits for your review"
	case "unchanged":
		return "Unchanged: this is the current code already"
	case "":
		return "No gate report on record"
	}
	return g.Decision
}

// Doc is the whole report.
func (g Gates) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	d.Add(t.Strong.On(Clean(g.verdict())))
	if g.Base != "" {
		d.Add(t.Dim.On("Compared with the version before, artifact " + ShortHash(g.Base, t)))
	}
	for _, r := range g.Reasons {
		d.Prose(t.Warn, Plain(r), 0, w)
	}
	for _, gate := range gateTitles {
		g.section(d, gate.gate, gate.title, t, w)
	}
	return d
}

func (g Gates) section(d *Doc, gate, title string, t *Theme, w int) {
	first := true
	for _, c := range g.Checks {
		if c.Gate != gate {
			continue
		}
		if first {
			d.Add("")
			d.Add(t.Title.On(title))
			first = false
		}
		c.add(d, t, w, c.Pass || gate == "B" && g.open("B"))
	}
}

// add appends "✗ parity symbols  lost 2 of 5  5 → 3"; where fine is true, a check
// that did not pass is no fault.
func (c Check) add(d *Doc, t *Theme, w int, fine bool) {
	const nameWidth = 18
	glyph, ink := t.Glyphs.Pass, t.Good
	switch {
	case !c.Pass && fine:
		glyph, ink = t.Glyphs.Bullet, t.Dim
	case !c.Pass:
		glyph, ink = t.Glyphs.Fail, t.Bad
	}
	detail := Plain(c.Detail)
	was, now := itoa(c.Was), itoa(c.Now)
	if (c.Was != 0 || c.Now != 0) && !(strings.Contains(detail, was) && strings.Contains(detail, now)) {
		detail += "  " + was + " " + t.Glyphs.Arrow + " " + now
	}
	var l Line
	l.Put(ink, glyph+" ").Put(Paint{}, strings.ReplaceAll(c.Name, "_", " ")).To(2 + nameWidth).Gap(1)
	rest := Wrap(detail, max(w-l.Width(), 12))
	text := t.Dim
	if !c.Pass && !fine {
		text = Paint{}
	}
	for i, part := range rest {
		if i == 0 {
			d.Add(l.String() + text.On(part))
		} else {
			d.Add(spaces(l.Width()) + text.On(part))
		}
	}
	if len(rest) == 0 {
		d.Add(l.String())
	}
}

// Brief is the report in a few lines: what failed, with its numbers, and how
// much passed. What was said before is not repeated. At most maxLines lines.
func (g Gates) Brief(t *Theme, w, maxLines int, said []string) []string {
	d := &Doc{}
	for _, c := range g.failed() {
		c.Name = checkName(c.Name)
		if slices.Contains(said, c.Detail) {
			c.Detail = ""
		}
		c.add(d, t, w, false)
	}
	var names []string
	for _, c := range g.Checks {
		if c.Pass {
			names = append(names, checkName(c.Name))
		}
	}
	if len(names) > 0 {
		d.Prose(t.Dim, Count(len(names), "check", "checks")+" passed: "+strings.Join(names, ", "), 2, w)
	}
	lines := make([]string, 0, maxLines)
	for i, l := range d.lines {
		if i == maxLines-1 && len(d.lines) > maxLines {
			more := "  " + Count(len(d.lines)-i, "more line", "more lines")
			if tells := more + ": esc, then v shows all checks"; width(tells) <= w {
				more = tells
			}
			return append(lines, t.Dim.On(more))
		}
		lines = append(lines, l.s)
	}
	return lines
}

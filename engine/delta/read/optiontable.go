package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// optionTable reads a comparison: a table whose columns or rows are the
// options, with a question which one it shall be.
func (r *reader) optionTable() {
	asks := r.asksWhich() || r.comparing()
	var rows [][]string
	list, topic, intro := 0, "", ""
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind != prose.Row || list != 0 && p.List != list {
			continue
		}
		if list == 0 {
			list, topic, intro = p.List, p.heading, p.intro
			if topic == "" {
				topic = lastSentence(p.intro)
			}
		}
		rows = append(rows, p.Cells)
	}
	if len(rows) < 2 || len(rows[0]) < 2 || r.laidOutBelow(list) {
		return
	}
	head := rows[0]
	at := optionColumn(rows)
	var names []string
	for _, row := range rows[1:] {
		if at < len(row) {
			names = append(names, row[at])
		}
	}
	if !asks && !introducesWays(intro) && !asksAbove(intro, names) && !asksWish(intro) && !countsRows(intro, names) && (len(head) < 3 || strings.TrimSpace(head[0]) != "" || len(rows) < 3 || !decisive(topic)) {
		return
	}
	if len(head) >= 3 && (aspects(head[1:]) < aspects(names) || aspects(head[1:]) == aspects(names) && capitals(head[1:]) > capitals(names)) && strings.TrimSpace(head[0]) == "" {
		names = head[1:] // the options are the columns
	}
	if len(head) >= 3 || strings.Contains(strings.ToLower(head[0]), "option") {
		r.branch(topic, names)
	}
}

// countsRows tells an introduction to a table that counts its rows as options: "two
// repairs are possible:".
func countsRows(intro string, names []string) bool {
	if !strings.HasSuffix(strings.TrimSpace(intro), ":") || !tersely(names) {
		return false
	}
	for s := range english.Each(lastSentence(intro)) {
		if c := &s.Clauses[len(s.Clauses)-1]; countsOptions(c) || c.Has(english.Options) && c.Number() && !pastTense(c) {
			return true
		}
	}
	return false
}

// laidOutBelow tells that the prose below a table counts up options of its own: what
// the turn asks is about them.
func (r *reader) laidOutBelow(list int) bool {
	below := false
	for i := range r.passages {
		p := &r.passages[i]
		if p.Kind == prose.Row {
			below = below || p.List == list
			continue
		}
		for k := range p.sentences {
			if below && slices.ContainsFunc(p.sentences[k].Clauses, optionHead) {
				return true
			}
		}
	}
	return false
}

// optionNames reads options that the prose sets in bold, where the turn asks
// which one it shall be.
func (r *reader) optionNames() {
	if r.proposed(delta.BranchCreatedKind) {
		return
	}
	if !r.asksWhich() {
		r.bothNamed()
		return
	}
	var names []string
	topic := ""
	for i := range r.passages {
		if p := &r.passages[i]; p.Kind == prose.Paragraph {
			for _, s := range p.Strong {
				if line := behindLabel(s, p.Text); line != "" {
					s = line
				} else if i := strings.Index(p.Text, s); i >= 0 {
					s = p.Text[i : i+len(s)+descriptionAfter(p.Text[i+len(s):])]
				}
				if !slices.Contains(names, s) {
					names = append(names, s)
				}
			}
			if topic == "" && len(p.sentences) > 0 {
				topic = p.sentences[0].Text
			}
		}
	}
	if len(names) >= 2 && len(names) <= 4 {
		r.branch(topic, names)
	}
}

// behindLabel is what a line says behind a label that tells nothing, "" where the
// name is no such label: "Option A: rewrite it".
func behindLabel(name, text string) string {
	label := strings.Fields(strings.TrimRight(name, ":. "))
	if len(label) != 2 || len(label[1]) != 1 || !slices.Contains([]string{"option", "variant", "plan", "approach", "alternative", "choice"}, strings.ToLower(label[0])) {
		return ""
	}
	_, rest, _ := strings.Cut(text, label[0]+" "+label[1])
	rest, _, _ = strings.Cut(rest, "\n")
	return strings.Trim(rest, " :.–—-")
}

// aspectWords are what options are compared by.
var aspectWords = english.Content("effort reach cost costs price speed size pros cons pro con advantage disadvantage risk complexity maturity ecosystem performance license licence notes time latency memory quality support fast small ease setup build bundle config start learning curve maintenance weight capacity distance community documentation security comment remarks strength weakness good bad work")

// aspects counts the names that are aspects of a comparison.
func aspects(names []string) int {
	n := 0
	for _, name := range names {
		if english.Shared(english.Content(name), aspectWords) > 0 {
			n++
		}
	}
	return n
}

func (r *reader) comparing() bool {
	for _, u := range r.units() {
		if u.Asked && u.HasWord("prefer", "rather", "which") {
			return true
		}
	}
	return false
}

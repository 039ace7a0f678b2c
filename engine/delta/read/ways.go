package read

import (
	"strings"

	"holdfast/engine/delta/english"
)

// Words of an introduction to options: what they are called, how those are called
// that everybody knows, and how somebody has them in mind.
var (
	wayNouns  = classOf("options alternatives candidates choices possibilities contenders routes variants ways approaches roads paths directions avenues solutions strategies")
	makeNouns = classOf("tools libraries services frameworks engines formats products programs systems models methods layouts designs styles providers packages places databases platforms names hosts types kinds schemes")
	wellKnown = classOf("usual common typical popular obvious possible realistic classic sensible reasonable natural likely conceivable")
	inMind    = classOf("think imagine consider considering see mind picture recommend eligible question")
)

// introducesWays tells an introduction to a list or a table that calls what stands in
// it options: "I can think of these tools:", "these are the usual roads:".
func introducesWays(intro string) bool {
	intro = strings.TrimSpace(intro)
	if !strings.HasSuffix(intro, ":") {
		return false
	}
	ss := english.Sentences(intro)
	if len(ss) == 0 {
		return false
	}
	last := ss[len(ss)-1].Clauses
	c := &last[len(last)-1]
	if pastTense(c) || c.Negated() || c.Has(english.Done, english.Chosen) || c.HasWord("both", "all", "already", "now", "today") {
		return false
	}
	ways, makes := wayNouns.in(c), makeNouns.in(c)
	if !ways && !makes {
		return false
	}
	thinks := inMind.in(c) || c.HasWord("could", "would", "might") && !c.HasWord("i")
	pointed := c.HasWord("these", "following", "here") || c.Verb < 0
	known := wellKnown.in(c)
	switch {
	case ways && (known && (pointed || c.HasWord("the")) || thinks):
	case makes && (known && pointed || thinks && c.HasWord("these", "following", "several", "some", "two", "three", "four")):
	default:
		return false
	}
	return !c.Has(english.Promise) && !c.HasWord("use", "using", "used", "uses", "have")
}

// numbersWeighed tells that a paragraph of the turn weighs the items of a list by their
// numbers: "2 leaves garbage behind, 3 costs time".
func (r *reader) numbersWeighed(items int) bool {
	n := 0
	for _, u := range r.units() {
		i := start(u.Clause)
		if w := u.Word(i); u.p.Kind != 0 || u.Verb != i+1 || len(w) != 1 || w[0] < '1' || int(w[0]-'0') > items || pastTense(u.Clause) || u.Asked {
			continue
		}
		if v, ok := u.VerbAt(u.Verb); ok && !u.Has(english.Done, english.Defer) && v.Lemma != "depend" && v.Lemma != "wait" && v.Lemma != "follow" && v.Lemma != "come" && v.Lemma != "start" && u.HasWord(tradeoffs...) {
			n++
		}
	}
	return n > 1
}

package english

import "strings"

// day is what a word has to do with days.
type day uint8

const (
	names day = 1 << iota // a day or a month
	maybe                 // a month that is a verb as well
	span                  // a stretch of time that has an end
)

// calendar lists the words for days.
func calendar() map[string]day {
	out := map[string]day{}
	note := func(d day, words string) {
		for _, w := range strings.Fields(words) {
			out[w] |= d
		}
	}
	note(names, `january february april june july august september october november december jan feb apr jun jul aug sept oct nov dec
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
christmas easter xmas thanksgiving carnival`)
	note(maybe|span, "may march mar sep")
	note(span, "week month quarter q1 q2 q3 q4 year day sprint term semester season summer winter spring autumn")
	return out
}

// Dated tells that a clause names a day: "june 12", "the 14th", "Friday", "end
// of the month".
func (c *Clause) Dated() bool { return c.dated }

// Dated tells that a text names a day.
func Dated(text string) bool {
	r := enter()
	defer r.leave()
	tokens, _ := r.tokenize(text)
	return dated(tokens)
}

func dated(tokens []Token) bool {
	for i := range tokens {
		t := &tokens[i]
		if t.Quoted || t.Class == Punct || t.Class == Code {
			continue
		}
		w := t.Word
		if t.Class == Number {
			if ordinalDay(w) || len(w) == 10 && w[4] == '-' && w[7] == '-' {
				return true
			}
			continue
		}
		if w == "end" && i+2 < len(tokens) && tokens[i+1].Word == "of" {
			if tokens[i+2].lexeme().day&span != 0 || tokens[min(i+3, len(tokens)-1)].lexeme().day&span != 0 {
				return true
			}
			continue
		}
		switch d := t.lexeme().day; {
		case d&names != 0:
			return true
		case d&maybe != 0:
			if i > 0 && (tokens[i-1].Class == Number || tokens[i-1].Word == "in" || tokens[i-1].Word == "of" || tokens[i-1].Word == "until" || tokens[i-1].Word == "by") || i+1 < len(tokens) && tokens[i+1].Class == Number {
				return true
			}
		}
	}
	return false
}

// ordinalDay tells "14th", "2nd".
func ordinalDay(w string) bool {
	if len(w) < 3 || len(w) > 4 {
		return false
	}
	switch w[len(w)-2:] {
	case "st", "nd", "rd", "th":
		return strings.Trim(w[:len(w)-2], "0123456789") == ""
	}
	return false
}

// months tell by their first three letters which of the year they are.
const months = "jan feb mar apr may jun jul aug sep oct nov dec"

// DayOf is how far into a year the day is that a text names by its month, or 0:
// "june 12", "the end of March".
func DayOf(text string) int {
	r := enter()
	defer r.leave()
	tokens, _ := r.tokenize(text)
	if !dated(tokens) {
		return 0
	}
	for i := range tokens {
		t := &tokens[i]
		if len(t.Word) < 3 || t.Class != Word || t.lexeme().day&names == 0 && t.Word != "may" && t.Word != "march" && t.Word != "mar" && t.Word != "sep" {
			continue
		}
		at := strings.Index(months, t.Word[:3])
		if at < 0 || at%4 != 0 || t.Word == "monday" || t.Word == "mondays" {
			continue
		}
		day := 15
		for _, k := range []int{i + 1, i - 1, i - 2} {
			if k < 0 || k >= len(tokens) {
				continue
			}
			if w := strings.TrimRight(tokens[k].Word, "sthndr."); tokens[k].Class == Number && len(w) <= 2 && strings.Trim(w, "0123456789") == "" {
				day = 0
				for _, digit := range w {
					day = 10*day + int(digit-'0')
				}
				break
			}
			if w := tokens[k].Word; w == "end" || w == "late" {
				day = 30
			} else if w == "early" || w == "beginning" {
				day = 3
			}
		}
		return at/4*32 + day
	}
	return 0
}

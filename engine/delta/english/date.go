package english

import "strings"

var (
	monthNames  = set("january february april june july august september october november december jan feb apr jun jul aug sept oct nov dec")
	monthOrVerb = set("may march mar sep")
	weekdays    = set("monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays")
	feasts      = set("christmas easter xmas thanksgiving carnival")
	spans       = set("week month quarter year day sprint term semester season summer winter spring autumn")
)

// Dated tells that a clause names a day: "june 12", "the 14th", "Friday", "end
// of the month".
func (c *Clause) Dated() bool { return dated(c.Tokens) }

// Dated tells that a text names a day.
func Dated(text string) bool { return dated(Tokens(text)) }

func dated(tokens []Token) bool {
	for i, t := range tokens {
		if t.Quoted || t.Class == Punct {
			continue
		}
		w := t.Word
		near := i > 0 && tokens[i-1].Class == Number || i+1 < len(tokens) && tokens[i+1].Class == Number
		switch {
		case monthNames[w], weekdays[w], feasts[w], monthOrVerb[w] && (near || i > 0 && (tokens[i-1].Word == "in" || tokens[i-1].Word == "of" || tokens[i-1].Word == "until" || tokens[i-1].Word == "by")):
			return true
		case t.Class == Number && ordinalDay(w):
			return true
		case t.Class == Number && len(w) == 10 && w[4] == '-' && w[7] == '-':
			return true
		case w == "end" && i+2 < len(tokens) && tokens[i+1].Word == "of":
			last := tokens[min(i+3, len(tokens)-1)].Word
			if spans[tokens[i+2].Word] || spans[last] || monthOrVerb[tokens[i+2].Word] {
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
	end := w[len(w)-2:]
	return (end == "st" || end == "nd" || end == "rd" || end == "th") && strings.Trim(w[:len(w)-2], "0123456789") == ""
}

package read

import (
	"holdfast/engine/delta/english"
)

// otherValue tells that a statement names a thing by another name or number
// than the assumption does.
func otherValue(c *english.Clause, assumed string) bool {
	named, same := 0, 0
	old := english.Tokens(assumed)
	for _, t := range c.Tokens {
		if t.Class != english.Code && t.Class != english.Number {
			continue
		}
		named++
		for _, o := range old {
			if o.Word == t.Word {
				same++
			}
		}
	}
	for _, o := range old {
		if (o.Class == english.Code || o.Class == english.Number) && named > 0 && same == 0 {
			return true
		}
	}
	return otherCount(c.Tokens, old)
}

// otherCount tells that a statement counts something differently in words: "one tab" for
// "two tabs".
func otherCount(tokens, old []english.Token) bool {
	for i := 0; i+1 < len(tokens); i++ {
		if !english.IsNumeral(tokens[i].Word) {
			continue
		}
		for k := 0; k+1 < len(old); k++ {
			if english.IsNumeral(old[k].Word) && old[k].Word != tokens[i].Word && english.Shared(english.ContentOf(tokens[i+1:i+2]), english.ContentOf(old[k+1:k+2])) > 0 {
				return true
			}
		}
	}
	return false
}

// lacksOther tells that what a clause denies is that something has what the suspicion
// does not speak of: "the cache has no limit".
func lacksOther(c *english.Clause, h *entry) bool {
	if v := c.Word(c.Verb); v != "has" && v != "have" || c.Word(c.Verb+1) != "no" {
		return false
	}
	return english.Shared(english.ContentOf(c.Tokens[c.Verb+2:]), h.stems) == 0
}

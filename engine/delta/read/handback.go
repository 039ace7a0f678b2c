package read

import "holdfast/engine/delta/english"

// handing are words by which somebody leaves a choice to the other speaker.
var handing = english.PhrasesOf("your call", "your pick", "your choice", "your decision", "your turn to choose", "you decide", "you choose", "you pick", "you can decide", "you can choose", "you can pick",
	"up to you", "pick one", "choose one", "pick whichever", "pick whatever", "choose whichever", "take whichever", "take whatever", "use whatever", "whatever you", "whichever you", "what you think is best", "as you like", "as you wish", "as you see fit",
	"surprise me", "you are the expert", "you are the engineer", "you are the boss", "you know better", "you know best", "the faintest", "the foggiest", "no clue", "no preference", "no strong opinion", "no opinion", "beats me", "do not care", "do not mind", "does not matter", "no matter to me",
	"you tell me", "pick any", "pick some", "choose any", "take one", "take either", "choose for me", "pick for me", "decide for me", "pick your", "choose your", "flip a coin", "toss a coin", "roll a dice", "roll the dice", "dealer choice", "leave this to you", "leave the choice to", "either is fine", "either works", "both are fine with me", "any is fine", "no strong preference", "no strong feelings", "what you like", "convince me", "you are the developer", "you are the dev", "you are the programmer", "you are the doctor", "you are the pro", "you are the professional", "you are the specialist", "all the same to me", "trust you with", "trust your judgement", "trust your judgment", "trust your taste",
	"i trust you", "i leave it to you", "i leave that to you", "leave it to you", "leave that to you")

// handingStems are stems of those words, not of what is left to somebody.
var handingStems = english.Content("call pick choice decision turn choose decide think best like wish see fit surprise expert engineer boss know better faintest foggiest clue preference strong opinion beats care mind matter trust leave honestly really rest")

// handsOver tells that a clause leaves a choice to the other speaker.
func handsOver(c *english.Clause) bool { return c.HasPhrase(handing) && !c.Asked }

// keepingOpen are words by which somebody says that nothing is settled.
var keepingOpen = english.PhrasesOf("treat it as open", "treat that as open", "treat this as open")

// keepsOpen tells that a clause has something taken for open.
func keepsOpen(c *english.Clause) bool { return c.HasPhrase(keepingOpen) }

// handedOver tells that what follows a clause leaves to the other speaker what the
// clause seems to settle: it does so without a topic, or speaks of the same.
func (r *reader) handedOver(u unit, about []string) bool {
	all := r.units()
	if r.lastHanded.in(all, handsOver) < u.n {
		return false
	}
	for _, o := range all[u.n:] {
		if o.p != u.p && len(r.replies) > 0 || !handsOver(o.Clause) || o.HasWord("rest", "others", "remaining", "else") {
			continue
		}
		topic := minus(o.Content(), handingStems)
		if b := o.before(); len(topic) == 0 && b != nil && turnsTo(b) {
			topic = b.Content()
		}
		if o.Clause == u.Clause || len(topic) == 0 || english.Shared(topic, about) > 0 {
			return true
		}
	}
	return false
}

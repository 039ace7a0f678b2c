package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// imposings are words that bind, wherever they stand in a clause.
var imposings = phraseTableOf(
	"am|is|are bound|obliged|obligated|compelled|required|legally by|to", "am|is|are legally|contractually bound|obliged|required to", "am|is|are not|never to", "is|are to be", "is|are never|always|only to be",
	"will|would|does|do not let|allow|permit us|me|you|that|it|them|any|anything|anyone|more|a|the", "can not|never go over|above|beyond|below|under", "got to", "has|have got to", "may not pass|exceed|top|cross", "shall not pass|exceed|top|cross",
	"is|are strictly? untouchable|sacred|sacrosanct|taboo|verboten|frozen|inviolable|holy|law|gospel|off-limits|fixed", "is|are set|carved|cast in stone|concrete", "is|are nailed down", "is|are not up for discussion|debate|negotiation", "is|are out of the question", "is|are a no-no|no-go|must|dealbreaker",
	"stays|stay|remains|remain out|clear of", "stays|stay|remains|remain away from", "stays|stay|remains|remain off|within|inside|below|under", "stay|steer|keep clear of", "stay|keep away from", "stay|keep off the|our|my", "not one|a word|cent|penny|byte|character|day more|beyond|over|of|longer", "not one|a single word|cent|penny|byte|character more|beyond|over|of|longer?",
	"for|pay|pays|spend|spends nothing beyond|above|over|more", "nothing beyond|above|over", "is|are all there|i|we is|have|got|get", "is|are all i|we have|got|get", "is|are the most we|i|a|you|they|it", "there is a hard? cap|ceiling|limit|maximum of|on|at", "has|have ruled that", "is|are a|my|our principle|rule of|here|for|in", "is|are the rule here|for|in", "policy|rule is that?", "our|my|party|hard line is that?",
	"only|one condition is|: that?", "is|are allergic to", "am allergic|partial to", "in as few|little as", "as few|little|small|short|simple|plain *", "does|do not want|wish any|popups", "is|are not accepted|tolerated|acceptable|permitted|allowed|admissible", "by law|contract|statute|decree",
)

// imposing are verbs with which somebody or something sets a rule.
var imposing = classOf("forbids forbid prohibits prohibit bans disallows outlaws vetoed demands dictates mandates prescribes stipulates requires")

// events are what deadlines are of.
var events = []string{"hand-in", "handin", "submission", "delivery", "launch", "release", "go-live", "cutoff", "cut-off", "handover", "deadline", "rollout", "cutover", "migration", "move", "premiere", "exam", "vernissage"}

var eventStems = english.Content(strings.Join(events, " ") + " branch registration window call bidding")

// unbinding are words beside which nothing binds: of what was, of what would be, of
// what somebody else wrote.
var unbinding = classOf("long yesterday page specification spec docs manual they would could might used")

// lapsed are words for what is in force no longer.
var lapsed = classOf("history lifted void obsolete dead gone moot cancelled canceled dropped scrapped")

// imposed reads a rule that a power outside sets, or by words that bind without
// a "must": "the permit forbids digging below 3 m", "the old URLs are sacred",
// "invoices are to be kept for ten years", "no farm pays more than 60".
func imposed(u unit) bool {
	c := u.Clause
	if c.Asked || c.Lead.Dependent() || c.Has(english.Hedge, english.History, english.Sarcasm, english.Undecided, english.Someday) || pastTense(c) || len(c.Content()) < 2 || c.Has(english.Retire) && lapsed.in(c) || unbinding.in(c) || handedOn(u) {
		return false
	}
	i := start(c)
	if at := i + 2; c.Word(i) == "from" && (c.Word(at) == ":" || c.Word(at+1) == ":") {
		i = c.Index(":") + 1 // "from the bank: every …"
	}
	subject := c.Word(i)
	if subject == "it" && c.HasWord("seems") || subject == "you" && c.HasWord("be") || subject == "he" || subject == "she" {
		return false
	}
	binds := imposings.begin(c)
	tokens := c.Tokens
	if !binds && !imposing.in(c) {
		tokens = nil
	}
	for k := range tokens {
		t := &tokens[k]
		if t.Quoted {
			continue
		}
		at := 0
		if binds {
			at = imposings.after(c, k)
		}
		if at > 0 && at < len(c.Tokens) || at == len(c.Tokens) && at > 0 && k > i {
			if v, ok := c.VerbAt(at); ok && c.Word(at-1) == "be" && once(v.Lemma) {
				return false // work to be done
			}
			return !(subject == "i" && c.Word(k) != "am" && c.Word(k) != "do")
		}
		if k > i && k <= 6 && (c.Verb == k || c.Verb < 0) && t.Is(imposing.WordSet) && subject != "i" && !c.Negated() && k+1 < len(c.Tokens) {
			return true
		}
	}
	v := c.Word(c.Verb)
	switch {
	case subject == "no" && c.Verb > i+1 && c.Verb <= i+4 && c.Has(english.Limit) && c.Number():
		return !english.IsBe(v)
	case (subject == "anything" || subject == "everything" || subject == "every" || subject == "each" || subject == "all") && c.Verb > i:
		return v == "needs" || v == "need" || v == "carries"
	case slices.Contains(events, subject) && c.Verb == i+1 && english.IsBe(v) && c.Dated():
		return true
	case subject == "the" && slices.Contains(events, c.Word(i+1)) && c.Verb == i+2 && english.IsBe(v) && c.Dated():
		return true
	case subject == "we" && c.Word(i+1) == "do" && c.Word(i+2) == "not" && c.HasWord("ever"):
		return true
	case subject == "i" && c.Word(i+1) == "do" && c.Word(i+2) == "not" && c.Word(i+3) == "want" && c.Word(i+4) != "to" && c.Word(i+4) != "it" && c.Word(i+4) != "that" && c.Word(i+4) != "you" && c.Word(i+4) != "this" && len(c.Content()) >= 2:
		return true
	case subject == "i" && c.HasWord("rather", "prefer") && (c.HasWord("not", "no") || c.HasWord("stay", "keep", "stick")) && len(c.Content()) >= 2:
		return true
	}
	return false
}

// handedOn tells that a sentence hands on the rules of somebody else: a list that
// was read, a game, a quotation.
func handedOn(u unit) bool {
	first := &u.s.Clauses[0]
	for i := range first.Tokens {
		t := &first.Tokens[i]
		if i > 6 || t.Word == ":" {
			break
		}
		switch t.Word {
		case "number":
			if next := i + 1; next < len(first.Tokens) && (first.Tokens[next].Class == english.Number || english.IsNumeral(first.Word(next)) || first.Word(next) == ":") {
				return true // "number one: …"
			}
		case "commandment", "commandments", "lesson", "tip", "tips", "advice", "slogan", "motto", "quote", "joke", "memo":
			return true
		case "rules", "rule":
			if c := first.Word(i + 1); c == "of" && slices.Contains([]string{"golf", "game", "club", "thumb", "house"}, first.Word(len(first.Tokens)-1)) || c == "of" && u.Lead == english.Colon {
				return true
			}
		}
	}
	return first.HasWord("seems", "apparently", "supposedly") || u.after() != nil && u.after().HasWord("seems", "apparently")
}

// entitled reads who alone may do what was asked about: "who may see invoices?" – "only the
// front desk".
func (r *reader) entitled(u unit) bool {
	if u.Verb >= 0 || u.Command || u.Asked || !r.begins(u) || len(u.Tokens) > 10 || !u.HasWord("only", "just", "nobody", "except") || len(u.Content()) == 0 && !u.HasWord("nobody", "me") || u.Has(english.Hedge, english.Undecided, english.Sarcasm) || r.turn.Role != User {
		return false
	}
	if !r.askedWho() || !entitling.among(r.last.prev) {
		return false
	}
	r.by = filling // the question says how it is meant
	return r.propose(&delta.ConstraintAdded{Creation: r.creation(r.summary(about(sentenceText(u), r.last.prev)), delta.High), Hard: true})
}

// entitling are words of a question that asks who may do something.
var entitling = classOf("may can should allowed permitted able")

package acts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// The vetoes: what is said so settles nothing, whatever the model makes of it. Each has
// a name, by which it is told and tested.

// Tentative says why a clause settles nothing for its speaker, "" where it may (gold
// rules, section 0; delta types, hypothesis_introduced).
func Tentative(c *english.Clause) string {
	switch {
	case c.Asked:
		return "asks"
	case c.Lead == english.If || c.Conditional:
		return "hangs on a condition"
	case c.Has(english.Hedge, english.Undecided, english.Assumption):
		return "is hedged"
	case c.Has(english.Someday):
		return "is a wish"
	case c.Has(english.OfferHelp, english.Suggest) && !c.Has(english.Chosen, english.Choosing):
		return "only suggests it"
	case c.Has(english.Lean) && !c.Has(english.Choosing):
		return "only leans towards it"
	case c.Has(english.Sarcasm, english.Hearsay, english.History) || c.Report != nil && c.Report.Distant || Borrowed(c):
		return "is not the speaker's own"
	}
	return ""
}

// Borrowed reports whether more than half of a clause stands in quotation marks.
func Borrowed(c *english.Clause) bool {
	quoted := 0
	for _, t := range c.Tokens {
		if t.Quoted {
			quoted++
		}
	}
	return quoted > 2 && 2*quoted > len(c.Tokens)
}

// Joked reports whether a sentence means the opposite by the signs of chats.
func Joked(s *english.Sentence) bool {
	return strings.Contains(s.Text, "🙃") || strings.HasSuffix(strings.TrimSpace(s.Text), "/s")
}

// vetoed says why a unit must not make an act's item, "" where it may.
func (r *reader) vetoed(i int, a Act) string {
	u := &r.units[i]
	if why := r.noSpeech(i, a); why != "" {
		return why
	}
	if a == Float || a == Branch {
		return ""
	}
	if Joked(u.sentence) {
		return "jokes"
	}
	why := Tentative(u.clause)
	settles := a == Decide || a == Redecide || a == State || a == Rule || a == Rerule
	switch {
	case why == "asks" && a == Open && !u.clause.Command && !u.clause.Has(english.Request, english.LetUs):
		return "asks to know"
	case why == "asks" && (a == Open || a == Accept || a == Aim):
		return ""
	case why == "asks":
		return why
	case a == State && u.clause.Command:
		return "orders"
	case !settles:
		return ""
	case why != "" && !(why == "only suggests it" && r.turn.Role == User):
		return why
	case r.told[i][Float]+r.told[i][Branch] > 0.3:
		return "is an idea as likely"
	}
	return ""
}

// Bounds on what is read as somebody's own words.
const (
	longTalk  = 24 // units of a turn that nobody types
	manyItems = 6  // items of lists in a turn of the user,
	someItems = 3  // and of units beside code
	fewUnits  = 8
	longReply = 14 // units of a reply in which facts are explanations
)

// document reports whether a user's turn is a text that was written elsewhere: what is
// the user's own of it stands before the first list, heading or code.
func (p *page) document() bool {
	if p.turn.Role != User {
		return false
	}
	items, heads := 0, 0
	for i := range p.pass {
		switch p.pass[i].Kind {
		case prose.Item, prose.Row:
			items++
		case prose.Heading:
			heads++
		}
	}
	return len(p.units) > longTalk || items > manyItems || heads > 1 || p.code && (items >= someItems || len(p.units) > fewUnits)
}

// continues reports whether a user's turn goes on with a text that was written
// elsewhere: turns that nobody answers are one text in several messages.
func continues(before []Turn, turn Turn) bool {
	if turn.Role != User {
		return false
	}
	from := len(before)
	for from > 0 && before[from-1].Role == User {
		from--
	}
	if from == len(before) {
		return false
	}
	text := ""
	for _, t := range before[from:] {
		text += t.Content + "\n\n"
	}
	turn.Content = text + turn.Content
	return open(turn).document()
}

// veto is a form in which a unit says nothing of its kind, whatever the model makes of it.
type veto struct {
	why   string
	holds func(r *reader, u *unit, a Act) bool
}

// forms are the vetoes by form, each with its name.
var forms = []veto{
	{"is a heading", func(r *reader, u *unit, a Act) bool {
		return u.passage.Kind == prose.Heading && (r.turn.Role == User || a != Close)
	}},
	{"is a row of a table", func(_ *reader, u *unit, a Act) bool {
		return u.passage.Kind == prose.Row && a != Branch && a != Float
	}},
	{"has no content", func(r *reader, u *unit, a Act) bool {
		return len(u.content) == 0 && (a == State || a == Rule || a == Float || a == Open) || r.turn.Role == User && (a == Aim || a == Open) && u.points()
	}},
	{"is data", func(_ *reader, u *unit, _ Act) bool { return !u.worded() }},
	{"is cut inside brackets", func(_ *reader, u *unit, _ Act) bool { return !balanced(u.text) }},
	{"holds a secret", func(_ *reader, u *unit, _ Act) bool { return Secret(u.sentence.Text) }},
	{"breaks off", func(_ *reader, u *unit, a Act) bool { return u.cut() || a != Open && u.continues() }},
	{"is one of a list", func(_ *reader, u *unit, a Act) bool { return a == Redecide && u.passage.Kind == prose.Item }},
	{"is only a name", func(r *reader, u *unit, a Act) bool {
		bare := u.clause.Verb < 0 && !u.clause.Command && !u.clause.Has(english.Choosing, english.ItIs, english.Chosen)
		return bare && (a == Decide || a == Rule && u.coded()) && !r.left.awaits() || a == Open && u.coded()
	}},
	{"is a number that answers nothing", func(r *reader, u *unit, a Act) bool {
		return a == Decide && len(withoutNumbers(u.content)) == 0 && !r.left.awaits()
	}},
	{"stands under another clause", func(r *reader, u *unit, a Act) bool {
		return r.turn.Role == User && (a == Rule || a == Open || a == Decide || a == State) && u.under()
	}},
	{"goes on with another clause", func(r *reader, u *unit, a Act) bool {
		return r.turn.Role == User && (a == Aim || a == Open || a == Rule || a == Decide) && goesOn(r.units, u)
	}},
	{"forbids", func(_ *reader, u *unit, a Act) bool { return a == Aim && u.clause.Command && u.clause.Negated() }},
	{"hangs on a condition", func(_ *reader, u *unit, a Act) bool {
		return a == Aim && slices.ContainsFunc(u.others, func(o *english.Clause) bool { return o.Lead == english.If && o.Word(0) == "if" })
	}},
	{"is to be changed", func(r *reader, u *unit, a Act) bool {
		return r.turn.Role == User && a == State && (u.clause.Lead == english.So || changes(r.units, u))
	}},
	{"tells how to do it", func(r *reader, u *unit, a Act) bool {
		own := u.clause.Word(0) == "i" && slices.Contains([]string{"should", "need", "will"}, u.clause.Word(1))
		return r.turn.Role == Assistant && a == Float && (u.clause.Word(0) == "you" || u.clause.Command || own)
	}},
	{"says what somebody cannot do", func(_ *reader, u *unit, a Act) bool { return a == Rule && u.unable() }},
	{"says what is", func(_ *reader, u *unit, a Act) bool {
		return a == Open && !u.clause.Command && slices.Contains([]string{"is", "are", "am", "was", "were"}, u.clause.Word(u.clause.Verb)) && !u.clause.Has(english.NeedWork)
	}},
	{"repeats the assistant", func(r *reader, u *unit, a Act) bool { return a != Aim && (a != Open || u.asked()) && r.repeats(u) }},
	{"finds a cause", func(_ *reader, u *unit, a Act) bool { return a == Rule && u.clause.Has(english.Cause) }},
	{"tells of oneself", func(_ *reader, u *unit, a Act) bool {
		return a == Rule && u.clause.Word(0) == "i" && u.clause.Word(1) == "can"
	}},
	{"names files", func(r *reader, u *unit, a Act) bool { return a == Aim && u.coded() && !r.left.awaits() }},
	{"only introduces", func(_ *reader, u *unit, a Act) bool {
		return a != Open && a != Aim && len(u.content) < 3 && strings.HasSuffix(u.sentence.Text, ":")
	}},
	{"shows what it has chosen", func(r *reader, u *unit, a Act) bool {
		return a == Branch && r.turn.Role == Assistant && r.code && !u.clause.Has(english.AskChoice)
	}},
	{"lists code", func(r *reader, u *unit, a Act) bool { return a == Branch && u.coded() && !u.sentence.Asked }},
	{"stands beside output", func(r *reader, u *unit, a Act) bool {
		first := u.passage == &r.pass[0] && !u.passage.Among && a != State
		return r.turn.Role == User && u.passage.Beside && !first && a != Aim && a != Accept && (a != Open || u.passage.Among)
	}},
	{"tells what happened", func(r *reader, u *unit, a Act) bool { return (a == Decide || a == Redecide) && u.happened() }},
	{"tells the assistant who it is", func(r *reader, u *unit, a Act) bool {
		return a == State && r.turn.Role == User && u.clause.Word(0) == "you"
	}},
	{"is for the client", func(r *reader, u *unit, _ Act) bool { return u == &r.units[0] && slash.MatchString(r.turn.Content) }},
	{"offers help", func(_ *reader, u *unit, a Act) bool { return a == Branch && u.clause.Has(english.OfferHelp) }},
	{"was written elsewhere", func(r *reader, u *unit, a Act) bool {
		return r.isDocument && (!r.isOwn(u) || a != Aim && a != Open && a != Rule && a != Accept)
	}},
	{"argues", func(r *reader, u *unit, a Act) bool { return a == Float && r.inLongReply(u) }},
	{"explains", func(r *reader, u *unit, a Act) bool {
		return r.turn.Role == Assistant && a == State && (len(r.units) > longReply || u.passage.Kind == prose.Item || r.code)
	}},
}

// slash is a command to the client with which a turn begins: "/clear".
var slash = regexp.MustCompile(`^\s*/[a-z][\w-]*(?:\s|$)`)

// inLongReply reports whether a unit stands in the midst of a long reply, and not at its
// end, where what waits for an answer stands.
func (r *reader) inLongReply(u *unit) bool {
	n := len(r.units)
	return r.turn.Role == Assistant && n > longReply && u.passage != r.units[n-1].passage && u.passage != r.units[n-2].passage
}

// repeats reports whether a sentence of the user is one of the turn before.
func (r *reader) repeats(u *unit) bool {
	said := u.sentence.Text
	return r.turn.Role == User && r.scene.before != nil && len(said) >= longEcho/2 && strings.Contains(r.scene.before.turn.Content, said)
}

// isOwn reports whether a unit stands before the rest of a document.
func (r *reader) isOwn(u *unit) bool { return r.own > 0 && u.passage == &r.pass[0] }

// noSpeech says why a unit is nobody's statement by its form.
func (r *reader) noSpeech(i int, a Act) string {
	u := &r.units[i]
	for _, v := range forms {
		if v.holds(r, u, a) {
			return v.why
		}
	}
	switch {
	case r.claimed:
		return ""
	case r.turn.Role == Assistant && a == Float && r.told[i][Float] < 0.45 &&
		!u.clause.Has(english.Hedge, english.Suggest, english.Lean, english.Opinion, english.Assumption):
		return "is no idea by its words"
	case r.turn.Role == User && !r.formed(u, a):
		return "has no form of its kind"
	case a == Branch && !r.choice(i):
		return "is a list of steps"
	case a == State && u.clause.Verb < 0 && !(r.turn.Role == User && r.left.asks) && r.told[i][State] < 0.6:
		return "states nothing"
	}
	return ""
}

// happened reports whether a unit tells in the past of something else than a choice.
func (u *unit) happened() bool {
	c := u.clause
	v, ok := c.VerbAt(c.Verb)
	past := ok && c.Verb > 0 && v.Form == english.Past || ok && c.Verb > 0 && v.Form == english.Past|english.Part
	return past && v.Class&english.Choose == 0 && !u.chooses() && !c.Has(english.Chosen, english.ItIs, english.Accept)
}

// cut reports whether a unit breaks off behind a word that something must follow.
func (u *unit) cut() bool {
	last := &u.clause.Tokens[len(u.clause.Tokens)-1]
	return len(u.others) == 0 && len(u.clause.Tokens) > 2 && slices.Contains([]string{"a", "an", "the", "of", "and", "or", "to", "your", "my", "its"}, last.Word)
}

// continues reports whether a unit goes on with a sentence of the line before: lines that
// an editor has wrapped.
func (u *unit) continues() bool {
	at := strings.Index(u.passage.Text, u.sentence.Text)
	if at < 2 || u.passage.Text[at-1] != '\n' || !unicode.IsLower(rune(u.sentence.Text[0])) || strings.Count(u.passage.Text, "\n") < 2 {
		return false
	}
	before := u.passage.Text[:at-1]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return len(line) > 20 && !strings.ContainsAny(line[len(line)-1:], ".!?:;")
}

// goesOn reports whether a unit without a subject goes on with a clause before it,
// behind "and" or "or", that orders nothing: "should I run it and add …", "what I did was
// move it and add …".
func goesOn(units []unit, u *unit) bool {
	at := slices.IndexFunc(units, func(o unit) bool { return o.clause == u.clause })
	if u.number == 0 || at < 1 || !u.clause.Command {
		return false
	}
	before := &units[at-1]
	from := strings.Index(u.sentence.Text, u.clause.Text)
	said := strings.Fields(u.sentence.Text[:max(0, from)])
	if len(said) == 0 || !slices.Contains([]string{"and", "or"}, strings.ToLower(said[len(said)-1])) {
		return false
	}
	c := before.clause
	return c.Asked && !c.Has(english.Request) || c.Negated() && c.Command || c.Lead == english.If ||
		before.happened() && !before.wants() || c.Word(0) == "i" && c.Has(english.Soft, english.Someday)
}

// changes reports whether one of the next things that the user says wants something done
// about what a unit tells: it orders, and speaks of the same or of "it". What is to be
// changed does not last.
func changes(units []unit, u *unit) bool {
	at := slices.IndexFunc(units, func(o unit) bool { return o.clause == u.clause })
	for i := at + 1; i < min(len(units), at+3); i++ {
		o := &units[i]
		if (o.wants() || o.clause.Command) && (english.Shared(o.content, u.content) > 0 || o.clause.HasWord("it", "them", "this", "that")) {
			return true
		}
	}
	return false
}

// points reports whether a unit only points at what is to be done: "do the following",
// "fix that".
func (u *unit) points() bool {
	n := 0
	for _, w := range u.content {
		if !slices.Contains([]string{"follow", "above", "below", "rest"}, w) {
			n++
		}
	}
	return n < 2
}

// coded reports whether all that a unit says is code, paths and figures.
func (u *unit) coded() bool {
	return !slices.ContainsFunc(u.clause.Tokens, func(t english.Token) bool { return t.Class == english.Word && english.HasContent([]english.Token{t}) })
}

// choice reports whether something about a unit says that one of several is to be
// chosen: its own "or", or words for a choice beside its list.
func (r *reader) choice(i int) bool {
	u := &r.units[i]
	if u.passage.List == 0 && len(either(u.sentence.Text)) > 1 {
		weighs := u.sentence.Asked && (r.turn.Role != User || u.weighs())
		for k := range u.sentence.Clauses {
			c := &u.sentence.Clauses[k]
			weighs = weighs || c.Has(english.Options, english.AskChoice, english.Lean, english.Hedge, english.Undecided) || c.HasWord("either")
		}
		return weighs
	}
	for k := range r.units {
		c := &r.units[k]
		last := k+2 >= len(r.units) && u.passage.List == r.lastList()
		if c.passage == u.passage || k >= i-3 && k < i && c.passage.List == 0 || last {
			if c.clause.Has(english.Options, english.Lean) || c.asked() && c.clause.Has(english.AskChoice) || c.clause.HasWord("either", "option", "options", "alternatively") {
				return true
			}
		}
	}
	return false
}

// lastList is the number of the page's last list, 0 where it has none.
func (p *page) lastList() int {
	for k := len(p.pass) - 1; k >= 0; k-- {
		if n := p.pass[k].List; n > 0 && !p.pass[k].Nested {
			return n
		}
	}
	return 0
}

// balanced reports whether the brackets and double quotes of a text are in pairs.
func balanced(text string) bool {
	open := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0 && strings.Count(text, `"`)%2 == 0 && strings.Count(text, "`")%2 == 0
}

// worded reports whether a unit is made of words rather than of signs, numbers and code.
func (u *unit) worded() bool {
	words, others, run := 0, 0, 0
	for i := range u.clause.Tokens {
		switch t := &u.clause.Tokens[i]; {
		case t.Class == english.Word || t.Class == english.Code && !strings.ContainsAny(t.Word, "(){}=;"):
			words++
			run = 0
		case t.Class == english.Punct && t.Word != "," && t.Word != "'":
			others++
			if run++; run > 3 {
				return false
			}
		case t.Class == english.Code:
			others++
		}
	}
	return others <= words+1
}

// longEcho is how many bytes of a turn that repeats the one before are no chance.
const longEcho = 60

// silent reports whether nothing is to be read of a turn: it is in another language,
// repeats what the other speaker has just said, or is the client's own question.
func silent(before []Turn, p *page) bool {
	said := strings.TrimSpace(p.turn.Content)
	if len(said) >= longEcho && p.turn.Role == User {
		for _, t := range before {
			if t.Role == Assistant && strings.Contains(squeezed(t.Content), squeezed(said)) {
				return true
			}
		}
	}
	return foreignAfter(before, p) || prompted(said)
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

// prompted reports whether a text is a command to the client with what that printed, or a
// program's question with its answer: "… (Y)es/(N)o [Yes]: y".
func prompted(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	if slash.MatchString(text) && len(strings.Fields(line)) == 1 {
		return true
	}
	return strings.Contains(text, "(yes/no") || strings.Contains(text, "(Y)es/(N)o") || strings.Contains(text, "[y/N]") || strings.Contains(text, "[Y/n]")
}

package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// question is one of several that a turn asks.
type question struct {
	text  string
	item  int  // its place in a numbered list, 0 elsewhere
	names bool // it is no question by its form, but named among what is asked for
}

// maxQuestions bounds the questions of a turn that are told apart.
const maxQuestions = 12

// questionsOf are the questions of a turn in order: the items of a list are one
// each, and where there are such, what is asked around them is none of them.
func questionsOf(ps []passage) []question {
	var items, others []question
	for i := range ps {
		p := &ps[i]
		if len(items)+len(others) >= maxQuestions || p.Kind != prose.Item && p.Kind != prose.Paragraph {
			continue
		}
		n := 0
		text := p.Text
		if p.Kind == prose.Item && p.Ordered {
			n = p.Ordinal
		} else if label, rest := numberLabel(text); label > 0 && p.Kind == prose.Paragraph {
			n, text = label, rest
		}
		switch {
		case p.Kind == prose.Item && !p.Nested || n > 0:
			if asks(p) {
				items = append(items, question{text: text, item: n})
			} else if inquires(p) {
				items = append(items, question{text: text, item: n, names: true})
			}
		default:
			for k := range p.sentences {
				if s := &p.sentences[k]; s.Marked && len(s.Content()) > 0 {
					others = append(others, question{text: s.Text})
				}
			}
		}
	}
	if len(items) > 1 {
		return items
	}
	return append(others, items...)
}

// asks tells a block with a question in it.
func asks(p *passage) bool {
	for k := range p.sentences {
		if p.sentences[k].Marked {
			return true
		}
	}
	return false
}

// numberLabel is the number that a text begins with as in a list, and the rest.
func numberLabel(text string) (int, string) {
	if len(text) < 4 || text[0] < '1' || text[0] > '9' || text[1] != '.' && text[1] != ')' && text[1] != ':' || text[2] != ' ' {
		return 0, text
	}
	return int(text[0] - '0'), text[3:]
}

// inquires tells an introduction whose list names what somebody wants to know:
// "Let me know:", "I need a few details:".
func inquires(p *passage) bool {
	return strings.HasSuffix(strings.TrimSpace(p.intro), ":") && itemsAsked.among(p.topic) && !choosers.among(p.topic)
}

// itemsAsked are words for what is still to be known or settled, choosers those of
// an introduction to options.
var (
	itemsAsked = classOf("know tell questions decisions details settle clarify need decide information info points")
	choosers   = classOf("prefer option options either which choose choices alternatives pick best")
)

// floorOn is what one question of the turn leaves for an answer, as if it were the
// only one.
func (f *floor) floorOn(q question) floor {
	if q.names {
		g := floor{id: f.id, asks: true, reads: q.text, prev: q.text, stems: english.Content(q.text)}
		switch {
		case preferring.among(q.text):
			g.wish, g.open, g.bald = q.text, true, true
		case having.among(q.text):
			g.query, g.info = q.text, true
		case settables.among(q.text):
			g.wish, g.open, g.bald = q.text, true, true
		}
		g.wares = f.waresIn(q.text)
		return g
	}
	g := floorOf(Turn{ID: f.id, Role: Assistant, Content: q.text})
	g.asks, g.asked, g.wares = true, nil, f.waresIn(q.text)
	if g.wish == "" && g.query == "" && g.polar == "" && namesOnly(q.text) {
		g.wish, g.open, g.bald, g.info = strings.TrimRight(q.text, "? "), true, true, false
	}
	return g
}

// preferring are words of what somebody shall have, having of what they have.
var (
	preferring = classOf("want like prefer prefered preferred should wish desired")
	having     = classOf("have has use uses run runs own is are current currently existing whether")
)

// namesOnly tells one of several questions that only names a thing: "Region?". Who
// asks so goes through what is to be settled.
func namesOnly(text string) bool {
	ss := english.Sentences(text)
	if len(ss) != 1 || !ss[0].Marked || len(ss[0].Clauses) > 2 {
		return false
	}
	c := &ss[0].Clauses[0]
	return c.Verb < 0 && !c.Command && len(c.Tokens) <= 5 && len(c.Content()) > 0 && !clarifying.in(c) && !polars.Holds(c.Word(0))
}

// asksValue tells a question that only names what shall get a value: "which
// license?", "how many retries?", "font size?".
func asksValue(c *english.Clause) bool {
	if c.Verb >= 0 && !endsInNoun(c) || c.Command || len(c.Tokens) > 9 || c.HasWord("or") {
		return false
	}
	i := 0
	for slices.Contains([]string{"and", "or", "so", "then", "first", "next", "also", "finally", "last", ",", ":", "the", "your"}, c.Word(i)) {
		i++
	}
	switch w := c.Word(i); {
	case w == "in" || w == "on" || w == "at" || w == "for" || w == "with" || w == "under" || w == "to":
		return (c.Word(i+1) == "which" || c.Word(i+1) == "what") && (givable(c, i+2) || w == "at" && c.Word(i+2) == "time" && i+3 == len(c.Tokens))
	case w == "which" || w == "what":
		return givable(c, i+1)
	case w == "how":
		return amounts.in(c) && (c.Word(i+1) == "many" || c.Word(i+1) == "much" || c.Word(i+1) == "long" || c.Word(i+1) == "often")
	}
	return c.First && len(c.Tokens)-i <= 5 && c.Word(i) != "a" && c.Word(i) != "an" && !c.Negated() && settables.in(c)
}

// endsInNoun tells a question whose verb is none, since nothing follows it and what
// asks stands right before it: "how many copies?", "which format?".
func endsInNoun(c *english.Clause) bool {
	if c.Verb != len(c.Tokens)-1 || c.Verb < 1 {
		return false
	}
	switch c.Word(c.Verb - 1) {
	case "which", "what", "many", "much":
		return true
	}
	return false
}

// givable tells that the words from the i-th on name what can be given a value:
// what a maker gives one, or some other thing that is not asked for to understand
// what there is.
func givable(c *english.Clause, i int) bool {
	return i < len(c.Tokens) && english.HasContent(c.Tokens[i:]) && (settables.in(c) || !clarifying.in(c))
}

// settables are what is given a value by whoever makes something.
var settables = classOf(`web zone port number name names title subtitle license licence port ports database db framework library provider language languages encoding format formats protocol style
	folder directory path output level mode engine storage backend frontend image color colour colors colours palette scheme theme font size sizes width height length
	depth resolution ratio orientation currency unit units timezone zone locale algorithm auth authentication login payment hosting deployment
	convention indentation indent strategy policy schedule frequency interval timeout delay retention separator delimiter prefix suffix extension domain subdomain
	default limit maximum minimum threshold precision margin margins tone voice layout logo template structure tool stack platform layout paper
	alignment citation tense genre difficulty perspective cadence deadline budget quality bitrate compression dialect orm linter formatter`)

// amounts are what somebody who makes something has so many of.
var amounts = classOf(`retries attempts workers threads replicas columns levels lives rounds decimals digits copies backups snapshots instances players seats pages
	items rows results entries characters lines words questions tries steps seconds minutes hours days weeks months connections processes cores nodes
	points lines colours colors languages slots turns hearts ammo enemies waves cards dice chapters sections slides examples`)

// clarifying are what is asked for to understand what there is or what was meant.
var clarifying = classOf(`one ones file files error errors line lines test tests part parts page pages message messages step steps branch commit commits ticket case cases log logs version
	versions issue issues bug function method endpoint os browser browsers machine machines device devices shell row rows record table script command field
	exactly else kind sort way about happened happens now next time user users customer customers person people team teams host server servers model number
	screen button package module class job jobs query request option options of these those two them mean way ways chapter section paragraph sentence
	problem symptom symptoms situation place point bit output input result results warning warnings reason`)

// asksStanding tells a question how something is as a rule, of which the answer is
// knowledge: "how many machines do you have?", "which encoding do the files use?".
func asksStanding(c *english.Clause) bool {
	if !slices.Contains([]string{"what", "which", "how", "where", "who"}, c.Word(0)) && !slices.Contains([]string{"what", "which", "how"}, c.Word(1)) || pastTense(c) || momentary.in(c) || len(c.Tokens) > 14 || c.HasWord("or") {
		return false
	}
	for i := 1; i < len(c.Tokens); i++ {
		switch w := c.Word(i); w {
		case "have", "has", "use", "own", "keep", "deploy", "run", "host", "hold", "contain", "speak", "support", "store", "stand", "take", "cost", "weigh", "live", "sit", "come", "arrive", "belong", "produce":
			return c.HasWord("do", "does")
		case "on":
			return c.Word(i-1) == "you" && c.Word(i-2) == "are" || c.Word(i-1) == "they" && c.Word(i-2) == "are"
		case "are", "is":
			if last := c.Word(len(c.Tokens) - 1); i+1 < len(c.Tokens)-1 && (last == "on" || last == "in") && c.Word(i+1) != "it" {
				return true // "which pin is the sensor on?"
			}
			if asksWhichOf(c, i) {
				return true
			}
			if c.Word(0) == "how" && (c.Word(1) == "many" || c.Word(1) == "big" || c.Word(1) == "large" || c.Word(1) == "long") && (c.Word(i+1) == "there" || c.Word(i+1) == "in") {
				return true
			}
		}
	}
	return false
}

// asksWhichOf tells that a question with a form of "be" at i asks which one of its
// kind a thing is, how large, or where: "which version is that?", "how old is the
// boiler?", "where are the valves?".
func asksWhichOf(c *english.Clause, i int) bool {
	if i+1 >= len(c.Tokens) || c.Word(i+1) == "you" || c.Word(i+1) == "we" || c.HasWord("one", "ones", "better", "best", "going", "so", "way", "come", "plan") {
		return false
	}
	switch c.Word(0) {
	case "which", "how", "whose":
		return i > 1 && english.HasContent(c.Tokens[1:i])
	case "where":
		return i == 1
	}
	return false
}

// momentary are words of a question about what is only so for now.
var momentary = classOf("now currently just last yet try tried open happening free time left mind question questions idea ideas problem problems trouble error errors message")

// asksState tells a question how a thing is done or what is there, however many
// answers it names: nothing is to be chosen. "How is it started - cron, systemd or by
// hand?", "which formats do you get, PDF or CSV?"
func asksState(c *english.Clause) bool {
	if !c.Asked || c.HasWord("want", "wants", "prefer", "like", "need", "should", "shall", "would", "rather", "think", "best", "plan", "going", "favour", "favor", "choose", "pick") {
		return false
	}
	i := start(c)
	for c.Word(i) == "and" || c.Word(i) == "also" || c.Word(i) == "so" {
		i++
	}
	switch c.Word(i) {
	case "where":
		return auxiliary(c.Word(i+1)) && c.HasWord("come") && c.HasWord("from")
	case "how":
		return (auxiliary(c.Word(i+1)) || english.IsBe(c.Word(i+1))) && !c.HasWord("we")
	case "which", "what":
		for k := i + 2; k < len(c.Tokens) && k <= i+4; k++ {
			if auxiliary(c.Word(k)) {
				return slices.Contains([]string{"you", "they", "it", "your", "their", "the"}, c.Word(k+1)) && !c.HasWord("we", "i")
			}
		}
	}
	return false
}

// auxiliary tells the verb with which one asks what somebody does.
func auxiliary(w string) bool { return w == "do" || w == "does" || w == "did" }

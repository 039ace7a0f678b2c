package english

import "strings"

// finiteVerb is the index of the first finite verb of a clause that is no
// imperative, or -1.
func finiteVerb(tokens []Token) int {
	for k := range tokens {
		t := &tokens[k]
		l := t.lexeme()
		if t.Class != Word || t.Quoted || !l.isVerb() && !l.is(finite) {
			continue
		}
		prev := &Token{}
		if k > 0 {
			prev = &tokens[k-1]
		}
		if k > 1 && prev.is(adverb) {
			prev = &tokens[k-2]
		}
		if l.is(finite) {
			if prev.Word != "to" && !(t.Word == "can" && prev.is(determining)) {
				return k
			}
			continue
		}
		form := l.verb.Form
		if k == 0 {
			if form&Base == 0 && len(tokens) > 1 && tokens[1].Class != Punct && (form&Past != 0 || l.is(bareVerb)) {
				return 0 // a chat leaves its subject out: "ran it last night"
			}
			continue
		}
		if prev.Word == "to" || prev.is(determining|preposition|modal) || tokens[k-1].Class == Punct {
			continue
		}
		if form&(Third|Past) != 0 && !prev.is(adjective) && (form&Part == 0 || !prev.is(be)) {
			if form&Third != 0 && (k > 1 && prev.is(numeral) && tokens[k-2].lexeme().verb.Form&Base != 0 || pluralNoun(tokens, k) || l.is(plural) && endsPhrase(tokens, k, prev)) {
				continue
			}
			return k
		}
		if form&Base != 0 && (prev.is(subject) || prev.Word == "them" || prev.Word == "all" || k > 1 && (tokens[k-2].Word == "each" || tokens[k-2].Word == "every") && !l.is(nounlike)) {
			return k
		}
		if form&Base != 0 && !l.is(nounlike) && (strings.HasSuffix(prev.Word, "s") && !strings.HasSuffix(prev.Word, "ss") && !prev.is(functional) && len(prev.Word) > 3) {
			return k
		}
	}
	return -1
}

// endsPhrase tells that a form in -s at k, after prev, is rather the last word of
// a noun phrase.
func endsPhrase(tokens []Token, k int, prev *Token) bool {
	if k+1 == len(tokens) || tokens[k+1].Class == Punct || prev.is(nounlike) {
		return true
	}
	return tokens[k+1].is(preposition) && (prev.lexeme().verb.Form&Base != 0 || k > 1 && tokens[k-2].is(determining|preposition) && !prev.is(functional))
}

// adverbs stand between a subject and its verb.
var adverbs = list("just also then only simply always never now still already really actually usually often sometimes")

// bareVerbs open a chat's clause without a subject: "works now".
var bareVerbs = list("works runs builds passes looks seems needs fails compiles belongs gives takes depends sounds makes goes comes keeps has is was happens feels crashes hangs breaks")

// pluralNoun tells that a form in -s at k is rather the head of a noun phrase:
// what follows it is a verb.
func pluralNoun(tokens []Token, k int) bool {
	if k+1 >= len(tokens) {
		return false
	}
	next := tokens[k+1].lexeme()
	return next.is(finite) || next.verb.Form&(Base|Third) != 0 && next.verb.Form&Gerund == 0 && !next.is(nounlike)
}

// adjectives stand before nouns that look like verbs.
var adjectives = list("new old big small fast slow good bad hard soft own same other different main plain raw full empty first second third last next few more less many several")

// nounish verbs are nouns as often: they are imperatives only before what can
// be an object.
var nounish = list(`test file log cache plan design label document order list number name cap limit map model filter mark style theme index
script template queue stream batch pin mock stub record report sign hash package balance scale rate rank pull load store mount plot chart graph
book print export import call check build release ship lock color colour group pack light table patch buffer format cover trace monitor alert link
join route proxy forward relay cut type tag range set output input fork benchmark profile backup update upgrade support guard count sum
measure sample state run watch show look read stop ship port draft sketch research review start end open close trash bin test dump junk cost
time work fix need change raise block cook plant drill mill glue play pass answer question interview survey access return display space supply
produce contract project process mount share push poll ping search crop search highlight pilot double back air water paint bump copy clone split
point double default target pick drop kill cancel hold wait key value page post comment
weld seal tape screw bolt wash iron feed water film mix scan phone text fax brief hand fill empty drain oil flip mirror mask pad center centre average chain nest zip
subtitle caption rig texture sandbox plug peel repair clip shoot harvest sand narrow smooth shut close track chase round rip dig`)

// command tells whether a clause is an imperative, and where its verb stands.
func command(tokens []Token) (order int, ok bool) {
	i := 0
	for i < len(tokens) && (tokens[i].is(marker|noisy) || tokens[i].Word == ",") {
		i++
	}
	if i < len(tokens) && tokens[i].is(framing) {
		i += informs(tokens[i:])
	}
	if i+1 < len(tokens) && tokens[i].Word == "do" && tokens[i+1].Word == "not" {
		i += 2
	} else if i < len(tokens) && tokens[i].Word == "never" {
		i++
	}
	if k := fronted(tokens, i); k > i {
		i = k
	}
	for i < len(tokens) && (tokens[i].Word == "please" || tokens[i].Word == "just" || tokens[i].Word == "also") {
		i++
	}
	if i >= len(tokens) || tokens[i].Quoted || tokens[i].Class != Word {
		return 0, false
	}
	l := tokens[i].lexeme()
	if l.verb.Form&Base == 0 || l.is(stative) {
		return 0, false
	}
	if i > 0 && tokens[i-1].Word != "not" && l.is(functional) && len(tokens) == i+1 {
		return 0, false
	}
	if i+1 == len(tokens) {
		return i, !l.is(nounlike) || i > 0
	}
	next := &tokens[i+1]
	if next.Class == Punct {
		return i, !l.is(nounlike) && next.Word != ":"
	}
	if next.is(finite) && next.Word != "have" {
		return 0, false
	}
	if tokens[i].Word == "use" && (next.Word == "case" || next.Word == "cases" || next.Word == "of") {
		return 0, false
	}
	if next.Word == "that" && i+2 < len(tokens) && remarks.Holds(tokens[i].Word) {
		return 0, false // "note that …" states
	}
	if next.lexeme().verb.Form&Third != 0 && !next.is(plural) {
		return 0, false
	}
	if !next.is(object) && next.Class != Code && heads(tokens[i:]) {
		return 0, false
	}
	if !l.is(nounlike) {
		return i, true
	}
	if i > 0 && (tokens[i-1].Word == "never" || tokens[i-1].Word == "not" || tokens[i-1].Word == "please") && !next.is(preposition) {
		return i, true
	}
	return i, takesObject(tokens, i+1)
}

// fronted is where "please" stands behind a phrase that says what an order is about,
// or 0: "for the tiles please use the round ones".
func fronted(tokens []Token, i int) int {
	if i >= len(tokens) || !topical.Holds(tokens[i].Word) {
		return 0
	}
	for k := i + 2; k < len(tokens)-1 && k <= i+6; k++ {
		if tokens[k].Word == "please" {
			return k
		}
		if tokens[k].Class == Punct || tokens[k].is(finite|linker) {
			return 0
		}
	}
	return 0
}

// topical open a phrase that says what an order is about.
var topical = WordsOf("for in on at under behind instead")

// linkers open a clause inside another one.
var linkers = list("that which what who whom where how why when whether if until while once because so i we you they he she it there as")

// heads tells that a word that looks like an imperative is part of the subject
// of a later verb: "delete mode works", "shard 3 is slow".
func heads(tokens []Token) bool {
	v := finiteVerb(tokens)
	if v <= 0 {
		return false
	}
	for i := 1; i < v; i++ {
		if tokens[i].is(linker) || tokens[i].Class == Punct {
			return false
		}
	}
	return true
}

var remarks = WordsOf("note remember mind know consider imagine say assume suppose")

// statives are no orders.
var statives = list("need want have seem belong contain cost mean hope prefer love hate like weigh")

// nounForm are forms in -s that are plural nouns before all.
var nounForm = list("plans designs interviews tests files logs changes lists names labels documents orders numbers maps models filters marks styles themes scripts templates queues streams records reports packages rates plots charts graphs books prints exports imports calls checks builds releases locks colors colours groups tables patches formats links routes types tags ranges outputs inputs forks benchmarks profiles backups updates notes drafts sketches reviews hooks errors alerts limits states prices costs times points pages posts comments images lines rows columns texts welds seals tapes screws bolts feeds films mixes scans phones faxes briefs hands drains oils mirrors masks pads centers centres averages chains nests zips subtitles captions rigs textures plugs clips shoots screens rounds")

// objects begin what a verb can act on.
var objects = list("it them that this these those the a an our my your their his her its all both each every everything only any more some no another up out down off in by with into from to for at on and against as us me about over")

// takesObject tells whether what follows an ambiguous word makes it a verb.
func takesObject(tokens []Token, i int) bool {
	t := &tokens[i]
	if t.Class == Code || t.Class == Number || i+1 < len(tokens) && strings.HasPrefix(tokens[i+1].Word, "=") { // TZ=UTC
		return finiteVerb(tokens[i:]) < 0
	}
	if !t.is(object) {
		return false
	}
	if t.is(preposition) || t.Word == "and" {
		return finiteVerb(tokens) < 0
	}
	return true
}

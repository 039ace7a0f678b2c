package english

import "strings"

// finiteVerb is the index of the first finite verb of a clause that is no
// imperative, or -1.
func finiteVerb(tokens []Token) int {
	for k, t := range tokens {
		if t.Class != Word || t.Quoted {
			continue
		}
		prev := ""
		if k > 0 {
			prev = tokens[k-1].Word
		}
		if k > 1 && adverbs[prev] {
			prev = tokens[k-2].Word
		}
		if IsFinite(t.Word) {
			if prev != "to" && !(t.Word == "can" && determiner[prev]) {
				return k
			}
			continue
		}
		v, ok := verbs[t.Word]
		if ok && k == 0 && v.Form&Base == 0 && len(tokens) > 1 && tokens[1].Class != Punct && (v.Form&Past != 0 || bareVerbs[t.Word]) {
			return 0 // a chat leaves its subject out: "ran it last night"
		}
		if !ok || k == 0 || prev == "to" || determiner[prev] || preps[prev] || IsModal(prev) || tokens[k-1].Class == Punct {
			continue
		}
		if v.Form&(Third|Past) != 0 && !isAdjective(prev) && (v.Form&Part == 0 || !IsBe(prev)) {
			if v.Form&Third != 0 && (pluralNoun(tokens, k) || nounForm[t.Word] && (k+1 == len(tokens) || tokens[k+1].Class == Punct || nounish[prev] || preps[tokens[k+1].Word] && (baseVerb(prev) || k > 1 && determiner[tokens[k-2].Word] && !function[prev]))) {
				continue
			}
			return k
		}
		if v.Form&Base != 0 && (subjects[prev] || prev == "them" || prev == "all" || k > 1 && (tokens[k-2].Word == "each" || tokens[k-2].Word == "every") && !nounish[t.Word]) {
			return k
		}
		if v.Form&Base != 0 && !nounish[t.Word] && (strings.HasSuffix(prev, "s") && !strings.HasSuffix(prev, "ss") && !function[prev] && len(prev) > 3) {
			return k
		}
	}
	return -1
}

func baseVerb(w string) bool {
	v, ok := verbs[w]
	return ok && v.Form&Base != 0
}

// adverbs stand between a subject and its verb.
var adverbs = set("just also then only simply always never now still already really actually usually often sometimes")

// bareVerbs open a chat's clause without a subject: "works now".
var bareVerbs = set("works runs builds passes looks seems needs fails compiles belongs gives takes depends sounds makes goes comes keeps has is was happens feels crashes hangs breaks")

// pluralNoun tells that a form in -s at k is rather the head of a noun phrase:
// what follows it is a verb.
func pluralNoun(tokens []Token, k int) bool {
	if k+1 >= len(tokens) {
		return false
	}
	next := tokens[k+1].Word
	if IsFinite(next) {
		return true
	}
	v, ok := verbs[next]
	return ok && v.Form&(Base|Third) != 0 && v.Form&Gerund == 0 && !nounish[next]
}

// adjectives stand before nouns that look like verbs.
var adjectives = set("new old big small fast slow good bad hard soft own same other different main plain raw full empty first second third last next few more less many several")

func isAdjective(w string) bool { return adjectives[w] }

// nounish verbs are nouns as often: they are imperatives only before what can
// be an object.
var nounish = set(`test file log cache plan design label document order list number name cap limit map model filter mark style theme index
script template queue stream batch pin mock stub record report sign hash package balance scale rate rank pull load store mount plot chart graph
book print export import call check build release ship lock color colour group pack light table patch buffer format cover trace monitor alert link
join route proxy forward relay cut type tag range set output input fork benchmark profile backup update upgrade support guard count sum
measure sample state run watch show look read stop ship use draft sketch research review start end open close trash bin test dump junk cost
time work fix need change raise block cook plant drill mill glue play pass answer question interview survey access return display space supply
produce contract project process mount share push poll ping search crop search highlight pilot double back air water paint bump copy clone split
point double default target pick drop kill cancel hold wait key value page post comment
weld seal tape screw bolt wash iron feed water film mix scan phone text fax brief hand fill empty drain oil flip mirror mask pad center centre average chain nest zip
subtitle caption rig texture sandbox plug peel repair clip shoot harvest sand narrow smooth shut close`)

// command tells whether a clause is an imperative, and where its verb stands.
func command(tokens []Token) (order int, ok bool) {
	i := 0
	for i < len(tokens) && (markers[tokens[i].Word] || noise[tokens[i].Word] || tokens[i].Word == ",") {
		i++
	}
	if i+1 < len(tokens) && tokens[i].Word == "do" && tokens[i+1].Word == "not" {
		i += 2
	} else if i < len(tokens) && tokens[i].Word == "never" {
		i++
	}
	for i < len(tokens) && (tokens[i].Word == "please" || tokens[i].Word == "just" || tokens[i].Word == "also") {
		i++
	}
	if i >= len(tokens) || tokens[i].Quoted || tokens[i].Class != Word {
		return 0, false
	}
	v, known := verbs[tokens[i].Word]
	if !known || v.Form&Base == 0 || statives[tokens[i].Word] {
		return 0, false
	}
	if i > 0 && tokens[i-1].Word != "not" && function[tokens[i].Word] && len(tokens) == i+1 {
		return 0, false
	}
	if i+1 == len(tokens) {
		return i, !nounish[tokens[i].Word] || i > 0
	}
	next := tokens[i+1]
	if next.Class == Punct {
		return i, !nounish[tokens[i].Word] && next.Word != ":"
	}
	if IsFinite(next.Word) && next.Word != "have" {
		return 0, false
	}
	if next.Word == "that" && i+2 < len(tokens) && remarks[tokens[i].Word] {
		return 0, false // "note that …" states
	}
	if nv, isVerb := verbs[next.Word]; isVerb && nv.Form&Third != 0 && !nounForm[next.Word] {
		return 0, false
	}
	if i+1 < len(tokens) && !objects[next.Word] && next.Class != Code && heads(tokens[i:]) {
		return 0, false
	}
	if !nounish[tokens[i].Word] {
		return i, true
	}
	return i, takesObject(tokens, i+1)
}

// linkers open a clause inside another one.
var linkers = set("that which what who whom where how why when whether if until while once because so i we you they he she it there as")

// heads tells that a word that looks like an imperative is part of the subject
// of a later verb: "delete mode works", "shard 3 is slow".
func heads(tokens []Token) bool {
	v := finiteVerb(tokens)
	if v <= 0 {
		return false
	}
	for _, t := range tokens[1:v] {
		if linkers[t.Word] || t.Class == Punct {
			return false
		}
	}
	return true
}

var remarks = set("note remember mind know consider imagine say assume suppose")

// statives are no orders.
var statives = set("need want have seem belong contain cost mean hope prefer love hate like weigh")

// nounForm are forms in -s that are plural nouns before all.
var nounForm = set("tests files logs changes lists names labels documents orders numbers maps models filters marks styles themes scripts templates queues streams records reports packages rates plots charts graphs books prints exports imports calls checks builds releases locks colors colours groups tables patches formats links routes types tags ranges outputs inputs forks benchmarks profiles backups updates notes drafts sketches reviews hooks errors alerts limits states prices costs times points pages posts comments images lines rows columns texts welds seals tapes screws bolts feeds films mixes scans phones faxes briefs hands drains oils mirrors masks pads centers centres averages chains nests zips subtitles captions rigs textures plugs clips shoots screens rounds")

// objects begin what a verb can act on.
var objects = set("it them that this these those the a an our my your their his her its all both each every everything only any more some no another up out down off in by with into from to for at on and against as us me about over")

// takesObject tells whether what follows an ambiguous word makes it a verb.
func takesObject(tokens []Token, i int) bool {
	t := tokens[i]
	if t.Class == Code || t.Class == Number {
		return finiteVerb(tokens[i:]) < 0
	}
	if !objects[t.Word] {
		return false
	}
	if preps[t.Word] || t.Word == "and" {
		return finiteVerb(tokens) < 0
	}
	return true
}

package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// untrying are words with which somebody says of themselves that they did not try, or
// cannot try, what they made.
var untrying = phraseTableOf(
	"i can|could not yet|actually|really|even? try|test|see|run|reach|check|open|access|verify|measure|watch|hear|play|look|reproduce|simulate", "i have not yet|actually|really|even? tried|tested|run|played|seen|checked|measured|got|verified|printed|flashed|started|opened",
	"i have no|never|only|just", "i had no|neither", "i do not have", "i did not try|test|run|check|get",
)

// untried tells that a clause says so: "I have no printer here", "I couldn't try it".
func untried(c *english.Clause) bool {
	if !c.HasWord("not", "no", "never", "only", "just", "untested") {
		return false
	}
	if c.HasWord("untested") || c.HasWord("only") && c.HasWord("seen", "tested", "tried", "checked") {
		return true
	}
	for i := range c.Tokens {
		if c.Word(i) == "i" && untrying.after(c, i) > 0 {
			return !c.HasWord("objection", "objections", "idea", "opinion", "preference", "doubt", "doubts", "questions", "more", "further")
		}
	}
	return false
}

// leftUntried tells a turn of the assistant's that says of its work that nobody has
// tried it, so that only a plain word for its end reports that.
func (r *reader) leftUntried() bool {
	return slices.ContainsFunc(r.units(), func(u unit) bool { return untried(u.Clause) })
}

// ended are the plain words for the end of work.
var ended = classOf("done finished complete completed")

// endingWell are words for the good end of a trial.
var endingWell = classOf("fine works worked accepted accepts boots booted creates created finds found shows good perfect identical match matches passes passed marvellous beautiful flawless everything opens prints printed loads fits stays survived correct ok runs ran green")

// endedBadly are further words for what is not as it should be.
var endedBadly = classOf("but except only please if nothing nobody none error errors wrong empty half zero zeros blank instead restarts restarted reboots flickers jams jumps twice sideways upside slowly slower late too ghost garbage gibberish nonsense noise crooked blurry mush still says said asks needs takes costs depends")

// triedOut tells that the user reports the good end of a trial that the
// assistant asked for, or of what it has just shown: "the portal accepted it at the
// first go", "it blinks!!".
func (r *reader) triedOut(u unit) bool {
	handed := r.last.tries || r.last.untried
	if r.turn.Role != User || !handed && !r.last.shown || !r.answering(u) || u.Asked || u.Command || u.Negated() || u.Lead == english.But ||
		u.Has(english.Hedge, english.NotDone, english.Hearsay, english.History) || u.Has(english.Passing) && !u.HasWord("morning", "yesterday", "night") {
		return false
	}
	if handed && endingWell.in(u.Clause) {
		return !spoiling.in(u.Clause) && !contradictedNext(u)
	}
	return r.opening(u) && r.doesWell(u) && !(u.Number() && u.HasWord("of")) && !endedBadly.in(u.Clause) && !amiss.in(u.Clause) && !contradictedNext(u)
}

// spoiling are words by which a good end is none.
var spoiling = classOf("but except only please if nothing nobody none error errors wrong empty half zero zeros blank instead")

// doesWell tells that what was made does what its task or who made it says that it
// should, or something at which the user rejoices, or all of it.
func (r *reader) doesWell(u unit) bool {
	c := u.Clause
	if c.HasWord("every", "all", "everything") && c.HasWord("there", "arrived", "through") && c.Verb > 0 || r.putToUse(u) {
		return true
	}
	if wholly.begin(c) {
		for i := range c.Tokens {
			if wholly.after(c, i) > 0 {
				return true
			}
		}
	}
	at := 0
	for at < len(c.Tokens) && at < 3 && c.Word(at) != "it" && c.Word(at) != "they" {
		at++
	}
	if c.Word(at) == "it" || c.Word(at) == "they" {
		at++
	} else if at = 0; len(c.Tokens) > 3 {
		return false
	}
	w := c.Word(at)
	if v, ok := c.VerbAt(at); english.IsFinite(w) || !ok && !strings.HasSuffix(w, "s") || ok && (v.Form&(english.Third|english.Past) == 0 || v.Form&english.Base != 0 || v.Class&english.Mind != 0) {
		return false
	}
	does := english.ContentOf(c.Tokens[at : at+1])
	if e := r.madeForTrial(); e == nil {
		return false
	} else if english.Shared(does, e.stems) > 0 {
		return true
	}
	return at > 0 && rejoices(u) || english.Shared(does, r.last.stems) > 0
}

// madeForTrial is the task whose work the last turn hands over: the one that it speaks of
// most, a recent one, or the only one.
func (r *reader) madeForTrial() *entry {
	if e := r.mostAbout(r.last.stems, tasks); e != nil {
		return e
	}
	if e := r.workedOn(); e != nil && e.age <= 3 {
		return e
	}
	if open := r.memory.all(tasks, 1<<30); len(open) == 1 {
		return open[0]
	}
	return nil
}

// putToUse tells a turn that begins with what was done with the thing that was made, and
// says of it nothing bad: "installed on both", "flashed, it goes up and down".
func (r *reader) putToUse(u unit) bool {
	c := u.Clause
	if u.at > 0 || c.Verb > 0 && len(u.s.Clauses) == 1 || !using.Holds(c.Word(0)) || !r.begins(u) {
		return false
	}
	return !anyClause(u.s, func(o *english.Clause) bool {
		return o.Negated() || o.Asked || o.Lead == english.But || o.Has(english.Deny, english.NotDone, english.Hedge) || amiss.in(o) || endedBadly.in(o) || o.HasWord("same", "now")
	})
}

// using are participles of what is done with a thing that is ready.
var using = english.WordsOf("installed flashed mounted applied deployed uploaded wired loaded pasted plugged soldered imported rebooted hung signed")

// wholly are words for a good end of all that there is.
var wholly = phraseTableOf("all there", "all the way through", "all of? it|them arrived|there|in|through", "every one|single is|was there|in", "everything is|was there|in", "everything came up|through|out|in", "came|comes|come up|out lovely|fine|well|right|nicely|perfect|perfectly|beautiful|clean")

// rejoicing are words, and signs, of joy.
var (
	rejoicing = classOf("bravo magnifique perfect fantastic lovely wonderful hooray hurray hurrah yay woohoo brilliant excellent marvellous superb wow omg yes perfetto satisfying great beautiful")
	cheers    = []string{"🙌", "😍", "🎉", "👍", "😎", "🥳", "💪", "🎊", "❤"}
)

// rejoices tells a sentence with a word or a sign of joy.
func rejoices(u unit) bool {
	if rejoicing.within(u.s) {
		return true
	}
	text := u.p.Text[u.s.Clauses[0].Tokens[0].Start:]
	if next := u.nextSentence(); next != nil {
		text = text[:next.Clauses[0].Tokens[0].Start-u.s.Clauses[0].Tokens[0].Start]
	}
	return slices.ContainsFunc(cheers, func(sign string) bool { return strings.Contains(text, sign) })
}

// tickedOff closes the tasks that a user ticks: "- [x] golden file test", "✔ page: fine on
// my phone", "the labels are printed ✔".
func (r *reader) tickedOff() {
	if r.memory.none(tasks, 1<<30) {
		return
	}
	for i := range r.passages {
		p := &r.passages[i]
		n := len(p.sentences) - 1
		if n < 0 {
			continue
		}
		if text := strings.TrimRight(p.Text, " .!"); p.Box == prose.Ticked || tick(text, strings.HasPrefix) {
			n = 0
		} else if !tick(text, strings.HasSuffix) {
			continue
		}
		s := &p.sentences[n]
		label, _, _ := strings.Cut(s.Text, ": ")
		e := r.task(english.Content(label))
		if e == nil || s.Asked {
			continue
		}
		r.close(e, delta.Completed, delta.High)
		for k := range s.Clauses {
			r.mark(&s.Clauses[k])
		}
	}
}

// tick tells that one of the signs that something is done stands at an end of a text.
func tick(text string, at func(string, string) bool) bool {
	return slices.ContainsFunc(ticks, func(sign string) bool { return at(text, sign) })
}

// ticks are signs that something is done.
var ticks = []string{"✔", "✔️", "✅", "☑", "✓"}

// isOut tells that the user says where the thing now is that was made: "it is on the wiki".
func (r *reader) isOut(u unit) bool {
	c := u.Clause
	if r.turn.Role != User || c.Verb != 1 || !english.IsBe(c.Word(1)) || c.Word(0) != "it" && c.Word(0) != "they" || !c.HasOf(whereabouts) || pastTense(c) || c.Asked || c.Negated() || c.Has(english.Hedge, english.NotDone) || !r.opening(u) {
		return false
	}
	switch c.Word(2) {
	case "on", "in", "up", "out", "at", "now", "already":
		return !r.memory.none(tasks, 2)
	}
	return false
}

// whereabouts are places where work is once it is done.
var whereabouts = english.WordsOf("wiki website site homepage blog intranet board server cluster prod production staging store shop press print fridge door noticeboard repo main master app")

// namesAsked tells that the assistant speaks of what it was asked for just before.
func (r *reader) namesAsked(u unit) bool {
	if r.turn.Role != Assistant || u.Verb < 1 {
		return false
	}
	subject := u.ContentTo(u.Verb)
	return len(subject) > 0 && slices.ContainsFunc(r.memory.all(tasks, 1), func(e *entry) bool { return english.Shared(subject, e.stems) == len(subject) })
}

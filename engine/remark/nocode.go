package remark

import (
	"strings"

	"holdfast/parser/pattern"
	"holdfast/store/event"
)

// wants is a sentence that asks for a change of code: an order at the beginning of one of
// its clauses, or a request. asksIfWants is the latter alone, since a question tells of
// changes in its clauses without asking for them.
var (
	wants       = pattern.New(`(?i)(?:^|[,:;…] |\.\. |\b(?:and|but|so|then|please|now) )` + opens + `(?:` + requests + `)?` + orders + `\b`)
	asksIfWants = pattern.New(`(?i)^` + opens + `(?:.*?[,:;] )?` + requests + orders + `\b`)
)

const (
	opens    = `(?:(?:@\S+|please|now|then|ok(?:ay)?|so|and|also|next|just|hey|hi|first|finally|great|good|perfect|thanks|yes|alright)[, ]+)*`
	requests = `(?:(?:(?:can|could|would|will) (?:you|we) (?:please |also |now )?|` +
		`(?:i|we|you) (?:want|need|have|should)(?: you)? (?:to )?|i(?:'d| would) like (?:you )?to |let'?s |let us |please )(?:also |just |now )?)`
	orders = `(?:add|adjust|allow|append|apply|change|clean|construct|convert|correct|create|delete|disable|drop|edit|enable|enhance|ensure|extend|` +
		`extract|fix|implement|improve|include|increase|inline|insert|integrate|introduce|make|merge|migrate|modify|move|optimi[sz]e|port|reduce|refactor|remove|rename|replace|restructure|revert|rewrite|set|simplify|` +
		`split|swap|turn|undo|update|wire|wrap|write)`
)

// elsewhere are what is written that is no code, and what is made or moved of none.
var elsewhere = pattern.New(`(?i)\b(?:(?:a|the|me|us|an|some)? ?(?:joke|poem|story|e-?mail|letter|summary|essay|haiku|explanation|sense|message|` +
	`description|commit message)|` +
	`(?:a|an|me|us|some|your) (?:\w+ )?(?:plan|list)|sure (?:that )?(?:you|i|we)|move (?:on|forward|ahead))\b`)

// noCode is the remark that a change was asked for and no code came.
func (t *Turn) noCode() (event.Remark, bool) {
	if t.Coded || !asksForChange(t.Asked) || t.wrote() {
		return event.Remark{}, false
	}
	return event.Remark{Kind: NoCode, Detail: "a change was asked for, and no code came: " + t.cause()}, true
}

func asksForChange(asked string) bool {
	for _, s := range sentences(asked) {
		asks := wants
		if strings.HasSuffix(s, "?") {
			asks = asksIfWants
		}
		if asks.MatchString(s) && !elsewhere.MatchString(s) {
			return true
		}
	}
	return false
}

// Why a reply brings no code.
var (
	callAsText = pattern.New(`<(?:tool_call|function_call|function=|invoke\b|tool_use)|"(?:arguments|parameters|tool_input)"\s*:\s*[{"]|\[TOOL_CALLS\]|<\|python_tag\|>`)
	refuses    = pattern.New(`(?i)^(?:(?:i'?m )?(?:really |very )?sorry\b|i (?:can(?:'|no)t|can not|am (?:unable|not able)|'m (?:unable|not able)|won't)|unfortunately,? i (?:can|am|do)|as an ai\b)`)
	wantsMore  = pattern.New(`(?i)\b(?:please|(?:could|can|would) you(?: please)?|once you|until you|wait for you to) ` +
		`(?:add|choose|clarify|confirm|let me know|paste|provide|send|share|specify|tell|upload)\b|let me know (?:which|what|how)\b`)
)

// cause is the likeliest reason, "only prose came" where none is known.
func (t *Turn) cause() string {
	text := strings.TrimSpace(t.Text)
	all := sentences(text)
	switch {
	case repeats(text) && t.Finish == "length":
		return "the reply repeats itself without end, until the token limit cut it"
	case repeats(text):
		return "the reply repeats itself"
	case t.Finish == "length":
		return "the reply was cut at the token limit"
	case t.Finish == "content_filter":
		return "the server's filter ended it"
	case text == "":
		return "the reply is empty"
	case callAsText.MatchString(text):
		return "a tool call stands in its text, where no client runs it"
	case len(all) > 0 && refuses.MatchString(all[0]):
		return "the model refuses"
	case strings.HasSuffix(text, "?"), len(all) > 0 && wantsMore.MatchString(all[len(all)-1]):
		return "the model asks back"
	}
	return "only prose came"
}

// Bounds on a repetition: so often the same line or stretch at the end of a text.
const (
	oftenRepeated = 6
	longestRepeat = 400 // bytes
)

// repeats reports whether the end of a text is one stretch over and over.
func repeats(text string) bool {
	if len(text) > 8*longestRepeat {
		text = text[len(text)-8*longestRepeat:]
	}
	for n := 1; n <= longestRepeat && n*oftenRepeated <= len(text); n++ {
		end := text[len(text)-n*(oftenRepeated-1):]
		if n*oftenRepeated >= 40 && strings.HasPrefix(text[len(text)-n*oftenRepeated:], end) && strings.TrimSpace(text[len(text)-n:]) != "" {
			return true
		}
	}
	return false
}

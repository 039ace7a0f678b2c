package remark

import (
	"strings"

	"holdfast/parser/pattern"
	"holdfast/store/event"
)

// wants is a sentence that asks for a change of code: an order, or a request.
var wants = pattern.New(`(?i)^(?:(?:please|now|then|ok(?:ay)?|so|and|also|next|just|hey|hi|first|finally)[, ]+)*` +
	`(?:(?:can|could|would|will) you (?:please |also |now )?|i (?:want|need) you to |i(?:'d| would) like you to |let(?:'s| us) |please )?` +
	`(?:add|append|change|convert|correct|create|delete|drop|edit|extend|extract|fix|implement|inline|insert|make|merge|migrate|modify|move|optimi[sz]e|port|refactor|remove|rename|replace|rewrite|simplify|split|swap|turn|update|write)\b`)

// elsewhere are what is written that is no code.
var elsewhere = pattern.New(`(?i)\b(?:a|the|me|us|an|some)? ?(?:joke|poem|story|e-?mail|letter|summary|list|plan|essay|haiku|explanation|sure|sense|message|description|commit message)\b`)

// noCode is the remark that a change was asked for and no code came.
func (t *Turn) noCode() (event.Remark, bool) {
	if t.Coded || !asksForChange(t.Asked) || t.wrote() {
		return event.Remark{}, false
	}
	return event.Remark{Kind: NoCode, Detail: "a change was asked for, and no code came: " + t.cause()}, true
}

func asksForChange(asked string) bool {
	for _, s := range sentences(asked) {
		if wants.MatchString(s) && !elsewhere.MatchString(s) {
			return true
		}
	}
	return false
}

// Why a reply brings no code.
var (
	callAsText = pattern.New(`<(?:tool_call|function_call|function=|invoke\b|tool_use)|"(?:arguments|parameters|tool_input)"\s*:\s*[{"]|\[TOOL_CALLS\]|<\|python_tag\|>`)
	refuses    = pattern.New(`(?i)^(?:(?:i'?m )?(?:really |very )?sorry\b|i (?:can(?:'|no)t|can not|am (?:unable|not able)|'m (?:unable|not able)|won't)|unfortunately,? i (?:can|am|do)|as an ai\b)`)
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
	case strings.HasSuffix(text, "?"):
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

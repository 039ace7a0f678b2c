package author

import (
	"net/http"
	"slices"
	"strings"

	"holdfast/parser/pattern"
)

// sign is a text by which a client's own request is told from a turn of the
// user's.
type sign struct {
	text   string // lower case
	reason string
}

// Signs at the head of the system prompt, for requests without tools.
var systemSigns = []sign{
	{"you are a title generator", "title"},
	{"generate a short title", "title"},
	{"generate a concise title", "title"},
	{"generate a concise, sentence-case title", "title"},
	{"generate a short kebab-case name", "title"},
	{"tasked with summarizing conversations", "compaction"},
	{"summarizing a conversation", "compaction"},
	{"summarizes internal chat history", "compaction"},
	{"context summarization assistant", "compaction"},
	{"context summarization agent", "compaction"},
	{"summarize this partial conversation", "compaction"},
	{"summarize the provided coding session", "compaction"},
	{"one-line git commit message", "commit message"},
	{"memory extraction", "memory helper"},
	{"extract memories", "memory helper"},
}

// Signs that begin one of the last user messages, for requests without tools.
var promptSigns = []sign{
	{"generate a title for this conversation", "title"},
	{"generate a concise title for", "title"},
	{"given the following... please reply with a title", "title"},
	{"### task:\ngenerate a concise", "title"},
	{"### task:\ngenerate 1-3 broad tags", "title"},
	{"### task:\nsuggest 3-5 relevant follow-up", "title"},
	{"generate a short kebab-case name", "title"},
	{"generate a brief title", "title"},
	{"summarize this thread", "compaction"},
	{"your task is to create a detailed summary of th", "compaction"},
	{"provide a detailed prompt for continuing our conversation", "compaction"},
	{"provide a detailed summary of our conversation", "compaction"},
	{"you are performing a context checkpoint compaction", "compaction"},
	{"first, reason in your scratchpad. then, generate the <state_snapshot>", "compaction"},
	{"first, reason in your <analysis> block. then, produce the <state_snapshot>", "compaction"},
	{"analyze *only* the content and structure of your immediately preceding response", "memory helper"},
}

// cachedSigns begin the prompt, or the system prompt, of requests in which the
// client leaves its tools in the body to keep the server's prompt cache, or has
// the helper use some.
var cachedSigns = []sign{
	{"critical: respond with text only", "compaction"},
	{"you are the component that summarizes a conversation when its context window", "compaction"},
	{"please provide a concise summary of our conversation so far, capturing the key context", "compaction"},
	{"[suggestion mode:", "suggestion"},
	{"you are now acting as the memory extraction subagent", "memory helper"},
	{"you are now acting as the managed memory extraction subagent", "memory helper"},
}

// signHead is how much of a system prompt or a prompt is searched: agents describe
// much further down that would match by chance.
const signHead = 512

// few are the words that may stand between an order and what it is for.
const few = `((?: [a-z0-9,'-]+){0,6}?)`

// order is an order to the model. speaksOf are words without which it is not
// given, one of each list: looking for them takes a hundredth of the time that the
// expression takes, and every request is looked at before it is sent on.
type order struct {
	given    *pattern.Regexp
	speaksOf [][]string
}

// in returns where an order is given in a text in lower case, as FindStringIndex
// does; nil for nowhere.
func (o order) in(text string) []int {
	if !o.maybeIn(text) {
		return nil
	}
	return o.given.FindStringIndex(text)
}

func (o order) maybeIn(text string) bool {
	return !slices.ContainsFunc(o.speaksOf, func(words []string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	})
}

// The orders by which a request is told that is no turn of the user's. The first
// two have two groups: few, and what is ordered.
var (
	// byProduct has the model write something about the conversation or the code,
	// and no code; summing has it sum up what was said. Both begin a sentence.
	byProduct = order{
		pattern.New(`(?:^|[.:\n] *)(?:you (?:are to|should|must|will) )?(?:generate|write|create|suggest|craft|produce)` + few +
			` (commit message|pull request title|pull request description|title|branch name)\b`),
		[][]string{{"generate", "write", "create", "suggest", "craft", "produce"}, {"commit message", "title", "pull request description", "branch name"}},
	}
	summing = order{
		pattern.New(`(?:^|[.:!\n] *|\btask is to |\bplease |\bnow |\byou (?:must|should|will|are to|need to) )(?:(?:create|write|provide|generate|produce|give|make)(?: [a-z0-9,'-]+){0,4}? summary of|summari[sz]e|condense|compact)` +
			few + ` (conversation|chat history|discussion|thread|so far)\b`),
		[][]string{{"summar", "condense", "compact"}, {"conversation", "chat history", "discussion", "thread", "so far"}},
	}
	// named is an order to name a conversation, what follows, or the topic that a
	// message begins: in so many words or characters.
	named = order{
		pattern.New(`(?:^|[.:\n] *)(?:please )?(?:generate|write|create|suggest|give|summari[sz]e|analy[sz]e (?:if|whether))\b[^.\n]{0,80}` +
			`(?:\b\d+(?:-\d+)?[ -](?:word|character)s?\b[^.\n]{0,60}\b(?:conversation|chat|session|thread)\b|` +
			`\b(?:conversation|chat|session|thread)\b[^.\n]{0,60}\b(?:\d+(?:-\d+)?[ -](?:word|character)s?\b|topic\b)|` +
			`\b\d+(?:-\d+)?[ -]word (?:title|name|summary)[ :.]*(?:\n|$))`),
		[][]string{{"word", "character", "topic"}, {"generate", "write", "create", "suggest", "give", "summari", "analy"}},
	}
	// toolless forbids tools.
	toolless = pattern.New(`\b(?:do not|don't|never|without) (?:call(?:ing)?|us(?:e|ing)|invok(?:e|ing)) (?:any |the )?tools?\b|\btext only\b|\bonly (?:with )?(?:text|the summary)\b`)
	// related stands before what merely has to do with the order: code that is
	// ready for a commit message, words in the language of the conversation.
	related = pattern.New(`\b(?:in|of|for|to|that|which|with|from|about|on|as|and|or|every|each)\b`)
)

// ordered returns what a text orders, "" where it orders nothing of the kind.
func ordered(o order, text string) string {
	if !o.maybeIn(text) {
		return ""
	}
	for _, m := range o.given.FindAllStringSubmatch(text, -1) {
		if !related.MatchString(m[1]) {
			return m[2]
		}
	}
	return ""
}

// ofAClient is how long a prompt is, in bytes, by which a client has its
// conversation summed up: people ask in fewer words.
const ofAClient = 160

// Aside is what is looked at to find out whether a request is no turn of the
// user's.
type Aside struct {
	Header http.Header
	System string // the system prompt
	// Tools reports whether the model may call some: the request carries them,
	// and does not forbid them.
	Tools bool
	// Offered reports whether the request carries some, be they forbidden.
	Offered bool
	// Called reports whether the conversation has called some.
	Called bool
	// Empty reports whether there is no message.
	Empty bool
	// Closing are the texts under role user that end the request, newest first.
	Closing []string
}

// Side returns why a request is no turn of the user's (a title, a compaction, a
// commit message, a memory helper), "" where it is one. It is conservative: only
// what a client says outright, a client's own fixed words, or a conversation of
// tool calls that suddenly comes without its tools, count.
func Side(a Aside) string {
	if a.Empty {
		return "no messages: nothing is asked"
	}
	if name := compactionHeader(a.Header); name != "" {
		return "compaction: the header " + name + " says so"
	}
	system, heads := lowerHead(a.System), make([]string, len(a.Closing))
	if s := match(cachedSigns, system, strings.HasPrefix); s != "" {
		return s + ": the system prompt says so"
	}
	for i, text := range a.Closing {
		heads[i] = lowerHead(text)
		if s := match(cachedSigns, heads[i], strings.HasPrefix); s != "" {
			return s + ": the prompt says so"
		}
		if a.Tools && sums(text, heads[i]) && toolless.MatchString(lowered(text, 4*signHead)) {
			return "compaction: the prompt says so"
		}
	}
	if a.Tools {
		return ""
	}
	if s := match(systemSigns, lowered(a.System, 8*signHead), strings.Contains); s != "" {
		return s + ": the system prompt says so"
	}
	if what := ordered(byProduct, system); what != "" {
		return what + ": the system prompt says so"
	}
	if ordered(summing, system) != "" {
		return "compaction: the system prompt says so"
	}
	if named.in(system) != nil {
		return "title: the system prompt says so"
	}
	for i, head := range heads {
		if s := match(promptSigns, head, strings.HasPrefix); s != "" {
			return s + ": the prompt says so"
		}
		if at := named.in(head); at != nil && at[0] == 0 {
			return "title: the prompt says so"
		}
		if sums(a.Closing[i], head) {
			return "compaction: the prompt says so"
		}
	}
	switch {
	case a.Called && a.Offered:
		return "side request: the conversation used tools, this request forbids them"
	case a.Called:
		return "side request: the conversation used tools, this request carries none"
	}
	return ""
}

// sums reports whether a prompt has a conversation summed up, at a client's
// length. head is its lowerHead.
func sums(text, head string) bool { return len(text) >= ofAClient && ordered(summing, head) != "" }

// compactionHeader returns the header by which a client says that it has its
// conversation summed up; "" for none.
func compactionHeader(h http.Header) string {
	for name, values := range h {
		if strings.Contains(strings.ToLower(name), "interaction") && strings.Contains(strings.ToLower(strings.Join(values, " ")), "compact") {
			return name
		}
	}
	return ""
}

func match(signs []sign, text string, in func(text, sign string) bool) string {
	for _, s := range signs {
		if in(text, s.text) {
			return s.reason
		}
	}
	return ""
}

func lowerHead(text string) string { return lowered(text, signHead) }

// lowered is the head of a text in lower case, without what begins a list.
func lowered(text string, most int) string {
	text = strings.TrimSpace(text[:min(len(text), most)])
	return strings.ToLower(strings.TrimPrefix(text, "- "))
}

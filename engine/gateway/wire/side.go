package wire

import "strings"

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

// signHead is how much of a system prompt is searched: agents describe much
// further down that would match by chance.
const signHead = 512

// volatileHead begins the part of a system prompt that differs from one start of
// a client to the next, though the conversation goes on.
const volatileHead = "\ngitStatus:"

// sideReason says why a request is no turn of the user's, "" where it is one.
// It is conservative: only a client's own fixed words, or a conversation of
// tool calls that suddenly comes without its tools, count.
func sideReason(r *Request, messages []message) string {
	if len(messages) == 0 {
		return "no messages: nothing is asked"
	}
	last, system := closing(messages), lowerHead(r.System)
	if s := match(cachedSigns, system, strings.HasPrefix); s != "" {
		return s + ": the system prompt says so"
	}
	for _, text := range last {
		if s := match(cachedSigns, lowerHead(text), strings.HasPrefix); s != "" {
			return s + ": the prompt says so"
		}
	}
	if r.HasTools {
		return ""
	}
	if s := match(systemSigns, system, strings.Contains); s != "" {
		return s + ": the system prompt says so"
	}
	for _, text := range last {
		if s := match(promptSigns, lowerHead(text), strings.HasPrefix); s != "" {
			return s + ": the prompt says so"
		}
	}
	if calledTools(messages) {
		return "side request: the conversation used tools, this request carries none"
	}
	return ""
}

// closing returns the texts of the user messages that end a request: clients
// may put the task and the text to work on into two of them, or into two parts.
func closing(all []message) []string {
	var texts []string
	for i := len(all) - 1; i >= 0; i-- {
		switch {
		case all[i].Role == "system": // what a client reminds of
		case all[i].Role == "user" && len(all[i].ToolResults) == 0:
			texts = append(texts, all[i].parts...)
		default:
			return texts
		}
	}
	return texts
}

func match(signs []sign, text string, in func(text, sign string) bool) string {
	for _, s := range signs {
		if in(text, s.text) {
			return s.reason
		}
	}
	return ""
}

func lowerHead(text string) string {
	text = strings.TrimSpace(text[:min(len(text), signHead)])
	return strings.ToLower(strings.TrimPrefix(text, "- "))
}

func calledTools(messages []message) bool {
	for _, m := range messages {
		if len(m.ToolCalls) > 0 || len(m.ToolResults) > 0 {
			return true
		}
	}
	return false
}

package wire

import (
	"encoding/json"
	"net/http"
)

// Request is what holdfast reads out of one request body. Body is never
// modified; Splice makes a new slice.
type Request struct {
	Format  Format
	Path    string // path and query as the client sent them, session prefix removed
	Session string // session that the request names, "" = the active one
	// Conversation is what the client calls it, else a key of the client and the
	// user's first words. A Pipeline that knows better puts the right one there.
	Conversation string
	// Named reports whether the client named the conversation: what came before need
	// not stand in the request.
	Named  bool
	Body   []byte
	Model  string
	Stream bool
	// Choices is how many answers the request asks for ("n"), 1 where it says
	// nothing. Only the first is acted on.
	Choices int
	// MostTokens is how many tokens the request allows for the reply, 0 where it
	// sets no limit.
	MostTokens int
	// Window is the context window in tokens that the request asks for, 0 where it
	// leaves that to the server: Ollama's num_ctx.
	Window int
	// HasTools reports whether the request carries its own tool definitions,
	// ToolsOff whether it forbids the model to call any.
	HasTools, ToolsOff bool
	// Tools are the definitions as they stand in Body.
	Tools []byte
	// Header is that of the HTTP request; nil where there was none.
	Header http.Header
	// Previous names the reply that the request continues, Thread the
	// conversation, where the server keeps what came before and the request
	// leaves it out; "" where it is complete.
	Previous, Thread string
	// Side reports whether this request is no turn of the user's (title, memory,
	// compaction): it gets nothing and changes nothing. SideReason says why.
	Side       bool
	SideReason string
	// System is the text of the leading system and developer messages.
	System string
	// Prompt is the text of the newest genuine user message as the client
	// sent it, Parts its text parts; Written is what it holds besides wrappers.
	// Whether the user wrote that, package author decides. Results reports
	// whether results of tools stand in the same message.
	Prompt  string
	Parts   []string
	Written string
	Results bool
	// Together are the genuine user messages up to the newest that stand one behind
	// the other, oldest first; nil where that is one alone. Several may arrive in
	// one request: which of them are new, their conversation knows (product 13).
	Together []Words
	// Turn counts genuine user messages, 1 for the first.
	Turn int
	// Continues reports whether messages (assistant, tool) follow the newest user
	// message: this is a later request of the same user turn, a tool loop.
	Continues bool
	// Pictures is how many parts of messages are no text.
	Pictures int
	// Asked is the newest genuine user message itself, the zero Message where there is
	// none.
	Asked Message
	// History are the messages before the newest genuine user message, oldest
	// first: what the request itself already shows the model.
	History []Message
	// Since are the messages after it.
	Since []Message
	// InsertAt is the offset in Body where escaped text is spliced in, -1
	// where there is no place for it. Before and After are JSON that must
	// surround the text there (empty where it becomes a string prefix).
	InsertAt      int
	Before, After string

	cuts   []cut // what does not go upstream, in order
	unread int   // bytes of pictures and the like, beyond what they cost a model
}

// Place is where escaped text may be spliced into a body: at an offset of it, and
// between JSON that must surround the text there (empty where it becomes a string
// prefix). The zero Place is none.
type Place struct {
	At            int
	Before, After string
}

// Newest is the place of the newest genuine user message, which is none where
// InsertAt is -1.
func (r *Request) Newest() Place { return Place{max(r.InsertAt, 0), r.Before, r.After} }

// Insertion is text that stands at a place of a body: in parts, each the inside of a
// JSON string.
type Insertion struct {
	Place
	Parts [][]byte
}

// Len is the length of the text in bytes, as it is escaped.
func (in Insertion) Len() (n int) {
	for _, part := range in.Parts {
		n += len(part)
	}
	return n
}

// Words are what stands in a message of the user's.
type Words struct {
	Text    string
	Parts   []string
	Written string
}

// Message is one message of a request. Its role is one of chat completions'
// words ("user", "assistant", "tool", "system", "developer") whatever the
// format, as far as the client's own word has such a meaning.
type Message struct {
	Role string
	// Text are the message's text parts joined by line feeds; in a message of
	// role "tool" it is the result's text.
	Text string
	// Own is what the user themself wrote of it, "" where it is no turn of theirs.
	Own string
	// Turn counts genuine user messages, 1 for the first; 0 for any other message.
	// Place is where text may stand before a genuine one.
	Turn        int
	Place       Place
	ToolCalls   []ToolCall
	ToolResults []ToolResult
	// ToolCallID names the call that a message of role "tool" answers.
	ToolCallID string
}

// ToolCall is one call of a tool, in the same form for every format.
type ToolCall struct {
	// ID is unique in a conversation. A call in a request that has none, since
	// its format knows none, is given "#n", n counting the request's calls from
	// 1; in a reply it stays empty.
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	// Arguments is the JSON object that the model wrote, joined from all
	// deltas. It is foreign: it may be cut or no JSON at all. nil for a custom
	// tool.
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// Input is the free text that a custom tool is called with.
	Input string `json:"input,omitempty"`
}

// ToolResult is what a client reports of one call.
type ToolResult struct {
	CallID string
	// Name is the tool's name where the format tells it with the result.
	Name    string
	Text    string // its text parts joined by line feeds
	IsError bool   // the client says that the call failed
}

// Reply is what was collected from an upstream's answer.
type Reply struct {
	ID        string // as the upstream named it, "" for none
	Text      string
	Reasoning string
	ToolCalls []ToolCall
	// Finish is the finish reason in the words of chat completions: "stop",
	// "length", "tool_calls", "content_filter", or the upstream's own word where
	// none of them says the same. A reply that has its format's end mark and says
	// no reason has finished, too; empty where it has neither (product 9).
	Finish string
	Model  string
	// TokensIn and TokensOut are the usage that the upstream reported, 0 where
	// it reported none.
	TokensIn, TokensOut int
	// Prompt is what the upstream says of the tokens of the prompt.
	Prompt Prompt
	// Status is the upstream's HTTP status.
	Status int
	// Done reports whether the stream ended with its format's marker.
	Done bool
	// Error is what the upstream reported inside the reply instead of, or
	// after, an answer; empty for none.
	Error string
	// Truncated reports whether the collector gave up at its size cap; the client
	// still got everything.
	Truncated bool
	// Others are what further choices say, where the request asked for several:
	// their texts and calls. Nothing follows from them but that the model said it.
	Others []Reply
}

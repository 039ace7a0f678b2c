package wire

import "path"

// Format is one of the APIs that holdfast understands. Each is passed through
// as it is; nothing is translated between them.
type Format string

// The understood formats.
const (
	ChatCompletions Format = "chat.completions"
	Messages        Format = "messages"    // Anthropic
	Responses       Format = "responses"   // OpenAI
	OllamaChat      Format = "ollama.chat" // Ollama
)

// FormatOf returns the format of what is posted to a path, without session
// prefix and query; false for a path whose bodies are not read. A slash too many
// makes no other path of it: some servers take it for the same.
func FormatOf(at string) (Format, bool) {
	at = path.Clean(at)
	for f, p := range paths {
		if p == at {
			return f, true
		}
	}
	return ChatCompletions, at == studioPath
}

// paths are where each format is posted to.
var paths = map[Format]string{
	ChatCompletions: "/v1/chat/completions", Messages: "/v1/messages", Responses: "/v1/responses", OllamaChat: "/api/chat",
}

// studioAPI begins the paths of LM Studio's own API, whose chat completions are
// those of /v1 with statistics.
const (
	studioAPI  = "/api/v0/"
	studioPath = studioAPI + "chat/completions"
)

// Path is the path that the format is posted to, without session prefix; "" for
// an unknown one.
func (f Format) Path() string { return paths[f] }

// dialect is what a format does its own way.
type dialect interface {
	// member reads one member of a request body.
	member(r *requestReader, key []byte) error
	// payload reads one event or document of a reply. What it gathers in the
	// decoder counts only where it returns nil.
	payload(d *replyDecoder) error
	// signs are what an Ending looks for.
	signs() *endSigns
	// refusal is the body of an error answer in the format's own shape.
	refusal(e Refusal) any
}

// dialect returns how a format is read; an unknown one is chat completions.
func (f Format) dialect() dialect {
	switch f {
	case Messages:
		return messages{}
	case Responses:
		return responses{}
	case OllamaChat:
		return ollama{}
	}
	return chat{}
}

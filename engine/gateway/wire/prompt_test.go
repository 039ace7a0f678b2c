package wire

import (
	"testing"
	"time"
)

// What each server says of a prompt of 100 tokens, 64 of them cached. Each counts in
// its own way.
func TestWhatAServerSaysOfThePrompt(t *testing.T) {
	known := Prompt{Cached: 64, Processed: 36}
	timed := Prompt{Cached: 64, Processed: 36, Took: 1500 * time.Millisecond}
	for name, c := range map[string]struct {
		format  Format
		framing Framing
		body    string
		tokens  int
		want    Prompt
	}{
		"OpenAI": {ChatCompletions, Document, `{"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":64,"audio_tokens":0}}}`, 100, known},
		"vLLM, streamed": {ChatCompletions, Events,
			"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":64}}}\n\ndata: [DONE]\n\n", 100, known},
		"vLLM without the flag":    {ChatCompletions, Document, `{"usage":{"prompt_tokens":100,"prompt_tokens_details":null}}`, 100, Prompt{}},
		"LM Studio":                {ChatCompletions, Document, `{"usage":{"prompt_tokens":100,"completion_tokens":1},"stats":{"tokens_per_second":1}}`, 100, Prompt{}},
		"llama.cpp, streamed":      {ChatCompletions, Events, "data: {\"choices\":[],\"timings\":{\"cache_n\":64,\"prompt_n\":36,\"prompt_ms\":1500.0}}\n\ndata: [DONE]\n\n", 100, timed},
		"llama.cpp":                {ChatCompletions, Document, `{"usage":{"prompt_tokens":100},"timings":{"cache_n":64,"prompt_n":36,"prompt_ms":1500}}`, 100, timed},
		"llama.cpp before cache_n": {ChatCompletions, Document, `{"usage":{"prompt_tokens":100},"timings":{"prompt_n":36,"prompt_ms":1500}}`, 100, timed},
		"Ollama":                   {OllamaChat, Document, `{"done":true,"prompt_eval_count":100,"prompt_eval_cached_count":64,"prompt_eval_duration":1500000000}`, 100, timed},
		"an older Ollama":          {OllamaChat, Document, `{"done":true,"prompt_eval_count":100,"prompt_eval_duration":1500000000}`, 100, Prompt{Took: 1500 * time.Millisecond}},
		"Anthropic":                {Messages, Document, `{"type":"message","usage":{"input_tokens":16,"cache_read_input_tokens":64,"cache_creation_input_tokens":20,"output_tokens":1}}`, 100, known},
		"Anthropic's way, unknown": {Messages, Document, `{"type":"message","usage":{"input_tokens":100,"output_tokens":1}}`, 100, Prompt{}},
		"Responses":                {Responses, Document, `{"status":"completed","usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":64}}}`, 100, known},
		"nothing was cached":       {ChatCompletions, Document, `{"usage":{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":0}}}`, 100, Prompt{Processed: 100}},
		"more than was sent":       {ChatCompletions, Document, `{"usage":{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":101}}}`, 100, Prompt{Odd: Odd{OddSum, "of 100 tokens 101 were cached and -1 processed"}}},
		"sums that differ":         {ChatCompletions, Document, `{"usage":{"prompt_tokens":100},"timings":{"cache_n":64,"prompt_n":1}}`, 100, Prompt{Odd: Odd{OddSum, "of 100 tokens 64 were cached and 1 processed"}}},
		"a negative count":         {ChatCompletions, Document, `{"usage":{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":-3}}}`, 100, Prompt{Odd: Odd{OddNegative, "a count of tokens is -3"}}},
		"a negative sum":           {ChatCompletions, Document, `{"usage":{"prompt_tokens":-100}}`, 0, Prompt{Odd: Odd{OddNegative, "a count of tokens is -100"}}},
		"a sum that is a text":     {Messages, Document, `{"type":"message","usage":{"input_tokens":"100","output_tokens":1}}`, 0, Prompt{Odd: Odd{OddText, `a count of tokens is "100"`}}},
		"Ollama, half a token":     {OllamaChat, Document, `{"done":true,"prompt_eval_count":0.5}`, 0, Prompt{Odd: Odd{OddText, "a count of tokens is 0.5"}}},
		"no tokens":                {ChatCompletions, Document, `{"usage":{"prompt_tokens":0}}`, 0, Prompt{Odd: Odd{OddNone, "a prompt has 0 tokens"}}},
		"none before the last":     {ChatCompletions, Events, "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":0}}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":100}}\n\ndata: [DONE]\n\n", 100, Prompt{}},
		"all of it cached":         {Messages, Document, `{"type":"message","usage":{"input_tokens":0,"cache_read_input_tokens":100,"output_tokens":1}}`, 100, Prompt{Cached: 100}},
		"nothing but null":         {Responses, Document, `{"status":"completed","usage":{"input_tokens":null}}`, 0, Prompt{}},
		"a text":                   {OllamaChat, Document, `{"done":true,"prompt_eval_count":100,"prompt_eval_cached_count":"many"}`, 100, Prompt{Odd: Odd{OddText, `a count of tokens is "many"`}}},
		"an empty prompt, timed":   {ChatCompletions, Document, `{"timings":{"cache_n":0,"prompt_n":0,"prompt_ms":-1}}`, 0, Prompt{}},
	} {
		t.Run(name, func(t *testing.T) {
			collector := Collector{Format: c.format}
			_, _ = collector.Write([]byte(c.body))
			got := collector.Reply(c.framing)
			if got.TokensIn != c.tokens || got.Prompt != c.want {
				t.Errorf("%d tokens, %+v; want %d, %+v", got.TokensIn, got.Prompt, c.tokens, c.want)
			}
		})
	}
}

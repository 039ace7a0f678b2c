package demo

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"
)

// client is a chat client as simple as they come: it keeps the history and
// sends it with every prompt, and knows nothing of holdfast but its address.
type client struct {
	base     string
	messages []message
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// ask sends a prompt and streams the reply's text to say, piece by piece.
func (c *client) ask(ctx context.Context, prompt string, say func(text string)) error {
	c.messages = append(c.messages, message{Role: "user", Content: prompt})
	body, err := json.Marshal(map[string]any{"model": "holdfast-demo", "stream": true, "messages": c.messages})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/chat/completions", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("asking the demo model: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10)) // best effort for the message
		return fmt.Errorf("asking the demo model: %s: %s", resp.Status, text)
	}
	reply, err := readStream(resp.Body, say)
	if err != nil {
		return fmt.Errorf("reading the demo model's reply: %w", err)
	}
	c.messages = append(c.messages, message{Role: "assistant", Content: reply})
	return nil
}

func readStream(r io.Reader, say func(string)) (string, error) {
	var reply strings.Builder
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		text := gjson.Get(data, "choices.0.delta.content").String()
		reply.WriteString(text)
		if text != "" {
			say(text)
		}
	}
	return reply.String(), lines.Err()
}

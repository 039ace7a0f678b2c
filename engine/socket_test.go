package engine_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"holdfast/engine/events"
)

// knock asks for a WebSocket and returns the status of the answer.
func (h *house) knock(path string) int {
	h.t.Helper()
	c, err := net.Dial("tcp", h.Status().Listen)
	if err != nil {
		h.t.Fatal(err)
	}
	defer c.Close()
	const asks = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bm90IGEgc2VjcmV0IGtleQ==\r\n"
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, asks)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func TestNoWebSocketGoesByWithoutALineInActivity_Gateway9(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(string) reply { return say("Yes.") })
	h.ask("is it done?")
	if got := h.knock("/v1/responses"); got != http.StatusUpgradeRequired {
		t.Errorf("a WebSocket on an understood path: %d", got)
	}
	h.knock("/v1/realtime")
	list := h.Activities()
	if len(list) != 3 || h.Status().Live != 0 || h.Status().Model != "m" {
		t.Fatalf("%d requests, %+v", len(list), h.Status())
	}
	passed, refused := list[0], list[1]
	if passed.Kind != "socket" || passed.Phase != events.Done || passed.Path != "/v1/realtime" || !strings.Contains(passed.Prompt, "not read") {
		t.Errorf("what passes unread is told as %+v", passed)
	}
	if refused.Kind != "socket" || refused.Phase != events.Failed || refused.Path != "/v1/responses" ||
		!strings.Contains(refused.Error, "POST") || refused.Session != list[2].Session {
		t.Errorf("what is refused is told as %+v", refused)
	}
	h.verified()
}

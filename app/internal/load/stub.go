package load

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// pace tells the stub how to answer; it travels in a header, which every proxy
// forwards.
type pace string

const (
	paceHeader = "X-Load-Pace"

	paced   pace = "paced"   // a first delay, then chunks one by one
	instant pace = "instant" // all at once
)

// stub is a model server that answers with numbered chunks, each stamped with
// the moment at which it was sent.
type stub struct {
	Options
	start time.Time
}

func newStub(o Options) *stub { return &stub{Options: o, start: epoch} }

// epoch is what stamps count from: stub and client run in one process and
// share its clock.
var epoch = time.Now()

// ServeHTTP implements http.Handler.
func (s *stub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
	wait := pace(r.Header.Get(paceHeader)) != instant
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	delay := s.FirstDelay
	for n := range s.Chunks {
		if wait && !sleep(r.Context(), delay) {
			panic(http.ErrAbortHandler)
		}
		delay = s.Spacing
		finish := "null"
		if n == s.Chunks-1 {
			finish = `"stop"`
		}
		fmt.Fprintf(w, "data: {\"id\":\"chatcmpl-load\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"stub\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"tok %d \"},\"finish_reason\":%s}],\"sent\":%s}\n\n",
			n, finish, strconv.FormatInt(int64(time.Since(s.start)), 10))
		if err := control.Flush(); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
	io.WriteString(w, "data: [DONE]\n\n") // a client that left is met at the next request
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

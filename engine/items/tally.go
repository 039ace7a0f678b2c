package items

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holdfast/engine/aside"
	"holdfast/engine/delta/second"
	"holdfast/engine/diag"
)

// secondCame is what came of one answer: deltas that were accepted, refused, and
// known already.
type secondCame struct{ accepted, refused, known int }

// readerTally counts what became of the second reader's questions since the
// engine was started.
type readerTally struct {
	answers, yields int
	failures        map[string]int // by reason
	inARow          int            // failures without an answer between them
	last            string         // the reason of the last one
	came            secondCame
}

func (r *secondReader) busy(now bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reading = now
}

// isReading reports whether a question is under way.
func (r *secondReader) isReading() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reading
}

func (r *secondReader) isPlain() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.plain
}

func (r *secondReader) setPlain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.plain = true
}

func (r *secondReader) gaveWay() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.yields++
}

func (r *secondReader) answered(came secondCame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers++
	r.inARow = 0
	r.came.accepted += came.accepted
	r.came.refused += came.refused
	r.came.known += came.known
}

// failed counts a question without a result and tells whether its reason is new.
func (r *secondReader) failed(err error) (first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failures == nil {
		r.failures = map[string]int{}
	}
	r.last = failure(err)
	r.failures[r.last]++
	r.inARow++
	return r.failures[r.last] == 1
}

// failures are the reasons as the doctor counts them.
var failures = []struct {
	is   error
	says string
}{
	{second.ErrNoJSON, "without JSON"}, {second.ErrCut, "cut short"}, {second.ErrDeep, "nested too deep"}, {second.ErrTwice, "with a key twice"},
	{second.ErrDisagree, "with several lists"}, {second.ErrHuge, "far too long"}, {aside.ErrLong, "far too long"},
	{aside.ErrRubbish, "not in the API's form"}, {aside.ErrNoServer, "for want of a model server"},
	{context.DeadlineExceeded, "not there within delta.timeout_s"},
}

func failure(err error) string {
	for _, f := range failures {
		if errors.Is(err, f.is) {
			return f.says
		}
	}
	var status *aside.StatusError
	if errors.As(err, &status) {
		return fmt.Sprintf("refused with status %d", status.Status)
	}
	return "failed on the way"
}

// tooMany is how many failures in a row are told as a warning.
const tooMany = 3

// Health returns the doctor's line on the second reader, nil where it is off; serves
// tells whether this engine is the one that asks.
func (l *Listener) Health(serves bool) func() diag.Finding {
	if !l.AsksModel() {
		return nil
	}
	if !serves {
		return func() diag.Finding {
			return diag.Finding{Status: diag.OK, Detail: "on: the engine that serves asks the model after each turn, and counts"}
		}
	}
	return l.second.finding
}

func (r *secondReader) finding() diag.Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	parts := []string{fmt.Sprintf("%d answers gave %d deltas (%d refused, %d known already)", r.answers, r.came.accepted, r.came.refused, r.came.known)}
	if r.yields > 0 {
		parts = append(parts, fmt.Sprintf("%d questions gave way to requests", r.yields))
	}
	useless := 0
	var why []string
	seen := map[string]bool{}
	count := func(says string) {
		if n := r.failures[says]; n > 0 && !seen[says] {
			useless += n
			seen[says] = true
			why = append(why, fmt.Sprintf("%d %s", n, says))
		}
	}
	for _, f := range failures {
		count(f.says)
	}
	for _, says := range slices.Sorted(maps.Keys(r.failures)) {
		count(says)
	}
	if useless > 0 {
		parts = append(parts, fmt.Sprintf("%d of no use: %s", useless, strings.Join(why, ", ")))
	}
	say := strings.Join(parts, "; ")
	if r.inARow >= tooMany {
		return diag.Finding{Status: diag.Warn, Detail: fmt.Sprintf("the last %d questions had no result (%s): name another model with delta.model, or set delta.reader to rules. %s", r.inARow, r.last, say)}
	}
	return diag.Finding{Status: diag.OK, Detail: say}
}

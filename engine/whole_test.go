package engine_test

import (
	"context"
	"strings"
	"testing"

	"holdfast/engine/report"
)

func Test92AFunctionReplacesAScriptOnlyByTheOperatorsWord(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const whole, helper = "app/script.py::*", "app/script.py::helper"
	h := openHouse(t, func(prompt string) reply {
		if strings.Contains(prompt, "write") {
			return say("```python app/script.py\nimport sys\n\nprint(sys.argv)\n```\n")
		}
		return say("```python app/script.py\ndef helper():\n    return 1\n```\n")
	})
	h.ask("write the script")
	h.ask("add a helper")
	if state := h.state(); state[whole] == "" || state[helper] != "" {
		t.Fatalf("a snippet of the model's took the script out: %v", state)
	}
	pending, err := h.Pending(ctx)
	if err != nil || len(pending) != 1 {
		t.Fatalf("%+v, %v", pending, err)
	}
	if err := h.Accept(ctx, report.Shown{Artifact: pending[0].ID}); err != nil {
		t.Fatal(err)
	}
	if state := h.state(); state[whole] != "" || state[helper] == "" {
		t.Errorf("a file is tracked as a whole or by its symbols, not both: %v", state)
	}
	if err := h.Restore(ctx, whole); err == nil {
		t.Error("the whole was restored beside the symbols")
	}
	if err := h.Tombstone(ctx, helper, ""); err != nil {
		t.Fatal(err)
	}
	if err := h.Restore(ctx, whole); err != nil {
		t.Fatal(err)
	}
	if err := h.Restore(ctx, helper); err == nil {
		t.Error("a symbol was restored beside the whole")
	}
	h.verified()
}

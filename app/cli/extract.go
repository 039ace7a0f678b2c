package cli

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"holdfast/engine/delta"
	"holdfast/engine/delta/acts"
)

// conversation is what `extract` reads.
type conversation struct {
	Turns  []acts.Turn      `json:"turns"`
	Deltas []delta.Envelope `json:"deltas"`
}

// rejection is a delta that the reconciler refused, and why.
type rejection struct {
	Delta  delta.Envelope `json:"delta"`
	Reason string         `json:"reason"`
}

func extractCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "extract FILE|-",
		Short: "Print what a conversation changed: decisions, tasks, facts",
		Long: `Read a conversation as JSON, {"turns":[{"turnId","role","content"}]}, and print
what holdfast reads from it: the deltas, the rejected ones with the reason, and
the resulting items. "deltas":[…] beside the turns are judged as they are.`,
		Args: exactly("a FILE, or - for standard input"),
	}
	jsonFlag(c) // the output is JSON with and without it
	c.RunE = func(c *cobra.Command, args []string) error {
		src, err := p.readArgument(c, args[0])
		if err != nil {
			return err
		}
		talk, err := parseConversation(src)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		res := acts.Conversation(talk.Turns, delta.Unwrap(talk.Deltas), p.Now().UTC())
		rejected := []rejection{}
		for _, e := range res.Rejected {
			rejected = append(rejected, rejection{e.Delta, e.Reason})
		}
		return printJSON(c.OutOrStdout(), map[string]any{
			"accepted": delta.Wrap(res.Accepted), "rejected": rejected, "items": orEmpty(res.State.SortedItems()),
		})
	}
	return c
}

// parseConversation reads a conversation and names what is wrong with it.
func parseConversation(src []byte) (conversation, error) {
	var talk conversation
	if err := json.Unmarshal(src, &talk); err != nil {
		return talk, fmt.Errorf(`this is no conversation, which is {"turns":[{"turnId","role","content"}]}: %w`, err)
	}
	for i, t := range talk.Turns {
		if t.ID == "" {
			return talk, fmt.Errorf("turn %d has no turnId; give every turn one", i+1)
		}
		if slices.ContainsFunc(talk.Turns[:i], func(o acts.Turn) bool { return o.ID == t.ID }) {
			return talk, fmt.Errorf("turn %d has the turnId %q of an earlier one; give every turn its own", i+1, t.ID)
		}
	}
	return talk, nil
}

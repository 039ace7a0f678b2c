package toolbox

import (
	"context"

	"holdfast/engine/bridge"
	"holdfast/store/event"
)

// Records is the database, as far as results are read back from it.
type Records interface {
	Since(ctx context.Context, session string, after int64, limit int, yield func(event.Row) error) error
	Blob(ctx context.Context, hash string) ([]byte, error)
}

// Recall reads the results of a conversation's commands that came after a row of its
// session, and that no request has shown yet.
func Recall(ctx context.Context, db Records, session, conversation string, after int64) ([]bridge.Result, error) {
	var results []bridge.Result
	err := db.Since(ctx, session, after, 0, func(row event.Row) error {
		if row.Type != (event.ToolRan{}).Type() {
			return nil
		}
		ev, err := event.Decode(row.Type, row.Data)
		ran, ok := ev.(event.ToolRan)
		if err != nil || !ok || ran.Conversation != conversation {
			return err
		}
		r, err := resultOf(ctx, db, ran)
		if err == nil {
			results = append(results, r)
		}
		return err
	})
	return results, err
}

func resultOf(ctx context.Context, db Records, ran event.ToolRan) (bridge.Result, error) {
	r := bridge.Result{Status: ran.Status, Exit: ran.Exit, Detail: ran.Detail}
	call, err := db.Blob(ctx, ran.Call)
	if err != nil {
		return r, err
	}
	if r.Call, err = bridge.ReadCall(call); err != nil || ran.Result == "" {
		return r, err
	}
	output, err := db.Blob(ctx, ran.Result)
	r.Output = string(output)
	return r, err
}

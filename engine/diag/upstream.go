package diag

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"holdfast/engine/gateway"
)

// reachLimit bounds the question to a model server: a local one lists its
// models at once or not at all.
const reachLimit = 2 * time.Second

// Reach asks a model server for its list of models. It never asks for a
// completion (TSLP 14.2). name is how the server is told.
func Reach(ctx context.Context, name string, base *url.URL) Finding {
	ctx, cancel := context.WithTimeout(ctx, reachLimit)
	defer cancel()
	models, err := gateway.ListModels(ctx, base)
	return reached(name, len(models), err)
}

func reached(name string, models int, err error) Finding {
	var refused *gateway.StatusError
	var network net.Error
	switch {
	case err == nil && models == 0:
		return Finding{Warn, name + " answers, but offers no model: load one"}
	case err == nil:
		return Finding{OK, fmt.Sprintf("%s answers, and offers %s", name, countModels(models))}
	case errors.As(err, &refused) && refused.Code/100 == 4:
		// It may want a key, which is the client's, or have no such list.
		return Finding{OK, fmt.Sprintf("%s answers, though it lists no models: %v", name, err)}
	case errors.As(err, &network) && network.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return Finding{Warn, name + " gives no answer in time; look whether it hangs, or name another with --upstream URL"}
	case errors.As(err, &network):
		return Finding{Warn, fmt.Sprintf("%s does not answer (%v); start it, or name another with --upstream URL", name, err)}
	}
	return Finding{Warn, fmt.Sprintf("%s does not answer as a model server: %v; name another with --upstream URL", name, err)}
}

func countModels(n int) string {
	if n == 1 {
		return "1 model"
	}
	return fmt.Sprintf("%d models", n)
}

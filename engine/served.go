package engine

import (
	"context"
	"net"
	"time"

	"holdfast/engine/config"
	"holdfast/engine/gateway"
	"holdfast/store"
)

// Served is where an engine answers for a workspace.
type Served struct {
	// Listen is its address, HOST:PORT; empty where none answers.
	Listen string
	// Token reports whether it asks for one.
	Token bool
}

// ServedAt finds the engine that runs in a workspace, if one does. It takes no
// lock and opens no database: whoever holds the lock has said where it listens,
// and is asked whether it is still there.
func ServedAt(ctx context.Context, cfg *config.Config) Served {
	addr := store.LockHolder(cfg.Workspace.Folder()).Address
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port == "0" {
		return Served{}
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	own, token := gateway.Probe(ctx, "http://"+net.JoinHostPort(host, port))
	if !own {
		return Served{}
	}
	return Served{Listen: addr, Token: token}
}

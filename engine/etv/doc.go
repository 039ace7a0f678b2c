// Package etv is External Truth Verification (TSLP 15): it reads the workspace,
// compares it with what the State Map holds, watches it for changes, and never
// writes it. It knows files and symbols, neither the Ledger nor the State Map.
//
// It owns what was parsed of each file (a cache by its stat and hash) and the watches of
// folders. Package stale reads by it; the watcher hears from it.
package etv

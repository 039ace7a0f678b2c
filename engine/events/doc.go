// Package events is what the engine tells whoever listens, and how busy it is.
//
// It owns the hub through which each change is told, the log of the requests in
// flight and lately finished, and the pace of work beside them. It knows nothing of
// sessions or the database: any room of the engine may emit, and screens, diagnostics
// and tests subscribe.
package events

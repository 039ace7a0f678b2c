// Package hydrate materialises truth in front of the model (TSLP 8): it finds
// the entities that a prompt names, chooses which of their authoritative
// artifacts fit, and composes the text that is spliced in before the user's
// own words.
//
// The way of one turn:
//
//	mentions  := index.Scan(prompt)                     // 8.1 step 1
//	ranked    := hydrate.Candidates(mentions, touched)  // what to verify on disk
//	selection := hydrate.Select(hydrate.Input{...})     // 8.1 step 2, 15.6
//	notices   := hydrate.Notices(selection, unlinked)   // 8.3, 15.4
//	recent    := hydrate.Context(hydrate.Recent(...))   // 8.4
//	insertion := hydrate.Compose(selection.Blocks, notices, recent)
//
// What the request shows itself, word for word and near its end (RequestText), is
// not put in: the model sees it, and so it counts as hydrated.
//
// Everything here is pure or in memory: no database, no network, no clock. The
// same inputs give the same bytes, so that an insertion stays byte-stable for a
// whole user turn and keeps the server's prompt cache warm.
//
// It owns the index of names of a State Map and a cache of what was loaded. A turn calls
// it as above; package statemap keeps the index in step.
package hydrate

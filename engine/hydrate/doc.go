// Package hydrate materialises truth in front of the model (TSLP 8): it finds
// the entities that a prompt names, chooses which of their authoritative
// artifacts fit, and composes the text that is spliced in before the user's
// own words.
//
// The way of one turn:
//
//	mentions  := index.Scan(prompt)                     // 8.1 step 1
//	ranked    := hydrate.Candidates(mentions, touched)  // what to verify on disk
//	kept      := hydrate.Keep(hydrate.Keeping{...})     // of earlier requests
//	selection := hydrate.Select(hydrate.Input{...})     // 8.1 step 2, 15.6
//	notices   := hydrate.Notices(selection, unlinked)   // 8.3, 15.4
//	recent    := hydrate.Context(hydrate.Recent(...))   // 8.4
//	stand     := hydrate.NewStand(at, stays, kept.Old, selection.Blocks)
//	rest      := hydrate.Compose(nil, notices, recent)
//
// What the request shows itself, word for word and near its end (RequestText), is
// not put in: the model sees it, and so it counts as hydrated.
//
// A model server processes again whatever stands behind the first byte that differs
// from its last prompt. So blocks stay where they were put (Stand): Keep decides what
// of them may, and Select puts in only what does not stand there. A STALE entity's
// block goes at once, an outdated one where that costs little; where it stays, a notice
// says that it is superseded. Notices of other things and the recent context stand in
// the newest message alone, and the prefix ends there with the next turn.
// Where the server keeps the history itself, all of it stays, and what is not the truth
// any more is told (Keeping.Fixed). Both are recorded, and so known after a restart. Where
// it has lost the prompt to another request, nothing is won by what stays, and none of it
// does (Keeping.Cold).
//
// Everything here is pure or in memory: no database, no network, no clock. The
// same inputs give the same bytes, so that an insertion stays byte-stable.
//
// It owns the index of names of a State Map and a cache of what was loaded. A turn calls
// it as above; package statemap keeps the index in step.
package hydrate

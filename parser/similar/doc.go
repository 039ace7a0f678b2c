// Package similar aligns a piece of code with the one existing entity that it
// resembles (TSLP 4.1 step 3). Similarity aligns, structure decides (TSLP 11):
// a match is INFERRED at most, is sought only among the entities it is given,
// introduces none and advances no state.
//
// It owns nothing. The State Map asks it with the entities that are likely.
package similar

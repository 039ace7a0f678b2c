// Package refusal has the errors by which the engine refuses what an operator decides,
// as opposed to those of something that went wrong.
//
// It owns nothing. Every room that takes decisions may use it; it knows none of them.
package refusal

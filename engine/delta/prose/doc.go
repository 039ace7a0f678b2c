// Package prose separates what somebody wrote in a turn from what they pasted:
// code, quotations, tool calls and their results, markup and logs are not
// conversation (gold rules, section 0). Markdown is read by CommonMark's
// rules, block structure only.
//
// It owns nothing. The readers of conversations ask it first, and see only what it leaves.
package prose

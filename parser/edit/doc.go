// Package edit reads the edit formats that models write (SEARCH/REPLACE
// blocks, unified diffs, V4A patches, old/new pairs) and composes them in
// memory with the base that they were written for.
//
// Nothing here touches a disk (TSLP 15.3: the proxy never applies a diff), and
// nothing is matched loosely: an edit whose old text is not found exactly once
// is refused with the reason (TSLP 12: refuse unsafe writes instead of
// guessing).
//
// It owns nothing. Package resolve composes with it; block and call find the edits.
package edit

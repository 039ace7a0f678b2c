package edit

// Op says what a Change does to its file.
type Op string

const (
	// Create makes a file that must not exist yet, or be empty.
	Create Op = "create"
	// Write makes or overwrites the whole file.
	Write Op = "write"
	// Replace changes parts of a file that exists.
	Replace Op = "replace"
	// Delete removes the file.
	Delete Op = "delete"
	// Rename moves the file to NewPath, changing it by Hunks on the way.
	Rename Op = "rename"
	// Define gives the definition of Symbol another text, or puts the definition
	// of another symbol beside it. Only who knows the file's symbols can compose it.
	Define Op = "define"
)

// Change is what one edit does to one file.
type Change struct {
	// Op is empty for a part that could not be read, of which no more than the
	// path is known. Compose refuses it.
	Op Op
	// Path is the file as the edit names it, neither cleaned nor checked. From
	// SEARCH/REPLACE it is the line above the block as it stands, which may be
	// prose; it is empty where the edit names no file.
	Path string
	// NewPath is where a Rename goes.
	NewPath string
	// Hunks are in the order of the edit.
	Hunks []Hunk
	// AtOnce reports whether every hunk refers to the base as it was (unified
	// diffs, V4A patches), not to what the hunk before it left.
	AtOnce bool
	// Content is the whole file, for Create and Write, and the definition for Define.
	Content []byte
	// Symbol is the one that a Define is about, as the edit names it.
	Symbol string
}

// Hunk is one replacement inside a file.
type Hunk struct {
	// Old must be found exactly once, or at least once with All. An empty Old
	// fits only an empty or missing base, or the conditions below.
	Old, New string
	// All replaces every occurrence (replace_all).
	All bool
	// Lines reports whether Old and New are whole lines: a match begins where a
	// line begins and ends where one ends. An Old that does not end in "\n" is
	// then the last line of a file without final newline.
	Lines bool
	// Anchors are the "@@ class A" lines of a V4A hunk, outermost first. They
	// choose between several matches.
	Anchors []string
	// AtEnd reports whether the hunk stands at the end of the file (V4A's "*** End
	// of File"). With an empty Old, New is appended.
	AtEnd bool
	// Line is the 1-based line of the base at which a unified hunk says that
	// Old begins, 0 if it does not say. It chooses between several matches if
	// one of them stands exactly there.
	Line int
	// Insert puts New after line InsertLine of the base, 0 being its top; Old
	// is not used.
	Insert     bool
	InsertLine int
}

// Format names an edit format.
type Format string

// The formats that Find recognises.
const (
	FormatSearchReplace Format = "search_replace"
	FormatUnified       Format = "unified_diff"
	FormatV4A           Format = "v4a_patch"
)

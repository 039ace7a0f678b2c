package block

import (
	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// Confidence is what a path's source alone can prove (TSLP 4).
type Confidence string

// The levels of TSLP 4.
const (
	Confirmed  Confidence = "CONFIRMED"
	Inferred   Confidence = "INFERRED"
	Unresolved Confidence = "UNRESOLVED"
)

// Convention names how a block said which file it is. The names are stable:
// they are kept with the evidence.
type Convention string

// The conventions. An edit's own header outranks what stands around it, the
// info string the line above, the line above a comment in the code.
const (
	SearchReplace    Convention = "search_replace"     // SEARCH/REPLACE block
	UnifiedDiff      Convention = "unified_diff"       // ---/+++ or git header
	V4APatch         Convention = "v4a_patch"          // *** Begin Patch
	FileTag          Convention = "file_tag"           // <file path="…">
	WriteToFile      Convention = "write_to_file"      // <write_to_file><path>…
	InfoString       Convention = "info_string"        // ```go a.go
	LineQuote        Convention = "line_quote"         // ```12:34:a.go
	LineAbove        Convention = "line_above"         // a line that holds only a path
	FilepathComment  Convention = "filepath_comment"   // // filepath: a.go
	FirstLineComment Convention = "first_line_comment" // // a.go
	ProseBackticks   Convention = "prose_backticks"    // "change `a.go` so:"
	Basename         Convention = "basename"           // a.go, where x/a.go is the only one
	OnlyFile         Convention = "only_file"          // the workspace tracks one file
	ToolCall         Convention = "tool_call"          // the arguments of a tool call
	Saved            Convention = "saved"              // the file that its client made of a reply
	NoPath           Convention = "none"
)

// Kind tells what a block is for.
type Kind string

// The kinds of blocks. Output, logs and transcripts are none of them and are
// left out.
const (
	Code    Kind = "code"
	Edit    Kind = "edit"
	Command Kind = "command" // for a shell, or a tool block (TSLP 8.5)
)

// Block is one piece of code, one edit of one file, or one command.
type Block struct {
	// Index counts from 0 in the order of the reply. An edit of several files
	// yields several blocks.
	Index int
	// Path is canonical (see CleanPath), or empty where none was proven.
	Path     string
	Language source.Language
	// Tag is the language that the info string names, as written.
	Tag        string
	Convention Convention
	Confidence Confidence
	Kind       Kind
	// Full reports whether nothing about the block says it is less than the whole
	// of what it defines: it is closed, no fragment, no quotation, and its
	// path does not rest on a hint in prose. Only its code can tell the rest
	// (TSLP 6, gate A).
	Full bool
	// Closed reports whether the end of the fence, element or edit is there.
	Closed bool
	// Fragment reports whether the block says it is a part: a line range, "(excerpt)".
	Fragment bool
	// Reasons are short sentences: why it is not full, or not CONFIRMED.
	Reasons []string
	// Content is the text with LF line ends, without the path comment; for an
	// edit the whole edit as written.
	Content []byte
	// Comment is the path comment that was taken off Content, with the blank
	// line that followed it; a file saved with it holds Comment + Content.
	Comment []byte
	// Span is the block in the reply as it was handed in, fences included.
	Span source.Range
	// Edits is the change of an edit; empty if it could not be read.
	Edits []edit.Change
	// Quoted reports whether it stands in a quotation ("> …"): another's words.
	Quoted bool
	// Applied reports whether the block is a tool call written as an element: the
	// client applies it, unlike code that it only shows.
	Applied bool
}

// Options is what the workspace knows.
type Options struct {
	// Roots are the absolute paths of the workspace: one, or several where a
	// symbolic link leads to it. Without any, absolute paths are refused.
	Roots []string
	// Folder is the canonical folder in which the writer works, "" for the
	// workspace itself: a relative path means a file there, unless only the
	// workspace has one of that path.
	Folder string
	// Known tells that a canonical path is tracked or exists. Nil knows none.
	Known func(path string) bool
	// Spelled gives a canonical path as the workspace spells it, see Spelled. Nil
	// leaves it as it is.
	Spelled func(path string) string
	// Files are the canonical paths that a bare name, or a block without any
	// path, may mean.
	Files []string
}

// MaxReply is the size in bytes beyond which a reply is not read at all.
const MaxReply = 8 << 20

package events

// Add sums up what became of more files.
func (a *Adoption) Add(more Adoption) {
	a.Files += more.Files
	a.Adopted += more.Adopted
	a.Unchanged += more.Unchanged
	a.Tombstoned = append(a.Tombstoned, more.Tombstoned...)
	a.Respelled = append(a.Respelled, more.Respelled...)
	a.Skipped = append(a.Skipped, more.Skipped...)
	a.Faulty = append(a.Faulty, more.Faulty...)
}

// AdoptProgress tells how far the adoption of files has come.
type AdoptProgress struct {
	Files, Entities, Skipped int
	// Path is the file under way.
	Path string
}

// Adoption is what became of the files that were adopted.
type Adoption struct {
	Files     int // read and taken in
	Adopted   int // entities that became AUTHORITATIVE
	Unchanged int // entities that the map held already
	// Tombstoned are entities that an adopted file does not define any more.
	Tombstoned []string
	// Respelled are files that were known by another path, which differs in case alone.
	Respelled []RespelledFile
	// Skipped are files that were not taken, with the reason.
	Skipped []SkippedFile
	// Faulty are files that were taken as far as they could be read.
	Faulty []FaultyFile
}

// RespelledFile is a file that goes by the path that the disk has for it, with all of its
// symbols.
type RespelledFile struct{ Known, Path string }

// FaultyFile is an adopted file with a syntax error, or with syntax that its
// grammar does not know.
type FaultyFile struct {
	Path string
	// Unread are the lines, in words, that could not be read; "" for none. Nothing
	// of them was adopted, but for With.
	Unread string
	// With are the symbols that are adopted as they stand, with an error in them or
	// cut off by what is unread.
	With []string
	// Kept are entities that the file does not define where it could be read. They
	// may stand in what is unread, and were not tombstoned.
	Kept []string
}

// SkippedFile is a file that was not adopted.
type SkippedFile struct{ Path, Why string }

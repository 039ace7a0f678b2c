package event

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// FileAdopted makes symbols of a file AUTHORITATIVE as the disk holds them, by the
// operator's word (TSLP 15.2): one row for what would be an ArtifactRecorded and an
// ArtifactPromoted of each. It speaks only of entities that no version was ever of, so
// that it supersedes nothing. Expand gives the single events that it stands for.
//
// Commit fails with ErrConflict where one of the entities has, or had, a version.
type FileAdopted struct {
	// ID is the common beginning of the artifacts' ids, IDLength hexadecimal digits.
	ID       string `json:"id"`
	Episode  string `json:"episode"`
	Path     string `json:"path"`
	Language string `json:"language,omitempty"`
	Method   string `json:"method"`
	Block    string `json:"block"` // Vault hash of the file
	// Gates is the report of all of them, and Grant that by which they stand.
	Grant      string          `json:"grant"`
	Gates      GateReport      `json:"gates"`
	Convention string          `json:"convention,omitempty"`
	Symbols    []AdoptedSymbol `json:"symbols"`
}

// AdoptedSymbol is one symbol of a FileAdopted; most fields are those of an
// ArtifactRecorded.
type AdoptedSymbol struct {
	Name     string `json:"name"`
	Kind     string `json:"kind,omitempty"`
	Position int    `json:"at"`
	// Sums are the SHA-256 of the canonical text, of the structure and of what is
	// hydrated, one behind the other in base64 without padding.
	Sums string `json:"sums"`
	// Core and Text say where in the file the canonical text and what is hydrated
	// stand, as CutCore and CutText take them: two offsets, or none where the Vault
	// holds the content by its hash.
	Core      []int  `json:"core,omitempty"`
	Text      []int  `json:"text,omitempty"`
	Nodes     int    `json:"nodes"`
	Tokens    int    `json:"tokens"`
	Errors    int    `json:"errors,omitempty"`
	Count     int    `json:"count,omitempty"` // 0 stands for 1
	Top       bool   `json:"top,omitempty"`
	Container string `json:"container,omitempty"`
}

// IDLength is the length of FileAdopted.ID, and MaxAdopted the most symbols of one.
const (
	IDLength   = 12
	MaxAdopted = 1 << 16
)

// Type implements Event.
func (FileAdopted) Type() string { return "file_adopted" }

func (e FileAdopted) evidence() []string {
	hashes := []string{e.Block}
	for i := range e.Symbols {
		if s := &e.Symbols[i]; len(s.Core) == 0 || len(s.Text) == 0 {
			hash, _, text := s.Hashes()
			if len(s.Core) == 0 {
				hashes = append(hashes, hash)
			}
			if len(s.Text) == 0 {
				hashes = append(hashes, text)
			}
		}
	}
	return named(hashes...)
}

// sumsLength is that of AdoptedSymbol.Sums.
const sumsLength = 4 * 3 * sha256.Size / 3

// SumsOf writes three hashes of the form that Hash gives as AdoptedSymbol.Sums has
// them; ok is false where one has another form.
func SumsOf(hash, structure, text string) (sums string, ok bool) {
	var raw [3 * sha256.Size]byte
	for i, h := range []string{hash, structure, text} {
		if !IsHash(h) {
			return "", false
		}
		if _, err := hex.Decode(raw[i*sha256.Size:], []byte(h[len(hashPrefix):])); err != nil {
			return "", false
		}
	}
	return base64.RawStdEncoding.EncodeToString(raw[:]), true
}

// Digests are the hashes of an AdoptedSymbol as bytes.
type Digests struct {
	Hash, Structure, Text [sha256.Size]byte
}

// Digests returns the hashes as bytes; ok is false where Sums are none.
func (s *AdoptedSymbol) Digests() (d Digests, ok bool) {
	var raw [3 * sha256.Size]byte
	if len(s.Sums) != sumsLength {
		return d, false
	}
	n, err := base64.RawStdEncoding.Strict().Decode(raw[:], []byte(s.Sums))
	copy(d.Hash[:], raw[:])
	copy(d.Structure[:], raw[sha256.Size:])
	copy(d.Text[:], raw[2*sha256.Size:])
	return d, err == nil && n == len(raw)
}

// Hashes returns the hashes of the canonical text, of the structure and of what is
// hydrated, "" for each where Sums are none.
func (s *AdoptedSymbol) Hashes() (hash, structure, text string) {
	d, ok := s.Digests()
	if !ok {
		return "", "", ""
	}
	var all [3 * hashLength]byte
	for i, sum := range [...][sha256.Size]byte{d.Hash, d.Structure, d.Text} {
		at := all[i*hashLength:]
		copy(at, hashPrefix)
		hex.Encode(at[len(hashPrefix):], sum[:])
	}
	names := string(all[:]) // one allocation for the three
	return names[:hashLength], names[hashLength : 2*hashLength], names[2*hashLength:]
}

// Check reports what is wrong with the event by itself, as ErrInvalid; nil for nothing.
func (e *FileAdopted) Check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: the adoption of %q %s", ErrInvalid, e.Path, fmt.Sprintf(format, args...))
	}
	switch {
	case len(e.ID) != IDLength || strings.Trim(e.ID, "0123456789abcdef") != "":
		return fail("has the id %q", e.ID)
	case e.Path == "" || e.Episode == "" || !IsHash(e.Block):
		return fail("lacks a part")
	case len(e.Symbols) == 0 || len(e.Symbols) > MaxAdopted:
		return fail("is of %d symbols", len(e.Symbols))
	}
	seen := make(map[string]bool, len(e.Symbols))
	for i := range e.Symbols {
		s := &e.Symbols[i]
		if s.Name == "" || strings.Contains(s.Name, "\n") || seen[s.Name] {
			return fail("names a symbol %q, which is none or one twice", s.Name)
		}
		seen[s.Name] = true
		if _, ok := s.Digests(); !ok {
			return fail("has no hashes of %q", s.Name)
		}
		for _, span := range [][]int{s.Core, s.Text} {
			if len(span) != 0 && (len(span) != 2 || span[0] < 0 || span[1] < span[0]) {
				return fail("has no place %v of %q", span, s.Name)
			}
		}
	}
	return nil
}

// Entity is the entity of symbol i.
func (e *FileAdopted) Entity(i int) string { return e.Path + "::" + e.Symbols[i].Name }

// Artifact is the id of the artifact of symbol i.
func (e *FileAdopted) Artifact(i int) string { return AdoptedID(e.ID, i) }

// AdoptedID is the id of the artifact of symbol i of a FileAdopted with an id.
func AdoptedID(id string, i int) string {
	const digits = "0123456789abcdef"
	return id + string([]byte{digits[i>>12&15], digits[i>>8&15], digits[i>>4&15], digits[i&15]})
}

// Adopted returns by which FileAdopted, by its id, an artifact was made AUTHORITATIVE and
// which of its symbols it is; false where it was by itself, which takes two rows.
func (a *Artifact) Adopted() (id string, i uint16, ok bool) {
	if a.Seq != a.StateSeq || a.Origin != ByDisk || len(a.ID) != IDLength+4 {
		return "", 0, false
	}
	id = a.ID[:IDLength]
	n, err := strconv.ParseUint(a.ID[IDLength:], 16, 16)
	return id, uint16(n), err == nil && AdoptedID(id, int(n)) == a.ID
}

// Find returns the index of the symbol with a name, -1 for none.
func (e *FileAdopted) Find(name string) int {
	for i := range e.Symbols {
		if e.Symbols[i].Name == name {
			return i
		}
	}
	return -1
}

// Recorded is the event that would record the artifact of symbol i.
func (e *FileAdopted) Recorded(i int) ArtifactRecorded {
	s := &e.Symbols[i]
	hash, structure, text := s.Hashes()
	return ArtifactRecorded{
		Artifact: e.Artifact(i), Episode: e.Episode, Entity: e.Entity(i), Path: e.Path, Symbol: s.Name, Language: e.Language, Kind: s.Kind,
		Hash: hash, Structure: structure, Text: text, Block: e.Block, Position: s.Position, Method: e.Method,
		Nodes: s.Nodes, Tokens: s.Tokens, Errors: s.Errors, Count: max(s.Count, 1), Top: s.Top, Container: s.Container,
		Confidence: Confirmed, Convention: e.Convention, Origin: ByDisk, Gates: e.Gates,
	}
}

// Promoted is the event that would promote it, with its content hash.
func (e *FileAdopted) promoted(rec ArtifactRecorded) ArtifactPromoted {
	return ArtifactPromoted{
		Artifact: rec.Artifact, Entity: rec.Entity, Episode: e.Episode, Grant: e.Grant, Gates: e.Gates, Disk: rec.Hash, Persisted: true,
	}
}

// Stands is the artifact of symbol i as it stands while nothing has happened to it
// since: seq, session and at are those of the row, turn that of the episode.
func (e *FileAdopted) Stands(i int, seq int64, session string, turn int, at time.Time) Artifact {
	rec := e.Recorded(i)
	return Artifact{
		Seq: seq, ID: rec.Artifact, Session: session, Episode: rec.Episode, Turn: turn,
		Entity: rec.Entity, Path: rec.Path, Symbol: rec.Symbol, Language: rec.Language, Kind: rec.Kind, Container: rec.Container,
		Hash: rec.Hash, Structure: rec.Structure, Text: rec.Text, Block: rec.Block, Position: rec.Position, Method: rec.Method,
		Nodes: rec.Nodes, Tokens: rec.Tokens, Errors: rec.Errors, Count: rec.Count, Top: rec.Top,
		Confidence: rec.Confidence, Convention: rec.Convention, Origin: rec.Origin,
		State: Authoritative, StateSeq: seq, Version: 1, Grant: e.Grant, Disk: rec.Hash, Persisted: true,
		Gates: e.Gates, Created: at, Changed: at,
	}
}

// Expand returns the single events that an event stands for, the event itself where it
// is one.
func Expand(ev Event) []Event {
	e, ok := ev.(FileAdopted)
	if !ok {
		return []Event{ev}
	}
	list := make([]Event, 0, 2*len(e.Symbols))
	for i := range e.Symbols {
		rec := e.Recorded(i)
		list = append(list, rec, e.promoted(rec))
	}
	return list
}

// CutText returns what is hydrated of a symbol: the bytes of a file between two
// offsets. It fails where the file does not reach that far.
func CutText(file []byte, span []int) ([]byte, error) {
	if len(span) != 2 || span[0] < 0 || span[1] < span[0] || span[1] > len(file) {
		return nil, fmt.Errorf("a file of %d bytes has no place %v", len(file), span)
	}
	return file[span[0]:span[1]], nil
}

// CutCore returns the canonical text of a symbol that stands in one piece of a file:
// LF ends each line, the later lines lose the white space that opens the line on which
// the piece begins, and one LF ends it.
func CutCore(file []byte, span []int) ([]byte, error) {
	text, err := CutText(file, span)
	if err != nil {
		return nil, err
	}
	lead := leadOf(file[:span[0]])
	out := make([]byte, 0, len(text)+1)
	for {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			break
		}
		out = append(append(out, text[:end]...), '\n')
		if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
			end++
		}
		text = text[end+1:]
		n := 0
		for n < len(lead) && n < len(text) && lead[n] == text[n] {
			n++
		}
		text = text[n:]
	}
	return append(bytes.TrimRight(append(out, text...), "\n"), '\n'), nil
}

// maxLead is how far back the beginning of a line is looked for, in bytes.
const maxLead = 4096

// leadOf is the white space that opens the last line of a text.
func leadOf(before []byte) []byte {
	before = before[max(0, len(before)-maxLead):]
	line := before[1+bytes.LastIndexAny(before, "\r\n"):]
	return line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
}

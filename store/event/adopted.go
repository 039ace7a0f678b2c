package event

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// FileAdopted makes symbols of a file AUTHORITATIVE together, by the operator's word
// (TSLP 15.2): as the disk holds them, or as they stood before. It is one row for what
// would be an ArtifactRecorded and an ArtifactPromoted of each. Expand gives the single
// events that it stands for.
//
// Commit fails with ErrConflict where the truth of one of the entities is not what the
// event says that it replaces.
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
	// Origin and Confidence are those of all of them; "" stands for ByDisk and Confirmed.
	Origin     Origin     `json:"origin,omitempty"`
	Confidence Confidence `json:"confidence,omitempty"`
	// FromSession is the session of which they are copies, "" for none: then Again of
	// each is the artifact that it is a copy of.
	FromSession string `json:"from_session,omitempty"`
	// Unseen reports whether nobody looked what the disk holds of them, so that it is
	// not noted; else that is their own content, or their Disk.
	Unseen bool `json:"unseen,omitempty"`
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
	// Was is the artifact that it supersedes, "" for none.
	Was string `json:"was,omitempty"`
	// Disk is the version that the disk held when it became the truth, "" for its own.
	Disk string `json:"disk,omitempty"`
	// Again is the artifact whose content it has, "" for none. Where a detail of the
	// report says AgainMark, the report of this symbol names it.
	Again string `json:"again,omitempty"`
}

// AgainMark stands in the report of a FileAdopted for the Again of each symbol.
const AgainMark = "{again}"

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

// room makes room for as many symbols as JSON seems to tell of: a file may have many
// thousands, and lists that grow are twice as long.
func (e *FileAdopted) room(data []byte) {
	if n := bytes.Count(data, []byte(`"sums":"`)); n > cap(e.Symbols) && n <= MaxAdopted {
		e.Symbols = make([]AdoptedSymbol, 0, n)
	}
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
	copied := e.FromSession != ""
	seen := make(map[string]bool, len(e.Symbols))
	for i := range e.Symbols {
		s := &e.Symbols[i]
		if copied && (s.Again == "" || s.Was != "") {
			return fail("copies no artifact to %q, or supersedes one", s.Name)
		}
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
	if a.Seq != a.StateSeq || len(a.ID) != IDLength+4 {
		return "", 0, false
	}
	id = a.ID[:IDLength]
	n, err := strconv.ParseUint(a.ID[IDLength:], 16, 16)
	return id, uint16(n), err == nil && AdoptedID(id, int(n)) == a.ID
}

// At returns the index of the symbol that is an artifact, -1 for none.
func (e *FileAdopted) At(artifact string) int {
	if len(artifact) != IDLength+4 || artifact[:IDLength] != e.ID {
		return -1
	}
	i, err := strconv.ParseUint(artifact[IDLength:], 16, 16)
	if err != nil || int(i) >= len(e.Symbols) || e.Artifact(int(i)) != artifact {
		return -1
	}
	return int(i)
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

// gatesOf is the report of symbol i.
func (e *FileAdopted) gatesOf(i int) GateReport {
	again := e.Symbols[i].Again
	if again == "" {
		return e.Gates
	}
	return e.Gates.Detailed(func(detail string) string { return strings.ReplaceAll(detail, AgainMark, again) })
}

// Recorded is the event that would record the artifact of symbol i.
func (e *FileAdopted) Recorded(i int) ArtifactRecorded {
	s := &e.Symbols[i]
	hash, structure, text := s.Hashes()
	rec := ArtifactRecorded{
		Artifact: e.Artifact(i), Episode: e.Episode, Entity: e.Entity(i), Path: e.Path, Symbol: s.Name, Language: e.Language, Kind: s.Kind,
		Hash: hash, Structure: structure, Text: text, Block: e.Block, Position: s.Position, Method: e.Method,
		Nodes: s.Nodes, Tokens: s.Tokens, Errors: s.Errors, Count: max(s.Count, 1), Top: s.Top, Container: s.Container,
		Confidence: cmp.Or(e.Confidence, Confirmed), Convention: e.Convention, Origin: cmp.Or(e.Origin, ByDisk), Gates: e.gatesOf(i),
	}
	if e.FromSession != "" {
		rec.FromSession, rec.FromArtifact = e.FromSession, s.Again
	}
	return rec
}

// Promoted is the event that would promote the artifact of symbol i: rec recorded it.
func (e *FileAdopted) Promoted(i int, rec ArtifactRecorded) ArtifactPromoted {
	return ArtifactPromoted{
		Artifact: rec.Artifact, Entity: rec.Entity, Supersedes: e.Symbols[i].Was, Episode: e.Episode,
		Grant: e.Grant, Gates: rec.Gates, Disk: e.disk(i, rec.Hash), Persisted: true,
	}
}

// disk is what is noted that the disk holds of symbol i.
func (e *FileAdopted) disk(i int, hash string) string {
	if e.Unseen {
		return ""
	}
	return cmp.Or(e.Symbols[i].Disk, hash)
}

// Stands is the artifact of symbol i as it stands while nothing has happened to it
// since: seq, session and at are those of the row, turn that of the episode. Which
// version it is the event does not know; it is said to be the first.
func (e *FileAdopted) Stands(i int, seq int64, session string, turn int, at time.Time) Artifact {
	rec := e.Recorded(i)
	return Artifact{
		Seq: seq, ID: rec.Artifact, Session: session, Episode: rec.Episode, Turn: turn,
		Entity: rec.Entity, Path: rec.Path, Symbol: rec.Symbol, Language: rec.Language, Kind: rec.Kind, Container: rec.Container,
		Hash: rec.Hash, Structure: rec.Structure, Text: rec.Text, Block: rec.Block, Position: rec.Position, Method: rec.Method,
		Nodes: rec.Nodes, Tokens: rec.Tokens, Errors: rec.Errors, Count: rec.Count, Top: rec.Top,
		Confidence: rec.Confidence, Convention: rec.Convention, Origin: rec.Origin,
		State: Authoritative, StateSeq: seq, Version: 1, Grant: e.Grant, Disk: e.disk(i, rec.Hash), Persisted: true,
		FromSession: rec.FromSession, FromArtifact: rec.FromArtifact,
		Gates: rec.Gates, Created: at, Changed: at, Places: Places{Core: e.Symbols[i].Core, Text: e.Symbols[i].Text},
	}
}

// Expand returns the single events that an event stands for, the event itself where it
// is one.
func Expand(ev Event) []Event {
	var list []Event
	switch e := ev.(type) {
	case FileAdopted:
		list = make([]Event, 0, 2*len(e.Symbols))
		for i := range e.Symbols {
			rec := e.Recorded(i)
			list = append(list, rec, e.Promoted(i, rec))
		}
	case FileTombstoned:
		list = make([]Event, 0, len(e.Symbols))
		for i := range e.Symbols {
			list = append(list, e.Single(i))
		}
	default:
		list = []Event{ev}
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

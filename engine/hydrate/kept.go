package hydrate

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What was put before a message of the user's stays there on later requests, so that
// the server's prompt cache holds (context.md, rules 1 to 4): blocks, and the notices
// that a version is superseded. Everything else of an insertion stands in the newest
// message alone.

// At names a message of the user's in its conversation: which of them it is, from 1
// on, and a mark of what it says. The zero At names none.
type At struct {
	Turn int
	Mark uint64
}

// markedEnds is how much of a text makes its mark, in bytes from each end: what
// changes between them breaks the prefix at that message, whatever stands before it.
const markedEnds = 2 << 10

// AtOf names the message of a turn by its text, whatever its white space is.
func AtOf(turn int, text string) At {
	if len(text) <= 2*markedEnds {
		return At{turn, marked(firstMark, text)}
	}
	tail := text[len(text)-markedEnds:]
	for tail != "" && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return At{turn, marked(marked(firstMark, cut(text, markedEnds)), tail)}
}

// firstMark and nextMark are those of FNV-1a with 64 bits: the Ledger keeps marks, and
// nothing is allocated for one.
const firstMark, nextMark uint64 = 14695981039346656037, 1099511628211

// marked goes on with a mark over a text without its white space.
func marked(mark uint64, text string) uint64 {
	for i := 0; i < len(text); {
		n := 1
		if c := text[i]; c >= utf8.RuneSelf {
			var r rune
			if r, n = utf8.DecodeRuneInString(text[i:]); unicode.IsSpace(r) {
				i += n
				continue
			}
		} else if c == ' ' || c >= '\t' && c <= '\r' {
			i++
			continue
		}
		for ; n > 0; n-- {
			mark = (mark ^ uint64(text[i])) * nextMark
			i++
		}
	}
	return mark
}

// String is the name as the Ledger keeps it, "" for the zero At.
func (a At) String() string {
	if a == (At{}) {
		return ""
	}
	return strconv.Itoa(a.Turn) + ":" + strconv.FormatUint(a.Mark, 16)
}

// ParseAt reads what String wrote; false for anything else.
func ParseAt(s string) (At, bool) {
	turn, mark, _ := strings.Cut(s, ":")
	n, err := strconv.Atoi(turn)
	m, bad := strconv.ParseUint(mark, 16, 64)
	return At{n, m}, err == nil && bad == nil && n > 0
}

// Version is one version of an entity, by its content hash.
type Version struct{ Key, Hash string }

// Piece is one thing that stays before a message: the block of an entity, or, where
// Block is nil, the notice that a version is superseded.
type Piece struct {
	Block *Block
	Old   Version
}

// Version is what the piece shows, or what its notice names.
func (p Piece) Version() Version {
	if p.Block == nil {
		return p.Old
	}
	return Version{p.Block.Entity.Key(), p.Block.Entity.Hash}
}

// Size is the length of its text in bytes, as the model sees it.
func (p Piece) Size() int {
	if p.Block == nil {
		return len(Superseded(p.Old)) + len(gap)
	}
	return p.Block.Size + len(gap)
}

// Superseded is the notice that a version shown earlier is not current any more
// (context.md, rule 3).
func Superseded(v Version) string {
	return noticeOpen + "\nSuperseded: " + oneLine(v.Key) + " " + oneLine(v.Hash) + "\n" + noticeClose
}

// Stand is what stays before one message of the user's. It never changes.
type Stand struct {
	At     At
	Pieces []Piece
}

// Size is the length of its text in bytes, as the model sees it.
func (s Stand) Size() (n int) {
	for _, p := range s.Pieces {
		n += p.Size()
	}
	return n
}

// Code is the length of its blocks in bytes, as the model sees them.
func (s Stand) Code() (n int) {
	for _, p := range s.Pieces {
		if p.Block != nil {
			n += p.Block.Size
		}
	}
	return n
}

// Notices are the notices of what is superseded.
func (s Stand) Notices() string {
	var list []string
	for _, p := range s.Pieces {
		if p.Block == nil {
			list = append(list, Superseded(p.Old))
		}
	}
	return strings.Join(list, gap)
}

// Escaped is its text as the inside of a JSON string, in parts. Do not modify them.
func (s Stand) Escaped() [][]byte {
	parts := make([][]byte, 0, 2*len(s.Pieces))
	for _, p := range s.Pieces {
		if p.Block != nil {
			parts = append(parts, p.Block.Escaped, []byte(escapedGap))
		} else {
			parts = append(parts, appendEscaped(nil, Superseded(p.Old)+gap))
		}
	}
	return parts
}

// Text is its text as the model sees it.
func (s Stand) Text() string { return (&Insertion{s.Escaped()}).Text() }

// NewStand is what stands before a message: what stays of it, the notices of what is
// superseded, and the blocks that are new, in order.
func NewStand(at At, stays []Piece, old []Version, blocks []*Block) Stand {
	s := Stand{At: at}
	for _, p := range stays {
		if p.Block == nil {
			s.Pieces = append(s.Pieces, p)
		} else {
			blocks = append(blocks[:len(blocks):len(blocks)], p.Block)
		}
	}
	for _, v := range old {
		s.Pieces = append(s.Pieces, Piece{Old: v})
	}
	slices.SortStableFunc(blocks, func(a, b *Block) int { return inOrder(&a.Entity.Named, &b.Entity.Named) })
	for _, b := range blocks {
		s.Pieces = append(s.Pieces, Piece{Block: b})
	}
	return s
}

// Truth is what a version of an entity is now.
type Truth int

// What a version can be.
const (
	// Current is the truth.
	Current Truth = iota
	// Outdated is no more: a newer version is current.
	Outdated
	// OutdatedHere is Outdated by a call of the model's that stands in the request
	// behind it (context.md, rule 4).
	OutdatedHere
	// Barred must not be shown, nor any other version of its entity: it is STALE,
	// withheld or not in the State Map.
	Barred
)

// Keeping is what decides about that which stands in a request.
type Keeping struct {
	// Stands are those whose messages the request shows, in its order, and Behind
	// how many bytes of the request stand behind each message; 0 for the newest.
	Stands []Stand
	Behind []int
	// Truth tells what a version is.
	Truth func(Version) Truth
	// Reach and Rewind are hydrate.reach_kib and hydrate.rewind_kib, Cap what may be
	// kept, all in bytes.
	Reach, Rewind, Cap int
	// Breaks is the first of the stands that the server processes again whatever
	// stands there; len(Stands) for none.
	Breaks int
	// Past is how many of the last stands lie behind something that the client changes
	// with each turn: what stays there is processed as if it were new, each time.
	Past int
	// Fixed reports whether the server keeps what stands there: none of it can be taken
	// away, and what is not the truth any more has to be told.
	Fixed bool
	// Cold reports whether the server has lost the prompt and processes all of it again:
	// nothing is won by what stays.
	Cold bool
}

// Kept is what stays in a request.
type Kept struct {
	// Stands are as many as were given, in the same order; one that lost all of its
	// pieces is empty.
	Stands []Stand
	// Old are outdated versions that stay without a notice: one has to be put in.
	Old []Version
	// Gone tells what was taken away, the first message first.
	Gone []Taken

	here map[Version]bool  // what stands there and is current, or outdated here
	near map[Version]bool  // of it, what stands within reach
	rows map[linesKey]bool // the lines of that
	own  map[string]bool   // entities that are outdated here
}

// Taken is a piece that was taken away and moves what stands behind it.
type Taken struct {
	Version
	At  At
	Why string
}

// Why a piece was taken away.
const (
	TakenBarred   = "its entity must not be shown"
	TakenOutdated = "a newer version is current"
	TakenCap      = "more was kept than hydrate.kept_kib or the window allows"
	TakenCold     = "the server has lost the prompt"
	TakenPast     = "the client changes what comes before it each turn"
)

// Keep decides what stays of that which stands in a request (context.md, rules 1 to
// 4). The truth comes before the cache: what must not be shown goes at once. What is
// only outdated goes where that costs little or the prefix breaks anyway.
func Keep(in Keeping) Kept {
	k := Kept{Stands: make([]Stand, len(in.Stands))}
	truth := remembered(in.Truth)
	if in.Fixed {
		copy(k.Stands, in.Stands)
		k.look(in, truth)
		return k
	}
	breaks, behind := in.Breaks, 0
	for i, s := range slices.Backward(in.Stands) {
		near := in.Behind[i]+behind <= in.Rewind
		k.Stands[i] = k.without(s, func(p Piece) string {
			switch is := truth(p.Version()); {
			case p.Block != nil && is == Barred:
				return TakenBarred
			case p.Block == nil && is == Current, p.Block != nil && is == Outdated && near:
				return TakenOutdated
			case in.Behind[i] == 0:
			case in.Cold:
				return TakenCold
			case i >= len(in.Stands)-in.Past:
				return TakenPast
			}
			return ""
		})
		if len(k.Stands[i].Pieces) < len(s.Pieces) {
			breaks = min(breaks, i)
		}
		behind += s.Size()
	}
	if k.shrink(in.Cap) {
		breaks = 0
	}
	k.sweep(breaks, truth)
	slices.SortStableFunc(k.Gone, func(a, b Taken) int { return a.At.Turn - b.At.Turn })
	k.look(in, truth)
	return k
}

// remembered asks once for each version.
func remembered(truth func(Version) Truth) func(Version) Truth {
	known := map[Version]Truth{}
	return func(v Version) Truth {
		is, ok := known[v]
		if !ok {
			is = truth(v)
			known[v] = is
		}
		return is
	}
}

// without is a stand without the pieces for which there is a reason to take them.
func (k *Kept) without(s Stand, why func(Piece) string) Stand {
	stays := make([]Piece, 0, len(s.Pieces))
	for _, p := range s.Pieces {
		if reason := why(p); reason == "" {
			stays = append(stays, p)
		} else {
			k.Gone = append(k.Gone, Taken{p.Version(), s.At, reason})
		}
	}
	if len(stays) == len(s.Pieces) {
		return s
	}
	return Stand{s.At, stays}
}

// shrink takes the oldest away until half of what may be kept is left, where there is
// more than that, and reports whether there was.
func (k *Kept) shrink(most int) bool {
	size := 0
	for _, s := range k.Stands {
		size += s.Size()
	}
	if size <= most {
		return false
	}
	for i, s := range k.Stands {
		k.Stands[i] = k.without(s, func(p Piece) string {
			if size <= most/2 {
				return ""
			}
			size -= p.Size()
			return TakenCap
		})
	}
	return true
}

// sweep takes away what is of no use from where the prefix breaks: outdated blocks,
// and notices of versions that stand nowhere.
func (k *Kept) sweep(breaks int, truth func(Version) Truth) {
	for i := breaks; i < len(k.Stands); i++ {
		k.Stands[i] = k.without(k.Stands[i], func(p Piece) string {
			if p.Block != nil && truth(p.Version()) == Outdated {
				return TakenOutdated
			}
			return ""
		})
	}
	stands := k.versions(func(p Piece) bool { return p.Block != nil })
	for i := breaks; i < len(k.Stands); i++ {
		k.Stands[i] = k.without(k.Stands[i], func(p Piece) string {
			if p.Block == nil && !stands[p.Old] {
				return TakenOutdated
			}
			return ""
		})
	}
}

func (k *Kept) versions(of func(Piece) bool) map[Version]bool {
	found := map[Version]bool{}
	for _, s := range k.Stands {
		for _, p := range s.Pieces {
			if of(p) {
				found[p.Version()] = true
			}
		}
	}
	return found
}

// look notes what the stands show. Where all of it stays, a notice takes back what
// stands before it alone.
func (k *Kept) look(in Keeping, truth func(Version) Truth) {
	told := map[Version]bool{}
	if !in.Fixed {
		told = k.versions(func(p Piece) bool { return p.Block == nil })
	}
	k.near, k.here, k.rows, k.own = map[Version]bool{}, map[Version]bool{}, map[linesKey]bool{}, map[string]bool{}
	behind := 0
	for i, s := range slices.Backward(k.Stands) {
		near := in.Behind[i]+behind <= in.Reach || in.Behind[i] == 0
		for _, p := range slices.Backward(s.Pieces) {
			v := p.Version()
			if p.Block == nil {
				told[v] = told[v] || in.Fixed
				continue
			}
			switch is := truth(v); {
			case told[v] && in.Fixed:
			case (is == Outdated || is == Barred) && !told[v]:
				told[v] = true
				k.Old = append(k.Old, v)
			case is == Current || is == OutdatedHere:
				k.here[v] = true
				if is == OutdatedHere {
					k.own[v.Key] = true
				}
				if near {
					k.near[v] = true
					k.rows[linesOf(p.Block.Entity)] = p.Block.Entity.TextHash != ""
				}
			}
		}
		if !in.Fixed { // the server's history has them
			behind += s.Size()
		}
	}
	slices.SortFunc(k.Old, func(a, b Version) int { return strings.Compare(a.Key+"\n"+a.Hash, b.Key+"\n"+b.Hash) })
}

// Size is how many bytes stay.
func (k *Kept) Size() (n int) {
	for _, s := range k.Stands {
		n += s.Size()
	}
	return n
}

// Shows reports whether the version of an entity stands in the request, not too far
// from its end, or as a call of the model's.
func (k *Kept) Shows(e Entity) bool {
	return k.near[Version{e.Key(), e.Hash}] || k.rows[linesOf(e)] || k.own[e.Key()]
}

// Blocks are the blocks that stay and are current, each version once, in the order of
// their messages.
func (k *Kept) Blocks() (list []*Block) {
	seen := map[Version]bool{}
	for _, s := range k.Stands {
		for _, p := range s.Pieces {
			if v := p.Version(); p.Block != nil && k.here[v] && !seen[v] {
				seen[v] = true
				list = append(list, p.Block)
			}
		}
	}
	return list
}

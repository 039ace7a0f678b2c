package hydrate

import "slices"

// DefaultBudget is how many bytes of rendered blocks a turn may carry.
const DefaultBudget = 24 << 10

// Reason tells why an entity that was named is not shown.
type Reason string

// The reasons. Edited and NotApplied are the two kinds of STALE (TSLP 15.4).
const (
	// Edited is STALE: the disk differs from the authoritative artifact.
	Edited Reason = "edited"
	// NotApplied is STALE: the disk still holds the base of the artifact.
	NotApplied Reason = "not_applied"
	// Unreadable is a file that exists and cannot be read or verified.
	Unreadable Reason = "unreadable"
	// InReview is an entity of which the user's paste waits for their review.
	InReview Reason = "in_review"
	// Vanished is an entity whose file was there and is gone, until the operator
	// has decided what that means (product 5).
	Vanished Reason = "vanished"
	// Unavailable is content that the Vault could not give.
	Unavailable Reason = "unavailable"
)

// Verdict is what verification on disk says of one entity (TSLP 15). The zero
// value is a fresh entity.
type Verdict struct {
	// Withhold keeps the entity from the model; "" shows it.
	Withhold Reason
	// Detail says more, for the operator; the model does not see it.
	Detail string
	// NotOnDisk shows the entity with a notice that the file does not hold it
	// yet.
	NotOnDisk bool
}

// Withheld is an entity that was a candidate and is not shown.
type Withheld struct {
	Mention
	Reason Reason
	Detail string
}

// Input is what a selection depends on.
type Input struct {
	// Candidates are verified entities, the most wanted first.
	Candidates []Mention
	// Verdicts are by key; an entity without one is fresh.
	Verdicts map[string]Verdict
	// Block renders an entity: Cache.Ahead. An error withholds the entity.
	Block func(Entity) (*Block, error)
	// Shown is what the request shows already, so that it need not be put in. nil
	// shows nothing.
	Shown Shown
	// Kept reports whether a version stands in the request since an earlier one
	// (Kept.Shows). nil keeps nothing.
	Kept func(Entity) bool
	// Budget bounds the rendered blocks in bytes; 0 means DefaultBudget, a
	// negative number shows nothing.
	Budget int
	// Limit bounds the number of blocks; 0 means no bound.
	Limit int
}

// Shown is what a request shows of the code.
type Shown interface {
	// Names reports whether the request says the name of an entity.
	Names(Entity) bool
	// Shows reports whether it shows the current version of a block's entity.
	Shows(*Block) bool
}

// Selection is what one turn shows of the State Map, and what it does not.
type Selection struct {
	// Blocks stand in order of path and position, so that one set of entities
	// always gives the same bytes.
	Blocks []*Block
	// Hydrated are the entities that the model sees, in the same order. They
	// can be more than the blocks: names that one line declares share a block.
	Hydrated []Entity
	// Standing are those that the request shows itself, in the same order: the
	// model sees them, too, and nothing is put in.
	Standing []Entity
	// Kept are those that stand in the request since an earlier one, in the same
	// order.
	Kept []Entity
	// NotOnDisk are those among all of these whose file does not hold them yet.
	NotOnDisk []Entity
	// Withheld are STALE or unreadable, in the same order.
	Withheld []Withheld
	// Omitted did not fit, in the same order.
	Omitted []Entity
	// Outlined are shown by their signatures, in the same order.
	Outlined []Outline
	// Size is the sum of the blocks' sizes in bytes.
	Size int
}

// Candidates ranks what a turn may show: the mentions first, then the entities
// that were touched (promoted or pasted) in the previous turn of the same
// conversation, each entity once.
func Candidates(mentions []Mention, touched []Entity) []Mention {
	list := slices.Clone(mentions)
	seen := make(map[string]bool, len(mentions)+len(touched))
	for _, m := range mentions {
		seen[m.Entity.Key()] = true
	}
	touched = slices.Clone(touched)
	slices.SortFunc(touched, func(a, b Entity) int { return inWant(&a.Named, &b.Named) })
	for _, e := range touched {
		if !seen[e.Key()] {
			seen[e.Key()] = true
			list = append(list, Mention{Entity: e, Rank: ByTouch})
		}
	}
	return list
}

// maxMisses is how many entities may turn out too large before the rest is
// omitted without a look, so that a prompt that names all of a large map does
// not load all of it.
const maxMisses = 16

// Select chooses what to show: whole entities or none, the most wanted first,
// within the budget (TSLP 8.1). What is STALE or cannot be read is excluded
// (TSLP 15.6).
func Select(in Input) Selection {
	budget := in.Budget
	if budget == 0 {
		budget = DefaultBudget
	}
	// Most candidates fit, where there are not many.
	s := Selection{Hydrated: make([]Entity, 0, min(len(in.Candidates), maxMisses))}
	shown := make(map[linesKey]bool, cap(s.Hydrated))
	groups := groups{Input: &in, budget: budget}
	misses := 0
	for i, m := range in.Candidates {
		verdict := in.Verdicts[m.Entity.Key()]
		if verdict.Withhold != "" {
			s.withhold(m, verdict.Withhold, verdict.Detail)
			continue
		}
		if in.Kept != nil && in.Kept(m.Entity) {
			s.Kept = append(s.Kept, m.Entity)
			s.notYet(m.Entity, verdict)
			continue
		}
		at := linesOf(m.Entity)
		if shown[at] {
			s.hydrate(m.Entity, verdict)
			continue
		}
		if misses == maxMisses || in.Limit > 0 && len(s.Blocks) == in.Limit {
			s.Omitted = append(s.Omitted, m.Entity)
			continue
		}
		if groups.stands(&in.Candidates[i]) {
			s.Standing = append(s.Standing, m.Entity)
			continue
		}
		outlined, fresh := groups.outlined(i, &s)
		if fresh {
			misses++
		}
		if outlined {
			s.Outlined = append(s.Outlined, Outline{m.Entity, groups.signature(m.Entity)})
			continue
		}
		b, err := in.Block(m.Entity)
		switch {
		case err != nil:
			s.withhold(m, Unavailable, err.Error())
		case s.Size+b.Size > budget:
			misses++
			s.Omitted = append(s.Omitted, m.Entity)
		default:
			shown[at] = m.Entity.TextHash != ""
			s.Blocks = append(s.Blocks, b)
			s.Size += b.Size
			s.hydrate(m.Entity, verdict)
		}
	}
	s.sort()
	return s
}

// linesKey tells which lines of a file an entity shows. Two names with one text in
// one container are declared by the same line ("var a, b int"): it is shown
// once.
type linesKey struct{ path, container, textHash string }

func linesOf(e Entity) linesKey { return linesKey{e.Path, e.Container(), e.TextHash} }

func (s *Selection) hydrate(e Entity, v Verdict) {
	s.Hydrated = append(s.Hydrated, e)
	s.notYet(e, v)
}

// notYet notes an entity that is shown though its file does not hold it.
func (s *Selection) notYet(e Entity, v Verdict) {
	if v.NotOnDisk {
		s.NotOnDisk = append(s.NotOnDisk, e)
	}
}

func (s *Selection) withhold(m Mention, r Reason, detail string) {
	s.Withheld = append(s.Withheld, Withheld{Mention: m, Reason: r, Detail: detail})
}

func (s *Selection) sort() {
	slices.SortFunc(s.Blocks, func(a, b *Block) int { return inOrder(&a.Entity.Named, &b.Entity.Named) })
	slices.SortFunc(s.Withheld, func(a, b Withheld) int { return inOrder(&a.Entity.Named, &b.Entity.Named) })
	sortEntities(s.Hydrated)
	sortEntities(s.Standing)
	sortEntities(s.Kept)
	sortEntities(s.NotOnDisk)
	sortEntities(s.Omitted)
	slices.SortFunc(s.Outlined, func(a, b Outline) int { return inOrder(&a.Entity.Named, &b.Entity.Named) })
}

package hydrate

import (
	"cmp"
	"slices"
	"unique"
)

// Named is what an entity is found and ordered by. A State Map holds many thousands, so
// that each byte counts.
type Named struct {
	// Path is canonical: slash-separated, relative to the workspace root. The entities
	// of a file share it.
	Path string
	// Symbol is qualified by its containers ("Server.Close"), or "*" where the
	// entity is its whole file, or the Rest of it.
	Symbol string
	// container is that of In; the zero handle stands for "".
	container unique.Handle[string]
	// Position is the order of appearance in the file.
	Position int32
	// Rest reports whether it is what its file holds outside of its symbols, which
	// "*" names as well.
	Rest bool
	// ByUser reports whether the user, not the AST, vouches for the content.
	ByUser bool
}

// Key returns "path::symbol", the identity of the entity.
func (n Named) Key() string {
	if n.Symbol == "" {
		return n.Path
	}
	return n.Path + "::" + n.Symbol
}

// Container returns the qualified name of what encloses Symbol, or of a method's
// receiver type; empty at top level.
func (n *Named) Container() string {
	if n.container == (unique.Handle[string]{}) {
		return ""
	}
	return n.container.Value()
}

// In returns n with its container, of which many entities share one copy.
func (n Named) In(container string) Named {
	n.container = unique.Handle[string]{}
	if container != "" {
		n.container = unique.Make(container)
	}
	return n
}

// Entity is one AUTHORITATIVE row of the State Map (TSLP 3.3) as hydration
// needs it. It is a value: an Entity that was handed out never changes.
type Entity struct {
	Named
	// Hash is the content hash of the authoritative artifact, "sha256:…". It is
	// what the template shows.
	Hash string
	// TextHash is the Vault hash of the text that is hydrated.
	TextHash string
}

// Rank tells how strongly a prompt named an entity; a lower rank is stronger.
type Rank int

// The ranks, strongest first.
const (
	// ByKey is the full key, "src/pool.go::Pool.Get", or a name together with its
	// file: "Get in src/pool.go".
	ByKey Rank = iota + 1
	// ByQualified is a symbol with its container: "Pool.Get", "the method Get of
	// Pool".
	ByQualified
	// ByCode is a bare name that is marked as code: "`Get`", "Get(".
	ByCode
	// ByName is a bare name in prose.
	ByName
	// ByPasted is a name inside of pasted code.
	ByPasted
	// ByMember is no mention of its own: a named symbol contains the entity.
	ByMember
	// ByPath is the path or unique base name of the entity's file.
	ByPath
	// ByTouch is no mention: the entity was promoted or pasted in the previous
	// turn of the conversation.
	ByTouch
)

// brought reports whether an entity is only there because of what it stands in.
func (r Rank) brought() bool { return r == ByMember || r == ByPath }

// Mention is an entity that a prompt names, with the strongest way in which it
// does. The Index knows no hashes: whoever has the State Map adds them.
type Mention struct {
	Entity Entity
	Rank   Rank
	// Word reports whether an ordinary word of the prompt is its name: of what a
	// file or a symbol brings along, such come first.
	Word bool
	// Group is what brought it along: the path of its file, or the key of the
	// symbol that contains it; "" for what was named itself.
	Group string
	// Apart reports whether something else of the group was named itself, so that
	// the rest is there for orientation.
	Apart bool
}

// inOrder compares by path, position and symbol: the order in which entities are
// rendered, so that one set of entities always gives the same bytes.
func inOrder(a, b *Named) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Position, b.Position),
		cmp.Compare(a.Symbol, b.Symbol),
	)
}

// inWant compares by how much entities are wanted that are named alike: in the order of
// their files, and behind all what files hold outside of their symbols, which may be
// long and says least.
func inWant(a, b *Named) int {
	switch {
	case a.Rest == b.Rest:
		return inOrder(a, b)
	case a.Rest:
		return 1
	}
	return -1
}

// sortEntities puts entities in rendering order.
func sortEntities(list []Entity) {
	slices.SortFunc(list, func(a, b Entity) int { return inOrder(&a.Named, &b.Named) })
}

package statemap_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"holdfast/engine/hydrate"
	"holdfast/engine/resolve"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// at gives an artifact its place in the file.
func at(position int) how {
	return func(a *event.Artifact, _ *event.ArtifactPromoted) { a.Position = position }
}

func keys(list []resolve.Tracked) []string {
	out := []string{}
	for _, t := range list {
		out = append(out, t.Key)
	}
	return out
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// Exactly one authoritative artifact an entity, and nothing outside of the map is real
// (TSLP 3.3).
func TestExactlyOneArtifactAnEntity_3_3(t *testing.T) {
	m := newMap()
	if m.Get("a.go::F") != nil || m.Len() != 0 || m.Known("a.go") || len(m.Sorted()) != 0 || len(m.Paths()) != 0 {
		t.Error("an empty map holds something")
	}
	m.promote("a.go::F", "1", "one")
	m.promote("a.go::F", "2", "two")
	if e := m.Get("a.go::F"); m.Len() != 1 || e.Artifact() != "2" || e.Hash() != content("two") || e.Version != 2 {
		t.Errorf("%d entities, %+v", m.Len(), m.Get("a.go::F"))
	}
	m.Fold(event.EntityTombstoned{Entity: "a.go::F", Artifact: "2"})
	if m.Get("a.go::F") != nil || m.Len() != 0 || m.Known("a.go") || len(m.Paths()) != 0 {
		t.Error("what was tombstoned is there")
	}
	if _, err := m.Text("a.go::F"); !errors.Is(err, event.ErrNotFound) {
		t.Errorf("its text is read: %v", err)
	}
	m.Fold(event.EntityTombstoned{Entity: "a.go::F", Artifact: "2"}) // twice is once
	m.Fold(event.EntityPersisted{Entity: "a.go::F", Artifact: "2"})  // and after that nothing
	if m.Len() != 0 {
		t.Error("an event brought it back")
	}
}

func TestAnEntryTellsWhatItsArtifactIs_14_3(t *testing.T) {
	m := newMap()
	e := m.promote("src/größe.go::T.Länge", "1", "one", at(3), saved, func(a *event.Artifact, _ *event.ArtifactPromoted) {
		a.Nodes, a.Tokens, a.Errors, a.Count, a.Top, a.Container, a.Turn = 9, 8, 1, 2, true, "T", 7
	})
	if e.Path != "src/größe.go" || e.Symbol != "T.Länge" || e.Container() != "T" || e.Position != 3 || e.Turn() != 7 || e.Whole() || e.Rest || e.ByUser {
		t.Errorf("%+v", e)
	}
	if m := e.Measure(); m.Nodes != 9 || m.Tokens != 8 || m.Errors != 1 || m.Count != 2 {
		t.Errorf("%+v", m)
	}
	if e.Kind() != "function" || e.Grant() != "parity" || e.Origin() != event.ByModel || e.Language() != "go" || e.Granted() != 1 {
		t.Errorf("%s, %s, %s, %s, row %d", e.Kind(), e.Grant(), e.Origin(), e.Language(), e.Granted())
	}
	if want := time.Date(2026, 3, 1, 9, 0, 1, 123000000, time.UTC); !e.Changed().Equal(want) || e.Changed().Location() != time.UTC {
		t.Errorf("changed at %s", e.Changed())
	}
	if shown := e.Shown(); shown.Hash != content("one") || shown.TextHash != content("text of one") || shown.Key() != e.Key() {
		t.Errorf("%+v", shown)
	}
	tracked, has := m.Has(e.Key())
	if want := (resolve.Tracked{Key: e.Key(), Path: e.Path, Symbol: e.Symbol, Kind: "function", Language: "go", Container: "T", Top: true, Position: 3}); !has || tracked != want {
		t.Errorf("%+v, want %+v", tracked, want)
	}
	if _, has := m.Has("größe.go::T.Länge"); has {
		t.Error("a shorter path is the same entity")
	}
}

// The template's Source line says "Confirmed by user" only where the user vouches for it
// (TSLP 8.2, product 14).
func TestWhoVouchesForAnEntity_8_2(t *testing.T) {
	tests := []struct {
		origin event.Origin
		grant  string
		want   bool
	}{
		{event.ByUser, "write_head", true}, {event.ByUser, "operator", true}, {event.ByUser, "disk", false},
		{event.ByModel, "parity", false}, {event.ByModel, "operator", false}, {event.ByTool, "disk", false}, {event.ByDisk, "write_head", false},
	}
	for _, tt := range tests {
		if got := statemap.Vouched(&event.Artifact{Origin: tt.origin, Grant: tt.grant}); got != tt.want {
			t.Errorf("%s by %s: %t", tt.origin, tt.grant, got)
		}
	}
}

func TestAFileAsAWholeIsNotItsRest_Product3(t *testing.T) {
	kind := func(kind string) how {
		return func(a *event.Artifact, _ *event.ArtifactPromoted) { a.Kind = kind }
	}
	m := newMap()
	if e := m.promote("a.md::*", "1", "one", kind("file")); !e.Whole() || e.Rest || e.Expected().Rest {
		t.Errorf("a whole: %+v", e.Named)
	}
	if e := m.promote("a.py::*", "2", "one", kind("rest")); e.Whole() || !e.Rest || !e.Expected().Rest {
		t.Errorf("a rest: %+v", e.Named)
	}
	if e := m.promote("b.md::readme", "3", "one", kind("rest")); e.Whole() {
		t.Error("a symbol is a file")
	}
}

// Entities are told in one order, whatever the order in which they came (TSLP 14.2).
func TestEntitiesStandByPathAndPlace_14_2(t *testing.T) {
	m := newMap()
	m.promote("b.go::Z", "1", "one", at(0))
	m.promote("a.go::Last", "2", "one", at(2))
	m.promote("a.go::Same", "3", "one", at(1))
	m.promote("a.go::Name", "4", "one", at(1))
	m.promote("a.go::First", "5", "one", at(0))
	equal(t, "sorted", statemap.Keys(m.Sorted()), "a.go::First", "a.go::Name", "a.go::Same", "a.go::Last", "b.go::Z")
	equal(t, "in a file, as they came where the place is one", statemap.Keys(m.InFile("a.go")), "a.go::First", "a.go::Same", "a.go::Name", "a.go::Last")
	equal(t, "as resolution sees it", keys(m.InPath("b.go")), "b.go::Z")
	equal(t, "no such file", statemap.Keys(m.InFile("c.go")))
	equal(t, "of some keys, each once", statemap.Keys(m.EntriesOf([]string{"b.go::Z", "gone.go::F", "a.go::Last", "b.go::Z"})), "a.go::Last", "b.go::Z")
	paths := slices.Sorted(slices.Values(m.Paths()))
	equal(t, "paths", paths, "a.go", "b.go")

	m.promote("a.go::Last", "6", "two", at(0)) // it moved to the front
	equal(t, "moved", statemap.Keys(m.Sorted()), "a.go::First", "a.go::Last", "a.go::Name", "a.go::Same", "b.go::Z")
	list := m.InFile("a.go")
	list[0] = nil
	equal(t, "a list that was given away is its own", statemap.Keys(m.InFile("a.go"))[:1], "a.go::First")
}

// A bare name means every entity whose symbol is it, or ends in it after a dot.
func TestNamed_4_1(t *testing.T) {
	m := newMap()
	for i, key := range []string{"a.go::Close", "a.go::Server.Close", "b.go::Outer.Server.Close", "b.go::ServerClose", "c.go::close", "d.go::Closer"} {
		m.promote(key, string(rune('1'+i)), "one")
	}
	tests := map[string][]string{
		"Close":              {"a.go::Close", "a.go::Server.Close", "b.go::Outer.Server.Close"},
		"Server.Close":       {"a.go::Server.Close", "b.go::Outer.Server.Close"},
		"Outer.Server.Close": {"b.go::Outer.Server.Close"},
		"close":              {"c.go::close"},
		"r.Close":            {}, // no part of a name
		"Clos":               {},
		"":                   {},
		".":                  {},
	}
	for name, want := range tests {
		equal(t, name, keys(m.Named(name)), want...)
	}
	m.promote("a.go::Server.Close", "9", "two")
	equal(t, "the newest version comes last", keys(m.Named("Server.Close")), "b.go::Outer.Server.Close", "a.go::Server.Close")
	m.Fold(event.EntityTombstoned{Entity: "b.go::Outer.Server.Close", Artifact: "3"})
	equal(t, "what was tombstoned has no name", keys(m.Named("Server.Close")), "a.go::Server.Close")
}

func TestLastName_4_1(t *testing.T) {
	for symbol, want := range map[string]string{"F": "F", "T.Close": "Close", "A.B.C": "C", "": "", "T.": "", ".x": "x", "*": "*", "Größe.Länge": "Länge"} {
		if got := statemap.LastName(symbol); got != want {
			t.Errorf("%q: %q, want %q", symbol, got, want)
		}
	}
}

// A prompt names entities by path and symbol; what left the map is named no more (TSLP
// 8.1, 9.2: removed from hydration).
func TestMentions_8_1(t *testing.T) {
	m := newMap()
	m.promote("pkg/server.go::Server.Shutdown", "1", "one")
	m.promote("pkg/server.go::Listen", "2", "one")
	mentioned := func(prompt string) (out []string) {
		for _, f := range m.Mentions(prompt) {
			out = append(out, f.Entity.Key()+" "+f.Entity.Hash)
		}
		slices.Sort(out)
		return out
	}
	equal(t, "by its symbol", mentioned("Why does Server.Shutdown hang?"), "pkg/server.go::Server.Shutdown "+content("one"))
	equal(t, "by nothing", mentioned("Why does it hang?"))
	if got := mentioned("look at pkg/server.go"); len(got) != 2 {
		t.Errorf("by its file: %q", got)
	}
	m.promote("pkg/server.go::Server.Shutdown", "3", "two")
	equal(t, "the newest version", mentioned("Why does Server.Shutdown hang?"), "pkg/server.go::Server.Shutdown "+content("two"))
	m.Fold(event.EntityTombstoned{Entity: "pkg/server.go::Server.Shutdown", Artifact: "3"})
	equal(t, "tombstoned", mentioned("Why does Server.Shutdown hang?"))
}

// Similarity is measured against existing entities only, of the same language, and aligns
// with one of them or none (TSLP 11).
func TestSimilar_11(t *testing.T) {
	body := func(name, step string) string {
		return "func " + name + "(items []int) int {\n\ttotal := 0\n\tfor _, item := range items {\n\t\ttotal += item " + step + "\n\t}\n\tlog.Print(total, items)\n\treturn total\n}\n"
	}
	const greet = "func Greet(who string) string {\n\tif who == \"\" {\n\t\twho = \"world\"\n\t}\n\treturn fmt.Sprintf(\"hello, %s\", who)\n}\n"
	texts := map[string][]byte{}
	m := statemap.New(hydrate.Options{}, func(hash string) ([]byte, error) {
		if text, known := texts[hash]; known {
			return text, nil
		}
		return nil, event.ErrNotFound
	})
	promote := func(key, id, language, text string) {
		texts[event.Hash([]byte(text))] = []byte(text)
		a := event.Artifact{ID: id, Entity: key, Hash: content(text), Text: event.Hash([]byte(text)), Language: language, Kind: "function"}
		m.Promote(a, event.ArtifactPromoted{Artifact: id, Entity: key})
	}
	similar := func(language source.Language, path, code string) string {
		key, _ := m.Similar(language, path, []byte(code))
		return key
	}
	if got := similar("go", "", body("Sum", "* 2")); got != "" {
		t.Errorf("an empty map holds %s", got)
	}
	promote("a.go::Total", "1", "go", body("Total", "* 2"))
	promote("b.go::Greet", "2", "go", greet)
	tests := []struct {
		name             string
		language         source.Language
		path, code, want string
	}{
		{"the same code", "go", "", body("Total", "* 2"), "a.go::Total"},
		{"code that overlaps for the most part", "go", "", body("Total", "* 3"), "a.go::Total"},
		{"other code", "go", "", "type Point struct{ X, Y int }\n", ""},
		{"no code", "go", "", "", ""},
		{"another language", "python", "", body("Total", "* 2"), ""},
		{"in a file that holds it", "go", "a.go", body("Total", "* 3"), "a.go::Total"},
		{"in a file that holds other code", "go", "b.go", body("Total", "* 2"), ""},
		{"in a file that is not tracked", "go", "c.go", body("Total", "* 2"), ""},
	}
	for _, tt := range tests {
		if got := similar(tt.language, tt.path, tt.code); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	promote("a.go::Total", "3", "go", "func Total() int { return cached }\n")
	if got := similar("go", "", body("Total", "* 2")); got != "" {
		t.Errorf("it is aligned with a version of before: %s", got)
	}
	if got := similar("go", "", greet); got != "b.go::Greet" {
		t.Errorf("aligned with %q", got)
	}
	m.Fold(event.EntityTombstoned{Entity: "b.go::Greet", Artifact: "2"})
	if got := similar("go", "", greet); got != "" {
		t.Errorf("aligned with what was tombstoned: %s", got)
	}
	promote("a.go::Total", "4", "python", body("Total", "* 2"))
	if got := similar("go", "", body("Total", "* 2")); got != "" {
		t.Errorf("aligned with what is of another language by now: %s", got)
	}
}

// Clear leaves nothing, and what comes after it is as in a new map.
func TestClearForgetsEverything_3_3(t *testing.T) {
	m := newMap()
	m.promote("a.go::F", "1", "one", disk(content("zero")))
	m.promote("a.go::G", "2", "one")
	m.Clear()
	if m.Len() != 0 || len(m.Sorted()) != 0 || len(m.Named("F")) != 0 || len(m.Mentions("F in a.go")) != 0 {
		t.Error("something is left")
	}
	if e := m.promote("a.go::F", "3", "two", disk(content("one"))); e.Version != 1 || !slices.Equal(bases(e), []string{content("one")}) {
		t.Errorf("version %d on %q", e.Version, bases(e))
	}
}

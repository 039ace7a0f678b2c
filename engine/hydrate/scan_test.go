package hydrate

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"holdfast/parser/source"
)

// entity makes an entity whose container is what its symbol says.
func entity(path, symbol string, position int) Entity {
	key := path + "::" + symbol
	e := Entity{Named: Named{Path: path, Symbol: symbol, Position: int32(position)},
		Hash: "sha256:" + key, TextHash: "text:" + key}
	if symbol != source.Whole {
		e.Named = e.In(parent(symbol))
	}
	return e
}

// hashed gives mentions the hashes that the State Map has of their entities.
func hashed(list []Mention) []Mention {
	for i, m := range list {
		list[i].Entity.Hash, list[i].Entity.TextHash = "sha256:"+m.Entity.Key(), "text:"+m.Entity.Key()
	}
	return list
}

// indexOf makes an index of keys, in order of appearance.
func indexOf(o Options, keys ...string) *Index {
	x := NewIndex(o)
	for i, key := range keys {
		path, symbol, _ := strings.Cut(key, "::")
		x.Put(entity(path, symbol, i).Named)
	}
	return x
}

var tracked = []string{
	"src/pool.go::Pool", "src/pool.go::Pool.Get", "src/pool.go::run", "src/pool.go::Pool.drain",
	"src/server.go::Server.Close", "src/server.go::NewServer", "src/server.go::Add",
	"lib/user.rb::User", "lib/user.rb::User.save!", "lib/user.rb::User.self.find",
	"lib/pool.rs::Stack", "lib/pool.rs::Stack<Display>.fmt",
	"web/a/index.ts::Card", "web/a/index.ts::Card.render", "web/b/index.ts::useCard",
	"web/stack.cpp::Stack2", "web/stack.cpp::Stack2.Stack2", "web/stack.cpp::Stack2.~Stack2",
	"README.md::*", "Makefile::*", "sub/Makefile::*", "bin/check::*", "docs/notes.d/a-b.md::*",
	"app/[id]/page.tsx::Page", "docs/My notes.md::*", "(group)/layout.tsx::Layout",
	"py/größe.py::Größe", "py/größe.py::größe_in_mm", "py/maß.py::Maß.Änderung", "sh/tool.sh::do-it", "zh/工具.py::计算总和",
	"a/x.py::shared", "b/x.py::shared", "c/x.py::shared", "d/x.py::shared", "e/x.py::shared",
	"a/mañana.py::*", "py/u\u0308ber.py::*", "py/rows.py::tidyrows", "py/rows.py::sort", "py/rows.py::q", "src/door.go::Door.Close",
	"a/x.py::Once", "a/x.py::Outer", "a/x.py::Outer.Inner", "a/x.py::Outer.Inner.method",
}

// What files hold outside of their symbols comes behind the symbols of all of them: it
// takes no room from them.
func TestScan_8_1_TheRestOfAFileIsWantedLast(t *testing.T) {
	x := indexOf(Options{}, "a.py::f", "b.py::g")
	rest := entity("a.py", source.Whole, 9)
	rest.Rest = true
	x.Put(rest.Named)
	keys := func(list []Mention) (out []string) {
		for _, m := range list {
			out = append(out, m.Entity.Key())
		}
		return out
	}
	want := []string{"a.py::f", "b.py::g", "a.py::*"}
	if got := keys(x.Scan("compare a.py with b.py")); !slices.Equal(got, want) {
		t.Errorf("named: %q", got)
	}
	if got := keys(Candidates(nil, []Entity{rest, entity("b.py", "g", 1), entity("a.py", "f", 0)})); !slices.Equal(got, want) {
		t.Errorf("touched: %q", got)
	}
	if got := keys(x.Scan("what is a.py::* for?")); len(got) == 0 || got[0] != "a.py::*" {
		t.Errorf("by its key: %q", got)
	}
}

func TestScan_8_1_FindsExactPathAndSymbolTokens(t *testing.T) {
	pool := []string{"src/pool.go::Pool", "src/pool.go::Pool.Get", "src/pool.go::Pool.drain"}
	poolFile := []string{"src/pool.go::Pool", "src/pool.go::Pool.Get", "src/pool.go::run", "src/pool.go::Pool.drain"}
	user := []string{"lib/user.rb::User", "lib/user.rb::User.save!", "lib/user.rb::User.self.find"}
	get := []string{"src/pool.go::Pool.Get"}
	cases := []struct {
		name, prompt string
		want         []string
	}{
		// Keys.
		{"a full key", "look at src/pool.go::Pool.Get please", get},
		{"a full key at the ends", "src/pool.go::Pool.Get", get},
		{"a full key before punctuation", "is src/pool.go::Pool.Get, or (src/pool.go::Pool.Get) right?", get},
		{"a full key in bold", "**src/pool.go::Pool.Get**", get},
		{"a full key before a call", "src/pool.go::Pool.Get() leaks", get},
		{"a key of a container brings its members", "src/pool.go::Pool", pool},
		{"a key by the base name", "pool.go::Pool.Get", get},
		{"a key by another connector", "src/pool.go::Pool::Get", get},
		{"a key by the last component", "src/pool.go::run", []string{"src/pool.go::run"}},
		{"a key with a symbol that is no identifier", "fix lib/pool.rs::Stack<Display>.fmt now", []string{"lib/pool.rs::Stack<Display>.fmt"}},
		{"a key that ends in a mark", "lib/user.rb::User.save!", []string{"lib/user.rb::User.save!"}},
		{"a whole-file key", "README.md::*", []string{"README.md::*"}},
		{"a key never matches half a word", "src/pool.go::runner", poolFile},
		{"a key with an unknown symbol means its file", "src/pool.go::Unknown", poolFile},
		{"a key with an unknown member means its container", "src/pool.go::Pool.Put", pool},
		// Paths.
		{"a canonical path", "in src/pool.go there is a leak", poolFile},
		{"a path at the end of a sentence", "The leak is in src/pool.go.", poolFile},
		{"a path, twice", "src/pool.go, src/pool.go!", poolFile},
		{"a path in quotes", `open "src/pool.go"!`, poolFile},
		{"a path in backticks", "open `src/pool.go`", poolFile},
		{"a path in parentheses", "(see src/pool.go)", poolFile},
		{"a path in a Markdown link", "[the pool](src/pool.go)", poolFile},
		{"a path after dot-slash", "./src/pool.go", poolFile},
		{"a path after an at sign", "@src/pool.go why?", poolFile},
		{"a path with a line", "src/pool.go:42:7: undefined", poolFile},
		{"a path with an anchor", "src/pool.go#L42", poolFile},
		{"an absolute path under the root", "/home/me/w/src/pool.go", poolFile},
		{"an absolute path under the root's other name", "/mnt/w/src/pool.go", poolFile},
		{"an absolute path elsewhere", "/home/me/v/src/pool.go", nil},
		{"a path that only ends alike", "other/src/pool.go", nil},
		{"a path that only begins alike", "src/pool.go2 and src/pool.gone", nil},
		{"a path of another case", "SRC/pool.go", nil},
		{"a unique base name", "what does pool.go do", poolFile},
		{"a shared base name", "what does index.ts do", nil},
		{"a shared base name that is a path in the root", "the Makefile fails", []string{"Makefile::*"}},
		{"a base name that is a word, in prose", "please check", nil},
		{"a base name that is a word, as code", "please `check`", []string{"bin/check::*"}},
		{"a path with hyphens and dots", "docs/notes.d/a-b.md", []string{"docs/notes.d/a-b.md::*"}},
		{"a path with brackets", "fix app/[id]/page.tsx please", []string{"app/[id]/page.tsx::Page"}},
		{"a path with brackets and a line", "app/[id]/page.tsx:12", []string{"app/[id]/page.tsx::Page"}},
		{"a path with brackets in a link", "[x](app/[id]/page.tsx)", []string{"app/[id]/page.tsx::Page"}},
		{"a key with brackets in its path", "app/[id]/page.tsx::Page", []string{"app/[id]/page.tsx::Page"}},
		{"a path that begins with a parenthesis", "((group)/layout.tsx)", []string{"(group)/layout.tsx::Layout"}},
		{"a path with a space, quoted", "in 'docs/My notes.md'?", []string{"docs/My notes.md::*"}},
		{"a path with a space, bare", "in docs/My notes.md", nil},
		{"a Unicode path", "py/größe.py", []string{"py/größe.py::Größe", "py/größe.py::größe_in_mm"}},
		{"a path that spells its letters in another way", "py/gro\u0308ße.py and man\u0303ana.py", []string{"py/größe.py::Größe", "py/größe.py::größe_in_mm", "a/mañana.py::*"}},
		{"a path on disk that does", "py/uber.py, py/über.py", []string{"py/u\u0308ber.py::*"}},
		// Qualified names.
		{"a qualified name", "Pool.Get blocks", get},
		{"a qualified name with ::", "Pool::Get blocks", get},
		{"a qualified name with #", "Pool#Get blocks", get},
		{"a qualified name with ->", "$Pool->Get and Pool->Get", get},
		{"a pointer receiver", "(*Pool).Get blocks", get},
		{"a package before it", "app.Pool.Get blocks", get},
		{"a tail of a qualified name", "Inner.method", []string{"a/x.py::Outer.Inner.method"}},
		{"a member of generics", "Stack.fmt", []string{"lib/pool.rs::Stack<Display>.fmt"}},
		{"a Ruby class method", "User.find", []string{"lib/user.rb::User.self.find"}},
		{"a container elsewhere", "Other.Get blocks", get},
		{"a Go type without an entity of its own", "Server is slow", []string{"src/server.go::Server.Close"}},
		{"lower-case qualified names", "pool.run", nil},
		{"a Unicode qualified name", "Maß.Änderung and Maß::Änderung", []string{"py/maß.py::Maß.Änderung"}},
		{"a connector before nothing", "Stack2. Stack2?. Stack2:: Stack2# Stack2->", []string{"web/stack.cpp::Stack2", "web/stack.cpp::Stack2.Stack2", "web/stack.cpp::Stack2.~Stack2"}},
		{"a connector before no letter", "NewServer.… NewServer::→", []string{"src/server.go::NewServer"}},
		// Bare names.
		{"a container brings its members", "Pool blocks", pool},
		{"a nested container", "Inner", []string{"a/x.py::Outer.Inner", "a/x.py::Outer.Inner.method"}},
		{"a class with constructor and destructor", "Stack2 leaks", []string{"web/stack.cpp::Stack2", "web/stack.cpp::Stack2.Stack2", "web/stack.cpp::Stack2.~Stack2"}},
		{"a bare last component", "why does Get block", get},
		{"a bare name, all of the prompt", "Get", nil}, // a verb opens the sentence
		{"a marked name, all of the prompt", "Get()", get},
		{"a name at the end", "who calls NewServer", []string{"src/server.go::NewServer"}},
		{"a possessive", "NewServer's error", []string{"src/server.go::NewServer"}},
		{"another case", "newserver NEWSERVER Newserver", nil},
		{"half a word", "NewServers, MyPool, Pool2", nil},
		{"a hyphenated word", "Pool-related", pool},
		{"alternatives", "User/Card2", user},
		{"a hyphenated name", "call do-it", []string{"sh/tool.sh::do-it"}},
		{"a name that too many entities bear", "`shared` and shared()", nil},
		{"a verb that opens a sentence", "Add a timeout. Add it\n- Add tests", nil},
		{"a verb behind a long gap", "Now          Add it", []string{"src/server.go::Add"}},
		{"the same verb inside one", "we call Add twice", []string{"src/server.go::Add"}},
		{"the same verb as code", "Add() panics", []string{"src/server.go::Add"}},
		{"a Unicode name", "die Größe stimmt nicht", []string{"py/größe.py::Größe"}},
		{"a Unicode name with a mark", "größe_in_mm", []string{"py/größe.py::größe_in_mm"}},
		{"a name without case", "`计算总和`", []string{"zh/工具.py::计算总和"}},
		{"a name between letters without case", "请修改NewServer函数", []string{"src/server.go::NewServer"}},
		{"a path between letters without case", "修改src/pool.go中的错误", poolFile},
		// Plain prose.
		{"plain prose", "please run it and get the list", nil},
		{"prose in backticks", "please `run` it", []string{"src/pool.go::run"}},
		{"prose before a parenthesis", "please run() it", []string{"src/pool.go::run"}},
		{"prose with a space before it", "please run (it)", nil},
		{"prose in a fence", "```go\nx := run\n```", []string{"src/pool.go::run"}},
		{"prose in a tilde fence", "~~~\nrun\n~~~", []string{"src/pool.go::run"}},
		{"prose after a fence", "```\nx\n```\nrun it", nil},
		{"prose after inline code", "`x` run `y` it", nil},
		{"prose after a stray backtick", "don`t run it", nil},
		{"prose in double backticks", "``a ` run`` it", []string{"src/pool.go::run"}},
		{"a fence inside a longer one", "````\n```\nx\n```\nrun\n````\n", []string{"src/pool.go::run"}},
		{"an indented fence", "   ```\nrun\n   ```", []string{"src/pool.go::run"}},
		{"a fence indented too far", "    ```\nrun\n    ```", nil},
		{"a fence that looks closed", "```\n``` x\nrun\n```", []string{"src/pool.go::run"}},
		{"the tag of a fence", "```run\nx\n```", nil},
		{"a path as a fence's tag asks for nothing", "```src/pool.go\nx\n```", nil},
		{"a path as a fence's tag says whose code it is", "```src/pool.go\nrun()\n```", []string{"src/pool.go::run"}},
		// Ordinary words and their marks.
		{"a word that is no English", "make tidyrows faster, please", []string{"py/rows.py::tidyrows"}},
		{"the same at the end of a sentence", "I do not like tidyrows.", []string{"py/rows.py::tidyrows"}},
		{"the same in another language", "mach bitte tidyrows schneller", []string{"py/rows.py::tidyrows"}},
		{"an ordinary word beside its kind", "rename the function run, and the drain method", []string{"src/pool.go::run", "src/pool.go::Pool.drain"}},
		{"an ordinary word behind a kind and a space too many", "the function  run", []string{"src/pool.go::run"}},
		{"a word of grammar beside a kind", "the function is slow; the main function is, too; a method that sorts", nil},
		{"a word beside an adjective", "the whole class", nil},
		{"an inflected word", "who sorted and who is sorting the sorts", nil},
		{"a single letter", "give a and q", nil},
		{"an ordinary word in its file", "why does sort in rows.py fail", []string{"py/rows.py::tidyrows", "py/rows.py::sort", "py/rows.py::q"}},
		// Pasted code.
		{"a name that only one entity of the language bears", "```go\ndrain()\n```", []string{"src/pool.go::Pool.drain"}},
		{"a name of another language", "```python\nNewServer()\n```", nil},
		{"a name of a language that is akin", "```js\nuseCard()\n```", []string{"web/b/index.ts::useCard"}},
		{"a name that two entities of the language bear", "```go\nClose()\n```", nil},
		{"a name that two bear, in the file of the fence", "```go src/server.go\nClose()\n```", []string{"src/server.go::Server.Close"}},
		{"a qualified name in code", "```go\np := Door.Close\n```", []string{"src/door.go::Door.Close"}},
		{"a class in code brings nothing along", "```go\nvar p Pool\n```", []string{"src/pool.go::Pool"}},
		{"a file that labels a fence", "My src/server.go:\n\n```go\nx()\n```\n", nil},
		{"a file in bold above a fence", "**`src/server.go`**\n```go\nClose()\n```\n", []string{"src/server.go::Server.Close"}},
		{"a file above a fence that is asked for, too", "Look at README.md. README.md:\n```\nx\n```\n", []string{"README.md::*"}},
		{"a file in a comment above the code", "```go\n// src/server.go\nClose()\n```", []string{"src/server.go::Server.Close"}},
		{"a file named in code", "```go\n\nx()\nopen(\"README.md\")\n```", nil},
		{"a file named in output", "```\n$ cat\nREADME.md: no such file\n```", []string{"README.md::*"}},
		{"a file of a command", "```sh\n\ncat README.md\n```", []string{"README.md::*"}},
		// URLs and other paths.
		{"a URL", "https://example.com/src/pool.go?Pool=Pool.Get#Pool", nil},
		{"the text after a URL", "(https://example.com/x) Pool", pool},
		{"a URL in quotes", `"https://example.com/Pool" Get`, get},
		{"words of an untracked path", "src/Pool/Get.txt and /Pool and ./Pool and Pool/", nil},
		{"an empty prompt", "", nil},
	}
	x := indexOf(Options{Roots: []string{"/mnt/w", "/home/me/w/"}}, tracked...)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			want := slices.Clone(c.want)
			slices.Sort(want)
			if got := sortedKeys(x.Scan(c.prompt)); !slices.Equal(got, want) {
				t.Errorf("Scan(%q)\n got %q\nwant %q", c.prompt, got, want)
			}
		})
	}
}

func TestScan_8_1_AContainerReachesAsFarAsItsLanguageSays(t *testing.T) {
	for _, c := range []struct {
		name       string
		keys, want []string
	}{
		{"Go: the folder",
			[]string{"a/t.go::Tree", "a/walk.go::Tree.Walk", "b/walk.go::Forest.Walk"},
			[]string{"a/t.go::Tree", "a/walk.go::Tree.Walk"}},
		{"C++: header and source",
			[]string{"a/t.hpp::Tree", "a/t.cpp::Tree.walk", "a/u.cpp::Other.walk"},
			[]string{"a/t.cpp::Tree.walk", "a/t.hpp::Tree"}},
		{"elsewhere: the file",
			[]string{"a/t.ts::Tree", "a/t.ts::Tree.walk", "a/u.ts::Wood.walk"},
			[]string{"a/t.ts::Tree", "a/t.ts::Tree.walk"}},
	} {
		x := indexOf(Options{}, c.keys...)
		if got := sortedKeys(x.Scan("the Tree is wrong")); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if got := x.Scan(c.keys[0]); len(got) != 2 || got[0].Rank != ByKey || got[1].Rank != ByMember || got[1].Group == "" {
			t.Errorf("%s: by key got %v, want it first and its member behind it", c.name, got)
		}
	}
	if got := NewIndex(Options{}).Scan("Tree"); got != nil {
		t.Errorf("an empty map: got %v", got)
	}
}

func TestScan_8_1_RanksTheStrongestMentionFirst(t *testing.T) {
	x := indexOf(Options{}, "a.go::Alpha", "b.go::Beta", "c.go::Gamma", "c.go::Delta", "d.go::T.Eps", "e.go::Zeta")
	got := hashed(x.Scan("Alpha, `Beta`, c.go, T.Eps and e.go::Zeta"))
	want := []Mention{
		{Entity: entity("e.go", "Zeta", 5), Rank: ByKey},
		{Entity: entity("d.go", "T.Eps", 4), Rank: ByQualified},
		{Entity: entity("b.go", "Beta", 1), Rank: ByCode},
		{Entity: entity("a.go", "Alpha", 0), Rank: ByName},
		{Entity: entity("c.go", "Gamma", 2), Rank: ByPath, Group: "c.go"},
		{Entity: entity("c.go", "Delta", 3), Rank: ByPath, Group: "c.go"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	for _, c := range []struct{ name, prompt, first string }{
		{"a name and its file", "Explain `close` in a/b.py", "a/b.py::Door.close"},
		{"a file and a name that many bear", "In a/b.py, what does `close` do?", "a/b.py::Door.close"},
		{"an ordinary word beside its file", "why does close in a/b.py fail?", "a/b.py::Door.close"},
		{"an ordinary word and its file", "a/b.py: make close faster", "a/b.py::Door.close"},
		{"a member and its class", "the method close of Window", "a/c.py::Window.close"},
		{"a frame of a stack trace", "  File \"a/b.py\", line 12, in close\n    raise E", "a/b.py::Door.close"},
		{"a frame as a test runner writes it", "a/b.py:12: in close\n    raise E", "a/b.py::Door.close"},
		{"a name before a file", "README.md and openAll", "a/b.py::openAll"},
		{"a name in prose before those in code", "```python\nopenAll()\n```\nis like zoomIn", "z/z.py::zoomIn"},
	} {
		y := indexOf(Options{}, "README.md::*", "a/a.py::first", "a/a.py::close", "a/b.py::first", "a/b.py::Door", "a/b.py::Door.open", "a/b.py::Door.close",
			"a/b.py::openAll", "a/c.py::Window", "a/c.py::Window.close", "a/d.py::Lid.close", "a/e.py::Eye.close", "a/f.py::Shop.close", "z/z.py::zoomIn")
		if got := y.Scan(c.prompt); len(got) == 0 || got[0].Entity.Key() != c.first {
			t.Errorf("%s: %q finds %q, want %s first", c.name, c.prompt, sortedKeys(got), c.first)
		}
	}
	if got := x.Scan("Alpha `Alpha` a.go::Alpha Alpha"); len(got) != 1 || got[0].Rank != ByKey {
		t.Errorf("an entity named four times: got %v, want it once, by its key", got)
	}
}

// 15.6: of what was said, no code of a STALE entity is repeated, so that all that may
// be spoken of is found.
func TestScanSaid_15_6_FindsWhatCodeMayDefine(t *testing.T) {
	x := indexOf(Options{}, "a.go::Close", "b.py::Door.Close", "b.py::open", "c.py::rest")
	for text, want := range map[string][]string{
		"```go\nfunc Close() {}\n```":   {"a.go::Close", "b.py::Door.Close"},
		"```python c.py\nopen(x)\n```":  {"b.py::open", "c.py::rest"},
		"c.py:\n```\nx = open\n```\n":   {"b.py::open"},
		"Please open the door to close": nil,
	} {
		got := sortedKeys(x.ScanSaid(text))
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: found %q, not %s", text, got, w)
			}
		}
		if want == nil && len(got) > 0 {
			t.Errorf("%q: found %q", text, got)
		}
	}
}

func TestScan_8_1_BareNamesAreBounded(t *testing.T) {
	for _, c := range []struct {
		bound, bearers int
		found          bool
	}{
		{0, DefaultBareNames, true}, {0, DefaultBareNames + 1, false},
		{1, 1, true}, {1, 2, false}, {-1, 1, false},
	} {
		x := NewIndex(Options{BareNames: c.bound})
		for i := range c.bearers {
			x.Put(entity(fmt.Sprintf("%d.py", i), "Worker.stopNow", 0).Named)
		}
		want := 0
		if c.found {
			want = c.bearers
		}
		if got := len(x.Scan("call stopNow here")); got != want {
			t.Errorf("bound %d, %d bearers: %d mentions, want %d", c.bound, c.bearers, got, want)
		}
		if got := len(x.Scan("Worker.stopNow")); got != c.bearers {
			t.Errorf("bound %d, %d bearers, qualified: %d mentions", c.bound, c.bearers, got)
		}
	}
}

func TestScan_13_AllocatesNothingForWhatIsNoMention(t *testing.T) {
	x := manyEntities(1000)
	prompt := promptWithout(8 << 10)
	if n := testing.AllocsPerRun(10, func() {
		if got := x.Scan(prompt); got != nil {
			t.Fatalf("found %v", got)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestIndex_9_2_ForgetsWhatIsDeletedOrReplaced(t *testing.T) {
	x := NewIndex(Options{})
	for i, key := range tracked {
		path, symbol, _ := strings.Cut(key, "::")
		x.Put(entity(path, symbol, i).Named)
	}
	newer := entity("src/pool.go", "Pool.Get", 1)
	newer.Position = 77
	x.Put(newer.Named)
	if got := x.Scan("Pool.Get"); len(got) != 1 || got[0].Entity.Position != 77 {
		t.Errorf("after a replacement: got %v, want the newer artifact only", got)
	}
	if e, ok := x.Get("src/pool.go::Pool.Get"); !ok || e != newer.Named {
		t.Errorf("Get: got %v, %v", e, ok)
	}
	x.Delete("src/pool.go::Pool")
	if got := sortedKeys(x.Scan("Pool")); !slices.Equal(got, []string{"src/pool.go::Pool.Get", "src/pool.go::Pool.drain"}) {
		t.Errorf("after the container's tombstone: got %q, want the members only", got)
	}
	for _, key := range tracked {
		x.Delete(key)
		x.Delete(key)
	}
	if _, ok := x.Get("src/pool.go::Pool.Get"); ok || x.Len() != 0 {
		t.Errorf("after deleting all: %d entities", x.Len())
	}
	if n := len(x.files) + len(x.nameless) + len(x.names) + len(x.odd); n != 0 {
		t.Errorf("after deleting all, %d entries are left behind", n)
	}
}

func TestIndex_8_1_ScansWhileItChanges(t *testing.T) {
	x := indexOf(Options{}, tracked...)
	var writers, readers sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if got := x.Scan("Pool.Get in README.md"); !slices.Contains(sortedKeys(got), "README.md::*") {
					t.Errorf("README.md was not found: %v", got)
					return
				}
			}
		})
	}
	for range 2 {
		writers.Go(func() {
			for i := range 500 {
				x.Put(entity("src/pool.go", "Pool.Get", i).Named)
				x.Delete("src/pool.go::Pool.Get")
			}
		})
	}
	writers.Wait()
	close(stop)
	readers.Wait()
}

func TestForms_NameASymbolAsPromptsWriteIt(t *testing.T) {
	for symbol, want := range map[string][]string{
		"run":                        {"run"},
		"Outer.Inner.run":            {"run", "Inner.run", "Outer.Inner.run"},
		"T<Display>.fmt":             {"fmt", "T.fmt"},
		"T<a.B<C>>.m":                {"m", "T.m"},
		"User.save!":                 {"save", "User.save"},
		"A.self.m":                   {"m", "A.m", "A.self.m"},
		"self.m":                     {"m", "self.m"},
		"V.operator==":               {"operator", "V.operator"},
		"V.[Symbol.iterator]":        nil,
		"my-func":                    {"my-func"},
		"C.#secret":                  {"secret", "C.secret"},
		"":                           nil,
		"[":                          nil,
		"a..b":                       {"b", "a.b", "a..b"},
		strings.Repeat("]", 3) + "x": {"x"},
	} {
		if got := forms(symbol); !slices.Equal(got, want) {
			t.Errorf("forms(%q) = %q, want %q", symbol, got, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"src/pool.go::Pool.Get", "```go\nrun()\n```", "`run` (*Pool).Get", "https://x/Pool", "请修改NewServer函数",
		"app/[id]/page.tsx::Page", "'docs/My notes.md'", "\xff\xfePool\x00", "a::b::c#d->e?.f", "....////````~~~~",
	} {
		f.Add(seed, "x/y.py::A.b")
	}
	f.Add("all of it ", "x/y.py")
	f.Fuzz(func(t *testing.T, prompt, key string) {
		x := indexOf(Options{Roots: []string{"/r"}}, tracked...)
		path, symbol, _ := strings.Cut(key, "::")
		extra := entity(path, symbol, 0)
		x.Put(extra.Named)
		got := x.Scan(prompt)
		for i, m := range got {
			if e, ok := x.Get(m.Entity.Key()); !ok || e != m.Entity.Named || m.Rank < ByKey || m.Rank > ByPath {
				t.Fatalf("Scan(%q) found %v, which the map does not hold", prompt, m)
			}
			if i > 0 && got[i-1].Rank > m.Rank {
				t.Fatalf("Scan(%q) is out of order", prompt)
			}
		}
		if !slices.Equal(got, x.Scan(prompt)) {
			t.Fatalf("Scan(%q) gives two answers", prompt)
		}
		if isPlainPath(path) && len(path) < maxToken &&
			!slices.ContainsFunc(x.Scan("`"+path+"`"), func(m Mention) bool { return m.Entity.Named == extra.Named }) {
			t.Fatalf("the path %q is not found", path)
		}
		x.Delete(extra.Key())
		for _, m := range x.Scan(prompt + key) {
			if m.Entity.Named == extra.Named {
				t.Fatalf("%q is found after it was deleted", key)
			}
		}
	})
}

// sortedKeys are the keys of list in alphabetical order.
func sortedKeys(list []Mention) []string {
	var keys []string
	for _, m := range list {
		keys = append(keys, m.Entity.Key())
	}
	slices.Sort(keys)
	return keys
}

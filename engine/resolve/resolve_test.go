package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/similar"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// world is a State Map and a disk made of source texts.
type world struct {
	tracked map[string]Tracked
	texts   map[string][]byte
	disk    map[string]string
}

func newWorld(files map[string]string) *world {
	w := &world{tracked: map[string]Tracked{}, texts: map[string][]byte{}, disk: map[string]string{}}
	for path, text := range files {
		f := parser.Parse(path, "", []byte(text))
		for i, s := range f.Symbols {
			key := Key(path, s.Name)
			w.tracked[key] = Tracked{
				Key: key, Path: path, Symbol: s.Name, Kind: s.Kind, Language: string(f.Language), Container: s.Container, Top: s.Top, Position: i,
			}
			w.texts[key] = Text(f.Src, s)
		}
	}
	return w
}

func (w *world) Has(key string) (Tracked, bool) { t, ok := w.tracked[key]; return t, ok }

func (w *world) InPath(path string) []Tracked {
	return w.filter(func(t Tracked) bool { return t.Path == path })
}

func (w *world) Named(name string) []Tracked {
	return w.filter(func(t Tracked) bool { return t.Symbol == name || strings.HasSuffix(t.Symbol, "."+name) })
}

func (w *world) filter(keep func(Tracked) bool) []Tracked {
	var out []Tracked
	for _, t := range w.tracked {
		if keep(t) {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b Tracked) int {
		return strings.Compare(fmt.Sprintf("%s %03d", a.Path, a.Position), fmt.Sprintf("%s %03d", b.Path, b.Position))
	})
	return out
}

func (w *world) Text(key string) ([]byte, error) {
	if text, ok := w.texts[key]; ok {
		return text, nil
	}
	return nil, event.ErrNotFound
}

func (w *world) Similar(lang source.Language, path string, code []byte) (string, bool) {
	var candidates []similar.Candidate
	for key, t := range w.tracked {
		if path == "" && source.Language(t.Language) == lang || t.Path == path {
			candidates = append(candidates, similar.Candidate{Key: key, Text: w.texts[key]})
		}
	}
	m, ok := similar.Best(code, candidates)
	return m.Key, ok
}

func (w *world) File(path string) *source.File {
	text, ok := w.disk[path]
	if !ok {
		return nil
	}
	return parser.Parse(path, "", []byte(text))
}

const poolGo = `package store

// Pool hands out connections.
type Pool struct{ free []int }

// Acquire takes one.
func (p *Pool) Acquire() int {
	n := len(p.free) - 1
	c := p.free[n]
	p.free = p.free[:n]
	return c
}

func (p *Pool) Release(c int) { p.free = append(p.free, c) }
`

const poolPy = `class Pool:
    size = 3

    def acquire(self):
        return self.free.pop()

    def release(self, c):
        self.free.append(c)
`

const accountTS = `export class Account {
  private balance = 0;
  readonly owner: string = '';

  deposit(n: number): void { this.balance += n; }

  withdraw(n: number): void { this.balance -= n; }
}
`

// summary is "entity CONFIDENCE" for each artifact, with what is unusual.
func summary(r Result) []string {
	var out []string
	for _, a := range r.Artifacts {
		line := a.Entity + " " + string(a.Confidence)
		if a.Removes {
			line += " removes"
		}
		if len(a.Incomplete) > 0 && !a.Removes {
			line += " incomplete"
		}
		if a.RenameOf != "" {
			line += " renames " + a.RenameOf
		}
		if len(a.Lost) > 0 {
			line += " loses " + strings.Join(a.Lost, ",")
		}
		if a.FromDisk != nil {
			line += " on disk"
		}
		out = append(out, line)
	}
	for range r.Loose {
		out = append(out, "UNRESOLVED")
	}
	return out
}

func Test41ResolutionPipeline(t *testing.T) {
	tests := []struct {
		name     string
		reply    string
		hydrated []string
		files    []string // all that the map tracks, for hints
		disk     map[string]string
		user     bool
		want     []string
	}{
		{
			name:  "1: AST and an explicit path are CONFIRMED",
			reply: "```go store/pool.go\npackage store\n\nfunc (p *Pool) Release(c int) { p.n++ }\n\nfunc New() *Pool { return &Pool{} }\n```\n",
			want:  []string{"store/pool.go::Pool.Release CONFIRMED", "store/pool.go::New CONFIRMED"},
		},
		{
			name:  "4: code without a path and without a match is UNRESOLVED",
			reply: "```go\nfunc Elsewhere() {}\n```\n",
			want:  []string{"UNRESOLVED"},
		},
		{
			name:     "a pathless block whose every symbol was hydrated in this turn is CONFIRMED",
			reply:    "```go\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n",
			hydrated: []string{"store/pool.go::Pool.Release"},
			want:     []string{"store/pool.go::Pool.Release CONFIRMED"},
		},
		{
			name:  "a pathless block whose every symbol is in the map is INFERRED",
			reply: "```go\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n",
			want:  []string{"store/pool.go::Pool.Release INFERRED"},
		},
		{
			name:     "a pathless block with one unknown symbol is UNRESOLVED",
			reply:    "```go\nfunc (p *Pool) Release(c int) { p.n++ }\n\nfunc Other() {}\n```\n",
			hydrated: []string{"store/pool.go::Pool.Release"},
			want:     []string{"UNRESOLVED"},
		},
		{
			name:  "a bare method is the one tracked method of that name",
			reply: "```python app/pool.py\ndef acquire(self):\n    return self.free.pop(0)\n```\n",
			want:  []string{"app/pool.py::Pool.acquire CONFIRMED"},
		},
		{
			name:  "a bare method of an unknown name is INFERRED",
			reply: "```python app/pool.py\ndef drain(self):\n    self.free = []\n```\n",
			want:  []string{"app/pool.py::drain INFERRED"},
		},
		{
			name:  "a reply that is cut inside the fence is not a full definition",
			reply: "```go store/pool.go\nfunc (p *Pool) Release(c int) {\n\tp.n++\n",
			want:  []string{"store/pool.go::Pool.Release CONFIRMED incomplete"},
		},
		{
			name:  "an elided body is not a full definition",
			reply: "```go store/pool.go\nfunc (p *Pool) Acquire() int {\n\t// ... rest unchanged ...\n}\n```\n",
			want:  []string{"store/pool.go::Pool.Acquire CONFIRMED incomplete"},
		},
		{
			name:  "a remark behind the last line of a body says so, too",
			reply: "```python app/pool.py\ndef drain(fast):\n    pass  # the previous code\n```\n",
			want:  []string{"app/pool.py::drain CONFIRMED incomplete"},
		},
		{
			name:  "a file tag that omits symbols loses them and proposes their removal",
			reply: "<file path=\"store/pool.go\">\npackage store\n\ntype Pool struct{ free []int }\n\nfunc (p *Pool) Release(c int) { p.free = append(p.free, c) }\n</file>\n",
			want: []string{
				"store/pool.go::Pool CONFIRMED loses Pool.Acquire", "store/pool.go::Pool.Release CONFIRMED loses Pool.Acquire",
				"store/pool.go::Pool.Acquire CONFIRMED removes",
			},
		},
		{
			name:  "a fence that omits symbols loses nothing",
			reply: "```go store/pool.go\npackage store\n\nfunc (p *Pool) Release(c int) { p.free = append(p.free, c) }\n```\n",
			want:  []string{"store/pool.go::Pool.Release CONFIRMED"},
		},
		{
			name:  "SEARCH/REPLACE is composed on the one entity that holds the old text",
			reply: "store/pool.go\n```go\n<<<<<<< SEARCH\n\tc := p.free[n]\n=======\n\tc := p.free[n] + 1\n>>>>>>> REPLACE\n```\n",
			want:  []string{"store/pool.go::Pool.Acquire CONFIRMED"},
		},
		{
			name:  "an edit whose old text is nowhere is UNRESOLVED",
			reply: "store/pool.go\n```go\n<<<<<<< SEARCH\n\tnothing like it\n=======\n\tx\n>>>>>>> REPLACE\n```\n",
			want:  []string{"UNRESOLVED"},
		},
		{
			name:  "an edit composes on the disk and yields only what it changed",
			reply: "lib/a.go\n```go\n<<<<<<< SEARCH\n\treturn 1\n=======\n\treturn 3\n>>>>>>> REPLACE\n```\n",
			disk:  map[string]string{"lib/a.go": "package a\n\nfunc One() int {\n\treturn 1\n}\n\nfunc Two() int {\n\treturn 2\n}\n"},
			want:  []string{"lib/a.go::One CONFIRMED on disk"},
		},
		{
			name:  "the base of a new entity whose file defines it is the disk's",
			reply: "```go lib/a.go\nfunc One() int { return 7 }\n```\n",
			disk:  map[string]string{"lib/a.go": "package a\n\nfunc One() int {\n\treturn 1\n}\n"},
			want:  []string{"lib/a.go::One CONFIRMED on disk"},
		},
		{
			name:  "a whole-file entity takes its path and a star",
			reply: "```yaml deploy/app.yaml\nname: app\n```\n",
			want:  []string{"deploy/app.yaml::* CONFIRMED"},
		},
		{
			name:  "statements do not become the whole of a file whose symbols are tracked",
			reply: "```python app/pool.py\nprint(1)\n```\n",
			want:  []string{"UNRESOLVED"},
		},
		{
			name:  "a path in prose is INFERRED",
			reply: "Change `store/pool.go` like this:\n\n```go\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n",
			want:  []string{"store/pool.go::Pool.Release INFERRED incomplete"},
		},
		{
			name:     "4.1: a path in prose that the entities hydrated in this turn prove is CONFIRMED",
			reply:    "Change `store/pool.go` like this:\n\n```go\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n",
			hydrated: []string{"store/pool.go::Pool.Release"},
			want:     []string{"store/pool.go::Pool.Release CONFIRMED"},
		},
		{
			name:     "4.1: code without a path is CONFIRMED by hydration also where only one file is tracked",
			reply:    "```ts\nexport class Account {\n  deposit(n: number): void { this.balance -= n; }\n}\n```\n",
			files:    []string{"web/account.ts"},
			hydrated: []string{"web/account.ts::Account", "web/account.ts::Account.deposit"},
			want:     []string{"web/account.ts::Account.deposit CONFIRMED"},
		},
		{
			name:  "4.1: the only tracked file is a hint, INFERRED at most",
			reply: "```ts\nexport function fresh(): void { log(1); }\n```\n",
			files: []string{"web/account.ts"},
			want:  []string{"web/account.ts::fresh INFERRED incomplete"},
		},
		{
			name:  "9.1: pathless code of the user's is stored, not promoted",
			reply: "```go\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n",
			user:  true,
			want:  []string{"UNRESOLVED"},
		},
		{
			name:  "9.1: what the user quotes is nobody's paste",
			reply: "> store/pool.go\n> ```go\n> func (p *Pool) Release(c int) { p.n++ }\n> ```\n\nThat is wrong.\n",
			user:  true,
			want:  []string{"UNRESOLVED"},
		},
		{
			name:  "9.2: a file that says it leaves something out omits nothing",
			reply: "<file path=\"app/pool.py\">\n# ... rest unchanged ...\n\ndef extra(x):\n    return x + 20\n</file>\n",
			want:  []string{"app/pool.py::extra CONFIRMED"},
		},
		{
			name:  "9.2: a function takes not by itself the place of a file that is tracked as a whole",
			reply: "```python app/script.py\ndef helper():\n    return 1\n```\n",
			want:  []string{"app/script.py::helper CONFIRMED incomplete"},
		},
		{
			name:  "9.1: the user's own function does",
			reply: "```python app/script.py\ndef helper():\n    return 1\n```\n",
			user:  true,
			want:  []string{"app/script.py::helper CONFIRMED"},
		},
		{
			name:  "6A: a function without its closing brace is no full definition, whatever the grammar makes of it",
			reply: "```go lib/x.go\nfunc X() {\n```\n",
			want:  []string{"lib/x.go::X CONFIRMED incomplete"},
		},
		{
			name:  "6A: errors that the file has on disk already are none of the update's",
			reply: "```go lib/x.go\n???\n\nfunc X() int { return 2 }\n```\n",
			disk:  map[string]string{"lib/x.go": "package lib\n\n???\n\nfunc X() int { return 1 }\n"},
			want:  []string{"lib/x.go::X CONFIRMED on disk"},
		},
		{
			name:  "6A: a Python function without a body is no full definition",
			reply: "```python app/n.py\nclass N:\n    def go(self):  # next\n```\n",
			want:  []string{"app/n.py::N CONFIRMED", "app/n.py::N.go CONFIRMED incomplete"},
		},
		{
			name:  "6A: where a class lacks a brace, what its methods hold is not certain",
			reply: "```ts web/n.ts\nexport class N {\n  go(): number {\n    if (this.x) {\n      return 1;\n    return 2;\n  }\n}\n\nexport function g(): number {\n  return 1;\n}\n```\n",
			want:  []string{"web/n.ts::N CONFIRMED", "web/n.ts::N.go CONFIRMED incomplete", "web/n.ts::N.g CONFIRMED incomplete"},
		},
		{
			name:  "7: a class that only wraps a changed method loses no field",
			reply: "```ts web/account.ts\nexport class Account {\n  deposit(n: number): void {\n    check(n);\n    this.balance += n;\n  }\n}\n```\n",
			want:  []string{"web/account.ts::Account.deposit CONFIRMED"},
		},
		{
			name:  "7: an elision above a whole method is no part of the method",
			reply: "```ts web/account.ts\nexport class Account {\n  // ... existing code ...\n  deposit(n: number): void {\n    check(n);\n    this.balance += n;\n  }\n}\n```\n",
			want:  []string{"web/account.ts::Account.deposit CONFIRMED"},
		},
		{
			name:  "7: a class that leaves out fields and members but adds a field is no full definition",
			reply: "```ts web/account.ts\nexport class Account {\n  private limit = 5;\n\n  deposit(n: number): void { this.limit -= n; }\n}\n```\n",
			want:  []string{"web/account.ts::Account CONFIRMED incomplete", "web/account.ts::Account.deposit CONFIRMED"},
		},
		{
			name:  "7: a class that adds a field, keeps its own and omits members is a full definition",
			reply: "```ts web/account.ts\nexport class Account {\n  private balance = 0;\n  readonly owner: string = '';\n  private limit = 5;\n\n  deposit(n: number): void { this.limit -= n; }\n}\n```\n",
			want:  []string{"web/account.ts::Account CONFIRMED", "web/account.ts::Account.deposit CONFIRMED"},
		},
		{
			name:  "7: a Go type is defined by itself, whatever methods stand beside it",
			reply: "```go store/pool.go\ntype Pool struct{ n int }\n\nfunc (p *Pool) Release(c int) { p.n++ }\n```\n",
			want:  []string{"store/pool.go::Pool CONFIRMED", "store/pool.go::Pool.Release CONFIRMED"},
		},
		{
			name:  "9: a placeholder in the place of code is no full definition",
			reply: "```go store/pool.go\nfunc (p *Pool) Acquire() int {\n\t// TODO: implement\n\tpanic(\"todo\")\n}\n```\n",
			want:  []string{"store/pool.go::Pool.Acquire CONFIRMED incomplete"},
		},
		{
			name:  "9: nor one that raises",
			reply: "```python app/pool.py\nclass Pool:\n    size = 3\n\n    def acquire(self):\n        raise NotImplementedError\n```\n",
			want:  []string{"app/pool.py::Pool CONFIRMED", "app/pool.py::Pool.acquire CONFIRMED incomplete"}, // whatever its size
		},
		{
			name:  "9: by the user it is what they wrote",
			reply: "```go store/pool.go\nfunc (p *Pool) Acquire() int { panic(\"not implemented\") }\n```\n",
			user:  true,
			want:  []string{"store/pool.go::Pool.Acquire CONFIRMED"},
		},
		{
			name:  "9: the skeleton of what is new is a full definition",
			reply: "```go store/pool.go\nfunc (p *Pool) Drain() { panic(\"not implemented\") }\n```\n",
			want:  []string{"store/pool.go::Pool.Drain CONFIRMED"},
		},
		{
			name:  "prose is never code",
			reply: "func (p *Pool) Release(c int) { p.n++ } in store/pool.go\n",
			want:  nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(map[string]string{"store/pool.go": poolGo, "app/pool.py": poolPy, "web/account.ts": accountTS, "app/script.py": "import sys\n\nprint(sys.argv)\n"})
			w.disk = tt.disk
			r := Blocks(block.Extract(tt.reply, block.Options{Files: tt.files}), Context{
				Map: w, Disk: w, User: tt.user, Hydrated: func(key string) bool { return slices.Contains(tt.hydrated, key) },
			})
			if got := summary(r); !slices.Equal(got, tt.want) {
				t.Errorf("got\n  %s\nwant\n  %s\n%+v", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "), r.Loose)
			}
		})
	}
}

func TestCodeThatIsNotLinkedTellsWhy(t *testing.T) {
	edit := func(path, old string) string {
		return path + "\n```go\n<<<<<<< SEARCH\n" + old + "=======\nx\n>>>>>>> REPLACE\n```\n"
	}
	for _, c := range []struct{ name, reply, want string }{
		{"one entity has its beginning", edit("store/pool.go", "\tc := p.free[n]\n\tp.free = nil\n"),
			`the edit of store/pool.go does not fit: line 2 of its old text is "\tp.free = nil", but line 5 of Pool.Acquire is "\tp.free = p.free[:n]"`},
		{"none has", edit("store/pool.go", "\tnothing like it\n"),
			`the edit of store/pool.go does not fit: what is known of the file has no line "\tnothing like it"`},
		{"neither the file nor what is known of it has", edit("app/script.py", "import os\n"),
			`the edit of app/script.py does not fit: the file as it is tracked has no line "import os"`},
		{"a reply that is not read holds no code to link", "```go\n" + strings.Repeat("\n", 600_000) + "```\n",
			"the reply has too many lines or Markdown blocks to be read"},
		{"nothing is known", edit("lib/b.go", "x\n"), "the edit of lib/b.go does not apply: no base: lib/b.go is not tracked, and the disk has no such file that can be read"},
	} {
		w := newWorld(map[string]string{"store/pool.go": poolGo, "app/script.py": "import sys\n"})
		r := Blocks(block.Extract(c.reply, block.Options{}), Context{Map: w, Disk: w})
		if len(r.Loose) != 1 || len(r.Loose[0].Reasons) == 0 || r.Loose[0].Reasons[0] != c.want {
			t.Errorf("%s: got\n  %+v\nwant\n  %s", c.name, r.Loose, c.want)
		}
	}
}

func TestAPlaceholderIsToldByItsWords(t *testing.T) {
	base := []byte("func (p *Pool) Get() (int, error) {\n\tif len(p.free) == 0 {\n\t\treturn 0, errors.New(\"empty\")\n\t}\n\tn := p.free[0]\n\tp.free = p.free[1:]\n\treturn n, nil\n}")
	for body, want := range map[string]string{
		`panic("not implemented")`:                     `a placeholder takes the place of the code, at line 2: "panic(\"not implemented\")"`,
		`panic("Not yet implemented")`:                 `a placeholder takes the place of the code, at line 2: "panic(\"Not yet implemented\")"`,
		`todo!()`:                                      `a placeholder takes the place of the code, at line 2: "todo!()"`,
		`raise NotImplementedError()`:                  `a placeholder takes the place of the code, at line 2: "raise NotImplementedError()"`,
		`throw new NotImplementedException();`:         `a placeholder takes the place of the code, at line 2: "throw new NotImplementedException();"`,
		`return 0, nil // TODO: implement the queue`:   `a placeholder takes the place of the code, at line 2: "return 0, nil // TODO: implement the queue"`,
		`/* your code here */`:                         `a placeholder takes the place of the code, at line 2: "/* your code here */"`,
		`return p.next()`:                              "",
		`return p.next() // TODO: measure it`:          "",
		`return implementedElsewhere(p)`:               "",
		`return s.UnimplementedPoolServer.Get(p, nil)`: "",
	} {
		text := []byte("func (p *Pool) Get() (int, error) {\n\t" + body + "\n}")
		if got := stub(text, base); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
		if got := stub(text, nil); got != "" {
			t.Errorf("%s, new: %q", body, got)
		}
		if got := stub(append(text, base...), base); got != "" {
			t.Errorf("%s, and all the code: %q", body, got)
		}
		if got := stub(text, append(append([]byte(nil), base...), "// not implemented: shrinking"...)); got != "" && idle(text) == "" {
			t.Errorf("%s, in the place of one that says so too: %q", body, got)
		}
	}
}

func TestAReplyThatBeginsAsItsFileIsMeantAsTheWhole_Product8(t *testing.T) {
	const file = "package a\n\nimport \"fmt\"\n\nfunc A() int { return 1 }\n\nfunc B() int { return 2 }\n\nfunc C() { fmt.Println() }\n"
	for name, c := range map[string]struct {
		reply string
		drops []string
	}{
		"one function is left out":        {"```go a.go\npackage a\n\nimport \"fmt\"\n\nfunc A() int { return 7 }\n\nfunc C() { fmt.Println() }\n```", []string{"a.go::B"}},
		"one function under its head":     {"```go a.go\npackage a\n\nimport \"fmt\"\n\nfunc A() int { return 7 }\n```", nil},
		"functions without the head":      {"```go a.go\nfunc A() int { return 7 }\n\nfunc B() int { return 2 }\n```", nil},
		"all of it":                       {"```go a.go\n" + strings.Replace(file, "1", "7", 1) + "```", nil},
		"what is left out follows behind": {"```go a.go\npackage a\n\nimport \"fmt\"\n\nfunc A() int { return 7 }\n\nfunc C() { fmt.Println() }\n```\n\n```go a.go\nfunc B() int { return 8 }\n```", nil},
	} {
		w := newWorld(map[string]string{"a.go": file})
		w.disk["a.go"] = file
		r := Blocks(block.Extract(c.reply, block.Options{}), Context{Map: w, Disk: w})
		var drops []string
		for _, a := range r.Artifacts {
			if a.Removes {
				drops = append(drops, a.Entity)
				if !strings.Contains(strings.Join(a.Incomplete, ""), "would drop 1 of its 3 symbols") {
					t.Errorf("%s: %q", name, a.Incomplete)
				}
			}
		}
		if !slices.Equal(drops, c.drops) {
			t.Errorf("%s: drops %v, want %v", name, drops, c.drops)
		}
	}
}

func TestABodyThatDoesNothingIsNoDefinition_Product8(t *testing.T) {
	const python, golang = "def join(self, other):\n    for x in other:\n        self.add(x)", "func Join(a []int) int {\n\treturn len(a)\n}"
	for _, c := range []struct {
		text, base string
		waits      bool
	}{
		{"def join(self, other): pass", python, true},
		{"def join(self, other):\n    ...", python, true},
		{"@cached\ndef join(\n    self,\n    other,\n):\n    # later\n    return", python, true},
		{"async def join(self, other) -> None:\n    pass", python, true},
		{"func Join(a []int) int {\n\t// nothing yet\n}", golang, true},
		{"func Join(a []int) int { panic(\"not implemented\") }", golang, true},
		{"func Join(a []int) int { return 0 }", golang, false},
		{"def join(self, other):\n    self.items += other", python, false},
		{"def join(self, other): return self", python, false},
		{"def join(self, other):\n    pass", "def join(self, other):\n    ...", false},
		{"def join(self, other) -> int: ...", python, true},
		{"def join(self, other: dict[str, int] = {}) -> None: pass", python, true},
		{"class Pool: ...", "class Pool:\n    size = 3", true},
		{"@dataclass\nclass Pool(Base):  ...", "class Pool:\n    size: int = 3", true},
		{"class Pool: pass", "class Pool(Base):\n    ...", false},
		{"class Pool(Base):\n    size: int = 3", "class Pool:\n    size = 3", false},
		{"def join(self, other): return self.items[1:2]", python, false},
		{"class Pool {}", "class Pool {\n  size = 3;\n}", true},
		{"// Pool is one.\ntype Pool struct{}", "type Pool struct {\n\tsize int\n}", true},
		{"struct pool {\n  // later\n};", "struct pool {\n  int size;\n};", true},
		{"func Zero() Pool {\n\treturn Pool{}\n}", "func Zero() Pool {\n\treturn Pool{size: 3}\n}", false},
		{"def join(other)\nend", "def join(other)\n  @items += other\nend", true},
		{"def join; end", "def join\n  @items.sum\nend", true},
		{"function join(a, b) end", "function join(a, b)\n  return a + b\nend", true},
		{"function join(a, b) return sum(a) end", "function join(a, b)\n  return a + b\nend", false},
		{"def join(other)\n  other\nend", "def join(other)\n  @items += other\nend", false},
	} {
		if got := stub([]byte(c.text), []byte(c.base)); (got != "") != c.waits {
			t.Errorf("%s: %q", c.text, got)
		}
	}
}

func TestTextIsDocAndSourceAsWritten(t *testing.T) {
	f := parser.Parse("app/pool.py", "", []byte(poolPy))
	if got, want := string(Text(f.Src, *f.Find("Pool"))), "class Pool:\n    size = 3"; got != want {
		t.Errorf("a container without its members is %q, want %q", got, want)
	}
	if got, want := string(Text(f.Src, *f.Find("Pool.acquire"))), "    def acquire(self):\n        return self.free.pop()"; got != want {
		t.Errorf("a method keeps its indentation: %q, want %q", got, want)
	}
	g := parser.Parse("store/pool.go", "", []byte(poolGo))
	if got := string(Text(g.Src, *g.Find("Pool.Acquire"))); !strings.HasPrefix(got, "// Acquire takes one.\nfunc (p *Pool) Acquire() int {\n\tn :=") || strings.HasSuffix(got, "\n") {
		t.Errorf("%q", got)
	}
}

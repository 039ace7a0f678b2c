package unlinked_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/engine/resolve"
	"holdfast/engine/unlinked"
	"holdfast/parser"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// names is a State Map of entities by their names.
type names map[string][]resolve.Tracked

func (n names) Named(name string) []resolve.Tracked { return n[name] }

func (n names) Paths() (list []string) {
	for _, tracked := range n {
		for _, t := range tracked {
			list = append(list, strings.Split(t.Key, "::")[0])
		}
	}
	return list
}

// said are the blocks of replies, each by its language and text; the newest first.
func said(blocks ...string) (eps []event.Episode, load func(string) ([]byte, error)) {
	texts := map[string]string{}
	for _, b := range blocks {
		lang, text, _ := strings.Cut(b, "\n")
		l := event.LooseBlock{Block: event.Hash([]byte(text)), Language: lang}
		texts[l.Block] = text
		var ep event.Episode
		ep.Kind = "turn"
		ep.ID, ep.Closed, ep.Loose = lang, time.Unix(1, 0), []event.LooseBlock{l}
		eps = append(eps, ep)
	}
	return eps, func(hash string) ([]byte, error) { return []byte(texts[hash]), nil }
}

func nothing(string) bool       { return false }
func never(string, string) bool { return false }

func TestOnlyCodeThatDefinesSomethingWaits(t *testing.T) {
	for block, want := range map[string][]string{
		"go\nfunc Drain() {}\n": {"Drain"},
		"python\nclass A:\n    def b(self):\n        return 1\n\ndef c():\n    return 2\n": {"A", "c"},
		"python\n    def b(self):\n        return 1\n":                                     {"b"},
		"go\nx := pool.Get()\npool.Put(x)\n":                                               nil,
		"bash\ngo run . --port 80\n":                                                       nil,
		"json\n{\"a\": 1}\n":                                                               nil,
		"\nError: cannot open file\n  at main.js:3\n":                                      nil,
		"text\nsrc/\n  main.go\n":                                                          nil,
		"yaml\nservices:\n  web:\n    image: x\n":                                          nil,
		"diff\n-a\n+b\n":                                                                   nil,
	} {
		eps, load := said(block)
		got, err := unlinked.Found(eps, names{}, load, nothing, never)
		if err != nil {
			t.Fatal(err)
		}
		var defines []string
		for _, c := range got {
			defines = append(defines, c.Symbols...)
		}
		if !slices.Equal(defines, want) {
			t.Errorf("%q waits as %q, want %q", block, defines, want)
		}
	}
}

func TestWhatWasDecidedOrIsKnownWaitsNoMore(t *testing.T) {
	eps, load := said("go\nfunc Drain() {}\n", "go\nfunc Fill() { return }\n", "go\nfunc Drain() {}\n")
	list, err := unlinked.Found(eps, names{}, load, nothing, never)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d wait, want each once: %v", len(list), err)
	}
	settled := list[0].Block
	list, err = unlinked.Found(eps, names{}, load, func(block string) bool { return block == settled }, never)
	if err != nil || len(list) != 1 || list[0].Symbols[0] != "Fill" {
		t.Errorf("%v waits, want Fill: %v", list, err)
	}
	drain := parser.ParseSnippet("", source.Language("go"), []byte("func Drain() {}\n")).Symbols[0].Hash
	state := names{"Drain": {{Key: "a.go::Drain", Symbol: "Drain", Language: "go"}}, "Fill": {{Key: "a.go::Fill", Symbol: "Fill", Language: "go"}, {Key: "b.go::Fill", Symbol: "Fill", Language: "go"}, {Key: "b.py::Fill", Symbol: "Fill", Language: "python"}, {Key: "a.go::Pool.Fill", Symbol: "Pool.Fill", Language: "go"}}}
	list, err = unlinked.Found(eps, state, load, nothing, func(key, hash string) bool { return key == "a.go::Drain" && hash == drain })
	if err != nil || len(list) != 1 || !slices.Equal(list[0].Candidates, []string{"a.go::Fill", "b.go::Fill"}) {
		t.Errorf("%+v waits, want Fill with its two candidates: %v", list, err)
	}
}

func TestWhatTheUserSaidAndWhatIsNoCodeDoesNotWait(t *testing.T) {
	eps, load := said("go\nfunc A() {}\n", "go\nfunc B() {}\n", "go\nfunc C() {}\n")
	eps[0].Loose[0].User, eps[1].Loose[0].Call, eps[2].Loose[0].Changes = true, "call_1", true
	if list, err := unlinked.Found(eps, names{}, load, nothing, never); err != nil || len(list) != 0 {
		t.Errorf("%v waits: %v", list, err)
	}
}

func TestWhatTheOperatorDoesLetsNoCodeFallOutOfTheList(t *testing.T) {
	eps, _ := said("go\nfunc A() {}\n", "go\nfunc B() {}\n", "go\nfunc C() {}\n")
	var own event.Episode
	own.Kind = "operator"
	mixed := []event.Episode{own, eps[0], own, own, eps[1], own, eps[2]}
	for replies, want := range map[int]int{1: 2, 2: 5, 3: 7, 4: 7} {
		if got := unlinked.Latest(mixed, replies); len(got) != want {
			t.Errorf("%d replies: %d episodes, not %d", replies, len(got), want)
		}
	}
}

// What small models leave in a fence without a language, beside code.
func TestCodeThatNoFenceTagsWaitsWhereItIsReadAsCode(t *testing.T) {
	tracked := func(keys ...string) (list []resolve.Tracked) {
		for _, k := range keys {
			path, name, _ := strings.Cut(k, "::")
			list = append(list, resolve.Tracked{Key: k, Symbol: name, Language: string(source.ForPath(path))})
		}
		return list
	}
	base := names{"Pool": tracked("pool.go::Pool", "web/pool.ts::Pool"), "load": tracked("tools/load.py::load")}
	for block, want := range map[string]string{
		"func Drain(p *Pool) error {\n\treturn nil\n}\n":                            "go Drain",
		"import \"fmt\"\n\nfunc A() { fmt.Println(1) }\n\ntype B struct{ c int }\n": "go A B",
		"def load(path):\n    with open(path) as f:\n        return f.read()\n":     "python load",
		"class A:\n    def b(self):\n        return 1\n\nprint(A().b())\n":          "python A",
		"export function pool(n: number): Pool {\n  return new Pool(n);\n}\n":       "typescript pool",
		"class Pool {\n  size() { return 1 }\n}\n":                                  "typescript Pool",
		"go test ./...\n": "",
		"$ python3 -m venv .venv\n$ . .venv/bin/activate\n":                                "",
		"src/\n  main.go\n  pool.go\n":                                                     "",
		"Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nX: y\n": "",
		"panic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n":                    "",
		"PORT=8080\nDEBUG=true\n":                                                          "",
		"a = 1\nb = 2\n":                                                                   "",
		"{\"name\": \"x\", \"scripts\": {\"test\": \"y\"}}\n":                              "",
		"SELECT id FROM pool WHERE size > 3;\n":                                            "",
		"GET /v1/models HTTP/1.1\nHost: x\n":                                               "",
		"ok  	pool	0.012s\n":                                                               "",
		"The function load returns the text.\n":                                            "",
		"func Drain(p *Pool) error {\n\t// ...\n":                                          "", // cut off
		"class\n":           "",
		"pool.Get()\n":      "",
		"load(path)\n":      "",
		"":                  "",
		"x := pool.Get()\n": "",
	} {
		eps, load := said("\n" + block)
		got, err := unlinked.Found(eps, base, load, nothing, never)
		if err != nil {
			t.Fatal(err)
		}
		say := ""
		for _, c := range got {
			say += strings.Join(append([]string{c.Language}, c.Symbols...), " ")
		}
		if say != want {
			t.Errorf("%q waits as %q, want %q", block, say, want)
		}
	}
	eps, load := said("\n" + strings.Repeat("func F() {}\n", 1<<13))
	began := time.Now()
	if got, err := unlinked.Found(eps, base, load, nothing, never); err != nil || len(got) != 0 {
		t.Errorf("%d of a text that is too long wait: %v", len(got), err)
	}
	if took := time.Since(began); took > 10*time.Second { // 100 ms where nothing else runs
		t.Errorf("a long text is looked at for %v", took)
	}
}

func TestWithoutAKnownFileEveryLanguageIsTried(t *testing.T) {
	eps, load := said("\nfn drain(p: &Pool) -> u32 {\n    p.len()\n}\n")
	got, err := unlinked.Found(eps, names{}, load, nothing, never)
	if err != nil || len(got) != 1 || got[0].Language != string(source.Rust) || got[0].Symbols[0] != "drain" {
		t.Errorf("%+v waits, want drain: %v", got, err)
	}
}

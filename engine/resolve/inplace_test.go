package resolve

import (
	"slices"
	"strings"
	"testing"

	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/source"
)

// A file that is tracked as a whole loses nothing to a text that keeps its lines:
// what the text defines is tracked in its stead.
func TestWhatAFileHoldsIsNotLostToWhatKeepsIt_Product8(t *testing.T) {
	const pool = "class Pool:\n    def take(self):\n        return 1\n"
	written := func(text string) string {
		return "<write_to_file>\n<path>pool.py</path>\n<content>\n" + text + "</content>\n</write_to_file>\n"
	}
	created := func(text string) string {
		return "pool.py\n```python\n<<<<<<< SEARCH\n=======\n" + text + ">>>>>>> REPLACE\n```\n"
	}
	fence := func(text string) string { return "pool.py\n```python\n" + text + "```\n" }
	for name, c := range map[string]struct {
		file, reply string
		waits       bool
	}{
		"an empty file is written":         {"", written(pool), false},
		"an empty file is filled":          {"", created(pool), false},
		"a fence fills an empty file":      {"", fence(pool), false},
		"a file of blank lines is written": {"\n\n   \n", written(pool), false},
		"a file of a remark is filled":     {"# pool.py\n", created(pool), false},
		"statements are kept":              {"import os\nprint(os.name)\n", written("import os\n" + pool + "print(os.name)\n"), false},
		"statements are dropped":           {"import os\nprint(os.name)\n", written(pool), true},
		"a fence drops statements":         {"import os\nprint(os.name)\n", fence(pool), true},
		"one of two equal lines is kept":   {"step()\nstep()\n", written(pool + "step()\n"), true},
	} {
		w := newWorld(map[string]string{"pool.py": c.file})
		w.disk["pool.py"] = c.file
		r := Blocks(block.Extract(c.reply, block.Options{}), Context{Map: w, Disk: w})
		waits := len(r.Artifacts) == 0
		for _, a := range r.Artifacts {
			waits = waits || a.Removes || len(a.Lost)+len(a.Incomplete) > 0
		}
		if waits != c.waits {
			t.Errorf("%s: %v", name, summary(r))
		}
	}
}

// An edit that mends a file which could not be read takes nothing away, and says so of
// the statements that are definitions now.
func TestAnEditThatMendsAFileRemovesNothing_Product8(t *testing.T) {
	const head, tail = "import { post } from './http';\n\n", "  } catch (e) {\n    return null\n  }\n}\n"
	const body = "export async function send(n: number) {\n  try {\n    const answer = await post('/n', {\n      body: n,\n    })\n    return answer\n"
	for name, c := range map[string]struct{ file, edit, says string }{
		"mended":  {head + body + "    })\n" + tail, "    return answer\n    })\n=======\n    return answer\n", "what it held stands in definitions now"},
		"dropped": {"start(1);\nstart(2);\n" + body + tail, "start(1);\nstart(2);\n=======\n", "the edit removes it"},
	} {
		w := newWorld(map[string]string{"a.ts": c.file})
		w.disk["a.ts"] = c.file
		r := Blocks(block.Extract("a.ts\n```ts\n<<<<<<< SEARCH\n"+c.edit+">>>>>>> REPLACE\n```\n", block.Options{}), Context{Map: w, Disk: w})
		removals := 0
		for _, a := range r.Artifacts {
			if a.Removes {
				removals++
				if a.Entity != "a.ts::*" || a.Resolution != c.says {
					t.Errorf("%s: %s: %s", name, a.Entity, a.Resolution)
				}
			}
		}
		if removals != 1 {
			t.Errorf("%s: %v", name, summary(r))
		}
	}
}

// What strings hold is no code: a colour behind a colon ends no head.
func TestABodyIsMissingOnlyWhereItIs_TSLP6(t *testing.T) {
	for text, missing := range map[string]bool{
		"def paint(self):\n    self.style = \"color: #2b2b2b;\"":              false,
		"def paint(self):\n    return 'see: # 3'":                             false,
		"def paint(self):\n    return f\"{self.name}: # {self.n}\"":           false,
		"def paint(self):\n    \"\"\"Paints:\n\n    - it: # once\n    \"\"\"": false,
		"def paint(self):\n    return self.names[1:] # all but: the first":    false,
		"def paint(self): return {'a': 1}  # one:":                            false,
		"def paint(self):":                    true,
		"def paint(self):  # later":           true,
		"def paint(self, c=\"#:\"):\n    # c": true,
	} {
		f := parser.ParseSnippet("a.py", source.Python, []byte(text+"\n"))
		sym := f.Find("paint")
		if sym == nil {
			t.Errorf("%q is not read", text)
			continue
		}
		got := unsound(f, nil, *sym, []byte(text))
		if strings.Contains(got, "body is missing") != missing {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// What one block of a text opens and the next closes is not gone in between, and what an
// error hides is not gone at all.
func TestWhatAnErrorHidesIsNotRemoved_Product8(t *testing.T) {
	const file = "export function Page() {\n  return (\n    <div>\n      <Menu />\n    </div>\n  )\n}\n\nfunction Menu() {\n  return <nav>all of it</nav>\n}\n\nfunction Foot() {\n  return <p>more of it</p>\n}\n"
	edit := func(was, is string) string {
		return "page.tsx\n```tsx\n<<<<<<< SEARCH\n" + was + "=======\n" + is + ">>>>>>> REPLACE\n```\n\n"
	}
	opened := edit("    <div>\n", "    <main>\n    <div>\n  {\n")
	for name, c := range map[string]struct {
		reply   string
		removes []string
	}{
		"opened and closed":      {opened + edit("    </div>\n", "  }\n    </div>\n    </main>\n"), nil},
		"opened and left so":     {opened, nil},
		"removed":                {edit("function Foot() {\n  return <p>more of it</p>\n}\n", ""), []string{"page.tsx::Foot"}},
		"removed and brought in": {edit("function Foot() {\n  return <p>more of it</p>\n}\n", "") + edit("function Menu() {\n", "function Foot() {\n  return null\n}\n\nfunction Menu() {\n"), nil},
		"removed and broken":     {opened + edit("function Foot() {\n  return <p>more of it</p>\n}\n", ""), nil},
	} {
		w := newWorld(map[string]string{"page.tsx": file})
		w.disk["page.tsx"] = file
		r := Blocks(block.Extract(c.reply, block.Options{}), Context{Map: w, Disk: w})
		var removes []string
		for _, a := range r.Artifacts {
			if a.Removes {
				removes = append(removes, a.Entity)
			}
		}
		if len(r.Artifacts) == 0 || !slices.Equal(removes, c.removes) {
			t.Errorf("%s: %v", name, summary(r))
		}
	}
}

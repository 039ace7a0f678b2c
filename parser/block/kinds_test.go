package block

import (
	"fmt"
	"strings"
	"testing"
)

// told says of each block its path, kind, confidence and whether it is full.
func told(blocks []Block) string {
	var all []string
	for _, b := range blocks {
		path := b.Path
		if path == "" {
			path = "?"
		}
		s := fmt.Sprintf("%s %s %s", path, b.Kind, b.Confidence)
		if b.Full {
			s += " full"
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

type kindTest struct{ name, reply, want string }

func runKinds(t *testing.T, tests []kindTest, known ...string) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Extract(tt.reply, Options{Files: known})
			if s := told(got); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			for _, b := range got {
				checkBlock(t, tt.reply, b)
			}
		})
	}
}

func TestAnEditInUnknownMarksIsNoFile(t *testing.T) {
	const edit = "conf.yml edit CONFIRMED"
	in := func(body string) string { return "conf.yml\n```yaml\n" + body + "\n```\n" }
	runKinds(t, []kindTest{
		{"lines of a diff", in(" a: 1\n-b: 2\n+b: 3\n c: 4"), edit},
		{"lines of a diff without blanks before the others", in("a: 1\n-b: 2\n+b: 3\nc: 4"), edit},
		{"lines that are added", in(" a: 1\n+b: 3"), edit},
		{"lines that are taken away", in(" a: 1\n-b: 3"), edit},
		{"a hunk in the label of the file", in("@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3"), edit},
		{"lines with numbers and a bar", in("1 | a: 1\n2 | b: 2\n3 | c: 3"), edit},
		{"lines with numbers and a colon", in("7: a: 1\n8: b: 2"), edit},
		{"lines with numbers and a tab", in("10\ta: 1\n11\tb: 2"), edit},
		{"lines with numbers and an arrow", in("    1→a: 1\n    2→b: 2"), edit},
		{"other words on the marks", in("<<<<<<< ORIGINAL\na: 1\n=======\na: 2\n>>>>>>> UPDATED"), edit},
		{"short marks", in("<<< SEARCH\na: 1\n===\na: 2\n>>> REPLACE"), edit},
		{"a divider in the place of the end", in("<<<<<<< SEARCH/REPLACE\na: 1\n=======\na: 2\n======="), edit},
		{"marks without words", in("<<<<<<<\na: 1\n=======\na: 2\n>>>>>>>"), edit},
		{"marks further down", in("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> mine"), edit},
		{"words in brackets", in("[SEARCH]\na: 1\n[REPLACE]\na: 2"), edit},
		{"words between dashes", in("--- OLD ---\na: 1\n+++ NEW +++\na: 2"), edit},
		{"words in elements", in("<old>\na: 1\n</old>\n<new>\na: 2\n</new>"), edit},
	})
	runKinds(t, []kindTest{
		{"a list", "conf.yml\n```yaml\n- a\n- b:\n    c\n```\n", "conf.yml code CONFIRMED full"},
		{"a document's rule", "conf.yml\n```yaml\n---\na: 1\n---\nb: 1\n```\n", "conf.yml code CONFIRMED full"},
		{"keys that are numbers", "conf.yml\n```yaml\n1: one\n2: two\n```\n", "conf.yml code CONFIRMED full"},
		{"a numbered list", "notes.md\n```markdown\n1. one\n2. two\n```\n", "notes.md code CONFIRMED full"},
		{"a list with both signs", "notes.md\n```markdown\n- one\n+ two\n```\n", "notes.md code CONFIRMED full"},
		{"an unary plus", "a.js\n```js\nlet n = 1\nlet m = n\n  + 1\n++n\n```\n", "a.js code CONFIRMED full"},
		{"a document about marks", "notes.md\n```markdown\n# Marks\n\n<<<<<<< HEAD\nx\n=======\n```\n", "notes.md code CONFIRMED full"},
		{"a heredoc", "a.php\n```php\n<?php\n$a = <<<END\nx\nEND;\n```\n", "a.php code CONFIRMED full"},
		{"an underlined comment", "a.py\n```python\n# Title\n# ===\nx = 1\n```\n", "a.py code CONFIRMED full"},
	})
}

func TestADocumentInAFenceKeepsItsFences(t *testing.T) {
	const guide = "guide.md code CONFIRMED full"
	runKinds(t, []kindTest{
		{"its examples name files", "guide.md\n```markdown\n# A\n\n```sh\nmake\n```\n\nsrc/a.py\n```python\nx = 1\n```\n\nEnd.\n```\n", guide},
		{"in the info string", "```md guide.md\n# A\n```python title=\"src/a.py\"\nx = 1\n```\n```\n", guide},
		{"by its path alone", "guide.md\n```\n# A\n```python src/a.py\nx = 1\n```\nEnd\n```\n\nDone.", guide},
		{"the next file follows", "guide.md\n```markdown\n# A\n```sh\nmake\n```\n```\n\nsrc/a.py\n```python\nx = 1\n```\n", guide + ", src/a.py code CONFIRMED full"},
		{"with tildes inside", "guide.md\n```markdown\n~~~sh\nmake\n~~~\n```\n", guide},
		{"with a fence without label inside", "guide.md\n```markdown\n# A\n\n```\nmake\n```\n\nsrc/a.py\n```python\nx = 1\n```\n\nEnd.\n```\n", "guide.md code CONFIRMED"},
		{"without fences", "guide.md\n```markdown\n# A\n```\n\nsrc/a.py\n```python\nx = 1\n```\n", guide + ", src/a.py code CONFIRMED full"},
		{"that never ends", "guide.md\n```markdown\n# A\n```python src/a.py\nx = 1\n```\n", "guide.md code CONFIRMED"},
		{"in a list", "1. Write it:\n\n   ```markdown guide.md\n   # A\n   ```sh\n   make\n   ```\n   ```\n", guide},
	})
	runKinds(t, []kindTest{
		{"an edit of one", "guide.md\n```markdown\n<<<<<<< SEARCH\n# A\n```sh\nmake\n```\n=======\n# B\n```sh\nmake\n```\n>>>>>>> REPLACE\n```\n", "guide.md edit CONFIRMED full"},
		{"an edit of one without label", "guide.md\n```\n<<<<<<< SEARCH\n```\nmake\n```\n=======\n```\nmake all\n```\n>>>>>>> REPLACE\n```\n", "guide.md edit CONFIRMED full"},
		{"a diff of one", "```diff\n--- a/guide.md\n+++ b/guide.md\n@@ -1,4 +1,4 @@\n # A\n ```sh\n-make\n+make all\n ```\n```\n", "guide.md edit CONFIRMED full"},
		{"a patch of one", "```\n*** Begin Patch\n*** Update File: guide.md\n@@\n # A\n ```\n-make\n+make all\n ```\n*** End Patch\n```\n", "guide.md edit CONFIRMED full"},
	}, "guide.md")
}

func TestAFenceEndsWhereModelsEndIt(t *testing.T) {
	const both = "a.py code CONFIRMED full, b.py code CONFIRMED full"
	runKinds(t, []kindTest{
		{"at the end of the last line", "a.py\n```python\nx = 1```\n\nb.py\n```python\ny = 1\n```\n", both},
		{"the same without labels", "a.py\n```\nx = 1```\n\nb.py\n```\ny = 1\n```\n", both},
		{"with prose between", "a.py\n```python\nx = 1```\n\nNow the other.\n\n**b.py**\n\n```python\ny = 1\n```\n", both},
		{"at the end of the reply", "a.py\n```python\nx = 1```", "a.py code CONFIRMED full"},
		{"before a stop token", "a.py\n```python\nx = 1\n```<|im_end|>", "a.py code CONFIRMED full"},
		{"before another stop token", "a.py\n```python\nx = 1\n```</s>\n", "a.py code CONFIRMED full"},
		{"before words", "a.py\n```python\nx = 1\n``` That is all of it.\n\nb.py\n```python\ny = 1\n```\n", both},
		{"with backticks in a text", "a.py\n```python\nx = 'a ```'\ny = '``` b'\n```\n", "a.py code CONFIRMED full"},
		{"never, and the next begins", "a.py\n```python\nx = 1\n\nb.py\n```python\ny = 1\n```\n", "a.py code CONFIRMED, b.py code CONFIRMED full"},
		{"never, and the next names its file", "```python a.py\nx = 1\n```python b.py\ny = 1\n```\n", "a.py code CONFIRMED, b.py code CONFIRMED full"},
		{"opened for the path and again", "```python\na.py\n```python\nx = 1\n```\n", "a.py code CONFIRMED full"},
		{"a docstring with a fence", "a.py\n```python\ndef f():\n    \"\"\"\n    ```python\n    f()\n    ```\n    \"\"\"\n```\n", "a.py code CONFIRMED full"},
	})
	runKinds(t, []kindTest{
		{"opened for the path and again for the edit", "```python\na.py\n```python\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```\n", "a.py edit CONFIRMED full"},
		{"in <source>", "README.md\n<source>\n<<<<<<< SEARCH\n```\nx\n```\n=======\n```\ny\n```\n>>>>>>> REPLACE\n</source>\n\nDone.", "README.md edit CONFIRMED full"},
		{"in <source> with a label", "a.py\n<source>python\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n</source>\n", "a.py edit CONFIRMED full"},
		{"in <source>, with fences in it", "README.md\n<source>\n# T\n```sh\nmake\n```\n</source>\n", "README.md code CONFIRMED full"},
		{"in <code>", "a.py\n<code>\nx = 1\n</code>\n", "a.py code CONFIRMED full"},
		{"in <pre>, of no file", "It prints\n<pre>\nx = 1\n</pre>\n", ""},
		{"in <pre> that never ends", "a.py\n<pre>\nx = 1\n", ""},
	}, "a.py", "README.md")
}

func TestACallThatLeakedIntoTheTextIsNoCode(t *testing.T) {
	const doc = "# T\n\nsrc/a.py\n```python\nx = 1\n```\n"
	runKinds(t, []kindTest{
		{"with a name", "<invoke name=\"write\">\n<parameter name=\"content\">" + doc + "</parameter>\n</invoke>\n", ""},
		{"with an equals sign", "<tool_call>\n<function=write>\n<parameter=content>\n" + doc + "</parameter>\n</function>\n</tool_call>\n", ""},
		{"with a type and a path", "<boxAction type=\"file\" filePath=\"README.md\">\n" + doc + "</boxAction>\n", ""},
		{"with its arguments as children", "<create_file>\n<path>README.md</path>\n<content>\n" + doc + "</content>\n</create_file>\n", ""},
		{"with a namespace", "<x:write file_path=\"README.md\">\n" + doc + "</x:write>\n", ""},
		{"that never ends", "<invoke name=\"write\">\n<parameter name=\"content\">" + doc, ""},
		{"and code behind it", "<invoke name=\"read\">\n<parameter name=\"p\">x</parameter>\n</invoke>\n" + "src/b.py\n```python\nx = 1\n```\n", "src/b.py code CONFIRMED full"},
		{"an answer in an element", "<answer>\n" + doc + "</answer>\n", "src/a.py code CONFIRMED full"},
		{"a box to fold", "<details>\n<summary>src/a.py</summary>\n\n" + doc + "</details>\n", "src/a.py code CONFIRMED full"},
		{"HTML with attributes", "<div name=\"x\">\n\n" + doc + "</div>\n", "src/a.py code CONFIRMED full"},
	})
}

func TestAnElementEndsAtItsEndTag(t *testing.T) {
	const both = "a.yml code CONFIRMED full, b.yml code CONFIRMED full"
	runKinds(t, []kindTest{
		{"the next begins behind it", "<file path=\"a.yml\">\na: 1\n</file><file path=\"b.yml\">\nb: 1\n</file>\n", both},
		{"with a blank between", "<file path=\"a.yml\">\na: 1\n</file> <file path=\"b.yml\">\nb: 1\n</file>\n", both},
		{"both on one line", "<file path=\"a.yml\">a: 1</file><file path=\"b.yml\">b: 1</file>\n", both},
		{"words behind it", "<file path=\"a.yml\">\na: 1\n</file> is the first, and\n<file path=\"b.yml\">\nb: 1\n</file> the other.\n", both},
		{"a fence behind it", "<file path=\"a.yml\">\na: 1\n</file>\nb.yml\n```yaml\nb: 1\n```\n", both},
		{"calls", "<write_to_file>\n<path>a.yml</path>\n<content>\na: 1\n</content>\n</write_to_file><write_to_file>\n<path>b.yml</path>\n<content>\nb: 1\n</content>\n</write_to_file>", both},
		{"an end tag in a string", "<file path=\"a.yml\">\na: \"</file>\"\n</file>\n", "a.yml code CONFIRMED full"},
	})
	got := Extract("<file path=\"a.yml\">\na: \"</file>\"\n</file> b\n", Options{})
	if len(got) != 1 || string(got[0].Content) != "a: \"</file>\"\n" {
		t.Errorf("got %+v", got)
	}
}

func TestSeveralFilesInAFenceAreSeveral(t *testing.T) {
	runKinds(t, []kindTest{
		{"under comments", "```python\n# src/a.py\nx = 1\n\n# src/b.py\ny = 1\n```\n", "src/a.py code CONFIRMED full, src/b.py code CONFIRMED full"},
		{"the first in the info string", "```ts web/a.ts\nlet a = 1\n\n// web/b.ts\nlet b = 1\n```\n", "web/a.ts code CONFIRMED full, web/b.ts code CONFIRMED full"},
		{"three, labelled", "```go\n// File: a/a.go\npackage a\n\n// File: a/b.go\npackage a\n\n// File: a/c.go\npackage a\n```\n",
			"a/a.go code CONFIRMED full, a/b.go code CONFIRMED full, a/c.go code CONFIRMED full"},
		{"between rules", "web/a.css\n```css\na {}\n\n/* ===== web/b.css ===== */\nb {}\n```\n", "web/a.css code CONFIRMED full, web/b.css code CONFIRMED full"},
		{"without a label", "```\n# src/a.py\nx = 1\n\n# src/b.py\ny = 1\n```\n", "src/a.py code CONFIRMED full, src/b.py code CONFIRMED full"},
		{"its own name again", "src/a.py\n```python\nx = 1\n\n# src/a.py\ny = 1\n```\n", "src/a.py code CONFIRMED full"},
		{"a file of another language is spoken of", "src/a.py\n```python\nx = 1\n\n# web/b.ts\ny = 1\n```\n", "src/a.py code CONFIRMED full"},
		{"a comment inside", "src/a.py\n```python\ndef f():\n\n    # src/b.py\n    return 1\n```\n", "src/a.py code CONFIRMED full"},
		{"a comment that says more", "src/a.py\n```python\nx = 1\n\n# see src/b.py\ny = 1\n```\n", "src/a.py code CONFIRMED full"},
		{"commands", "```bash\n# src/a.sh\nmake\n\n# src/b.sh\nmake\n```\n", "src/a.sh code CONFIRMED full"},
	})
}

func TestEachOfSeveralFilesInAFenceIsFoundInTheReply(t *testing.T) {
	fence := []string{"```go", "// a/a.go", "package a", "", "// a/b.go", "package b", "", "// a/c.go", "package c"}
	for name, lines := range map[string][]string{
		"closed":        append(fence[:9:9], "```"),
		"unclosed":      fence,
		"hanging end":   append(fence[:8:8], "package c```"),
		"blank at last": append(fence[:9:9], "", ""),
	} {
		for _, before := range []string{"", "   ", "> ", "- "} {
			for _, end := range []string{"\n", "\r\n"} {
				reply := before + strings.Join(lines, end+strings.Replace(before, "-", " ", 1)) + end
				for i, b := range Extract(reply, Options{}) {
					at := reply[b.Span.Start:b.Span.End]
					first, path, last := "```go", "// a/"+string("abc"[i])+".go", "package "+string("abc"[i])
					if i > 0 {
						first = path
					}
					if !strings.HasPrefix(at, first) || !strings.Contains(at, path) || !strings.Contains(at, last) || strings.Count(at, "package") != 1 {
						t.Errorf("%s behind %q: block %d is at %q", name, before, i, at)
					}
				}
			}
		}
	}
}

func TestALineThatHoldsOnlyAPathNamesTheFile(t *testing.T) {
	runKinds(t, []kindTest{
		{"a link to it", "[new.py](src/new.py)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"a link from here", "[`new.py`](./src/new.py)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"a link to elsewhere", "[src/new.py](https://example.org/x)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"a link with the shorter target", "[src/new.py](new.py)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"a link to lines of it", "[new.py](src/new.py#L3-L9)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED"},
		{"with its size", "**src/new.py** (complete file, 120 lines)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"with its size alone", "src/new.py (42 lines)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"with what changed", "src/new.py (only the imports changed)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"with its lines", "src/new.py (lines 3-9)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED"},
		{"as a part", "src/new.py (excerpt, 9 lines)\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED"},
		{"blanks in the folder", "my module/new file.py\n```python\nx = 1\n```\n", "my module/new file.py code CONFIRMED full"},
		{"a sentence with a path as Windows writes it", "From the files, src\\util\\new.py holds this:\n```python\nx = 1\n```\n", "src/util/new.py code INFERRED"},
		{"a bold sentence", "**For src/new.py:**\n```python\nx = 1\n```\n", "src/new.py code INFERRED"},
		{"what is to be done", "**File to create:** `src/new.py`\n\n```python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"a verb before it", "Create src/new.py\n```python\nx = 1\n```\n", "src/new.py code INFERRED"},
		{"words around it", "in app/main and the file.py\n```python\nx = 1\n```\n", "? code UNRESOLVED full"},
		{"some blank lines away", "src/new.py\n\n\n```python\nx = 1\n```\n", "src/new.py code INFERRED"},
		{"path and language", "```src/new.py:python\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"language and path", "```python:src/new.py\nx = 1\n```\n", "src/new.py code CONFIRMED full"},
		{"an edit with an odd suffix", "Log.config\n```xml\n<<<<<<< SEARCH\n=======\n<a/>\n>>>>>>> REPLACE\n```\n", "Log.config edit CONFIRMED full"},
		{"code below an odd name", "Version.two\n```xml\n<a/>\n```\n", "? code UNRESOLVED full"},
		{"an edit under a wrong label", "run.sh\n```python\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n", "run.sh edit CONFIRMED full"},
		{"a new file under a wrong label", "run.sh\n```python\n<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n```\n", "run.sh edit CONFIRMED full"},
		{"a new file in the language of its label", "run.sh\n```python\n<<<<<<< SEARCH\n=======\nif n:\n    run(n)\n>>>>>>> REPLACE\n```\n", "run.sh edit INFERRED full"},
		{"a new file without a grammar", "needs.txt\n```python\n<<<<<<< SEARCH\n=======\nhttpx>=0.27\n>>>>>>> REPLACE\n```\n", "needs.txt edit CONFIRMED full"},
		{"a new file of settings", "deploy/.env\n```python\n<<<<<<< SEARCH\n=======\nPORT=80\n>>>>>>> REPLACE\n```\n", "deploy/.env edit CONFIRMED full"},
		{"a file under a wrong label", "src/line.ts\n```python\nexport interface Line { at: number }\n```\n", "src/line.ts code CONFIRMED full"},
		{"another", "src/line.rb\n```go\nclass Line\n  def at = 1\nend\n```\n", "src/line.rb code CONFIRMED full"},
		{"in the info string", "```go src/at.py\nclass Line:\n    at = 1\n```\n", "src/at.py code CONFIRMED full"},
		{"a path that holds a word for a part", "```python src/lines/part.py\nx = 1\n```\n", "src/lines/part.py code CONFIRMED full"},
		{"the same above", "src/lines/part.py\n```python\nx = 1\n```\n", "src/lines/part.py code CONFIRMED full"},
		{"the same of a part", "```python src/line.py excerpt\nx = 1\n```\n", "src/line.py code CONFIRMED"},
		{"in a comment", "```javascript\n// file: src/line.rs\npub fn at() -> u8 { 1 }\n```\n", "src/line.rs code CONFIRMED full"},
		{"a file in the language of its label", "src/line.ts\n```python\ndef at(n):\n    return n\n```\n", "src/line.ts code INFERRED full"},
		{"a file that may be in either", "src/line.ts\n```python\nat(1)\n```\n", "src/line.ts code INFERRED full"},
		{"a file in neither", "src/line.ts\n```python\nat the = line(\n```\n", "src/line.ts code INFERRED full"},
		{"an example under a document", "GUIDE.md\n```python\nat(1)\n```\n", "GUIDE.md code INFERRED full"},
	})
}

func TestAPlaceholderIsNoPath(t *testing.T) {
	for _, path := range []string{"path/to/a.js", "path/to/filename.js", "filename.js", "a.ext", "your_project/app.py", "your-app/src/a.ts", "yourFile.py", "src/.../a.py", "src/path/to/b.go"} {
		got := Extract(path+"\n```\nx = 1\n```\n", Options{})
		if len(got) != 1 || got[0].Path != "" || got[0].Confidence != Unresolved {
			t.Errorf("%s: %s", path, told(got))
		}
		got = Extract(path+"\n```\nx = 1\n```\n", Options{Known: func(p string) bool { return p == path }})
		if len(got) != 1 || got[0].Path != path {
			t.Errorf("%s, which is there: %s", path, told(got))
		}
	}
	for _, path := range []string{"src/path.js", "app/filepath.go", "lib/paths/to.py", "src/youth.py", "examples/file.py", "src/filenames.ts"} {
		if got := Extract(path+"\n```\nx = 1\n```\n", Options{}); len(got) != 1 || got[0].Path != path {
			t.Errorf("%s: %s", path, told(got))
		}
	}
}

func TestWhatIsQuotedSaysSo(t *testing.T) {
	got := Extract("> a.py\n> ```python\n> x = 1\n> ```\n\nb.py\n```python\nx = 1\n```\n\n> <file path=\"c.py\">\n> x = 1\n> </file>\n", Options{})
	if len(got) != 3 || !got[0].Quoted || got[1].Quoted || !got[2].Quoted {
		t.Errorf("got %+v", got)
	}
}

func TestAnApplyDiffOfSeveralFilesIsSeveralEdits(t *testing.T) {
	reply := "<apply_diff>\n<args>\n<file>\n<path>a.py</path>\n<diff>\n<content>\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</content>\n</diff>\n</file>\n" +
		"<file>\n<path>b.py</path>\n<diff>\n<content>\n<<<<<<< SEARCH\n:start_line:3\n:end_line:3\n-------\nc\n=======\nd\n>>>>>>> REPLACE\n</content>\n</diff>\n</file>\n</args>\n</apply_diff>\n"
	got := Extract(reply, Options{})
	if told(got) != "a.py edit CONFIRMED full, b.py edit CONFIRMED full" || got[1].Edits[0].Hunks[0].Old != "c\n" {
		t.Errorf("got %s: %+v", told(got), got)
	}
}

func TestAPatchWithAPathThatCannotBeUsedIsAppliedToNoFile(t *testing.T) {
	patch := func(body string) string { return "```\n*** Begin Patch\n" + body + "*** End Patch\n```\n" }
	const add = "*** Add File: b.py\n+x = 1\n"
	runKinds(t, []kindTest{
		{"whole", patch("*** Update File: a.py\n*** Move to: c.py\n-x\n+y\n" + add), "a.py edit CONFIRMED full, b.py edit CONFIRMED full"},
		{"a move into the home folder", patch("*** Update File: a.py\n*** Move to: ~/c.py\n-x\n+y\n" + add), "a.py edit CONFIRMED, b.py edit CONFIRMED"},
		{"a move out of the workspace, last", patch(add + "*** Update File: a.py\n*** Move to: ../c.py\n"), "b.py edit CONFIRMED, a.py edit CONFIRMED"},
		{"a move to no name", patch("*** Update File: a.py\n*** Move to: \n-x\n+y\n"), "a.py edit CONFIRMED"},
		{"a file outside", patch("*** Delete File: /etc/a.py\n" + add), "? edit UNRESOLVED, b.py edit CONFIRMED"},
		{"a path that stands for one", patch(add + "*** Update File: path/to/a.py\n-x\n+y\n"), "b.py edit CONFIRMED, ? edit UNRESOLVED"},
		{"a rename of git", "```diff\ndiff --git a/a.py b/~c.py\nrename from a.py\nrename to ~c.py\ndiff --git a/d.py b/d.py\n--- a/d.py\n+++ b/d.py\n@@ -1 +1 @@\n-x\n+y\n```\n",
			"a.py edit CONFIRMED, d.py edit CONFIRMED"},
		{"outside a fence", "*** Begin Patch\n*** Update File: a.py\n*** Move to: C:\\c.py\n-x\n+y\n" + add + "*** End Patch\n", "a.py edit INFERRED, b.py edit INFERRED"},
	})
	for _, b := range Extract(patch("*** Update File: a.py\n*** Move to: ~/c.py\n-x\n+y\n"+add), Options{}) {
		want := `it moves the file, where the path "~/c.py" holds a ~, which stands for a home folder`
		if b.Path == "b.py" {
			want = "it is applied with all of its patch or not at all, and a path of the patch cannot be used"
		}
		if len(b.Reasons) != 1 || b.Reasons[0] != want {
			t.Errorf("%s: %q", b.Path, b.Reasons)
		}
	}
}

func TestACallOfWhichAPartHasNoEndSaysSo(t *testing.T) {
	const edit = "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"
	for reply, want := range map[string]string{
		"<write_to_file>\n<path>a.py</path>\n<content>\nx = 1\n</write_to_file>\n":              "the end of its <content> is missing",
		"<write_to_file>\n<path>a.py</path>\n</write_to_file>\n":                                "the end of its <content> is missing",
		"<replace_in_file>\n<path>a.py</path>\n<diff>\n" + edit + "</replace_in_file>\n":        "the end of its <diff> is missing",
		"<apply_diff>\n<path>a.py</path>\n<diff>\n" + edit + "</dif>\n</apply_diff>\n":          "the end of its <diff> is missing",
		"<apply_diff>\n<path>a.py</path>\n<diff>\n" + edit:                                      "its end is missing: the reply may have been cut",
		"<write_to_file>\n<path>a.py</path>\n<content>\nx = 1\n":                                "its end is missing: the reply may have been cut",
		"<write_to_file>\n<path>a.py</path>\n<content>\nx = 1\n</content>\n</write_to_file>\n":  "",
		"<replace_in_file>\n<path>a.py</path>\n<diff>" + edit + "</diff>\n</replace_in_file>\n": "",
	} {
		got := Extract(reply, Options{})
		if len(got) != 1 || strings.Join(got[0].Reasons, ", ") != want || got[0].Closed != (want == "") || got[0].Full != got[0].Closed {
			t.Errorf("%q: %+v", reply, got)
			continue
		}
		checkBlock(t, reply, got[0])
	}
}

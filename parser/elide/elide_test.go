package elide

import (
	"strings"
	"testing"

	"holdfast/parser/source"
)

// marked are comments by which models leave code out. Each stands alone on a
// line of a Go file in the test.
var marked = []string{
	"...", "…", "... rest unchanged ...", "... existing code ...", "...existing code...", "... rest of the code ...",
	"existing code here", "existing code", "Existing code remains unchanged", "rest of the code", "Rest of the code remains the same",
	"rest of the implementation", "the rest of your code stays the same", "Rest of file unchanged", "rest of the function...",
	"remaining code unchanged", "remaining methods remain the same", "... remaining methods ...", "other methods unchanged",
	"Other methods remain the same", "other existing methods", "... other fields ...", "... other imports", "previous code",
	"previous code unchanged", "unchanged", "no changes here", "keep existing code", "keep the rest of the code the same",
	"same as before", "Same implementation as before", "implementation remains unchanged", "imports remain the same",
	"(rest of the class unchanged)", "omitted for brevity", "code omitted for brevity", "Other handlers omitted for brevity", "imports omitted",
	"snip", "... snip ...", "for brevity", "your code here", "Your existing code here", "add your code here", "other routes here",
	"... (rest of the code unchanged)", "[... rest of the file ...]", "--- rest of the code ---", "=== unchanged ===",
	"... same as before ...", "... more cases ...", "all other code stays the same", "original code", "more handlers here",
	"其余代码不变", "... 其余代码保持不变 ...", "此处省略", "省略其他代码", "现有代码", "其他方法保持不变", "原有逻辑不变",
	"既存のコード", "残りのコードは変更なし", "resto del código", "reste du code", "остальной код", "restlicher Code unverändert",
	"mevcut kod", "kodun geri kalanı", "diğer fonksiyonlar", "mevcut kod buraya", "hier folgt der Rest der Klasse", "el resto de las funciones", "le reste de la fonction",
	"il resto del codice", "здесь остальные функции", "其余的方法", "残りのメソッドの実装", "기존 코드",
	"Repite la estructura para otras tarjetas", "Répéter pour les autres champs", "wiederholt sich für die anderen Felder", "Ripeti per le altre schede",
}

// unmarked are comments of real files.
var unmarked = []string{
	"Close closes the connection.", "omitted", "remaining lines", "the rest of the first line", "previous state", "existing entries win",
	"Ensure types are the same", "check for existing item", "TODO: handle the rest", "the body is read once", "here be dragons",
	"Before the code runs, the imports are resolved and kept in a table of their own.", "names of files...", "Sum adds 1, 2, 3, ...",
	"...but only when the lock is held", "keep alive", "other", "unchanged files are skipped", "same-site cookies", "truncate the file",
	"go here if the file exists", "config here is global", "代码风格", "方法一",
}

func TestTSLP6_ACommentThatStandsForCodeIsAMarker(t *testing.T) {
	for _, text := range marked {
		src := "package a\n\nfunc A() {\n\tx := 1\n\n\t// " + text + "\n\n\treturn\n}\n"
		if got := Find(source.Go, []byte(src), nil); len(got) != 1 || got[0].Line != 6 || got[0].Text != "// "+text {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// What is done with what was there explains the code below.
func TestTSLP6_AnActOnWhatWasThereIsNoMarker(t *testing.T) {
	for _, text := range []string{
		"Mevcut içeriği temizle", "önceki dosyayı sil", "Kalan kodu çalıştır", "Diğer bileşenleri güncelle",
		"vorhandenen Inhalt löschen", "restliche Dateien einlesen", "Borrar el contenido existente", "eliminar los otros archivos",
		"Effacer le contenu existant", "charger les autres modules", "Cancella il contenuto esistente", "Удалить существующие файлы",
		"清空现有内容", "删除其他文件", "覆盖原有文件",
	} {
		for _, gap := range []string{"", "\n"} {
			src := "package a\n\nfunc A() {\n\tx := 1\n\n\t// " + text + "\n" + gap + "\tx.Clear()\n}\n"
			if got := Find(source.Go, []byte(src), nil); len(got) != 0 {
				t.Errorf("%q: got %v", text, got)
			}
		}
	}
}

func TestTSLP6_ARemarkIsNoMarker(t *testing.T) {
	for _, text := range unmarked {
		src := "package a\n\nfunc A() {\n\tx := 1\n\n\t// " + text + "\n\n\treturn\n}\n"
		if got := Find(source.Go, []byte(src), nil); len(got) != 0 {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestTSLP6_MarkersByLanguage(t *testing.T) {
	tests := []struct {
		name string
		lang source.Language
		src  string
		want []int // lines
	}{
		{"a Python comment", source.Python, "def f():\n    # ... existing code ...\n    return 1\n", []int{2}},
		{"a Python body that is only an ellipsis", source.Python, "class A:\n    def f(self):\n        ...\n", []int{3}},
		{"a Python one-line body", source.Python, "def f(): ...\n", []int{1}},
		{"overloads have no body", source.Python, "@overload\ndef f(x: int) -> int: ...\n@typing.overload\ndef f(\n    x: str,\n) -> str: ...\n", nil},
		{"abstract methods have no body", source.Python, "class A(ABC):\n    @abstractmethod\n    def f(self):\n        ...\n", nil},
		{"a protocol's methods have no body", source.Python, "class P(Protocol):\n    def f(self) -> int: ...\n", nil},
		{"an exception needs no body", source.Python, "class NotFound(Exception): ...\n", nil},
		{"an index of all is no statement", source.Python, "x = a[..., 0]\ny = b[...]\nz: tuple[int, ...]\n", nil},
		{"a docstring is a string", source.Python, "def f():\n    \"\"\"\n    # ... rest unchanged ...\n    ...\n    \"\"\"\n    return 1\n", nil},
		{"a string is no comment", source.Go, "var s = \"// ... rest of the code ...\"\nvar t = `\n// existing code here\n`\n", nil},
		{"a template literal is no comment", source.JavaScript, "const s = `\n// ... existing code ...\n`\n", nil},
		{"a rune is no open string", source.Go, "x := '\"'\n// ... existing code ...\n", []int{2}},
		{"a lifetime is no open string", source.Rust, "fn f<'a>(x: &'a str) {\n    // ... existing code ...\n}\n", []int{2}},
		{"a statement of dots in braces", source.JavaScript, "function f() { ... }\nfunction g() {\n  ...\n}\n", []int{1, 3}},
		{"a spread is code", source.JavaScript, "const a = [...b, ...c];\nf(...args);\nconst o = {\n  ...rest,\n};\n", nil},
		{"a variadic parameter is code", source.Go, "func f(a ...int) { g(a...) }\n", nil},
		{"a quote in a regular expression opens no string for good", source.JavaScript, "s.replace(/`/g, '')\n// ... existing code ...\n", []int{2}},
		{"a quote as a character opens no string", source.Rust, "let c = '\"';\n// ... existing code ...\nlet d = '\"';\n", []int{2}},
		{"JSX holds comments in braces", source.TSX, "<div>\n  {/* ... rest of the form ... */}\n  {/* existing code */}\n</div>\n", []int{2, 3}},
		{"a block comment", source.C, "int f() {\n  /* ... */\n  int x;\n  /* rest of the function */\n}\n", []int{2, 4}},
		{"a block comment of several lines", source.Java, "/*\n * ... rest of the class ...\n */\n", []int{2}},
		{"an example in a doc comment", source.Go, "// F does it:\n//\n//\tfor {\n//\t\t...\n//\t}\nfunc F() {}\n", nil},
		{"a bare phrase in brackets", source.Python, "def f():\n    x = 1\n[rest of the code unchanged]\n", []int{3}},
		{"a bare phrase after dots", source.Java, "class A {\n... rest of the class ...\n}\n", []int{2}},
		{"an HTML comment", "html", "<body>\n<!-- ... rest of the page ... -->\n<p>and so on ...</p>\n</body>\n", []int{2}},
		{"a script in HTML", "html", "<script>\n// ... existing code ...\n</script>\n", []int{2}},
		{"a YAML comment", "yaml", "a: 1\n# ... rest of the config ...\n...\n", []int{2}},
		{"JSON cannot hold dots", "json", "{\n  \"a\": 1,\n  ...\n}\n", []int{3}},
		{"SQL", "sql", "select 1;\n-- ... existing code ...\n", []int{2}},
		{"Markdown is prose", "markdown", "Wait ...\n\n...\n", nil},
		{"a shell's # inside a word", source.Bash, "echo a#existing code\n# rest of the script\n", []int{2}},
		{"an unknown language", "", "# ... existing code ...\n// rest of the code\n", []int{1, 2}},
		{"a comment in the place of a body", source.JavaScript, "function f() { // rest of the function\n}\nconst g = () => { /* existing code */ }\n", []int{1, 3}},
		{"a remark behind code", source.JavaScript, "n = 1; // unchanged\n", nil},
		{"CRLF", source.Go, "x := 1\r\n// ... existing code ...\r\n", []int{2}},
		{"nothing", source.Go, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Find(tt.lang, []byte(tt.src), nil)
			var lines []int
			for _, m := range got {
				lines = append(lines, m.Line)
			}
			if len(lines) != len(tt.want) {
				t.Fatalf("got %v, want lines %v", got, tt.want)
			}
			for i := range lines {
				if lines[i] != tt.want[i] {
					t.Fatalf("got %v, want lines %v", got, tt.want)
				}
			}
		})
	}
}

func TestTSLP6_ALineThatTheBaseHoldsIsNoMarker(t *testing.T) {
	base := "func A() {\n// ... existing code ...\n}\n"
	src := "func A() {\n\t// ... existing code ...\n\t// ... rest of the code ...\n}\n"
	got := Find(source.Go, []byte(src), []byte(base))
	// Two comments on end are judged more strictly, but both ends carry dots.
	if len(got) != 1 || got[0].Line != 3 {
		t.Errorf("got %v, want line 3 only", got)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range append(marked, unmarked...) {
		f.Add("go", "x := 1\n// "+s+"\n", "y")
		f.Add("python", "def f():\n    # "+s+"\n    ...\n", "")
	}
	f.Add("html", "<!-- \n ... -->", "...")
	f.Add("rust", `r#" "# "`, "")
	f.Fuzz(func(t *testing.T, lang, src, base string) {
		lines := strings.Count(src, "\n") + 1
		last := 0
		for _, m := range Find(source.Language(lang), []byte(src), []byte(base)) {
			if m.Line <= last || m.Line > lines {
				t.Fatalf("line %d after %d of %d", m.Line, last, lines)
			}
			last = m.Line
			if m.Text == "" || !strings.Contains(src, m.Text) {
				t.Fatalf("%q is no line of the source", m.Text)
			}
		}
		if got := Find(source.Language(lang), []byte(src), []byte(src)); len(got) != 0 {
			t.Fatalf("the base holds every line, yet %v", got)
		}
	})
}

func BenchmarkFind4KB(b *testing.B) {
	src := []byte(strings.Repeat("func f(a int) int {\n\t// adds one to it\n\treturn a + 1 // the result\n}\n", 60))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Find(source.Go, src, nil)
	}
}

func BenchmarkFindHostile(b *testing.B) {
	for name, unit := range map[string]string{
		"comments": "// ... existing code ...\n", "dots": "...\n", "quotes": "\"'`", "opens": "/*", "long line": "a b c ", "phrases": "# the other code of the rest that existing files keep is\n", "abroad": "// ... 기존 resto existente",
	} {
		src := []byte(strings.Repeat(unit, (512<<10)/len(unit)))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Find(source.Python, src, nil)
			}
		})
	}
}

func TestInAStubFileEveryBodyMayBeAnEllipsis(t *testing.T) {
	const src = "def f(x: int) -> int: ...\n\nclass C:\n    def g(self) -> None:\n        ...\n"
	if got := FindIn("pkg/a.pyi", source.Python, []byte(src), nil); len(got) != 0 {
		t.Errorf("in a stub file: %v", got)
	}
	if got := FindIn("pkg/a.py", source.Python, []byte(src), nil); len(got) != 2 {
		t.Errorf("in a module: %v", got)
	}
	if got := FindIn("pkg/a.pyi", source.Python, []byte(src+"# ... rest unchanged ...\n"), nil); len(got) != 1 {
		t.Errorf("a remark in a stub file: %v", got)
	}
}

package respell_test

import (
	"bytes"
	"strings"
	"testing"

	"holdfast/parser/ast"
	"holdfast/parser/respell"
	"holdfast/parser/source"
)

// Valid code that a grammar alone does not read. Each must be read without an error,
// with these symbols among what it defines.
var valid = []struct {
	name    string
	lang    source.Language
	src     string
	symbols string
}{
	{"a calling convention", source.C, "long __stdcall wait_for(void *handle, int ms)\n{\n\treturn ms;\n}\n", "wait_for"},
	{"one in capitals, of a pointer", source.C, "void * CDECL grow(struct heap *h) { return h; }\n", "grow"},
	{"an attribute between type and name", source.C, "static int __cold fail(int code)\n{\n\treturn code;\n}\n", "fail"},
	{"an attribute before the type", source.C, "UNUSED static pool_t *take(pool_t *p) { return p; }\n", "take"},
	{"an attribute behind the parameters", source.C, "int send(const char *fmt, ...) LIKE_PRINTF(1, 2);\nint sent(void) NOINLINE { return 1; }\n", "sent"},
	{"attributes of parameters and variables", source.C, "static int hits __read_mostly = 4;\nint add(int a, int b UNUSED, _In_ const char *name) { return a; }\n", "add hits"},
	{"attributes of a struct and its fields", source.C, "struct PACKED head { int a ALIGNED(8); char b[4] __packed; } __packed;\n", "head"},
	{"a declaration that a macro makes", source.C, "DECLARE_LIST(pool)\nstatic DEFINE_LOCK(guard);\nint n = 1;\n", "n"},
	{"braces under a condition", source.C, "int f(int a)\n{\n#ifdef WIDE\n\tif (a > 9) {\n#else\n\tif (a > 3) {\n#endif\n\t\treturn 1;\n\t}\n\treturn 0;\n}\nint g(void) { return 2; }\n", "f g"},
	{"two heads for one body", source.C, "#ifdef WIDE\nint f(long a)\n#else\nint f(int a)\n#endif\n{\n\treturn a;\n}\nint g(void) { return 2; }\n", "f g"},
	{"an else under a condition", source.C, "int f(int a)\n{\n\tif (a)\n\t\treturn 1;\n#ifdef MORE\n\telse if (a > 3)\n\t\treturn 2;\n#endif\n\telse\n\t\treturn 3;\n}\n", "f"},
	{"a header for both languages", source.C, "#ifndef A_H\n#define A_H\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nenum kind { ONE, TWO };\nint get(enum kind k);\n#ifdef __cplusplus\n}\n#endif\n#endif\n", "kind"},
	{"values under a condition", source.C, "static const int table[] = {\n\t1,\n#ifdef WIDE\n\t2,\n#endif\n#define ROW(x) x,\n\tROW(3)\n#undef ROW\n\t4\n};\n", "table"},
	{"loops that macros make", source.C, "int count(struct list *l)\n{\n\tstruct list *p;\n\tint n = 0;\n\tEACH_ENTRY(p, l, next) {\n\t\tn++;\n\t}\n\tforeach(x, l)\n\t\tn++;\n\treturn n;\n}\n", "count"},
	{"types as arguments", source.C, "int f(va_list ap)\n{\n\tchar *s = va_arg(ap, char *);\n\treturn CONTAINER(s, struct node *) == NEW(unsigned);\n}\n", "f"},
	{"statements as arguments", source.C, "int f(int a)\n{\n\tPROTECT(a++; g(a));\n\tCHECK(a, ==, 3);\n\tDEBUG(int n = a);\n\treturn a;\n}\n", "f"},
	{"strings that macros make", source.C, "void f(int n) { log(\"a \" QUOTED(N) \" b\", n); log(QUOTED(N) \" b\"); }\n", "f"},
	{"a comment in a long macro", source.C, "#define SWAP(a, b) do { \\\n\tint t = a; /* kept */ \\\n\ta = b; b = t; \\\n} while (0)\nint f(void) { return 1; }\n", "f SWAP"},
	{"a test of C", source.C, "START_TEST(grows)\n{\n\tassert(1);\n}\nEND_TEST\n", "grows"},
	{"a call into the system", source.C, "SYSCALL2(peek, const char __user *, name, int, flags)\n{\n\treturn 0;\n}\n", "peek"},

	{"an export macro before a class", source.CPP, "class ENGINE_API Motor final : public Part {\npublic:\n  Motor();\n  int power() const { return p; }\nprivate:\n  int p;\n};\n", "Motor Motor.power"},
	{"one with an argument, in a namespace", source.CPP, "namespace ENGINE_NS v2 {\nstruct EXPORTED(1) Wheel { int n; };\nenum class EXPORTED(2) Side : int { Left };\n}\n", "v2 v2.Wheel v2.Side"},
	{"Qt", source.CPP, "class Dial : public QWidget {\n  Q_OBJECT\n  Q_PROPERTY(int at READ at WRITE setAt)\npublic slots:\n  void setAt(int v) { at_ = v; }\nsignals:\n  void moved(int v);\nprivate:\n  int at_;\n};\n", "Dial Dial.setAt"},
	{"tests of gtest", source.CPP, "TEST(Queue, Grows) { EXPECT_EQ(1, 1); }\nTEST_F(QueueTest, Shrinks) { EXPECT_EQ(1, 1); }\nTEST_P(QueueTest, Any) { EXPECT_EQ(1, 1); }\n", "Queue.Grows QueueTest.Shrinks QueueTest.Any"},
	{"tests of Catch2", source.CPP, "TEST_CASE(\"a queue grows\", \"[queue]\") {\n  SECTION(\"by one\") { REQUIRE(a == 1); }\n}\nTEST_CASE_METHOD(Fixture, \"and shrinks\") { REQUIRE(b); }\n", "a queue grows|Fixture.and shrinks"},
	{"tests of Boost", source.CPP, "BOOST_AUTO_TEST_SUITE(queue)\nBOOST_AUTO_TEST_CASE(grows) { BOOST_CHECK(a); }\nBOOST_AUTO_TEST_SUITE_END()\n", "grows"},
	{"members that are pointed to", source.CPP, "int call(Dial *d, int (Dial::*f)(int)) { return (d->*f)(1) + sizeof(int); }\n", "call"},
	{"an operator outside of its class", source.CPP, "Sum &Sum::operator+=(const Sum &o) { n += o.n; return *this; }\n", "Sum.operator+="},
	{"values of parameters", source.CPP, "class A {\n  void f(Options o = {}, int *p = nullptr);\n  template <class T> void g(Enable<T> * = nullptr) {}\n};\n", "A A.g"},
	{"an alias with parameters", source.Go, "package p\n\ntype Set[K comparable] = map[K]struct{}\n\ntype (\n\tTree[T any, P interface{ ~[]T }] = node[T]\n)\n\nfunc f() { a[i] = 3 }\n", "Set Tree f"},
	{"new of a value", source.Go, "package p\n\nfunc f() any { return g(new(7), new(\"x\"), new(h(1)), new(-y), new(T{1}), new([]int), new(*T), new(p.T), new(L[int])) }\n", "f"},
	{"statements before super", source.Java, "class Ring extends Shape {\n  Ring(int r) {\n    if (r < 0) throw new Bad();\n    var d = 2 * r;\n    super(d);\n  }\n  Ring() { log(); this(1); }\n}\n", "Ring Ring.Ring"},
	{"a module is imported", source.Java, "import module java.sql;\nclass A { void f() { } }\n", "A A.f"},
	{"hooks", source.PHP, "<?php\nclass Door {\n    public string $label { get => trim($this->label); set(string $v) { $this->label = $v; } }\n    public int $n = 1 { set => $value + 1; }\n    public function __construct(private(set) int $w, public string $x { get => 'a'; }) {}\n    public function open(): void {}\n}\ninterface Named { public string $name { get; } }\n", "Door Door.open Door.__construct Named"},
	{"a pipe", source.PHP, "<?php\nfunction f($x) {\n    return $x |> trim(...) |> fn($y) => $y . '!';\n}\n", "f"},
	{"clone with values", source.PHP, "<?php\nfunction f($x) {\n    (void) g();\n    return clone($x, ['a' => 1]);\n}\n", "f"},
	{"template strings", source.Python, "def f(x):\n    return t\"a {x!r}\" + rt'b'\n", "f"},
	{"several exceptions", source.Python, "def f():\n    try:\n        g()\n    except A, B, C:\n        pass\n    except* D, E:\n        pass\n", "f"},
	{"defaults of type parameters", source.Python, "type Row[T = int] = list[T]\n\nclass A[T = list[int], *U = *tuple[int]]:\n    pass\n", "A"},
	{"attributes and phases of imports", source.TypeScript, "import a from './a.json' with { type: 'json' };\nimport defer * as b from 'b';\nexport type * as C from 'c';\nexport function f() { return b; }\n", "f"},
	{"resources", source.JavaScript, "import source wasm from './a.wasm';\nasync function f() {\n  using a = open();\n  await using b = await open();\n  for (using c of list()) g(c);\n}\n", "f"},
	{"accessors of a class", source.JavaScript, "class A {\n  static accessor #x = 1;\n  @d accessor y = 2;\n  f() { this.accessor = 1; }\n}\n", "A A.f"},
	{"ampersands between tags", source.TSX, "export const Head = () => <h1>Salt & Pepper, R&D; 5 &6 && &frac12; &amp; &#38; &</h1>;\nexport const n = 1;\n", "Head n"},
	{"ampersands in attributes", source.TSX, "export function Link() {\n  return <a href=\"/s?q=1&page=2\" title='Q&A'>{q && <b>a & b</b>}</a>;\n}\n", "Link"},
	{"apostrophes and marks between tags", source.JavaScript, "function Note() {\n  return (\n    <p>\n      It's \"5 & 6\" at 100% `here` // and there /* too\n      <i /> don't {'{'}\n    </p>\n  );\n}\nfunction next() { return 1; }\n", "Note next"},
	{"elements in elements", source.TSX, "export default function List({ all }: { all: string[] }) {\n  return <><Row<string> key='a&b' {...rest} head={<b>A & B</b>} />{all.map((a) => a.length < 3 ? <li key={a}>{`${a} & <${a}`} & more</li> : null)}<ui:row /></>;\n}\n", "List"},
	{"types and operators beside elements", source.TSX, "const same = <T,>(x: T) => x;\ntype Fn = <T>(x: T) => void;\nconst low = a < b && c > d, r = /<p>[/&]/.test(s), q = a / b / c;\nclass Box extends React.Component<Props> {\n  render() { return this.ok ? <p>Yes & no</p> : null; }\n}\n", "same Fn Box Box.render"},
	{"what else is new beside elements", source.TSX, "import d from './a.json' with { type: 'json' };\nexport const Who = () => <p>It's me & you</p>;\nexport const more = () => { using a = open(); return <p>won't</p>; };\n", "Who more"},
	{"variance", source.TypeScript, "export interface Box<in out T, out U> { get(x: T): U }\n", "Box"},
	{"Rust of 2024", source.Rust, "unsafe extern \"C\" { pub safe fn a(x: u8); }\ngen fn b() -> u8 { yield 1; }\nfn c() { let d = async || e().await; let p = &raw const d; let q = &raw mut p; f(c\"x\"); }\nfn g<'a>(x: &'a T) -> impl I + use<'a> { x }\nfn h(x: u8) { match x { ..=9 | 12 => 1, _ => 2 } }\n", "a b c g h"},
	{"attributes under a condition", source.CSharp, "class A {\n#if WIDE\n    [Big]\n#else\n    [Small]\n#endif\n    public int F() { return 1; }\n}\n", "A A.F"},
	{"arguments of an imported type", source.TypeScript, "export declare const f: import('./a').Fn<number, import('b').C[]>;\n", "f"},
	{"attributes of a namespace", source.CPP, "namespace std SEEN(default) {\nint f() { return 1; }\n}\n", "std std.f"},
	{"extension members", source.CSharp, "public static class Text {\n    extension(string s) {\n        public bool Blank => s.Length == 0;\n        public int Words() { return 1; }\n    }\n}\n", "Text Text.Blank Text.Words"},
	{"C# of 12 to 14", source.CSharp, "using Pair = (int A, int B);\nclass A<T> where T : allows ref struct {\n    void F(params Span<int> x) { a?.b = c; d?.e?[0] += 1; G(nameof(List<>), (out y) => y = 1); }\n    public void operator +=(int n) { }\n}\n", "A A.F"},
	{"lines that begin with an operator", source.Ruby, "def f\n  a # one\n    && b\n    || c\nend\n", "f"},
	{"values of commands", source.Bash, "f() {\n  local x=${ date; } y=${| REPLY=1; }\n}\n", "f"},
	{"C23", source.C, "enum Side : unsigned char { LEFT, RIGHT };\nint f(void) { auto n = 1'000'000; return n; }\nstatic const char data[] = {\n#embed \"a.bin\"\n};\n", "Side f data"},
	{"modules", source.CPP, "export module shop;\nimport std;\nexport int f() { if consteval { return 1'000; } return 2; }\nexport namespace n { int g() { return 1; } }\n", "f n.g"},
	{"what the compiler is asked", source.CPP, "#if __has_include(<optional>) && __has_cpp_attribute(nodiscard)\nint f() { return 1; }\n#endif\n", "f"},
}

func TestValidCodeIsRead(t *testing.T) {
	for _, c := range valid {
		f := ast.Parse("x", c.lang, []byte(c.src))
		if f.Errors > 0 {
			t.Errorf("%s: %d errors: %s", c.name, f.Errors, respell.Text(c.lang, []byte(c.src)))
		}
		split := strings.Fields(c.symbols)
		if strings.Contains(c.name, "Catch2") {
			split = strings.Split(c.symbols, "|")
		}
		for _, want := range split {
			if f.Find(want) == nil {
				t.Errorf("%s: no %s among %v", c.name, want, names(f))
			}
		}
	}
}

func names(f *source.File) (list []string) {
	for _, s := range f.Symbols {
		list = append(list, s.Name)
	}
	return list
}

// What is missing stays missing: a text is respelled to be read, not to be excused.
func TestBrokenCodeStaysBroken(t *testing.T) {
	for lang, list := range map[source.Language][]string{
		source.C: {
			"int f(int a)\n{\n\tif (a) {\n\t\treturn 1;\n\treturn 0;\n}\n",
			"int f(int a\n{\n\treturn a;\n}\n",
			"int f(int a)\n{\n\treturn a +;\n}\n",
			"static int f(int a)\n{\n\treturn g(a, ;\n}\n",
		},
		source.CPP: {
			"class A {\n  int f() { return 1;\n};\n",
			"TEST(Queue, Grows) {\n  EXPECT_EQ(1, ;\n}\n",
			"class API Foo : public {\n  int n\n};\n",
		},
		source.TSX: {
			"export const A = () => <p>a & b;\n",
			"export const A = () => <p>a & b</i>;\n",
			"export const A = () => <div><p>a & b</div>;\n",
			"export const A = () => <p>a & {b</p>;\n",
			"export const A = () => <p>a & b > c</p>;\n",
			"export const A = () => <p>a & b } c</p>;\n",
			"export const A = () => <p>a & 1 < 2</p>;\n",
			"export const A = () => { return <p>a & b</p>; \n",
			"export const A = () => <p a=\"b & c>d</p>;\n",
			"const a = b & ;\nexport const A = () => <p>a</p>;\n",
		},
	} {
		for _, src := range list {
			if f := ast.Parse("x", lang, []byte(src)); f.Errors == 0 {
				t.Errorf("%s: %q is read as %v", lang, src, names(f))
			}
		}
	}
}

// The entity is what stands in the text, whatever was put in its place to read it.
func TestTheTextItselfIsKept(t *testing.T) {
	const src = "static int __cold fail(int code)\n{\n\treturn code;\n}\n"
	s := ast.Parse("a.c", source.C, []byte(src)).Find("fail")
	if s == nil || string(s.Canon) != src {
		t.Fatalf("%+v", s)
	}
	other := ast.Parse("a.c", source.C, []byte(strings.Replace(src, "__cold", "__init", 1))).Find("fail")
	if other.Hash == s.Hash || other.Structure == s.Structure {
		t.Error("another attribute makes no difference")
	}
	laid := ast.Parse("a.c", source.C, []byte("static int __cold\nfail(int code) { return code; }\n")).Find("fail")
	if laid.Structure != s.Structure {
		t.Error("other line ends make a difference")
	}
}

// hostileUnits are repeated to texts that are no code.
var hostileUnits = []string{"(", "{", "[", "<", "a(", "a b(", "class A ", "class A{", "#if 1\n", "#if 1\n#else\n#endif\n", "#define a \\\n", "A::", "A<", "operator", "template<", "a,", "\"", "/*", "A(b) ", "enum{", "=", "*", "&&", "x=[]{", "f(a b,", "__has_a(", "new(", "new([", "type A[", "super(", "; super(", "$a{", "public $a{", "(set)", "|>", "clone(a,", "t\"", "except a,", "class A[b=", "using a=", "extension(a){", "a?.b=", "\n&&", "${ ", "&raw ", "<in ", "\"with{", "1'0", "case ", "else ", "public:",
	"<a b={", "<a>", "<a>&", "{<a>", "</a>", "<>", "/[", "`${", "<a b=\"", "<a<", "<a b=<", "<a {...", "<a/*", "return <a b={() => <a>"}

func TestHostileTextsKeepTheirLength(t *testing.T) {
	for _, unit := range hostileUnits {
		src := bytes.Repeat([]byte(unit), 100_000/len(unit))
		for _, lang := range []source.Language{source.C, source.CPP, source.TSX, source.JavaScript} {
			if got := respell.Text(lang, src); got != nil && len(got) != len(src) {
				t.Errorf("%s, %q: %d of %d bytes", lang, unit, len(got), len(src))
			}
		}
	}
}

func BenchmarkHostileTexts(b *testing.B) {
	for _, unit := range hostileUnits {
		src := bytes.Repeat([]byte(unit), 100_000/len(unit))
		b.Run(unit, func(b *testing.B) {
			for b.Loop() {
				respell.Text(source.C, src)
			}
		})
	}
}

func FuzzText(f *testing.F) {
	for _, c := range valid {
		f.Add(string(c.lang), []byte(c.src))
	}
	f.Fuzz(func(t *testing.T, lang string, src []byte) {
		out := respell.Text(source.Language(lang), src)
		if out == nil {
			return
		}
		if len(out) != len(src) {
			t.Fatalf("%d bytes became %d", len(src), len(out))
		}
		for i := range src {
			if (src[i] == '\n') != (out[i] == '\n') && lang != string(source.Ruby) { // whose lines are joined
				t.Fatalf("the line ends moved at %d", i)
			}
		}
	})
}

package elide

import "holdfast/parser/source"

// syntax is what the scanner must know of a language.
type syntax struct {
	line  []string
	block [][2]string
	quote []quotes
	short bool      // no string spans lines
	first [256]bool // bytes that a comment or string can begin with
	hash  bool      // a line comment begins only after a blank (shells, URLs in HTML)
}

// quotes is one kind of string.
type quotes struct {
	open, close string
	escape      bool
	multiline   bool
}

var (
	double  = quotes{`"`, `"`, true, false}
	single  = quotes{`'`, `'`, true, false}
	back    = quotes{"`", "`", true, true}
	rawBack = quotes{"`", "`", false, true}
	triple  = quotes{`"""`, `"""`, true, true}
	triples = quotes{`'''`, `'''`, true, true}
	sqlText = quotes{`'`, `'`, false, true}
	shText  = quotes{`'`, `'`, false, true}
	shWide  = quotes{`"`, `"`, true, true}
)

// quoting lists the strings of each language, longest opening first. Rust's
// lifetimes and the apostrophes of other languages do no harm: a string that
// may not span lines ends with its line.
var quoting = map[source.Language][]quotes{
	source.Go:         {double, single, rawBack},
	source.Python:     {triple, triples, double, single},
	source.JavaScript: {double, single, back},
	source.TypeScript: {double, single, back},
	source.TSX:        {double, single, back},
	source.Rust:       {{`r#"`, `"#`, false, true}, {`"`, `"`, true, true}},
	source.Java:       {triple, double, single},
	source.C:          {double, single},
	source.CPP:        {{`R"(`, `)"`, false, true}, double, single},
	source.CSharp:     {triple, {`@"`, `"`, false, true}, double, single},
	source.Ruby:       {double, single},
	source.PHP:        {{`"`, `"`, true, true}, {`'`, `'`, true, true}},
	source.Bash:       {shWide, shText},
	"kotlin":          {triple, double, single},
	"scala":           {triple, double, single},
	"swift":           {triple, double},
	"dart":            {triple, triples, double, single},
	"elixir":          {triple, double},
	"gdscript":        {triple, double, single},
	"sql":             {sqlText, double},
	"toml":            {triple, triples, double, single},
	"lua":             {{"[[", "]]", false, true}, double, single},
	"css":             {double, single},
	"scss":            {double, single},
	"json":            {double},
	"markdown":        {},
	"text":            {},
	"html":            {},
	"xml":             {},
	"yaml":            {},
}

// syntaxOf collects what is known of a language.
func syntaxOf(lang source.Language) syntax {
	s := syntax{
		line:  []string{"//", "#", "--"},
		block: [][2]string{{"/*", "*/"}, {"<!--", "-->"}},
		quote: []quotes{triple, double, single},
	}
	d := source.Define(lang)
	if d == nil {
		return s
	}
	s.line, s.block = d.Line, d.Block
	if q, ok := quoting[lang]; ok {
		s.quote = q
	}
	switch lang {
	case source.Bash, "makefile", "dockerfile", "yaml":
		s.hash = true
	case "html", "vue", "svelte": // scripts and styles inside
		s.line, s.block, s.quote = []string{"//"}, [][2]string{{"/*", "*/"}, {"<!--", "-->"}}, nil
		s.hash = true
	case source.JavaScript, source.TypeScript, source.TSX: // JSX with comments of HTML
		s.block = append([][2]string{{"<!--", "-->"}}, d.Block...)
	case "text":
		s.line = []string{"//", "#"}
	}
	return s
}

// index fills in first.
func (s *syntax) index() {
	for _, b := range s.block {
		s.first[b[0][0]] = true
	}
	for _, t := range s.line {
		s.first[t[0]] = true
	}
	for _, q := range s.quote {
		s.first[q.open[0]] = true
	}
	s.first['\''] = true
}

package sample_test

import (
	"regexp"
	"testing"

	"holdfast/parser/pattern/sample"
)

func TestWhatAnExpressionMatchesIsOfEveryKind(t *testing.T) {
	for expr, kinds := range map[string][]string{
		`^(?:ab|c\d{2,3})$`: {`^ab$`, `^c\d\d$`, `^c\d\d\d$`},
		`^x?y+z*$`:          {`^yz$`, `^xyy`, `^y+zz`},
		`(?i)key`:           {`key`, `KEY`, "\u212aey"},
		`^a{9,}.[^b]`:       {`^a{9}[^a]`, `^a{12}`},
	} {
		found, made := make([]bool, len(kinds)), 0
		for text := range sample.Of(expr, 2000) {
			made++
			if !regexp.MustCompile(expr).MatchString(text) {
				t.Fatalf("%q does not match %s", text, expr)
			}
			for i, kind := range kinds {
				found[i] = found[i] || regexp.MustCompile(kind).MatchString(text)
			}
		}
		for i, kind := range kinds {
			if !found[i] {
				t.Errorf("of the %d texts of %s, none matches %s", made, expr, kind)
			}
		}
	}
}

package table

import (
	"testing"

	"holdfast/parser/source"
)

// 4.1: every pattern of symbols.json is one that compiles.
func TestSection41EveryDefinitionCompiles(t *testing.T) {
	for _, d := range source.Languages() {
		if len(d.Rules) == 0 {
			continue
		}
		t.Run(string(d.Name), func(t *testing.T) {
			if l := languageOf(d.Name); len(l.rules) != len(d.Rules) {
				t.Fatalf("%d of %d rules were compiled", len(l.rules), len(d.Rules))
			}
		})
	}
}

package acts

import (
	"testing"

	"holdfast/parser/pattern/sample"
)

// What dismisses most texts without an expression dismisses none that it matches.
func TestWhatSparesAnExpressionDismissesNothingOfItsForm(t *testing.T) {
	for _, form := range secretForms {
		for text := range sample.Of(form.form().String(), 2000) {
			if !form.has(text, folded(text)) {
				t.Fatalf("%q has the form %s, and none of %q", text, form.form(), form.marks)
			}
		}
	}
	for text := range sample.Of(formula.String(), 2000) {
		if !uncut(text) {
			t.Fatalf("%q may be cut, and matches %s", text, formula)
		}
	}
}

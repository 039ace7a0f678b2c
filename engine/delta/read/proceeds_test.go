package read

import "testing"

func TestWhatGoesOnAsARuleIsAFact(t *testing.T) {
	tellsApart(t, "fact_learned", func(says string) []string { return []string{aim, "A: The list of rooms is next.", "U: " + says} }, []string{
		"The office books rooms by fax.", "Our door system logs every card in a text file.", "Old Mrs Bell sees to the keys.", "The scanner emits a beep without a light.", "There are eleven keys.", "There are 46 guests.",
	}, []string{
		"Anna exports the list this week.", "Tom read your mail and smiled.", "The office may book rooms by fax.", "Do guests enter their own names?", "The porter would sign the list twice.", "There are two ways.", "There are three problems.", "Maybe there are 46 guests.", "The office should send a fax to all guests.",
	})
}

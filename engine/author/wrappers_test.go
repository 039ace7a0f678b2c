package author_test

import (
	"testing"

	"holdfast/engine/author"
)

func TestEveryKnownHeadIsLookedFor(t *testing.T) {
	for _, head := range author.WrapperHeads {
		text := "fix A\n" + head + " and so on\nand on"
		if own, _ := author.Words(text, []string{text}); own != "fix A" {
			t.Errorf("%q stays: %q", head, own)
		}
	}
}

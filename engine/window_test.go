package engine

import (
	"testing"

	"holdfast/engine/gateway"
)

func TestCodeTakesWhatTheModelsWindowLeaves(t *testing.T) {
	const budget = 24 << 10
	for _, c := range []struct {
		name                  string
		window, request, want int
	}{
		{"a window that nobody told", 0, 1 << 20, budget},
		{"a large window", 128_000, 20_000, budget},
		{"a small window, of which a quarter is the reply's", 4096, 2000, 3072*3 - 2000},
		{"a request that fills it", 4096, 9216, 0},
		{"a request over it", 4096, 1 << 20, 0},
	} {
		if got := room(c.window, c.request, budget); got != c.want {
			t.Errorf("%s: room for %d bytes, want %d", c.name, got, c.want)
		}
	}
}

func TestTheWindowIsThatOfTheModelThatIsAsked(t *testing.T) {
	var one, two, none upstream
	one.offers([]gateway.Model{{ID: "qwen", Context: 32768}})
	two.offers([]gateway.Model{{ID: "small", Context: 4096}, {ID: "large", Context: 128_000}, {ID: "silent"}})
	none.offers(nil)
	for _, c := range []struct {
		u     *upstream
		model string
		want  int
	}{
		{&one, "qwen", 32768}, {&one, "any name does", 32768},
		{&two, "small", 4096}, {&two, "large", 128_000}, {&two, "silent", 0}, {&two, "unheard of", 0},
		{&none, "qwen", 0}, {&upstream{}, "qwen", 0},
	} {
		if got := c.u.window(c.model); got != c.want {
			t.Errorf("%q: %d, want %d", c.model, got, c.want)
		}
	}
	if two.model != "small" {
		t.Errorf("the first model is %q", two.model)
	}
}

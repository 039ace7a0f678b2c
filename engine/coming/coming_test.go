package coming

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

var known = Map{
	HasFile:   func(path string) bool { return path == "pool.go" },
	HasEntity: func(key string) bool { return key == "pool.go::Acquire" },
}

func TestWhatAReplyBringsIsToldAsItComes(t *testing.T) {
	t.Parallel()
	const reply = "Here it is.\n\n```go\n// file: pool.go\nfunc Acquire() int {\n\treturn 1\n}\n\nfunc Late() int {\n\treturn 2\n}\n```\n\nAnd alone:\n\n```go\nfunc Alone() {}\n```\n"
	for _, c := range []struct {
		until string
		want  []Found
	}{
		{"Here", nil},
		{"// file: pool.go\n", nil},
		{"return 1\n}\n", []Found{{"pool.go::Acquire", true, false}}},
		{"return 2\n}\n", []Found{{"pool.go::Acquire", true, true}, {"pool.go::Late", false, false}}},
		{"And alone", []Found{{"pool.go::Acquire", true, true}, {"pool.go::Late", false, true}}},
		{"Alone() {}\n```\n", []Found{{"pool.go::Acquire", true, true}, {"pool.go::Late", false, true}, {"Alone", false, true}}},
	} {
		text := reply[:strings.Index(reply, c.until)+len(c.until)]
		if got := Read(text, known); !reflect.DeepEqual(got, c.want) {
			t.Errorf("up to %q: %v, want %v", c.until, got, c.want)
		}
	}
}

func TestAnEntityThatComesTwiceIsToldOnce(t *testing.T) {
	t.Parallel()
	const block = "```go\n// file: pool.go\nfunc Acquire() int { return 1 }\n```\n"
	if got := Read(block+block, known); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestHostileTextsAreReadInNoTime(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("<", 100<<10), strings.Repeat("`", 100<<10), strings.Repeat("```go\n", 20<<10)} {
		begun := time.Now()
		Read(text, known)
		if took := time.Since(begun); took > 10*time.Second { // 100 ms where nothing else runs
			t.Errorf("%q… took %v", text[:6], took)
		}
	}
}

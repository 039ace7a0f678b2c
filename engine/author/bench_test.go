package author_test

import (
	"strings"
	"testing"

	"holdfast/engine/author"
)

func BenchmarkSide(b *testing.B) {
	plain := strings.Repeat("The reports must say which step failed, and leave the rest of the request as it is. ", 25)
	near := "My page has a title and a summary for a thread. Write it so that no word is lost in a discussion. " + plain
	for name, a := range map[string]author.Aside{
		"plain":              {System: plain, Closing: []string{plain}},
		"near by its words":  {System: near, Closing: []string{near}},
		"near, in 64 parts":  {Closing: strings.SplitAfter(strings.Repeat(near+"\x00", 64), "\x00")[:64]},
		"near, beside tools": {Tools: true, System: near, Closing: []string{near}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if why := author.Side(a); why != "" {
					b.Fatal(why)
				}
			}
		})
	}
}

func BenchmarkOfWhatIsLarge(b *testing.B) {
	said := &author.Memory{}
	said.Learn(author.Reply{Text: strings.Repeat("what the model said\n", 3)})
	for name, r := range map[string]author.Request{
		"60 KB of code":      {Text: "Mend this:\n```go\n" + strings.Repeat("\tif err := step(r.Context(), w); err != nil {\n", 1300) + "```\n"},
		"a million parts":    {Parts: make([]string, 1_000_000), Text: strings.Repeat("\n", 999_999)},
		"20 MB of one line":  {Text: strings.Repeat("<", 20<<20), Tools: true},
		"20 MB of fences":    {Text: strings.Repeat("```\n", 5<<20), Tools: true},
		"20 MB of > <":       {Text: strings.Repeat(">a<b\n\n", 20<<20/6), Tools: true},
		"20 MB of `` quotes": {Text: strings.Repeat("> a\nb\n", 20<<20/6), Tools: true},
	} {
		b.Run(name, func(b *testing.B) {
			if r.Parts == nil {
				r.Parts = []string{r.Text}
			}
			b.ReportAllocs()
			for b.Loop() {
				author.Of(r, said)
			}
		})
	}
}

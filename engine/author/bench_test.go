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

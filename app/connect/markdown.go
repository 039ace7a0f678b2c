package connect

import (
	"slices"
	"strings"
)

// Markdown is the table of clients as the README shows it: by what they post to and the
// base URL that they are given.
func Markdown(t Target) string {
	type way struct{ speaks, base string }
	var ways []way
	names := map[way][]string{}
	for _, c := range clients {
		w := way{c.Speaks, c.BaseURL(t)}
		if !slices.Contains(ways, w) {
			ways = append(ways, w)
		}
		names[w] = append(names[w], "`"+c.ID+"`")
	}
	var b strings.Builder
	b.WriteString("| client | posts to | base URL |\n|---|---|---|\n")
	for _, w := range ways {
		b.WriteString("| " + strings.Join(names[w], ", ") + " | `" + w.speaks + "` | `" + w.base + "` |\n")
	}
	return b.String()
}

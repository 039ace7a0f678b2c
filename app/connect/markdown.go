package connect

import "strings"

// Markdown is the table of clients as the README shows it.
func Markdown(t Target) string {
	var b strings.Builder
	b.WriteString("| client | posts to | base URL | settings go into |\n|---|---|---|---|\n")
	for _, c := range clients {
		var places []string
		for _, s := range c.Steps {
			places = append(places, s.Where)
		}
		b.WriteString("| `" + c.ID + "` | `" + c.Speaks + "` | `" + c.BaseURL(t) + "` | " + strings.Join(places, "; ") + " |\n")
	}
	return b.String()
}

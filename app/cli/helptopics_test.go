package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/app"
	"holdfast/engine/config"
)

// What help tells of keys, words and settings is made of the tables by which the
// program works: nothing is left out, and it fits a terminal of 80 columns.
func TestHelpTellsEveryKeyWordAndSetting(t *testing.T) {
	lines := func(topic string) string {
		t.Helper()
		var l line
		if code := l.run(t, "help", topic); code != 0 || l.errout.Len() > 0 {
			t.Fatalf("help %s: exit code %d, %s", topic, code, l.errout.String())
		}
		for text := range strings.Lines(l.out.String()) {
			if text = strings.TrimSuffix(text, "\n"); utf8.RuneCountInString(text) > 79 || strings.TrimRight(text, " ") != text {
				t.Errorf("help %s: %q is too wide, or ends with spaces", topic, text)
			}
		}
		return "\n" + l.out.String()
	}
	all := strings.Join(strings.Fields(lines("keys")), " ")
	for _, k := range app.Keys() {
		if said := strings.Join(strings.Fields(k.Label+" "+k.Does), " "); !strings.Contains(all, said) {
			t.Errorf("help keys does not tell %q", said)
		}
	}
	words := lines("words")
	for _, word := range app.Glossary {
		if !strings.Contains(words, "\n"+word[0]+" ") {
			t.Errorf("help words does not tell of %q", word[0])
		}
	}
	settings := lines("settings")
	for _, k := range config.Keys() {
		if !strings.Contains(settings, "\n"+k.Name+" = "+tomlText(k.Default)+"\n    "+k.Doc) {
			t.Errorf("help settings does not tell of %q", k.Name)
		}
	}
}

package hydrate

import (
	"slices"
	"strings"
	"testing"
)

func TestLists_AreSortedForTheirSearch(t *testing.T) {
	for name, list := range map[string][]string{"verbs": verbs, "kinds": kinds, "grammar": grammar, "determiners": determiners} {
		if !slices.IsSorted(list) {
			t.Errorf("%s are not sorted", name)
		}
	}
}

func TestOrdinary_TellsPlainEnglishFromNames(t *testing.T) {
	for _, w := range strings.Fields(`run get list close open prints stopped making tidied easily loading parser reader unused rerunning
		overridden files happily carried biggest settings x reloaded unavailable functions`) {
		if !ordinary(w) {
			t.Errorf("%q is ordinary", w)
		}
	}
	for _, w := range strings.Fields(`tidyrows secho unstyle rpad ld tmpl getchar progressbar strcpy mkdirall unpack atoi lstat preorder
		upsert memoize debounce throttled_by argsort linspace`) {
		if ordinary(w) {
			t.Errorf("%q is no plain English", w)
		}
	}
}

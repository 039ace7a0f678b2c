package etv

import (
	"fmt"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// What nobody tracks costs the loop nothing, however often it changes.
func TestAnEventOfWhatIsNotTrackedGoesNoFurther(t *testing.T) {
	known := newTracked()
	for i := range 500 {
		known.add(fmt.Sprintf("src/p%d/f%d.go", i%7, i))
	}
	b := inbox{matters: known.names.may}
	put := func(path string) bool { return b.put(fsnotify.Event{Name: path, Op: fsnotify.Write}) }
	for _, path := range []string{"src/p3/f3.go", "src/p3", "src", ""} {
		if !put(path) {
			t.Errorf("an event of %q is dropped", path)
		}
	}
	taken := 0
	for i := range 10_000 {
		if put(fmt.Sprintf("src/p3/debug%d.log", i)) {
			taken++
		}
	}
	if taken > 5 {
		t.Errorf("%d of 10,000 events of others are taken in", taken)
	}
	if seen, _, _ := b.take(); len(seen) != 4+taken {
		t.Errorf("%d names wait", len(seen))
	}
	for i := range 500 {
		known.remove(fmt.Sprintf("src/p%d/f%d.go", i%7, i))
	}
	if put("src") || put("src/p3/f3.go") || put("") || len(known.names.n) != 0 {
		t.Error("what is not tracked any more is taken in")
	}
}

package pattern_test

import (
	"sync"
	"testing"

	"holdfast/parser/pattern"
)

func TestAPatternIsUsedByManyAtOnce(t *testing.T) {
	p := pattern.New(`^(\w+)-(\d+)$`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if found := p.FindStringSubmatch("part-12"); len(found) != 3 || found[2] != "12" {
				t.Errorf("found %q", found)
			}
		})
	}
	group.Wait()
}

func TestAPatternThatDoesNotCompileIsToldOfInATest(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression was taken")
		}
	}()
	pattern.New(`(`)
}

package event

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What is kept by files is what was to be kept.
func TestADeltaKeepsByFilesWhatItIsGiven(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		var revoked []RevokedGrant
		var seen []DiskSight
		for n := range random.IntN(30) {
			entity := fmt.Sprintf("f%d.go::A::S%d", random.IntN(4), n)
			revoked = append(revoked, RevokedGrant{int64(random.IntN(2)), int64(random.IntN(2)), entity, "disk", "2026-01-01T00:00:00Z", fmt.Sprint("why ", random.IntN(2))})
			seen = append(seen, DiskSight{Entity: entity, Stale: []string{"edited", ""}[random.IntN(2)]})
		}
		var e CanonEmitted
		e.SetRevoked(revoked)
		e.SetDisk(seen)
		data, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		read, err := Decode(e.Type(), data.Data)
		if err != nil {
			t.Fatal(err)
		}
		e = read.(CanonEmitted)
		all, sights := e.AllRevoked(), e.AllDisk()
		slices.SortFunc(all, func(a, b RevokedGrant) int { return strings.Compare(a.Entity, b.Entity) })
		slices.SortFunc(sights, func(a, b DiskSight) int { return strings.Compare(a.Entity, b.Entity) })
		slices.SortFunc(revoked, func(a, b RevokedGrant) int { return strings.Compare(a.Entity, b.Entity) })
		slices.SortFunc(seen, func(a, b DiskSight) int { return strings.Compare(a.Entity, b.Entity) })
		if !reflect.DeepEqual(all, revoked) || !reflect.DeepEqual(sights, seen) {
			t.Fatalf("seed %d: %v and %v, not %v and %v", seed, all, sights, revoked, seen)
		}
		if len(e.Revoked)+len(e.RevokedFiles) > len(revoked) {
			t.Errorf("seed %d: it keeps more than it was given", seed)
		}
	}
}

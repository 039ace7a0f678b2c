package decide_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdfast/engine/decide"
	"holdfast/engine/gates"
	"holdfast/store/event"
)

// bulk makes the events of a random act over the symbols of a few files, and the sources
// of what it records again.
func bulk(random *rand.Rand) (list []event.Event, from map[string]decide.Source) {
	from = map[string]decide.Source{}
	list = append(list, event.EpisodeOpened{Episode: "e", Kind: "operator"})
	for n := range 12 {
		path := fmt.Sprintf("f%d.go", random.IntN(3))
		symbol := fmt.Sprint("S", n)
		entity := path + "::" + symbol
		if random.IntN(3) == 0 {
			list = append(list, event.EntityTombstoned{Entity: entity, Artifact: fmt.Sprint("t", n), By: "operator", Reason: fmt.Sprint("why ", random.IntN(2))})
			continue
		}
		id, source := fmt.Sprintf("%012x", n+1), fmt.Sprintf("%016x", n+100)
		report := gates.Restored("again as in " + source)
		rec := event.ArtifactRecorded{
			Artifact: id, Episode: "e", Entity: entity, Path: path, Symbol: symbol, Language: "go", Kind: "function", Hash: event.Hash([]byte(entity)),
			Structure: event.Hash([]byte("s")), Text: event.Hash([]byte("t")), Block: event.Hash([]byte(path)), Position: n, Method: "ast",
			Nodes: 1, Tokens: 2, Count: 1 + random.IntN(2), Top: true, Confidence: event.Confirmed, Convention: "restore", Origin: event.ByRestore, Gates: report,
		}
		now := event.ArtifactPromoted{Artifact: id, Entity: entity, Episode: "e", Grant: report.Grant, Gates: report, Disk: rec.Hash, Persisted: true}
		from[id] = decide.Source{Artifact: source, Places: event.Places{Core: []int{n, n + 3}}}
		if random.IntN(2) == 0 {
			now.Supersedes, now.Disk = fmt.Sprint("w", n), event.DiskAbsent
		}
		list = append(list, rec, now)
		switch random.IntN(8) { // what no symbol of a file's event can say
		case 0:
			list = append(list, event.EntityAcknowledged{Entity: entity, Artifact: id, Disk: event.Hash(nil), By: "fork"})
		case 1:
			now.Persisted = false
			list[len(list)-1] = now
		case 2:
			now.Disk = ""
			list[len(list)-1] = now
		case 3:
			list = append(list, event.ArtifactClosed{Artifact: fmt.Sprint("p", n), Entity: entity, By: "engine", Reason: "invalidated"})
		}
	}
	return append(list, event.EpisodeClosed{Episode: "e"}), from
}

// told are single events in an order of their own, with ids replaced by what they stand for.
func told(list []event.Event) (out []string) {
	ids := map[string]string{}
	for _, ev := range list {
		if rec, ok := ev.(event.ArtifactRecorded); ok {
			ids[rec.Artifact] = "the new " + rec.Entity
		}
	}
	name := func(id string) string {
		if of, own := ids[id]; own {
			return of
		}
		return id
	}
	for _, ev := range list {
		switch e := ev.(type) {
		case event.ArtifactRecorded:
			e.Artifact = name(e.Artifact)
			ev = e
		case event.ArtifactPromoted:
			e.Artifact = name(e.Artifact)
			ev = e
		case event.EntityAcknowledged:
			e.Artifact = name(e.Artifact)
			ev = e
		}
		out = append(out, fmt.Sprintf("%T %+v", ev, ev))
	}
	slices.Sort(out)
	return out
}

// The events of a file stand for exactly those in whose place they are.
func TestTogetherSaysWhatTheSingleEventsSay(t *testing.T) {
	packed := 0
	for seed := range uint64(200) {
		list, from := bulk(rand.New(rand.NewPCG(seed, 3)))
		got := decide.Together(list, from)
		packed += len(list) - len(got)
		if a, b := told(singles(got)), told(list); !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: the events say\n%s\nand together\n%s", seed, strings.Join(b, "\n"), strings.Join(a, "\n"))
		}
		for _, ev := range got {
			var err error
			switch ev := ev.(type) {
			case event.FileAdopted:
				err = ev.Check()
			case event.FileTombstoned:
				err = ev.Check()
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if packed < 1000 {
		t.Errorf("only %d events were spared", packed)
	}
}

// A decision on one entity keeps the events that it always had.
func TestTogetherLeavesASingleDecisionAlone(t *testing.T) {
	list := []event.Event{event.EntityTombstoned{Entity: "a.go::F", Artifact: "x", By: "operator"}, event.ArtifactClosed{Artifact: "p", Entity: "a.go::G"}}
	if got := decide.Together(list, nil); !reflect.DeepEqual(got, list) {
		t.Errorf("%+v", got)
	}
}

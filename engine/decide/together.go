package decide

import (
	"reflect"
	"strings"

	"holdfast/engine/resolve"
	"holdfast/store/event"
)

// Source is an artifact whose content another has again.
type Source struct {
	Artifact string
	Places   event.Places
}

// Together returns the events of a bulk act with one event for each file in the place of
// those that make its entities the truth or end them: a bulk act over a file is one event
// of that file, whatever the act. An entity to which something else happens as well keeps
// its own events, and so does the only one. from are the sources of what is recorded, by
// its id; the id that it gets in the event is another.
func Together(events []event.Event, from map[string]Source) []event.Event {
	p := packing{from: from, acts: map[string]*actOn{}, recorded: map[string]string{}, files: map[fileKey]*event.FileAdopted{}, ends: map[endKey]*event.FileTombstoned{}}
	for _, ev := range events {
		p.see(ev)
	}
	if p.settle() < 2 {
		return events
	}
	for _, ev := range events {
		p.take(ev)
	}
	list := make([]event.Event, len(p.out))
	for i, ev := range p.out {
		switch ev := ev.(type) {
		case *event.FileAdopted:
			list[i] = *ev
		case *event.FileTombstoned:
			list[i] = *ev
		default:
			list[i] = ev
		}
	}
	return list
}

// actOn is what a bulk act does to an entity.
type actOn struct {
	recorded *event.ArtifactRecorded
	promoted *event.ArtifactPromoted
	ended    *event.EntityTombstoned
	alone    bool // it keeps its own events

	file   fileKey
	report event.GateReport // that of the file
	symbol event.AdoptedSymbol
}

// fileKey is what the symbols of one event have in common.
type fileKey struct {
	episode, path, language, method, block, grant, gates, convention, fromSession string
	origin                                                                        event.Origin
	confidence                                                                    event.Confidence
	unseen                                                                        bool
}

// endKey is what the ends of one event have in common.
type endKey struct{ episode, path, by, reason string }

type packing struct {
	from     map[string]Source
	acts     map[string]*actOn // by entity
	recorded map[string]string // the entity of an artifact that the act records
	files    map[fileKey]*event.FileAdopted
	ends     map[endKey]*event.FileTombstoned
	out      []event.Event
}

// on is what is done to an entity.
func (p *packing) on(entity string) *actOn {
	a := p.acts[entity]
	if a == nil {
		a = &actOn{}
		p.acts[entity] = a
	}
	return a
}

// see notes what an event does.
func (p *packing) see(ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactRecorded:
		a := p.on(ev.Entity)
		a.alone = a.alone || a.recorded != nil || a.ended != nil
		a.recorded, p.recorded[ev.Artifact] = &ev, ev.Entity
	case event.ArtifactPromoted:
		a := p.on(ev.Entity)
		a.alone = a.alone || a.recorded == nil || a.promoted != nil || a.recorded.Artifact != ev.Artifact
		a.promoted = &ev
	case event.EntityTombstoned:
		a := p.on(ev.Entity)
		a.alone = a.alone || a.recorded != nil || a.ended != nil
		a.ended = &ev
	case event.ArtifactClosed:
		if entity, own := p.recorded[ev.Artifact]; own {
			p.on(entity).alone = true
		}
	case event.EntityAcknowledged:
		p.on(ev.Entity).alone = true
	case event.EntityPersisted:
		p.on(ev.Entity).alone = true
	case event.ShadowAudited:
		p.on(ev.Entity).alone = true
	case event.FileAdopted:
		for i := range ev.Symbols {
			p.on(ev.Entity(i)).alone = true
		}
	}
}

// settle finds out which entities can go together, and returns how many there are.
func (p *packing) settle() int {
	n := 0
	for entity, a := range p.acts {
		switch {
		case a.alone:
		case a.ended != nil:
			_, symbol := resolve.Split(entity)
			a.alone = symbol == "" || strings.Contains(symbol, "\n")
		default:
			a.alone = a.promoted == nil || !p.fits(a)
		}
		if !a.alone {
			n++
		}
	}
	return n
}

// fits reports whether a symbol of a FileAdopted says all that an entity's own events
// say, and makes it.
func (p *packing) fits(a *actOn) bool {
	rec, now := a.recorded, a.promoted
	sums, ok := event.SumsOf(rec.Hash, rec.Structure, rec.Text)
	switch {
	case !ok, rec.Symbol == "", strings.Contains(rec.Symbol, "\n"), rec.Entity != resolve.Key(rec.Path, rec.Symbol), !event.IsHash(rec.Block), rec.Episode == "":
		return false
	case rec.WaitsForDisk, rec.Removes, rec.Call != "", rec.Count < 1:
		return false
	case !now.Persisted, now.Acknowledged, len(now.Bases) > 0, now.Episode != rec.Episode, rec.FromSession != "" && now.Supersedes != "":
		return false
	}
	source := p.from[rec.Artifact]
	if rec.FromSession != "" && source.Artifact != rec.FromArtifact {
		return false
	}
	report, ok := shared(rec.Gates, source.Artifact)
	gates, err := report.Canonical()
	if !ok || err != nil || !reflect.DeepEqual(rec.Gates, now.Gates) {
		return false
	}
	a.report = report
	a.file = fileKey{rec.Episode, rec.Path, rec.Language, rec.Method, rec.Block, now.Grant, gates, rec.Convention, rec.FromSession, rec.Origin, rec.Confidence, now.Disk == ""}
	a.symbol = event.AdoptedSymbol{
		Name: rec.Symbol, Kind: rec.Kind, Position: rec.Position, Sums: sums, Core: source.Places.Core, Text: source.Places.Text,
		Nodes: rec.Nodes, Tokens: rec.Tokens, Errors: rec.Errors, Count: rec.Count, Top: rec.Top, Container: rec.Container,
		Was: now.Supersedes, Again: source.Artifact,
	}
	if rec.Count == 1 {
		a.symbol.Count = 0
	}
	if now.Disk != rec.Hash {
		a.symbol.Disk = now.Disk
	}
	return true
}

// shared is a report that names an artifact as all have it, and reports whether that one
// can be made of it again.
func shared(r event.GateReport, again string) (event.GateReport, bool) {
	if again == "" {
		return r, true
	}
	ok := true
	r = r.Detailed(func(detail string) string {
		ok = ok && !strings.Contains(detail, event.AgainMark)
		return strings.ReplaceAll(detail, again, event.AgainMark)
	})
	return r, ok
}

// take puts an event behind the others, or into that of its file.
func (p *packing) take(ev event.Event) {
	switch e := ev.(type) {
	case event.ArtifactRecorded:
		if a := p.acts[e.Entity]; !a.alone {
			p.adopt(a)
			return
		}
	case event.ArtifactPromoted:
		if !p.acts[e.Entity].alone {
			return
		}
	case event.EntityTombstoned:
		if !p.acts[e.Entity].alone {
			p.end(e)
			return
		}
	}
	p.out = append(p.out, ev)
}

func (p *packing) adopt(a *actOn) {
	file := p.files[a.file]
	if file == nil || len(file.Symbols) == event.MaxAdopted {
		k := a.file
		file = &event.FileAdopted{
			ID: a.recorded.Artifact, Episode: k.episode, Path: k.path, Language: k.language, Method: k.method, Block: k.block,
			Grant: k.grant, Gates: a.report, Convention: k.convention, Origin: k.origin, Confidence: k.confidence, FromSession: k.fromSession, Unseen: k.unseen,
		}
		if file.Origin == event.ByDisk {
			file.Origin = ""
		}
		if file.Confidence == event.Confirmed {
			file.Confidence = ""
		}
		p.files[k] = file
		p.out = append(p.out, file)
	}
	file.Symbols = append(file.Symbols, a.symbol)
}

func (p *packing) end(e event.EntityTombstoned) {
	path, symbol := resolve.Split(e.Entity)
	k := endKey{e.Episode, path, e.By, e.Reason}
	file := p.ends[k]
	if file == nil {
		file = &event.FileTombstoned{Path: path, Episode: e.Episode, By: e.By, Reason: e.Reason}
		p.ends[k] = file
		p.out = append(p.out, file)
	}
	file.Symbols, file.Artifacts = append(file.Symbols, symbol), append(file.Artifacts, e.Artifact)
}

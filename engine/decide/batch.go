package decide

import (
	"slices"
	"strings"

	"holdfast/engine/etv"
	"holdfast/engine/events"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Batch makes the events by which content becomes AUTHORITATIVE by the operator's word,
// that of the disk for the most part: the user is the write-head (TSLP 15.2), so that
// no gate is asked.
type Batch struct {
	*Ground
	episode string
	Origin  event.Origin
	Report  event.GateReport
	// Closed reports whether no proposal is left which was built on what is replaced.
	Closed bool
	Blobs  [][]byte
	Events []event.Event
	Result events.Adoption
	under  *source.File // whose text the blobs hold already
	block  string       // its hash
	from   map[string]Source
}

// Batch begins the adoption of the disk's content in an episode.
func (g *Ground) Batch(episode string) *Batch {
	return &Batch{Ground: g, episode: episode, Origin: event.ByDisk, Report: byDisk}
}

// byDisk is the gate report of everything that is adopted.
var byDisk = event.GateReport{
	Decision: gates.Promote, Grant: gates.GrantWrite,
	Checks: []event.Check{{Name: "write_head", Gate: gates.GateB, Pass: true, Detail: "adopted from disk by the operator"}},
}

// File adopts a file: each of its symbols, and the loss of those that it does not
// define any more. A file of which a part could not be read proves no loss (TSLP 12).
func (a *Batch) File(file *source.File) {
	a.Result.Files++
	unread, with := file.Damage()
	fault := events.FaultyFile{Path: file.Path, Unread: source.JoinLines(unread), With: with}
	defined := make(map[string]bool, len(file.Symbols))
	var changed []int
	for i := range file.Symbols {
		sym := &file.Symbols[i]
		defined[sym.Name] = true
		current := a.state.Get(resolve.Key(file.Path, sym.Name))
		if current != nil && current.Hash() == sym.Hash && sameForm(current, sym.Kind) && !a.showsOther(current.TextHash(), resolve.Text(file.Src, *sym)) {
			a.Result.Unchanged++
			if !current.Place().Persisted {
				a.Events = append(a.Events, event.EntityPersisted{Entity: current.Key(), Artifact: current.Artifact(), Disk: sym.Hash})
			}
			if a.pending.InReview(current.Key()) {
				a.Events = append(a.Events, a.Invalidate(current.Key(), "the disk's version was adopted")...)
			}
			continue
		}
		changed = append(changed, i)
	}
	a.together(file, changed)
	for _, e := range a.state.InFile(file.Path) {
		switch {
		case defined[e.Symbol]:
		case fault.Unread != "":
			fault.Kept = append(fault.Kept, e.Key())
		default:
			a.Tombstone(e)
		}
	}
	if fault.Unread != "" || len(fault.With) > 0 {
		a.Result.Faulty = append(a.Result.Faulty, fault)
	}
}

// Respelled adopts a file that the disk names otherwise than the path by which it was
// known, and differs from it in case alone: what was known by that path goes on under the
// new one. One of which a part could not be read proves no loss, and keeps its path.
func (a *Batch) Respelled(file *source.File, known string) {
	if unread, _ := file.Damage(); len(unread) > 0 {
		same := *file
		same.Path = known
		a.File(&same)
		return
	}
	a.File(file)
	a.Result.Respelled = append(a.Result.Respelled, events.RespelledFile{Known: known, Path: file.Path})
	for _, e := range a.state.InFile(known) {
		a.Events = append(a.Events, a.Invalidate(e.Key(), "its file has another name on disk")...)
		a.end(e, "its file is named "+file.Path+" on disk, which was adopted")
	}
}

// Among adopts one symbol of a file beside others, as Symbol does.
func (a *Batch) Among(file *source.File, position int, sym source.Symbol, current *statemap.Entry) {
	text := resolve.Text(file.Src, sym)
	a.source(a.Symbol(file, position, sym, current), Source{Places: event.Places{Core: coreSpan(file.Src, &sym), Text: textSpan(file.Src, &sym, text)}})
}

// Symbol adopts one symbol of a file, and returns the id of its artifact; current is what
// it replaces, nil for an entity that is new.
func (a *Batch) Symbol(file *source.File, position int, sym source.Symbol, current *statemap.Entry) string {
	key := resolve.Key(file.Path, sym.Name)
	text := resolve.Text(file.Src, sym)
	if a.under != file {
		a.Blobs, a.under, a.block = append(a.Blobs, file.Src), file, event.Hash(file.Src)
	}
	a.Blobs = append(a.Blobs, sym.Canon, text)
	rec := event.ArtifactRecorded{
		Artifact: ArtifactID(a.episode, len(a.Events), key, sym.Hash), Episode: a.episode, Entity: key, Path: file.Path, Symbol: sym.Name,
		Language: string(file.Language), Kind: sym.Kind, Hash: sym.Hash, Structure: sym.Structure, Text: event.Hash(text),
		Block: a.block, Position: position, Method: string(file.Method),
		Nodes: sym.Nodes, Tokens: sym.Tokens, Errors: sym.Errors, Count: sym.Count, Top: sym.Top, Container: sym.Container,
		Confidence: event.Confirmed, Convention: "disk", Origin: a.Origin, Gates: a.Report,
	}
	a.Events = append(a.Events, rec)
	if !a.Closed {
		a.Events = append(a.Events, a.Invalidate(key, "the disk's version was adopted")...)
	}
	now := Promotion(rec.Artifact, key, a.episode, current, a.Report, etv.Report{})
	now.Disk, now.Persisted = sym.Hash, true
	a.Events = append(a.Events, now)
	a.Result.Adopted++
	return rec.Artifact
}

// Tombstone ends an entity that the disk does not hold any more.
func (a *Batch) Tombstone(e *statemap.Entry) {
	a.Events = append(a.Events, a.Invalidate(e.Key(), "the disk's version was adopted, which does not hold it")...)
	a.end(e, "adopted from disk, which does not hold it any more")
	a.Result.Tombstoned = append(a.Result.Tombstoned, e.Key())
}

func (a *Batch) end(e *statemap.Entry, reason string) {
	a.Events = append(a.Events, event.EntityTombstoned{Entity: e.Key(), Artifact: e.Artifact(), By: "operator", Reason: reason})
}

// Adopted returns everything that was adopted, as an episode of its own.
func (a *Batch) Adopted() []event.Event {
	if len(a.Events) == 0 {
		return nil
	}
	events := []event.Event{event.EpisodeOpened{Episode: a.episode, Kind: "operator", Format: "disk"}}
	return append(append(events, Together(a.Events, a.from)...), event.EpisodeClosed{Episode: a.episode, Status: "closed"})
}

// Settled returns what was adopted of single entities, in an episode of its own unless
// they only end, with the contents that it needs. A nil batch has adopted nothing.
func (a *Batch) Settled() ([][]byte, []event.Event) {
	switch {
	case a == nil:
		return nil, nil
	case len(a.Blobs) == 0:
		return nil, Together(a.Events, nil)
	}
	events := a.Adopted()
	needed := map[string]bool{}
	for _, ev := range events {
		for _, hash := range event.Evidence(ev) {
			needed[hash] = true
		}
	}
	return slices.DeleteFunc(a.Blobs, func(b []byte) bool { return !needed[event.Hash(b)] }), events
}

// Again records the content of an artifact as a new one, by the operator's word.
func (a *Batch) Again(from event.Artifact, report event.GateReport, disk etv.Report, replaces *statemap.Entry) {
	rec := a.recordAgain(from, report)
	a.Events = append(a.Events, rec, Promotion(rec.Artifact, rec.Entity, a.episode, replaces, report, disk))
}

// recordAgain is a new artifact with the content of another, by the operator's word.
func (a *Batch) recordAgain(from event.Artifact, report event.GateReport) event.ArtifactRecorded {
	from.Episode, from.Gates = a.episode, report
	from.Confidence, from.Convention, from.Origin = event.Confirmed, string(a.Origin), a.Origin
	from.WaitsForDisk, from.Removes, from.Call = false, false, ""
	id := ArtifactID(a.episode, len(a.Events), from.Entity, from.Hash)
	a.source(id, Source{from.ID, from.Places})
	return RecordedAs(id, from)
}

// source notes where the content of a new artifact is.
func (a *Batch) source(id string, from Source) {
	if a.from == nil {
		a.from = map[string]Source{}
	}
	a.from[id] = from
}

// ContainerOf returns the part of a symbol's name before its last.
func ContainerOf(symbol string) string {
	return symbol[:max(0, strings.LastIndexByte(symbol, '.'))]
}

package engine

import (
	"cmp"
	"context"
	"fmt"

	"holdfast/engine/etv"
	"holdfast/engine/gates"
	"holdfast/engine/resolve"
	"holdfast/engine/sessions"
	"holdfast/engine/statemap"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// adoption makes the events by which content becomes AUTHORITATIVE by the
// operator's word, that of the disk for the most part: the user is the
// write-head (TSLP 15.2), so that no gate is asked.
type adoption struct {
	*session
	episode string
	origin  event.Origin
	report  event.GateReport
	// closed reports whether no proposal is left which was built on what is replaced.
	closed bool
	blobs  [][]byte
	events []event.Event
	result Adoption
	under  *source.File // whose text the blobs hold already
}

// adoption is one of the disk's content, in an episode.
func (s *session) adoption(episode string) *adoption {
	return &adoption{session: s, episode: episode, origin: event.ByDisk, report: byDisk}
}

// byDisk is the gate report of everything that is adopted.
var byDisk = event.GateReport{
	Decision: gates.Promote, Grant: gates.GrantWrite,
	Checks: []event.Check{{Name: "write_head", Gate: gates.GateB, Pass: true, Detail: "adopted from disk by the operator"}},
}

// whole adopts a file: each of its symbols, and the loss of those that it does
// not define any more. A file of which a part could not be read proves no loss
// (TSLP 12).
func (a *adoption) whole(file *source.File) {
	a.result.Files++
	unread, with := file.Damage()
	fault := FaultyFile{Path: file.Path, Unread: source.JoinLines(unread), With: with}
	defined := make(map[string]bool, len(file.Symbols))
	for i := range file.Symbols {
		sym := &file.Symbols[i]
		defined[sym.Name] = true
		current := a.state.Get(resolve.Key(file.Path, sym.Name))
		if current != nil && current.Hash() == sym.Hash && sameForm(current, sym.Kind) && !a.engine.showsOther(current.TextHash(), resolve.Text(file.Src, *sym)) {
			a.result.Unchanged++
			if !current.Place().Persisted {
				a.events = append(a.events, event.EntityPersisted{Entity: current.Key, Artifact: current.Artifact, Disk: sym.Hash})
			}
			if a.pending.InReview(current.Key) {
				a.events = append(a.events, a.invalidate(current.Key, "the disk's version was adopted")...)
			}
			continue
		}
		a.symbol(file, i, *sym, current)
	}
	for _, e := range a.state.InFile(file.Path) {
		switch {
		case defined[e.Symbol]:
		case fault.Unread != "":
			fault.Kept = append(fault.Kept, e.Key)
		default:
			a.tombstone(e)
		}
	}
	if fault.Unread != "" || len(fault.With) > 0 {
		a.result.Faulty = append(a.result.Faulty, fault)
	}
}

// symbol adopts one symbol of a file; current is what it replaces, nil for an
// entity that is new.
func (a *adoption) symbol(file *source.File, position int, sym source.Symbol, current *statemap.Entry) {
	key := resolve.Key(file.Path, sym.Name)
	text := resolve.Text(file.Src, sym)
	if a.under != file {
		a.blobs, a.under = append(a.blobs, file.Src), file
	}
	a.blobs = append(a.blobs, sym.Canon, text)
	rec := event.ArtifactRecorded{
		Artifact: artifactID(a.episode, len(a.events), key, sym.Hash), Episode: a.episode, Entity: key, Path: file.Path, Symbol: sym.Name,
		Language: string(file.Language), Kind: sym.Kind, Hash: sym.Hash, Structure: sym.Structure, Text: event.Hash(text),
		Block: event.Hash(file.Src), Position: position, Method: string(file.Method),
		Nodes: sym.Nodes, Tokens: sym.Tokens, Errors: sym.Errors, Count: sym.Count, Top: sym.Top, Container: sym.Container,
		Confidence: event.Confirmed, Convention: "disk", Origin: a.origin, Gates: a.report,
	}
	a.events = append(a.events, rec)
	if !a.closed {
		a.events = append(a.events, a.invalidate(key, "the disk's version was adopted")...)
	}
	now := promotion(rec.Artifact, key, a.episode, current, a.report, etv.Report{})
	now.Disk, now.Persisted = sym.Hash, true
	a.events = append(a.events, now)
	a.result.Adopted++
}

// tombstone ends an entity that the disk does not hold any more.
func (a *adoption) tombstone(e *statemap.Entry) {
	a.events = append(a.events, a.invalidate(e.Key, "the disk's version was adopted, which does not hold it")...)
	a.events = append(a.events, event.EntityTombstoned{
		Entity: e.Key, Artifact: e.Artifact, By: "operator", Reason: "adopted from disk, which does not hold it any more",
	})
	a.result.Tombstoned = append(a.result.Tombstoned, e.Key)
}

// batch is everything that was adopted, as an episode of its own.
func (a *adoption) batch() []event.Event {
	if len(a.events) == 0 {
		return nil
	}
	events := []event.Event{event.EpisodeOpened{Episode: a.episode, Kind: "operator", Format: "disk"}}
	return append(append(events, a.events...), event.EpisodeClosed{Episode: a.episode, Status: "closed"})
}

// adoptFiles commits the adoption of files that are read already.
func (s *session) adoptFiles(ctx context.Context, files []*source.File) (Adoption, error) {
	var a *adoption
	err := sessions.Retry(func() error {
		a = s.adoption(s.engine.newID())
		for _, f := range files {
			a.whole(f)
		}
		events := a.batch()
		if len(events) == 0 {
			return nil
		}
		return s.decided(ctx, verbAdopt, a.blobs, events)
	})
	if err != nil {
		return Adoption{}, fmt.Errorf("adopting %d files: %w", len(files), err)
	}
	return a.result, nil
}

// add sums up what became of more files.
func (a *Adoption) add(more Adoption) {
	a.Files += more.Files
	a.Adopted += more.Adopted
	a.Unchanged += more.Unchanged
	a.Tombstoned = append(a.Tombstoned, more.Tombstoned...)
	a.Skipped = append(a.Skipped, more.Skipped...)
	a.Faulty = append(a.Faulty, more.Faulty...)
}

// adoptAtOnce is how many entities one commit adopts, so that a large folder
// neither waits for its first result nor holds all of its code in memory.
const adoptAtOnce = 300

// AdoptPaths makes files and folders AUTHORITATIVE as the disk holds them: how an
// existing code base enters the State Map. Folders are searched as Collect
// does; paths are canonical or absolute. What was adopted before an error, or
// before the context ended, stays. progress may be nil.
func (e *Engine) AdoptPaths(ctx context.Context, paths []string, progress func(AdoptProgress)) (Adoption, error) {
	if err := e.deciding(ctx); err != nil {
		return Adoption{}, err
	}
	ctx = asOne(ctx)
	a := adopter{session: e.active(), progress: progress}
	for c, err := range e.disk.Collect(ctx, paths, 0) {
		if err != nil {
			return a.done, err
		}
		if c.Skipped != "" {
			a.skip(c.Path, c.Skipped)
			continue
		}
		version, file := e.verifier.Load(c.Path)
		if file == nil {
			a.skip(c.Path, cmp.Or(version.Check(etv.Expectation{}).Why, "is not there any more"))
			continue
		}
		if err := a.add(ctx, file); err != nil {
			return a.done, err
		}
	}
	return a.done, a.flush(ctx)
}

// adopter adopts files as they are found, some at a time.
type adopter struct {
	*session
	progress func(AdoptProgress)
	done     Adoption
	files    []*source.File
	symbols  int
}

func (a *adopter) skip(path, why string) {
	a.done.Skipped = append(a.done.Skipped, SkippedFile{Path: path, Why: why})
	a.tell(path)
}

func (a *adopter) tell(path string) {
	if a.progress != nil {
		a.progress(AdoptProgress{
			Files: a.done.Files + len(a.files), Entities: a.done.Adopted + a.done.Unchanged + a.symbols,
			Skipped: len(a.done.Skipped), Path: path,
		})
	}
}

func (a *adopter) add(ctx context.Context, file *source.File) error {
	a.files = append(a.files, file)
	a.symbols += len(file.Symbols)
	a.tell(file.Path)
	if a.symbols < adoptAtOnce {
		return nil
	}
	return a.flush(ctx)
}

// flush commits what was found so far.
func (a *adopter) flush(ctx context.Context) error {
	if len(a.files) == 0 {
		return nil
	}
	batch, err := a.adoptFiles(ctx, a.files)
	if err != nil {
		return err
	}
	a.done.add(batch)
	var entries []*statemap.Entry
	for _, f := range a.files {
		entries = append(entries, a.state.InFile(f.Path)...)
	}
	a.verify(entries)
	a.files, a.symbols = nil, 0
	a.engine.hub.Changed()
	return nil
}

package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	quick "github.com/go-json-experiment/json" // several times as fast: a start reads every adoption
)

// kind is what the store knows of one type of event.
type kind struct {
	goType reflect.Type
	decode func(data []byte) (Event, error)
	encode encoder
	// refs are the Vault hashes that an event names as its evidence.
	refs func(Event) []string
}

// kinds holds every type of event that a Ledger can have.
var kinds = map[string]kind{
	SessionCreated{}.Type():     kindOf(func(SessionCreated) []string { return nil }),
	SessionForked{}.Type():      kindOf(func(SessionForked) []string { return nil }),
	SessionRenamed{}.Type():     kindOf(func(SessionRenamed) []string { return nil }),
	SessionActivated{}.Type():   kindOf(func(SessionActivated) []string { return nil }),
	SessionArchived{}.Type():    kindOf(func(SessionArchived) []string { return nil }),
	SessionUnarchived{}.Type():  kindOf(func(SessionUnarchived) []string { return nil }),
	EpisodeOpened{}.Type():      kindOf(EpisodeOpened.evidence),
	EpisodeClosed{}.Type():      kindOf(EpisodeClosed.evidence),
	ArtifactRecorded{}.Type():   kindOf(ArtifactRecorded.evidence),
	ArtifactPromoted{}.Type():   kindOf(func(ArtifactPromoted) []string { return nil }),
	FileAdopted{}.Type():        kindOf(FileAdopted.evidence),
	FileTombstoned{}.Type():     kindOf(func(FileTombstoned) []string { return nil }),
	ArtifactClosed{}.Type():     kindOf(func(ArtifactClosed) []string { return nil }),
	ShadowAudited{}.Type():      kindOf(func(e ShadowAudited) []string { return named(e.Answer) }),
	ToolRan{}.Type():            kindOf(func(e ToolRan) []string { return named(e.Call, e.Result) }),
	GuardDecided{}.Type():       kindOf(func(GuardDecided) []string { return nil }),
	CodeSettled{}.Type():        kindOf(func(e CodeSettled) []string { return named(e.Block) }),
	GuardOverruled{}.Type():     kindOf(func(GuardOverruled) []string { return nil }),
	ModelSaid{}.Type():          kindOf(func(e ModelSaid) []string { return named(e.Said) }),
	EntityTombstoned{}.Type():   kindOf(func(EntityTombstoned) []string { return nil }),
	EntityPersisted{}.Type():    kindOf(func(EntityPersisted) []string { return nil }),
	EntityAcknowledged{}.Type(): kindOf(func(EntityAcknowledged) []string { return nil }),
	OperatorDecided{}.Type():    kindOf(func(OperatorDecided) []string { return nil }),
	DeltaAccepted{}.Type():      kindOf(func(DeltaAccepted) []string { return nil }),
	DeltaRejected{}.Type():      kindOf(func(DeltaRejected) []string { return nil }),
	DeltaCheckpoint{}.Type():    kindOf(func(DeltaCheckpoint) []string { return nil }),
	DeltaRestored{}.Type():      kindOf(DeltaRestored.evidence),
	CanonEmitted{}.Type():       kindOf(func(CanonEmitted) []string { return nil }),
	SessionRecovered{}.Type():   kindOf(SessionRecovered.evidence),
	LossSettled{}.Type():        kindOf(func(LossSettled) []string { return nil }),
	FreshStarted{}.Type():       kindOf(func(FreshStarted) []string { return nil }),
}

func kindOf[E Event](refs func(E) []string) kind {
	return kind{
		goType: reflect.TypeFor[E](),
		decode: func(data []byte) (Event, error) {
			var e E
			if large, ok := any(&e).(interface{ room(data []byte) }); ok {
				large.room(data)
			}
			if quick.Unmarshal(data, &e) == nil {
				return e, nil
			}
			// What is not in the Ledger's form is read, or refused, as it ever was.
			var again E
			err := json.Unmarshal(data, &again)
			return again, err
		},
		encode: encoderFor(reflect.TypeFor[E]()),
		refs: func(e Event) []string {
			v, ok := e.(E)
			if !ok {
				return nil
			}
			return refs(v)
		},
	}
}

// DecodeAdopted reads the FileAdopted of a row as Decode does, into one of which nobody
// holds the symbols any more: their room is used again.
func DecodeAdopted(r Row, into *FileAdopted) error {
	if r.Type != into.Type() {
		return fmt.Errorf("%w: it is of type %s", ErrCorrupt, r.Type)
	}
	*into = FileAdopted{Symbols: into.Symbols[:0]}
	into.room(r.Data)
	if quick.Unmarshal(r.Data, into) == nil {
		return nil
	}
	ev, err := Decode(r.Type, r.Data)
	if err == nil {
		*into = ev.(FileAdopted)
	}
	return err
}

func (e EpisodeOpened) evidence() []string {
	return named(e.Prompt, e.Written, e.Context, e.Notices)
}

func (e EpisodeClosed) evidence() []string {
	hashes := named(e.Reply, e.Said)
	for _, l := range e.Loose {
		hashes = append(hashes, named(l.Block)...)
	}
	return hashes
}

func (e ArtifactRecorded) evidence() []string {
	return named(e.Hash, e.Text, e.Block)
}

// named leaves out the hashes that an event does not have.
func named(hashes ...string) []string {
	kept := hashes[:0]
	for _, h := range hashes {
		if h != "" {
			kept = append(kept, h)
		}
	}
	return kept
}

// usualEvent is room for most events, in bytes.
const usualEvent = 1 << 10

// Encoded is an event as the Ledger holds it.
type Encoded struct {
	Event Event
	Type  string
	// Data is the event's canonical JSON.
	Data []byte
	// Evidence is the Vault hashes that the event names.
	Evidence []string
}

// Encode writes an event, or a pointer to one, as the Ledger will hold it. What
// the Ledger cannot hold exactly (invalid UTF-8 in a path) is taken from there
// again, so that projections are made of what can be replayed. It fails with
// ErrInvalid for what is no event and for numbers that JSON does not keep.
func Encode(e Event) (Encoded, error) {
	v := reflect.Indirect(reflect.ValueOf(e))
	if !v.IsValid() {
		return Encoded{}, fmt.Errorf("%w: it holds an event that is nil", ErrInvalid)
	}
	e, _ = v.Interface().(Event) // a pointer to an event is taken for the event
	if e == nil {
		return Encoded{}, fmt.Errorf("%w: %s is no event", ErrInvalid, v.Type())
	}
	typ := e.Type()
	k, ok := kinds[typ]
	if !ok || v.Type() != k.goType {
		return Encoded{}, fmt.Errorf("%w: %T is not the store's event of type %q", ErrInvalid, e, typ)
	}
	out := canonical{bytes: make([]byte, 0, usualEvent)}
	if err := k.encode(&out, v); err != nil {
		return Encoded{}, fmt.Errorf("%w: an event of type %s: %v", ErrInvalid, typ, err)
	}
	if out.lossy {
		var err error
		if e, err = Decode(typ, out.bytes); err != nil {
			return Encoded{}, fmt.Errorf("%w: %v", ErrInvalid, err)
		}
	}
	return Encoded{Event: e, Type: typ, Data: out.bytes, Evidence: k.refs(e)}, nil
}

// Decode reads the data of a ledger row. Fields that a newer release added
// are passed over; a type that this release does not know is an error.
func Decode(typ string, data []byte) (Event, error) {
	k, ok := kinds[typ]
	if !ok {
		return nil, fmt.Errorf("the Ledger holds an event of type %q, which this holdfast does not know; use a newer one", typ)
	}
	e, err := k.decode(data)
	if err != nil {
		return nil, fmt.Errorf("read an event of type %s: %w", typ, err)
	}
	return e, nil
}

// Evidence returns the Vault hashes that an event names.
func Evidence(e Event) []string { return kinds[e.Type()].refs(e) }

// Canonical reports whether data is exactly what Encode makes of an event.
func Canonical(e Event, data []byte) bool {
	var out canonical
	return kinds[e.Type()].encode(&out, reflect.ValueOf(e)) == nil && bytes.Equal(out.bytes, data)
}

// Canonical returns the report in the form that it has in the Ledger.
func (g GateReport) Canonical() (string, error) {
	var out canonical
	if err := encodeGates(&out, reflect.ValueOf(g)); err != nil {
		return "", fmt.Errorf("%w: a gate report: %v", ErrInvalid, err)
	}
	return string(out.bytes), nil
}

var encodeGates = encoderFor(reflect.TypeFor[GateReport]())

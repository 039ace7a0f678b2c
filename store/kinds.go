package store

import (
	"encoding/json"
	"fmt"
	"reflect"
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
	ArtifactClosed{}.Type():     kindOf(func(ArtifactClosed) []string { return nil }),
	ShadowAudited{}.Type():      kindOf(func(e ShadowAudited) []string { return named(e.Answer) }),
	ToolRan{}.Type():            kindOf(func(e ToolRan) []string { return named(e.Call, e.Result) }),
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
			err := json.Unmarshal(data, &e)
			return e, err
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

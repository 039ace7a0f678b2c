package rebuild

import (
	"holdfast/engine/canon"
	"holdfast/store/event"
)

// ByOperator is the grant of what the operator accepted: they have looked at it,
// and an audit does not doubt it after that.
const ByOperator = "operator"

// doubts are the promotions that a late audit doubts, as rows of the Ledger tell
// of them (TSLP 10). In doubt is only what rests on the model's word alone: what
// the disk holds, and what the operator has accepted or kept, is not.
type doubts struct {
	unproven map[string]string // the artifact of each entity that may be doubted
	open     map[string]event.ShadowAudited
	kept     map[string]keptDoubt
}

// keptDoubt is what is in doubt again where the operator takes a keep back.
type keptDoubt struct {
	artifact string
	audit    *event.ShadowAudited // nil where it did not doubt it
}

func newDoubts() doubts {
	return doubts{unproven: map[string]string{}, open: map[string]event.ShadowAudited{}, kept: map[string]keptDoubt{}}
}

func (d doubts) fold(ev event.Event) {
	switch ev := ev.(type) {
	case event.ArtifactPromoted:
		d.settle(ev.Entity)
		if kept := ev.Acknowledged && ev.Disk != ""; !ev.Persisted && !kept && ev.Grant != ByOperator {
			d.unproven[ev.Entity] = ev.Artifact
		}
	case event.EntityPersisted:
		d.settle(ev.Entity)
	case event.EntityAcknowledged:
		d.keep(ev)
	case event.EntityTombstoned:
		d.settle(ev.Entity)
	case event.ShadowAudited:
		switch kept, ok := d.kept[ev.Entity]; {
		case ok && kept.artifact == ev.Artifact:
			if kept.audit = nil; ev.Status.Doubts() {
				kept.audit = &ev
			}
			d.kept[ev.Entity] = kept
		case d.unproven[ev.Entity] != ev.Artifact:
		case ev.Status.Doubts():
			d.open[ev.Entity] = ev
		default:
			delete(d.open, ev.Entity)
		}
	}
}

// settle ends that an entity may be doubted.
func (d doubts) settle(entity string) {
	delete(d.unproven, entity)
	delete(d.open, entity)
	delete(d.kept, entity)
}

// keep settles an entity by the operator's word, or has it be in doubt again where
// they take that back.
func (d doubts) keep(ev event.EntityAcknowledged) {
	kept, before := d.kept[ev.Entity]
	artifact, unproven := d.unproven[ev.Entity]
	if unproven {
		kept, before = keptDoubt{artifact: artifact}, true
		if audit, doubted := d.open[ev.Entity]; doubted {
			kept.audit = &audit
		}
	}
	d.settle(ev.Entity)
	switch {
	case !before:
	case !ev.Withdrawn:
		d.kept[ev.Entity] = kept
	default:
		d.unproven[ev.Entity] = kept.artifact
		if kept.audit != nil {
			d.open[ev.Entity] = *kept.audit
		}
	}
}

func (d doubts) list() []canon.Contest {
	var list []canon.Contest
	for entity, ev := range d.open {
		path, symbol := canon.Split(entity)
		list = append(list, canon.Contest{Path: path, Symbol: symbol, Artifact: ev.Artifact, Reason: canon.Doubted(string(ev.Status))})
	}
	return list
}

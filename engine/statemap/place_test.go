package statemap_test

import (
	"slices"
	"testing"
	"time"

	"holdfast/engine/etv"
	"holdfast/engine/hydrate"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// mapped is a State Map without a Vault, and the number of its last row.
type mapped struct {
	*statemap.Map
	row int64
}

func newMap() *mapped {
	return &mapped{Map: statemap.New(hydrate.Options{}, func(string) ([]byte, error) { return nil, event.ErrNotFound })}
}

// content is the hash of a version.
func content(version string) string { return event.Hash([]byte(version)) }

// promote makes an artifact of a version the truth of an entity.
func (m *mapped) promote(key, id, version string, how ...func(*event.Artifact, *event.ArtifactPromoted)) *statemap.Entry {
	m.row++
	a := event.Artifact{
		ID: id, Entity: key, Hash: content(version), Text: content("text of " + version), Structure: content("form of " + version),
		Language: "go", Kind: "function", Version: 1, Grant: "parity", Origin: event.ByModel, StateSeq: m.row,
		Changed: time.Date(2026, 3, 1, 9, 0, int(m.row), 123456789, time.UTC),
	}
	ev := event.ArtifactPromoted{Artifact: id, Entity: key, Grant: a.Grant}
	for _, change := range how {
		change(&a, &ev)
	}
	m.Promote(a, ev)
	return m.Get(key)
}

type how = func(*event.Artifact, *event.ArtifactPromoted)

// disk is what the disk held at a promotion.
func disk(word string) how {
	return func(_ *event.Artifact, ev *event.ArtifactPromoted) { ev.Disk = word }
}

func saved(_ *event.Artifact, ev *event.ArtifactPromoted) { ev.Persisted = true }

func acknowledged(_ *event.Artifact, ev *event.ArtifactPromoted) { ev.Acknowledged = true }

func granted(grant string) how {
	return func(a *event.Artifact, _ *event.ArtifactPromoted) { a.Grant = grant }
}

func bases(e *statemap.Entry) []string {
	out := []string{}
	for _, b := range e.Place().Bases {
		out = append(out, b.String())
	}
	return out
}

// An answer that was not saved yet is no edit of the disk: what may still be there is
// what it was built on, and each answer between (TSLP 15.4, product 5).
func TestTheDiskMayStillHoldWhatAnAnswerWasBuiltOn_15_4(t *testing.T) {
	absent := etv.Absent.String()
	tests := []struct {
		name  string
		build func(*mapped) *statemap.Entry
		want  []string
	}{
		{"a new entity: the disk did not define it", func(m *mapped) *statemap.Entry { return m.promote("a.go::F", "1", "one", disk(event.DiskAbsent)) }, []string{absent}},
		{"a new file: there was none", func(m *mapped) *statemap.Entry { return m.promote("a.go::F", "1", "one", disk(event.DiskMissing)) }, []string{absent}},
		{"over a version of the disk", func(m *mapped) *statemap.Entry { return m.promote("a.go::F", "1", "one", disk(content("zero"))) }, []string{content("zero")}},
		{"where nothing could be read", func(m *mapped) *statemap.Entry { return m.promote("a.go::F", "1", "one") }, []string{}},
		{"two answers in a row", func(m *mapped) *statemap.Entry {
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			return m.promote("a.go::F", "2", "two", disk(content("zero")))
		}, []string{content("zero"), content("one")}},
		{"three answers in a row", func(m *mapped) *statemap.Entry {
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			m.promote("a.go::F", "2", "two", disk(content("zero")))
			return m.promote("a.go::F", "3", "three", disk(content("zero")))
		}, []string{content("zero"), content("one"), content("two")}},
		{"the first of two was saved: it is the base", func(m *mapped) *statemap.Entry {
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			m.Fold(event.EntityPersisted{Entity: "a.go::F", Artifact: "1", Disk: content("one")})
			return m.promote("a.go::F", "2", "two", disk(content("one")))
		}, []string{content("one")}},
		{"the first of two was saved and edited then: only the edit is", func(m *mapped) *statemap.Entry {
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			m.Fold(event.EntityPersisted{Entity: "a.go::F", Artifact: "1", Disk: content("one")})
			return m.promote("a.go::F", "2", "two", disk(content("by hand")))
		}, []string{content("by hand")}},
		{"what the disk holds has no base", func(m *mapped) *statemap.Entry {
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			return m.promote("a.go::F", "2", "two", disk(content("two")), saved)
		}, []string{}},
		{"what ended is no base of what comes anew", func(m *mapped) *statemap.Entry {
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			m.Fold(event.EntityTombstoned{Entity: "a.go::F", Artifact: "1"})
			return m.promote("a.go::F", "2", "two", disk(event.DiskAbsent))
		}, []string{absent}},
		{"a copy brings the bases of its original", func(m *mapped) *statemap.Entry {
			return m.promote("a.go::F", "1", "one", disk(content("zero")), func(_ *event.Artifact, ev *event.ArtifactPromoted) {
				ev.Bases = []string{content("before zero"), "no hash"}
			})
		}, []string{content("before zero"), content("zero")}},
		{"one base is told once", func(m *mapped) *statemap.Entry {
			return m.promote("a.go::F", "1", "one", disk(content("zero")), func(_ *event.Artifact, ev *event.ArtifactPromoted) { ev.Bases = []string{content("zero")} })
		}, []string{content("zero")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := tt.build(newMap())
			if got := bases(e); !slices.Equal(got, tt.want) {
				t.Errorf("bases %q, want %q", got, tt.want)
			}
			x := e.Expected()
			if x.Hash.String() != e.Hash() || x.Recorded.Structure() != e.Structure() || x.Path != "a.go" || x.Symbol != "F" || len(x.Bases) != len(tt.want) {
				t.Errorf("the disk is compared with %+v", x)
			}
		})
	}
}

// What the operator knows to differ is one version of the disk, no more (TSLP 15.5).
func TestWhatTheOperatorKeeps_15_5(t *testing.T) {
	keep := func(word string) event.EntityAcknowledged {
		return event.EntityAcknowledged{Entity: "a.go::F", Artifact: "1", Disk: word}
	}
	tests := []struct {
		name  string
		folds []event.Event
		known string
		loss  bool
		kept  int // versions that may differ
	}{
		{"nothing", nil, "", false, 0},
		{"a version", []event.Event{keep(content("by hand"))}, content("by hand"), false, 1},
		{"the last version of two", []event.Event{keep(content("by hand")), keep(content("again"))}, content("again"), false, 1},
		{"that the file does not define it", []event.Event{keep(event.DiskAbsent)}, event.DiskAbsent, false, 1},
		{"that the file is gone", []event.Event{keep(event.DiskMissing)}, event.DiskMissing, true, 0},
		{"that the file was gone, until it was back and differed", []event.Event{keep(event.DiskMissing), keep(content("by hand"))}, content("by hand"), false, 1},
		{"nothing any more, once the word is taken back", []event.Event{keep(content("by hand")), keep("")}, "", false, 0},
		{"nothing any more, once the disk holds what stands", []event.Event{keep(content("by hand")), event.EntityPersisted{Entity: "a.go::F", Artifact: "1"}}, "", false, 0},
		{"nothing of another artifact", []event.Event{event.EntityAcknowledged{Entity: "a.go::F", Artifact: "0", Disk: content("by hand")}}, "", false, 0},
		{"nothing of another entity", []event.Event{event.EntityAcknowledged{Entity: "a.go::G", Artifact: "1", Disk: content("by hand")}}, "", false, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMap()
			m.promote("a.go::F", "1", "one", disk(content("zero")))
			for _, ev := range tt.folds {
				m.Fold(ev)
			}
			e := m.Get("a.go::F")
			if o := e.Place(); o.Known() != tt.known || o.Loss != tt.loss {
				t.Errorf("known %q, loss %t, want %q and %t", o.Known(), o.Loss, tt.known, tt.loss)
			}
			if got := len(e.Expected().Acknowledged); got != tt.kept {
				t.Errorf("%d versions may differ, want %d", got, tt.kept)
			}
		})
	}
	m := newMap()
	if e := m.promote("a.go::F", "1", "one", disk(content("zero")), acknowledged); e.Place().Known() != content("zero") {
		t.Errorf("the user's own write acknowledges %q", e.Place().Known())
	}
	if e := m.promote("a.go::F", "2", "two", disk(content("zero"))); e.Place().Known() != "" {
		t.Errorf("what was kept over the version before is kept over %q", e.Place().Known())
	}
}

// A late audit has negative durability only (TSLP 10): it doubts what rests on the
// model's word alone.
func TestWhatALateAuditDoubts_10(t *testing.T) {
	audit := func(status event.AuditStatus) event.ShadowAudited {
		return event.ShadowAudited{Entity: "a.go::F", Artifact: "1", Status: status}
	}
	keep := event.EntityAcknowledged{Entity: "a.go::F", Artifact: "1", Disk: content("by hand")}
	withdraw := event.EntityAcknowledged{Entity: "a.go::F", Artifact: "1", Withdrawn: true}
	held := event.EntityPersisted{Entity: "a.go::F", Artifact: "1"}
	tests := []struct {
		name  string
		how   []how
		folds []event.Event
		want  event.AuditStatus
	}{
		{"partial", nil, []event.Event{audit(event.AuditPartial)}, event.AuditPartial},
		{"discussion", nil, []event.Event{audit(event.AuditDiscussion)}, event.AuditDiscussion},
		{"completed doubts nothing", nil, []event.Event{audit(event.AuditCompleted)}, ""},
		{"completed after partial ends the doubt", nil, []event.Event{audit(event.AuditPartial), audit(event.AuditCompleted)}, ""},
		{"the last word counts", nil, []event.Event{audit(event.AuditPartial), audit(event.AuditDiscussion)}, event.AuditDiscussion},
		{"what the disk holds is not doubted", []how{saved}, []event.Event{audit(event.AuditPartial)}, ""},
		{"saving it ends the doubt", nil, []event.Event{audit(event.AuditPartial), held}, ""},
		{"what the operator accepted is not doubted", []how{granted("operator")}, []event.Event{audit(event.AuditPartial)}, ""},
		{"what the operator keeps is not doubted", nil, []event.Event{audit(event.AuditPartial), keep}, ""},
		{"nor what they kept before", nil, []event.Event{keep, audit(event.AuditPartial)}, ""},
		{"taking the keep back brings the doubt back", nil, []event.Event{audit(event.AuditPartial), keep, withdraw}, event.AuditPartial},
		{"and one that came meanwhile", nil, []event.Event{keep, audit(event.AuditPartial), withdraw}, event.AuditPartial},
		{"unless it was settled meanwhile", nil, []event.Event{audit(event.AuditPartial), keep, audit(event.AuditCompleted), withdraw}, ""},
		{"keeping twice hides it once", nil, []event.Event{audit(event.AuditPartial), keep, keep, withdraw}, event.AuditPartial},
		{"an audit of another artifact says nothing", nil, []event.Event{event.ShadowAudited{Entity: "a.go::F", Artifact: "0", Status: event.AuditPartial}}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMap()
			m.promote("a.go::F", "1", "one", append([]how{disk(content("zero"))}, tt.how...)...)
			for _, ev := range tt.folds {
				m.Fold(ev)
			}
			if got := m.Get("a.go::F").Place().Doubt; got != tt.want {
				t.Errorf("doubt %q, want %q", got, tt.want)
			}
			for _, f := range m.Frozen() {
				if f.Stood.Doubt != tt.want || f.Stood.Persisted != f.Place().Persisted {
					t.Errorf("frozen: %+v", f)
				}
			}
		})
	}
}

func TestDigestOnDisk_15_4(t *testing.T) {
	tests := []struct {
		word  string
		want  etv.Digest
		known bool
	}{
		{"", etv.Digest{}, false},
		{event.DiskAbsent, etv.Absent, true},
		{event.DiskMissing, etv.Absent, true},
		{content("one"), statemap.DigestOf(content("one")), true},
		{"sha256:", etv.Digest{}, false},
		{"sha256:" + string(make([]byte, 64)), etv.Digest{}, false},
		{content("one") + "0", etv.Digest{}, false},
		{"md5:" + content("one")[7:], etv.Digest{}, false},
	}
	for _, tt := range tests {
		if got, known := statemap.DigestOnDisk(tt.word); got != tt.want || known != tt.known {
			t.Errorf("%q: %s, %t", tt.word, got, known)
		}
	}
}

// The structure of an entry's code as it is read today takes the place of what an older
// release recorded, for as long as the entry stands.
func TestAnEntryIsReadAnew_15_4(t *testing.T) {
	m := newMap()
	e := m.promote("a.go::F", "1", "one", disk(content("zero")))
	today := statemap.DigestOf(content("read today"))
	m.ReadAs(e, today)
	if got := m.Get("a.go::F").Expected(); got.Structure != today || !m.Get("a.go::F").Place().Reread {
		t.Errorf("compared with %s", got.Structure)
	}
	m.Fold(event.EntityPersisted{Entity: "a.go::F", Artifact: "1"})
	if got := m.Get("a.go::F").Expected(); got.Structure != today {
		t.Error("once it is saved, what was read is forgotten")
	}
	next := m.promote("a.go::F", "2", "two")
	m.ReadAs(e, today)
	if next.Place().Reread || next.Expected().Recorded.Structure() != next.Structure() {
		t.Error("the next version is compared with the structure of the one before")
	}
}

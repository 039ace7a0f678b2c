package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/engine/canon/rebuild"
	"holdfast/engine/gates"
	"holdfast/engine/items"
	"holdfast/store/event"
)

// inWords tells a row of the Ledger in words.
func inWords(r event.Row) LedgerRow {
	row := LedgerRow{Seq: r.Seq, Time: r.Time, Type: r.Type, Hash: r.Hash, Prev: r.Prev}
	// The names are the same in every event that has them.
	for name, into := range map[string]*string{"entity": &row.Entity, "episode": &row.Episode, "reason": &row.Why} {
		*into = gjson.GetBytes(r.Data, name).String()
	}
	ev, err := event.Decode(r.Type, r.Data)
	if err != nil {
		row.Who, row.What = "?", words(r.Type) // of a newer release
		return row
	}
	switch ev := ev.(type) {
	case event.EpisodeOpened:
		row.opened(ev)
	case event.EpisodeClosed:
		row.closed(ev)
	case event.ArtifactRecorded:
		row.recorded(ev)
	case event.ArtifactPromoted:
		row.promoted(ev)
	case event.FileAdopted:
		row.adopted(ev)
	case event.ArtifactClosed:
		row.Who, row.What = by(ev.By), "closed"
		switch {
		case strings.HasPrefix(ev.Reason, "accepted"):
			row.What = "accepted"
		case row.Who == "you":
			row.What = "rejected"
		}
	case event.EntityTombstoned:
		row.Who, row.What = by(ev.By), "tombstoned"
	case event.FileTombstoned:
		row.Who, row.What, row.Entity = by(ev.By), "tombstoned", ev.Path
		row.Why = strconv.Itoa(len(ev.Symbols)) + " of it: " + ev.Reason
	case event.EntityPersisted:
		row.Who, row.What, row.Why = "disk", "holds it", "the file on disk was seen to hold the authoritative version"
	case event.EntityAcknowledged:
		row.Who, row.What, row.Why = by(ev.By), "kept", kept(ev)
		if ev.Withdrawn {
			row.What, row.Why = "kept no more", "the operator took the decision back"
		}
	case event.OperatorDecided:
		row.Who, row.What, row.Why = "you", "decided", "to "+ev.Verb
		if ev.Undoes != "" {
			row.Why = "to take decision " + ev.Undoes + " back"
		}
		row.Why += " (decision " + ev.Decision + ")"
	case event.GuardDecided:
		row.Who, row.What, row.Why = "guard", guardDid[ev.Decision], strings.Join(filledIn(ev.Client, ev.Summary), ": ")+" ("+ev.Guard+")"
	case event.CodeSettled:
		row.Who, row.What, row.Why = by(ev.By), "decided", "about code without a file: "+ev.Reason
	case event.GuardOverruled:
		row.Who, row.What, row.Why = "you", "overruled", "what the guard refused as "+ev.Guard
	case event.CanonEmitted:
		row.Who, row.What, row.Canon = "holdfast", "emitted", ev.Number
		row.Why = "CANON_STATE_DELTA " + strconv.FormatInt(ev.Number, 10) + ", mode " + ev.Mode + ": " + ev.Summary
	case event.DeltaAccepted, event.DeltaRejected, event.DeltaCheckpoint, event.DeltaRestored:
		row.delta(r, ev)
	default:
		if !row.session(ev) {
			row.other(r)
		}
	}
	return row
}

// session tells what happened to a session as a whole, and reports whether an event is
// of that.
func (row *LedgerRow) session(ev event.Event) bool {
	switch ev := ev.(type) {
	case event.SessionRecovered:
		row.Who, row.What, row.Why = "you", "recovered", "from "+ev.Kind+" "+strconv.FormatInt(ev.Number, 10)
		if n := len(ev.Missing); n > 0 {
			row.Why += ", " + strconv.Itoa(n) + " missing"
		}
	case event.LossSettled:
		row.Who, row.What = by(ev.By), "let go"
	case event.FreshStarted:
		row.Who, row.What, row.Why = "you", "began anew", ev.Overruled.Doubt
	case event.SessionForked:
		row.Who, row.What, row.Why = "you", "forked", strings.Join(append([]string{"session " + ev.Name}, counted(ev.Entities, "copied")...), ", ")
	case event.SessionActivated:
		row.Who, row.What, row.Why = "you", "switched", "to this session"
	case event.SessionCreated:
		row.Who, row.What, row.Why = "you", "began", "session "+ev.Name
	default:
		return false
	}
	return true
}

// readers are the sources of deltas as a person calls them.
var readers = map[string]string{event.DeltaByRules: "holdfast", event.DeltaByModel: "second reader", event.DeltaByOperator: "you"}

// guardDid is what the guard did by its decisions, as a person says it.
var guardDid = map[string]string{"deny": "denied", "ask": "asked", "warn": "warned", "allow": "let pass"}

// filledIn are those of some texts that say anything.
func filledIn(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// other tells an event that has no words of its own: "holdfast renamed", "session
// NAME".
func (row *LedgerRow) other(r event.Row) {
	about, what, found := strings.Cut(words(r.Type), " ")
	row.Who, row.What = "holdfast", words(r.Type)
	if !found || row.Why != "" || row.Entity != "" {
		return
	}
	row.What, row.Why = what, about
	if name := gjson.GetBytes(r.Data, "name").String(); name != "" {
		row.Why += " " + name
	}
}

func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// by is who an event names, as a person calls them.
func by(who string) string {
	switch who {
	case "operator", "user", rebuild.ByRecovery, rebuild.ByFork:
		return "you"
	case "engine", "update", "":
		return "holdfast"
	}
	return who
}

// counted is "3 shown", nothing for none.
func counted(n int, word string) []string {
	if n == 0 {
		return nil
	}
	return []string{strconv.Itoa(n) + " " + word}
}

func (row *LedgerRow) opened(ev event.EpisodeOpened) {
	switch ev.Kind {
	case "operator":
		row.Who, row.What, row.Why = "you", "decided", "outside of a request"
		return
	case "turn", "":
		row.Who, row.What = "you", "asked"
	default:
		row.Who, row.What = "client", words(ev.Kind)
	}
	parts := []string{"turn " + strconv.Itoa(ev.Turn)}
	if ev.Model != "" {
		parts = append(parts, ev.Model)
	}
	parts = append(parts, counted(len(ev.Hydrated), "hydrated")...)
	parts = append(parts, counted(len(ev.Withheld), "withheld")...)
	parts = append(parts, counted(len(ev.Omitted), "over the budget")...)
	row.Why = strings.Join(parts, ", ")
}

func (row *LedgerRow) closed(ev event.EpisodeClosed) {
	row.Who, row.What = "model", "answered"
	if ev.Reply == "" && ev.Finish == "" && ev.HTTPStatus == 0 {
		row.Who, row.What = "holdfast", "recorded it" // a decision, which nobody answers
	}
	if ev.Status == event.EpisodeIsAborted {
		row.What = "was cut off"
		return // the reason says why
	}
	var parts []string
	if ev.Reason != "" {
		parts = append(parts, ev.Reason)
	}
	parts = append(parts, counted(ev.TokensOut, "tokens")...)
	if ev.Finish != "" {
		parts = append(parts, "finish "+ev.Finish)
	}
	parts = append(parts, counted(len(ev.Loose), "unlinked")...)
	parts = append(parts, counted(len(ev.Unchanged), "unchanged")...)
	row.Why = strings.Join(parts, ", ")
}

// writers are the origins of artifacts as a person calls them.
var writers = map[event.Origin]string{
	event.ByUser: "you", event.ByDisk: "disk", event.ByModel: "model", event.ByTool: "tool call", event.ByRestore: "you", event.ByRecovery: "you",
}

func (row *LedgerRow) recorded(ev event.ArtifactRecorded) {
	row.Who, row.What = writers[ev.Origin], "proposed"
	if row.Entity == "" {
		row.Entity = ev.Path
	}
	why := string(ev.Confidence)
	if reason := ev.Gates.Reason(); reason != "" {
		why += ": " + reason
	}
	switch {
	case ev.FromArtifact != "":
		row.Who, row.What = "holdfast", "copied"
	case ev.Removes:
		why = "to remove it, " + why
	}
	row.Why = why
}

func (row *LedgerRow) promoted(ev event.ArtifactPromoted) {
	row.Who, row.What = "gates", string(event.Authoritative)
	switch ev.Grant {
	case "operator", "write_head", "user_verification", "restore", gates.GrantRecovery:
		row.Who = "you"
	case "disk", "audit":
		row.Who = ev.Grant
	}
	row.Why = words(ev.Grant) + " grant"
	if ev.Grant == "operator" {
		row.Why = "the operator's word"
	}
	if ev.Supersedes != "" {
		row.Why += ", in place of " + ev.Supersedes
	}
}

// adopted tells what became the truth of a file together.
func (row *LedgerRow) adopted(ev event.FileAdopted) {
	row.Who, row.What, row.Entity = "you", string(event.Authoritative), ev.Path
	replaced := 0
	for i := range ev.Symbols {
		if ev.Symbols[i].Was != "" {
			replaced++
		}
	}
	var parts []string
	fresh := len(ev.Symbols) - replaced
	switch {
	case ev.FromSession != "":
		row.Who, row.What = "holdfast", "copied"
		parts = []string{strconv.Itoa(fresh) + " of it"}
	case ev.Origin != "":
		parts = append(counted(fresh, "back in it"), counted(replaced, "as before in it")...)
	default:
		parts = append(append(counted(fresh, "new in it"), counted(replaced, "in place of what was")...), "adopted from disk")
	}
	grant := words(ev.Grant) + " grant"
	if ev.Grant == "operator" {
		grant = "the operator's word"
	}
	row.Why = strings.Join(append(parts, grant), ", ")
}

// kept says what the operator acknowledged.
func kept(ev event.EntityAcknowledged) string {
	switch ev.Disk {
	case event.DiskMissing:
		return "although its file is gone"
	case event.DiskAbsent:
		return "although the file on disk does not define it"
	}
	return "although the disk holds " + ev.Disk
}

// delta tells a row of the Ledger that is one of the delta log.
func (row *LedgerRow) delta(r event.Row, ev event.Event) {
	rec, err := items.RecordOf(r, ev)
	if err != nil {
		row.other(r)
		return
	}
	row.Who, row.What, row.Why = "holdfast", "counted", rec.Words()
	switch ev := ev.(type) {
	case event.DeltaAccepted:
		row.Who, row.What = readers[ev.Source], words(rec.Kind())
	case event.DeltaRejected:
		row.Who, row.What = readers[ev.Source], "refused"
		row.Why = words(rec.Kind()) + ": " + row.Why
	case event.DeltaRestored:
		row.What, row.Why = "restored", items.Amount(ev.Items, "item")+", "+words(ev.From)
	}
}

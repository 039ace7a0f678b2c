package audit

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/store/event"
)

const entity = "store/pool.go::Pool.Acquire"

func TestAnAnswerIsReadStrictlyAmongWhateverStandsAroundIt_10(t *testing.T) {
	is := func(status string) string { return `{"entity": "` + entity + `", "status": "` + status + `"}` }
	for _, c := range []struct {
		name, said string
		want       event.AuditStatus
	}{
		{"alone", is("completed"), event.AuditCompleted},
		{"with its keys the other way round", `{"status":"partial","entity":"` + entity + `"}`, event.AuditPartial},
		{"in a fence", "```json\n" + is("discussion") + "\n```", event.AuditDiscussion},
		{"in prose with braces", "A struct{} and {x}: " + is("partial") + " (see {the code}).", event.AuditPartial},
		{"after reasoning that names another", "<think>maybe " + is("partial") + "</think>\n" + is("completed"), event.AuditCompleted},
		{"in capitals", is(" Completed "), event.AuditCompleted},
		{"said twice alike", is("partial") + is("partial"), event.AuditPartial},
		{"beside an answer about something else", `{"entity":"x","status":"partial"} ` + is("completed"), event.AuditCompleted},
		{"said twice otherwise", is("partial") + is("completed"), ""},
		{"of another entity", `{"entity":"Acquire","status":"completed"}`, ""},
		{"with an unknown status", is("done"), ""},
		{"that repeats the question", is("completed|partial|discussion"), ""},
		{"with more than was asked for", `{"entity":"` + entity + `","status":"completed","note":"x"}`, ""},
		{"within something else", `{"result":` + is("completed") + `}`, ""},
		{"without an entity", `{"status":"completed"}`, ""},
		{"of the wrong type", `{"entity":"` + entity + `","status":["completed"]}`, ""},
		{"that is cut", strings.TrimSuffix(is("completed"), "}"), ""},
		{"in prose alone", "It is completed.", ""},
		{"of nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Answer(c.said, entity)
			if got != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, ErrNoAnswer) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{`{"entity":"e","status":"completed"}`, "```json\n{}\n```", `{{{{"entity`, "<think>", `{"entity":"e","status":"partial"}{"entity":"e","status":"completed"}`} {
		f.Add(s, "e")
	}
	f.Fuzz(func(t *testing.T, said, entity string) {
		status, err := Answer(said, entity)
		switch status {
		case event.AuditCompleted, event.AuditPartial, event.AuditDiscussion:
			if err != nil {
				t.Errorf("a result and %v", err)
			}
			if !utf8.ValidString(said) || !utf8.ValidString(entity) {
				return
			}
			if name, _ := json.Marshal(entity); !strings.Contains(said, "{") || len(said) < len(string(status)) || len(name) == 0 {
				t.Errorf("%q is found in %q", status, said)
			}
		case "":
			if !errors.Is(err, ErrNoAnswer) {
				t.Errorf("no result and %v", err)
			}
		default:
			t.Errorf("the result is %q", status)
		}
	})
}

func TestTheQuestionIsOneMessageThatFitsASmallContext(t *testing.T) {
	long := strings.Repeat("größer ", 20_000)
	s := Subject{Entity: entity, Code: long, Prompt: long, Reply: long}
	text := s.Question()
	if behind := s.Behind(); len(behind) > 8<<10 || strings.Contains(behind, "[REPLY]") || !strings.HasSuffix(text, behind[strings.Index(behind, "[CODE OF"):]) {
		t.Errorf("behind the conversation it is\n%s", behind)
	}
	if len(text) > 14<<10 || !utf8.ValidString(text) || strings.Contains(text, "\uFFFD") {
		t.Errorf("the question has %d bytes", len(text))
	}
	for _, want := range []string{"What is the state of " + entity + "?", "bytes are left out here", `"entity":"` + entity + `"`, "[CODE OF " + entity + "]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the question lacks %s", want)
		}
	}
}

func TestOnlyWhatAnAuditCanChangeIsAskedAbout_10(t *testing.T) {
	lacks := event.GateReport{Decision: "propose", Checks: []event.Check{
		{Gate: "A", Pass: true}, {Gate: "ETV", Pass: true}, {Gate: "B", Pass: false}}}
	cut := event.GateReport{Decision: "propose", Checks: []event.Check{{Gate: "A", Pass: false}, {Gate: "B", Pass: true}}}
	stale := event.GateReport{Decision: "propose", Checks: []event.Check{{Gate: "A", Pass: true}, {Gate: "ETV", Pass: false}}}
	by := func(grant string) event.GateReport { return event.GateReport{Decision: "promote", Grant: grant} }
	proposal := func(id string, r event.GateReport) Candidate {
		return Candidate{Subject: Subject{Artifact: id}, Confidence: event.Confirmed, State: event.Proposed, Gates: r}
	}
	promotion := func(id, grant string) Candidate {
		return Candidate{Subject: Subject{Artifact: id}, Confidence: event.Confirmed, State: event.Authoritative, Gates: by(grant)}
	}
	inferred, waits, removal := proposal("inferred", lacks), proposal("waits", lacks), proposal("removal", lacks)
	inferred.Confidence, waits.WaitsForDisk, removal.Removes = event.Inferred, true, true
	for _, c := range []struct {
		name string
		list []Candidate
		want string
	}{
		{"what lacks only a grant comes first", []Candidate{promotion("a", "parity"), proposal("b", lacks), promotion("c", "user_verification")}, "b a c"},
		{"what fails gate A is not helped by it", []Candidate{proposal("a", cut)}, ""},
		{"nor is what is STALE", []Candidate{proposal("a", stale)}, ""},
		{"what the disk, the user or the operator granted is beyond doubt", []Candidate{promotion("a", "disk"), promotion("b", "write_head"), promotion("c", "operator")}, ""},
		{"INFERRED, removals and what waits for the disk are left alone", []Candidate{inferred, waits, removal}, ""},
		{"no more than four of a reply", []Candidate{promotion("a", "parity"), promotion("b", "parity"), promotion("c", "parity"), promotion("d", "parity"), promotion("e", "parity")}, "a b c d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range Choose(c.list) {
				got = append(got, s.Artifact)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("asked about %v, want %s", got, c.want)
			}
		})
	}
}

package gates

import (
	"slices"
	"strings"
	"testing"

	"holdfast/store/event"
)

func measured(tokens int) Measure { return Measure{Nodes: tokens * 2, Tokens: tokens, Count: 1} }

// update is an artifact of a model that passes everything, and its evidence.
func update() (Candidate, Evidence) {
	c := Candidate{
		Entity: "a.go::F", Hash: "sha256:new", Confidence: event.Confirmed, Finish: "stop",
		Origin: event.ByModel, Measure: measured(100),
	}
	e := Evidence{Base: &Base{Artifact: "base", Hash: "sha256:old", Measure: measured(100), Acknowledged: true}}
	return c, e
}

func TestPromotionRules(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Candidate, *Evidence)
		want   string // decision
		grant  string
		reason string // part of the first reason
	}{
		{"6: a full, confirmed update of an acknowledged base is promoted by parity", nil, Promote, GrantParity, ""},
		{"6: a new entity is promoted by parity", func(_ *Candidate, e *Evidence) { e.Base = nil }, Promote, GrantParity, ""},
		{"4: INFERRED is PROPOSED only", func(c *Candidate, _ *Evidence) { c.Confidence = event.Inferred }, Propose, "", "INFERRED"},
		{"4: INFERRED is not promoted by user verification", func(c *Candidate, e *Evidence) {
			c.Confidence, e.UserVerified = event.Inferred, true
		}, Propose, "", "INFERRED"},
		{"6 A: an elided definition is PROPOSED", func(c *Candidate, _ *Evidence) {
			c.Incomplete = []string{"elided at line 3"}
		}, Propose, "", "elided at line 3"},
		{"6 A: a reply cut at the token limit is PROPOSED", func(c *Candidate, _ *Evidence) { c.Finish = "length" }, Propose, "", "token limit"},
		{"6 A: a reply without a finish reason is PROPOSED", func(c *Candidate, _ *Evidence) { c.Finish = "" }, Propose, "", "without a finish reason"},
		{"6 A: a reply that broke off is PROPOSED", func(c *Candidate, _ *Evidence) { c.Finish = FinishCut }, Propose, "", "broke off before its end"},
		{"7: a whole-file update that loses a symbol is PROPOSED", func(c *Candidate, _ *Evidence) { c.Lost = []string{"G"} }, Propose, "", "loses G"},
		{"7: half of the nodes and tokens is the least that passes", func(c *Candidate, _ *Evidence) { c.Measure = measured(50) }, Promote, GrantParity, ""},
		{"7: below half is a collapse", func(c *Candidate, _ *Evidence) { c.Measure = measured(49) }, Propose, "", "AST nodes collapse from 200 to 98"},
		{"7: a small base cannot collapse", func(c *Candidate, e *Evidence) {
			e.Base.Measure, c.Measure = measured(39), measured(2)
		}, Promote, GrantParity, ""},
		{"7: a new parse error is PROPOSED", func(c *Candidate, _ *Evidence) { c.Measure.Errors = 1 }, Propose, "", "does not parse cleanly"},
		{"7: errors that the base has too pass", func(c *Candidate, e *Evidence) {
			c.Measure.Errors, e.Base.Measure.Errors = 2, 2
		}, Promote, GrantParity, ""},
		{"7: a lost overload is PROPOSED", func(c *Candidate, e *Evidence) { e.Base.Measure.Count = 2 }, Propose, "", "1 of 2 definitions"},
		{"product 10: what a client applies waits for the disk", func(c *Candidate, _ *Evidence) { c.WaitsForDisk = true }, Propose, "", "waits until the disk holds it"},
		{"product 10: and is promoted by the disk that holds it", func(c *Candidate, e *Evidence) {
			c.WaitsForDisk, e.Disk.Holds = true, true
		}, Promote, GrantDisk, ""},
		{"12: an unacknowledged base is PROPOSED", func(_ *Candidate, e *Evidence) { e.Base.Acknowledged = false }, Propose, "", "mutation base unacknowledged"},
		{"12: a base that only the disk holds is PROPOSED", func(_ *Candidate, e *Evidence) {
			e.Base = &Base{Hash: "sha256:disk", Measure: measured(100), FromDisk: true}
		}, Propose, "", "did not see that version"},
		{"12: a rename without confirmation is PROPOSED", func(c *Candidate, e *Evidence) {
			e.Base, c.RenameOf = nil, "a.go::G"
		}, Propose, "", "a.go::G renamed to a.go::F"},
		{"6 B: user verification promotes over an unacknowledged base", func(_ *Candidate, e *Evidence) {
			e.Base.Acknowledged, e.UserVerified = false, true
		}, Promote, GrantUser, ""},
		{"6 B: user verification waives the collapse", func(c *Candidate, e *Evidence) {
			c.Measure, e.UserVerified = measured(10), true
		}, Promote, GrantParity, ""},
		{"15.5: STALE blocks whatever else passes", func(_ *Candidate, e *Evidence) { e.Disk.Stale = "edited on disk" }, Propose, "", "STALE: edited on disk"},
		{"15.5: user verification never waives STALE", func(_ *Candidate, e *Evidence) {
			e.Disk.Stale, e.UserVerified = "edited on disk", true
		}, Propose, "", "STALE"},
		{"9.1: a user's paste is AUTHORITATIVE at once", func(c *Candidate, e *Evidence) {
			c.Origin, c.Finish, c.Measure = event.ByUser, "", measured(5)
			e.Base.Acknowledged, e.Disk.Stale = false, "edited on disk"
		}, Promote, GrantWrite, ""},
		{"9.1: an elided paste is PROPOSED", func(c *Candidate, _ *Evidence) {
			c.Origin, c.Finish, c.Incomplete = event.ByUser, "", []string{"elided at line 1"}
		}, Propose, "", "elided"},
		{"9.1: a paste that does not parse is PROPOSED", func(c *Candidate, _ *Evidence) {
			c.Origin, c.Finish, c.Measure.Errors = event.ByUser, "", 1
		}, Propose, "", "does not parse"},
		{"3.3: what the map holds already changes nothing", func(c *Candidate, e *Evidence) { c.Hash = e.Base.Hash }, Unchanged, "", ""},
		{"15.2: a new entity exactly as the disk holds it is settled by the disk", func(c *Candidate, e *Evidence) {
			e.Base, e.Disk.Holds = &Base{Hash: c.Hash, Measure: c.Measure, FromDisk: true}, true
		}, Promote, GrantDisk, ""},
		{"15.2: what the disk holds is settled even where a gate refuses it", func(c *Candidate, e *Evidence) {
			c.Measure, c.Lost, c.Incomplete, c.Finish = measured(3), []string{"G"}, []string{"elided at line 1"}, "length"
			e.Disk = Disk{Stale: "edited", Holds: true}
		}, Promote, GrantDisk, ""},
		{"4: the disk settles nothing that is only INFERRED", func(c *Candidate, e *Evidence) {
			c.Confidence, e.Disk.Holds = event.Inferred, true
		}, Propose, "", "INFERRED"},
		{"15.5: a file that cannot be compared is no base", func(_ *Candidate, e *Evidence) {
			e.Disk.Unread = "permission denied"
		}, Propose, "", "cannot be compared: permission denied"},
		{"15.5: the user writes over a file that cannot be compared", func(c *Candidate, e *Evidence) {
			c.Origin, e.Disk.Unread = event.ByUser, "permission denied"
		}, Promote, GrantWrite, ""},
		{"15.4: unsaved answers can be tolerated by configuration", func(_ *Candidate, e *Evidence) {
			e.Disk = Disk{Stale: "not_applied", Tolerated: "[etv] not_applied is hydrate"}
		}, Promote, GrantParity, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, e := update()
			if tt.change != nil {
				tt.change(&c, &e)
			}
			r := Judge(c, e, DefaultLimits)
			if r.Decision != tt.want || r.Grant != tt.grant {
				t.Fatalf("decision %q by %q, want %q by %q: %+v", r.Decision, r.Grant, tt.want, tt.grant, r)
			}
			if tt.want == Propose && (len(r.Reasons) == 0 || !strings.Contains(r.Reasons[0], tt.reason)) {
				t.Errorf("first reason of %q does not say %q", r.Reasons, tt.reason)
			}
			if tt.want == Promote && len(r.Reasons) > 0 {
				t.Errorf("promoted with reasons against it: %q", r.Reasons)
			}
		})
	}
}

// Every decision records which checks passed and failed, with their numbers.
func TestGateReportHoldsEveryCheckWithItsNumbers(t *testing.T) {
	c, e := update()
	c.Measure = measured(30)
	r := Judge(c, e, DefaultLimits)
	for _, name := range []string{"resolution", "full_definition", "finish", "parity_symbols", "parity_errors", "parity_nodes", "parity_tokens", "stale", "grant_parity", "grant_user"} {
		if !slices.ContainsFunc(r.Checks, func(c event.Check) bool { return c.Name == name }) {
			t.Errorf("the report lacks %s", name)
		}
	}
	at := slices.IndexFunc(r.Checks, func(c event.Check) bool { return c.Name == "parity_tokens" })
	if got := r.Checks[at]; got.Was != 100 || got.Now != 30 || got.Pass {
		t.Errorf("parity_tokens: %+v, want failed, 100 to 30", got)
	}
	if r.Base != "base" {
		t.Errorf("base %q", r.Base)
	}
}

func TestOperatorsWordKeepsWhatHadFailed(t *testing.T) {
	c, e := update()
	c.Measure = measured(30)
	refused := Judge(c, e, DefaultLimits)
	r := Operator(refused, "accepted by the operator")
	if r.Decision != Promote || r.Grant != GrantOperator {
		t.Fatalf("decision %q by %q", r.Decision, r.Grant)
	}
	if len(r.Checks) != len(refused.Checks)+1 || !slices.Equal(r.Reasons, refused.Reasons) {
		t.Errorf("the record of the refusal changed: %+v", r)
	}
	if len(refused.Checks) == len(r.Checks) {
		t.Error("the waiting report itself was changed")
	}
}

func TestTwoVersionsInOneTextAreToldBesideTheVerdict(t *testing.T) {
	c, e := update()
	promoted := Judge(c, e, DefaultLimits)
	c.Measure = measured(30)
	waiting := Judge(c, e, DefaultLimits)
	for _, test := range []struct {
		name   string
		report event.GateReport
		stands bool
		says   string
	}{
		{"the later is promoted", promoted, true, "the same message brought it twice: this later version was taken, not the earlier one (a1)"},
		{"the later waits beside the earlier", waiting, true, "the same message brought it twice: the earlier version (a1) was taken, this later one waits"},
		{"the later waits in place of the earlier", waiting, false, "the same message brought it twice: this later version waits, the earlier one (a1) was closed"},
	} {
		r := Again(test.report, "a1", test.stands)
		if Note(r) != test.says || Note(test.report) != "" {
			t.Errorf("%s: %q", test.name, Note(r))
		}
		if r.Decision != test.report.Decision || r.Grant != test.report.Grant || len(r.Reasons) != len(test.report.Reasons)+1 || r.Reasons[len(r.Reasons)-1] != test.says {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}

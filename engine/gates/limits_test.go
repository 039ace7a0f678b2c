package gates

import (
	"fmt"
	"slices"
	"testing"

	"holdfast/store/event"
)

// check is a check of a report by its name, and whether it is there.
func check(r event.GateReport, name string) (event.Check, bool) {
	at := slices.IndexFunc(r.Checks, func(c event.Check) bool { return c.Name == name })
	if at < 0 {
		return event.Check{}, false
	}
	return r.Checks[at], true
}

// TSLP 7: parity is mechanical. Half of a base of 40 tokens or more may go, no token and
// no node more; a smaller base cannot collapse.
func TestParityAtItsLimits_7(t *testing.T) {
	tests := []struct {
		name     string
		was, now Measure
		nodes    string // "pass", "fail", or "" for not asked
		tokens   string
	}{
		{"exactly half is kept", Measure{Nodes: 100, Tokens: 100}, Measure{Nodes: 50, Tokens: 50}, "pass", "pass"},
		{"one token less", Measure{Nodes: 100, Tokens: 100}, Measure{Nodes: 50, Tokens: 49}, "pass", "fail"},
		{"one node less", Measure{Nodes: 100, Tokens: 100}, Measure{Nodes: 49, Tokens: 50}, "fail", "pass"},
		{"half of an odd number", Measure{Nodes: 101, Tokens: 101}, Measure{Nodes: 51, Tokens: 50}, "pass", "fail"},
		{"a base of 40 tokens", Measure{Nodes: 90, Tokens: 40}, Measure{Nodes: 4, Tokens: 2}, "fail", "fail"},
		{"a base of 39 tokens", Measure{Nodes: 90, Tokens: 39}, Measure{Nodes: 4, Tokens: 2}, "", ""},
		{"everything is gone", Measure{Nodes: 90, Tokens: 40}, Measure{}, "fail", "fail"},
		{"it grows", Measure{Nodes: 90, Tokens: 40}, Measure{Nodes: 9000, Tokens: 4000}, "pass", "pass"},
		{"a base without nodes", Measure{Tokens: 40}, Measure{Tokens: 40}, "pass", "pass"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, e := update()
			c.Measure, e.Base.Measure = tt.now, tt.was
			r := Judge(c, e, DefaultLimits)
			for name, want := range map[string]string{"parity_nodes": tt.nodes, "parity_tokens": tt.tokens} {
				got := ""
				if x, asked := check(r, name); asked && x.Pass {
					got = "pass"
				} else if asked {
					got = "fail"
				}
				if got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if failed := tt.nodes == "fail" || tt.tokens == "fail"; (r.Decision == Propose) != failed {
				t.Errorf("decision %q: %q", r.Decision, r.Reasons)
			}
		})
	}
}

// An update may hold the faults that its base has, and no more (TSLP 6, full definition).
func TestParseErrorsAreHeldAgainstTheBase_6(t *testing.T) {
	tests := []struct {
		was, now int
		pass     bool
		detail   string
	}{
		{0, 0, true, "parses without errors"},
		{3, 0, true, "parses without errors"},
		{3, 3, true, "3 parse errors, the base has 3"},
		{3, 1, true, "1 parse error, the base has 3"},
		{0, 1, false, "does not parse cleanly: 1 parse error"},
		{1, 2, false, "2 parse errors, the base has only 1"},
	}
	for _, tt := range tests {
		for _, origin := range []event.Origin{event.ByModel, event.ByUser} { // the user's hand makes no broken code whole
			c, e := update()
			c.Origin, c.Measure.Errors, e.Base.Measure.Errors = origin, tt.now, tt.was
			r := Judge(c, e, DefaultLimits)
			x, _ := check(r, "parity_errors")
			if x.Pass != tt.pass || x.Detail != tt.detail || x.Was != tt.was || x.Now != tt.now || (r.Decision == Promote) != tt.pass {
				t.Errorf("%d after %d by %s: %+v, %s", tt.now, tt.was, origin, x, r.Decision)
			}
		}
	}
}

// A name that is defined several times is one entity (product 3): a definition that is
// left out is lost, unless the user's own hand left it out.
func TestDefinitionsOfOneNameAreCounted_7(t *testing.T) {
	tests := []struct {
		was, now int
		origin   event.Origin
		asked    bool
		decision string
	}{
		{1, 1, event.ByModel, false, Promote}, {1, 3, event.ByModel, false, Promote},
		{2, 2, event.ByModel, true, Promote}, {2, 3, event.ByModel, true, Promote}, {2, 1, event.ByModel, true, Propose}, {2, 1, event.ByUser, true, Promote},
	}
	for _, tt := range tests {
		c, e := update()
		c.Origin, c.Measure.Count, e.Base.Measure.Count = tt.origin, tt.now, tt.was
		r := Judge(c, e, DefaultLimits)
		if x, asked := check(r, "parity_count"); asked != tt.asked || r.Decision != tt.decision || asked && (x.Was != tt.was || x.Now != tt.now) {
			t.Errorf("%d of %d by %s: asked %t, %s", tt.now, tt.was, tt.origin, asked, r.Decision)
		}
	}
}

// Only a natural end is an end (product 9): whatever else a server says waits.
func TestTheFinishOfAReply_6(t *testing.T) {
	for finish, want := range map[string]string{
		"stop": Promote, "tool_calls": Promote, "": Propose, "length": Propose, FinishCut: Propose, "content_filter": Propose, "STOP ": Propose, "error": Propose,
	} {
		for _, origin := range []event.Origin{event.ByModel, event.ByTool} {
			c, e := update()
			c.Finish, c.Origin = finish, origin
			if r := Judge(c, e, DefaultLimits); r.Decision != want {
				t.Errorf("%q by %s: %s", finish, origin, r.Decision)
			}
		}
		c, e := update()
		c.Finish, c.Origin = finish, event.ByUser
		r := Judge(c, e, DefaultLimits)
		if _, asked := check(r, "finish"); asked || r.Decision != Promote {
			t.Errorf("%q: the user's own words need no end, and are judged %s", finish, r.Decision)
		}
	}
}

// The first grant of gate B that holds is the one that is named, and the others are on
// record (TSLP 6, any one).
func TestAnyOneGrantIsEnough_6(t *testing.T) {
	for _, parity := range []bool{false, true} {
		for _, verified := range []bool{false, true} {
			for _, audit := range []event.AuditStatus{"", event.AuditPartial, event.AuditDiscussion, event.AuditCompleted} {
				c, e := update()
				e.Base.Acknowledged, e.UserVerified, e.Audit = parity, verified, audit
				r := Judge(c, e, DefaultLimits)
				want := ""
				switch {
				case parity:
					want = GrantParity
				case verified:
					want = GrantUser
				case audit == event.AuditCompleted:
					want = GrantAudit
				}
				name := fmt.Sprintf("parity %t, verified %t, audit %q", parity, verified, audit)
				if r.Grant != want || (r.Decision == Promote) != (want != "") {
					t.Errorf("%s: %s by %q, want %q", name, r.Decision, r.Grant, want)
				}
				if _, told := check(r, "grant_audit"); told != (audit != "") {
					t.Errorf("%s: the audit is on record: %t", name, told)
				}
			}
		}
	}
}

// What comes after a verdict changes a copy of its report, never the report itself.
func TestWhatComesAfterAVerdict_6(t *testing.T) {
	c, e := update()
	c.Measure = measured(10)
	refused := Judge(c, e, DefaultLimits)
	checks, reasons := len(refused.Checks), slices.Clone(refused.Reasons)

	settled := Settled(refused)
	if x, there := check(settled, "grant_disk"); settled.Decision != Promote || settled.Grant != GrantDisk || settled.Reasons != nil || !there || !x.Pass {
		t.Errorf("settled by the disk: %+v", settled)
	}
	if x, _ := check(settled, "parity_tokens"); x.Pass {
		t.Error("what had failed is off the record")
	}
	accepted := Operator(refused, "accepted by the operator")
	reopened := Reopened(accepted, "it waits again")
	if _, there := check(reopened, "operator"); reopened.Decision != Propose || reopened.Grant != "" || there || reopened.Reason() != refused.Reason() {
		t.Errorf("reopened: %+v", reopened)
	}
	if got := reopened.Reasons[len(reopened.Reasons)-1]; got != "it waits again" {
		t.Errorf("it says %q", got)
	}
	if again := Operator(reopened, "accepted after all"); len(again.Checks) != checks+1 {
		t.Errorf("accepted twice, it holds %d checks", len(again.Checks))
	}
	restored := Restored("from version 1")
	if x, _ := check(restored, "operator"); restored.Decision != Promote || restored.Grant != GrantOperator || !x.Pass || x.Detail != "from version 1" {
		t.Errorf("restored: %+v", restored)
	}
	if _, there := check(accepted, "operator"); !there {
		t.Error("reopened, the acceptance has lost its word")
	}
	roomy := refused // whose list has room for more
	roomy.Checks = append(make([]event.Check, 0, 2*checks), refused.Checks...)
	first, second := Operator(roomy, "the first word"), Operator(roomy, "the second word")
	third := Settled(roomy)
	for want, r := range map[string]event.GateReport{"the first word": first, "the second word": second, "the disk holds exactly this": third} {
		if got := r.Checks[len(r.Checks)-1].Detail; got != want {
			t.Errorf("one report says %q in the place of %q", got, want)
		}
	}
	if len(refused.Checks) != checks || !slices.Equal(refused.Reasons, reasons) || refused.Decision != Propose {
		t.Errorf("the verdict itself has changed: %+v", refused)
	}
}

// A file of many lost symbols names five of them.
func TestLostSymbolsAreNamed_7(t *testing.T) {
	for n, want := range map[int]string{1: "the file loses F1", 5: "the file loses F1, F2, F3, F4, F5", 6: "the file loses F1, F2, F3, F4, F5 and 1 more", 400: "the file loses F1, F2, F3, F4, F5 and 395 more"} {
		c, e := update()
		for i := range n {
			c.Lost = append(c.Lost, fmt.Sprint("F", i+1))
		}
		if r := Judge(c, e, DefaultLimits); r.Decision != Propose || r.Reason() != want {
			t.Errorf("%d: %s, %q", n, r.Decision, r.Reason())
		}
	}
}

package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"holdfast/engine/report"
	"holdfast/store/event"
)

// told are rows as a person reads them.
func told(rows []report.LedgerRow) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Who, r.What, r.Entity))
	}
	return out
}

func Test32TheLedgerIsReadInWordsNewestFirst(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.write(greetFile, goFile(byHand, bye))
	h.ask("explain Greet and Part")
	page, err := h.Ledger(ctx, report.LedgerQuery{N: 100})
	if err != nil {
		t.Fatal(err)
	}
	if page.More || page.Oldest != 1 || page.Newest != h.Status().Head {
		t.Errorf("from row %d to %d, more %v; the head is %d", page.Oldest, page.Newest, page.More, h.Status().Head)
	}
	lines := told(page.Rows)
	if lines[0] != "model answered" || lines[1] != "you asked" || !strings.Contains(page.Rows[1].Why, "1 withheld") {
		t.Errorf("the last turn is told as %q (%s)", lines[:2], page.Rows[1].Why)
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{"AUTHORITATIVE greet.go::Greet", "proposed greet.go::Greet", "you began"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing says %q:\n%s", want, all)
		}
	}
	for i, r := range page.Rows[:len(page.Rows)-1] {
		if r.Prev != page.Rows[i+1].Hash {
			t.Errorf("row %d does not follow on row %d", r.Seq, page.Rows[i+1].Seq)
		}
	}
}

func TestTheLedgerIsReadPageByPageBothWays(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	h.ask("explain Greet")
	whole, err := h.Ledger(ctx, report.LedgerQuery{N: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		newer  bool
		filter string
	}{{"back", false, ""}, {"forth", true, ""}, {"back through a filter", false, "promoted greet"}, {"forth through a filter", true, "Promoted GREET"}} {
		var want, got []int64
		for _, r := range whole.Rows {
			if c.filter == "" || r.What == "AUTHORITATIVE" && strings.Contains(r.Entity, "greet") {
				want = append(want, r.Seq)
			}
		}
		from := int64(0)
		for range 1000 {
			page, err := h.Ledger(ctx, report.LedgerQuery{From: from, Newer: c.newer, N: 2, Filter: c.filter})
			if err != nil {
				t.Fatal(err)
			}
			var seqs []int64
			for _, r := range page.Rows {
				seqs = append(seqs, r.Seq)
			}
			if c.newer {
				got, from = append(seqs, got...), page.Newest
			} else {
				got, from = append(got, seqs...), page.Oldest
			}
			if !page.More {
				break
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(want) == 0 {
			t.Errorf("%s: rows %v, want %v", c.name, got, want)
		}
	}
}

func Test32ARowInFullIsWhatItsHashIsOf(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	page, err := h.Ledger(ctx, report.LedgerQuery{N: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range page.Rows {
		full, err := h.LedgerEntry(ctx, r.Seq)
		if err != nil || event.Hash(full.Canonical) != r.Hash || full.LedgerRow != r {
			t.Errorf("row %d in full is %+v (%v)", r.Seq, full, err)
		}
	}
	if _, err := h.LedgerEntry(ctx, 1<<40); err == nil {
		t.Error("a row that is not there was read")
	}
}

func Test6EveryVersionIsExplainedByItsEvidenceAndItsGates(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	h := savedHouse(t)
	versions, err := h.Explain(ctx, "greet.go::Greet")
	if err != nil || len(versions) == 0 {
		t.Fatal(versions, err)
	}
	for _, v := range versions {
		if !strings.Contains(v.Evidence, "func Greet") || v.EvidenceSize < len(v.Evidence) || len(v.Gates.Checks) == 0 {
			t.Errorf("version %s: evidence %q, %d checks", v.Artifact, v.Evidence, len(v.Gates.Checks))
		}
	}
	if _, err := h.Explain(ctx, "none.go::None"); err == nil {
		t.Error("an unknown entity was explained")
	}
}

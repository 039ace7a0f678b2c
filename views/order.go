package views

import (
	"slices"
	"strings"
	"time"
)

// Order is how the rows of a List are sorted.
type Order int

// The orders of a list. As they come, the symbols of a file stand together.
const (
	ByFile Order = iota
	ByChange
	ByName
)

// String names the order: "by change".
func (o Order) String() string { return [...]string{"by file", "by change", "by name"}[o] }

// Dated are rows that know when they changed.
type Dated interface {
	Rows
	// Changed is when row i came to be as it is, zero where that is not known.
	Changed(i int) time.Time
}

// ordered are rows in another order. They stand in no groups.
type ordered struct {
	Rows
	at []int
}

// ID implements Rows.
func (o ordered) ID(i int) string { return o.Rows.ID(o.at[i]) }

// At implements Rows.
func (o ordered) At(i int) Row { return o.Rows.At(o.at[i]) }

// inOrder are rows as an order has them: the last changed first, or by the names of
// their symbols.
func inOrder(rows Rows, by Order) Rows {
	dated, ok := rows.(Dated)
	if rows == nil || by == ByFile || by == ByChange && !ok {
		return rows
	}
	o := ordered{rows, make([]int, rows.Len())}
	for i := range o.at {
		o.at[i] = i
	}
	if by == ByChange {
		times := make([]int64, len(o.at))
		for i := range times {
			if at := dated.Changed(i); !at.IsZero() {
				times[i] = at.UnixNano()
			}
		}
		slices.SortStableFunc(o.at, func(a, b int) int {
			switch {
			case times[a] > times[b]:
				return -1
			case times[a] < times[b]:
				return 1
			}
			return 0
		})
		return o
	}
	names := make([]string, len(o.at))
	for i := range names {
		_, symbol, ok := strings.Cut(rows.At(i).Match(), "::")
		if id := rows.ID(i); strings.Contains(id, "::") {
			_, symbol, ok = strings.Cut(id, "::")
		}
		if symbol, _, _ = strings.Cut(symbol, " "); !ok {
			symbol = rows.ID(i)
		}
		names[i] = strings.ToLower(symbol)
	}
	slices.SortStableFunc(o.at, func(a, b int) int { return strings.Compare(names[a], names[b]) })
	return o
}

// Sortable reports whether the rows can stand in another order than they come in.
func (l *List) Sortable() bool {
	_, ok := l.given.(Dated)
	return ok
}

// Sorted is the order of the rows.
func (l *List) Sorted() Order { return l.order }

// Sort puts the rows in an order, which stays when they are replaced.
// The cursor stays on its row; on the row of a file, it goes to the first of it.
func (l *List) Sort(by Order) {
	if rows := l.Gathered(); len(rows) > 0 {
		id := rows[0].ID()
		l.order = by
		l.Show(l.given)
		l.Select(id)
		return
	}
	l.order = by
	l.Show(l.given)
}

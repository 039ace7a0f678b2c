package app

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/views"
)

// markable are rows that can be marked.
type markable interface {
	// Unmark takes the mark of the row named id away.
	Unmark(id string)
}

// unmark takes marks away.
func unmark(rows markable, ids []string) func() {
	return func() {
		for _, id := range ids {
			rows.Unmark(id)
		}
	}
}

// several are the rows that a key is about where they are more than one: those that
// are marked, else those of the file under the cursor; nil where it is about one row.
func several[R views.Row](list *views.List) (one R, all *bulk) {
	switch marked, gathered := list.Marked(), list.Gathered(); {
	case len(marked) > 1:
		return one, &bulk{rows: list, keys: ids(marked)}
	case len(marked) == 1:
		one, _ = marked[0].(R)
	case gathered != nil:
		return one, &bulk{name: list.Selected().(views.File).Name, keys: ids(gathered)}
	default:
		one, _ = list.Selected().(R)
	}
	return one, nil
}

// ids are the names of rows.
func ids(rows []views.Row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.ID()
	}
	return out
}

// markBindings mark rows of a list; what its keys then do is told in verb.
func markBindings(rows *views.List) []binding {
	return []binding{
		{keys: []string{" "}, name: "space", verb: "mark", help: "mark the row, or take its mark away: a decision is about all marked ones at once",
			bar: 7, do: func(*Model) tea.Cmd {
				rows.Mark()
				rows.Move(1)
				return nil
			}, unless: noRow},
		{keys: []string{"*"}, verb: "mark all", help: "mark all rows that the filter shows, or take their marks away", do: markAll, unless: noRow},
		{keys: []string{"V"}, verb: "mark a range", help: "begin a range of marks, and where one has begun, mark it", do: markRange, unless: noRow},
	}
}

// marking is a word for the bar with the number of the rows that it is about.
func marking(rows *views.List, verb string) string {
	if n := rows.Marks(); n > 0 {
		return verb + " " + strconv.Itoa(n) + " marked"
	}
	return verb
}

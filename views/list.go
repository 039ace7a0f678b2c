package views

import "strconv"

// Row is one line of a List. A Row must be comparable: it is its own cache key,
// so that a row which looks different is drawn anew and any other is not.
type Row interface {
	// ID names the row; the selection follows it when rows come and go.
	ID() string
	// Match is the text that a filter searches.
	Match() string
	// Draw returns the row in exactly w columns, of which the first two are the
	// list's: the cursor, and a blank where it sets a mark. A selected row is drawn
	// without paints of its own; the list paints it as a whole.
	Draw(t *Theme, w int, selected bool) string
}

// Rows are the rows of a List. Those out of sight are asked for nothing but
// their IDs, so that a row need not exist before it is drawn.
type Rows interface {
	Len() int
	ID(i int) string
	At(i int) Row
}

// fixed are rows that exist.
type fixed []Row

func (f fixed) Len() int        { return len(f) }
func (f fixed) ID(i int) string { return f[i].ID() }
func (f fixed) At(i int) Row    { return f[i] }

// maxCached bounds the drawn rows that a List keeps.
const maxCached = 2048

// List is a windowed list: only rows that are seen are drawn, and a drawn row is
// kept until it looks different. It holds its cursor, filter and marks.
type List struct {
	rows   Rows            // nil for none
	given  Rows            // what Show was given: rows in their order
	order  Order           // that rows stand in
	groups []group         // runs of rows that stand under a row of their own
	folds  map[string]bool // groups that the operator folded or unfolded
	shown  []int           // what stands where, see entry; unused where direct
	found  int             // rows that pass the filter
	lower  []string        // what the filter searches, made when first needed
	filter string
	last   string          // filter that was dropped last, which Seek goes on with
	cursor int             // index into shown
	top    int             // first of shown in the window
	marks  map[string]bool // rows to be gone through, by their IDs
	anchor string          // where a range of marks began, "" for none

	cache map[drawn]string
}

type drawn struct {
	row      Row
	w        int
	selected bool
	t        *Theme
}

// Set replaces the rows. The cursor stays on the row it was on, or where that
// is gone, at its place.
func (l *List) Set(rows []Row) { l.Show(fixed(rows)) }

// Show is Set for rows that are made as they are seen. They must stay as they are
// until they are replaced.
func (l *List) Show(rows Rows) {
	id := l.selectedID()
	l.given, l.rows, l.lower = rows, inOrder(rows, l.order), nil
	l.gather()
	l.apply()
	l.Select(id)
	l.keepMarks()
}

// Total is the number of rows, filtered or not.
func (l *List) Total() int {
	if l.rows == nil {
		return 0
	}
	return l.rows.Len()
}

// All is what Show was given, nil before.
func (l *List) All() Rows { return l.given }

// Rows returns all rows, filtered or not.
func (l *List) Rows() []Row {
	out := make([]Row, l.Total())
	for i := range out {
		out[i] = l.rows.At(i)
	}
	return out
}

// Find returns the ID of the first row whose ID is wanted, filtered or not, ""
// where there is none.
func (l *List) Find(want func(id string) bool) string {
	for i := range l.Total() {
		if id := l.rows.ID(i); want(id) {
			return id
		}
	}
	return ""
}

// Len is the number of rows that are shown, with those of groups.
func (l *List) Len() int {
	if l.direct() {
		return l.Total()
	}
	return len(l.shown)
}

// Cursor is the place of the selected row among those that pass the filter.
func (l *List) Cursor() int { return l.cursor }

// Selected returns the row under the cursor, or nil.
func (l *List) Selected() Row {
	if l.cursor < 0 || l.cursor >= l.Len() {
		return nil
	}
	return l.rowAt(l.cursor)
}

func (l *List) selectedID() string {
	if l.cursor < 0 || l.cursor >= l.Len() {
		return ""
	}
	return l.idAt(l.cursor)
}

// Select moves the cursor to the row named id and reports whether there is one.
func (l *List) Select(id string) bool {
	if id == "" {
		return false
	}
	if l.selectedID() == id {
		return true
	}
	for i := range l.Len() {
		if l.idAt(i) == id {
			l.cursor = i
			return true
		}
	}
	return l.unfolds(id)
}

// Move moves the cursor by n rows, stopping at the ends.
func (l *List) Move(n int) { l.cursor = max(0, min(l.cursor+n, l.Len()-1)) }

// Window brings the cursor into a window of h rows and returns the place of its
// first row.
func (l *List) Window(h int) int {
	if h < 1 {
		return l.top
	}
	if l.cursor < l.top {
		l.top = l.cursor
	}
	if l.cursor >= l.top+h {
		l.top = l.cursor - h + 1
	}
	l.top = max(0, min(l.top, l.Len()-h))
	return l.top
}

// Pointer is how the row under the cursor looks.
type Pointer int

// A list that has the focus shows its cursor, the list of a detail that has the
// focus faintly, and any other not at all.
const (
	NoPointer Pointer = iota
	FaintPointer
	FullPointer
)

// Render draws the window of w by h.
func (l *List) Render(w, h int, t *Theme, as Pointer) []string {
	out := make([]string, 0, max(h, 0))
	top := l.Window(h)
	for i := top; i < top+h; i++ {
		if i >= l.Len() || w < 1 {
			out = append(out, spaces(w))
			continue
		}
		row := l.rowAt(i)
		if i != l.cursor || as == NoPointer {
			out = append(out, l.marked(row, l.draw(drawn{row, w, false, t}), t))
			continue
		}
		paint := t.SelectedIdle
		if as == FullPointer {
			paint = t.Selected
		}
		out = append(out, paint.On(l.marked(row, l.draw(drawn{row, w, true, t}), t)))
	}
	return out
}

func (l *List) draw(k drawn) string {
	if s, ok := l.cache[k]; ok {
		return s
	}
	if l.cache == nil || len(l.cache) >= maxCached {
		l.cache = make(map[drawn]string, 128)
	}
	s := k.row.Draw(k.t, k.w, k.selected)
	l.cache[k] = s
	return s
}

// Place tells where the cursor stands: "12/142".
func (l *List) Place() string {
	if l.Len() == 0 {
		return ""
	}
	return itoa(l.cursor+1) + "/" + itoa(l.Len())
}

func itoa(n int) string { return strconv.Itoa(n) }

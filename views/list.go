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

// maxCached bounds the drawn rows that a List keeps.
const maxCached = 2048

// List is a windowed list: only rows that are seen are drawn, and a drawn row is
// kept until it looks different. It holds its cursor, filter and marks.
type List struct {
	rows   []Row
	shown  []int    // indices into rows that pass the filter
	lower  []string // what the filter searches, made when first needed
	filter string
	last   string          // filter that was dropped last, which Seek goes on with
	cursor int             // index into shown
	top    int             // first of shown in the window
	marks  map[string]bool // rows to be gone through, by their IDs

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
func (l *List) Set(rows []Row) {
	id := ""
	if r := l.Selected(); r != nil {
		id = r.ID()
	}
	l.rows, l.lower = rows, nil
	l.apply()
	l.Select(id)
	l.keepMarks()
}

// Rows returns all rows, filtered or not.
func (l *List) Rows() []Row { return l.rows }

// Len is the number of rows that pass the filter.
func (l *List) Len() int { return len(l.shown) }

// Cursor is the place of the selected row among those that pass the filter.
func (l *List) Cursor() int { return l.cursor }

// Selected returns the row under the cursor, or nil.
func (l *List) Selected() Row {
	if l.cursor < 0 || l.cursor >= len(l.shown) {
		return nil
	}
	return l.rows[l.shown[l.cursor]]
}

// Select moves the cursor to the row named id and tells whether there is one.
func (l *List) Select(id string) bool {
	if id == "" {
		return false
	}
	if r := l.Selected(); r != nil && r.ID() == id {
		return true
	}
	for i, at := range l.shown {
		if l.rows[at].ID() == id {
			l.cursor = i
			return true
		}
	}
	return false
}

// Move moves the cursor by n rows, stopping at the ends.
func (l *List) Move(n int) { l.cursor = max(0, min(l.cursor+n, len(l.shown)-1)) }

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
	l.top = max(0, min(l.top, len(l.shown)-h))
	return l.top
}

// Render draws the window of w by h; focused tells how the cursor looks.
func (l *List) Render(w, h int, t *Theme, focused bool) []string {
	out := make([]string, 0, max(h, 0))
	top := l.Window(h)
	for i := top; i < top+h; i++ {
		if i >= len(l.shown) || w < 1 {
			out = append(out, spaces(w))
			continue
		}
		row := l.rows[l.shown[i]]
		if i != l.cursor {
			out = append(out, l.marked(row, l.draw(drawn{row, w, false, t}), t))
			continue
		}
		paint := t.SelectedIdle
		if focused {
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
	if len(l.shown) == 0 {
		return ""
	}
	return itoa(l.cursor+1) + "/" + itoa(len(l.shown))
}

func itoa(n int) string { return strconv.Itoa(n) }

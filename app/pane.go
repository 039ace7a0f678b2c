package app

import (
	"context"

	"holdfast/engine/report"
	"holdfast/views"
)

// pane is one numbered list of the screen. A further pane is one file with a type
// of these methods, and one line in newPanes. Numbers are keys and never move.
type pane interface {
	number() string
	title() string
	list() *views.List
	// empty says what to do where the list has no rows, and none the same in a few
	// words.
	empty(report.Status) string
	none(report.Status) string
	// load reads the engine, in a command; what it returns is run by Update.
	load(ctx context.Context, e Engine) (func(), error)
	// subject is what the detail shows: the selected row, nil for none.
	subject() *subject
	bindings() []binding
}

// tallied is a pane whose rows are counted in kinds.
type tallied interface {
	tally(t *views.Theme) string
}

// counted is a pane whose rows change only where report.Status.Listed does, and
// with them the page of each.
type counted interface {
	counted()
}

// subject is what the detail is about.
type subject struct {
	id   string
	load func(ctx context.Context, e Engine) (*page, error) // nil where now holds it
	now  *page
}

// page is a subject as the detail shows it.
type page struct {
	title  string
	head   func(t *views.Theme, w int) []string
	views  []view
	copies string // what is copied as the content; what the shown view says where empty
	// ids name the marks of a page of items, and picked is the one under the cursor;
	// nil for any other page.
	ids     []string
	prints  map[string]string // of what the marks name, and of what a filter hides
	targets map[string]string // what they are about, where that is no item
	picked  func(ids []string) int
	// grows reports whether the text of the first view goes on at its end, which then
	// is followed for as long as it is looked at.
	grows bool
}

// view is one of the texts of a page.
type view struct {
	name   string
	source views.Source
}

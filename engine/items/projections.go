package items

import "holdfast/engine/delta"

// The projections of the delta state by name, which is also that of their file
// without ".md".
const (
	ActiveState = "ACTIVE_STATE"
	Decisions   = "DECISIONS"
	Tasks       = "TASKS"
	Constraints = "CONSTRAINTS"
)

// Projections lists the names in the order in which they are shown.
var Projections = []string{ActiveState, Decisions, Tasks, Constraints}

// renderers make the projections; the table is read only.
var renderers = map[string]func([]*delta.Item) delta.Projection{
	ActiveState: delta.ActiveState, Decisions: delta.Decisions, Tasks: delta.Tasks, Constraints: delta.Constraints,
}

// ProjectionOf makes a projection, by its name, of items; of another name it is
// empty. It is pure.
func ProjectionOf(name string, items []delta.Item) delta.Projection {
	render := renderers[name]
	if render == nil {
		return delta.Projection{}
	}
	list := make([]*delta.Item, len(items))
	for i := range items {
		list[i] = &items[i]
	}
	return render(list)
}

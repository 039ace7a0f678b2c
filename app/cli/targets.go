package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine/config"
	"holdfast/engine/report"
)

// place is what an argument is as a path.
type place struct {
	arg, path      string // path is from the workspace's root, "." for itself
	root           string // of the workspace
	inside, exists bool
}

// holds reports whether a file of the workspace is that place, or lies in it.
func (at place) holds(path string) bool {
	return at.path == "." || path == at.path || strings.HasPrefix(path, at.path+"/")
}

// places finds what arguments are as paths, without an engine.
func (p *program) places(c *cobra.Command, args []string) ([]place, error) {
	cfg, err := p.load(c)
	if err != nil {
		return nil, err
	}
	current, err := p.current()
	if err != nil {
		return nil, err
	}
	var places []place
	for _, arg := range args {
		at := place{arg: arg, root: cfg.Workspace.Root}
		if at.path, at.inside = placeIn(cfg.Workspace, current, arg); at.inside && !qualified(arg) {
			_, err := os.Lstat(filepath.Join(cfg.Workspace.Root, filepath.FromSlash(at.path)))
			at.exists = err == nil
		}
		places = append(places, at)
	}
	return places, nil
}

// qualified reports whether an argument is an entity's name whatever files there are.
func qualified(arg string) bool { return strings.Contains(arg, "::") }

// placeIn is a file or folder of the workspace, "." for its root, named from
// there with slashes.
func placeIn(w config.Workspace, current, name string) (string, bool) {
	if !filepath.IsAbs(name) {
		if _, inside := below(w, current); !inside {
			current = w.Root
		}
		name = filepath.Join(current, name)
	}
	return below(w, filepath.Clean(name))
}

// target is what an argument means: a file or folder, or one entity.
type target struct {
	place
	entity *report.Entity // nil for a file or folder
	keys   []string       // the living entities that it means
}

// targets finds what each argument means before anything is done. A path that the
// State Map knows, or knew, is that path; only another word may be a symbol.
func targets(ctx context.Context, c *cobra.Command, e Engine, places []place) ([]target, error) {
	entities, err := e.Listed(ctx)
	if err != nil {
		return nil, err
	}
	ended, err := e.Ended(ctx)
	if err != nil {
		return nil, err
	}
	var found []target
	for _, at := range places {
		t := target{place: at}
		known := slices.ContainsFunc(ended, func(n report.Ended) bool { return at.holds(n.Path) })
		for i := range entities {
			if n := &entities[i]; at.inside && !qualified(at.arg) && at.holds(n.Path) {
				known = true
				if living(*n) {
					t.keys = append(t.keys, n.Key)
				}
			}
		}
		if !known || !at.inside || qualified(at.arg) {
			if err := t.name(ctx, c, e, entities); err != nil {
				return nil, err
			}
		}
		found = append(found, t)
	}
	return found, nil
}

// name takes an argument that is no tracked path for the name of an entity, or for a
// path that nothing is known of.
func (t *target) name(ctx context.Context, c *cobra.Command, e Engine, entities []report.Entity) error {
	t.keys = nil
	var keys []string
	for _, n := range entities {
		if living(n) {
			keys = append(keys, n.Key)
		}
	}
	key, err := pickEntity(keys, t.arg)
	var none *noneError
	switch {
	case err == nil && t.exists:
		return usage(c, "%q is a file or folder and names %s as well; say ./%s or %s", t.arg, key, t.arg, key)
	case err == nil:
		if entities, err = e.Entities(ctx); err != nil { // with what the disk holds of it
			return err
		}
		i := slices.IndexFunc(entities, func(n report.Entity) bool { return n.Key == key && living(n) })
		if i < 0 { // it has left just now
			return &noneError{key + " is not in the State Map any more"}
		}
		t.entity, t.keys = &entities[i], []string{key}
		return nil
	case t.exists:
		return nil
	case !errors.As(err, &none), qualified(t.arg):
		return err
	case !t.inside:
		return usage(c, "%s is not in the workspace %s", t.arg, t.root)
	}
	return &noneError{fmt.Sprintf("%q is no file or folder here, and no symbol of the State Map; holdfast state lists what there is", t.arg)}
}

// keysOf are the entities of several targets, each once.
func keysOf(found []target) []string {
	var keys []string
	seen := map[string]bool{}
	for _, t := range found {
		for _, key := range t.keys {
			if !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// several demands one argument at least.
func several(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage(c, "%s needs %s", c.CommandPath(), what)
		}
		return nil
	}
}

// said is what was decided about, for a sentence: the entity, or how many of what.
func said(found []target, keys []string) string {
	if len(keys) == 1 {
		return clean(keys[0])
	}
	words := count(len(keys), "symbol", "symbols")
	if len(found) == 1 {
		words += " of " + clean(cmp.Or(found[0].path, found[0].arg))
	}
	return words
}

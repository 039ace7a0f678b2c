package schemas

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func document(t *testing.T, name string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "canon", "valid", name))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(map[string]any)
}

func faults(t *testing.T, s Schema, v any) []string {
	t.Helper()
	found, err := Validate(s, v)
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(found))
	for i, f := range found {
		lines[i] = f.String()
	}
	return lines
}

func TestTheExamplesOfTheSpecificationAreValid(t *testing.T) {
	for name, schema := range map[string]Schema{
		"spec-minimal-delta.json": CanonStateDelta, "spec-complete-delta.json": CanonStateDelta,
		"spec-state.json": SessionState, "every-key.json": CanonStateDelta,
	} {
		if found := faults(t, schema, document(t, name)); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// optional are the keys that a document may lack; every other one is required
// (CANON_STATE_DELTA, "Required fields").
var optional = []string{"previous_hash", "last_state_hash", "notes", "target", "blocking", "path_or_label"}

// enumerated are the values that each closed key may have.
var enumerated = map[string][]string{
	"active_l0_sources[0].source_type":           {"project_file", "project_source", "uploaded_file", "local_file", "tool_output", "command_output", "verified_external_source", "state_file"},
	"active_l0_sources[0].status":                {"inspected", "unavailable", "conflicted"},
	"authorized_deltas[0].status":                {"pending_persistence", "persisted", "revoked"},
	"open_conflicts[0].status":                   {"open", "resolved", "deferred"},
	"last_persistent_artifacts[0].artifact_type": {"project_source", "downloaded_file", "canvas", "document", "state_file", "other"},
}

// mutation is one change to a document and the path of the only fault that it
// must make; "" for none.
type mutation struct {
	name, path string
	apply      func()
	undo       func()
}

// mutations lists, for every key at every level: the key removed, a value of
// every other type, and for every object an extra key.
func mutations(v any, steps []any) []mutation {
	var list []mutation
	set := func(name string, path string, put func(any), old, value any) {
		list = append(list, mutation{name, path, func() { put(value) }, func() { put(old) }})
	}
	switch v := v.(type) {
	case map[string]any:
		at := Path(append(slices.Clone(steps), "additional")...)
		list = append(list, mutation{at + " added", at, func() { v["additional"] = "x" }, func() { delete(v, "additional") }})
		for _, key := range slices.Sorted(maps.Keys(v)) {
			old, here := v[key], append(slices.Clone(steps), key)
			path := Path(here...)
			missing := path
			if slices.Contains(optional, key) {
				missing = ""
			}
			list = append(list, mutation{path + " removed", missing, func() { delete(v, key) }, func() { v[key] = old }})
			for _, other := range ofOtherTypes(old) {
				set(fmt.Sprintf("%s as %T", path, other), path, func(x any) { v[key] = x }, old, other)
			}
			list = append(list, mutations(old, here)...)
		}
	case []any:
		for i, item := range v {
			here := append(slices.Clone(steps), i)
			for _, other := range ofOtherTypes(item) {
				set(fmt.Sprintf("%s as %T", Path(here...), other), Path(here...), func(x any) { v[i] = x }, item, other)
			}
			list = append(list, mutations(item, here)...)
		}
	}
	return list
}

func ofOtherTypes(v any) []any {
	var others []any
	for _, other := range []any{nil, true, "text", int64(3), 2.5, []any{}, map[string]any{}} {
		if fmt.Sprintf("%T", other) != fmt.Sprintf("%T", v) && !(isNumber(v) && other == int64(3)) {
			others = append(others, other)
		}
	}
	return others
}

func isNumber(v any) bool { return strings.HasSuffix(fmt.Sprintf("%T", v), "Number") }

// Every required key removed, every type wrong, an extra key at each level: each
// is one fault, at its own path.
func TestEveryMutationIsFoundAtItsPath(t *testing.T) {
	delta := document(t, "every-key.json")
	state := document(t, "every-key.json")["current_state"].(map[string]any)
	count := 0
	for schema, document := range map[Schema]map[string]any{CanonStateDelta: delta, SessionState: state} {
		for _, m := range mutations(document, nil) {
			m.apply()
			found, err := Validate(schema, document)
			m.undo()
			count++
			switch {
			case err != nil:
				t.Fatal(err)
			case m.path == "" && len(found) > 0:
				t.Errorf("%s: %v", m.name, found)
			case m.path != "" && (len(found) == 0 || slices.ContainsFunc(found, func(f Fault) bool { return !strings.HasPrefix(f.Path, m.path) })):
				t.Errorf("%s: want a fault at %s, got %v", m.name, m.path, found)
			}
		}
		if found := faults(t, schema, document); len(found) > 0 {
			t.Fatalf("a mutation was not undone: %v", found)
		}
	}
	if count < 400 {
		t.Errorf("only %d mutations were tried", count)
	}
}

func TestEnumeratedKeysTakeTheirValuesAndNoOther(t *testing.T) {
	for path, allowed := range enumerated {
		array, key, _ := strings.Cut(path, "[0].")
		for _, value := range append(slices.Clone(allowed), "Open", "", "unknown") {
			state := document(t, "every-key.json")["current_state"].(map[string]any)
			state[array].([]any)[0].(map[string]any)[key] = value
			found := faults(t, SessionState, state)
			if valid := slices.Contains(allowed, value); valid != (len(found) == 0) {
				t.Errorf("%s = %q: %v", path, value, found)
			} else if !valid && !strings.HasPrefix(found[0], path+": ") {
				t.Errorf("%s = %q: %s", path, value, found[0])
			}
		}
	}
	for mode, valid := range map[string]bool{"A": false, "B": true, "C": true, "b": false, "": false} {
		delta := document(t, "every-key.json")
		delta["decision"].(map[string]any)["mode"] = mode
		if found := faults(t, CanonStateDelta, delta); valid != (len(found) == 0) {
			t.Errorf("mode %q: %v", mode, found)
		}
	}
}

func TestATimestampMayHaveAnyFormOfISO8601(t *testing.T) {
	forms := map[string]bool{
		"2025-01-15T14:10:00Z": true, "2025-01-15T14:10:00.123456Z": true, "2025-01-15T14:10:00+05:30": true,
		"2025-01-15t14:10:00z": true, "2025-01-15 14:10:00Z": true, "2025-01-15T14:10Z": true, "2025-01-15T14:10:00": true,
		"2025-01-15": true, "20250115T141000Z": true, "20250115T1410": true, "2025-W03-3T14:10:00Z": true, "2025W033": true,
		"2025-015T14:10:00Z": true, "2025015": true, "2025-01-15T14:10:00,5-0800": true, "2016-12-31T23:59:60Z": true,
		"2025-01-15T24:00:00Z": true, "2024-02-29T00:00:00Z": true, "2025-01-15T14:10:00+02": true,
		"2000-02-29": true, "20240229T1200Z": true, "2024-366": true, "2024366": true, "20251231": true, "2025-365": true,
		"2025-02-29T00:00:00Z": false, "1900-02-29": false, "20250229": false, "20250230": false, "20250431": false, "2025-366": false, "2024-0229": false,
		"": false, "yesterday": false, "2025-13-15T14:10:00Z": false, "2025-02-30T14:10:00Z": false, "2025-04-31": false,
		"2025-01-15T25:10:00Z": false, "2025-01-15T14:60:00Z": false, "15.01.2025": false, "01/15/2025": false, "1736950200": false,
		"2025-01-15T14:10:00Z ": false, "2025-01-15T14:10:00Zulu": false, "2025-W54-1": false, "2025-000": false, "2025-01-15T": false,
		"2025-01-15T14:10:00Z\n": false, "Wed Jan 15 14:10:00 2025": false,
	}
	for text, valid := range forms {
		state := document(t, "spec-state.json")
		state["updated_at"] = text
		found := faults(t, SessionState, state)
		if valid != (len(found) == 0) {
			t.Errorf("%q: %v", text, found)
		}
		if !valid && !strings.Contains(strings.Join(found, "\n"), "ISO 8601") {
			t.Errorf("%q: %v", text, found)
		}
	}
}

func TestFaultsAreSentencesInTheOrderOfTheirPaths(t *testing.T) {
	delta := document(t, "every-key.json")
	delta["type"] = "CANON_DELTA"
	delta["seq"] = int64(0)
	delete(delta, "current_state")
	delta["basis"] = map[string]any{"previous_seq": "6", "previous_hash": "md5:12", "odd key": nil}
	delta["decision"].(map[string]any)["affected_targets"] = []any{"a", int64(2), "c", nil}
	want := []string{
		`basis["odd key"]: is not a key that may stand here`,
		`basis.previous_hash: "md5:12" is no hash: it must be "sha256:" and 64 hexadecimal digits`,
		`basis.previous_seq: must be an integer, not a string`,
		`current_state: is missing: a differential-only delta cannot restore a session, since it needs every delta before it`,
		`decision.affected_targets[1]: must be a string, not a number`,
		`decision.affected_targets[3]: must be a string, not null`,
		`seq: must be at least 1, not 0`,
		`type: must be "CANON_STATE_DELTA", not "CANON_DELTA"`,
	}
	if got := faults(t, CanonStateDelta, delta); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := faults(t, SessionState, []any{}); !slices.Equal(got, []string{"$: must be an object, not an array"}) {
		t.Errorf("%v", got)
	}
}

func TestAPathHasOneMeaning(t *testing.T) {
	tests := []struct {
		steps []any
		want  string
	}{
		{nil, "$"},
		{[]any{"current_state", "open_conflicts", 0, "status"}, "current_state.open_conflicts[0].status"},
		{[]any{"a.b"}, `["a.b"]`},
		{[]any{"a", "", "\x1b[2J", "0"}, `a[""]["\x1b[2J"]["0"]`},
		{[]any{strings.Repeat("k", 70)}, `["` + strings.Repeat("k", 60) + `…"]`},
	}
	for _, test := range tests {
		if got := Path(test.steps...); got != test.want {
			t.Errorf("%q: %s, want %s", test.steps, got, test.want)
		}
	}
}

func TestTheSchemasAreThereForOtherTools(t *testing.T) {
	for _, s := range []Schema{SessionState, CanonStateDelta} {
		text, err := Source(s)
		if err != nil || !bytes.Contains(text, []byte("2020-12")) {
			t.Errorf("%s: %v", s, err)
		}
	}
	if _, err := Source("none"); err == nil {
		t.Error("a schema that is not there was found")
	}
	if _, err := Validate("none", nil); err == nil {
		t.Error("a schema that is not there was used")
	}
}

package remark

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"holdfast/parser/call"
	"holdfast/store/event"
)

// Often is how many times make a loop (guard.md).
const Often = 3

// CallKey is the same for calls with the same arguments, whatever their tool and their
// members are called: clients name both anew for their hooks.
func CallKey(arguments []byte) string {
	var value any
	if json.Unmarshal(arguments, &value) != nil {
		return ""
	}
	var texts []string
	gatherTexts(value, &texts, 0)
	slices.Sort(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

func gatherTexts(value any, into *[]string, depth int) {
	const deepest = 20
	switch value := value.(type) {
	case map[string]any:
		for _, v := range value {
			if depth < deepest {
				gatherTexts(v, into, depth+1)
			}
		}
	case []any:
		for _, v := range value {
			if depth < deepest {
				gatherTexts(v, into, depth+1)
			}
		}
	case nil:
	default:
		*into = append(*into, fmt.Sprint(value))
	}
}

// loop is the remark that one of the reply's calls was made before, or that an entity
// goes back and forth.
func (t *Turn) loop() (event.Remark, bool) {
	times := map[string]int{}
	for i, c := range t.Calls {
		key := CallKey(c.Arguments)
		if key == "" {
			continue
		}
		times[key]++
		if n := times[key]; n >= Often && i >= len(t.Calls)-t.Own {
			return event.Remark{Kind: Loop, Subject: key, Times: n, Detail: fmt.Sprintf("the model has called %s with the same arguments %d times in this turn%s", nameOf(c), n, about(c))}, true
		}
	}
	for _, entity := range sortedKeys(t.Versions) {
		if n := returns(t.Versions[entity]); n >= Often {
			return event.Remark{Kind: Loop, Subject: entity, Times: n, Detail: fmt.Sprintf("the model has brought %s back to an earlier version %d times in this turn", entity, n)}, true
		}
	}
	return event.Remark{}, false
}

// returns counts how often a version comes that was there before and is not the last,
// 0 where the newest does not come so: the model has left the loop.
func returns(versions []string) (n int) {
	again := false
	for i, v := range versions {
		if again = i > 0 && v != versions[i-1] && slices.Contains(versions[:i], v); again {
			n++
		}
	}
	if !again {
		return 0
	}
	return n
}

func nameOf(c call.Call) string {
	const most = 40
	if c.Name == "" || len(c.Name) > most {
		return "a tool"
	}
	return c.Name
}

// about names the file of a call, "" for none.
func about(c call.Call) string {
	for _, a := range call.Read(c) {
		if a.Path != "" {
			return ": " + a.Path
		}
	}
	return ""
}

func sortedKeys(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

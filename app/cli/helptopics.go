package cli

import (
	"fmt"
	"io"
	"strings"

	"holdfast/app"
	"holdfast/engine/config"
	"holdfast/views"
)

// helpTopic is something that help tells of beside the commands.
type helpTopic struct {
	name string
	tell func(io.Writer)
}

// helpTopics are made of the tables that the program itself works by.
var helpTopics = []helpTopic{
	{"keys", tellKeys},
	{"words", tellWords},
	{"settings", tellSettings},
}

// tellTopic tells of a topic, and reports whether there is one of that name.
func tellTopic(w io.Writer, name string) bool {
	for _, t := range helpTopics {
		if t.name == name {
			t.tell(w)
			return true
		}
	}
	return false
}

// tellKeys prints the keys of the screen, place by place.
func tellKeys(w io.Writer) {
	where := ""
	for _, k := range app.Keys() {
		if k.Where != where {
			if where != "" {
				fmt.Fprintln(w)
			}
			where = k.Where
			fmt.Fprintln(w, where)
		}
		entry(w, "  "+k.Label, 16, k.Does)
	}
}

// tellWords prints the glossary.
func tellWords(w io.Writer) {
	for _, word := range app.Glossary {
		entry(w, word[0], 20, word[1])
	}
}

// tellSettings prints the settings: what each does, what it takes and its default.
func tellSettings(w io.Writer) {
	entry(w, "", 0, "In .holdfast/config.toml of the workspace, or config.toml in the user's folder of "+
		"configuration, or as HOLDFAST_LISTEN, HOLDFAST_LIMITS_BODY_MIB and so on in the environment; flags win. "+
		"holdfast config prints what is in force, and from where.")
	for _, k := range config.Keys() {
		fmt.Fprintln(w)
		fmt.Fprintf(w, "%s = %s\n", k.Name, tomlText(k.Default))
		entry(w, "", 4, k.Doc)
		entry(w, "", 4, "takes "+k.Allowed)
	}
}

// entry prints a name and what is said of it beside it, in 79 columns.
func entry(w io.Writer, name string, column int, says string) {
	const width = 79
	if len(name) >= column && name != "" { // a name too long for its column stands alone
		fmt.Fprintln(w, name)
		name = ""
	}
	for _, line := range views.Wrap(says, width-column) {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-*s%s", column, name, line), " "))
		name = ""
	}
}

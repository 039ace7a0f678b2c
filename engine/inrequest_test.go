package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// What a client itself puts into the request the model has seen, as the disk or the
// map has it: no base is unacknowledged then.
func TestAFileInTheRequestWasSeen_Product11(t *testing.T) {
	const file = "def area(w, h):\n    side = w * h\n    return side\n\n\ndef rim(w, h):\n    return 2 * (w + h)\n"
	numbered := ""
	for i, line := range strings.Split(strings.TrimSuffix(file, "\n"), "\n") {
		numbered += fmt.Sprintf("%d: %s\n", i+1, line)
	}
	better := strings.NewReplacer("w * h", "w * h + 0").Replace(file[:strings.Index(file, "\n\n\n")+1])
	whole := "Here it is.\n\n```python geo/room.py\n" + better + "```\n"
	edit := "geo/room.py\n```python\n<<<<<<< SEARCH\n    side = w * h\n=======\n    side = w * h + 0\n>>>>>>> REPLACE\n```\n"
	for name, tc := range map[string]struct {
		shown, reply string
		adopted      bool
		taken        bool
	}{
		"a file of the chat":              {"I have *added these files to the chat* so you can go ahead and edit them.\n\ngeo/room.py\n```\n" + file + "```\n", whole, true, true},
		"the same, never adopted":         {"I have *added these files to the chat* so you can go ahead and edit them.\n\ngeo/room.py\n```\n" + file + "```\n", whole, false, true},
		"an attachment with line numbers": {"<file_content path=\"geo/room.py\">\n" + numbered + "</file_content>", whole, true, true},
		"with Windows line ends":          {"geo/room.py\r\n" + strings.ReplaceAll(file, "\n", "\r\n"), whole, true, true},
		"another version of it":           {"geo/room.py\n```\n" + strings.ReplaceAll(file, "w * h", "h * w") + "```\n", whole, true, false},
		"nothing":                         {"hello", whole, true, false},
		"an edit that fits exactly once":  {"hello", edit, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t, func(string) reply { return say(tc.reply) })
			h.write("geo/room.py", file)
			if tc.adopted {
				if _, err := h.AdoptPaths(context.Background(), []string{"geo/room.py"}, nil); err != nil {
					t.Fatal(err)
				}
			}
			h.chat = []message{{"user", tc.shown}, {"assistant", "Ok."}}
			h.ask("make it better")
			d, err := h.Detail(context.Background(), "geo/room.py::area")
			if taken := err == nil && strings.Contains(string(d.Content), "+ 0"); taken != tc.taken {
				t.Errorf("taken: %v, %v, %+v", taken, err, d.Gates.Reasons)
			}
		})
	}
}

// A client that shows a file as it is closes its fence on the file's last line, where
// that has no end.
func TestAFileWithoutAFinalLineEndWasSeen_Product11(t *testing.T) {
	const file = "size: 3\nname: rim\nunit: cm"
	h := openHouse(t, func(string) reply {
		return say("rim.yaml\n```yaml\n" + strings.Replace(file, "3", "4", 1) + "\n```\n")
	})
	h.write("rim.yaml", file)
	h.chat = []message{{"user", "These files are in the chat:\n\nrim.yaml\n```\n" + file + "```\n"}, {"assistant", "Ok."}}
	h.ask("let the size be four")
	if d, err := h.Detail(context.Background(), "rim.yaml::*"); err != nil || !strings.Contains(string(d.Content), "4") {
		t.Errorf("what the client showed counts as unseen: %q, %v, %v", d.Content, err, d.Gates.Reasons)
	}
}

// A file that the request shows whole shows its class, too, which without its members
// stands nowhere in one piece; and of an empty file there is nothing to be shown.
func TestAllOfAFileWasSeen_Product11(t *testing.T) {
	const before = "class Rim:\n    unit = 'cm'\n\n    def size(self):\n        return 3\n\n    wide = True\n"
	after := strings.NewReplacer("'cm'", "'mm'", "True", "False").Replace(before)
	for name, file := range map[string]string{"shown": before, "empty": ""} {
		t.Run(name, func(t *testing.T) {
			h := openHouse(t, func(string) reply { return say("rim.py\n```python\n" + after + "```\n") })
			h.write("rim.py", file)
			h.chat = []message{{"user", "These files are in the chat:\n\nrim.py\n```\n" + file + "```\n"}, {"assistant", "Ok."}}
			h.ask("let the unit be smaller")
			if d, err := h.Detail(context.Background(), "rim.py::Rim"); err != nil || !strings.Contains(string(d.Content), "'mm'") {
				t.Errorf("what the client showed counts as unseen: %q, %v, %v", d.Content, err, d.Gates.Reasons)
			}
		})
	}
}

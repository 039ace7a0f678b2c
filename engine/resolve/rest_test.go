package resolve

import (
	"strings"
	"testing"
)

const jobPy = `import sys

def load(path):
    return open(path).read()

def save(path, text):
    open(path, "w").write(text)

RETRIES = 3
register(load)
if __name__ == "__main__":
    save(sys.argv[1], load(sys.argv[2]))
`

// restOfJob is what a reply makes of the rest of job.py, and why that does not count,
// "" where it does; there is false where it is not brought.
func (w *world) restOfJob(reply string) (text, waits string, there bool) {
	res := w.read(reply)
	for _, a := range res.Artifacts {
		if a.Entity == "job.py::*" {
			return string(a.Text), strings.Join(a.Incomplete, "; "), true
		}
	}
	return "", "", false
}

func TestOfTheStatementsBesideAPartOnlyMoreCount(t *testing.T) {
	w := newWorld(map[string]string{"job.py": jobPy})
	for _, c := range []struct{ name, code, waits string }{
		{"all of them and one more", "def load(path):\n    return 1\n\nRETRIES = 3\nregister(load)\nregister(save)\nif __name__ == \"__main__\":\n    save(sys.argv[1], load(sys.argv[2]))\n", ""},
		{"others", "def load(path):\n    return 1\n\nprint(load('a'))\n", "leaves out 4 of the 4 lines that stand outside of the definitions of job.py"},
		{"the whole file, one statement less", strings.ReplaceAll(jobPy, "RETRIES = 3\n", ""), ""},
		{"the whole file with most of them", strings.TrimPrefix(strings.ReplaceAll(jobPy, "register(load)", "register(save)"), "import sys\n\n"), ""},
		{"its definitions with an example", "def load(path):\n    return 2\n\ndef save(path, text):\n    return 1\n\nprint(load('a'))\n", "leaves out 4 of the 4 lines that stand outside of the definitions of job.py"},
		{"the whole file, changed", strings.ReplaceAll(jobPy, "RETRIES = 3", "RETRIES = 5"), ""},
	} {
		text, waits, there := w.restOfJob("job.py\n```python\n" + c.code + "```\n")
		if !there || waits != c.waits {
			t.Errorf("%s: %q waits: %q", c.name, text, waits)
		}
	}
	if text, _, there := w.restOfJob("job.py\n```python\ndef load(path):\n    return 1\n\nRETRIES = 3\n```\n"); there {
		t.Errorf("some of them, repeated, are the rest: %q", text)
	}
}

// The rest of a file is shown as it stands there, without what is cut out of it.
func TestTheRestIsShownInOrder(t *testing.T) {
	w := newWorld(map[string]string{"job.py": jobPy})
	want := "RETRIES = 3\nregister(load)\nif __name__ == \"__main__\":\n    save(sys.argv[1], load(sys.argv[2]))"
	if got := string(w.texts["job.py::*"]); got != want {
		t.Errorf("%q", got)
	}
}

// An edit of a statement composes on the statements, where no more of the file is
// known, and what results is still the rest.
func TestAnEditOfAStatementChangesTheRest(t *testing.T) {
	w := newWorld(map[string]string{"job.py": jobPy})
	edit := func(from, to string) Result {
		return w.read("job.py\n```python\n<<<<<<< SEARCH\n" + from + "\n=======\n" + to + "\n>>>>>>> REPLACE\n```\n")
	}
	for _, onDisk := range []bool{false, true} {
		if onDisk {
			w.disk["job.py"] = jobPy
		}
		res := edit("RETRIES = 3", "RETRIES = 9")
		if len(res.Artifacts) != 1 || !res.Artifacts[0].Definition.IsRest() || len(res.Artifacts[0].Incomplete) > 0 ||
			!strings.Contains(string(res.Artifacts[0].Text), "RETRIES = 9\nregister(load)") {
			t.Errorf("on disk %v: %+v", onDisk, res)
		}
	}
}

// A file that is written without its statements loses them; the definitions do not wait
// for that.
func TestTheRestIsNoSymbolThatIsLost(t *testing.T) {
	w := newWorld(map[string]string{"job.py": jobPy})
	definitions := strings.Replace(jobPy[:strings.Index(jobPy, "RETRIES")], "open(path)", "open(path, 'rb')", 1)
	res := w.read("<write_to_file>\n<path>job.py</path>\n<content>\n" + definitions + "</content>\n</write_to_file>\n")
	removed := false
	for _, a := range res.Artifacts {
		removed = removed || a.Removes && a.Entity == "job.py::*"
		if len(a.Lost) > 0 {
			t.Errorf("%s waits: lost %v", a.Entity, a.Lost)
		}
	}
	if !removed || len(res.Artifacts) != 3 {
		t.Errorf("%+v", res.Artifacts)
	}
}

// A file as a whole is no version of the rest of one, nor the other way round.
func TestAFileIsNoRest(t *testing.T) {
	w := newWorld(map[string]string{"job.py": "RETRIES = 3\nregister(1)\n"})
	res := w.read("<write_to_file>\n<path>job.py</path>\n<content>\n" + jobPy + "</content>\n</write_to_file>\n")
	for _, a := range res.Artifacts {
		if a.Removes {
			t.Errorf("%s is removed: its rest takes the place", a.Entity)
		}
		if len(a.Lost) != 1 || a.Lost[0] != "*" {
			t.Errorf("%s: lost %v", a.Entity, a.Lost)
		}
	}
	if len(res.Artifacts) != 3 {
		t.Errorf("%+v", res.Artifacts)
	}
}

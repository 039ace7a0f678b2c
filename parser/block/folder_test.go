package block

import "testing"

// Who works in a folder of the workspace names its files from there.
func TestAPathOfAWriterInAFolder_2(t *testing.T) {
	known := map[string]bool{"pkg/calc.py": true, "calc.py": true, "main.py": true, "pkg/util.py": true, "lib/deep.py": true}
	o := Options{Roots: []string{"/w"}, Folder: "pkg", Known: func(p string) bool { return known[p] }, Files: []string{"lib/deep.py"}}
	fence := func(info, first string) string { return "```" + info + "\n" + first + "\nx = 1\n```\n" }
	for _, c := range []struct {
		name, text, path string
		confidence       Confidence
	}{
		{"the file in the folder", fence("python", "# calc.py"), "pkg/calc.py", Confirmed},
		{"a file that only the folder has", fence("python", "# util.py"), "pkg/util.py", Confirmed},
		{"a file that only the workspace has", fence("python", "# main.py"), "main.py", Confirmed},
		{"named from the workspace", fence("python", "# pkg/util.py"), "pkg/util.py", Confirmed},
		{"a new file", fence("python new.py", ""), "pkg/new.py", Confirmed},
		{"a new file below", fence("python sub/new.py", ""), "pkg/sub/new.py", Confirmed},
		{"a new file, named from the workspace", fence("python pkg/new.py", ""), "pkg/new.py", Confirmed},
		{"a new file in a comment without folder", fence("python", "# new.py"), "pkg/new.py", Inferred},
		{"a file beside the folder", fence("python", "# ../main.py"), "main.py", Confirmed},
		{"an absolute path", fence("python /w/calc.py", ""), "calc.py", Confirmed},
		{"a new absolute path", fence("python /w/new.py", ""), "new.py", Confirmed},
		{"a bare name of another folder", fence("python", "# deep.py"), "lib/deep.py", Inferred},
		{"prose", "Change `calc.py` so:\n\n" + fence("python", "y = 2"), "pkg/calc.py", Inferred},
		{"a diff", "```diff\n--- a/util.py\n+++ b/util.py\n@@ -1 +1 @@\n-x\n+y\n```\n", "pkg/util.py", Confirmed},
	} {
		blocks := Extract(c.text, o)
		if len(blocks) != 1 || blocks[0].Path != c.path || blocks[0].Confidence != c.confidence {
			t.Errorf("%s: %+v", c.name, blocks)
			continue
		}
		if c.name == "a file beside the folder" && string(blocks[0].Content) != "x = 1\n" {
			t.Errorf("its comment stays: %q", blocks[0].Content)
		}
	}
	moved := Extract("```\n*** Begin Patch\n*** Update File: util.py\n*** Move to: tool.py\n@@\n-x\n+y\n*** End Patch\n```\n", o)
	if len(moved) != 1 || len(moved[0].Edits) != 1 || moved[0].Edits[0].NewPath != "pkg/tool.py" {
		t.Errorf("a move: %+v", moved)
	}
}

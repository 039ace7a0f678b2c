package call

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// shellCall is a call of a shell with one script.
func shellCall(t testing.TB, script string) Call {
	t.Helper()
	b, err := json.Marshal(map[string]string{"command": script})
	if err != nil {
		t.Fatal(err)
	}
	return Call{Arguments: b}
}

func TestWhatAShellDoesToFilesIsReadWhereItsWordsArePlain(t *testing.T) {
	for _, c := range []struct {
		script string
		want   string // actions, separated by "; "
	}{
		// Folders.
		{"cd lib && rm a.go", "change shell delete lib/a.go"},
		{"cd -- lib; rm a.go", "change shell delete lib/a.go"},
		{"(cd lib && rm a.go); rm b.go", "change shell delete lib/a.go; change shell delete b.go"},
		{"{ cd lib; rm a.go; }; rm b.go", "change shell delete lib/a.go; change shell delete lib/b.go"},
		{"pushd lib >/dev/null && rm a.go && popd && rm b.go", "change shell delete lib/a.go"},
		{"cd \"$HOME\" && rm a.go", ""},
		{"cd lib & rm a.go", "change shell delete a.go"},
		{"cd lib | cat; rm a.go", "change shell delete a.go"},
		{"cd lib || exit 1\nrm a.go", "change shell delete lib/a.go"},
		{"git -C lib rm a.go && rm b.go", "change shell delete lib/a.go; change shell delete b.go"},
		// Shells inside.
		{"bash -lc 'rm a.go'", "change shell delete a.go"},
		{"sh -c \"cd lib && rm a.go\"; rm b.go", "change shell delete lib/a.go; change shell delete b.go"},
		{"bash -l -c 'rm a.go'", "change shell delete a.go"},
		{"bash -euo pipefail -c 'rm a.go'", "change shell delete a.go"},
		{"env LANG=C bash -c 'rm a.go'", "change shell delete a.go"},
		{"LANG=C timeout 20 bash -c 'rm a.go' name", "change shell delete a.go"},
		{"time bash -c 'rm a.go'", "change shell delete a.go"},
		{"bash -lc 'cat > z.go <<\"E\"\npackage z\nE\n'", "change shell write z.go"},
		{"bash <<'E'\nrm a.go\nE", "change shell delete a.go"},
		{"bash check.sh", ""},
		{"bash -lc 'cat lib/a.go'", "read shell lib/a.go"},
		{"bash -c \"bash -c 'bash -c \\\"bash -c x\\\"'\"", ""},
		// Removals.
		{"rm -f -- a.go", "change shell delete a.go"},
		{"rm -- -a.go", "change shell delete -a.go"},
		{"rm -fv a.go b.go", "change shell delete a.go; change shell delete b.go"},
		{"rm a.go -f", "change shell delete a.go"},
		{"rm -f a.go 2>/dev/null", "change shell delete a.go"},
		{"rm -rf a.go lib src/", "change shell delete a.go; rewrite shell lib; rewrite shell src"},
		{"rm lib/", ""},
		{"rm --one-file-system a.go", ""},
		{"git rm a.go", "change shell delete a.go"},
		{"git rm -rf --quiet -- a.go", "change shell delete a.go"},
		{"git rm --cached a.go", ""},
		{"git rm -n a.go", ""},
		// Moves and copies.
		{"git mv -f a.go b.go", "change shell rename a.go to b.go"},
		{"mv -fv -- a.go b.go", "change shell rename a.go to b.go"},
		{"mv -n a.go b.go", "change shell rename a.go to b.go"},
		{"git mv -n a.go b.go", ""},
		{"mv a.go b.go lib/", "rewrite shell a.go; rewrite shell b.go; rewrite shell lib/a.go; rewrite shell lib/b.go"},
		{"mv a.go b.go && sed -i s/x/y/ b.go", "change shell rename a.go to b.go; rewrite shell b.go"},
		{"cp a.go b.go", "rewrite shell b.go; rewrite shell b.go/a.go"},
		// In place.
		{"sed -i.bak -e s/x/y/ a.go b.go", "rewrite shell a.go; rewrite shell b.go"},
		{"sed -Ei 's/x/y/;s/i/j/' a.go", "rewrite shell a.go"},
		{"sed --in-place=.old s/x/y/ a.go", "rewrite shell a.go"},
		{"sed s/x/y/ a.go", ""},
		{"sed -i \"s/x/$Y/\" a.go", ""},
		{"sed -i -e \"s/x/$Y/\" -- a.go $MORE", "rewrite shell a.go"},
		{"perl -pi -e 's/x/y/' a.go", "rewrite shell a.go"},
		{"perl -Mstrict a.pl", ""},
		{"grep -i x a.go", ""},
		{"prettier --write a.ts", "rewrite shell a.ts"},
		{"git checkout -- a.go", "rewrite shell a.go"},
		{"git restore a.go", "rewrite shell a.go"},
		{"find . -name '*.go' | xargs sed -i s/x/y/", ""},
		// Outputs.
		{"echo 'package a' > a.go", "rewrite shell a.go"},
		{"printf '%s' x >> a.go 2>err.log", "rewrite shell a.go; rewrite shell err.log"},
		{"sort < a.txt > b.txt", "rewrite shell b.txt"},
		{"go test ./... 2>&1 | tee out.txt", "rewrite shell out.txt"},
		{"go vet ./... > /dev/null 2>&1", ""},
		{"cat a.go > b.go", "rewrite shell b.go"},
		{"(cat a.go; cat b.go) > c.go", "rewrite shell c.go"},
		{"cat > a.go <<E\n$X\nE", "rewrite shell a.go"},
		{"cat <<'E' | tee -a a.go\nx\nE", "change shell replace a.go"},
		// What need not run.
		{"test -f a.go || rm b.go", "rewrite shell b.go"},
		{"! rm a.go", "rewrite shell a.go"},
		{"if grep -q x a.go; then rm a.go; else sed -i 1d b.go; fi", "rewrite shell a.go; rewrite shell b.go"},
		{"for f in 1 2; do cat > a.go <<'E'\nx\nE\ndone", "rewrite shell a.go"},
		{"while read x; do cd lib; rm a.go; done; rm b.go", "rewrite shell lib/a.go"},
		{"case x in a) mv a.go b.go ;; esac", "rewrite shell a.go; rewrite shell b.go"},
		// Quotes and heredocs.
		{"git commit -m \"$(cat <<'E'\nDon't \"do\nE\n)\" && cat > a.go <<'E'\npackage a\nE", "change shell write a.go"},
		{"# don't\ncat > a.go <<'E'\n0\nE", "change shell write a.go"},
		{"echo '<<E\nE'; rm a.go", "change shell delete a.go"},
		{"cat > a.go <<'E'\n\ue0000\nE", "rewrite shell a.go"},
	} {
		var got []string
		for _, a := range Read(shellCall(t, c.script)) {
			got = append(got, told(a))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.script, s, c.want)
		}
	}
}

func TestAHeredocInsideQuotesKeepsItsLines(t *testing.T) {
	const want = "import os\n\nprint(\"it's\", os.name)\n"
	for _, script := range []string{
		"bash -lc 'cat > z.py <<\"E\"\nimport os\n\nprint(\"it'\\''s\", os.name)\nE'",
		"bash -lc \"cat > z.py <<'E'\nimport os\n\nprint(\\\"it's\\\", os.name)\nE\n\"",
		"cat > z.py <<'E'\n" + want + "E\n",
	} {
		got := Read(shellCall(t, script))
		if len(got) != 1 || string(got[0].Change.Content) != want {
			t.Errorf("%s\n%+v", script, got)
		}
	}
}

func TestACallLeavesItsShellInAFolder(t *testing.T) {
	for script, want := range map[string]string{
		"cd lib":                          "lib",
		"cd lib && cd sub && go test":     "lib/sub",
		"cd lib; cd ..; ls":               ".",
		"cd /ws/lib":                      "/ws/lib",
		"(cd lib && ls)":                  "",
		"bash -c 'cd lib'":                "",
		"ls":                              "",
		"cd \"$X\"":                       "not known",
		"pushd lib && popd":               "not known",
		"cd lib && (":                     "not known",
		"if true; then cd lib; fi":        "not known",
		"cat > a.py <<'E'\ncd lib\nE\nls": "",
	} {
		folder, known := Left(shellCall(t, script))
		if !known {
			folder = "not known"
		}
		if folder != want {
			t.Errorf("%s leaves the shell in %q, want %q", script, folder, want)
		}
	}
	for _, args := range []string{`{"command":"cd lib","workdir":"/ws"}`, `{"path":"a.go","content":"cd lib"}`, `{"command":["bash","-lc","cd lib"]}`} {
		if folder, known := Left(Call{Arguments: []byte(args)}); folder != "" || !known {
			t.Errorf("%s moves a shell to %q, %t", args, folder, known)
		}
	}
}

func TestACommandSaysWhereItRuns(t *testing.T) {
	for _, c := range []struct {
		args  string
		dir   string
		roams bool
	}{
		{`{"command":"cd lib && rm a.go"}`, "lib", true},
		{`{"command":"rm a.go"}`, "", true},
		{`{"command":"rm a.go","workdir":"lib"}`, "lib", false},
		{`{"command":["rm","a.go"]}`, "", true},
		{`{"path":"a.go","content":"x"}`, "", false},
	} {
		got := Read(Call{Arguments: []byte(c.args)})
		if len(got) != 1 || got[0].Dir != c.dir || got[0].Roams != c.roams {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
}

func TestHostileQuotesStayBounded(t *testing.T) {
	for _, unit := range []string{"'", "\"", "$(", "\"$(", "(", "#", "\\", "<<E\n'", "bash -c '", "rm -rf a;"} {
		got := Read(shellCall(t, strings.Repeat(unit, 300_000/len(unit))))
		if len(got) > maxActions || slices.ContainsFunc(got, func(a Action) bool { return a.Kind == Change }) {
			t.Errorf("%q: %d actions", unit, len(got))
		}
	}
}

func FuzzShell(f *testing.F) {
	for _, s := range []string{"cd lib && rm a.go", "bash -lc 'cat > z.go <<\"E\"\nx\nE'", "sed -i s/x/y/ a.go", "if x; then rm a; fi", "( cd a; { rm b; } ) > c",
		"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n*** Move to: b\n-x\n+y\n*** End Patch\nEOF", "git mv -f a 'b c' && git rm --cached d",
		"git apply - <<E\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nE", "tee -a a <<-E | sort > \"$X\"\n\tx\n\tE\nmv a b/", "printf x >> ~/a; echo $(cat <b) 2>&1", "sed -n '1,9p' a; cat a | head -n 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, script string) {
		c := shellCall(t, script)
		for _, a := range Read(c) {
			checkAction(t, a)
		}
		Left(c)
	})
}

func TestAResultSaysThatItsCommandRan(t *testing.T) {
	for text, want := range map[string]bool{
		"Exit code 1\nFAIL":                                         true,
		"Exit code: 0\nWall time: 1 seconds\nOutput:":               true,
		"ls: no such file\n<shellId: 2 completed with exit code 1>": true,
		"Process exited with code 2":                                true,
		`{"output":"x","metadata":{"exit_code":1}}`:                 true,
		strings.Repeat("a line\n", 200) + "(exit status 1)":         true,
		"The user rejected this call.":                              false,
		"":                                                          false,
		"exit the program with code":                                false,
	} {
		if got := Ended(text); got != want {
			t.Errorf("%.60q: %t", text, got)
		}
	}
}

// A patch that stands where a command does is no command.
func TestAPatchInThePlaceOfACommandIsAPatch(t *testing.T) {
	did := Read(shellCall(t, "*** Begin Patch\n*** Update File: a.go\n@@\n-a := 1\n+a := 2\n*** End Patch\n"))
	if len(did) != 1 || did[0].Kind != Change || did[0].Shape != V4APatch || did[0].Path != "a.go" {
		t.Errorf("%+v", did)
	}
}

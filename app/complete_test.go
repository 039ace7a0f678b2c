package app

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTabCompletesAPathOfTheWorkspace(t *testing.T) {
	f := adoptable()
	f.status.Workspace = t.TempDir()
	for _, name := range []string{"store/pool.go", "store/pool_test.go", "src/日本.go", ".git/x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(f.status.Workspace, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(f.status.Workspace, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, f).Size(100, 28).Press("A").Type("s").Press("tab").Sees("adopt from disk: s", "src/ store/")
	d.Type("t").Press("tab").Sees("adopt from disk: store/").Press("tab").Sees("adopt from disk: store/pool", "pool.go pool_test.go")
	d.Type(".").Press("tab", "enter").Sees("Adopt from disk", "store/pool.go").Settle().Press("y")
	wantDecided(t, f, "adopt files store/pool.go")
	d.Press("esc", "A").Type("src/").Press("tab").Sees("src/日本.go").Press("esc", "A").Type("no").Press("tab").Sees("nothing begins like this")
}

func TestANameThatCannotBeStaysInTheField(t *testing.T) {
	d := drive(t, idle()).Size(100, 28).Press("s", "n").Type("my session").Press("enter")
	d.Sees("A name holds only", "my session").Press("enter").Sees("my session")
	d.Press("ctrl+u").Type("mine").Press("enter").SeesNo("A name holds only")
}

package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestASettingIsWrittenAndAllElseStays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ was, want string }{
		{"", "[etv]\nnot_applied = \"hydrate\"\n"},
		{"listen = \"127.0.0.1:1\" # mine", "listen = \"127.0.0.1:1\" # mine\n\n[etv]\nnot_applied = \"hydrate\"\n"},
		{"[etv]\n# why\n[gates]\nnode_ratio = 0.4\n", "[etv]\nnot_applied = \"hydrate\"\n# why\n[gates]\nnode_ratio = 0.4\n"},
		{"[etv] # x\nnot_applied = 'block' # for now\n", "[etv] # x\nnot_applied = \"hydrate\" # for now\n"},
		{"etv.not_applied = \"block\"\n[gates]\nnode_ratio = 0.4\n", "etv.not_applied = \"hydrate\"\n[gates]\nnode_ratio = 0.4\n"},
		{"[etv]\nnot_applied = \"etv\"\n", "[etv]\nnot_applied = \"hydrate\"\n"},
		{"[gates]\nnode_ratio = 0.4\n[etv]\nnot_applied = \"hydrate\"\n", "[gates]\nnode_ratio = 0.4\n[etv]\nnot_applied = \"hydrate\"\n"},
	} {
		w := Workspace{Root: t.TempDir()}
		if c.was != "" {
			if err := os.MkdirAll(w.Folder(), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(w.Folder(), FileName), []byte(c.was), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		path, err := w.Set("etv.not_applied", NotAppliedHydrate)
		if err != nil {
			t.Errorf("%q: %v", c.was, err)
			continue
		}
		if got, _ := os.ReadFile(path); string(got) != c.want {
			t.Errorf("%q became %q, want %q", c.was, got, c.want)
		}
	}
}

func TestAFormThatIsNotUnderstoodIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"etv = { not_applied = \"block\" }\n", "etv = {}\n", "[etv]\n\"not_applied\" = \"block\"\n", "token = \"\"\"\n[etv]\n\"\"\"\n", "[etv\n",
		"[etv]\nnot_applied = \"\"\"block\"\"\"\n",
	} {
		w := Workspace{Root: t.TempDir()}
		_ = os.MkdirAll(w.Folder(), 0o755)
		path := filepath.Join(w.Folder(), FileName)
		_ = os.WriteFile(path, []byte(text), 0o644)
		_, err := w.Set("etv.not_applied", NotAppliedHydrate)
		got, _ := os.ReadFile(path)
		if err == nil && !strings.Contains(string(got), "hydrate") || err != nil && string(got) != text {
			t.Errorf("%q became %q: %v", text, got, err)
		}
		if err == nil {
			if now, bad := values(path, got); bad != nil || now["etv.not_applied"] != NotAppliedHydrate {
				t.Errorf("%q became %q, which says %v", text, got, now)
			}
		}
	}
}

package app

import (
	"slices"
	"strings"
	"testing"

	"holdfast/app/connect"
)

func TestConnectShowsSettingsToCopyForEachClient(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 50).Press("C").Sees("Connect a client", ">opencode", "http://127.0.0.1:4141/v1", "In opencode.json")
	target := connect.Target{Listen: f.status.Listen, Model: f.status.Model}
	var want []string
	for i, c := range connect.Clients() {
		if i > 0 {
			d.Press("n")
		}
		d.Sees(">"+c.ID, c.BaseURL(target), c.Speaks, "In "+c.Steps[0].Where).Press("c").Sees("Copied the settings")
		want = append(want, c.For(target).Settings())
	}
	if !slices.Equal(d.copied, want) {
		t.Errorf("copied %q, want %q", d.copied, want)
	}
	d.Press("n").Sees(">opencode").Press("N").Sees(">curl").Press("esc").SeesNo("Connect a client")
	wantDecided(t, f)
}

func TestAClientIsKeptInTheSession(t *testing.T) {
	f := story()
	d := drive(t, f).Size(120, 50).Press("C").Sees("in the session that is active").Press("s")
	d.Sees("in session "+f.status.Session+", whichever is active", "/s/"+f.status.Session+"/v1").Press("C")
	if want := "http://127.0.0.1:4141/s/" + f.status.Session + "/v1"; !slices.Equal(d.copied, []string{want}) {
		t.Errorf("copied %q, want %s", d.copied, want)
	}
	d.Press("s").Sees("in the session that is active").SeesNo("/s/" + f.status.Session)
}

func TestASecretIsNeverShownInSettings(t *testing.T) {
	f := story()
	f.status.Token = true
	drive(t, f).Size(120, 50).Press("C").Sees("Replace "+connect.YourToken, `"apiKey": "`+connect.YourToken+`"`)
}

func TestLongSettingsAreBrokenNotCut(t *testing.T) {
	f := story()
	f.status.Model = strings.Repeat("a-very-long-name/", 9) + "end"
	drive(t, f).Size(80, 40).Press("C", "N").Sees(">curl", "name/end\"")
}

func TestConnectSaysWhyItIsNotThere(t *testing.T) {
	f := story()
	f.status.Listen = ""
	drive(t, f).Size(80, 24).Press("C").Sees("C: holdfast does not listen")
}

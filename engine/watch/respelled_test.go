package watch

import "testing"

func TestAnotherNameIsToldOnce(t *testing.T) {
	r := respelled{}
	for i, c := range []struct {
		tracked, named string
		news           bool
	}{
		{"Foo.go", "Foo.go", false},
		{"Foo.go", "foo.go", true},
		{"Foo.go", "foo.go", false},
		{"Foo.go", "FOO.go", true},
		{"Foo.go", "Foo.go", false}, // back again
		{"Foo.go", "foo.go", true},
	} {
		if r.note(c.tracked, c.named) != c.news {
			t.Errorf("step %d: that %s is named %s is news: %v", i, c.tracked, c.named, !c.news)
		}
	}
	if got := respelledAlert([]string{"Foo.go"}, "foo.go"); got != "Foo.go is named foo.go on disk: adopt foo.go, then its symbols go by that name" {
		t.Error(got)
	}
	if got := respelledAlert([]string{"A.go", "B.go"}, "a.go"); got != "2 files are named otherwise on disk, A.go is a.go: adopt them, then their symbols go by those names" {
		t.Error(got)
	}
}

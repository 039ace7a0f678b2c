package endtoend

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"holdfast/app/internal/tmuxtest"
)

var updatePicture = flag.Bool("update-picture", false, "write the demo's screen into README.md")

// readme is the README from here.
const readme = "../../README.md"

const (
	pictureWidth, pictureHeight = 100, 28
	pictureFrom                 = "<!-- captured from `holdfast demo` in a terminal of 100×28 -->\n```text\n"
	pictureTo                   = "```\n"
)

// changing is what differs from one run of the demo to the next: times of day,
// and how long requests took.
var changing = regexp.MustCompile(`\d?\d:\d\d(:\d\d)?`)

// The README shows the demo's screen as it is drawn today: the moment at which a
// reply that drops half of a method waits for the operator.
func TestTheReadmesPictureIsTheDemosScreen(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), pictureFrom)
	kept, tail, ends := strings.Cut(rest, pictureTo)
	if !ok || !ends {
		t.Fatalf("README.md has no picture between %q and %q", pictureFrom, pictureTo)
	}
	s := tmuxtest.Start(t, pictureWidth, pictureHeight, nil, binary(t), "demo", "--listen", "127.0.0.1:0")
	s.WaitFor("1/5 The reply passed every check").Keys("n")
	s.WaitFor("2/5 A reply lost", "◆1 pending", "shrunk", "ACTIVE_STATE     2 ✚2 new", "CONSTRAINTS      1").Keys("1").WaitFor("━ 1 State Map 6")
	for _, next := range []string{"ErrClosed", "Conn", "Pool", "Pool.Acquire"} { // one by one: keys that come together are a paste
		s.Keys("j").WaitFor(">   " + next + " ")
	}
	s.WaitFor("Acquire lends a connection")
	var now strings.Builder
	for line := range strings.Lines(strings.TrimRight(s.Screen(), "\n") + "\n") {
		now.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	picture := usualPort(now.String())
	blurred := func(s string) string { return changing.ReplaceAllString(s, "#") }
	if blurred(picture) == blurred(kept) {
		return
	}
	if !*updatePicture {
		t.Fatalf("README.md shows another screen than the demo; go test ./app/endtoend -run Picture -update-picture writes this one:\n%s", picture)
	}
	if err := os.WriteFile(readme, []byte(head+pictureFrom+picture+pictureTo+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// usualPort has the demo listen where holdfast does, with the top line as wide as
// before.
func usualPort(screen string) string {
	at := regexp.MustCompile(`:(\d+)→`).FindStringSubmatchIndex(screen)
	if at == nil {
		return screen
	}
	pad := strings.Repeat(" ", max(at[3]-at[2]-len("4141"), 0))
	return screen[:at[2]] + "4141" + strings.Replace(screen[at[3]:], "   ", "   "+pad, 1)
}

package app

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
)

// asProgram names the environment variable that makes the test binary the
// program under test: a screen over the fake, for scenarios in a terminal.
const asProgram = "HOLDFAST_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(asProgram) {
	case "screen":
		now := func() time.Time { return noon.Add(time.Since(began)) }
		if os.Getenv("HOLDFAST_TEST_NOON") != "" { // it stays noon, however slow the machine is
			now = func() time.Time { return noon }
		}
		f := story()
		f.status.Workspace = os.Getenv("HOLDFAST_TEST_WORKSPACE")
		err := Run(context.Background(), f, Options{Theme: os.Getenv("HOLDFAST_TEST_THEME"), ASCII: os.Getenv("HOLDFAST_TEST_ASCII") != "", Now: now})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Println("the screen ended")
		os.Exit(0)
	case "asking command":
		fmt.Println("dark:", lipgloss.NewRenderer(os.Stdout).HasDarkBackground())
		os.Exit(0)
	case "command":
		fmt.Println("the command ended")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var began = time.Now()

package app

import (
	"fmt"
	"io"

	"github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"
)

// maxOSC52 is the most, in bytes of base64, that terminals are known to take.
const maxOSC52 = 100_000

// copier returns how text reaches the clipboard: by the machine's own clipboard
// where the terminal is local, else by asking the terminal with OSC 52.
func copier(out io.Writer, getenv func(string) string) func(string) error {
	remote := getenv("SSH_TTY") != "" || getenv("SSH_CONNECTION") != ""
	return func(text string) error {
		if !remote && !clipboard.Unsupported {
			if clipboard.WriteAll(text) == nil {
				return nil
			}
		}
		if len(text)*4/3 > maxOSC52 {
			return fmt.Errorf("the text is too long for the terminal's clipboard: %d bytes of at most %d; holdfast checkpoint, show and export can write it to a file", len(text), maxOSC52*3/4)
		}
		seq := osc52.New(text)
		_, err := seq.WriteTo(out)
		if err == nil && getenv("TMUX") != "" {
			// tmux takes the one or passes the other on, as it is set up.
			_, err = seq.Tmux().WriteTo(out)
		}
		return err
	}
}

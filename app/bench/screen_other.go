//go:build !linux

package bench

import (
	"context"
	"errors"
	"io"
)

// Screen needs /proc to measure a screen.
func Screen(context.Context, io.Writer) error {
	return errors.New("an idle screen is measured on Linux only")
}

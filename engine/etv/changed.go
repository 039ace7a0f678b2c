package etv

import (
	"path/filepath"
	"time"
)

// Changed is when a file was last changed, zero where there is none.
func (d *Disk) Changed(path string) time.Time {
	info, err := d.root.Stat(filepath.FromSlash(path))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

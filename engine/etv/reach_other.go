//go:build !linux

package etv

import "os"

// reach returns a folder of the workspace that no link leads to.
func (d *Disk) reach(dir string) (reached, error) { return d.reachBySteps(dir) }

func (r reached) close() {}

// lstat asks about what is in the folder, without following a link.
func (r reached) lstat(name string) (found, error) { return r.disk.lstat(r.path(name)) }

func (r reached) open(name string) (readFile, error) { return r.openBySteps(name) }

func (r reached) openFolder() (*os.File, error) { return r.openFolderBySteps() }

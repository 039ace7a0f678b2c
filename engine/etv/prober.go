package etv

import (
	"strings"
	"sync"
	"time"
)

// prober stats paths and refuses those that go through a link. It remembers
// the folder of the last path, so that neighbours cost one stat each.
type prober struct {
	disk *Disk
	// known, where it is not nil, tells of folders that were found not to be
	// links; at is a moment before the first stat. Who goes on to read what the
	// path names leaves it nil.
	known *folders
	at    time.Time

	stands bool   // the workspace was found in its place
	root   stamp  // of the workspace
	dir    string // found to be without links; empty is the root
	up     string // a folder whose stamp is upper; empty for none
	upper  stamp

	looks, slow int // how many looks were timed, and took longer than slowLook
}

// timed is stat, and notes whether it took long.
func (p *prober) timed(path string) (found, error) {
	began := time.Now()
	f, err := p.stat(path)
	if p.looks++; time.Since(began) > slowLook {
		p.slow++
	}
	return f, err
}

func (p *prober) stat(path string) (found, error) {
	if err := admissible(path); err != nil {
		return found{}, err
	}
	if !p.stands {
		if p.root, p.stands = p.disk.stands(); !p.stands {
			return found{}, errGone
		}
	}
	if err := p.enter(parent(path)); err != nil {
		return found{}, err
	}
	return p.disk.lstat(path)
}

// enter makes sure that no link is on the way to dir.
func (p *prober) enter(dir string) error {
	if within(p.dir, dir) {
		return nil
	}
	if p.known == nil {
		return p.walk(dir)
	}
	up, err := p.above(dir)
	if err != nil {
		return err
	}
	if !p.known.hold(dir, up) {
		f, err := p.look(dir)
		if err != nil {
			return err
		}
		if f.kind == directory && up.settled(p.at) {
			p.known.learn(dir, up)
		}
	}
	p.dir = dir
	return nil
}

// above is the stamp of the folder that dir lies in; no link is on the way to it.
func (p *prober) above(dir string) (stamp, error) {
	up := parent(dir)
	if up == "" {
		return p.root, nil
	}
	if up != p.up {
		p.up = ""
		if err := p.walk(parent(up)); err != nil {
			return stamp{}, err
		}
		f, err := p.look(up)
		if err != nil {
			return stamp{}, err
		}
		p.up, p.upper = up, f.stamp
	}
	return p.upper, nil
}

// walk makes sure that no link is on the way to dir.
func (p *prober) walk(dir string) error {
	if within(p.dir, dir) {
		return nil
	}
	r, err := p.disk.reach(dir)
	if err != nil {
		p.dir = ""
		return err
	}
	r.close()
	p.dir = dir
	return nil
}

// look stats a folder.
func (p *prober) look(dir string) (found, error) {
	f, err := p.disk.lstat(dir)
	if err == nil && f.kind == link {
		err = throughLink
	}
	if err != nil {
		p.dir = ""
	}
	return f, err
}

// within reports whether dir is outer or below it.
func within(dir, outer string) bool {
	return strings.HasPrefix(dir, outer) && (len(dir) == len(outer) || outer == "" || dir[len(outer)] == '/')
}

// parent is the folder of a canonical path, empty for the root.
func parent(path string) string {
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}

// folders are known not to be links. What a folder holds by which name does not
// change without the folder's own time of change; so a folder that was found in
// another is still that folder while the stamp of the other is what it was. The
// stats of ten files in ten folders are half as many by that.
type folders struct {
	mu sync.Mutex
	in map[string]stamp // that of the folder around it, by path
}

// maxFolders bounds them; more are looked at anew.
const maxFolders = 4096

func (k *folders) hold(dir string, up stamp) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	was, known := k.in[dir]
	return known && was == up
}

// learn takes note of a folder that was looked at after the one around it, whose
// stamp was settled by then. Without inodes a stamp tells too little.
func (k *folders) learn(dir string, up stamp) {
	if up.ino == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.in == nil || len(k.in) >= maxFolders {
		k.in = map[string]stamp{}
	}
	k.in[dir] = up
}

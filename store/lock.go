package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// LockInfo tells others who holds a workspace.
type LockInfo struct {
	PID     int    `json:"pid"`
	Address string `json:"address"` // where it listens, "" if it does not
}

// FileLock is the right to be the workspace's one engine. It ends with the
// process, however that ends.
type FileLock struct {
	dir  string
	lock *flock.Flock
	is   os.FileInfo // which file is locked
}

// HeldError says which engine holds the workspace.
type HeldError struct {
	Dir    string
	Holder LockInfo // zero if the holder has not said yet
}

func (e *HeldError) Error() string {
	if e.Holder.PID == 0 {
		return fmt.Sprintf("another holdfast is starting in %s; use that one, or stop it first", e.Dir)
	}
	if e.Holder.Address == "" {
		return fmt.Sprintf("another holdfast (pid %d) runs in %s; use that one, or stop it first", e.Holder.PID, e.Dir)
	}
	return fmt.Sprintf("another holdfast (pid %d) serves %s at %s; use that one, or stop it first", e.Holder.PID, e.Dir, e.Holder.Address)
}

// Lock takes the lock of the folder dir, which must exist, and leaves info
// for others to read. Where another process has it, the error is a *HeldError.
func Lock(dir string, info LockInfo) (*FileLock, error) {
	l := &FileLock{dir: dir, lock: flock.New(filepath.Join(dir, lockFile))}
	held, err := l.lock.TryLock()
	if err != nil {
		return nil, explainFile("lock "+dir, err)
	}
	if !held {
		return nil, &HeldError{Dir: dir, Holder: readLockInfo(dir)}
	}
	if l.is, err = l.lock.Stat(); err != nil {
		return nil, errors.Join(explainFile("lock "+dir, err), l.lock.Unlock())
	}
	if err := l.Tell(info); err != nil {
		return nil, errors.Join(err, l.lock.Unlock())
	}
	return l, nil
}

// Keep takes the lock again where its file was taken away, and with it the right
// that it stands for. Where another process was faster, the error is a *HeldError.
func (l *FileLock) Keep(info LockInfo) error {
	now, err := os.Lstat(filepath.Join(l.dir, lockFile))
	if err == nil && os.SameFile(now, l.is) {
		return nil
	}
	next, err := Lock(l.dir, info)
	if err != nil {
		return err
	}
	old := l.lock
	l.lock, l.is = next.lock, next.is
	_ = old.Close() // of a file that nobody can open
	return nil
}

// Tell replaces what the holder says of itself, when it knows its address.
func (l *FileLock) Tell(info LockInfo) error {
	doing := "write the lock of " + l.dir
	content, err := json.Marshal(info)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	root, err := os.OpenRoot(l.dir) // a link out of the folder is not followed
	if err != nil {
		return explainFile(doing, err)
	}
	err = root.WriteFile(lockFile, append(content, '\n'), 0o600)
	return explainFile(doing, errors.Join(err, root.Close()))
}

// Unlock gives the workspace up. The file stays: removing it would let two
// engines each lock one of their own.
func (l *FileLock) Unlock() error {
	return explainFile("unlock "+l.dir, l.lock.Unlock())
}

// LockHolder is who took the lock of a folder last; it may be gone by now. Zero
// where it does not say, or where none did.
func LockHolder(dir string) LockInfo { return readLockInfo(dir) }

// readLockInfo reads who holds a lock; zero where it does not say.
func readLockInfo(dir string) LockInfo {
	f, err := os.Open(filepath.Join(dir, lockFile))
	if err != nil {
		return LockInfo{}
	}
	defer func() { _ = f.Close() }()
	content, err := io.ReadAll(io.LimitReader(f, 4<<10))
	if err != nil {
		return LockInfo{}
	}
	var info LockInfo
	if err := json.Unmarshal(content, &info); err != nil {
		return LockInfo{}
	}
	return info
}

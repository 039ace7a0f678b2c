//go:build unix

package etv

import "syscall"

// nonBlock keeps a named pipe in the workspace from holding a read for ever.
const nonBlock = syscall.O_NONBLOCK

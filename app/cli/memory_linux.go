package cli

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What the kernel's linux/userfaultfd.h says; ioctl numbers are those of every
// architecture but a few old ones, where they are refused.
const (
	userModeOnly    = 1
	uffdVersion     = 0xAA
	uffdUnpopulated = 1 << 13 // UFFD_FEATURE_WP_UNPOPULATED
	uffdAsync       = 1 << 15 // UFFD_FEATURE_WP_ASYNC
	uffdModeWP      = 1 << 1  // UFFDIO_REGISTER_MODE_WP
	uffdioAPI       = 0xc018aa3f
	uffdioRegister  = 0xc020aa00
)

// mapByPage has the kernel map the program file page by page from now on. A page
// that is touched usually brings in the 64 KB around it, and as code and tables
// that are needed lie scattered over 48 MB, 28 MB of them are resident where 8
// are used. No setting of the system turns that off for one process, but it is
// off in memory that is registered with userfaultfd. Nothing is ever protected
// or reported there: the descriptor is only to stay open as long as the process.
// Where the system refuses, more memory stays in use, and nothing else.
func mapByPage() {
	fd, _, failed := unix.Syscall(unix.SYS_USERFAULTFD, unix.O_CLOEXEC|unix.O_NONBLOCK|userModeOnly, 0, 0)
	if failed != 0 {
		return // an old kernel, or a container that forbids it
	}
	api := struct{ version, features, ioctls uint64 }{version: uffdVersion, features: uffdAsync | uffdUnpopulated}
	if _, _, failed := unix.Syscall(unix.SYS_IOCTL, fd, uffdioAPI, uintptr(unsafe.Pointer(&api))); failed != 0 {
		_ = unix.Close(int(fd)) // nothing is registered with it
		return
	}
	eachSegment(func(from, to uintptr) {
		area := struct{ from, size, mode, ioctls uint64 }{from: uint64(from), size: uint64(to - from), mode: uffdModeWP}
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, uffdioRegister, uintptr(unsafe.Pointer(&area)))
	})
}

// releaseProgram gives back the pages of the program file that only the start
// has touched: package initialisation runs through most of the code and of its
// tables once, and a kernel that maps them as huge pages brings in 2 MB with
// every byte that is touched. The segments that are never written are clean
// copies of the file, so what serving needs comes back from the page cache, by
// small pages.
func releaseProgram() {
	eachSegment(func(from, to uintptr) {
		advise(from, to, unix.MADV_NOHUGEPAGE)
		advise(from, to, unix.MADV_DONTNEED)
	})
}

// eachSegment calls do with the whole pages of each segment of the program file
// that is never written, and of the code of the libraries that it is linked with.
// A program that is laid out otherwise is left alone.
func eachSegment(do func(from, to uintptr)) {
	maps, _ := os.ReadFile("/proc/self/maps") // none: the program's own segments remain
	eachCode(maps, do)
	file, err := elf.Open("/proc/self/exe")
	if err != nil {
		return
	}
	defer file.Close()
	if file.Type != elf.ET_EXEC { // elsewhere the segments' addresses are not those of the process
		return
	}
	page := uint64(os.Getpagesize())
	for _, p := range file.Progs {
		// A writable segment holds relocated pointers, also in the part that is
		// made read-only after the start: it would come back without them.
		if p.Type != elf.PT_LOAD || p.Flags&elf.PF_W != 0 {
			continue
		}
		from, to := (p.Vaddr+page-1)/page*page, (p.Vaddr+p.Filesz)/page*page
		if from < to {
			do(uintptr(from), uintptr(to))
		}
	}
}

// eachCode calls do with the code of each file that text in the form of
// /proc/PID/maps names. A library's tables are left alone: they may hold
// relocated pointers.
func eachCode(maps []byte, do func(from, to uintptr)) {
	for line := range bytes.Lines(maps) {
		var from, to, offset uintptr
		var access, device, path string
		var inode uint64
		_, err := fmt.Sscanf(string(line), "%x-%x %s %x %s %d %s", &from, &to, &access, &offset, &device, &inode, &path)
		if err == nil && access == "r-xp" && inode != 0 {
			do(from, to)
		}
	}
}

// advise tells the kernel about an interval of addresses. It may refuse: then
// more memory stays in use, and nothing else.
func advise(from, to uintptr, advice uintptr) {
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, advice)
}

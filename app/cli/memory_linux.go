package cli

import (
	"debug/elf"
	"os"
	"syscall"
)

// releaseProgram gives back the pages of the program file that only the start
// has touched: package initialisation runs through most of the code and of its
// tables once, and a kernel that maps them as huge pages brings in 2 MB with
// every byte that is touched. The segments that are never written are clean
// copies of the file, so what serving needs comes back from the page cache, by
// small pages. A program that is laid out otherwise is left alone.
func releaseProgram() {
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
			advise(from, to, syscall.MADV_NOHUGEPAGE)
			advise(from, to, syscall.MADV_DONTNEED)
		}
	}
}

// advise tells the kernel about an interval of addresses. It may refuse: then
// more memory stays in use, and nothing else.
func advise(from, to uint64, advice uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), advice)
}

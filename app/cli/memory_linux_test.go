package cli

import (
	"slices"
	"testing"
)

func TestTheCodeOfLibrariesIsGivenBackAndNothingElseOfThem(t *testing.T) {
	const maps = `00400000-00402000 r--p 00000000 08:01 17 /usr/bin/holdfast
00402000-01278000 r-xp 00002000 08:01 17 /usr/bin/holdfast
032c2000-032ce000 r--p 02ec1000 08:01 17 /usr/bin/holdfast
032ce000-033f0000 rw-p 02ecd000 08:01 17 /usr/bin/holdfast
7f0000000000-7f0000021000 rw-p 00000000 00:00 0
7f1000000000-7f1000028000 r--p 00000000 08:01 23 /usr/lib/a library/libc.so.6
7f1000028000-7f1000180000 r-xp 00028000 08:01 23 /usr/lib/a library/libc.so.6
7f1000180000-7f10001d6000 r--p 00180000 08:01 23 /usr/lib/a library/libc.so.6
7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0 [vdso]
no line of that form
`
	var got [][2]uintptr
	eachCode([]byte(maps), func(from, to uintptr) { got = append(got, [2]uintptr{from, to}) })
	want := [][2]uintptr{{0x402000, 0x1278000}, {0x7f1000028000, 0x7f1000180000}}
	if !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

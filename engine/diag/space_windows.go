package diag

import "golang.org/x/sys/windows"

// FreeSpace is the room in bytes that is left to the user on the file system of
// a folder. Nothing is opened.
func FreeSpace(folder string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}

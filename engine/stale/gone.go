package stale

// GoneFolders tells of each file that vanished the highest folder below which all
// known files did, the file itself where its folder has others. living are the paths of
// what is known and has not vanished.
func GoneFolders(vanished map[string]bool, living func(yield func(path string))) map[string]string {
	left := map[string]bool{} // folders that have something left
	living(func(path string) {
		for _, folder := range folders(path) {
			left[folder] = true
		}
	})
	out := make(map[string]string, len(vanished))
	for path := range vanished {
		out[path] = path
		for _, folder := range folders(path) {
			if !left[folder] {
				out[path] = folder
				break
			}
		}
	}
	return out
}

// folders are those that a path lies in, the highest first, each with its slash.
func folders(path string) (out []string) {
	for i := 0; i < len(path); i++ {
		if path[i] == '/' {
			out = append(out, path[:i+1])
		}
	}
	return out
}

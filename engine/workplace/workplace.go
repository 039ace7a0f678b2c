package workplace

import (
	"path"
	"strings"
	"unicode"
)

// Bounds on what is looked at for one request, far above any honest one.
const (
	maxMentions = 20_000 // of the workspace
	maxLabelled = 64     // of them, with a label
	maxLabel    = 160    // bytes before a path that may say what it is
	maxRest     = 4096   // bytes of a line behind the workspace's own name
)

// Told returns the folder that texts, the newest first, say the client works in:
// canonical, "" for the workspace itself. A text tells it by an absolute path in
// the workspace behind words that call it the current or the working directory,
// or the cwd; where it does so twice, the last counts. roots are the absolute
// paths of the workspace; folder reports whether a canonical path is a folder of
// it.
func Told(texts, roots []string, folder func(path string) bool) (dir string, ok bool) {
	s := search{folder: folder, mentions: maxMentions, labelled: maxLabelled}
	for _, text := range texts {
		last := -1
		for _, root := range roots {
			base := strings.TrimSuffix(path.Clean(strings.ReplaceAll(root, `\`, "/")), "/")
			if found, at := s.last(text, base); at > last {
				dir, last = found, at
			}
		}
		if last >= 0 {
			return dir, true
		}
	}
	return "", false
}

// search is what is left to look at.
type search struct {
	folder             func(path string) bool
	mentions, labelled int
}

// last finds the last folder that a text tells by its name for the workspace; at
// is -1 for none.
func (s *search) last(text, base string) (dir string, at int) {
	at = -1
	if base == "" {
		return "", at // every absolute path would be a mention
	}
	for i := 0; s.mentions > 0 && s.labelled > 0; s.mentions-- {
		n := strings.Index(text[i:], base)
		if n < 0 {
			break
		}
		from := i + n
		i = from + len(base)
		if !labelled(text[:from]) {
			continue
		}
		s.labelled--
		if found, ok := s.named(text[i:min(len(text), i+maxRest)]); ok {
			dir, at = found, from
		}
	}
	return dir, at
}

// named reads the folder that goes on with rest behind the workspace's own name.
// What ends a path on its line is known from what is there.
func (s *search) named(rest string) (dir string, ok bool) {
	if rest != "" && rest[0] != '/' && !strings.ContainsRune("\n\r\t <>\"'`|*)],;.:", rune(rest[0])) {
		return "", false // the name goes on: it is another folder's
	}
	for _, ends := range []string{"\r\n<", "\r\n<>\"'`|*", "\r\n<>\"'`|*)],;", "\r\n<>\"'`|*)],; \t"} {
		end := strings.IndexAny(rest, ends)
		if end < 0 {
			end = len(rest)
		}
		line := strings.TrimSpace(rest[:end])
		for _, name := range []string{line, strings.TrimRight(line, ".,:;!")} {
			dir = path.Clean("./" + name)
			if dir == "." {
				return "", true
			}
			if dir != ".." && !strings.HasPrefix(dir, "../") && s.folder(dir) {
				return dir, true
			}
		}
	}
	return "", false
}

// labelled reports whether what stands before a path calls it the folder that
// somebody works in: on its own line, or on the line above where it stands alone.
func labelled(before string) bool {
	before = before[max(0, len(before)-maxLabel):]
	if before == "" || !strings.ContainsRune(" \t\n>:(\"'`=[*", rune(before[len(before)-1])) {
		return false
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if !strings.ContainsFunc(line, unicode.IsLetter) && len(line) < len(before) {
		above := strings.TrimRight(before[:len(before)-len(line)], " \t\r\n*`")
		if line = above[strings.LastIndexByte(above, '\n')+1:]; !strings.HasSuffix(line, ":") && !strings.HasSuffix(line, ">") {
			return false
		}
	}
	words := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) })
	return workplace(words)
}

// near is how many words may follow the one that names a folder, as in
// "directory is now", and stand before it, as in "working in the directory".
const (
	near   = 2
	before = 4
)

// workplace reports whether words end in those for the folder that somebody works
// in.
func workplace(words []string) bool {
	for i := len(words) - 1; i >= max(0, len(words)-1-near); i-- {
		switch w := words[i]; {
		case w == "cwd" || w == "pwd" || w == "workdir":
			return true
		case strings.HasSuffix(w, "directory") || strings.HasSuffix(w, "folder") || strings.HasSuffix(w, "dir"):
			for _, which := range words[max(0, i-before) : i+1] {
				if strings.HasPrefix(which, "current") || strings.HasPrefix(which, "working") {
					return true
				}
			}
		}
	}
	return false
}

// Fit returns which of folders, the likeliest first, is meant by who needs some
// files or folders there: the first one in which most of them are. there reports
// whether a path, relative to the workspace, is there.
func Fit(folders, needs []string, there func(path string) bool) string {
	best, most := "", -1
	for _, folder := range folders {
		found := 0
		for _, need := range needs {
			if there(Join(folder, need)) {
				found++
			}
		}
		if found > most {
			best, most = folder, found
		}
	}
	return best
}

// Join returns a path as seen from the workspace that a folder of it holds, be it
// written with either slash. An absolute path stays what it is.
func Join(folder, p string) string {
	p = strings.ReplaceAll(p, `\`, "/")
	if folder == "" || path.IsAbs(p) {
		return p
	}
	return path.Join(folder, p)
}

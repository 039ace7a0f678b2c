package block

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/parser/pattern"
)

// maxPath is the number of characters that a path may have.
const maxPath = 250

var drive = pattern.New(`^[A-Za-z]:`)

// CleanPath makes p canonical: slash-separated and relative to the workspace.
// roots are the absolute paths of the workspace; absolute paths below one become
// relative, all others are refused, as are paths that leave it, home folders
// (~), drive letters, URLs, control and invisible characters, folders, and
// paths of more than 250 characters. The error is a sentence that says why.
//
// It looks at the text only: a symlink inside the workspace is the business of
// whoever opens the file.
func CleanPath(p string, roots ...string) (string, error) { return CleanPathIn("", p, roots...) }

// CleanPathIn is CleanPath for who works in a folder of the workspace, "" for
// all of it: relative paths begin there.
func CleanPathIn(dir, p string, roots ...string) (string, error) {
	p = strings.TrimSpace(p)
	if err := admissible(p); err != nil {
		return "", err
	}
	p = strings.ReplaceAll(p, `\`, "/")
	folder := strings.HasSuffix(p, "/")
	written := path.Clean(p)
	if strings.HasPrefix(p, "/") {
		var err error
		if p, err = belowAny(roots, p); err != nil {
			return "", err
		}
	} else if dir != "" {
		p = dir + "/" + p
	}
	clean := path.Clean(p)
	switch {
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return "", fmt.Errorf("the path %q leaves the workspace", p)
	case clean == "." || folder:
		return "", fmt.Errorf("the path %q is a folder, not a file", p)
	case drive.MatchString(clean): // "./C:a" is C:a, too
		return "", driveLetter(clean)
	case drive.MatchString(written):
		return "", driveLetter(written)
	case strings.TrimSpace(clean) != clean:
		return "", fmt.Errorf("the path %q begins or ends with a blank", clean)
	}
	return clean, nil
}

// admissible refuses what no canonical path holds.
func admissible(p string) error {
	switch {
	case p == "":
		return errors.New("the path is empty")
	case len(p) > utf8.UTFMax*maxPath:
		return fmt.Errorf("the path is longer than %d characters", maxPath)
	case !utf8.ValidString(p):
		return errors.New("the path is not valid UTF-8")
	case utf8.RuneCountInString(p) > maxPath:
		return fmt.Errorf("the path is longer than %d characters", maxPath)
	case strings.ContainsFunc(p, invisible):
		return fmt.Errorf("the path %+q holds a control or invisible character", p)
	case strings.Contains(p, "~"):
		return fmt.Errorf("the path %q holds a ~, which stands for a home folder", p)
	case drive.MatchString(p):
		return driveLetter(p)
	case strings.Contains(p, "://"):
		return fmt.Errorf("%q is a URL, not a path", p)
	}
	return nil
}

func driveLetter(p string) error {
	return fmt.Errorf("the path %q begins with a drive letter; name the file relative to the workspace", p)
}

// invisible characters could make two paths look alike: controls, bidi
// overrides, zero-width characters, line separators.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// belowAny makes an absolute path relative to the root that it lies below.
func belowAny(roots []string, p string) (string, error) {
	clean := path.Clean(p)
	for _, root := range roots {
		base := strings.TrimSuffix(path.Clean(strings.ReplaceAll(root, `\`, "/")), "/")
		if rest, ok := strings.CutPrefix(clean, base+"/"); ok && path.IsAbs(root) {
			return rest, nil
		}
	}
	return "", fmt.Errorf("the path %q lies outside the workspace", p)
}

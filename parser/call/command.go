package call

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/parser/edit"
	"holdfast/parser/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// input is what a command reads.
type input struct {
	text  string
	known bool
	piped bool // something comes, be it known or not
}

// heredocOf is what a cat that only passes a heredoc on writes.
func (s *shell) heredocOf(stmt *syntax.Stmt) (string, bool) {
	cmd, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(cmd.Args) != 1 || cmd.Args[0].Lit() != "cat" || len(stmt.Redirs) != 1 {
		return "", false
	}
	return s.body(stmt.Redirs[0])
}

// call reads a simple command with its redirections. in is what a pipe gives it.
func (s *shell) call(cmd *syntax.CallExpr, redirects []*syntax.Redirect, in input, alone bool) {
	words, plain := literals(cmd.Args)
	out, appends := "", false
	for _, redirect := range redirects {
		switch redirect.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			text, known := s.body(redirect)
			in = input{text: text, known: known && !in.piped, piped: true}
		case syntax.RdrIn, syntax.WordHdoc:
			in = input{piped: true}
		case syntax.RdrOut, syntax.RdrClob, syntax.AppOut:
			if target, ok := target(redirect); ok && redirect.N == nil && out == "" {
				out, appends = target, redirect.Op == syntax.AppOut
			}
		}
	}
	if out != "" && plain && len(words) == 1 && words[0] == "cat" && in.known {
		s.written(out, in.text, appends)
		return
	}
	s.outputs(redirects)
	if plain && len(words) > 0 {
		s.command(words, in, alone && len(redirects) == 0)
	}
	s.inPlace(cmd.Args)
}

// target is the file that a redirection writes into, if it is plain and one.
func target(redirect *syntax.Redirect) (string, bool) {
	switch redirect.Op {
	case syntax.RdrOut, syntax.RdrClob, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
		file, ok := literal(redirect.Word)
		return file, ok && file != "" && !strings.HasPrefix(file, "/dev/")
	}
	return "", false
}

// outputs reads redirections of which it is not known what they write.
func (s *shell) outputs(redirects []*syntax.Redirect) {
	for _, redirect := range redirects {
		if file, ok := target(redirect); ok {
			s.rewrite(s.in(file), []byte(redirect.Op.String()+" "+file))
		}
	}
}

// rewrite is a file, or a folder, of which only the disk knows what a command
// makes of it.
func (r *reader) rewrite(path string, evidence []byte) {
	if path == "" || len(evidence) == 0 {
		return
	}
	same := func(a Action) bool { return a.Kind == Rewrite && a.Path == path }
	if !slices.ContainsFunc(r.actions, same) {
		r.add(Action{Kind: Rewrite, Shape: Shell, Path: path, Evidence: evidence})
	}
}

// written is a file that a heredoc goes into.
func (r *reader) written(file, text string, appends bool) {
	if file == "" || strings.HasPrefix(file, "/dev/") {
		return
	}
	c := edit.Change{Op: edit.Write, Path: r.in(file), Content: []byte(text)}
	if appends {
		c = appended(r.in(file), text)
	}
	r.change(Shell, c, []byte(text))
}

// runners are commands that do nothing but run the one that follows; the number
// is how many words of their own come before it.
var runners = map[string]int{"env": 0, "command": 0, "exec": 0, "nohup": 0, "nice": 0, "sudo": 0, "timeout": 1}

// behindRunners takes off what only runs the command that follows.
func behindRunners(words []string) []string {
	for len(words) > 0 {
		own, runs := runners[path.Base(words[0])]
		if !runs {
			break
		}
		words = words[1:]
		for len(words) > 0 && assignment.MatchString(words[0]) {
			words = words[1:]
		}
		words = words[min(own, len(words)):]
	}
	return words
}

var assignment = pattern.New(`^[A-Za-z_]\w*=`)

// command reads a command by its words and what it reads from its input.
func (r *reader) command(words []string, in input, alone bool) {
	if words = behindRunners(words); len(words) == 0 {
		return
	}
	args := words[1:]
	switch name := path.Base(words[0]); name {
	case "bash", "sh", "zsh", "dash":
		if script, ok := handed(args, in); ok {
			r.shellIn(script, alone)
		}
	case "apply_patch", "applypatch":
		if len(args) == 1 && holdsPatch(args[0]) {
			in.text = args[0]
		}
		r.applied(in.text)
	case "patch":
		if len(args) == 1 && args[0] == "-p1" {
			r.applied(in.text)
		}
	case "git":
		r.git(args, in)
	case "tee":
		r.tee(args, in)
	case "rm":
		r.remove(args, rmOptions)
	case "mv":
		r.move(args, mvOptions)
	case "cp":
		if files, ok := operands(args, cpOptions); ok && len(files) > 1 {
			r.into(files, "cp ")
		}
	case "cat", "sed", "nl", "head":
		if alone && !in.piped {
			r.shown(name, args)
		}
	}
}

// handed is the script that a shell's words, or its input, hand to it.
func handed(args []string, in input) (script string, ok bool) {
	for i := 0; i < len(args) && strings.HasPrefix(args[i], "-"); i++ {
		switch option := args[i]; {
		case strings.HasPrefix(option, "--"):
		case strings.Contains(option, "c"):
			if strings.Contains(option, "o") { // of set: its name comes first
				i++
			}
			if i+1 < len(args) {
				return args[i+1], true
			}
		case strings.HasSuffix(option, "o"):
			i++
		case option == "-s" || option == "-":
			return in.text, in.known
		}
	}
	return in.text, in.known && len(args) == 0
}

func (r *reader) applied(patch string) {
	if strings.TrimSpace(patch) != "" {
		r.patch(patch, "")
	}
}

func (r *reader) git(args []string, in input) {
	if len(args) > 2 && args[0] == "-C" {
		dir := r.dir
		defer func() { r.dir = dir }()
		if r.dir = args[1]; dir != "" {
			outer := reader{dir: dir}
			r.dir = outer.in(args[1])
		}
		args = args[2:]
	}
	if len(args) == 0 {
		return
	}
	switch verb, args := args[0], args[1:]; verb {
	case "apply":
		if len(args) == 0 || len(args) == 1 && (args[0] == "-" || args[0] == "-p1") {
			r.applied(in.text)
		}
	case "rm":
		r.remove(args, gitRmOptions)
	case "mv":
		r.move(args, gitMvOptions)
	case "checkout", "restore":
		for _, a := range args {
			if !strings.HasPrefix(a, "-") && a != "" {
				r.rewrite(r.in(a), []byte("git "+verb+" "+a))
			}
		}
	}
}

// Options that change nothing about which files a command is about. With any
// other it is passed over.
var (
	rmOptions    = pattern.New(`^-(?:[fivrRd]+|-force|-verbose|-recursive|-dir)$`)
	gitRmOptions = pattern.New(`^-(?:[frq]+|-force|-quiet|-ignore-unmatch)$`)
	mvOptions    = pattern.New(`^-(?:[fvniT]+|-force|-verbose|-no-clobber|-no-target-directory)$`)
	gitMvOptions = pattern.New(`^-(?:[fkv]+|-force|-verbose)$`)
	cpOptions    = pattern.New(`^-(?:[fvnipaTrR]+|-force|-verbose|-no-clobber|-recursive|-archive)$`)
)

// operands are the words of a command that are no options, if all its options are
// known and none of the words is empty.
func operands(args []string, options *pattern.Regexp) (files []string, ok bool) {
	for i, a := range args {
		switch {
		case a == "":
			return nil, false
		case a == "--":
			files = append(files, args[i+1:]...)
			return files, !slices.Contains(files, "")
		case a == "-" || !strings.HasPrefix(a, "-"):
			files = append(files, a)
		case !options.MatchString(a):
			return nil, false
		}
	}
	return files, true
}

// remove reads rm: every word behind its options is a file, or a folder of which
// only the disk knows what it held.
func (r *reader) remove(args []string, options *pattern.Regexp) {
	files, ok := operands(args, options)
	if !ok {
		return
	}
	recursive := slices.ContainsFunc(args, func(a string) bool {
		return a == "--recursive" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.ContainsAny(a, "rR")
	})
	for _, a := range files {
		evidence := []byte("rm " + a)
		if folder := strings.TrimRight(a, "/"); recursive && (folder != a || path.Ext(folder) == "") {
			r.rewrite(r.in(folder), evidence)
		} else if folder == a {
			r.change(Shell, edit.Change{Op: edit.Delete, Path: r.in(a)}, evidence)
		}
	}
}

// move reads mv of files. A target without the file's own extension may be a
// folder.
func (r *reader) move(args []string, options *pattern.Regexp) {
	files, ok := operands(args, options)
	if !ok || len(files) < 2 {
		return
	}
	from, to := files[0], files[len(files)-1]
	if ext := path.Ext(from); len(files) == 2 && ext != "" && ext == path.Ext(to) {
		r.change(Shell, edit.Change{Op: edit.Rename, Path: r.in(from), NewPath: r.in(to)}, []byte("mv "+from+" "+to))
		return
	}
	for _, from := range files[:len(files)-1] {
		r.rewrite(r.in(strings.TrimRight(from, "/")), []byte("mv "+from+" "+to))
	}
	r.into(files, "mv ")
}

// into reads a command whose last word is the file, or the folder, that the
// others come to.
func (r *reader) into(files []string, verb string) {
	to := strings.TrimRight(files[len(files)-1], "/")
	for _, from := range files[:len(files)-1] {
		evidence := []byte(verb + from + " " + to)
		if to != "" && len(files) == 2 {
			r.rewrite(r.in(to), evidence)
		}
		r.rewrite(r.in(path.Join(cmp.Or(to, "/"), path.Base(from))), evidence)
	}
}

func (r *reader) tee(args []string, in input) {
	appends := len(args) > 0 && args[0] == "-a"
	if appends {
		args = args[1:]
	}
	for _, file := range args {
		switch {
		case file == "" || strings.HasPrefix(file, "-") || strings.HasPrefix(file, "/dev/"):
		case in.known && in.text != "":
			r.written(file, in.text, appends)
		default:
			r.rewrite(r.in(file), []byte("tee "+file))
		}
	}
}

// In the options of a stream editor an i, and a long option of any command, say
// that it works in place.
var (
	editors      = map[string]bool{"sed": true, "gsed": true, "perl": true, "ruby": true}
	shortPlace   = pattern.New(`^-[0-9a-dlnpsEwrz]*i`)
	bringsScript = pattern.New(`^-[a-zA-Z0-9]*[ef]$`)
	longInPlace  = pattern.New(`^--(?:in-?place|write|fix|overwrite)(?:=.*)?$`)
)

// inPlace reads a command that says in its options that it changes the files that
// it names.
func (s *shell) inPlace(args []*syntax.Word) {
	var words []string
	for _, w := range args {
		if text, ok := literal(w); ok {
			words = append(words, text)
		}
	}
	if words = behindRunners(words); len(words) == 0 {
		return
	}
	editor, inPlace := editors[path.Base(words[0])], false
	script := strings.HasSuffix(words[0], "sed") // stands in the first word, unless an option brings it
	var files []string
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case editor && bringsScript.MatchString(w):
			inPlace = inPlace || shortPlace.MatchString(w)
			script = false
			i++
		case longInPlace.MatchString(w), editor && shortPlace.MatchString(w):
			inPlace = true
		case strings.HasPrefix(w, "-") || w == "":
		case editor && script:
			script = false
		default:
			files = append(files, w)
		}
	}
	if inPlace {
		for _, f := range files {
			s.rewrite(s.in(f), []byte(strings.Join(words, " ")))
		}
	}
}

// shown reads a command that does nothing but print one file, or some of its
// lines.
func (r *reader) shown(name string, args []string) {
	a := Action{Kind: Show, Shape: Shell}
	switch {
	case name == "sed" && len(args) == 3 && args[0] == "-n" && strings.HasSuffix(args[1], "p"):
		first, _, _ := strings.Cut(strings.TrimSuffix(args[1], "p"), ",")
		n, err := strconv.Atoi(first)
		if err != nil || n < 1 {
			return
		}
		a.First, a.Partial, args = n, true, args[2:]
	case name == "head" && len(args) == 3 && args[0] == "-n":
		a.First, a.Partial, args = 1, true, args[2:]
	case name == "cat" && len(args) == 2 && args[0] == "-n", name == "nl" && len(args) == 2 && args[0] == "-ba":
		args = args[1:]
	case name != "cat":
		return
	}
	if len(args) != 1 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return
	}
	a.Path = r.in(args[0])
	r.add(a)
}

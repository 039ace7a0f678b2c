package call

import (
	"encoding/json"
	"errors"
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"holdfast/parser/edit"
)

// maxScript bounds the part of a script that the shell's grammar reads, heredocs
// left out: the grammar is recursive.
const maxScript = 16 << 10

var errTooLong = errors.New("the script is too long to be read")

// script reads the commands of a shell tool. Only commands whose effect on files
// is plain from their words count: a patch given to apply_patch, git apply or
// patch; a heredoc written by cat or tee; rm, git rm and mv of files that are
// named in full; cat and sed -n of one file. Everything else is passed over.
func (r *reader) script(o object, file string) bool {
	if file != "" {
		return false
	}
	folder, _, _ := o.text(folderNames...)
	if text, _, ok := o.text(scriptNames...); ok {
		if o.list1(scriptNames...) == nil {
			r.run(text, folder)
			return true
		}
	}
	items, name, ok := o.list(scriptNames...)
	if !ok {
		return false
	}
	words := make([]string, 0, len(items))
	for _, item := range items {
		text, isText := asText(item)
		if in, ok := readObject(item); ok {
			r.script(in, "")
			continue
		}
		if isText {
			words = append(words, text)
		}
	}
	if name == "commands" { // each is a script of its own
		for _, w := range words {
			r.run(w, folder)
		}
		return true
	}
	r.argv(words, folder)
	return true
}

// list1 is the list that a member written as text holds, nil for plain text.
func (o object) list1(names ...string) []json.RawMessage {
	items, _, _ := o.list(names...)
	return items
}

// argv reads a command that comes as a list of words.
func (r *reader) argv(words []string, folder string) {
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		switch path.Base(words[0]) {
		case "bash", "sh", "zsh", "dash":
			r.run(words[2], folder)
			return
		}
	}
	if len(words) == 0 {
		return
	}
	r.dir = folder
	r.command(words, "", true)
}

// run reads a script that runs in a folder, "" for the workspace.
func (r *reader) run(script, folder string) {
	r.dir = folder
	text, bodies := liftHeredocs(script)
	var file *syntax.File
	err := errTooLong
	if len(text) <= maxScript {
		file, err = syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	}
	if err != nil {
		if strings.Contains(script, beginPatch) {
			r.unclear("", "the command that holds the patch cannot be read", []byte(script))
		}
		return
	}
	s := shell{reader: r, bodies: bodies}
	for _, stmt := range file.Stmts {
		if !s.statement(stmt, len(file.Stmts) == 1) {
			return
		}
	}
}

// shell reads one script.
type shell struct {
	*reader
	bodies []heredoc
}

// statement reads one statement; it returns false where the folder that the
// next ones run in is not known any more.
func (s *shell) statement(stmt *syntax.Stmt, alone bool) bool {
	if stmt.Negated || stmt.Background || stmt.Coprocess {
		return true
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt {
			return s.statement(cmd.X, false) && s.statement(cmd.Y, s.isCd(cmd.X) && alone)
		}
		if cmd.Op == syntax.OrStmt {
			return s.statement(cmd.X, false)
		}
		if input, ok := s.heredocOf(cmd.X); ok && cmd.Op == syntax.Pipe {
			s.call(cmd.Y, input, true, false)
		}
	case *syntax.CallExpr:
		if dir, ok := s.cd(cmd); ok {
			s.dir = dir
			return true
		}
		if len(cmd.Args) > 0 && cmd.Args[0].Lit() == "cd" {
			return false
		}
		s.call(stmt, "", false, alone)
	}
	return true
}

func (s *shell) isCd(stmt *syntax.Stmt) bool {
	cmd, ok := stmt.Cmd.(*syntax.CallExpr)
	return ok && len(cmd.Args) > 0 && cmd.Args[0].Lit() == "cd"
}

// cd is the folder that a cd with a plain path leads to.
func (s *shell) cd(cmd *syntax.CallExpr) (string, bool) {
	words, ok := literals(cmd.Args)
	if !ok || len(words) != 2 || words[0] != "cd" || words[1] == "-" || strings.HasPrefix(words[1], "~") {
		return "", false
	}
	if s.dir == "" {
		return words[1], true
	}
	return s.in(words[1]), true
}

// heredocOf is what a cat that only passes a heredoc on writes.
func (s *shell) heredocOf(stmt *syntax.Stmt) (string, bool) {
	cmd, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(cmd.Args) != 1 || cmd.Args[0].Lit() != "cat" || len(stmt.Redirs) != 1 {
		return "", false
	}
	return s.body(stmt.Redirs[0])
}

// call reads a simple command with its redirections. input is what a pipe gives
// it.
func (s *shell) call(stmt *syntax.Stmt, input string, piped, alone bool) {
	cmd, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(cmd.Assigns) > 0 {
		return
	}
	words, ok := literals(cmd.Args)
	if !ok || len(words) == 0 {
		return
	}
	out, appends := "", false
	for _, redirect := range stmt.Redirs {
		switch redirect.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if input, ok = s.body(redirect); !ok || piped {
				return
			}
			piped = true
		case syntax.RdrOut, syntax.RdrClob, syntax.AppOut:
			target, ok := literal(redirect.Word)
			if target == "/dev/null" {
				continue
			}
			if redirect.N != nil || !ok || out != "" {
				return
			}
			out, appends = target, redirect.Op == syntax.AppOut
		case syntax.DplOut: // 2>&1
		default:
			return
		}
	}
	switch {
	case out == "":
		if piped || len(stmt.Redirs) == 0 {
			s.command(words, input, alone)
		}
	case words[0] == "cat" && len(words) == 1 && piped:
		s.written(out, input, appends)
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

// command reads a command by its words and what it reads from its input.
func (r *reader) command(words []string, input string, alone bool) {
	args := words[1:]
	switch path.Base(words[0]) {
	case "apply_patch", "applypatch":
		if len(args) == 1 && holdsPatch(args[0]) {
			input = args[0]
		}
		r.applied(input)
	case "patch":
		if len(args) == 1 && args[0] == "-p1" {
			r.applied(input)
		}
	case "git":
		r.git(args, input)
	case "tee":
		if len(args) == 2 && args[0] == "-a" && input != "" {
			r.written(args[1], input, true)
		} else if len(args) == 1 && !strings.HasPrefix(args[0], "-") && input != "" {
			r.written(args[0], input, false)
		}
	case "rm":
		r.remove(args)
	case "mv":
		r.move(args)
	case "cat", "sed", "nl", "head":
		if alone && input == "" {
			r.shown(path.Base(words[0]), args)
		}
	}
}

func (r *reader) applied(patch string) {
	if strings.TrimSpace(patch) != "" {
		r.patch(patch, "")
	}
}

func (r *reader) git(args []string, input string) {
	switch {
	case len(args) == 0:
	case args[0] == "apply" && (len(args) == 1 || len(args) == 2 && (args[1] == "-" || args[1] == "-p1")):
		r.applied(input)
	case args[0] == "rm":
		r.remove(args[1:])
	case args[0] == "mv":
		r.move(args[1:])
	}
}

// remove reads rm: every word after -f must be a file named in full. A folder
// removed with -r says nothing of the files that it held.
func (r *reader) remove(args []string) {
	if len(args) > 0 && (args[0] == "-f" || args[0] == "--") {
		args = args[1:]
	}
	for _, a := range args {
		if a == "" || strings.HasPrefix(a, "-") || strings.HasSuffix(a, "/") {
			return
		}
	}
	for _, a := range args {
		r.change(Shell, edit.Change{Op: edit.Delete, Path: r.in(a)}, []byte("rm "+a))
	}
}

// move reads mv of one file. A target without the file's own extension may be a
// folder.
func (r *reader) move(args []string) {
	if len(args) != 2 || strings.HasPrefix(args[0], "-") || strings.HasSuffix(args[1], "/") {
		return
	}
	if ext := path.Ext(args[0]); ext == "" || ext != path.Ext(args[1]) {
		return
	}
	r.change(Shell, edit.Change{Op: edit.Rename, Path: r.in(args[0]), NewPath: r.in(args[1])}, []byte("mv "+args[0]+" "+args[1]))
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

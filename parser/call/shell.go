package call

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxScript bounds the part of a script that the shell's grammar reads, heredocs
// left out: the grammar is recursive.
const maxScript = 16 << 10

// maxNested bounds the shells that a script starts inside each other.
const maxNested = 3

var errTooLong = errors.New("the script is too long to be read")

// script reads the commands of a shell tool. Only commands whose effect on files
// is plain from their words count: a patch given to apply_patch, git apply or
// patch; a heredoc written by cat or tee; rm, mv, git rm and git mv of files that
// are named in full; cat and sed -n of one file. A command that writes into a file
// that it names is known to change it, and no more. Everything else is passed over.
func (r *reader) script(o object, file string) bool {
	if file != "" {
		return false
	}
	folder, _, _ := o.text(folderNames...)
	if text, _, ok := o.text(scriptNames...); ok {
		if strings.HasPrefix(strings.TrimSpace(text), beginPatch) { // no shell runs that
			r.patch(text, "")
			return true
		}
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
	if len(words) > 0 {
		r.start(folder)
		r.command(words, input{}, true)
	}
}

// run reads a script that runs in a folder, "" for where the shell stands.
func (r *reader) run(script, folder string) {
	r.start(folder)
	if !r.statements(script, true) {
		r.lost = true
	}
}

func (r *reader) start(folder string) { r.dir, r.roams = folder, folder == "" }

// shellIn reads a script that a command hands to a shell of its own.
func (r *reader) shellIn(script string, alone bool) {
	if r.nested == maxNested {
		return
	}
	dir := r.dir
	r.nested++
	r.statements(script, alone)
	r.nested--
	r.dir = dir
}

// statements reads a script; it reports whether the folder in which it ends is
// known. alone says that nothing but it decides what the call prints.
func (r *reader) statements(script string, alone bool) bool {
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
		return false
	}
	s := shell{reader: r, bodies: bodies}
	return s.list(file.Stmts, alone)
}

// shell reads one script.
type shell struct {
	*reader
	bodies []heredoc
}

// list reads statements one after the other, up to one after which the folder
// is not known any more.
func (s *shell) list(stmts []*syntax.Stmt, alone bool) bool {
	for _, stmt := range stmts {
		if !s.statement(stmt, alone && len(stmts) == 1) {
			return false
		}
	}
	return true
}

// statement reads one statement; it reports whether the folder that the next
// ones run in is known.
func (s *shell) statement(stmt *syntax.Stmt, alone bool) bool {
	if stmt.Negated || stmt.Background || stmt.Coprocess {
		s.maybe([]*syntax.Stmt{{Cmd: stmt.Cmd, Redirs: stmt.Redirs}})
		return true
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		return s.binary(cmd, alone)
	case *syntax.CallExpr:
		if isCd(cmd) {
			return s.cd(cmd)
		}
		s.call(cmd, stmt.Redirs, input{}, alone)
	case *syntax.Subshell:
		s.apart(cmd.Stmts, alone && len(stmt.Redirs) == 0)
		s.outputs(stmt.Redirs)
	case *syntax.Block:
		s.outputs(stmt.Redirs)
		return s.list(cmd.Stmts, alone && len(stmt.Redirs) == 0)
	case *syntax.TimeClause:
		return cmd.Stmt == nil || s.statement(cmd.Stmt, alone)
	default:
		s.outputs(stmt.Redirs)
		return s.branches(stmt.Cmd)
	}
	return true
}

// binary reads two statements that an operator joins.
func (s *shell) binary(cmd *syntax.BinaryCmd, alone bool) bool {
	switch cmd.Op {
	case syntax.AndStmt:
		x, isCall := cmd.X.Cmd.(*syntax.CallExpr)
		return s.statement(cmd.X, false) && s.statement(cmd.Y, isCall && isCd(x) && alone)
	case syntax.OrStmt:
		known := s.statement(cmd.X, false)
		s.maybe([]*syntax.Stmt{cmd.Y})
		return known
	}
	in := input{piped: true}
	if text, ok := s.heredocOf(cmd.X); ok {
		in = input{text: text, known: true, piped: true}
	} else {
		s.apart([]*syntax.Stmt{cmd.X}, false)
	}
	if y, ok := cmd.Y.Cmd.(*syntax.CallExpr); ok && !isCd(y) {
		s.call(y, cmd.Y.Redirs, in, false)
	} else {
		s.apart([]*syntax.Stmt{cmd.Y}, false)
	}
	return true
}

// apart reads statements that run in a shell of their own, which takes its folder
// with it.
func (s *shell) apart(stmts []*syntax.Stmt, alone bool) {
	dir := s.dir
	s.list(stmts, alone)
	s.dir = dir
}

// maybe reads statements that need not run: of the files that they would change
// only the disk knows. It reports whether they stay in their folder.
func (s *shell) maybe(stmts []*syntax.Stmt) bool {
	perhaps, dir := s.perhaps, s.dir
	s.perhaps = true
	known := s.list(stmts, false) && s.dir == dir
	s.perhaps, s.dir = perhaps, dir
	return known
}

// branches reads the statements inside a command that decides which of them run.
func (s *shell) branches(cmd syntax.Command) bool {
	known := true
	each := func(lists ...[]*syntax.Stmt) {
		for _, list := range lists {
			known = s.maybe(list) && known
		}
	}
	switch cmd := cmd.(type) {
	case *syntax.IfClause:
		for ; cmd != nil; cmd = cmd.Else {
			each(cmd.Cond, cmd.Then)
		}
	case *syntax.WhileClause:
		each(cmd.Cond, cmd.Do)
	case *syntax.ForClause:
		each(cmd.Do)
	case *syntax.CaseClause:
		for _, item := range cmd.Items {
			each(item.Stmts)
		}
	}
	return known
}

func isCd(cmd *syntax.CallExpr) bool {
	if len(cmd.Args) == 0 {
		return false
	}
	switch cmd.Args[0].Lit() {
	case "cd", "pushd", "popd":
		return true
	}
	return false
}

// cd follows a change of folder; it reports whether it leads to a plain path.
func (s *shell) cd(cmd *syntax.CallExpr) bool {
	words, ok := literals(cmd.Args)
	if ok && len(words) == 3 && words[1] == "--" {
		words = []string{words[0], words[2]}
	}
	if !ok || len(words) != 2 || words[0] == "popd" || words[1] == "" || strings.HasPrefix(words[1], "-") || strings.HasPrefix(words[1], "~") {
		return false
	}
	if s.dir == "" {
		s.dir = words[1]
	} else {
		s.dir = s.in(words[1])
	}
	return true
}

// Left returns the folder in which a call leaves the shell that it runs in, "" for
// the one in which it found it; a relative one goes on from there. known is false
// where the call's words do not tell. A call that names a folder for its command
// moves no shell.
func Left(c Call) (folder string, known bool) {
	if !mentionsCd(c.Arguments) || len(c.Arguments) > MaxArguments {
		return "", true
	}
	r := reader{}
	r.arguments(c.Arguments)
	if !r.roams {
		return "", true
	}
	return r.dir, !r.lost
}

// mentionsCd is a cheap test.
func mentionsCd(arguments []byte) bool {
	return bytes.Contains(arguments, []byte("cd ")) || bytes.Contains(arguments, []byte("pushd")) || bytes.Contains(arguments, []byte("popd"))
}

// Commands reports whether a call is one of a shell: its arguments hold commands.
func Commands(c Call) bool {
	o, ok := readObject(c.Arguments)
	if !ok {
		return false
	}
	path, clash := o.path()
	return path == "" && !clash && o.has(scriptNames...)
}

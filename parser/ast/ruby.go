package ast

import (
	"strings"

	"holdfast/parser/source"
)

var rubyScaffold = []string{"empty_statement"}

// walkRuby: modules, classes and their methods; "A.self.m" for a method of the
// class itself.
func walkRuby(w *walk) { w.each(0, scope{}, w.rubyStatement) }

func (w *walk) rubyStatement(c int32, s scope) {
	found := true
	switch w.kindOf(c) {
	case "module", "class":
		kind := w.kindOf(c)
		if !w.named(c) {
			return // the keyword
		}
		s.inner = s.inner && !s.space
		inner := w.addShell(s, w.name(c), kind, c, c)
		inner.method, inner.space = true, kind == "module" && !s.inner
		w.each(w.child(c, bodyField), inner, w.rubyStatement)
	case "singleton_class":
		s.prefix = "self."
		w.each(w.child(c, bodyField), s, w.rubyStatement)
	case "method", "singleton_method":
		w.rubyMethod(c, c, s)
	case "call":
		found = w.rubyCall(c, s)
	case "assignment":
		found = w.rubyAssignment(c, s)
	case "if", "unless", "begin":
		if s.container == "" {
			w.statement(c)
		}
		w.each(c, s, w.rubyBranch)
	default:
		found = false
	}
	if !found && s.container == "" {
		w.other(c)
	}
}

func (w *walk) rubyBranch(c int32, s scope) {
	switch w.kindOf(c) {
	case "then", "else", "ensure", "rescue", "body_statement":
		w.each(c, s, w.rubyStatement)
	case "elsif":
		w.each(c, s, w.rubyBranch)
	case "method", "singleton_method", "class", "module":
		w.rubyStatement(c, s)
	}
}

func (w *walk) rubyMethod(c, d int32, s scope) {
	object := w.child(d, objectField)
	if w.snippet && s == (scope{}) && (object >= 0 && w.is(object, "self") || w.rubyIndented(c)) {
		s = s.asBare()
	}
	kind := "function"
	if s.method || object >= 0 {
		kind = "method"
	}
	if object >= 0 {
		s.prefix = w.textOf(object) + "."
	}
	w.add(s, w.name(d), kind, c, d)
}

// rubyIndented reports whether a definition stands as deep as in a class.
func (w *walk) rubyIndented(c int32) bool {
	lead, _ := source.Indentation(w.src, int(w.nodes[c].start))
	return len(lead) > 0
}

// rubyCall finds the definition in "private def m …"; requires are no code.
func (w *walk) rubyCall(c int32, s scope) bool {
	method, arguments := w.child(c, methodField), w.child(c, argumentsField)
	if method < 0 || arguments < 0 || w.child(c, receiverField) >= 0 {
		return false
	}
	if name := w.textOf(method); name == "require" || name == "require_relative" || name == "load" || name == "autoload" {
		return true
	}
	d := w.find(arguments, "method", "singleton_method")
	if d < 0 || w.nodes[d].next != w.nodes[c].next {
		return false
	}
	w.rubyMethod(c, d, s)
	return true
}

// rubyAssignment finds classes that are made by a call: "P = Struct.new do".
func (w *walk) rubyAssignment(c int32, s scope) bool {
	left, right := w.child(c, leftField), w.child(c, rightField)
	if left < 0 || right < 0 || !w.is(left, "constant") || !w.is(right, "call") {
		return false
	}
	receiver, method := w.child(right, receiverField), w.child(right, methodField)
	if receiver < 0 || method < 0 {
		return false
	}
	kind := "class"
	switch strings.TrimPrefix(w.textOf(receiver), "::") + "." + w.textOf(method) {
	case "Struct.new", "Class.new", "Data.define":
	case "Module.new":
		kind = "module"
	default:
		return false
	}
	inner := w.addShell(s, w.textOf(left), kind, c, c)
	inner.method = true
	if block := w.find(right, "do_block", "block"); block >= 0 {
		w.each(w.child(block, bodyField), inner, w.rubyStatement)
	}
	return true
}

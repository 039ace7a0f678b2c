package ast

type wrapper struct{}

var classWrapper, phpWrapper wrapper
var rustScaffold, javaScaffold, cScaffold, csharpScaffold, rubyScaffold, phpScaffold, bashScaffold []string

func walkRust(w *walk)        {}
func walkJava(w *walk)        {}
func walkC(w *walk)           {}
func walkCSharp(w *walk)      {}
func walkRuby(w *walk)        {}
func walkPHP(w *walk)         {}
func walkBash(w *walk)        {}
func riskyRuby([]byte) string { return "" }
func riskyBash([]byte) string { return "" }

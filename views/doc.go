// Package views turns data into text: themes, layout, lists, diffs, code and the
// panes of the screen. It knows no engine and no program: every function takes
// values and returns lines.
//
// Lines that leave this package are safe to print. Everything foreign went
// through Clean or SourceLines, and the only escape sequences are the theme's.
//
// It owns the themes and the names of their colours. Screens and commands call it.
package views

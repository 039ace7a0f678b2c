// Package background answers bubbletea's question about the terminal's
// background before bubbletea asks it.
//
// The package initialiser of bubbletea v1 calls lipgloss.HasDarkBackground,
// which writes an OSC 11 and a cursor position query to standard output and
// waits up to five seconds where nothing answers: a silent PTY, a CI job, a
// terminal inside another program. It runs in every command of a binary that
// links bubbletea, screens or not. An answer that lipgloss was told beforehand
// is never asked for, so that importing this package silences the query; the
// screen takes its theme from configuration and COLORFGBG instead.
//
// Telling it beforehand is a matter of order. Go initialises, of the packages
// whose imports are all initialised, the one whose import path sorts first (Go
// specification, "Program initialization"; sorted since Go 1.21). This package
// imports lipgloss and nothing else, bubbletea imports lipgloss and more, and
// "early.holdfast/background" sorts before "github.com/charmbracelet/bubbletea":
// it runs between the two. No package of the module "holdfast" could, which is
// why this one is a module of its own, found through a relative replace.
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }

// Package connect knows how to point clients at holdfast. There is one table of
// them: the command line, the screen and the README are all made from it.
//
// It owns that table and the files of clients that it may change, each with its backup.
package connect

// Package config finds the workspace and reads what holdfast is told: built-in
// defaults, the user's file, the workspace's file, the environment and flags,
// the later winning. Every value remembers where it came from, and whatever is
// unknown or out of range is refused with its place, never ignored.
//
// It owns the table of keys: names, defaults, bounds and words of help. The commands load
// a Config once; the rooms get the values they need.
package config

// Package stale is where the State Map and the disk disagree, and in which way (TSLP
// 15.4).
package stale

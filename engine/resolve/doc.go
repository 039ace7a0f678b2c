// Package resolve turns the code blocks of a reply or a paste into artifacts
// with an entity and a confidence (TSLP 4.1). It is pure: what it may know of
// the State Map and of the disk comes in through small interfaces.
//
// It owns nothing. Package decide calls it for replies, and turns for what users paste.
package resolve

// Package target finds the file that a call will change, whatever name the call gives
// it: through symbolic links, a home folder's ~, another spelling on a disk that does
// not tell cases apart. A name that leads out of the workspace is left so, and nobody
// judges it.
//
// It owns nothing, and reads names alone: no file is opened. The guard's door calls it
// before a call is judged.
package target

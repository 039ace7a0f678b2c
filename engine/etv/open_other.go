//go:build !unix

package etv

const nonBlock = 0

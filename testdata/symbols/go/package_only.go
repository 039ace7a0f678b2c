// Package doc declares nothing.
package doc

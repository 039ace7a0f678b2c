// Package settings adds to a client's settings file, which belongs to its user: what
// stands there stays as it is, comments and other hooks with it, and what is added once
// is not added again. A file that cannot be read without a doubt is left alone, with
// an error that says why.
//
// It owns no file. The command line calls it for `holdfast connect CLIENT --guard --write`.
package settings

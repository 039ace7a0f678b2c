// Package adoption reads the files of a code base ahead of whoever adopts them: on all
// cores, in order, and never more of them at once than memory has room for.
//
// It owns the workers that read, for as long as the sequence is taken from; it decides
// about nothing and records nothing. The operator's desk calls it.
package adoption

// Package remark says of a reply what its user would want to know and no gate tells:
// that code was asked for and none came, that the reply says to have changed what
// nothing changed, that the model goes in circles. It is pure, reads English, and
// decides nothing: where it is not certain it says nothing.
//
// It owns the words by which it knows all this, and no state. A turn calls it, once a
// complete reply was judged.
package remark

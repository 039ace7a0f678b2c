// Package author decides who wrote each text that a request carries under role
// user (product 13). Clients put much there that no user wrote; only the user's
// own words grant write-head (TSLP 9.1) and user verification, and only they are
// read as what the user said.
//
// The decision is one pure function of the request and of what the model is
// known to have said. What no rule takes away is the user's.
//
// It owns nothing. A turn calls it for each request, with what package heard remembers.
package author

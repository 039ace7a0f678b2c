// Package load measures what a proxy costs (TSLP 13): it runs a stub model
// server, asks it directly and through the proxy in turns, and compares. A
// second direct path shows how much of a difference is noise, and a bare
// reverse proxy shows what any proxy in Go costs.
//
// It owns the stub server, the requests and the statistics. Package bench calls it with
// the program to measure.
package load

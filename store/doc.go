// Package store is the database: Vault, Ledger and the projections of the two
// (TSLP 3), in one SQLite file. Vault and Ledger are the truth and only ever
// grow; everything else is written by one apply in the transaction that appends
// the event, and can be rebuilt and compared by Verify.
//
// What Commit has acknowledged survives a killed process and a power cut.
//
// It owns the files of the folder .holdfast and the one connection that writes. Any room
// may read; only package sessions commits.
package store

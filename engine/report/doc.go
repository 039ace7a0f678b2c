// Package report makes what screens, commands and endpoints show: read models, and
// nothing else.
//
// It owns the shapes of the views and reads them from the Ledger, the Vault and what
// the rooms hold in memory; it changes nothing. Commands, screens and the diagnostics
// call its Reader, one method a view.
package report

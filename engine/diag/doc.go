// Package diag serves the diagnostics of TSLP 14: observational, read-only,
// deterministic, never seen by the model. What could change what the model
// sees is not an endpoint.
//
// It owns the paths and the form of the answers; what they say it asks of the reports. The
// engine hangs it into the server beside the proxy.
package diag

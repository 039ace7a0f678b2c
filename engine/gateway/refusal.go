package gateway

import "net/http"

// WriteError answers with an error of holdfast's own in the shape that clients
// of the API know: {"error":{"message","type","code"}}.
func WriteError(w http.ResponseWriter, status int, code, message string) {
	refuse(status, code, "%s", message).write(w)
}

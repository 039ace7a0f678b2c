package event

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// hashPrefix names the algorithm in front of every hash.
const hashPrefix = "sha256:"

// hashLength is the length of a hash in its written form.
const hashLength = len(hashPrefix) + 2*sha256.Size

// Hash is the name of b in the Vault: "sha256:" and the SHA-256 of the bytes
// in lower-case hexadecimal (TSLP 3.1).
func Hash(b []byte) string {
	sum := sha256.Sum256(b)
	var name [hashLength]byte
	copy(name[:], hashPrefix)
	hex.Encode(name[len(hashPrefix):], sum[:])
	return string(name[:])
}

// IsHash reports whether s is a hash in the form that Hash gives.
func IsHash(s string) bool {
	digits, ok := strings.CutPrefix(s, hashPrefix)
	if !ok || len(digits) != 2*sha256.Size {
		return false
	}
	for i := range len(digits) {
		if c := digits[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

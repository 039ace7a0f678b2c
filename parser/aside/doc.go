// Package aside reads JSON whose texts are long, such as the arguments of a call that
// writes a file: encoding/json looks at each byte some times over. Long texts are set
// aside while the rest is decoded, and put back where they stood.
//
// It owns no meaning: what it reads is what encoding/json reads. Packages call and hook
// read their input by it.
package aside

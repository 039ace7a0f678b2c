// Package schemas holds the JSON Schemas of the documents that leave holdfast
// or come into it, and tells in words what is wrong with a document.
//
// It owns the schema files. Package canon checks with it what comes in and what goes out.
package schemas

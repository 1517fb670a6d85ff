// Package example is the Go code of docs/clusters.md. Its tests run that code, and what the page says of a second
// unique index.
package example

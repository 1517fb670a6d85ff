// Package models tests that a model of google's UUIDs, written long before uuidkit,
// works in every store with the line that the README shows, and with no other change.
package models

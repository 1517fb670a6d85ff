// Package wiretest runs uuidkit's types, and the real ones of google/uuid,
// gofrs/uuid and the standard library, through the encoders that Go programs
// use, at their latest versions.
package wiretest

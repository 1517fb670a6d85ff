// Package models tests that a model of google's UUIDs, written long before uuidkit,
// works in every store with the line that the README shows, and with no other change.
//
// To add a store or a library, add a program to TestModels in models_test.go.
package models

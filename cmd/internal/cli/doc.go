// Package cli is the command uuid: its verbs, flags, output and exit statuses.
//
// To add input that must be refused, add a row to TestBadInput in bad_test.go. A page with output
// of the command is one of docFiles in docs_test.go, and an id to explain one of TestInspect in
// inspect_test.go.
package cli

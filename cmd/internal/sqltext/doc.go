// Package sqltext splits texts of SQL into tokens: statements, bodies and expressions that
// a server has accepted, and that must be read to find out what they name.
//
//	sqltext.go  a Dialect, a Token, Tokens, and Nested, which reads into literals, too
//	scanner.go  where a token begins and ends
//	uses.go     which tokens are expressions, and whether they use a column
//
// To add SQL, add a row to TestTokens in sqltext_test.go, or a body of a function to bodies in
// parsers_test.go.
package sqltext

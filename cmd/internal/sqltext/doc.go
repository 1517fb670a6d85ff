// Package sqltext splits texts of SQL into tokens: statements, bodies and expressions that
// a server has accepted, and that must be read to find out what they name.
//
//	sqltext.go  a Token, and how Tokens splits a text
//	uses.go     which tokens are expressions, and whether they use a column
package sqltext

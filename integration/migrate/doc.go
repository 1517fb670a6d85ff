// Package migrate tests the command uuid migrate on real databases: it kills the command,
// fills the disk, and compares schemas and rows before and after.
//
//	go test ./integration/migrate        5,000 rows and a few kills
//	go test ./integration/migrate -all   200 kills, and ten at 400,000 rows
package migrate

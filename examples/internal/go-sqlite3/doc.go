// Package sqlite3 stands in for github.com/mattn/go-sqlite3.
//
// gorm.io/driver/sqlite imports that driver whether a program uses it or not.
// Where there is a C compiler it then builds SQLite's C code, for half a minute.
// The examples use SQLite in pure Go, so their go.mod puts this in its place.
package sqlite3

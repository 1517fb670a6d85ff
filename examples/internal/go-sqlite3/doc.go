// Package sqlite3 stands in for github.com/mattn/go-sqlite3.
//
// gorm.io/driver/sqlite imports that driver whether it is used or not, and
// wherever there is a C compiler that builds SQLite's C code, which takes longer
// than everything else here together. The examples use SQLite in pure Go,
// so their go.mod replaces the driver with nothing.
package sqlite3

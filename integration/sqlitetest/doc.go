// Package sqlitetest runs packages sqlx and gormtype on a real database,
// SQLite, and lets it say what was stored.
//
// SQLite is compiled in (modernc.org/sqlite), so the tests need no server.
package sqlitetest

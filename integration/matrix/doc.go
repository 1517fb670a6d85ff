/*
Package matrix measures what becomes of a UUID in each store and format, without
uuidkit, as users have it today, and with uuidkit. The results are MATRIX.md, for
people, and matrix.json, from which it is made. docs/matrix.html lets users choose, and shows
the same results and the tables of docs/works-with.md. Its parts are in the folder explorer.
This command measures, and writes all three, and tables of the guides; with -run Explorer it
writes only the page:

	GOTOOLCHAIN=go1.27.3 go -C integration test ./matrix -update

A [Row] is a store, a column or format in it, and a library. A [Column] is a Go
type T, without uuidkit or with it. For each [Shape] of value (T, *T, nil, sql.Null[T],
[]T, any, a lookup, ...) they have one [Cell]: what was stored, as the store itself
reports it, a [Verdict], and the code that a user writes. A shape is one Go type in
both columns of a T. What needs a conversion is a shape of its own, with uuidkit only.

	to add            edit
	a store           servers.go, with its version in Products, and a file with a function that
	                  returns its rows, which Rows of matrix.go calls. A new kind of server:
	                  see the documentation of package stores
	a Go type         Types in types.go, and for GORM gormOpeners in gorm_models.go
	a shape           Shapes in shapes.go; for pgx pgxShapesOf in pgxshapes.go
	a statement       everyday_sql.go, everyday_gorm.go, everyday_mongo.go
	a conversion      Converts of the row: see converted in shapes.go
	a GORM operation  gorm_rows_*.go: one row, {name, func}
	SQL that becomes  mysqlStatements and others in statements.go, with what
	wrong with us     to write instead
	a reason why a    Excuses in impossible.go
	cell can't be
	native

[Report.Headline] counts the statements of google/uuid: docs/matrix.html has its numbers, and
by ../pictures -update README.md and matrix.svg. headline.go has the stores that it counts.

If a row or a type, such as a second driver of SQLite, had the results of another one in
every cell so far, its [Row.As] or [Row.Twins] names the other. It is measured with -all
only, and must still have the same results. -rows PATTERN measures some rows alone.

The code of a cell is not a second list: sessions write down the statements that
they run (see script), and a GORM operation's is read from its source.
*/
package matrix

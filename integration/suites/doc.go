/*
Package suites runs the tests of other people's libraries with uuidkit in between: the
connector of package sqlx below database/sql, types registered with pgx, the MongoDB
drivers, CBOR and MessagePack, and the plugin of gormtype in GORM. No test may have
another outcome than without uuidkit.

	go -C integration/suites test -all -timeout 40m
	go -C integration/suites test -all -run Suites/pgx

prints a table, and names the tests that differ. Without -all only the quick suites run.
The columns count tests and their subtests; "uuidkit statements" counts the statements
of uuidkit that ran, and "broken" the tests that fail because something is broken on purpose.

The sources come from Go's module cache, in the versions of ../go.mod. A test copies
them into a temporary folder, adds a hook and a package that fills it (the folders of
testdata), and runs the tests there three times: without uuidkit, with it, and with
something broken in between, which must change the outcome of a test. To add a suite, add a row to
rows_test.go.

database/sql is copied, too: its OpenDB calls the hook, and its Conn.Raw gives the
driver's own connection, as programs get it with Unwrap.

Tests that differ are run twice more, and count if they differ a second time: some
tests of these suites fail now and then.
*/
package suites

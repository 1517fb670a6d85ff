/*
Package audit tests the command "uuid audit" on databases that it was not written
for. It uses none of the command's code, only the JSON that it prints.

TestPlanted makes databases at random: ids in every form, things that look like ids,
and mistakes. It compares the report with what was planted, and prints a table. With
-all there are 50 databases of each kind, otherwise a few:

	go -C integration test ./audit -run Planted -all
	go -C integration test ./audit -run Planted/sqlite -seed 7

A failing line begins with the seed and the number of the database, and
-seed 7 -only 12 makes that one alone.

TestLines runs every line of Go that a report can have, on columns that are planted for it,
and TestNext the commands with which a report ends.

The other tests run the command without rights, on a server that does not answer, and while
others change the database, and check that it does not disturb them.

A column that TestPlanted makes is a row of good, of wrong or of decoys in plants_test.go. For a new
line of Go, add its column to linedColumns in lines_test.go.
*/
package audit

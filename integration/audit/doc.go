/*
Package audit tests the command "uuid audit" on databases that it was not written
for, and knows of its code no more than the JSON that it prints.

TestPlanted makes databases at random: ids in every form, things that look like ids,
and mistakes. It compares the report with what was planted, and prints a table. With
-all there are 50 databases of each kind, otherwise a few:

	go -C integration test ./audit -run Planted -all
	go -C integration test ./audit -run Planted/sqlite -seed 7

A failing line begins with the seed and the number of the database, and
-seed 7 -only 12 makes that one alone.

TestLines runs every line of Go that a report can have, on columns that are planted for it,
and TestNext the commands with which a report ends.

The other tests ask what a database of somebody else's does to the command: no
rights, no answer, changes meanwhile, and whether it disturbs others.
*/
package audit

/*
Package ecosystem measures what a UUID becomes in other people's libraries: those that our
adapters serve in part, or not at all. It is a module of its own, because its dependencies
are many. There is a folder for each group of libraries:

	builders    ORMs and query builders
	generators  the code that generators make; testdata has it, and a test makes it again
	stores      clients of databases that do not speak SQL, or their own
	formats     serialization formats
	web         web frameworks
	config      configuration
	lines       libraries that ask for text or bytes: a row is the line to write
	large       more stores: a module of its own, for libraries that are too large to download each time
	workswith   docs/works-with.md, which is made from the results of the others
	upstream    the programs of ../upstream with the libraries of this module, and docs/upstream.md

A folder has a table of [Row], one for each library and store. Each row is measured with
four Go types: the standard library's (with Go 1.27), google's, gofrs's and ours. It is
measured with the library alone, and with the code that docs/works-with.md tells users to write. The verdicts
are those of the matrix:

	native          stored in the store's own form, and read back
	works           read back, or found, but stored in another form
	fails loudly    an error
	silently wrong  no error, and a wrong value, row or receiver
	impossible      the library leaves no way: the row has the reason

	go -C integration/ecosystem test ./...                              # what compiles quickly
	go -C integration/ecosystem test -tags full ./...                   # all
	go -C integration/ecosystem/large test ./...

They compare what they measure with the results.json of each folder, and docs/works-with.md
with these. CONTRIBUTING.md says how to write them, and how to add a library.
*/
package ecosystem

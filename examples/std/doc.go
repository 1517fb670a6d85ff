/*
Package std shows how to use the UUID type of Go's standard library, from Go 1.27 on, with libraries that do not know it
yet, or not everywhere. The folder of each library has the schema, the command that makes the code, the code that it made,
a program and a test:

	bun          models of bun, with text and uuid columns, and with 16 bytes
	ent          a schema of ent; ent/entid has the type to copy
	sqlc         queries of sqlc, with uuid columns and pgx, and with 16 bytes in SQLite
	bob          models of bob, with uuid columns, and with 16 bytes in SQLite
	ogen         a server and a client of ogen
	oapicodegen  a server and a client of oapi-codegen

	go -C examples/std run ./ent

It is a module of its own, because it needs Go 1.27. Generators must be able to read Go 1.27's packages: go.mod names
those that are not as a tool, with a newer golang.org/x/tools.
*/
package std

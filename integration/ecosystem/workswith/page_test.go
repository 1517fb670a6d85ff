// Package workswith checks docs/works-with.md, or writes it with -update.
//
// To add a folder of libraries, add a row to groups in page_test.go.
package workswith

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

var groups = []ecosystem.Group{
	{Folder: "builders", Title: "ORMs and query builders",
		Intro: "`sqlx.Binary` as an argument: `[]sqlx.Binary` for a list, `(*sqlx.Binary)(p)` for a pointer, and `sql.Null[sqlx.Binary]` for a NullUUID, which SQLite otherwise stores as text. It reads 16 bytes, and canonical text that another program has written.\n\nMySQL's rows were measured on MariaDB, with MySQL's driver. Not measured, because their modules could not be downloaded: beego, upper/db, rel and volatiletech/sqlboiler."},
	{Folder: "stores", Title: "Stores",
		Intro: "Redis is a server, DuckDB a database, and dynalite a server for DynamoDB's client. Of Cassandra, ClickHouse and Spanner the client's bytes are measured, and no server."},
	{Folder: "formats", Title: "Formats"},
	{Folder: "web", Title: "Web frameworks"},
	{Folder: "config", Title: "Configuration"},
	{Folder: "generators", Title: "Code generators",
		Intro: "The generated code is in [integration/ecosystem/generators](../integration/ecosystem/generators/testdata). With Go's type, bob's Preload and its loaders of slices return an error, as [examples/std/bob](../examples/std/bob) tests: load the relations of one row, query with In, or name uuidkit's `uuid.UUID` in `bobgen.yaml`."},
	{Folder: "lines", Title: "Libraries that ask for text or bytes", Lines: true,
		Intro: "These libraries know no UUID: they call its methods, or take 16 bytes. Whatever else asks for an `encoding.TextMarshaler`, a `fmt.Stringer` or a `[]byte` is served in the same way."},
}

func TestPage(t *testing.T) {
	const page = "../../../docs/works-with.md"
	results := map[string][]ecosystem.Result{}
	for _, g := range groups {
		for _, dir := range []string{"..", "../large"} {
			results[g.Folder] = append(results[g.Folder], ecosystem.Load(t, filepath.Join(dir, g.Folder, "results.json"))...)
		}
	}
	want := ecosystem.Page(groups, results)
	if *ecosystem.Update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is out of date: write it with -update", page)
	}
}

// Package workswith checks docs/works-with.md, or writes it with -update.
package workswith

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
)

var groups = []ecosystem.Group{
	{Folder: "builders", Title: "ORMs and query builders",
		Intro: "sqlc and ent have pages of their own: [sqlc.md](sqlc.md), [ent.md](ent.md). Not measured: beego, upper/db, rel and volatiletech/sqlboiler."},
	{Folder: "stores", Title: "Stores",
		Intro: "Redis is a server. Of DynamoDB, Cassandra and ClickHouse the client's bytes are measured, and no server."},
	{Folder: "formats", Title: "Formats"},
	{Folder: "web", Title: "Web frameworks"},
	{Folder: "config", Title: "Configuration"},
}

func TestPage(t *testing.T) {
	const page = "../../../docs/works-with.md"
	results := map[string][]ecosystem.Result{}
	for _, g := range groups {
		results[g.Folder] = ecosystem.Load(t, filepath.Join("..", g.Folder, "results.json"))
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

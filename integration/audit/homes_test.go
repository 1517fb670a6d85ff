package audit

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestHomes has ids in tables and columns of less usual kinds. The table base has 200 of
// them as text.
func TestHomes(t *testing.T) {
	type home struct{ table, column, form string }
	for store, of := range map[string]struct {
		statements []string
		homes      []home
	}{
		"postgres": {[]string{
			`CREATE DOMAIN key AS uuid NOT NULL`,
			`CREATE TABLE domains (k key PRIMARY KEY)`, `INSERT INTO domains SELECT id::uuid FROM base`,
			`CREATE TABLE made (id uuid, t text GENERATED ALWAYS AS ('{' || id::text || '}') STORED, gone int)`, `ALTER TABLE made DROP gone`,
			`INSERT INTO made SELECT id::uuid FROM base`,
			`CREATE TABLE arrays (a text[][], j jsonb, js json, b bytea[])`,
			`INSERT INTO arrays SELECT array[[id, id], [id, id]], to_jsonb(id), json_build_array(id, id), array[uuid_send(id::uuid)] FROM base`,
			`CREATE TABLE parts (n int, id text) PARTITION BY RANGE (n)`,
			`CREATE TABLE parts_a PARTITION OF parts FOR VALUES FROM (0) TO (100)`,
			`CREATE TABLE parts_b PARTITION OF parts FOR VALUES FROM (100) TO (1000)`,
			`INSERT INTO parts SELECT n, id FROM base`,
			`CREATE MATERIALIZED VIEW stored AS SELECT replace(id, '-', '') AS hex FROM base`,
			`CREATE UNLOGGED TABLE loose (id char(50))`, `INSERT INTO loose SELECT id FROM base`,
			`CREATE TABLE heir () INHERITS (loose)`, `INSERT INTO heir SELECT id FROM base`,
			`CREATE TABLE nothing ()`, `INSERT INTO nothing DEFAULT VALUES`,
			`CREATE TABLE pairs (a int, b text, c text, PRIMARY KEY (a, b))`, `INSERT INTO pairs SELECT n, id, 'x' FROM base`,
		}, []home{{"domains", "k", "uuid"}, {"made", "id", "uuid"}, {"made", "t", "braces"}, {"arrays", "j", "text"}, {"arrays", "js[]", "text"},
			{"arrays", "b[]", "bytes"}, {"parts", "id", "text"}, {"stored", "hex", "hex"}, {"loose", "id", "text"}, {"pairs", "b", "text"}}},
		"mysql": {[]string{
			"CREATE TABLE made (id char(36), h char(32) AS (replace(id, '-', '')) VIRTUAL, s char(38) AS (concat('{', id, '}')) STORED, i varchar(50) INVISIBLE)",
			"INSERT INTO made (id, i) SELECT id, concat('urn:uuid:', id) FROM base",
			"CREATE TABLE parts (n int, id binary(16)) PARTITION BY HASH (n) PARTITIONS 3", "INSERT INTO parts SELECT n, unhex(replace(id, '-', '')) FROM base",
			"CREATE TABLE old (id varchar(36)) ENGINE=MyISAM", "INSERT INTO old SELECT id FROM base",
			"CREATE TABLE wide (id longtext, b longblob, u varchar(36) CHARACTER SET utf16, e enum('a','b') DEFAULT 'a', d date)",
			"INSERT INTO wide (id, b, u) SELECT id, unhex(replace(id, '-', '')), id FROM base",
			"CREATE TABLE documents (j json)", "INSERT INTO documents SELECT json_array(id, json_object('a', id)) FROM base",
			"CREATE TABLE pairs (a int, b char(36), PRIMARY KEY (b, a), KEY (b(8)))", "INSERT INTO pairs SELECT n, id FROM base",
		}, []home{{"made", "id", "text"}, {"made", "h", "hex"}, {"made", "s", "braces"}, {"made", "i", "urn"}, {"parts", "id", "bytes"},
			{"old", "id", "text"}, {"wide", "id", "text"}, {"wide", "b", "bytes"}, {"wide", "u", "text"}, {"documents", "j[]", "text"},
			{"documents", "j[].a", "text"}, {"pairs", "b", "text"}}},
		"mariadb": {[]string{
			"CREATE TABLE made (id uuid, h varchar(32) AS (replace(id, '-', '')) VIRTUAL)", "INSERT INTO made (id) SELECT id FROM base",
			"CREATE TABLE parts (n int, id binary(16)) PARTITION BY HASH (n) PARTITIONS 3", "INSERT INTO parts SELECT n, unhex(replace(id, '-', '')) FROM base",
			"CREATE TABLE aria (id varchar(36)) ENGINE=Aria", "INSERT INTO aria SELECT id FROM base",
			"CREATE TABLE versioned (id char(36)) WITH SYSTEM VERSIONING", "INSERT INTO versioned SELECT id FROM base",
			"CREATE TABLE documents (j json)", "INSERT INTO documents SELECT json_array(id, json_object('a', id)) FROM base",
		}, []home{{"made", "id", "uuid"}, {"made", "h", "hex"}, {"parts", "id", "bytes"}, {"aria", "id", "text"}, {"versioned", "id", "text"},
			{"documents", "j[]", "text"}, {"documents", "j[].a", "text"}}},
		"sqlite": {[]string{
			"CREATE TABLE strict (id TEXT PRIMARY KEY, b BLOB, a ANY) STRICT, WITHOUT ROWID", "INSERT INTO strict SELECT id, randomblob(16), id FROM base",
			"CREATE TABLE made (id, h TEXT AS (replace(id, '-', '')), s TEXT AS ('{' || id || '}') STORED)", "INSERT INTO made (id) SELECT id FROM base",
			"CREATE VIRTUAL TABLE words USING fts5(id, body)", "INSERT INTO words SELECT id, 'some words' FROM base",
			"CREATE TABLE documents (j)", "INSERT INTO documents SELECT json_array(id, json_object('a', id)) FROM base",
			"CREATE TABLE binary (j BLOB)", "INSERT INTO binary SELECT jsonb_object('a', id) FROM base", // SQLite's own JSONB
			"CREATE TABLE numbers (id UUID)", "INSERT INTO numbers SELECT id FROM base",
		}, []home{{"strict", "id", "text"}, {"strict", "a", "text"}, {"made", "id", "text"}, {"made", "h", "hex"}, {"made", "s", "braces"}, {"words", "id", "text"},
			{"documents", "j[]", "text"}, {"documents", "j[].a", "text"}, {"numbers", "id", "text"}}},
	} {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "base", 200)
			for _, s := range of.statements {
				d.exec(t, s)
			}
			r, _ := audit(t, d.url)
			for _, h := range of.homes {
				r.sees(t, h.table, h.column, h.form)
			}
			for _, n := range r.NotSeen {
				t.Errorf("not seen: %v", n)
			}
			if c := r.column("strict", "b"); c != nil {
				t.Errorf("random bytes: got %+v", c)
			}
		})
	}
}

// TestHomesMongo is TestHomes of MongoDB.
func TestHomesMongo(t *testing.T) {
	d := newDatabase(t, "mongo")
	insert := func(collection string, doc func(id string, b bson.Binary) bson.D) {
		var docs []any
		for _, id := range ids(200) {
			docs = append(docs, doc(id, bson.Binary{Subtype: 4, Data: kit.Unhex(strings.ReplaceAll(id, "-", ""))}))
		}
		kit.Must(d.mongo.Collection(collection).InsertMany(t.Context(), docs))(t)
	}
	kit.Check(t, d.mongo.CreateCollection(t.Context(), "capped", options.CreateCollection().SetCapped(true).SetSizeInBytes(1<<20)))
	kit.Check(t, d.mongo.CreateCollection(t.Context(), "series", options.CreateCollection().SetTimeSeriesOptions(options.TimeSeries().SetTimeField("at").SetMetaField("of"))))
	insert("compound", func(id string, b bson.Binary) bson.D {
		return bson.D{{Key: "_id", Value: bson.D{{Key: "tenant", Value: b}, {Key: "n", Value: 1}}}}
	})
	insert("references", func(id string, b bson.Binary) bson.D {
		return bson.D{{Key: "owner", Value: bson.D{{Key: "$ref", Value: "users"}, {Key: "$id", Value: b}}}}
	})
	insert("matrix", func(id string, b bson.Binary) bson.D {
		return bson.D{{Key: "a", Value: bson.A{bson.A{id, id}, bson.A{id}}}}
	})
	insert("capped", func(id string, b bson.Binary) bson.D { return bson.D{{Key: "id", Value: id}} })
	insert("series", func(id string, b bson.Binary) bson.D {
		return bson.D{{Key: "at", Value: bson.DateTime(1.7e12)}, {Key: "of", Value: b}, {Key: "v", Value: 1}}
	})
	insert("odd", func(id string, b bson.Binary) bson.D {
		return bson.D{{Key: "a", Value: bson.D{{Key: "", Value: b}}}, {Key: "x", Value: bson.Regex{Pattern: id}}, {Key: "s", Value: bson.Symbol(id)}, {Key: "old", Value: bson.Binary{Subtype: 2, Data: b.Data}}}
	})
	kit.Check(t, d.mongo.CreateView(t.Context(), "view", "capped", mongo.Pipeline{}))
	kit.Check(t, d.mongo.CreateView(t.Context(), "broken", "capped", mongo.Pipeline{bson.D{{Key: "$project", Value: bson.D{{Key: "x", Value: bson.D{{Key: "$divide", Value: bson.A{1, 0}}}}}}}}))

	r, _ := audit(t, d.url)
	for _, h := range []struct{ table, column, form string }{
		{"compound", "_id.tenant", "uuid"}, {"references", "owner.$id", "uuid"}, {"matrix", "a[][]", "text"}, {"capped", "id", "text"}, {"series", "of", "uuid"},
	} {
		r.sees(t, h.table, h.column, h.form)
	}
	if len(r.NotSeen) != 1 || !r.notSeen("broken") {
		t.Errorf("not seen: got %v, want the view broken", r.NotSeen)
	}
}

// TestEmpty has columns without a value. Those that look like ids are said to be unseen.
func TestEmpty(t *testing.T) {
	for store, of := range map[string]struct {
		columns  string
		unseen   []string
		unstated []string
	}{
		"postgres": {"id varchar(36) PRIMARY KEY, owner_id char(36), token bytea UNIQUE, note varchar(40), u uuid, user_id text UNIQUE, t text UNIQUE",
			[]string{"id", "owner_id", "user_id"}, []string{"token", "note", "u", "t"}},
		"mysql":   {"id char(36) PRIMARY KEY, owner_id binary(16), note varchar(40), hash char(32) UNIQUE, team_id char(32) UNIQUE", []string{"id", "owner_id", "team_id"}, []string{"note", "hash"}},
		"mariadb": {"id varchar(36) PRIMARY KEY, owner_id varbinary(16), u uuid", []string{"id", "owner_id"}, []string{"u"}},
		"sqlite":  {"id CHAR(36) PRIMARY KEY, owner UNIQUEIDENTIFIER, user_id BLOB UNIQUE, note TEXT UNIQUE, n INTEGER", []string{"id", "owner", "user_id"}, []string{"note", "n"}},
	} {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.exec(t, "CREATE TABLE bare ("+of.columns+")")
			r, _ := audit(t, d.url)
			for _, c := range of.unseen {
				if !r.notSeen("bare." + c + " ") {
					t.Errorf("%s: got %v, want it to be said", c, r.NotSeen)
				}
			}
			for _, c := range of.unstated {
				if r.notSeen("bare." + c + " ") {
					t.Errorf("%s: got %v, want nothing of it", c, r.NotSeen)
				}
			}
		})
	}
}

// write makes a table of texts, or a collection.
func (d *database) write(t testing.TB, table string, n int, body func(i int) string) {
	t.Helper()
	if d.mongo == nil {
		d.exec(t, "CREATE TABLE "+table+" (n int PRIMARY KEY, body "+map[bool]string{true: "longtext", false: "text"}[d.store == "mysql" || d.store == "mariadb"]+")")
	}
	for i := range n {
		if d.mongo != nil {
			kit.Must(d.mongo.Collection(table).InsertOne(t.Context(), bson.D{{Key: "n", Value: i}, {Key: "body", Value: body(i)}}))(t)
			continue
		}
		d.exec(t, fmt.Sprintf("INSERT INTO %s VALUES (%d, '%s')", table, i, body(i)))
	}
}

// TestUnread has UUIDs where audit does not look, and says so: in a line that it does not write where it looks.
func TestUnread(t *testing.T) {
	id := ids(1)[0]
	for _, store := range stored {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.write(t, "few", 300, func(i int) string { return map[bool]string{true: id, false: fmt.Sprint("word ", i)}[i == 150] })
			d.write(t, "hex", 20, func(i int) string { return fmt.Sprintf("request %s %d", strings.ReplaceAll(id, "-", ""), i) })
			d.write(t, "texts", 20, func(i int) string { return fmt.Sprint(i, strings.Repeat(" lorem ipsum", 6000), " ", id) })
			if d.mongo != nil {
				kit.Check(t, d.mongo.CreateView(t.Context(), "seen", "few", mongo.Pipeline{}))
			} else {
				d.exec(t, "CREATE VIEW seen AS SELECT * FROM few")
			}
			look := func(table string, flags ...string) (lines int, finds bool) {
				r, _ := audit(t, d.url, append(flags, "--table", table)...)
				for _, f := range r.Findings {
					finds = finds || f.Kind == fewUUIDs || f.Kind == insideText
				}
				return len(r.Unread), finds
			}
			always, _ := look("hex", "--full")
			for _, table := range []string{"few", "seen"} { // one row in 300, and a sample of 20
				if lines, finds := look(table, "--full"); lines != always || finds != (table == "few") { // of views nothing is found
					t.Errorf("%s: got %d lines, found %t; want %d, and found in few", table, lines, finds, always)
				}
				if lines, _ := look(table, "--sample", "20"); lines != always+1 {
					t.Errorf("a sample of %s: got %d lines, want %d", table, lines, always+1)
				}
			}
			// The servers cut long texts; of these two all is read.
			whole := store == "sqlite" || store == "mongo"
			if _, finds := look("texts", "--full"); finds != whole {
				t.Errorf("at the end of a long text: found %t, want %t", finds, whole)
			}
			if _, finds := look("hex", "--full"); finds {
				t.Error("without hyphens: found, and the report says that it is not looked for")
			}
			if always != 2 {
				t.Errorf("got %d lines, want 2: UUIDs without hyphens, and long values", always)
			}
		})
	}
}

// TestForeign has tables whose rows are in another database, which is this one by way of
// postgres_fdw, and views of them.
func TestForeign(t *testing.T) {
	d := newDatabase(t, "postgres")
	d.fill(t, "base", 200)
	u := kit.Must(url.Parse(d.url))(t)
	password, _ := u.User.Password()
	d.exec(t, "CREATE EXTENSION postgres_fdw")
	d.exec(t, fmt.Sprintf("CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname '%s')", u.Hostname(), u.Port(), u.Path[1:]))
	d.exec(t, fmt.Sprintf("CREATE USER MAPPING FOR CURRENT_USER SERVER other OPTIONS (user '%s', password '%s')", u.User.Username(), password))
	d.exec(t, "CREATE FOREIGN TABLE away (id text) SERVER other OPTIONS (table_name 'base')")
	d.exec(t, "CREATE VIEW seen AS SELECT id FROM away")
	d.exec(t, "CREATE VIEW above AS SELECT upper(id) AS id FROM seen")
	d.exec(t, "CREATE VIEW near AS SELECT id FROM base")
	d.exec(t, "CREATE MATERIALIZED VIEW stored AS SELECT id FROM away")
	d.exec(t, "CREATE VIEW ofstored AS SELECT id FROM stored")
	r, _ := audit(t, d.url)
	for _, table := range []string{"seen", "above", "near", "stored", "ofstored", "base"} {
		r.sees(t, table, "id", "text")
	}
	for table, want := range map[string]bool{"away": true, "seen": true, "above": true, "near": false, "stored": false, "ofstored": false, "base": false} {
		if got := r.notSeen("where:public." + table + " "); got != want {
			t.Errorf("%s: said %t, want %t, in %v", table, got, want, r.NotSeen)
		}
	}
}

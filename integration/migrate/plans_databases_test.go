package migrate

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// plansSQL is what the three databases of SQL share.
type plansSQL struct {
	*database
	columns string   // a query of their tables, names and types
	all     []string // queries of all objects
}

func (d plansSQL) address() string   { return d.database.address }
func (d plansSQL) fill(t *testing.T) { fillPlans(t, d.database) }
func (d plansSQL) idle(*testing.T)   {}
func (d plansSQL) spoil(t *testing.T) {
	d.exec(t, "INSERT INTO orders VALUES ('odd', '"+plansID(3)+"', NULL, 77)", "INSERT INTO orders VALUES ('', '"+plansID(4)+"', NULL, 78)")
}

func (d plansSQL) state(*testing.T) string { return d.latest("state") }
func (d plansSQL) id(*testing.T) string    { return d.latest("id") }

func (d plansSQL) latest(column string) (value string) {
	d.QueryRow("SELECT " + column + " FROM uuidkit_migration ORDER BY id DESC").Scan(&value) // an error says that there is none
	return value
}

func (d plansSQL) objects(t *testing.T) (list []string) {
	for _, q := range d.all {
		list = append(list, d.textsOf(t, q)...)
	}
	return list
}

func (d plansSQL) rows(t *testing.T) []string {
	list := d.textsOf(t, d.columns)
	queries := []string{"SELECT id, email FROM users ORDER BY email", "SELECT id, user_id, parent_id, n FROM orders ORDER BY n"}
	if slices.ContainsFunc(list, func(line string) bool { return strings.HasPrefix(line, "odd_orders|") }) {
		queries = append(queries, "SELECT * FROM odd_orders ORDER BY n")
	}
	for _, q := range queries {
		for _, line := range d.textsOf(t, q) {
			list = append(list, fmt.Sprintf("%q", line))
		}
	}
	return list
}

type plansSQLite struct{ plansSQL }

func openPlansSQLite(t *testing.T) plansDatabase {
	return plansSQLite{plansSQL{openSQLite(t, filepath.Join(t.TempDir(), "p.db")), "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.name IN ('users', 'orders', 'odd_orders') ORDER BY 1, 2",
		[]string{"SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"}}}
}

func (d plansSQLite) dump(t *testing.T) []byte {
	return kit.Must(exec.Command("sqlite3", d.address(), ".dump").Output())(t)
}

func (d plansSQLite) restore(t *testing.T, dump []byte) { d.exec(t, string(dump)) }

type plansPostgres struct{ plansSQL }

func openPlansPostgres(address func(testing.TB) string) func(*testing.T) plansDatabase {
	return func(t *testing.T) plansDatabase {
		// PostgreSQL 18 names each NOT NULL, and pg_dump 15 does not: attnotnull says the same.
		const ours = " NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace) ORDER BY 1, 2, 3"
		return plansPostgres{plansSQL{openPostgres(t, address(t)), "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN ('users', 'orders', 'odd_orders') ORDER BY 1, 2", []string{
			"SELECT nspname FROM pg_namespace ORDER BY 1",
			"SELECT relnamespace::regnamespace::text, relname, relkind, CASE WHEN relkind = 'i' THEN pg_get_indexdef(oid) END FROM pg_class WHERE relnamespace" + ours,
			"SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relnamespace" + ours,
			"SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint WHERE contype <> 'n' AND connamespace" + ours,
			"SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2",
			"SELECT pronamespace::regnamespace::text, proname, prosrc FROM pg_proc WHERE pronamespace" + ours,
			"SELECT typnamespace::regnamespace::text, typname, typtype FROM pg_type WHERE typnamespace" + ours,
		}}}
	}
}

func (d plansPostgres) idle(t *testing.T) {
	kit.Eventually(t, "the server has ended the sessions", func() bool {
		return len(d.texts(t, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'")) == 0
	})
}

func (d plansPostgres) dump(t *testing.T) []byte {
	text := kit.Must(exec.Command("pg_dump", "--inserts", "--no-owner", "-d", d.address()).Output())(t)
	return slices.Concat(slices.DeleteFunc(slices.Collect(bytes.Lines(text)), func(line []byte) bool {
		return bytes.HasPrefix(line, []byte(`\`)) // for psql
	})...)
}

func (d plansPostgres) restore(t *testing.T, dump []byte) {
	db := openPostgres(t, d.address()) // the dump changes settings of its session
	defer db.Close()
	db.exec(t, string(dump))
}

type plansMySQLDatabase struct{ plansSQL }

func openPlansMySQL(dsn func(testing.TB) string) func(*testing.T) plansDatabase {
	return func(t *testing.T) plansDatabase {
		return plansMySQLDatabase{plansSQL{openMySQL(t, dsn(t)), "SELECT table_name, column_name, column_type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name IN ('users', 'orders', 'odd_orders') ORDER BY 1, 2", []string{
			"SELECT trigger_name, event_object_table FROM information_schema.triggers WHERE trigger_schema = DATABASE() ORDER BY 1",
			"SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1",
		}}}
	}
}

func (d plansMySQLDatabase) idle(t *testing.T) {
	kit.Eventually(t, "the server has ended the sessions", func() bool {
		return len(d.textsOf(t, "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command <> 'Sleep'")) == 0
	})
}

func (d plansMySQLDatabase) objects(t *testing.T) (list []string) {
	for _, name := range d.textsOf(t, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1") {
		list = append(list, d.textsOf(t, "SHOW CREATE TABLE "+name)...)
	}
	return append(list, d.plansSQL.objects(t)...)
}

func (d plansMySQLDatabase) dump(t *testing.T) []byte {
	u := kit.Must(url.Parse(d.address()))(t)
	password, _ := u.User.Password()
	cmd := exec.Command(*mariadbDump, "--no-defaults", "--skip-comments", "--hex-blob", "--single-transaction", "--skip-add-locks", "--default-character-set=utf8mb4",
		"-h", u.Hostname(), "-P", u.Port(), "-u", u.User.Username(), strings.TrimPrefix(u.Path, "/"))
	cmd.Env = append(os.Environ(), "MYSQL_PWD="+password)
	cmd.Stderr = os.Stderr
	return kit.Must(cmd.Output())(t)
}

// restore reads the lines DELIMITER, which are for the client.
func (d plansMySQLDatabase) restore(t *testing.T, dump []byte) {
	conn := kit.Must(d.Conn(t.Context()))(t)
	defer conn.Close()
	end, statement := ";", ""
	for line := range strings.Lines(string(dump)) {
		line = strings.TrimRight(line, "\n")
		if after, ok := strings.CutPrefix(line, "DELIMITER "); ok {
			end = after
			continue
		}
		statement += line + "\n"
		text, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		statement = strings.TrimSuffix(statement, line+"\n") + text
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%.200s: %v", statement, err)
		}
		statement = ""
	}
}

// plansMongo has fields in an array and in a document, and an _id.
type plansMongo struct {
	*mongo.Database
	uri string
}

// openPlansMongo has a server of its own: applyOps, which restore needs, waits for all transactions of the server,
// and no other can begin or end one meanwhile. TestMongoMany holds one open until its run has ended.
func openPlansMongo(t *testing.T) plansDatabase {
	db, address := startMongo(t, "plans")
	return plansMongo{db, address}
}

func (d plansMongo) address() string { return d.uri }

func (d plansMongo) fill(t *testing.T) {
	for i := range plansRows {
		kit.Must(d.Collection("users").InsertOne(t.Context(), bson.D{{Key: "_id", Value: plansID(i)}, {Key: "email", Value: fmt.Sprint("user ", i)}}))(t)
		kit.Must(d.Collection("orders").InsertOne(t.Context(), bson.D{{Key: "_id", Value: plansID(1000 + i)}, {Key: "user_id", Value: plansID(i)}, {Key: "n", Value: i}}))(t)
	}
	kit.Must(d.Collection("orders").Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "user_id", Value: 1}}, Options: options.Index().SetUnique(true)}))(t)
}

func (d plansMongo) spoil(t *testing.T) {
	kit.Must(d.Collection("orders").InsertOne(t.Context(), bson.D{{Key: "_id", Value: "odd"}, {Key: "user_id", Value: "7"}, {Key: "n", Value: 77}}))(t)
}

func (d plansMongo) state(t *testing.T) string { return d.latest(t).State }
func (d plansMongo) id(t *testing.T) string    { return d.latest(t).ID }

func (d plansMongo) latest(t *testing.T) (doc struct {
	ID    string `bson:"_id"`
	State string
}) {
	d.Collection("uuidkit_migration").FindOne(t.Context(), bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}}, options.FindOne().SetSort(bson.D{{Key: "_id", Value: -1}})).Decode(&doc)
	return doc
}

func (d plansMongo) objects(t *testing.T) (list []string) {
	for _, c := range kit.Must(d.ListCollectionSpecifications(t.Context(), bson.D{}))(t) {
		list = append(list, fmt.Sprint(c.Name, " ", c.Type, " ", c.Options))
		for _, x := range kit.Must(d.Collection(c.Name).Indexes().ListSpecifications(t.Context()))(t) {
			list = append(list, fmt.Sprint(c.Name, " ", x.Name, " ", x.KeysDocument, " ", x.Unique != nil && *x.Unique))
		}
	}
	slices.Sort(list)
	return list
}

func (d plansMongo) idle(t *testing.T) { bury(t, d.Database) }

// dump writes what listCollections, listIndexes and find return: a line each of Extended JSON,
// behind the collection.
func (d plansMongo) dump(t *testing.T) []byte {
	var out bytes.Buffer
	names := kit.Must(d.ListCollectionNames(t.Context(), bson.D{}))(t)
	slices.Sort(names)
	for _, name := range names {
		add := func(kind string, cursor *mongo.Cursor, err error) {
			kit.Check(t, err)
			var docs []bson.Raw
			kit.Check(t, cursor.All(t.Context(), &docs))
			for _, doc := range docs {
				fmt.Fprintf(&out, "%s %s %s\n", name, kind, kit.Must(bson.MarshalExtJSON(doc, true, false))(t))
			}
		}
		c := d.Collection(name)
		cursor, err := d.ListCollections(t.Context(), bson.D{{Key: "name", Value: name}})
		add("collection", cursor, err)
		cursor, err = c.Indexes().List(t.Context())
		add("index", cursor, err)
		cursor, err = c.Find(t.Context(), bson.D{})
		add("document", cursor, err)
	}
	return out.Bytes()
}

// restore keeps the UUIDs of the collections, as mongorestore --preserveUUID does: the plan has them.
func (d plansMongo) restore(t *testing.T, dump []byte) {
	for line := range strings.Lines(string(dump)) {
		name, rest, _ := strings.Cut(line, " ")
		kind, text, _ := strings.Cut(rest, " ")
		var doc bson.D
		kit.Check(t, bson.UnmarshalExtJSON([]byte(text), true, &doc))
		c := d.Collection(name)
		switch kind {
		case "collection":
			var has struct {
				Info    struct{ UUID bson.Binary }
				IDIndex bson.D `bson:"idIndex"`
			}
			kit.Check(t, bson.UnmarshalExtJSON([]byte(text), true, &has))
			create := bson.D{{Key: "op", Value: "c"}, {Key: "ns", Value: d.Name() + ".$cmd"}, {Key: "ui", Value: has.Info.UUID}, {Key: "o", Value: bson.D{{Key: "create", Value: name}, {Key: "idIndex", Value: has.IDIndex}}}}
			kit.Check(t, d.Client().Database("admin").RunCommand(t.Context(), bson.D{{Key: "applyOps", Value: bson.A{create}}}).Err())
		case "index":
			kit.Check(t, d.RunCommand(t.Context(), bson.D{{Key: "createIndexes", Value: name}, {Key: "indexes", Value: bson.A{doc}}}).Err())
		case "document":
			kit.Must(c.InsertOne(t.Context(), doc))(t)
		}
	}
}

func (d plansMongo) rows(t *testing.T) (list []string) {
	for _, name := range []string{"users", "orders", "odd"} {
		var docs []bson.Raw
		cursor := kit.Must(d.Collection(name).Find(t.Context(), bson.D{}, options.Find().SetSort(bson.D{{Key: "n", Value: 1}, {Key: "email", Value: 1}})))(t)
		kit.Check(t, cursor.All(t.Context(), &docs))
		for _, doc := range docs {
			list = append(list, name+" "+doc.String())
		}
	}
	return list
}

package migrate

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// The best recipes that people use by hand, for plainSchema. They check nothing, have no way back, and stop the
// application. TestMeasure compares the rows afterwards with those before.

// recipesText is what docs/migrate.md says of them. A ^ is a backquote.
const recipesText = `"By hand" is the best recipe that we know, while the application is stopped. It checks nothing, and has no way back:

- PostgreSQL: ^ALTER … TYPE uuid USING …^ of all tables in one transaction.
- MariaDB, MySQL: ^INSERT … SELECT UNHEX(REPLACE(…))^ into new tables, one ^RENAME^, and the foreign keys again with
  ^foreign_key_checks = 0^. pt-online-schema-change (Debian's percona-toolkit) copies values as they are, once to VARBINARY and once
  to BINARY: the ^UPDATE^ between stops the application all the same.
- SQLite: the twelve steps of its manual.
- MongoDB: ^updateMany^ with ^$toUUID^, of fields other than ^_id^. Documents change in their place, so the files grow. The size
  after is that after ^compact^.

^undo^ is compared with the same recipe, and comes after ^run^ with the same tables. In all rows but those of
^run --online^ a writer waits for the whole time: the application is stopped.

The second table says where the time of ^run^ goes. "Read" is what it reads while the tables are locked. "Check" reads both tables and
compares them. "Switch" exchanges them. The rest of the time goes into the plan, which reads all values before ^run^ writes.

`

// plainSchema are the tables of the faults as most people have them.
var plainSchema = []string{
	"CREATE TABLE users (id ID NOT NULL PRIMARY KEY, email varchar(80) NOT NULL UNIQUE, n int NOT NULL, referrer ID, favourite ID, CONSTRAINT fk1 FOREIGN KEY (referrer) REFERENCES users (id))",
	"CREATE TABLE orders (id ID NOT NULL PRIMARY KEY, no bigint NOT NULL, user_id ID NOT NULL, parent_id ID, total int NOT NULL, CONSTRAINT fk2 FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT fk3 FOREIGN KEY (parent_id) REFERENCES orders (id))",
	"CREATE TABLE teams (tenant ID NOT NULL, id ID NOT NULL, name varchar(20), PRIMARY KEY (tenant, id))",
	"CREATE TABLE members (user_id ID NOT NULL, team ID NOT NULL, tenant ID NOT NULL, PRIMARY KEY (user_id, team), CONSTRAINT fk4 FOREIGN KEY (user_id) REFERENCES users (id), CONSTRAINT fk5 FOREIGN KEY (tenant, team) REFERENCES teams (tenant, id))",
	"CREATE INDEX by_referrer ON users (referrer)",
	"CREATE INDEX by_user ON orders (user_id)",
	"CREATE INDEX by_parent ON orders (parent_id)",
}

var foreignKey = regexp.MustCompile(`CONSTRAINT (fk\d) (FOREIGN KEY [^)]*\) REFERENCES \w+ \([^)]*\))`)

// ids are the columns of a table that are converted.
func (t tableOf) ids() []string {
	return slices.DeleteFunc(slices.Clone(t.columns), func(c string) bool { return !isID(c) })
}

// required reports whether a column of plainSchema is NOT NULL.
func required(table, column string) bool {
	i := slices.IndexFunc(plainSchema, func(q string) bool { return strings.HasPrefix(q, "CREATE TABLE "+table+" ") })
	return regexp.MustCompile(`[( ]` + column + ` ID NOT NULL`).MatchString(plainSchema[i])
}

// recipe are the statements of a database of SQL, for one connection.
func recipe(d *dialect) []string {
	switch d.kind.Driver {
	case "mysql":
		return recipeMySQL()
	case "pgx":
		return recipePostgres()
	}
	return recipeSQLite()
}

// recipePostgres is one transaction.
func recipePostgres() (list []string) {
	var add []string
	list = append(list, "BEGIN")
	for _, q := range plainSchema {
		for _, m := range foreignKey.FindAllStringSubmatch(q, -1) {
			table := strings.Fields(q)[2]
			list = append(list, "ALTER TABLE "+table+" DROP CONSTRAINT "+m[1])
			add = append(add, "ALTER TABLE "+table+" ADD CONSTRAINT "+m[1]+" "+m[2])
		}
	}
	for _, t := range tables {
		var alter []string
		for _, c := range t.ids() {
			alter = append(alter, "ALTER "+c+" TYPE uuid USING "+c+"::uuid")
		}
		list = append(list, "ALTER TABLE "+t.name+" "+strings.Join(alter, ", "))
	}
	return append(append(list, add...), "COMMIT")
}

// recipeMySQL fills new tables, and exchanges all in one RENAME.
func recipeMySQL() (list []string) {
	var renames, drops, add []string
	list = append(list, "SET SESSION foreign_key_checks = 0")
	for _, t := range tables {
		var modify []string
		values := slices.Clone(t.columns)
		for i, c := range t.columns {
			if !isID(c) {
				continue
			}
			null := ""
			if required(t.name, c) {
				null = " NOT NULL"
			}
			modify = append(modify, "MODIFY "+c+" binary(16)"+null)
			values[i] = "UNHEX(REPLACE(" + c + ", '-', ''))"
		}
		list = append(list, "CREATE TABLE "+t.name+"_new LIKE "+t.name, "ALTER TABLE "+t.name+"_new "+strings.Join(modify, ", "),
			"INSERT INTO "+t.name+"_new ("+strings.Join(t.columns, ", ")+") SELECT "+strings.Join(values, ", ")+" FROM "+t.name)
		renames = append(renames, t.name+" TO "+t.name+"_old", t.name+"_new TO "+t.name)
		drops = append(drops, t.name+"_old")
	}
	for _, q := range plainSchema {
		for _, m := range foreignKey.FindAllStringSubmatch(q, -1) {
			add = append(add, "ALTER TABLE "+strings.Fields(q)[2]+" ADD CONSTRAINT "+m[1]+" "+m[2])
		}
	}
	list = append(list, "RENAME TABLE "+strings.Join(renames, ", "), "DROP TABLE "+strings.Join(drops, ", "))
	return append(append(list, add...), "SET SESSION foreign_key_checks = 1")
}

// recipeSQLite is the twelve steps of https://sqlite.org/lang_altertable.html#otheralter.
func recipeSQLite() (list []string) {
	list = append(list, "PRAGMA foreign_keys = OFF", "BEGIN")
	for _, t := range tables {
		i := slices.IndexFunc(plainSchema, func(q string) bool { return strings.HasPrefix(q, "CREATE TABLE "+t.name+" ") })
		create := strings.Replace(plainSchema[i], "CREATE TABLE "+t.name+" ", "CREATE TABLE new_"+t.name+" ", 1)
		values := slices.Clone(t.columns)
		for i, c := range t.columns {
			if isID(c) {
				values[i] = "unhex(" + c + ", '-')"
			}
		}
		list = append(list, strings.ReplaceAll(create, " ID", " BLOB"),
			"INSERT INTO new_"+t.name+" ("+strings.Join(t.columns, ", ")+") SELECT "+strings.Join(values, ", ")+" FROM "+t.name,
			"DROP TABLE "+t.name, "ALTER TABLE new_"+t.name+" RENAME TO "+t.name)
	}
	for _, q := range plainSchema {
		if strings.HasPrefix(q, "CREATE INDEX ") {
			list = append(list, q)
		}
	}
	return append(list, "PRAGMA foreign_key_check", "COMMIT", "PRAGMA foreign_keys = ON")
}

// recipeMongo converts the fields in their place. No statement converts an _id.
func recipeMongo(t testing.TB, db *mongo.Database) {
	for i, table := range tables {
		var set bson.D
		for _, c := range table.ids() {
			if f := field(i, c); f != "_id" {
				set = append(set, bson.E{Key: f, Value: bson.D{{Key: "$toUUID", Value: "$" + f}}})
			}
		}
		kit.Must(db.Collection(table.name).UpdateMany(t.Context(), bson.D{}, bson.A{bson.D{{Key: "$set", Value: set}}}))(t)
	}
}

// ptOnline is Percona's pt-online-schema-change, which copies a table while writers go on, but the values as they
// are: to VARBINARY, and to BINARY after an UPDATE.
func ptOnline(t testing.TB, db *database, dsn string) {
	var list []string
	for _, q := range plainSchema {
		for _, m := range foreignKey.FindAllStringSubmatch(q, -1) {
			list = append(list, "ALTER TABLE "+strings.Fields(q)[2]+" DROP FOREIGN KEY "+m[1])
		}
	}
	db.exec(t, list...)
	for _, table := range tables {
		var wide, set, narrow []string
		for _, c := range table.ids() {
			null := ""
			if required(table.name, c) {
				null = " NOT NULL"
			}
			wide = append(wide, "MODIFY "+c+" varbinary(36)"+null)
			set = append(set, c+" = UNHEX(REPLACE("+c+", '-', ''))")
			narrow = append(narrow, "MODIFY "+c+" binary(16)"+null)
		}
		for _, alter := range [][]string{wide, narrow} {
			cmd := exec.CommandContext(t.Context(), "pt-online-schema-change", "--alter", strings.Join(alter, ", "), "--execute", "--no-check-alter", "--no-version-check", dsn+",t="+table.name)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v: %s", cmd.Args, err, out)
			}
			if set != nil {
				db.exec(t, "UPDATE "+table.name+" SET "+strings.Join(set, ", "))
				set = nil
			}
		}
	}
	for _, q := range plainSchema {
		for _, m := range foreignKey.FindAllStringSubmatch(q, -1) {
			db.exec(t, "ALTER TABLE "+strings.Fields(q)[2]+" ADD CONSTRAINT "+m[1]+" "+m[2])
		}
	}
}

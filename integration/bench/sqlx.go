package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"os"
	"testing"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/mattn/go-sqlite3"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// An sqlValue is a UUID type as database/sql meets it.
type sqlValue struct {
	name  string
	value func() (driver.Value, error)
	scan  func(src any) error
}

func sqlValues() []sqlValue {
	var (
		u uuid.UUID
		g google.UUID
		f gofrs.UUID
		d std.UUID
	)
	b, s, t, guid := sqlx.Binary(id), sqlx.Swapped(id), sqlx.Text(id), sqlx.GUID(id)
	return []sqlValue{
		{"uuid.UUID", id.Value, u.Scan},
		{"Binary", b.Value, b.Scan},
		{"Text", t.Value, t.Scan},
		{"Swapped", s.Value, s.Scan},
		{"GUID", guid.Value, guid.Scan},
		{"google", googleID.Value, g.Scan},
		{"gofrs", gofrsID.Value, f.Scan},
		{"std", func() (driver.Value, error) { return driver.DefaultParameterConverter.ConvertValue(stdID) },
			func(src any) error { return std.ConvertAssign(&d, src) }},
	}
}

// sqlSection is what database/sql calls of a type, once for each value.
func sqlSection() section {
	ours := []string{"uuid.UUID", "Binary", "Text", "Swapped", "GUID"}
	s := section{name: "database/sql", note: `Value is what becomes of an argument: 16 bytes of a Binary and a Swapped, text of all others. Scan takes what drivers
give. The standard library's type has neither, and is database/sql's own business.`,
		columns: append(ours, "std", "google", "gofrs")}
	for _, name := range ours {
		s.ratios = append(s.ratios, ratio{name, "google"})
	}
	for _, o := range []struct {
		name string
		src  any    // nil: call Value
		not  string // a type that does not read it
		most float64
	}{
		{"Value", nil, "", 0},
		{"Scan of 16 bytes", id[:], "Text", 0},
		{"Scan of text", text, "Swapped", 0.5},
		{"Scan of text, []byte", []byte(text), "Swapped", 0.25},
	} {
		op := operation{name: o.name, most: promises{}}
		for _, v := range sqlValues() {
			if v.name == o.not {
				continue
			}
			if o.most > 0 {
				op.most[ratio{v.name, "google"}] = o.most
			}
			op.peers = append(op.peers, peer{v.name, func(b *testing.B) {
				if o.src == nil {
					for b.Loop() {
						v.value()
					}
					return
				}
				check(v.scan(o.src))
				for b.Loop() {
					v.scan(o.src)
				}
			}})
		}
		s.operations = append(s.operations, op)
	}
	return s
}

// arraySection is a PostgreSQL array in database/sql, beside lib/pq's, which takes
// google's type and, as most programs have it, strings.
func arraySection() section {
	ids, googles, texts := make([]uuid.UUID, batch), make([]google.UUID, batch), make([]string, batch)
	uuid.FillV7(ids)
	for i, id := range ids {
		googles[i], texts[i] = google.UUID(id), id.String()
	}
	src := must(sqlx.Array[uuid.UUID](ids).Value())
	best := ratio{of: "Array"}
	value := operation{name: "Value of 1000, each", ids: batch, most: promises{best: 0.2}}
	scan := operation{name: "Scan of 1000, each", ids: batch, most: promises{best: 0.1}}
	add := func(name string, from driver.Valuer, into sql.Scanner) {
		value.peers = append(value.peers, peer{name, func(b *testing.B) {
			for b.Loop() {
				must(from.Value())
			}
		}})
		scan.peers = append(scan.peers, peer{name, func(b *testing.B) {
			for b.Loop() {
				check(into.Scan(src))
			}
			if len(ids) != batch || len(googles) != batch || len(texts) != batch {
				b.Fatal(len(ids), len(googles), len(texts))
			}
		}})
	}
	add("Array", sqlx.Array[uuid.UUID](ids), (*sqlx.Array[uuid.UUID])(&ids))
	add("pq, google", pq.Array(googles), pq.Array(&googles))
	add("pq, strings", pq.Array(texts), pq.Array(&texts))
	return section{
		name:    "sqlx.Array",
		note:    "By id. lib/pq's Array has google's type, or strings that are not parsed.",
		columns: []string{"Array", "pq, google", "pq, strings"}, ratios: []ratio{best},
		operations: []operation{value, scan},
	}
}

// connectorSection is a query for one row by its key through sqlx.NewConnector, and
// without it: by a number, which the connector passes on, and by a UUID, which the
// program converts to a Binary where there is no connector.
func connectorSection() section {
	cost := ratio{"connector", "bare"}
	s := section{name: "sqlx.NewConnector", note: `A query for one row by its key, of a number and of a UUID, which without the connector is converted to a Binary; and
an insert of two UUIDs, for which a program without the connector passes id[:]. MariaDB takes part if UUIDKIT_MYSQL names it.`,
		columns: []string{"bare", "connector"}, ratios: []ratio{cost}}
	add := func(engine, binary string, most promises, connect func() driver.Connector) {
		wrapped := func() driver.Connector {
			return sqlx.NewConnector[sqlx.Binary](connect(), sqlx.Native[uuid.UUID](), sqlx.Native[google.UUID](), sqlx.Native[gofrs.UUID]())
		}
		s.operations = append(s.operations,
			operation{name: engine + ", a number", most: most, peers: []peer{
				{"bare", askFor("n", 7, binary, connect)},
				{"connector", askFor("n", 7, binary, wrapped)},
			}},
			operation{name: engine + ", a UUID", most: most, peers: []peer{
				{"bare", askFor("id", sqlx.Binary(id), binary, connect)},
				{"connector", askFor("id", googleID, binary, wrapped)},
			}})
		if most != nil {
			s.operations = append(s.operations, operation{name: engine + ", an insert", most: promises{cost: 1.05}, peers: []peer{
				{"bare", insert(func(id google.UUID) any { return id[:] }, binary, connect)},
				{"connector", insert(func(id google.UUID) any { return id }, binary, wrapped)},
			}})
		}
	}
	most := promises{cost: 1.15}
	add("SQLite, modernc", "BLOB", most, func() driver.Connector { return must(sqlite.NewConnector(":memory:")) })
	add("SQLite, mattn", "BLOB", most, func() driver.Connector { return mattn{} })
	if dsn := os.Getenv("UUIDKIT_MYSQL"); dsn != "" {
		for _, interpolate := range []bool{false, true} {
			cfg := must(mysql.ParseDSN(dsn))
			cfg.InterpolateParams = interpolate
			add(fmt.Sprintf("MariaDB, interpolateParams=%t", interpolate), "BINARY(16)", nil, // a network is in between
				func() driver.Connector { return must(mysql.NewConnector(cfg)) })
		}
	}
	return s
}

// askFor reads the row whose column is key, from a table whose ids are of type binary.
func askFor(column string, key any, binary string, connect func() driver.Connector) func(*testing.B) {
	return func(b *testing.B) {
		db := sql.OpenDB(connect())
		defer db.Close()
		db.SetMaxOpenConns(1)
		for _, query := range []string{
			"CREATE TEMPORARY TABLE points (n int, id " + binary + ", v int)",
			"CREATE INDEX points_n ON points (n)", "CREATE INDEX points_id ON points (id)",
		} {
			must(db.Exec(query))
		}
		must(db.Exec("INSERT INTO points VALUES (7, ?, 8)", sqlx.Binary(id)))
		query := "SELECT v FROM points WHERE " + column + " = ?"
		for b.Loop() {
			var v int
			if err := db.QueryRow(query, key).Scan(&v); err != nil || v != 8 {
				b.Fatal(v, err)
			}
		}
	}
}

// insert inserts two UUIDs, each as arg.
func insert(arg func(google.UUID) any, binary string, connect func() driver.Connector) func(*testing.B) {
	return func(b *testing.B) {
		db := sql.OpenDB(connect())
		defer db.Close()
		db.SetMaxOpenConns(1)
		must(db.Exec("CREATE TEMPORARY TABLE points (id " + binary + ", v " + binary + ")"))
		for b.Loop() {
			must(db.Exec("INSERT INTO points VALUES (?, ?)", arg(googleID), arg(googleID)))
		}
	}
}

// A mattn is a connector, which that driver does not have.
type mattn struct{}

func (mattn) Connect(context.Context) (driver.Conn, error) { return mattn{}.Driver().Open(":memory:") }
func (mattn) Driver() driver.Driver                        { return &sqlite3.SQLiteDriver{} }

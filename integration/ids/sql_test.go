package ids_test

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// TestSQLite stores each identifier that has a SQL form, as what Value returns, as NULL
// and as bytes.
func TestSQLite(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	flake, err := ids.ParseSnowflake("1541815603606036480")
	if err != nil {
		t.Fatal(err)
	}
	ulid, ksuid, push, object := ids.NewULID(), ids.NewKSUID(), ids.NewPushID(), ids.NewObjectID()
	store(t, db, ulid, "text", ulid[:])
	store(t, db, ksuid, "text", ksuid[:])
	store(t, db, push, "text", push[:])
	store(t, db, object, "text", object[:])
	store(t, db, ids.NewXID(), "text", nil)
	store(t, db, flake, "integer", nil)
	store(t, db, ids.ShardingID(-1), "integer", nil)
	store(t, db, ids.Sonyflake(395989512058044415), "integer", nil)
}

func store[T interface {
	comparable
	driver.Valuer
}](t *testing.T, db *sql.DB, id T, typ string, raw []byte) {
	t.Helper()
	var got T
	var stored string
	if err := db.QueryRow("SELECT ?, typeof(?)", id, id).Scan(any(&got), &stored); err != nil || got != id || stored != typ {
		t.Errorf("%T: %v as %s, %v, want %v as %s", id, got, stored, err, id, typ)
	}
	for _, want := range []sql.Null[T]{{V: id, Valid: true}, {}} {
		var got sql.Null[T]
		if err := db.QueryRow("SELECT ?", want).Scan(&got); err != nil || got != want {
			t.Errorf("%T: got %v, %v, want %v", id, got, err, want)
		}
	}
	if err := db.QueryRow("SELECT NULL").Scan(any(&got)); err == nil || got != id {
		t.Errorf("%T: NULL is read as %v, %v", id, got, err)
	}
	if raw == nil {
		return
	}
	if err := db.QueryRow("SELECT ?", raw).Scan(any(&got)); err != nil || got != id {
		t.Errorf("%T: bytes are read as %v, %v, want %v", id, got, err, id)
	}
}

// TestULIDAsBytes stores a ULID as 16 bytes, in the ways that the page says.
func TestULIDAsBytes(t *testing.T) {
	base := kit.Must(sql.Open("sqlite", ":memory:"))(t)
	defer base.Close()
	id := ids.NewULID()
	var typ, hex string
	var got ids.ULID
	read := func(db *sql.DB, arg any) {
		t.Helper()
		kit.Check(t, db.QueryRow("SELECT typeof(?1), hex(?1), ?1", arg).Scan(&typ, &hex, (*sqlx.Binary)(&got)))
		if want := fmt.Sprintf("%X", id[:]); typ != "blob" || hex != want || got != id {
			t.Errorf("%T is stored as %s %s and read as %v, want blob %s", arg, typ, hex, got, want)
		}
	}
	read(base, sqlx.Binary(id))
	kit.Check(t, sqlx.RegisterDriver[sqlx.Binary]("sqlite+ulid", "sqlite", sqlx.Native[ids.ULID]()))
	db := kit.Must(sql.Open("sqlite+ulid", ":memory:"))(t)
	defer db.Close()
	read(db, id)
	read(db, sql.Null[ids.ULID]{V: id, Valid: true})
}

// TestULIDInPostgres stores a ULID in a column of type uuid.
func TestULIDInPostgres(t *testing.T) {
	conn := kit.Must(pgx.Connect(t.Context(), stores.Postgres(t)))(t)
	defer conn.Close(t.Context())
	pgxtype.Register[ids.ULID](conn.TypeMap())
	id := ids.NewULID()
	var got ids.ULID
	var list []ids.ULID
	var text string
	kit.Check(t, conn.QueryRow(t.Context(), "SELECT $1::uuid, $2::uuid[], $3::text", id, []ids.ULID{id}, id).Scan(&got, &list, &text))
	if got != id || len(list) != 1 || list[0] != id || text != id.UUID().String() {
		t.Errorf("%v is read as %v, %v and %s", id, got, list, text)
	}
}

// TestCase has two PushIDs that differ in the case of a letter only: NewPushID makes such ids in one millisecond.
func TestCase(t *testing.T) {
	lower, upper := kit.Must(ids.ParsePushID("-JhLeOlGIEjaIOFHR0xa"))(t), kit.Must(ids.ParsePushID("-JhLeOlGIEjaIOFHR0xA"))(t)
	for _, c := range []struct {
		driver, dsn, collate string
		equal, sorts         bool
	}{
		{"mysql", stores.MariaDB(t), "", true, false},
		{"mysql", stores.MariaDB(t), "CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", false, true},
		{"pgx", stores.Postgres(t), `COLLATE "en-x-icu"`, false, false},
		{"pgx", stores.Postgres(t), `COLLATE "C"`, false, true},
	} {
		db := kit.Must(sql.Open(c.driver, c.dsn))(t)
		defer db.Close()
		kit.Must(db.Exec("CREATE TABLE t (id varchar(20) " + c.collate + " PRIMARY KEY)"))(t)
		first, second := "?", "?"
		if c.driver == "pgx" {
			first, second = "$1", "$2"
		}
		_, err := db.Exec("INSERT INTO t VALUES ("+first+"), ("+second+")", lower, upper)
		if (err != nil) != c.equal {
			t.Errorf("%s %s: inserting both: %v, equal: want %t", c.driver, c.collate, err, c.equal)
		}
		if err != nil {
			continue
		}
		var got ids.PushID
		kit.Check(t, db.QueryRow("SELECT id FROM t ORDER BY id LIMIT 1").Scan(&got))
		if (got == upper) != c.sorts { // upper case comes first in the bytes
			t.Errorf("%s %s: %v comes first", c.driver, c.collate, got)
		}
	}
}

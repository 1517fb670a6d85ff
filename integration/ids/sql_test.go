package ids_test

import (
	"database/sql"
	"database/sql/driver"
	"testing"

	_ "modernc.org/sqlite"

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

package main

import (
	"database/sql"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
	"github.com/uuidkit/uuidkit/sqlx"
)

func open(t *testing.T, driver, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

func TestSQLite(t *testing.T) {
	var b strings.Builder
	if err := inSQLite(t.Context(), &b, open(t, "sqlite", ":memory:")); err != nil {
		t.Fatal(err)
	}
	const want = `file has the id 00112233-4455-6677-8899-aabbccddeeff; in its folder: true
found 2
SQLite has the blob 00112233445566778899AABBCCDDEEFF blob
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

func TestPostgres(t *testing.T) {
	var b strings.Builder
	if err := inPostgres(t.Context(), &b, open(t, "pgx", servers.Postgres(t))); err != nil {
		t.Fatal(err)
	}
	const want = `the boss of Bob is Ann
found 2
found 2
found 1
found 1
the columns are uuid uuid uuid[]
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

// TestStored looks at PostgreSQL's bytes, and at what happens without a type tag.
func TestStored(t *testing.T) {
	db := bun.NewDB(open(t, "pgx", servers.Postgres(t)), pgdialect.New())
	type Untagged struct {
		ID uuid.UUID
	}
	for _, model := range []any{(*User)(nil), (*Untagged)(nil)} {
		if _, err := db.NewCreateTable().Model(model).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	want := User{ID: id, BossID: uuid.NullUUID{UUID: id, Valid: true}, Friends: []uuid.UUID{id, {}}, Name: "Ann"}
	for _, row := range []any{&want, &Untagged{ID: id}} {
		if _, err := db.NewInsert().Model(row).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string]string{
		"SELECT encode(uuid_send(id), 'hex') FROM users":         hex.EncodeToString(id[:]),
		"SELECT encode(uuid_send(boss_id), 'hex') FROM users":    hex.EncodeToString(id[:]),
		"SELECT encode(uuid_send(friends[1]), 'hex') FROM users": hex.EncodeToString(id[:]),
		"SELECT friends[2]::text FROM users":                     uuid.Nil.String(),
		"SELECT convert_from(id, 'UTF8') FROM untaggeds":         id.String(), // docs/bun.md says so
	} {
		var got string
		if err := db.NewRaw(query).Scan(t.Context(), &got); err != nil || got != want {
			t.Errorf("%s: got %s, want %s, error %v", query, got, want, err)
		}
	}
	var got User
	if err := db.NewSelect().Model(&got).Scan(t.Context()); err != nil || got.ID != id || got.BossID != want.BossID || len(got.Friends) != 2 || got.Friends[0] != id {
		t.Errorf("got %+v, want %+v, error %v", got, want, err)
	}
	n, err := db.NewSelect().Model((*Untagged)(nil)).Where("id = ?", sqlx.Binary(id)).Count(t.Context())
	if err != nil || n != 0 {
		t.Errorf("16 bytes in a bytea that bun has made: found %d, want 0, error %v", n, err)
	}
}

// TestMariaDB has 16 bytes in a BINARY(16), too.
func TestMariaDB(t *testing.T) {
	type Photo struct {
		ID     sqlx.Binary           `bun:"type:binary(16),pk"`
		Folder sql.Null[sqlx.Binary] `bun:"type:binary(16)"`
	}
	db := bun.NewDB(open(t, "mysql", servers.MariaDB(t)), mysqldialect.New())
	if _, err := db.NewCreateTable().Model((*Photo)(nil)).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := sqlx.Binary(uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"))
	want := Photo{ID: id, Folder: sql.Null[sqlx.Binary]{V: id, Valid: true}}
	if _, err := db.NewInsert().Model(&[]Photo{want, {ID: sqlx.Binary(uuid.Max)}}).Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	var stored string
	if err := db.NewRaw("SELECT concat(length(id), hex(id), hex(folder)) FROM photos WHERE id = ?", id).Scan(t.Context(), &stored); err != nil {
		t.Fatal(err)
	}
	if want := "16" + strings.Repeat("00112233445566778899AABBCCDDEEFF", 2); stored != want {
		t.Errorf("MariaDB has %s, want %s", stored, want)
	}
	var got []Photo
	if err := db.NewSelect().Model(&got).Where("id IN (?)", bun.List([]sqlx.Binary{id, sqlx.Binary(uuid.Max)})).Order("id").Scan(t.Context()); err != nil || len(got) != 2 || got[0] != want || got[1].Folder.Valid {
		t.Errorf("got %+v, want %+v and one without a folder, error %v", got, want, err)
	}
	n, err := db.NewSelect().Model((*Photo)(nil)).Where("id = ?", uuid.UUID(id)).Count(t.Context())
	if err != nil || n != 0 {
		t.Errorf("by text: found %d, want 0, error %v", n, err)
	}
}

// hasMany loads the children of a parent as a relation, and by a condition, as docs/bun.md says to do it for a key that may be NULL.
func hasMany[T any](t *testing.T, key func(sqlx.Binary) T) error {
	type Child struct {
		bun.BaseModel `bun:"table:children,alias:child"`
		ID            sqlx.Binary `bun:"type:blob,pk"`
		Parent        T           `bun:"type:blob"`
	}
	type Parent struct {
		bun.BaseModel `bun:"table:parents,alias:parent"`
		ID            sqlx.Binary `bun:"type:blob,pk"`
		Children      []*Child    `bun:"rel:has-many,join:id=parent"`
	}
	db := bun.NewDB(open(t, "sqlite", ":memory:"), sqlitedialect.New())
	parent, child := sqlx.Binary(uuid.New()), sqlx.Binary(uuid.New())
	for _, row := range []any{&Parent{ID: parent}, &Child{ID: child, Parent: key(parent)}} {
		if _, err := db.NewCreateTable().Model(row).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := db.NewInsert().Model(row).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var children []Child
	if err := db.NewSelect().Model(&children).Where("parent = ?", parent).Scan(t.Context()); err != nil || len(children) != 1 || children[0].ID != child {
		t.Errorf("by a condition: got %v, error %v", children, err)
	}
	var got Parent
	err := db.NewSelect().Model(&got).Relation("Children").Where("id = ?", parent).Scan(t.Context())
	if err == nil && (len(got.Children) != 1 || got.Children[0].ID != child) {
		t.Errorf("as a relation: got %v", got.Children)
	}
	return err
}

func TestHasMany(t *testing.T) {
	if err := hasMany(t, func(id sqlx.Binary) sqlx.Binary { return id }); err != nil {
		t.Error(err)
	}
	for nullable, err := range map[string]error{
		"a pointer": hasMany(t, func(id sqlx.Binary) *sqlx.Binary { return &id }),
		"sql.Null":  hasMany(t, func(id sqlx.Binary) sql.Null[sqlx.Binary] { return sql.Null[sqlx.Binary]{V: id, Valid: true} }),
	} {
		if err == nil || !strings.Contains(err.Error(), "(check join conditions)") {
			t.Errorf("%s: got the error %v: change docs/bun.md", nullable, err)
		}
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }

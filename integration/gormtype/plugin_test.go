package gormtype_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/datatypes"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// pgtype's own UUID is one of the types that can be NULL.
func TestPluginPgtype(t *testing.T) {
	type item struct {
		ID pgtype.UUID `gorm:"type:uuid"`
	}
	each(t, []string{"PostgreSQL"}, func(t *testing.T, p program) {
		db := p.plugin(t, &item{})
		id := pgtype.UUID{Bytes: uuid.NewV4(), Valid: true}
		create(t, db, &item{id})
		for _, v := range []any{id, uuid.UUID(id.Bytes), id.Bytes} {
			gives(t, fmt.Sprintf("%T", v), db.First(&item{}, "id = ?", v), item{id})
		}
	})
}

// Bytes stay bytes where the plugin knows no column. A gormtype.UUID is text there.
func TestPluginKnowsNoColumn(t *testing.T) {
	each(t, postgresServers, func(t *testing.T, p program) {
		db := p.plugin(t)
		id := uuid.NewV4()
		ok(t, db.Exec("CREATE TABLE raw_bytes (id bytea)").Error)
		ok(t, db.Exec("INSERT INTO raw_bytes VALUES (?)", sqlx.Binary(id)).Error)
		ok(t, db.Exec("INSERT INTO raw_bytes VALUES (?)", datatypes.BinUUID(id)).Error)
		ok(t, db.Table("raw_bytes").Create(map[string]any{"id": sqlx.Binary(id)}).Error)
		says(t, db, 3, "SELECT count(*) FROM raw_bytes WHERE length(id) = 16 AND id = ?", sqlx.Binary(id))
		db.Exec("UPDATE raw_bytes SET id = ?", gormtype.UUID(id))
		says(t, db, 3, "SELECT count(*) FROM raw_bytes WHERE length(id) = 36")
	})
}

// The text of a UUID as a condition is SQL, and may be a number: true.
func TestTextAsCondition(t *testing.T) {
	type item struct{ ID gormtype.UUID }
	const text = "11111111-1111-4111-8111-111111111111"
	each(t, append(mysqlServers, postgresServers...), func(t *testing.T, p program) {
		db := p.open(t, &item{})
		create(t, db, &[]item{{newID()}, {newID()}})
		if tx := db.Delete(&item{}, text); db.Name() == "mysql" {
			affects(t, "without the plugin", tx, 2)
		} else {
			fails(t, "without the plugin", tx.Error, "")
		}
		fails(t, "with the plugin", p.plugin(t).Delete(&item{}, text).Error, "the text of a UUID")
	})
}

// The plugin takes what is out of reach without it.
func TestPluginTakes(t *testing.T) {
	type nullField struct {
		ID  int
		Ref sql.Null[uuid.UUID]
	}
	type taggedField struct {
		ID  int
		Ref sql.Null[gormtype.UUID] `gorm:"type:blob"`
	}
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		db := p.plugin(t, &Role{}, &taggedField{})
		id := newID()
		create(t, db, &Role{ID: id})
		null := sql.Null[gormtype.UUID]{V: id, Valid: true}
		for _, v := range []any{uuid.UUID(id), &id, sqlx.Binary(id), id[:], null} {
			affects(t, fmt.Sprintf("id = %T", v), db.Find(&[]Role{}, "id = ?", v), 1)
			if v != any(null) { // a struct is conditions to GORM
				affects(t, fmt.Sprintf("inline %T", v), db.Find(&[]Role{}, v), 1)
			}
		}
		db.AutoMigrate(&nullField{})
		create(t, db, &nullField{1, sql.Null[uuid.UUID]{V: uuid.UUID(id), Valid: true}})
		says(t, db, "blob", "SELECT typeof(ref) FROM null_fields")
		create(t, db, &taggedField{1, null})
		gives(t, "a field with a tag", db.Where("ref = ?", id).Take(&taggedField{}), taggedField{1, null})
	})
}

// ScanRows reads into a type that has no methods where the plugin knows of the struct.
func TestPluginScanRows(t *testing.T) {
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		p.open(t, &plainTeam{}) // the table
		db := p.plugin(t)
		ok(t, db.Exec("INSERT INTO plain_teams VALUES (?)", newID()).Error)
		scan := func() (team plainTeam, err error) {
			rows := kit.Must(db.Raw("SELECT * FROM plain_teams").Rows())(t)
			defer rows.Close()
			rows.Next()
			return team, db.ScanRows(rows, &team)
		}
		_, err := scan()
		fails(t, "before all others", err, "")
		var want plainTeam
		ok(t, db.Find(&want).Error)
		if got, err := scan(); err != nil || got.ID != want.ID {
			t.Errorf("got %x, %v, want %x", got.ID, err, want.ID)
		}
	})
}

type (
	note struct {
		ID google.UUID `gorm:"type:binary(16)"`
	}
	noteView struct{ ID google.UUID }
)

func (noteView) TableName() string { return "notes" }

// A model of another form is refused, also for the table of one that is right.
func TestPluginTwoModels(t *testing.T) {
	type shadow struct {
		ID google.UUID `gorm:"type:char(36)"`
	}
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.plugin(t, &note{})
		id := google.New()
		create(t, db, &[]note{{id}, {google.New()}})
		fails(t, "another model of the table", db.Where("id = ?", id).Find(&[]noteView{}).Error, "noteView.ID (uuid.UUID) is stored as a gormtype.UUID")
		fails(t, "another model with Table", db.Table("notes").Where("id <> ?", id).Delete(&shadow{}).Error, "gormtype: ")
		gives(t, "the first model", db.Find(&[]note{}, id), []note{{id}})
		affects(t, "Delete", db.Where("id <> ?", id).Delete(&note{}), 1)
	})
}

// What Pluck makes of NULL.
func TestPluginPluckNull(t *testing.T) {
	type item struct {
		ID  int
		Ref *google.UUID `gorm:"type:binary(16)"`
	}
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.plugin(t, &item{})
		id := google.New()
		create(t, db, []item{{1, nil}, {2, &id}})
		for _, test := range []struct{ into, want any }{ // nil is an error
			{&[]gormtype.Null[gormtype.UUID]{}, &[]gormtype.Null[gormtype.UUID]{{}, {UUID: gormtype.UUID(id), Valid: true}}},
			{&[]google.NullUUID{}, &[]google.NullUUID{{}, {UUID: id, Valid: true}}},
			{&[]sql.Null[google.UUID]{}, &[]sql.Null[google.UUID]{{}, {V: id, Valid: true}}},
			{&[]google.UUID{}, nil},
			{&[]*google.UUID{}, &[]*google.UUID{nil, &id}},
			{&[]gofrs.UUID{}, nil},
			{&[]gormtype.UUID{}, nil},
			{&[]*gormtype.UUID{}, nil},
		} {
			err := db.Model(&item{}).Order("id").Pluck("ref", test.into).Error
			if (err != nil) != (test.want == nil) || err == nil && !reflect.DeepEqual(test.into, test.want) {
				t.Errorf("%T: got %v, %v; want %v", test.into, test.into, err, test.want)
			}
		}
	})
}

// A key that the database makes comes back, also into a type that cannot scan.
// Zero is no key: Delete without conditions fails.
func TestPluginDefault(t *testing.T) {
	type own struct {
		ID gormtype.UUID `gorm:"default:gen_random_uuid()"`
		N  int
	}
	type plain struct {
		ID [16]byte `gorm:"type:uuid;default:gen_random_uuid()"`
		N  int
	}
	each(t, postgresServers, func(t *testing.T, p program) {
		db := p.plugin(t, &own{}, &plain{})
		id := uuid.NewV7()
		owns, plains := []own{{N: 1}, {N: 2, ID: gormtype.UUID(id)}}, []plain{{N: 1}, {N: 2, ID: id}}
		create(t, db, &owns)
		create(t, db, &plains)
		for _, ids := range [][2]uuid.UUID{{uuid.UUID(owns[0].ID), uuid.UUID(owns[1].ID)}, {plains[0].ID, plains[1].ID}} {
			if ids[0].Version() != 4 || ids[1] != id {
				t.Errorf("got %v; want a key of version 4, and %v", ids, id)
			}
		}
		affects(t, "First", db.First(&plain{}, plains[0].ID), 1)
		if err := db.Delete(&own{}).Error; !errors.Is(err, gorm.ErrMissingWhereClause) {
			t.Errorf("Delete of no key: got %v", err)
		}
	})
}

// A type without a Value is taken apart by GORM before the connector sees it.
func TestConnectorPlain(t *testing.T) {
	t.Run("[16]byte", testConnectorPlain[[16]byte])
	if std.Present {
		t.Run("std", testConnectorPlain[std.UUID])
	}
}

func testConnectorPlain[T ~[16]byte](t *testing.T) {
	type row = binaries[T, sql.Null[uuid.UUID]]
	each(t, bytesServers, func(t *testing.T, p program) {
		id := T(uuid.NewV4())
		dry := openAs[T](t, p, connector).Session(&gorm.Session{DryRun: true})
		for what, tx := range map[string]*gorm.DB{"inline": dry.Delete(&row{}, id), "map": dry.Where(map[string]any{"id": id}).Delete(&row{})} {
			if len(tx.Statement.Vars) != 16 {
				t.Errorf("%s: got %d arguments, want a list: change the documentation", what, len(tx.Statement.Vars))
			}
		}
	})
}

// GORM over pgx's database/sql package, with uuid.UUID registered there.
func TestPgxtype(t *testing.T) {
	cfg := kit.Must(pgx.ParseConfig(stores.Postgres(t)))(t)
	conn := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[uuid.UUID](conn.TypeMap())
		return nil
	}))
	type item struct {
		ID     uuid.UUID `gorm:"type:uuid;primaryKey"`
		Parent *uuid.UUID
	}
	db := program{dialect: postgres.New(postgres.Config{Conn: conn})}.open(t, &item{})
	a, b := uuid.NewV4(), uuid.NewV7()
	create(t, db, &[]item{{ID: a}, {ID: b, Parent: &a}})
	gives(t, "Find", db.Find(&[]item{}, "id = ?", b), []item{{b, &a}})
}

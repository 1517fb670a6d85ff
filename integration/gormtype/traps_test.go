package gormtype_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// What GORM and the databases do with the field types, of which package gormtype's
// documentation warns. A failure means that they have changed: so must it.

// An id that somebody made up of bytes that Scan refuses is not stored, whatever
// else the statement has. No query is made with it either, and it is not NULL.
func TestUnreadable(t *testing.T) {
	type item struct{ ID gormtype.UUID }
	type nullable struct{ Ref gormtype.Null[gormtype.UUID] }
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &item{}, &nullable{})
		cut := [16]byte([]byte("f81d4fae-7dec-11"))
		good := item{newID()}
		fails(t, "Create", db.Create(&[]item{good, {gormtype.UUID(cut)}}).Error, "f81d4fae-7dec-11")
		create(t, db, &good)
		fails(t, "Delete", db.Delete(&item{}, "id <> ?", gormtype.UUID(cut)).Error, "cut to 16 characters")
		create(t, db, &nullable{})
		for _, v := range []any{gormtype.UUID(cut), gormtype.GUID(uuid.FromGUIDBytes(cut)), sqlx.Binary(cut), sqlx.GUID(uuid.FromGUIDBytes(cut))} {
			fails(t, fmt.Sprintf("Delete where ref is a %T", v), db.Table("nullables").Where(map[string]any{"ref": v}).Delete(nil).Error, "cut to 16 characters")
		}
		gives(t, "Find", db.Find(&[]item{}), []item{good})
		says(t, db, 1, "SELECT count(*) FROM nullables")
	})
}

// A UUID of another type, and a sql.Null, is text, which no bytes are. Package
// sqlx's types are bytes, which GORM spreads over a list.
func TestUnconverted(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &Role{})
		id := newID()
		create(t, db, &Role{ID: id})
		none := func(what string, err error) {
			if !errors.Is(err, gorm.ErrRecordNotFound) {
				t.Errorf("%s: got %v, want no row", what, err)
			}
		}
		none("uuid.UUID", db.First(&Role{}, uuid.UUID(id)).Error)
		none("sql.Null", db.First(&Role{}, "id = ?", sql.Null[gormtype.UUID]{V: id, Valid: true}).Error)
		// Take conversions of your own out of the SQL.
		none("UNHEX of a UUID", db.First(&Role{}, "id = UNHEX(REPLACE(?, '-', ''))", id).Error)
		for _, v := range []any{sqlx.Binary(id), sqlx.Swapped(id)} {
			query := db.Session(&gorm.Session{DryRun: true}).Find(&Role{}, v).Statement
			if sql := query.SQL.String(); !strings.Contains(sql, " IN (") || len(query.Vars) != 16 {
				t.Errorf("a %T: got %s with %d arguments, want a list of 16", v, sql, len(query.Vars))
			}
		}
	})
}

// What is read where GORM has its own mind: it takes a UUID for a list to read rows
// into, and reads a NULL itself.
func TestReading(t *testing.T) {
	type nulls struct {
		N        int
		Ref      *gormtype.UUID `gorm:"column:r1"`
		Pointer  *gormtype.UUID
		Optional gormtype.Null[gormtype.UUID]
	}
	type reader struct {
		N        int
		Ref      gormtype.UUID `gorm:"column:r1"`
		Pointer  *gormtype.UUID
		Optional gormtype.Null[gormtype.UUID]
	}
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &Role{}, &nulls{})
		id := newID()
		create(t, db, &Role{ID: id})
		ids := func() *gorm.DB { return db.Model(&Role{}).Select("id") }
		fails(t, "Scan into a UUID", ids().Scan(&gormtype.UUID{}).Error, "")
		gives(t, "Scan into a NullUUID", ids().Scan(&gormtype.Null[gormtype.UUID]{}), gormtype.Null[gormtype.UUID]{UUID: id, Valid: true})
		gives(t, "Pluck", ids().Pluck("id", &[]gormtype.UUID{}), []gormtype.UUID{id})
		// It leaves a field alone that is NULL, whatever its type.
		create(t, db, &nulls{})
		for _, want := range []reader{{}, {0, id, &id, gormtype.Null[gormtype.UUID]{UUID: id, Valid: true}}} {
			got := want
			gives(t, "NULL", db.Table("nulls").Take(&got), want)
		}
		// It passes on the error of bytes that are no UUID, with the field zeroed.
		if db.Name() == "sqlite" {
			db.Exec("UPDATE nulls SET r1 = x'0123'")
			got := reader{Ref: id}
			fails(t, "two bytes", db.Table("nulls").Take(&got).Error, "gormtype: scan UUID: got 2 bytes")
			if !got.Ref.IsZero() {
				t.Errorf("two bytes: got %v, want zero", got)
			}
		}
	})
}

// In the map of Updates a typed nil pointer is NULL to the database, and nothing to
// the model.
func TestUpdatesNil(t *testing.T) {
	type item struct {
		ID      gormtype.UUID
		Pointer *gormtype.UUID
		Maybe   gormtype.Null[gormtype.UUID]
	}
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &item{})
		id := newID()
		it := item{newID(), &id, gormtype.Null[gormtype.UUID]{UUID: id, Valid: true}}
		create(t, db, &it)
		err := db.Model(&it).Updates(map[string]any{"pointer": (*gormtype.UUID)(nil), "maybe": gormtype.Null[gormtype.UUID]{}}).Error
		if err != nil || it.Pointer == nil || *it.Pointer != id || it.Maybe.Valid {
			t.Errorf("the model: got %v, %v, %v; want the old pointer and no UUID", it.Pointer, it.Maybe, err)
		}
		gives(t, "the row", db.First(&item{}, it.ID), item{ID: it.ID})
		it.Maybe = gormtype.Null[gormtype.UUID]{UUID: id, Valid: true}
		err = db.Model(&it).Updates(map[string]any{"pointer": nil, "maybe": nil}).Error
		if want := (item{ID: it.ID}); err != nil || it != want {
			t.Errorf("nil: got %v, %v; want %v", it, err, want)
		}
		// A Null is for a field of a Null.
		for _, db := range []*gorm.DB{db, p.plugin(t)} {
			it := item{ID: it.ID}
			ok(t, db.Model(&it).Updates(map[string]any{"pointer": gormtype.Null[gormtype.UUID]{}}).Error)
			if plain := db.Plugins["gormtype"] == nil; plain != (it.Pointer != nil && *it.Pointer == gormtype.UUID{}) {
				t.Errorf("a Null for a pointer, without the plugin %t: got %v", plain, it.Pointer)
			}
		}
	})
}

// A sql.Null of a type of package gormtype is text to GORM, which no UUID finds
// next to bytes: so it is refused, unless its tag is of bytes.
func TestNullField(t *testing.T) {
	type null = sql.Null[gormtype.UUID]
	type untagged struct {
		ID  gormtype.UUID
		Alt null
	}
	type tagged struct {
		ID  gormtype.UUID
		Alt *null `gorm:"type:blob"`
	}
	type nullField struct { // no field of ours beside it
		ID  int
		Ref null
	}
	const want = "use gormtype.Null[gormtype.UUID] for "
	each(t, bytesServers, func(t *testing.T, p program) {
		id := newID()
		alt := null{V: id, Valid: true}
		without, with := p.open(t), p.plugin(t)
		fails(t, "AutoMigrate", without.AutoMigrate(&untagged{}), want)
		fails(t, "AutoMigrate with a tag", without.AutoMigrate(&tagged{}), want)
		if p.server != "SQLite" { // whose column takes bytes
			fails(t, "AutoMigrate with the plugin", with.AutoMigrate(&untagged{}), want+"untagged.Alt")
			fails(t, "Create with the plugin", with.Create(&untagged{id, alt}).Error, "use gormtype.Null[gormtype.UUID]")
		} else {
			ok(t, without.AutoMigrate(&nullField{}))
			create(t, without, &nullField{1, alt})
			says(t, without, "text", "SELECT typeof(ref) FROM null_fields")
			says(t, without, "uuid", "SELECT type FROM pragma_table_info('null_fields') WHERE name = 'ref'")
		}
		ok(t, with.AutoMigrate(&tagged{}))
		create(t, with, &[]tagged{{id, &alt}, {ID: newID()}})
		for _, v := range []any{id, uuid.UUID(id), alt, &alt} {
			gives(t, fmt.Sprintf("%T", v), with.Where("length(alt) = 16 AND alt = ?", v).Find(&[]tagged{}), []tagged{{id, &alt}})
		}
	})
}

// A member has a key of two columns, and a default.
type member struct {
	A, B gormtype.UUID `gorm:"primaryKey"`
	Kind gormtype.UUID `gorm:"default:x'f81d4fae7dec11d0a76500a0c91e6bf6'"`
	N    int
}

// What GORM makes of ids that are not there, and of the Nil UUID.
func TestMissingIDs(t *testing.T) {
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		db := p.open(t, &Role{}, &member{})
		roles := []Role{{newID(), "a"}, {newID(), "b"}, {newID(), "c"}}
		create(t, db, &roles)
		affects(t, "Find of NULL", db.Find(&[]Role{}, []gormtype.Null[gormtype.UUID]{{}}), 3)
		affects(t, "Find of none", db.Find(&[]Role{}, []gormtype.UUID{}), 3)
		affects(t, "Find of one", db.Find(&[]Role{}, []gormtype.UUID{roles[0].ID}), 1)
		affects(t, "IN none", db.Find(&[]Role{}, "id IN ?", []gormtype.UUID{}), 0)
		affects(t, "IN one", db.Find(&[]Role{}, "id IN ?", []gormtype.UUID{roles[0].ID}), 1)
		logged(db)
		db.Find(&[]Role{}, roles[0].ID)
		if want, got := `"`+roles[0].ID.String()+`"`, logged(db); !strings.Contains(got[0], want) {
			t.Errorf("no %s in %s", want, got)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a nil pointer: GORM does not panic: change the documentation")
				}
			}()
			db.First(&Role{}, (*gormtype.UUID)(nil))
		}()

		a := newID()
		members := []member{{A: a}, {A: a, B: newID()}, {A: a, B: newID()}}
		create(t, db, &members)
		affects(t, "the default", db.Find(&[]member{}, "kind = ?", gormtype.UUID(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))), 3)
		affects(t, "the Nil UUID in a key of two", db.Model(&members[0]).Update("n", 1), 3)

		// A column of text that is there already.
		id := newID()
		db.Exec("CREATE TABLE old (id text PRIMARY KEY, name text)")
		db.Exec("INSERT INTO old VALUES (?, 'x')", id.String())
		old := db.Table("old").Session(&gorm.Session{})
		ok(t, old.AutoMigrate(&Role{}))
		says(t, db, "text", "SELECT typeof(id) FROM old")
		affects(t, "a column of text", old.Find(&Role{}, id), 0)
	})
}

// The UUID of a condition on a column that is a string in the model: SQLite stores
// its bytes there, MySQL refuses most of them.
func TestStringColumn(t *testing.T) {
	type item struct {
		ID  gormtype.UUID
		Ref string `gorm:"type:varchar(36)"`
	}
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &item{})
		id := gormtype.UUID(uuid.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"))
		create(t, db, &item{ID: id})
		if err := db.Model(&item{ID: id}).Update("ref", id).Error; (err != nil) != (db.Name() == "mysql") {
			t.Errorf("Update: got %v: change the documentation", err)
		}
		if db.Name() == "sqlite" {
			says(t, db, 32, "SELECT length(hex(ref)) FROM items")
		}
		affects(t, "bytes", db.Find(&[]item{}, "ref = ?", id.String()), 0)
		affects(t, "Update with String", db.Model(&item{ID: id}).Update("ref", id.String()), 1)
		affects(t, "String", db.Find(&[]item{}, "ref = ?", id.String()), 1)
	})
}

// After an upsert that meets a row by another column than the key, the model has the key that
// BeforeCreate made, which no row has, unless RETURNING reads the row's.
func TestUpsertKey(t *testing.T) {
	type subscriber struct {
		gormtype.Key[gormtype.UUID]
		Email string `gorm:"size:100;unique"`
		Name  string
	}
	each(t, nil, func(t *testing.T, p program) {
		db := p.open(t, &subscriber{})
		first := subscriber{Email: "a"}
		create(t, db, &first)
		update := clause.OnConflict{Columns: []clause.Column{{Name: "email"}}, DoUpdates: clause.AssignmentColumns([]string{"name"})}
		nothing := clause.OnConflict{Columns: update.Columns, DoNothing: true}
		for _, test := range []struct {
			name    string
			clauses []clause.Expression
			want    bool // the row's key
		}{
			{"DoUpdates", []clause.Expression{update}, false},
			{"DoNothing", []clause.Expression{nothing}, false},
			{"DoUpdates, Returning", []clause.Expression{update, clause.Returning{}}, p.server != "MySQL"},
		} {
			again := subscriber{Email: "a", Name: "x"}
			create(t, db.Clauses(test.clauses...), &again)
			if got := again.ID == first.ID; got != test.want {
				t.Errorf("%s: the model has the row's key: %t, want %t: change the documentation", test.name, got, test.want)
			}
		}
		says(t, db, 1, "SELECT count(*) FROM subscribers")
	})
}

type worker struct {
	ID     gormtype.UUID
	BossID *gormtype.UUID
	Boss   *worker
}

// Delete of an Association sets the foreign key in the model with GORM's own Set, which leaves
// out a nil pointer. The plugin's does not, and it knows the model in time without Check.
func TestAssociationDelete(t *testing.T) {
	each(t, []string{"SQLite", "MariaDB", "PostgreSQL"}, func(t *testing.T, p program) {
		p.open(t, &worker{})
		for _, db := range []*gorm.DB{p.open(t), p.plugin(t)} {
			boss, w := worker{ID: newID()}, worker{ID: newID()}
			id := boss.ID
			w.BossID, w.Boss = &id, &boss
			ok(t, db.Exec("INSERT INTO workers (id, boss_id) VALUES (?, NULL), (?, ?)", boss.ID, w.ID, boss.ID).Error)
			ok(t, db.Model(&w).Association("Boss").Delete(&worker{ID: id}))
			says(t, db, 0, "SELECT count(boss_id) FROM workers")
			if kept := w.BossID != nil; kept != (db.Plugins["gormtype"] == nil) {
				t.Errorf("got %v: see the documentation", w.BossID)
			}
			ok(t, db.Exec("DELETE FROM workers").Error)
		}
	})
}

type (
	sector struct {
		A, B google.UUID `gorm:"primaryKey;type:binary(16)"`
	}
	agent[F any] struct {
		ID      int
		SectorA F       `gorm:"type:binary(16)"`
		SectorB F       `gorm:"type:binary(16)"`
		Sector  *sector `gorm:"foreignKey:SectorA,SectorB;references:A,B"`
	}
)

func (agent[F]) TableName() string { return "agents" }

// Half a foreign key of two columns, as pointers of a type that has a Value: GORM calls the
// Value of the nil pointer to tell keys from each other. A null type has one that may be
// called. The plugin cannot give GORM another value for it, with which Changed compares.
func TestHalfKey(t *testing.T) {
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		for name, db := range map[string]*gorm.DB{"with the plugin": p.plugin(t, &sector{}), "without": p.open(t)} {
			ok(t, db.Migrator().DropTable("agents"))
			ok(t, db.AutoMigrate(&agent[*google.UUID]{}))
			a := google.New()
			create(t, db, &[]agent[*google.UUID]{{ID: 1, SectorA: &a}, {ID: 2}})
			panics := func() (r any) {
				defer func() { r = recover() }()
				db.Preload("Sector").Find(&[]agent[*google.UUID]{})
				return nil
			}
			if panics() == nil {
				t.Errorf("%s: GORM does not panic: change the documentation", name)
			}
			affects(t, name+", a null", db.Preload("Sector").Find(&[]agent[google.NullUUID]{}), 2)
		}
	})
}

// Why a UUID is not for MariaDB's uuid: the column rejects bytes. Of those of UNHEX it
// makes another id, if byte 6 is 0x80 or more and byte 8 is from 1 to 0x80, and of text
// an error.
func TestMariaDBUUIDOfBytes(t *testing.T) {
	type item struct {
		ID gormtype.UUID `gorm:"type:uuid"`
	}
	each(t, []string{"MariaDB"}, func(t *testing.T, p program) {
		db := p.open(t)
		fails(t, "AutoMigrate", db.AutoMigrate(&item{}), "use gormtype.Text")
		db.Exec("CREATE TABLE items (id uuid PRIMARY KEY)")
		id := uuid.MustParse("01020304-0506-8708-8009-0a0b0c0d0e0f")
		fails(t, "bytes", db.Create(&item{gormtype.UUID(id)}).Error, "Incorrect uuid value")
		ok(t, db.Exec("INSERT INTO items VALUES (UNHEX(?))", fmt.Sprintf("%x", id[:])).Error)
		if got := ask(t, db, "SELECT id FROM items"); got == id.String() {
			t.Errorf("UNHEX: got %s: MariaDB keeps them now, change the documentation", got)
		}
		fails(t, "text", db.Exec("INSERT INTO items VALUES (?)", gormtype.Text(id)).Error, "Incorrect uuid value")
	})
}

// A view that the Migrator makes compares bytes with text, and has no row.
func TestCreateView(t *testing.T) {
	type viewed struct{ ID gormtype.UUID }
	each(t, bytesServers, func(t *testing.T, p program) {
		for _, db := range []*gorm.DB{p.open(t, &viewed{}), p.plugin(t)} {
			id := newID()
			create(t, db, &viewed{ID: id})
			ok(t, db.Migrator().CreateView("made", gorm.ViewOption{Query: db.Model(&viewed{}).Where("id = ?", id)}))
			says(t, db, 0, "SELECT count(*) FROM made")
			ok(t, db.Exec(fmt.Sprintf("CREATE VIEW written AS SELECT * FROM vieweds WHERE id = x'%x'", id[:])).Error)
			says(t, db, 1, "SELECT count(*) FROM written")
			ok(t, db.Exec("DROP VIEW made").Error)
			ok(t, db.Exec("DROP VIEW written").Error)
		}
	})
}

package gormtype_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	driver "github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// bytesDialects are the databases in which a UUID has bytes.
var bytesDialects = map[string]func(*testing.T) gorm.Dialector{
	"MariaDB": func(t *testing.T) gorm.Dialector { return mysql.Open(stores.MariaDB(t)) },
	"MySQL":   func(t *testing.T) gorm.Dialector { return mysql.Open(stores.MySQL(t)) },
	"SQLite": func(t *testing.T) gorm.Dialector {
		dsn := "file:" + filepath.ToSlash(filepath.Join(t.TempDir(), "db")) + "?_pragma=foreign_keys(1)"
		return sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: dsn})
	},
}

// eachBytes runs a test on those databases. Each call of open is a program that
// starts anew with the same database.
func eachBytes(t *testing.T, run func(t *testing.T, open func(...gorm.Plugin) *gorm.DB)) {
	for name, dialect := range bytesDialects {
		t.Run(name, func(t *testing.T) {
			server := dialect(t)
			run(t, func(plugins ...gorm.Plugin) *gorm.DB {
				t.Helper()
				db := open(t, server, &gorm.Config{})
				for _, p := range plugins {
					if err := db.Use(p); err != nil {
						t.Fatal(err)
					}
				}
				return db
			})
		})
	}
}

// A sql.Null of a type of package gormtype is text to GORM, which no UUID finds
// next to bytes: so it is refused, or bytes.
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
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		without, with := open(), open(gormtype.Plugin{})
		for _, model := range []any{&untagged{}, &tagged{}} {
			if err := without.AutoMigrate(model); err == nil || !strings.Contains(err.Error(), "use gormtype.NullUUID for ") {
				t.Errorf("AutoMigrate of a %T: got %v", model, err)
			}
		}
		id := gormtype.UUID(uuid.NewV4())
		alt := null{V: id, Valid: true}
		if err := with.AutoMigrate(&untagged{}); err == nil || !strings.Contains(err.Error(), "use gormtype.NullUUID for untagged.Alt") {
			t.Errorf("AutoMigrate with the plugin: got %v", err)
		}
		if err := with.Create(&untagged{id, alt}).Error; err == nil || !strings.Contains(err.Error(), "use gormtype.NullUUID") {
			t.Errorf("Create with the plugin: got %v", err)
		}
		if err := with.AutoMigrate(&tagged{}); err != nil {
			t.Fatal(err)
		}
		if err := with.Create(&[]tagged{{id, &alt}, {ID: gormtype.UUID(uuid.NewV4())}}).Error; err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{id, uuid.UUID(id), alt, &alt} {
			var got []tagged
			if err := with.Where("length(alt) = 16 AND alt = ?", v).Find(&got).Error; err != nil || len(got) != 1 || got[0].ID != id || *got[0].Alt != alt {
				t.Errorf("%T: got %v, %v", v, got, err)
			}
		}
	})
}

// Of two models of one table only one finds rows, and none deletes those of
// others.
func TestTwoModels(t *testing.T) {
	type shadow struct {
		ID google.UUID `gorm:"type:char(36)"`
	}
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		db := open(gormtype.Plugin{})
		if err := db.AutoMigrate(&note{}); err != nil {
			t.Fatal(err)
		}
		id := google.New()
		if err := db.Create(&[]note{{id}, {google.New()}}).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.Where("id = ?", id).Find(&[]noteView{}).Error; err == nil || !strings.Contains(err.Error(), "noteView.ID and note.ID are one column") {
			t.Errorf("another model of the table: got %v", err)
		}
		if err := db.Table("notes").Where("id <> ?", id).Delete(&shadow{}).Error; err == nil {
			t.Error("another model with Table: got no error")
		}
		var got []note
		if err := db.Find(&got, id).Error; err != nil || len(got) != 1 || got[0].ID != id {
			t.Errorf("got %v, %v", got, err)
		}
		if tx := db.Where("id <> ?", id).Delete(&note{}); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("deleted %d rows, %v", tx.RowsAffected, tx.Error)
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

// What the documentation says of a connector in place of the plugin, for models
// whose columns are all bytes.
func TestConnector(t *testing.T) {
	t.Run("google", func(t *testing.T) { testConnector[google.UUID, google.NullUUID](t) })
	t.Run("gofrs", func(t *testing.T) { testConnector[gofrs.UUID, gofrs.NullUUID](t) })
	t.Run("uuidkit", func(t *testing.T) { testConnector[uuid.UUID, sql.Null[uuid.UUID]](t) })
}

type connected[T ~[16]byte, Null any] struct {
	ID       T `gorm:"type:binary(16)"`
	N        int
	ParentID *T `gorm:"type:binary(16)"`
	Parent   *connected[T, Null]
	Maybe    Null `gorm:"type:binary(16)"`
}

func (connected[T, Null]) TableName() string { return "connected" }

// openConnector opens a database whose connector makes T bytes.
func openConnector[T ~[16]byte](t *testing.T, dialect gorm.Dialector) *gorm.DB {
	t.Helper()
	switch d := dialect.(type) {
	case *mysql.Dialector:
		cfg, err := driver.ParseDSN(d.DSN)
		if err != nil {
			t.Fatal(err)
		}
		base, err := driver.NewConnector(cfg)
		if err != nil {
			t.Fatal(err)
		}
		d.Conn = sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[T]()))
	case *sqlite.Dialector:
		// Names are for the life of a process, and a test may run twice.
		d.DriverName = t.Name() + uuid.NewV7().String()
		if err := sqlx.RegisterDriver[sqlx.Binary](d.DriverName, "sqlite", sqlx.Native[T]()); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, dialect, &gorm.Config{})
}

func testConnector[T ~[16]byte, Null any](t *testing.T) {
	type row = connected[T, Null]
	for name, dialect := range bytesDialects {
		t.Run(name, func(t *testing.T) {
			db := openConnector[T](t, dialect(t))
			for range 2 {
				if err := db.AutoMigrate(&row{}); err != nil {
					t.Fatal(err)
				}
			}
			var ids []T
			var rows []row
			for n := range 40 {
				ids = append(ids, T(uuid.NewV4()))
				rows = append(rows, row{ID: ids[n], N: n, ParentID: &ids[n/2]})
			}
			if err := db.Create(&rows).Error; err != nil {
				t.Fatal(err)
			}
			id := ids[7]
			null := sql.Null[T]{V: id, Valid: true}
			if err := db.Model(&row{}).Where("n = 7").Update("maybe", null).Error; err != nil {
				t.Fatal(err)
			}
			var whole int64
			db.Model(&row{}).Where("length(id) = 16 AND length(parent_id) = 16 AND (maybe IS NULL AND n <> 7 OR maybe = id AND n = 7)").Count(&whole)
			if whole != int64(len(ids)) {
				t.Errorf("%d rows have bytes, want %d", whole, len(ids))
			}
			var raw []byte
			if err := db.Raw("SELECT id FROM connected WHERE n = 7").Row().Scan(&raw); err != nil || string(raw) != string(id[:]) {
				t.Errorf("stored %x, %v; want %x", raw, err, id)
			}

			for what, tx := range map[string]*gorm.DB{
				"inline":      db.Find(&[]row{}, id),
				"pointer":     db.Find(&[]row{}, &id),
				"list":        db.Find(&[]row{}, []T{id}),
				"=":           db.Find(&[]row{}, "id = ?", id),
				"= pointer":   db.Find(&[]row{}, "id = ?", &id),
				"= sql.Null":  db.Find(&[]row{}, "id = ?", null),
				"= []byte":    db.Find(&[]row{}, "id = ?", id[:]),
				"named":       db.Find(&[]row{}, "id = @id", sql.Named("id", id)),
				"IN":          db.Find(&[]row{}, "id IN ?", []T{id, id}),
				"IN (?)":      db.Find(&[]row{}, "id IN (?)", []T{id, id}),
				"expression":  db.Find(&[]row{}, "coalesce(maybe, ?) = ?", ids[0], id),
				"map":         db.Where(map[string]any{"id": id}).Find(&[]row{}),
				"map of list": db.Where(map[string]any{"id": []T{id}}).Find(&[]row{}),
				"struct":      db.Where(&row{ID: id}).Find(&[]row{}),
				"maybe":       db.Where("maybe = ?", null).Find(&[]row{}),
				"Raw":         db.Raw("SELECT * FROM connected WHERE id = ?", id).Scan(&[]row{}),
				"Table":       db.Table("connected").Where("id = ?", id).Find(&[]row{}),
				"subquery":    db.Find(&[]row{}, "id IN (?)", db.Model(&row{}).Select("id").Where("id = ?", id)),
				"join":        db.Joins("Parent").Find(&[]row{}, "`connected`.`id` = ? AND `Parent`.`id` = ?", id, ids[3]),
				"Preload":     db.Preload("Parent", "id = ?", ids[3]).Find(&[]row{}, id),
				"own type":    db.Find(&[]row{}, gormtype.UUID(id)),
			} {
				got := *tx.Statement.Dest.(*[]row)
				if tx.Error != nil || len(got) != 1 || got[0].ID != id || got[0].N != 7 || *got[0].ParentID != ids[3] {
					t.Errorf("%s: got %v, %v; want row 7", what, got, tx.Error)
				} else if parent := got[0].Parent; (what == "join" || what == "Preload") && (parent == nil || parent.ID != ids[3]) {
					t.Errorf("%s: got the parent %v", what, parent)
				}
			}
			// Text stays text, which no bytes are.
			if tx := db.Find(&[]row{}, "id = ?", uuid.UUID(id).String()); tx.Error != nil || tx.RowsAffected != 0 {
				t.Errorf("text: got %d rows, %v: change the documentation", tx.RowsAffected, tx.Error)
			}

			made := T(uuid.NewV4())
			for what, tx := range map[string]*gorm.DB{
				"Updates":       db.Model(&row{}).Where("id = ?", id).Updates(map[string]any{"parent_id": ids[1], "maybe": nil}),
				"Exec":          db.Exec("UPDATE connected SET parent_id = ? WHERE id = ?", ids[4], ids[1]),
				"Save":          db.Save(&row{ID: ids[2], N: 2, ParentID: &ids[2]}),
				"FirstOrCreate": db.Where(row{ID: made}).FirstOrCreate(&row{}),
				"upsert":        db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.Assignments(map[string]any{"parent_id": ids[5]})}).Create(&row{ID: ids[6]}),
			} {
				if mysqlCounts := what == "upsert" && db.Name() == "mysql"; tx.Error != nil || tx.RowsAffected != 1 && !mysqlCounts {
					t.Errorf("%s: %d rows, %v", what, tx.RowsAffected, tx.Error)
				}
			}
			for i, want := range map[int]T{7: ids[1], 1: ids[4], 2: ids[2], 6: ids[5]} {
				var got row
				if err := db.First(&got, ids[i]).Error; err != nil || *got.ParentID != want || got.N != i {
					t.Errorf("row %d after the updates: got %v, %v", i, got, err)
				}
			}
			if err := db.Model(&row{}).Where("1 = 1").Update("parent_id", nil).Error; err != nil {
				t.Fatal(err)
			}
			ids = append(ids, made)
			for n, id := range ids {
				tx := db.Delete(&row{}, id)
				var left []T
				db.Model(&row{}).Pluck("id", &left)
				if tx.Error != nil || tx.RowsAffected != 1 || len(left) != len(ids)-n-1 || slices.Contains(left, id) {
					t.Fatalf("Delete: %d rows, %v, and %d are left", tx.RowsAffected, tx.Error, len(left))
				}
			}
		})
	}
}

// A type without a Value GORM takes apart before the connector sees it.
func TestConnectorPlain(t *testing.T) {
	t.Run("[16]byte", testConnectorPlain[[16]byte])
	connectorStd(t)
}

func testConnectorPlain[T ~[16]byte](t *testing.T) {
	type row = connected[T, sql.Null[uuid.UUID]]
	for name, dialect := range bytesDialects {
		t.Run(name, func(t *testing.T) {
			db := openConnector[T](t, dialect(t))
			id := T(uuid.NewV4())
			dry := db.Session(&gorm.Session{DryRun: true})
			for what, tx := range map[string]*gorm.DB{"inline": dry.Delete(&row{}, id), "map": dry.Where(map[string]any{"id": id}).Delete(&row{})} {
				if len(tx.Statement.Vars) != 16 {
					t.Errorf("%s: got %d arguments, want a list: change the documentation", what, len(tx.Statement.Vars))
				}
			}
		})
	}
}

type (
	oldTeam struct {
		ID string `gorm:"primaryKey;type:char(36)"`
	}
	oldUser struct {
		ID     string   `gorm:"primaryKey;type:char(36)"`
		TeamID *string  `gorm:"type:char(36)"`
		Team   *oldTeam `gorm:"constraint:OnDelete:CASCADE"`
		Ref    *string  `gorm:"type:char(36)"`
	}
	newTeam struct{ ID gormtype.UUID }
	newUser struct {
		ID     gormtype.UUID
		TeamID *gormtype.UUID
		Team   *newTeam `gorm:"constraint:OnDelete:CASCADE"`
		Ref    *gormtype.UUID
	}
	foreignUser struct {
		ID     google.UUID  `gorm:"type:binary(16)"`
		TeamID *google.UUID `gorm:"type:binary(16)"`
	}
)

func (oldTeam) TableName() string     { return "teams" }
func (oldUser) TableName() string     { return "users" }
func (newTeam) TableName() string     { return "teams" }
func (newUser) TableName() string     { return "users" }
func (foreignUser) TableName() string { return "users" }

// The documentation's way from columns of text to columns of bytes. Text that is no
// UUID's becomes NULL, or an error in MySQL.
func TestTextToBytes(t *testing.T) {
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		db := open()
		if err := db.AutoMigrate(&oldTeam{}, &oldUser{}); err != nil {
			t.Fatal(err)
		}
		team, other := uuid.NewV4(), uuid.NewV7()
		teamText, otherText := team.String(), strings.ToUpper(other.String())
		users := []oldUser{{ID: teamText, TeamID: &teamText}, {ID: otherText, TeamID: &otherText, Ref: new("none")}, {ID: uuid.Max().String(), Ref: new("")}}
		if err := db.Create([]oldTeam{{teamText}, {otherText}}).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.Create(&users).Error; err != nil {
			t.Fatal(err)
		}

		steps := map[string][]string{
			"mysql": {
				"ALTER TABLE users DROP FOREIGN KEY fk_users_team",
				"ALTER TABLE teams MODIFY id VARBINARY(36) NOT NULL",
				"UPDATE teams SET id = UNHEX(REPLACE(id, '-', ''))",
				"ALTER TABLE teams MODIFY id BINARY(16) NOT NULL",
				"ALTER TABLE users MODIFY id VARBINARY(36) NOT NULL, MODIFY team_id VARBINARY(36), MODIFY ref VARBINARY(36)",
				"UPDATE users SET id = UNHEX(REPLACE(id, '-', '')), team_id = UNHEX(REPLACE(team_id, '-', '')), ref = UNHEX(REPLACE(ref, '-', ''))",
				"ALTER TABLE users MODIFY id BINARY(16) NOT NULL, MODIFY team_id BINARY(16), MODIFY ref BINARY(16)",
			},
			"sqlite": {
				"PRAGMA defer_foreign_keys = ON",
				"UPDATE teams SET id = unhex(id, '-')",
				"UPDATE users SET id = unhex(id, '-'), team_id = unhex(team_id, '-'), ref = unhex(ref, '-')",
			},
		}[db.Name()]
		if err := db.Transaction(func(db *gorm.DB) error {
			for _, sql := range steps {
				err := db.Exec(sql).Error
				if err != nil && strings.Contains(err.Error(), "for function unhex") { // MySQL's
					db.Exec("UPDATE users SET ref = NULL WHERE ref = 'none'")
					err = db.Exec(sql).Error
				}
				if err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}

		db = open()
		for range 2 {
			if err := db.AutoMigrate(&newTeam{}, &newUser{}); err != nil {
				t.Fatal(err)
			}
		}
		var first, last, joined newUser
		id := gormtype.UUID(other)
		if err := db.First(&first, id).Error; err != nil || first.ID != id || *first.TeamID != id || first.Ref != nil {
			t.Errorf("First: got %v, %v", first, err)
		}
		if err := db.Select("id").First(&last, "team_id IS NULL").Error; err != nil || uuid.UUID(last.ID) != uuid.Max() {
			t.Errorf("NULL: got %v, %v", last, err)
		}
		if err := db.Joins("Team").First(&joined, "`Team`.`id` = ?", id).Error; err != nil || joined.ID != id || joined.Team.ID != id {
			t.Errorf("Joins: got %v, %v", joined, err)
		}
		length := -1
		db.Raw("SELECT length(ref) FROM users WHERE team_id IS NULL").Scan(&length)
		if want := map[string]int{"mysql": 16, "sqlite": 0}[db.Name()]; length != want {
			t.Errorf("of no text: got %d bytes, want %d", length, want)
		}
		var foreign []foreignUser
		if err := open(gormtype.Plugin{}).Find(&foreign, "team_id = ?", google.UUID(team)).Error; err != nil || len(foreign) != 1 || foreign[0].ID != google.UUID(team) {
			t.Errorf("with the plugin: got %v, %v", foreign, err)
		}
		// AutoMigrate has made the foreign key again.
		if err := db.Create(&newUser{ID: gormtype.UUID(uuid.NewV4()), TeamID: new(gormtype.UUID)}).Error; err == nil {
			t.Error("a team that does not exist: got no error")
		}
		if tx := db.Delete(&newTeam{}, gormtype.UUID(team)); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("Delete: %d rows, %v", tx.RowsAffected, tx.Error)
		}
		var left []gormtype.UUID
		if db.Model(&newUser{}).Order("id").Pluck("id", &left); !slices.Equal(left, []gormtype.UUID{gormtype.UUID(other), gormtype.UUID(uuid.Max())}) {
			t.Errorf("left are %v", left)
		}
	})
}

// Of the Conditions in the documentation: conversions in the SQL, and columns of
// strings.
func TestConversions(t *testing.T) {
	type item struct {
		ID  gormtype.UUID
		Ref string `gorm:"type:varchar(36)"`
	}
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		db := open()
		if err := db.AutoMigrate(&item{}); err != nil {
			t.Fatal(err)
		}
		id := gormtype.UUID(uuid.MustParse("f81d4fae-7dec-41d0-a765-00a0c91e6bf6"))
		if err := db.Create(&item{ID: id}).Error; err != nil {
			t.Fatal(err)
		}
		if tx := db.Find(&[]item{}, "id = UNHEX(REPLACE(?, '-', ''))", id); tx.Error != nil || tx.RowsAffected != 0 {
			t.Errorf("UNHEX: found %d rows, %v: change the documentation", tx.RowsAffected, tx.Error)
		}
		// MySQL refuses most bytes that are no text.
		var digits int
		err := db.Model(&item{ID: id}).Update("ref", id).Error
		db.Raw("SELECT length(hex(ref)) FROM items").Scan(&digits)
		if db.Name() == "mysql" && err == nil || db.Name() == "sqlite" && digits != 32 {
			t.Errorf("Update: got %v, and %d digits: change the documentation", err, digits)
		}
		if tx := db.Find(&[]item{}, "ref = ?", id.String()); tx.Error != nil || tx.RowsAffected != 0 {
			t.Errorf("bytes: found %d rows, %v", tx.RowsAffected, tx.Error)
		}
		if err := db.Model(&item{ID: id}).Update("ref", id.String()).Error; err != nil {
			t.Fatal(err)
		}
		if tx := db.Find(&[]item{}, "ref = ?", id.String()); tx.RowsAffected != 1 {
			t.Errorf("String: found %d rows, %v", tx.RowsAffected, tx.Error)
		}
	})
}

// What Pluck makes of NULL.
func TestPluckNULL(t *testing.T) {
	type item struct {
		ID  int
		Ref *google.UUID `gorm:"type:binary(16)"`
	}
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		db := open(gormtype.Plugin{})
		if err := db.AutoMigrate(&item{}); err != nil {
			t.Fatal(err)
		}
		id := uuid.NewV4()
		if err := db.Create([]item{{1, nil}, {2, (*google.UUID)(&id)}}).Error; err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			into any
			want string
		}{
			{&[]gormtype.NullUUID{}, fmt.Sprint([]gormtype.NullUUID{{}, {UUID: gormtype.UUID(id), Valid: true}})},
			{&[]google.NullUUID{}, fmt.Sprint([]google.NullUUID{{}, {UUID: google.UUID(id), Valid: true}})},
			{&[]sql.Null[google.UUID]{}, fmt.Sprint([]sql.Null[google.UUID]{{}, {V: google.UUID(id), Valid: true}})},
			{&[]google.UUID{}, fmt.Sprint([]google.UUID{{}, google.UUID(id)})},
			{&[]*google.UUID{}, fmt.Sprint([]google.UUID{{}, google.UUID(id)})},
			{&[]gofrs.UUID{}, "error"},
			{&[]gormtype.UUID{}, "error"},
			{&[]*gormtype.UUID{}, "error"},
		} {
			err := db.Model(&item{}).Order("id").Pluck("ref", test.into).Error
			got := fmt.Sprint(reflect.ValueOf(test.into).Elem())
			if ptrs, ok := test.into.(*[]*google.UUID); ok && len(*ptrs) == 2 && (*ptrs)[0] != nil {
				got = fmt.Sprint([]google.UUID{*(*ptrs)[0], *(*ptrs)[1]})
			}
			if err != nil {
				got = "error"
			}
			if got != test.want {
				t.Errorf("%T: got %s, %v; want %s", test.into, got, err, test.want)
			}
		}
	})
}

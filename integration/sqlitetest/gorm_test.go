package sqlitetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// statements is a logger that keeps the SQL.
type statements struct {
	logger.Interface
	sql []string
}

func (s *statements) Trace(_ context.Context, _ time.Time, sql func() (string, int64), _ error) {
	text, _ := sql()
	s.sql = append(s.sql, text)
}

func openGorm(t *testing.T, models ...any) (*gorm.DB, *statements) {
	t.Helper()
	log := &statements{Interface: logger.Discard}
	// GORM's dialect with another driver than its own: two that register the
	// name sqlite would not go into one program.
	db, err := gorm.Open(sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: dsn(t)}), &gorm.Config{Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if conns, err := db.DB(); err == nil {
			conns.Close()
		}
	})
	if err := db.AutoMigrate(models...); err != nil {
		t.Fatal(err)
	}
	return db, log
}

func TestGormUUIDKit(t *testing.T) { testGorm(t, uuidkit) }
func TestGormGoogle(t *testing.T)  { testGorm(t, google) }
func TestGormGofrs(t *testing.T)   { testGorm(t, gofrs) }
func TestGormArray(t *testing.T)   { testGorm(t, array) }

func testGorm[T ~[16]byte](t *testing.T, g generator[T]) {
	hex := func(u uuid.UUID) string { return strings.ReplaceAll(u.String(), "-", "") }
	t.Run("UUID", func(t *testing.T) {
		testRows(t, g.fresh(t, 200), "blob", hex, func(id T) gormtype.UUID { return gormtype.UUID(id) })
	})
	t.Run("Text", func(t *testing.T) {
		testRows(t, g.fresh(t, 200), "text", uuid.UUID.String, func(id T) gormtype.Text { return gormtype.Text(id) })
	})
	t.Run("GUID", func(t *testing.T) {
		testRows(t, g.fresh(t, 200), "text", uuid.UUID.String, func(id T) gormtype.GUID { return gormtype.GUID(id) })
	})
}

type row[K ~[16]byte] struct {
	ID    K
	N     int
	RefID *K
}

func (row[K]) TableName() string { return "rows" }

// testRows creates a row for each id, and finds and deletes each in every way
// that GORM has: each time one row, and the right one.
func testRows[T, K ~[16]byte](t *testing.T, ids []T, typeof string, stored func(uuid.UUID) string, key func(T) K) {
	db, log := openGorm(t, &row[K]{})
	rows := make([]row[K], len(ids))
	for n, id := range ids {
		rows[n] = row[K]{ID: key(id), N: n}
		if n%2 == 0 {
			ref := key(ids[(n+1)%len(ids)])
			rows[n].RefID = &ref
		}
	}
	if err := db.Create(&rows).Error; err != nil {
		t.Fatal(err)
	}

	var created []struct{ Typeof, Stored, Ref string }
	db.Raw(`SELECT typeof(id) AS typeof, iif(typeof(id) = 'blob', lower(hex(id)), id) AS stored, typeof(ref_id) AS ref
		FROM rows ORDER BY n`).Scan(&created)
	if len(created) != len(ids) {
		t.Fatalf("SQLite has %d rows, want %d", len(created), len(ids))
	}
	for n, got := range created {
		ref := "null"
		if n%2 == 0 {
			ref = typeof
		}
		if want := stored(uuid.UUID(ids[n])); got.Typeof != typeof || got.Stored != want || got.Ref != ref {
			t.Errorf("row %d: SQLite has %v, want the %s %s and a reference of type %s", n, got, typeof, want, ref)
		}
	}

	finders := map[string]func(K) *gorm.DB{
		"inline":         func(id K) *gorm.DB { return db.First(&row[K]{}, id) },
		"inline pointer": func(id K) *gorm.DB { return db.First(&row[K]{}, &id) },
		"inline ids":     func(id K) *gorm.DB { return db.Find(&row[K]{}, []K{id}) },
		"=":              func(id K) *gorm.DB { return db.Find(&row[K]{}, "id = ?", id) },
		"IN":             func(id K) *gorm.DB { return db.Where("id IN ?", []K{id, id}).Find(&row[K]{}) },
		"IN ()":          func(id K) *gorm.DB { return db.Where("id IN (?)", []K{id}).Find(&row[K]{}) },
		"named":          func(id K) *gorm.DB { return db.Where("id = @id", sql.Named("id", id)).Take(&row[K]{}) },
		"map":            func(id K) *gorm.DB { return db.Where(map[string]any{"id": id}).Take(&row[K]{}) },
		"map of ids":     func(id K) *gorm.DB { return db.Where(map[string]any{"id": []K{id}}).Take(&row[K]{}) },
		"column":         func(id K) *gorm.DB { return db.Take(&row[K]{}, clause.Eq{Column: "id", Value: id}) },
		"raw":            func(id K) *gorm.DB { return db.Raw("SELECT * FROM rows WHERE id = ?", id).Scan(&row[K]{}) },
		"order":          func(id K) *gorm.DB { return db.Where("id >= ? AND id <= ?", id, id).Find(&row[K]{}) },
	}
	for n, id := range ids {
		for name, find := range finders {
			tx := find(key(id))
			got := tx.Statement.Dest.(*row[K])
			if tx.Error != nil || tx.RowsAffected != 1 || got.ID != key(id) || got.N != n {
				t.Errorf("%s: got %d rows, %v, %v; want row %d of %x", name, tx.RowsAffected, got, tx.Error, n, id)
			}
		}
		if n%2 == 0 {
			var got row[K]
			tx := db.Where(&row[K]{RefID: rows[n].RefID}).Find(&got)
			if tx.Error != nil || tx.RowsAffected != 1 || got.ID != key(id) || got.RefID == nil || *got.RefID != *rows[n].RefID {
				t.Errorf("struct: got %d rows, %v, %v; want row %d", tx.RowsAffected, got, tx.Error, n)
			}
		}
	}

	var plucked []K
	if err := db.Model(&row[K]{}).Order("n").Pluck("id", &plucked).Error; err != nil || len(plucked) != len(ids) {
		t.Errorf("Pluck: got %d ids, %v", len(plucked), err)
	}
	for n, id := range plucked {
		if id != key(ids[n]) {
			t.Errorf("Pluck: got %x, want %x", id, ids[n])
		}
	}

	deleters := []func(K) *gorm.DB{
		func(id K) *gorm.DB { return db.Delete(&row[K]{}, id) },
		func(id K) *gorm.DB { return db.Delete(&row[K]{}, &id) },
		func(id K) *gorm.DB { return db.Delete(&row[K]{}, "id = ?", id) },
		func(id K) *gorm.DB { return db.Where(map[string]any{"id": id}).Delete(&row[K]{}) },
		func(id K) *gorm.DB { return db.Delete(&row[K]{}, []K{id}) },
		func(id K) *gorm.DB { return db.Exec("DELETE FROM rows WHERE id = ?", id) },
		func(id K) *gorm.DB { return db.Clauses(clause.Returning{}).Delete(&row[K]{}, id) },
	}
	log.sql = nil
	for n, id := range ids {
		tx := deleters[n%len(deleters)](key(id))
		if tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("Delete of %x: got %d rows, %v; want one", id, tx.RowsAffected, tx.Error)
		}
		var left []int
		db.Model(&row[K]{}).Order("n").Pluck("n", &left)
		if len(left) != len(ids)-n-1 || len(left) > 0 && left[0] != n+1 {
			t.Fatalf("after %d deletes %d rows are left, want all from %d", n+1, len(left), n+1)
		}
	}
	for _, sql := range log.sql {
		if strings.Contains(sql, "<binary>") {
			t.Fatalf("the log can't be read: %s", sql)
		}
	}
}

// The models of an ordinary program.
type (
	Team struct {
		ID    gormtype.UUID
		Users []User
	}
	User struct {
		ID     gormtype.UUID
		Name   string
		TeamID *gormtype.UUID
		Team   *Team
		BossID gormtype.NullUUID
		Boss   *User
		Roles  []Role `gorm:"many2many:user_roles"`
	}
	Role struct {
		ID   gormtype.UUID
		Name string
	}
)

func newID() gormtype.UUID { return gormtype.UUID(uuid.NewV4()) }

// An id that somebody made up of bytes that Scan refuses is not stored, whatever
// else the statement has. No query is made with it either.
func TestGormUnreadable(t *testing.T) {
	db, _ := openGorm(t, new(row[gormtype.UUID]))
	var unreadable gormtype.UUID
	copy(unreadable[:], "f81d4fae-7dec-11")
	good := row[gormtype.UUID]{ID: newID()}
	if err := db.Create(&[]row[gormtype.UUID]{good, {ID: unreadable}}).Error; err == nil || !strings.Contains(err.Error(), "f81d4fae-7dec-11") {
		t.Errorf("Create: got %v, want an error", err)
	}
	if err := db.Create(&good).Error; err != nil {
		t.Fatal(err)
	}
	if err := db.Delete(&row[gormtype.UUID]{}, "id <> ?", unreadable).Error; err == nil {
		t.Error("Delete: got no error")
	}
	var got []row[gormtype.UUID]
	if err := db.Find(&got).Error; err != nil || len(got) != 1 || got[0].ID != good.ID {
		t.Errorf("Find: got %v, %v; want %v", got, err, good)
	}
}

func TestGormAssociations(t *testing.T) {
	db, _ := openGorm(t, &Team{}, &User{}, &Role{})
	roles := []Role{{newID(), "admin"}, {newID(), "guest"}}
	var teams []Team
	for i := range 20 {
		team := Team{ID: newID()}
		boss := User{ID: newID(), Name: fmt.Sprintf("boss %d", i), Roles: roles}
		team.Users = append(team.Users, boss)
		for j := range 9 {
			team.Users = append(team.Users, User{ID: newID(), Name: fmt.Sprintf("%d.%d", i, j),
				BossID: gormtype.NullUUID{UUID: boss.ID, Valid: true}, Roles: roles[1:]})
		}
		teams = append(teams, team)
	}
	if err := db.Create(&teams).Error; err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{"users.id", "users.team_id", "teams.id", "roles.id", "user_roles.user_id", "user_roles.role_id"} {
		table, _, _ := strings.Cut(column, ".")
		var total, blobs int64
		db.Table(table).Count(&total)
		db.Table(table).Where("typeof(" + column + ") = 'blob' AND length(" + column + ") = 16").Count(&blobs)
		if total == 0 || blobs != total {
			t.Errorf("%s: %d rows, %d with 16 bytes", column, total, blobs)
		}
	}

	var got []Team
	if err := db.Preload("Users.Roles").Preload("Users.Boss").Find(&got).Error; err != nil || len(got) != len(teams) {
		t.Fatalf("Preload: got %d teams, %v", len(got), err)
	}
	for _, team := range got {
		if len(team.Users) != 10 {
			t.Errorf("Preload: team %v has %d users, want 10", team.ID, len(team.Users))
		}
		for _, u := range team.Users {
			boss := strings.HasPrefix(u.Name, "boss")
			if u.TeamID == nil || *u.TeamID != team.ID || boss != (u.Boss == nil) || boss == u.BossID.Valid {
				t.Errorf("Preload: user %s has team %v and boss %v", u.Name, u.TeamID, u.Boss)
			}
			if !boss && (u.Boss.ID != u.BossID.UUID || *u.Boss.TeamID != team.ID) {
				t.Errorf("Preload: user %s has the boss %v", u.Name, u.Boss)
			}
			if boss && len(u.Roles) != 2 || !boss && len(u.Roles) != 1 {
				t.Errorf("Preload: user %s has %d roles", u.Name, len(u.Roles))
			}
		}
	}

	user := teams[3].Users[4]
	var joined User
	if err := db.Joins("Team").Joins("Boss").First(&joined, user.ID).Error; err != nil ||
		joined.ID != user.ID || joined.Team == nil || joined.Team.ID != teams[3].ID || joined.Boss == nil || joined.Boss.ID != teams[3].Users[0].ID {
		t.Errorf("Joins: got %+v, %v", joined, err)
	}

	assoc := func() *gorm.Association { return db.Model(&User{ID: user.ID}).Association("Roles") }
	for _, step := range []struct {
		name string
		run  func() error
		want []string
	}{
		{"Append", func() error { return assoc().Append(&roles[0]) }, []string{"admin", "guest"}},
		{"Delete", func() error { return assoc().Delete(&roles[1]) }, []string{"admin"}},
		{"Replace", func() error { return assoc().Replace(&roles[1]) }, []string{"guest"}},
		{"Clear", func() error { return assoc().Clear() }, nil},
	} {
		var names []string
		if err := step.run(); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		var found []Role
		if err := assoc().Find(&found); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		for _, r := range found {
			names = append(names, r.Name)
		}
		slices.Sort(names)
		if !slices.Equal(names, step.want) || assoc().Count() != int64(len(step.want)) {
			t.Errorf("%s: got %v, want %v", step.name, names, step.want)
		}
	}
	var others int64
	if db.Table("user_roles").Count(&others); others != 20*11-1 {
		t.Errorf("the other users have %d roles, want %d", others, 20*11-1)
	}

	// SQLite itself checks that the foreign keys refer to a key.
	if err := db.Model(&User{ID: user.ID}).Update("team_id", newID()).Error; err == nil {
		t.Error("a team that does not exist: got no error")
	}
	if err := db.Model(&User{ID: user.ID}).Updates(map[string]any{"team_id": nil, "boss_id": gormtype.NullUUID{}}).Error; err != nil {
		t.Error(err)
	}
	var lonely User
	if err := db.First(&lonely, user.ID).Error; err != nil || lonely.TeamID != nil || lonely.BossID.Valid {
		t.Errorf("got %+v, %v; want neither team nor boss", lonely, err)
	}
	// The UUID of a Null type is an id like any other.
	boss := teams[3].Users[4].BossID.UUID
	if err := db.Model(&User{ID: user.ID}).Updates(map[string]any{"boss_id": boss}).Error; err != nil {
		t.Error(err)
	}
	if tx := db.First(&User{}, boss); tx.Error != nil {
		t.Errorf("First: got %v, want the boss", tx.Error)
	}
	if tx := db.Where("boss_id = ?", boss).Find(&[]User{}); tx.Error != nil || tx.RowsAffected != 9 {
		t.Errorf("Where: got %d users, %v; want 9", tx.RowsAffected, tx.Error)
	}
	var seen int
	if err := db.FindInBatches(&[]User{}, 7, func(tx *gorm.DB, _ int) error {
		seen += int(tx.RowsAffected)
		return nil
	}).Error; err != nil || seen != 200 {
		t.Errorf("FindInBatches: got %d users, %v; want 200", seen, err)
	}
	if tx := db.Where("name = ?", user.Name).Assign(User{Name: "renamed"}).FirstOrCreate(&lonely, User{ID: user.ID}); tx.Error != nil || lonely.Name != "renamed" {
		t.Errorf("FirstOrCreate: got %+v, %v", lonely, tx.Error)
	}
	upsert := User{ID: user.ID, Name: "upserted"}
	if tx := db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&upsert); tx.Error != nil || tx.RowsAffected != 1 {
		t.Errorf("upsert: got %d rows, %v", tx.RowsAffected, tx.Error)
	}
	if tx := db.Save(&User{ID: user.ID, Name: "saved"}); tx.Error != nil || tx.RowsAffected != 1 {
		t.Errorf("Save: got %d rows, %v", tx.RowsAffected, tx.Error)
	}
	var total int64
	if db.Model(&User{}).Count(&total); total != 200 {
		t.Errorf("got %d users in the end, want 200", total)
	}
}

// UNHEX(?) is a constant to SQLite: it uses the key's index.
func TestGormIndex(t *testing.T) {
	db, _ := openGorm(t, &Role{})
	for _, where := range []*gorm.DB{db.Where("id = ?", newID()), db.Where("id IN ?", []gormtype.UUID{newID(), newID()}), db.Where("id > ?", newID())} {
		query := where.Session(&gorm.Session{DryRun: true}).Find(&[]Role{}).Statement
		var plan struct{ Detail string }
		if err := db.Raw("EXPLAIN QUERY PLAN "+query.SQL.String(), query.Vars...).Scan(&plan).Error; err != nil || !strings.HasPrefix(plan.Detail, "SEARCH roles USING INDEX") {
			t.Errorf("%s: got the plan %q, %v", query.SQL.String(), plan.Detail, err)
		}
	}
}

func TestGormMigrate(t *testing.T) {
	db, log := openGorm(t, &Team{}, &User{}, &Role{}, &row[gormtype.Text]{})
	declared := func() string {
		var sql []string
		db.Raw(`SELECT sql FROM sqlite_master ORDER BY name`).Scan(&sql)
		return strings.Join(sql, "\n")
	}
	before := declared()
	for _, want := range []string{"`team_id` blob", "`boss_id` blob", "`role_id` blob", "`ref_id` text", "FOREIGN KEY (`team_id`)"} {
		if !strings.Contains(before, want) {
			t.Errorf("no %s in\n%s", want, before)
		}
	}
	log.sql = nil
	if err := db.AutoMigrate(&Team{}, &User{}, &Role{}, &row[gormtype.Text]{}); err != nil {
		t.Error(err)
	}
	if after := declared(); after != before {
		t.Errorf("the second AutoMigrate made\n%s\nof\n%s", after, before)
	}
	for _, sql := range log.sql {
		if strings.HasPrefix(sql, "ALTER") || strings.HasPrefix(sql, "CREATE") || strings.HasPrefix(sql, "DROP") {
			t.Errorf("the second AutoMigrate ran %s", sql)
		}
	}
}

type (
	textTag struct {
		ID gormtype.UUID `gorm:"type:char(36)"`
	}
	plainTag struct {
		ID gormtype.NullUUID `gorm:"type:text"`
	}
	blobTag struct {
		ID gormtype.Text `gorm:"type:blob"`
	}
	lateTag struct {
		ID  int
		Ref *gormtype.GUID `gorm:"type:binary(16)"`
	}
	fitTag struct {
		ID  gormtype.UUID `gorm:"type:binary(16)"`
		Ref gormtype.Text `gorm:"type:varchar(36)"`
	}
)

func (lateTag) TableName() string { return "late" }

// SQLite takes any word for a type; a tag of another storage fails all the
// same, and says what to do.
func TestGormTypeTag(t *testing.T) {
	db, _ := openGorm(t, &fitTag{})
	if err := db.Exec("CREATE TABLE late (id integer primary key)").Error; err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		model any
		want  string
	}{
		{&textTag{}, "gormtype.UUID is not stored as char: use gormtype.Text"},
		{&plainTag{}, "gormtype.UUID is not stored as text: use gormtype.Text"},
		{&blobTag{}, "gormtype.Text is not stored as blob: use gormtype.UUID"},
		{&lateTag{}, "gormtype.GUID is not stored as binary: use gormtype.UUID"}, // adds a column
	} {
		if err := db.AutoMigrate(test.model); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%T: got %v, want an error with %q", test.model, err, test.want)
		}
	}
}

// What package gormtype documents as out of its reach, so that we notice when
// it no longer is.
func TestGormLimits(t *testing.T) {
	db, _ := openGorm(t, &Role{}, &User{})
	id := newID()
	if err := db.Create(&Role{ID: id}).Error; err != nil {
		t.Fatal(err)
	}
	// A UUID of another type is text, and SQLite compares it with the bytes.
	if err := db.First(&Role{}, uuid.UUID(id)).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("a uuid.UUID: got %v, want no row", err)
	}
	null := sql.Null[gormtype.UUID]{V: id, Valid: true}
	if err := db.First(&Role{}, "id = ?", null).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("a sql.Null: got %v, want no row", err)
	}
	type nullField struct {
		ID  int
		Ref sql.Null[gormtype.UUID]
	}
	var typeof, declared string
	db.AutoMigrate(&nullField{})
	db.Create(&nullField{1, null})
	db.Raw("SELECT typeof(ref) FROM null_fields").Scan(&typeof)
	db.Raw("SELECT type FROM pragma_table_info('null_fields') WHERE name = 'ref'").Scan(&declared)
	if typeof != "text" || declared != "uuid" {
		t.Errorf("a field of type sql.Null: got %s in a %s, want text in a uuid", typeof, declared)
	}
	// Package sqlx's types are bytes, which GORM spreads over a list.
	for _, v := range []any{sqlx.Binary(id), sqlx.Swapped(id)} {
		query := db.Session(&gorm.Session{DryRun: true}).Find(&Role{}, v).Statement
		if sql := query.SQL.String(); !strings.Contains(sql, " IN (") || len(query.Vars) != 16 {
			t.Errorf("a %T: got %s with %d arguments, want a list of 16", v, sql, len(query.Vars))
		}
	}
	// GORM takes a UUID for a list to read rows into.
	var one gormtype.UUID
	var many []gormtype.UUID
	var maybe gormtype.NullUUID
	if err := db.Model(&Role{}).Select("id").Scan(&one).Error; err == nil {
		t.Error("Scan into a UUID: got no error: change the documentation")
	}
	if err := db.Model(&Role{}).Select("id").Scan(&maybe).Error; err != nil || maybe.UUID != id {
		t.Errorf("Scan into a NullUUID: got %v, %v", maybe, err)
	}
	if err := db.Model(&Role{}).Pluck("id", &many).Error; err != nil || !slices.Equal(many, []gormtype.UUID{id}) {
		t.Errorf("Pluck: got %v, %v", many, err)
	}
	// GORM reads a NULL itself and leaves the field alone, whatever its type.
	db.Exec("CREATE TABLE nulls (ref blob, pointer blob, optional blob)")
	db.Exec("INSERT INTO nulls VALUES (NULL, NULL, NULL)")
	type nulls struct {
		Ref      gormtype.UUID
		Pointer  *gormtype.UUID
		Optional gormtype.NullUUID
	}
	got := nulls{id, &id, gormtype.NullUUID{UUID: id, Valid: true}}
	want := got
	if err := db.Table("nulls").Take(&got).Error; err != nil || got != want {
		t.Errorf("NULL: got %v, %v; want no error and no change", got, err)
	}
	got = nulls{}
	if err := db.Table("nulls").Take(&got).Error; err != nil || got != (nulls{}) {
		t.Errorf("NULL: got %v, %v; want none", got, err)
	}
	user := User{ID: newID(), TeamID: &id, BossID: gormtype.NullUUID{UUID: id, Valid: true}}
	if err := db.Omit("Team", "Boss").Session(&gorm.Session{}).Exec("PRAGMA foreign_keys = off").Create(&user).Error; err != nil {
		t.Fatal(err)
	}
	err := db.Model(&user).Updates(map[string]any{"team_id": (*gormtype.UUID)(nil), "boss_id": gormtype.NullUUID{}}).Error
	if err != nil || user.TeamID == nil || *user.TeamID != id || user.BossID.Valid {
		t.Errorf("Updates: got team %v, boss %v, %v; want the old team and no boss", user.TeamID, user.BossID, err)
	}
	read := User{}
	if err := db.First(&read, user.ID).Error; err != nil || read.TeamID != nil || read.BossID.Valid {
		t.Errorf("Updates: SQLite has team %v and boss %v, %v; want none", read.TeamID, read.BossID, err)
	}
	// It does pass on the error of bytes that are no UUID, with the field zeroed.
	db.Exec("UPDATE nulls SET ref = x'0123'")
	if err := db.Table("nulls").Take(&got).Error; err == nil || !strings.Contains(err.Error(), "gormtype: scan UUID: got 2 bytes") || !got.Ref.IsZero() {
		t.Errorf("two bytes: got %v, %v; want an error and zero", got, err)
	}
}

// The plugin takes what is out of reach without it, and refuses a field whose
// column GORM has to guess.
func TestGormPluginLimits(t *testing.T) {
	db, _ := openGorm(t, &Role{})
	if err := db.Use(gormtype.Plugin{}); err != nil {
		t.Fatal(err)
	}
	id := newID()
	if err := db.Create(&Role{ID: id}).Error; err != nil {
		t.Fatal(err)
	}
	null := sql.Null[gormtype.UUID]{V: id, Valid: true}
	for _, v := range []any{uuid.UUID(id), &id, null, id[:], sqlx.Binary(id)} {
		var inline, cond Role
		err := db.First(&cond, "id = ?", v).Error
		if _, bytes := v.([]byte); err != nil && !bytes {
			t.Errorf("id = %T: got %v", v, err)
		}
		if _, isNull := v.(sql.Null[gormtype.UUID]); isNull {
			continue // a struct is conditions to GORM
		}
		if err := db.First(&inline, v).Error; err != nil || inline.ID != id {
			t.Errorf("First(%T): got %v, %v", v, inline, err)
		}
	}
	type nullField struct {
		ID  int
		Ref sql.Null[uuid.UUID]
	}
	db.AutoMigrate(&nullField{})
	if err := db.Create(&nullField{1, sql.Null[uuid.UUID]{}}).Error; err == nil || !strings.Contains(err.Error(), "has no type tag") {
		t.Errorf("a field of type sql.Null: got %v, want an error that asks for a tag", err)
	}
	type taggedField struct {
		ID  int
		Ref sql.Null[gormtype.UUID] `gorm:"type:blob"`
	}
	db.AutoMigrate(&taggedField{})
	var got taggedField
	if err := db.Create(&taggedField{1, null}).Error; err != nil {
		t.Error(err)
	}
	if err := db.Where("ref = ?", id).Take(&got).Error; err != nil || got.Ref != null {
		t.Errorf("a field with a tag: got %v, %v", got, err)
	}
}

type (
	plainTeam struct {
		ID      [16]byte      `gorm:"type:blob"`
		Players []plainPlayer `gorm:"foreignKey:TeamID"`
	}
	plainPlayer struct {
		ID     [16]byte  `gorm:"type:blob"`
		TeamID *[16]byte `gorm:"type:blob"`
		Team   *plainTeam
	}
)

// FirstOrCreate makes a row of a map's UUIDs, and rows are read into a type that
// has no methods where the plugin knows of the struct.
func TestGormPluginPlain(t *testing.T) {
	db, _ := openGorm(t, &plainTeam{})
	if err := db.Use(gormtype.Plugin{}); err != nil {
		t.Fatal(err)
	}
	type part struct{ ID [16]byte }
	id := [16]byte(uuid.NewV4())
	scanRows := func() (team plainTeam, err error) {
		rows, err := db.Raw("SELECT * FROM plain_teams").Rows()
		if err != nil {
			return team, err
		}
		defer rows.Close()
		rows.Next()
		return team, db.ScanRows(rows, &team)
	}
	db.Exec("INSERT INTO plain_teams VALUES (?)", gormtype.UUID(id))
	if _, err := scanRows(); err == nil {
		t.Error("ScanRows before all others: got no error: change the documentation")
	}
	db.Exec("DELETE FROM plain_teams")

	var team plainTeam
	if tx := db.FirstOrCreate(&team, map[string]any{"id": id}); tx.Error != nil || tx.RowsAffected != 1 || team.ID != id {
		t.Errorf("FirstOrCreate: got %x, %d rows, %v; want %x", team.ID, tx.RowsAffected, tx.Error, id)
	}
	if tx := db.FirstOrCreate(&team, map[string]any{"id": id}); tx.Error != nil || tx.RowsAffected != 0 || team.ID != id {
		t.Errorf("FirstOrCreate again: got %x, %d rows, %v; want %x", team.ID, tx.RowsAffected, tx.Error, id)
	}
	if got, err := scanRows(); err != nil || got.ID != id {
		t.Errorf("ScanRows: got %x, %v", got.ID, err)
	}
	var found []part
	if err := db.Model(&plainTeam{}).Find(&found).Error; err != nil || len(found) != 1 || found[0].ID != id {
		t.Errorf("Find of a part: got %x, %v", found, err)
	}
	type other struct{ ID [16]byte }
	if err := db.Model(&plainTeam{}).Scan(&[]other{}).Error; err == nil {
		t.Error("Scan of a part: got no error: change the documentation")
	}
	if err := db.Model(&plainTeam{}).Pluck("id", &[][16]byte{}).Error; err == nil {
		t.Error("Pluck: got no error: change the documentation")
	}
}

type (
	plainUser struct {
		ID    [16]byte    `gorm:"type:blob"`
		Roles []plainRole `gorm:"many2many:plain_user_roles"`
	}
	plainRole struct {
		ID    [16]byte    `gorm:"type:blob"`
		Users []plainUser `gorm:"many2many:plain_user_roles"`
	}
)

// A many2many that both sides declare is two schemas of one table.
func TestGormPluginManyToMany(t *testing.T) {
	db, _ := openGorm(t, &plainUser{}, &plainRole{})
	if err := db.Use(gormtype.Plugin{}); err != nil {
		t.Fatal(err)
	}
	var users []plainUser
	for range 5 {
		users = append(users, plainUser{uuid.NewV4(), []plainRole{{ID: uuid.NewV4()}, {ID: uuid.NewV4()}}})
	}
	if err := db.Create(&users).Error; err != nil {
		t.Fatal(err)
	}
	for _, u := range users {
		user := plainUser{ID: u.ID}
		var roles []plainRole
		if err := db.Model(&user).Association("Roles").Find(&roles); err != nil || len(roles) != 2 {
			t.Errorf("Find: got %d roles, %v; want 2", len(roles), err)
		}
		if err := db.Model(&user).Association("Roles").Delete(&u.Roles[0]); err != nil {
			t.Errorf("Delete: %v", err)
		}
		if n := db.Model(&user).Association("Roles").Count(); n != 1 {
			t.Errorf("Count: got %d, want 1", n)
		}
		var role plainRole
		if err := db.Preload("Users").First(&role, u.Roles[1].ID).Error; err != nil || len(role.Users) != 1 || role.Users[0].ID != u.ID {
			t.Errorf("Preload: got %v, %v", role.Users, err)
		}
	}
	var rows, whole int64
	db.Table("plain_user_roles").Count(&rows)
	db.Table("plain_user_roles").Where("length(plain_user_id) = 16 AND length(plain_role_id) = 16").Count(&whole)
	if rows != 5 || whole != 5 {
		t.Errorf("%d rows are left, %d with 16 bytes; want 5", rows, whole)
	}
}

// The plugin learns of a model when the first statement needs it, in whatever
// goroutine that is.
func TestGormPluginTogether(t *testing.T) {
	db, _ := openGorm(t, &plainTeam{}, &plainPlayer{})
	if err := db.Use(gormtype.Plugin{}); err != nil {
		t.Fatal(err)
	}
	db = db.Session(&gorm.Session{Logger: logger.Discard}) // ours keeps the SQL of one goroutine
	conns, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	conns.SetMaxOpenConns(1) // SQLite has one writer
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			team := [16]byte(uuid.NewV7())
			player := [16]byte(uuid.NewV7())
			if err := db.Create(&plainTeam{ID: team, Players: []plainPlayer{{ID: player}}}).Error; err != nil {
				t.Error(err)
			}
			var got plainPlayer
			if err := db.Joins("Team").First(&got, player).Error; err != nil || got.ID != player || *got.TeamID != team || got.Team.ID != team {
				t.Errorf("got %v, %v; want the player of %x", got, err, team)
			}
			var whole plainTeam
			if err := db.Preload("Players").First(&whole, map[string]any{"id": team}).Error; err != nil || len(whole.Players) != 1 || whole.Players[0].ID != player {
				t.Errorf("got %v, %v; want the team of %x", whole, err, player)
			}
		})
	}
	wg.Wait()
}

// A member has a key of two columns, and a default.
type member struct {
	A, B gormtype.UUID `gorm:"primaryKey"`
	Kind gormtype.UUID `gorm:"default:x'f81d4fae7dec11d0a76500a0c91e6bf6'"`
	N    int
}

// A stray has a reference of another form than its key.
type stray struct {
	ID      int
	OwnerID gormtype.Text
	Owner   *Role
}

// What GORM makes of ids that are not there, and of columns and references of
// another kind. Package gormtype warns of all of them.
func TestGormTraps(t *testing.T) {
	db, log := openGorm(t, &Role{}, &member{})
	roles := []Role{{newID(), "a"}, {newID(), "b"}, {newID(), "c"}}
	if err := db.Create(&roles).Error; err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		ids  any
		want int64
	}{
		{[]gormtype.NullUUID{{}}, 3},
		{[]gormtype.UUID{}, 3},
		{[]gormtype.UUID{roles[0].ID}, 1},
	} {
		if tx := db.Find(&[]Role{}, test.ids); tx.Error != nil || tx.RowsAffected != test.want {
			t.Errorf("Find(%T %[1]v): got %d roles, %v; want %d", test.ids, tx.RowsAffected, tx.Error, test.want)
		}
		want := test.want % 3
		if _, null := test.ids.([]gormtype.NullUUID); null {
			continue
		}
		if tx := db.Find(&[]Role{}, "id IN ?", test.ids); tx.Error != nil || tx.RowsAffected != want {
			t.Errorf("Find(id IN %T %[1]v): got %d roles, %v; want %d", test.ids, tx.RowsAffected, tx.Error, want)
		}
	}
	log.sql = nil
	db.Find(&[]Role{}, roles[0].ID)
	if want := `UNHEX("` + strings.ReplaceAll(roles[0].ID.String(), "-", "") + `")`; !strings.Contains(log.sql[0], want) {
		t.Errorf("no %s in %s", want, log.sql[0])
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a nil pointer: GORM does not panic: change the documentation")
			}
		}()
		db.First(&Role{}, (*gormtype.UUID)(nil))
	}()

	const advice = "use gormtype.UUID for stray.OwnerID, as for its key"
	if err := db.AutoMigrate(&stray{}); err == nil || !strings.Contains(err.Error(), advice) {
		t.Errorf("a Text that refers to a UUID: got %v, want an error with %q", err, advice)
	}
	a := newID()
	members := []member{{A: a}, {A: a, B: newID()}, {A: a, B: newID()}}
	if err := db.Create(&members).Error; err != nil {
		t.Fatal(err)
	}
	if tx := db.Find(&[]member{}, "kind = ?", gormtype.UUID(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))); tx.Error != nil || tx.RowsAffected != 3 {
		t.Errorf("default: got %d members, %v; want 3", tx.RowsAffected, tx.Error)
	}
	if tx := db.Model(&members[0]).Update("n", 1); tx.Error != nil || tx.RowsAffected != 3 {
		t.Errorf("the Nil UUID in a key: updated %d members, %v; want all of A", tx.RowsAffected, tx.Error)
	}

	// A value that is refused is an error, and not NULL.
	db.Exec("CREATE TABLE optional (ref blob)")
	db.Exec("INSERT INTO optional VALUES (NULL)")
	cut := [16]byte([]byte("f81d4fae-7dec-11"))
	for _, v := range []any{gormtype.UUID(cut), gormtype.GUID(uuid.FromGUIDBytes(cut)), sqlx.Binary(cut), sqlx.GUID(uuid.FromGUIDBytes(cut))} {
		if tx := db.Table("optional").Where(map[string]any{"ref": v}).Delete(nil); tx.Error == nil || tx.RowsAffected != 0 {
			t.Errorf("%T: deleted %d rows, %v; want an error", v, tx.RowsAffected, tx.Error)
		}
	}

	id := newID()
	db.Exec("CREATE TABLE old (id text PRIMARY KEY, name text)")
	db.Exec("INSERT INTO old VALUES (?, 'x')", id.String())
	old := db.Table("old").Session(&gorm.Session{})
	if err := old.AutoMigrate(&Role{}); err != nil {
		t.Fatal(err)
	}
	var typeof string
	old.Select("typeof(id)").Scan(&typeof)
	if tx := old.Find(&Role{}, id); typeof != "text" || tx.Error != nil || tx.RowsAffected != 0 {
		t.Errorf("a column of text: got %s and %d rows, %v; want text and none", typeof, tx.RowsAffected, tx.Error)
	}
}

package gormtype_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/utils/tests"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// Models of a key and of foreign keys.
type (
	ward struct {
		ID    uuid.UUID `gorm:"type:binary(16)"`
		Beds  []bed
		Toys  []toy   `gorm:"polymorphic:Owner"`
		Drugs []drug  `gorm:"many2many:ward_drugs"`
		Own   *ownRef `gorm:"foreignKey:WardID"`
	}
	bed struct {
		ID     int
		WardID uuid.UUID // follows its key
		Ward   *ward
	}
	toy struct {
		ID        int
		OwnerID   *uuid.UUID `gorm:"type:binary(16)"`
		OwnerType string
	}
	drug struct {
		ID vectors.Google `gorm:"type:binary(16)"`
	}
	ownRef struct {
		ID     gormtype.UUID
		WardID gormtype.Null[gormtype.UUID]
	}

	refString struct {
		ID     int
		WardID string
		Ward   *ward
	}
	refNullString struct {
		ID     int
		WardID sql.NullString
		Ward   *ward
	}
	refText struct {
		ID     int
		WardID gormtype.Text
		Ward   *ward
	}
	refUnnamed struct {
		ID     int
		WardID vectors.Gofrs
		Ward   *ward
	}
	refStd struct {
		ID     int
		WardID vectors.Std
		Ward   *ward
	}
	refBytes struct {
		ID     int
		WardID sql.Null[[16]byte] `gorm:"type:binary(16)"`
		Ward   *ward
	}
	refBin struct {
		ID     int
		WardID *bin
		Ward   *ward
	}
	refOwn struct {
		ID    int
		RefID uuid.UUID `gorm:"type:binary(16)"`
		Ref   *ownRef
	}
	owner1 struct {
		ID   uuid.UUID  `gorm:"type:binary(16)"`
		Toys []toString `gorm:"polymorphic:Owner"`
	}
	toString struct {
		ID        int
		OwnerID   string
		OwnerType string
	}
	viaOwner struct {
		ID      int
		OwnerID uuid.UUID
		Owner   *owner1
	}
)

// Structs that embed a UUID, or what may be NULL. GORM writes all but the last two by the Value that they inherit.
type (
	embedsGoogle      struct{ vectors.Google }
	embedsGofrs       struct{ vectors.Gofrs }
	embedsNull[T any] struct{ sql.Null[T] }
	embedsZero        struct{ zeroNull }
	embedsUUID        struct{ gormtype.UUID }
	embedsBytes       struct{ vectors.Google }
)

// An option is as samber/mo's Option. A document has no UUID's text.
type (
	option[T any] struct {
		isPresent bool
		value     T
	}
	document struct {
		ID   vectors.Google
		Name string
	}
	shapedID struct {
		ID vectors.Google
		shaped
	}
)

func (o option[T]) Value() (driver.Value, error) {
	if !o.isPresent {
		return nil, nil
	}
	return driver.DefaultParameterConverter.ConvertValue(o.value)
}
func (o *option[T]) Scan(any) error { return nil }

func (d document) Value() (driver.Value, error) {
	b, err := json.Marshal(d)
	return string(b), err
}

// A shaped panics if it has no shape.
type shaped struct{ fmt.Stringer }

func (shaped) GormDataType() string           { return "text" }
func (s shaped) Value() (driver.Value, error) { return s.String(), nil }
func (s *shaped) Scan(any) error              { return nil }

// An orderID writes a text of its own, and reads that of a UUID, too. The Scan of a panics is not called.
type (
	orderID [16]byte
	panics  [16]byte
)

func (o orderID) Value() (driver.Value, error) { return "order_" + uuid.UUID(o).String(), nil }
func (o *orderID) Scan(src any) error {
	return (*uuid.UUID)(o).Scan(strings.TrimPrefix(src.(string), "order_"))
}
func (panics) Value() (driver.Value, error) { return "text", nil }
func (*panics) Scan(any) error              { panic("Scan") }

func (e embedsBytes) Value() (driver.Value, error) { return e.Google[:], nil }

func TestCheck(t *testing.T) {
	type one[T any] struct {
		ID int
		F  T
	}
	type tag[T any] struct {
		ID int
		F  T `gorm:"type:binary(16)"`
	}
	type text[T any] struct {
		ID int
		F  T `gorm:"type:char(36)"`
	}
	type blank[T any] struct {
		ID int
		F  T `gorm:"type: char(36)"`
	}
	type native[T any] struct {
		ID int
		F  T `gorm:"type:uuid"`
	}
	type wide[T any] struct {
		ID int
		F  T `gorm:"type:binary(36)"`
	}
	type short[T any] struct {
		ID int
		F  T `gorm:"type:varchar(32)"`
	}
	type odd[T any] struct {
		ID int
		F  T `gorm:"type:my_domain"`
	}
	type serialized struct {
		ID int
		F  uuid.UUID `gorm:"type:text;serializer:json"`
	}
	type ownSerialized struct {
		ID int
		F  gormtype.UUID `gorm:"serializer:json"`
	}
	type unmapped struct {
		ID int
		F  uuid.UUID `gorm:"-"`
	}
	types := []gormtype.UUIDType{gormtype.Native[vectors.Google](), gormtype.Native[vectors.Std](), gormtype.Native[[16]byte](), gormtype.Native[bin](), gormtype.Native[zeroNull](),
		gormtype.Native[ids.ULID](), gormtype.Native[orderID](), gormtype.Native[typed.ID[account]](), gormtype.Native[panics]()}
	bytes, chars, guid := gormtype.NewPlugin[gormtype.UUID], gormtype.NewPlugin[gormtype.Text], gormtype.NewPlugin[gormtype.GUID]
	const otherText = "is stored as the text of a UUID, which its Scan does not read: do not list "
	const isUUID, isText = "is stored as a gormtype.UUID, and its column is ", "is stored as a gormtype.Text, and its column is "
	const ok = ""
	for _, test := range []struct {
		dialect string
		plugin  func(...gormtype.UUIDType) gorm.Plugin
		model   any
		want    string
	}{
		{"mysql", bytes, &tag[uuid.UUID]{}, ok},
		{"mysql", bytes, &tag[*vectors.Google]{}, ok},
		{"mysql", bytes, &tag[uuid.NullUUID]{}, ok},
		{"mysql", bytes, &tag[sql.Null[vectors.Std]]{}, ok},
		{"mysql", bytes, &odd[uuid.UUID]{}, ok},
		{"mysql", bytes, &one[vectors.Std]{}, ok}, // a blob, for GORM
		{"mysql", bytes, &unmapped{}, ok},
		{"mysql", bytes, &one[uuid.UUID]{}, ".F (uuid.UUID) " + isUUID + "text: write the tag type:binary(16), or use gormtype.Text"},
		{"mysql", bytes, &text[uuid.UUID]{}, isUUID + "char: write the tag type:binary(16), or use gormtype.Text"},
		{"mysql", bytes, &blank[uuid.UUID]{}, isUUID + "char: write the tag type:binary(16), or use gormtype.Text"},
		{"mysql", bytes, &text[*vectors.Google]{}, ".F (*vectors.Google) " + isUUID},
		{"mysql", bytes, &text[uuid.NullUUID]{}, ".F (uuid.NullUUID) " + isUUID},
		{"mysql", bytes, &text[sql.Null[vectors.Std]]{}, isUUID},
		{"mysql", bytes, &native[uuid.UUID]{}, isUUID + "uuid: write the tag type:binary(16), or use gormtype.Text"},
		{"mysql", bytes, &serialized{}, ".F (uuid.UUID) has a serializer"},
		{"sqlite", bytes, &ownSerialized{}, ".F (gormtype.UUID): gormtype.UUID has a serializer"},
		{"mysql", bytes, &text[gormtype.UUID]{}, ".F (gormtype.UUID): gormtype.UUID is not stored as char: use gormtype.Text"},
		{"mysql", bytes, &text[gormtype.Text]{}, ok},
		{"mysql", bytes, &text[sum]{}, ok},
		{"mysql", bytes, &text[string]{}, ok},
		{"mysql", chars, &text[uuid.UUID]{}, ok},
		{"mysql", chars, &one[uuid.UUID]{}, ok},
		{"mysql", chars, &native[uuid.UUID]{}, ok},
		{"mysql", chars, &tag[uuid.UUID]{}, isText + "binary: write the tag type:char(36), or use gormtype.UUID"},
		{"mysql", chars, &one[vectors.Std]{}, isText + "blob: write the tag type:char(36)"},
		{"mysql", bytes, &wide[uuid.UUID]{}, isUUID + "binary: write the tag type:binary(16), or use gormtype.Text"},
		{"mysql", chars, &wide[*uuid.UUID]{}, ok},
		{"mysql", bytes, &wide[embedsGoogle]{}, ok},
		{"sqlite", bytes, &wide[uuid.UUID]{}, ok},
		{"mysql", chars, &short[vectors.Google]{}, isText + "varchar: write the tag type:char(36), or use 36 characters"},
		{"postgres", bytes, &short[uuid.NullUUID]{}, isUUID + "varchar: write the tag type:uuid, or use 36 characters"},
		{"mysql", chars, &short[string]{}, ok},
		{"mysql", chars, &text[ids.ULID]{}, ".F (ids.ULID) " + otherText + "ids.ULID, or use gormtype.Text"},
		{"sqlite", chars, &text[sql.Null[ids.ULID]]{}, otherText + "ids.ULID"},
		{"postgres", bytes, &one[*ids.ULID]{}, otherText + "ids.ULID"},
		{"sqlserver", guid, &text[ids.ULID]{}, otherText + "ids.ULID"},
		{"mysql", bytes, &tag[ids.ULID]{}, ok},
		{"postgres", bytes, &native[ids.ULID]{}, ok}, // no column for the other text
		{"mysql", chars, &native[ids.ULID]{}, ok},
		{"mysql", chars, &text[orderID]{}, ok}, // whose Scan reads both
		{"mysql", chars, &text[typed.ID[account]]{}, ok},
		{"mysql", chars, &text[panics]{}, ok},
		{"mysql", bytes, &tag[embedsGoogle]{}, ".F (gormtype_test.embedsGoogle) is stored as text, and its column is binary: use vectors.Google"},
		{"sqlite", bytes, &tag[*embedsGoogle]{}, "is stored as text, and its column is binary: use vectors.Google"},
		{"sqlite", bytes, &native[embedsGoogle]{}, "is stored as text, and its column is uuid: use vectors.Google"},
		{"mysql", bytes, &tag[embedsNull[vectors.Google]]{}, "is stored as text, and its column is binary: use sql.Null["},
		{"mysql", bytes, &tag[struct{ uuid.NullUUID }]{}, "is stored as text, and its column is binary: use uuid.NullUUID"},
		{"mysql", bytes, &tag[embedsZero]{}, "is stored as text, and its column is binary: use gormtype_test.zeroNull"},
		{"sqlite", bytes, &tag[option[vectors.Google]]{}, "is stored as text, and its column is binary: use *vectors.Google"},
		{"mysql", bytes, &tag[option[gormtype.UUID]]{}, "use *gormtype.UUID"},
		{"mysql", bytes, &tag[struct{ ids.ULID }]{}, "use ids.ULID"},
		{"mysql", bytes, &text[option[vectors.Google]]{}, ok},
		{"mysql", bytes, &tag[option[vectors.Gofrs]]{}, ok}, // not listed
		{"mysql", bytes, &tag[option[*vectors.Google]]{}, ok},
		{"mysql", bytes, &tag[document]{}, ok},
		{"mysql", bytes, &tag[*shapedID]{}, ok},
		{"mysql", bytes, &text[embedsNull[vectors.Google]]{}, ok},
		{"mysql", bytes, &one[*shaped]{}, ok},
		{"mysql", bytes, &text[embedsGoogle]{}, ok},
		{"mysql", bytes, &native[embedsGoogle]{}, ok}, // MariaDB's uuid takes text
		{"mysql", bytes, &odd[embedsGoogle]{}, ok},
		{"postgres", bytes, &native[embedsGoogle]{}, ok},
		{"mysql", bytes, &tag[embedsGofrs]{}, ok}, // not listed
		{"mysql", bytes, &tag[embedsUUID]{}, ok},
		{"mysql", bytes, &tag[embedsBytes]{}, ok},
		{"sqlite", bytes, &one[vectors.Std]{}, ok},
		{"sqlite", bytes, &one[vectors.Google]{}, "write the tag type:binary(16), or use gormtype.Text"},
		{"sqlite", chars, &one[vectors.Std]{}, "write the tag type:char(36), or use gormtype.UUID"},
		{"postgres", bytes, &native[uuid.UUID]{}, ok},
		{"postgres", bytes, &one[uuid.UUID]{}, ok}, // text, for GORM
		{"postgres", bytes, &one[vectors.Std]{}, isUUID + "blob: write the tag type:uuid"},
		{"postgres", bytes, &tag[uuid.UUID]{}, isUUID + "binary: write the tag type:uuid"},
		{"postgres", chars, &one[vectors.Std]{}, "write the tag type:char(36)"},
		{"sqlserver", guid, &native[uuid.UUID]{}, ok},
		{"sqlserver", guid, &tag[uuid.UUID]{}, "write the tag type:uniqueidentifier, or use gormtype.UUID"},
		{"sqlserver", bytes, &native[uuid.UUID]{}, "write the tag type:binary(16), or use gormtype.GUID"},

		{"mysql", bytes, &ward{}, ok},
		{"mysql", bytes, &refOwn{}, "use gormtype.UUID for refOwn.RefID, as for its key"},
		{"mysql", bytes, &refString{}, "use uuid.UUID for refString.WardID, as for its key"},
		{"mysql", bytes, &refNullString{}, "use uuid.UUID for refNullString.WardID, as for its key"},
		{"mysql", bytes, &refText{}, "use uuid.UUID for refText.WardID, as for its key"},
		{"mysql", bytes, &refUnnamed{}, "use uuid.UUID for refUnnamed.WardID, as for its key"},
		{"mysql", bytes, &refStd{}, ok},
		{"mysql", bytes, &refBytes{}, "use uuid.UUID for refBytes.WardID, as for its key"},
		{"mysql", bytes, &refBin{}, "use uuid.UUID for refBin.WardID, as for its key"},
		{"mysql", bytes, &owner1{}, "use uuid.UUID for toString.OwnerID, as for its key"},
		{"mysql", bytes, &viaOwner{}, "use uuid.UUID for toString.OwnerID, as for its key"},
		{"postgres", guid, &refString{}, "ward.ID (uuid.UUID) is stored as a gormtype.GUID, and its column is binary"},
		{"mysql", bytes, new(int), "gormtype: Check of a *int: "},
	} {
		err := gormtype.Check(use(t, open(t, test.dialect), test.plugin(types...)), test.model)
		if test.want == ok && err != nil || test.want != ok && (err == nil || !strings.HasPrefix(err.Error(), "gormtype: ") || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s, %T: got %v, want %q", test.dialect, test.model, err, test.want)
		}
	}
	if err := gormtype.Check(open(t, "mysql"), &ward{}); err == nil || !strings.Contains(err.Error(), "needs the plugin") {
		t.Errorf("without the plugin: got %v", err)
	}
	if err := gormtype.Check(use(t, open(t, "mysql"), bytes(types...)), &ward{}, &text[uuid.UUID]{}, &refString{}); err == nil || strings.Count(err.Error(), "gormtype: ") != 2 {
		t.Errorf("three models: got %v, want both errors", err)
	}
}

type (
	staff struct {
		ID        vectors.Google
		BossID    *vectors.Google
		Boss      *staff
		Below     []staff `gorm:"foreignKey:BossID"`
		OfficeID  vectors.Google
		Office    office
		Desk      desk
		Languages []language `gorm:"many2many:staff_languages"`
		Friends   []*staff   `gorm:"many2many:friends"`
	}
	office struct {
		ID    vectors.Google
		Staff []staff
		Rooms []room
	}
	room struct {
		ID       vectors.Google
		OfficeID vectors.Google
		Office   office
	}
	desk struct {
		ID      int
		StaffID string
		Staff   *staff
	}
	language struct {
		ID    vectors.Google
		Staff []staff `gorm:"many2many:staff_languages"`
	}
)

// Each field is named once, whatever refers to it, and a join table's, which nobody wrote, never.
func TestCheckOnce(t *testing.T) {
	want := []string{"desk.StaffID", "language.ID", "office.ID", "room.ID", "room.OfficeID", "staff.BossID", "staff.ID", "staff.OfficeID"}
	name := regexp.MustCompile(`\w+\.\w+( \(|, as for)`)
	for _, models := range [][]any{{&staff{}}, {&room{}}, {&desk{}, &language{}}, {&language{}, &office{}, &room{}, &staff{}, &desk{}, &staff{}}} {
		db := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](gormtype.Native[vectors.Google]()))
		errs := []error{gormtype.Check(db, models...)}
		if len(models) == 1 {
			errs = append(errs, db.Find(models[0]).Error)
		}
		for _, err := range errs {
			var got []string
			for line := range strings.Lines(fmt.Sprint(err)) {
				got = append(got, strings.NewReplacer(" (", "", ", as for", "").Replace(name.FindString(line)))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%T: got %q, want %q", models, got, want)
			}
		}
	}
}

// What is checked of a model does not depend on the other models that GORM knows by then: it
// adds their relations to a map of the model, while statements of the model may run.
func TestCheckOwnRelations(t *testing.T) {
	db := openPlugin(t, "mysql")
	if err := (&gorm.Statement{DB: db}).Parse(&bookHas{}); err != nil {
		t.Fatal(err)
	}
	if err := gormtype.Check(db, &pageHas{}); err != nil {
		t.Errorf("a model without relations: got %v", err)
	}
	if err := gormtype.Check(db, &bookHas{}); err == nil || !strings.Contains(err.Error(), "use gormtype.UUID for pageHas.BookID") {
		t.Errorf("the model of the key: got %v", err)
	}
}

// GORM's own dialect of tests has no Migrator, and so no columns to compare with.
func TestCheckWithoutMigrator(t *testing.T) {
	type item struct {
		ID  vectors.Google `gorm:"type:binary(16)"`
		Own gormtype.UUID
	}
	db, err := gorm.Open(tests.DummyDialector{}, &gorm.Config{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	use(t, db, gormtype.NewPlugin[gormtype.UUID](everyType...))
	if err := gormtype.Check(db, &item{}, &staff{}); err != nil {
		t.Errorf("Check: %v", err)
	}
	for name, tx := range map[string]*gorm.DB{"Create": db.Create(&item{}), "Find": db.Find(&item{}, "id = ?", vectors.Google(vectors.U)), "Delete": db.Delete(&item{}, vectors.Google(vectors.U))} {
		if tx.Error != nil || !strings.Contains(fmt.Sprint(tx.Statement.Vars), "-") {
			t.Errorf("%s: got %v, %v; want text", name, tx.Statement.Vars, tx.Error)
		}
	}
}

// A model is checked at its first use, and a struct that rows are read into only if it says
// what its columns are.
func TestCheckAtUse(t *testing.T) {
	type bad struct {
		ID uuid.UUID `gorm:"type:char(36)"`
	}
	type result struct{ ID uuid.UUID }
	db := openPlugin(t, "mysql")
	const want = "gormtype: bad.ID (uuid.UUID) is stored as a gormtype.UUID, and its column is char"
	for range 2 {
		for name, tx := range map[string]*gorm.DB{
			"Find":       db.Find(&bad{}),
			"Create":     db.Create([]bad{{}}),
			"Update":     db.Model(&bad{}).Where("1 = 1").Update("id", uuid.Nil()),
			"Delete":     db.Delete(&bad{}, uuid.Nil()),
			"Table":      db.Table("bads").Find(&bad{}),
			"Raw":        db.Raw("SELECT 1").Find(&[]bad{}),
			"into":       db.Model(&ward{}).Find(&[]bad{}),
			"a relation": db.Joins("Ward").Find(&refString{}),
			"a database": db.Find(&elsewhere{}),
		} {
			if tx.Error == nil || !strings.HasPrefix(name, "a ") && !strings.HasPrefix(tx.Error.Error(), want) {
				t.Errorf("%s: got %v, want %s…", name, tx.Error, want)
			}
		}
		for name, tx := range map[string]*gorm.DB{
			"Raw":   db.Raw("SELECT 1").Find(&[]result{}),
			"into":  db.Model(&ward{}).Find(&[]result{}),
			"Table": db.Table("wards").Find(&[]result{}),
		} {
			if tx.Error != nil {
				t.Errorf("%s: got %v", name, tx.Error)
			}
		}
		if err := db.Find(&result{}).Error; err == nil {
			t.Error("the table of results: got no error")
		}
	}
}

type (
	squad struct {
		ID      vectors.Google `gorm:"type:binary(16)"`
		Players []player
	}
	player struct {
		ID      vectors.Google `gorm:"type:binary(16)"`
		SquadID vectors.Google // follows its key, once GORM knows that
	}
)

// A foreign key that GORM does not know to be one has the wrong column, until GORM knows.
func TestCheckAgain(t *testing.T) {
	db := openPlugin(t, "mysql")
	if err := db.Find(&player{}).Error; err == nil || !strings.Contains(err.Error(), "player.SquadID (vectors.Google)") {
		t.Errorf("before the model of the key: got %v", err)
	}
	for _, model := range []any{&squad{}, &player{}} {
		if err := db.Find(model).Error; err != nil {
			t.Errorf("%T: got %v", model, err)
		}
	}
	for _, models := range [][]any{{&squad{}, &player{}}, {&player{}, &squad{}}} {
		if err := gormtype.Check(openPlugin(t, "mysql"), models...); err != nil {
			t.Errorf("%T first: got %v", models[0], err)
		}
	}
}

// elsewhere is in another database of the server, and has no tag.
type elsewhere struct{ ID uuid.UUID }

func (elsewhere) TableName() string { return "other.bads" }

type (
	club struct {
		ID      vectors.Std `gorm:"type:binary(16)"`
		Members []member
		GateID  vectors.Std // follows its key, once GORM knows that
		Gate    *gate
	}
	member struct {
		ID     vectors.Std `gorm:"type:binary(16)"`
		ClubID vectors.Std `gorm:"type:binary(16)"`
		Club   *club
	}
	gate struct {
		ID vectors.Std `gorm:"type:char(36)"`
	}
)

var atGate, openGate chan bool

// TableName makes whoever parses a gate wait.
func (gate) TableName() string {
	select {
	case atGate <- true:
		<-openGate
	case <-openGate:
	}
	return "gates"
}

// A model can be used while another goroutine still parses one that it refers to.
func TestCheckParses(t *testing.T) {
	atGate, openGate = make(chan bool), make(chan bool)
	db := openPlugin(t, "mysql")
	errs := make([]error, 2)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); errs[0] = db.Find(&club{}).Error }()
	<-atGate
	go func() { defer wg.Done(); errs[1] = db.Find(&member{}).Error }()
	time.Sleep(50 * time.Millisecond)
	close(openGate)
	wg.Wait()
	for _, err := range errs {
		if err == nil || !strings.Contains(err.Error(), "gate.ID (vectors.Std)") || !strings.Contains(err.Error(), "club.GateID (vectors.Std)") {
			t.Errorf("got %v, want errors for the key and for what follows it", err)
		}
	}
}

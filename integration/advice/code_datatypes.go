package advice

import (
	"errors"

	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// kept is a model whose type is replaced. Its table is t.
type (
	kept[T any] struct {
		N  int `gorm:"primaryKey"`
		ID T
	}
	keptLongtext struct {
		N  int           `gorm:"primaryKey"`
		ID gormtype.Text `gorm:"type:longtext"`
	}
)

func (kept[T]) TableName() string      { return "t" }
func (keptLongtext) TableName() string { return "t" }

// replaced makes a table and a row with the model before, and finds that row with after, whose
// AutoMigrate changes nothing. Then it does the same with a new row. The program starts again in
// between: connections remember the types of columns.
func replaced[After any](e *Env, before any, after, made *After, arg func(google.UUID) any, id func(*After) google.UUID, sql ...string) {
	db := e.open()
	check(db.AutoMigrate(before))
	check(db.Create(before).Error)
	for _, s := range sql {
		check(db.Exec(s).Error)
	}
	db = e.open()
	check(db.Callback().Raw().Before("gorm:raw").Register("alters", func(tx *gorm.DB) {
		tx.AddError(errors.New("AutoMigrate runs " + tx.Statement.SQL.String()))
	}))
	check(db.AutoMigrate(after))
	check(db.Create(made).Error)
	for _, want := range []google.UUID{e.old, e.new} {
		var got After
		check(db.Take(&got, "id = ?", arg(want)).Error)
		e.found = append(e.found, id(&got))
	}
	e.written()
}

func textArg(id google.UUID) any { return gormtype.Text(id) }
func uuidArg(id google.UUID) any { return gormtype.UUID(id) }

// datatypesText has a gormtype.Text for a datatypes.UUID.
func datatypesText(e *Env) {
	replaced(e, &kept[datatypes.UUID]{1, datatypes.UUID(e.old)}, &kept[gormtype.Text]{}, &kept[gormtype.Text]{2, gormtype.Text(e.new)},
		textArg, func(k *kept[gormtype.Text]) google.UUID { return google.UUID(k.ID) })
}

// datatypesLongtext has a gormtype.Text `gorm:"type:longtext"`, as the column is.
func datatypesLongtext(e *Env) {
	replaced(e, &kept[datatypes.UUID]{1, datatypes.UUID(e.old)}, &keptLongtext{}, &keptLongtext{2, gormtype.Text(e.new)},
		textArg, func(k *keptLongtext) google.UUID { return google.UUID(k.ID) })
}

func datatypesUUID(e *Env) {
	replaced(e, &kept[datatypes.UUID]{1, datatypes.UUID(e.old)}, &kept[gormtype.UUID]{}, &kept[gormtype.UUID]{2, gormtype.UUID(e.new)},
		uuidArg, func(k *kept[gormtype.UUID]) google.UUID { return google.UUID(k.ID) })
}

func datatypesBytes(e *Env) { datatypesConverted(e) }

func datatypesAltered(e *Env) {
	datatypesConverted(e, "ALTER TABLE t ALTER id TYPE uuid USING encode(id, 'hex')::uuid")
}

func datatypesConverted(e *Env, sql ...string) {
	replaced(e, &kept[datatypes.BinUUID]{1, datatypes.BinUUID(e.old)}, &kept[gormtype.UUID]{}, &kept[gormtype.UUID]{2, gormtype.UUID(e.new)},
		uuidArg, func(k *kept[gormtype.UUID]) google.UUID { return google.UUID(k.ID) }, sql...)
}

// keyUser has an id that Create makes.
type keyUser struct {
	gormtype.Key[gormtype.UUID]
	N int
}

func (keyUser) TableName() string { return "users" }

func datatypesNew(e *Env) {
	db := e.open()
	made := keyUser{N: 2}
	check(db.Create(&made).Error)
	e.new = google.UUID(made.ID)
	id := gormtype.UUID(uuid.NewV4())
	check(db.Create(&keyUser{Key: gormtype.Key[gormtype.UUID]{ID: id}, N: 3}).Error)
	var got []keyUser
	check(db.Order("n").Find(&got).Error)
	if len(got) == 3 && got[2].ID == id && uuid.UUID(id).Version() == 4 {
		e.found = []google.UUID{google.UUID(got[0].ID), google.UUID(got[1].ID)}
	}
}

func datatypesOld(e *Env) {
	if id := gormtype.UUID(uuid.NewV1()); uuid.UUID(id).Version() == 1 {
		e.made(id)
	}
}

func datatypesNil(e *Env) {
	if id := (gormtype.UUID{}); datatypes.BinUUID(id) == datatypes.NewNilBinUUID() && id.IsZero() == datatypes.BinUUID(id).IsNil() {
		e.made(id)
	}
}

// datatypesParsed compares with BinUUIDFromString, which panics.
func datatypesParsed(e *Env) {
	s := e.old.String()
	_, err := uuid.Parse("no id")
	if id := must(uuid.Parse(s)); datatypes.BinUUID(id) == datatypes.BinUUIDFromString(s) && err != nil {
		e.made(id)
	}
}

func datatypesEqual(e *Env) {
	id, other := gormtype.UUID(e.old), gormtype.UUID(e.new)
	if (id == other) == datatypes.BinUUID(id).Equals(datatypes.BinUUID(other)) {
		e.made(other)
	}
}

func datatypesBin(e *Env) {
	id := gormtype.UUID(e.old)
	if b := id[:]; string(b) == string(datatypes.BinUUID(id).Bytes()) && sqlx.Binary(b) == sqlx.Binary(id) {
		e.made(id)
	}
}

package advice

import (
	"database/sql"

	google "github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

// open opens the database with GORM.
func (e *Env) open() *gorm.DB {
	dialects := map[string]func(string) gorm.Dialector{
		"pgx":    postgres.Open,
		"mysql":  func(dsn string) gorm.Dialector { return mysql.Open(dsn + "?parseTime=true") },
		"sqlite": func(dsn string) gorm.Dialector { return sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: dsn}) },
	}
	db := must(gorm.Open(dialects[e.store.driver](e.dsn), &gorm.Config{Logger: logger.Discard}))
	closing(e, must(db.DB()))
	return db
}

// openNative is open with the plugin for google's type.
func (e *Env) openNative() *gorm.DB {
	gormDB := e.open()
	check(gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
	return gormDB
}

// models of table users. That of uuid keys has a field of PostgreSQL's list, too.
type (
	fieldUser struct {
		ID gormtype.UUID `gorm:"primaryKey"`
		N  int
	}
	textUser struct {
		ID google.UUID `gorm:"primaryKey;type:char(36)"`
		N  int
	}
	binaryUser struct {
		ID google.UUID `gorm:"primaryKey;type:binary(16)"`
		N  int
	}
	blobUser struct {
		ID google.UUID `gorm:"primaryKey;type:blob"`
		N  int
	}
	uuidUser struct {
		ID google.UUID `gorm:"primaryKey;type:uuid"`
		N  int
	}
)

func (fieldUser) TableName() string  { return "users" }
func (textUser) TableName() string   { return "users" }
func (binaryUser) TableName() string { return "users" }
func (blobUser) TableName() string   { return "users" }
func (uuidUser) TableName() string   { return "users" }

// gormQueries are those of an application with models of google's type.
func gormQueries[M any](e *Env, db *gorm.DB, m *M, id func(M) google.UUID) {
	check(db.Create(m).Error)
	for _, want := range []google.UUID{e.old, e.new} {
		var byID, byMap []M
		check(db.Find(&byID, "id = ?", want).Error)
		check(db.Where(map[string]any{"id": want}).Find(&byMap).Error)
		if len(byMap) == 1 && len(byID) == 1 {
			e.found = append(e.found, id(byID[0]))
		}
	}
}

func gormFields(e *Env) {
	db := e.open()
	user := fieldUser{ID: gormtype.UUID(e.new), N: 2}
	check(db.Create(&user).Error)
	for _, id := range []google.UUID{e.old, e.new} {
		var got fieldUser
		check(db.Take(&got, "id = ?", gormtype.UUID(id)).Error)
		e.found = append(e.found, google.UUID(got.ID))
	}
}

// gormMade has the columns that AutoMigrate makes of a gormtype.UUID without a tag.
func gormMade(e *Env) {
	db := e.open()
	check(db.Migrator().DropTable(&fieldUser{}))
	check(db.AutoMigrate(&fieldUser{}))
	check(db.Create(&fieldUser{ID: gormtype.UUID(e.old), N: 1}).Error)
	gormFields(e)
}

type modelUser struct {
	gormtype.Model
	N int
}

func (modelUser) TableName() string { return "users" }

func gormModel(e *Env) {
	db := e.open()
	check(db.Migrator().DropTable(&modelUser{}))
	check(db.AutoMigrate(&modelUser{}))
	user := modelUser{N: 2} // Create makes an id
	user.ID = gormtype.UUID(e.new)
	for _, u := range []*modelUser{{Model: gormtype.Model{ID: gormtype.UUID(e.old)}, N: 1}, &user} {
		check(db.Create(u).Error)
		var got modelUser
		check(db.Take(&got, "id = ?", u.ID).Error)
		e.found = append(e.found, google.UUID(got.ID))
	}
}

func gormWithout(e *Env) {
	gormQueries(e, e.open(), &binaryUser{ID: e.new, N: 2}, func(u binaryUser) google.UUID { return u.ID })
}

// gormForgotten has the plugin, and a tag that was forgotten: the plugin returns an error.
func gormForgotten(e *Env) {
	gormQueries(e, e.openNative(), &textUser{ID: e.new, N: 2}, func(u textUser) google.UUID { return u.ID })
}

func gormPlugin(e *Env) {
	gormDB := e.openNative()
	switch e.store.driver {
	case "pgx":
		gormQueries(e, gormDB, &uuidUser{ID: e.new, N: 2}, func(u uuidUser) google.UUID { return u.ID })
	case "sqlite":
		gormQueries(e, gormDB, &blobUser{ID: e.new, N: 2}, func(u blobUser) google.UUID { return u.ID })
	default:
		gormQueries(e, gormDB, &binaryUser{ID: e.new, N: 2}, func(u binaryUser) google.UUID { return u.ID })
	}
}

// gormTag has the columns that AutoMigrate makes of a tag, and the two users of M.
func gormTag[M any](e *Env, old, added *M, id func(M) google.UUID) {
	gormDB := e.openNative()
	check(gormDB.Migrator().DropTable(new(M)))
	check(gormDB.AutoMigrate(new(M)))
	check(gormDB.Create(old).Error)
	gormQueries(e, gormDB, added, id)
}

// gormTagUUID has one set of models for PostgreSQL and SQLite.
func gormTagUUID(e *Env) {
	gormTag(e, &uuidUser{ID: e.old, N: 1}, &uuidUser{ID: e.new, N: 2}, func(u uuidUser) google.UUID { return u.ID })
}

// gormTagBinary has one set of models for MySQL, MariaDB and SQLite.
func gormTagBinary(e *Env) {
	gormTag(e, &binaryUser{ID: e.old, N: 1}, &binaryUser{ID: e.new, N: 2}, func(u binaryUser) google.UUID { return u.ID })
}

func gormPostgres(e *Env) {
	gormQueries(e, e.open(), &uuidUser{ID: e.new, N: 2}, func(u uuidUser) google.UUID { return u.ID })
}

// gormOtherTag has the tag of another database.
func gormOtherTag(e *Env) {
	if e.store.driver == "pgx" {
		gormTagBinary(e)
	} else {
		gormTagUUID(e)
	}
}

type arrayUser struct {
	ID [16]byte `gorm:"primaryKey;type:binary(16)"`
	N  int
}

func (arrayUser) TableName() string { return "users" }

func gormArrays(e *Env) {
	gormQueries(e, e.open(), &arrayUser{ID: e.new, N: 2}, func(u arrayUser) google.UUID { return u.ID })
}

func gormNativeArrays(e *Env) {
	gormDB := e.open()
	check(gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID](), gormtype.Native[[16]byte]())))
	gormQueries(e, gormDB, &arrayUser{ID: e.new, N: 2}, func(u arrayUser) google.UUID { return u.ID })
}

// gormConnector has a connector below GORM, and queries beside it.
func gormConnector(e *Env) {
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](e.base(), sqlx.Native[google.UUID]()))
	gormDB := must(gorm.Open(mysql.New(mysql.Config{Conn: closing(e, db)}), &gorm.Config{Logger: logger.Discard}))
	gormQueries(e, gormDB, &binaryUser{ID: e.new, N: 2}, func(u binaryUser) google.UUID { return u.ID })
	for _, id := range e.found {
		var got google.UUID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", id).Scan(&got))
	}
}

// twoLog has a column of text beside that of bytes, in table logs. twoPlain has a google.UUID for both.
type (
	twoLog struct {
		ID   google.UUID   `gorm:"primaryKey;type:binary(16)"`
		Text gormtype.Text `gorm:"type:char(36)"`
	}
	twoPlain struct {
		ID   google.UUID `gorm:"primaryKey;type:binary(16)"`
		Text google.UUID `gorm:"type:char(36)"`
	}
)

func (twoLog) TableName() string   { return "logs" }
func (twoPlain) TableName() string { return "logs" }

func gormTwoPlain(e *Env) { gormTwo(e, &twoPlain{ID: e.new, Text: e.new}) }

func gormTwoForms(e *Env) { gormTwo(e, &twoLog{ID: e.new, Text: gormtype.Text(e.new)}) }

func gormTwo[M any](e *Env, log *M) {
	gormDB := e.openNative()
	check(gormDB.AutoMigrate(new(M)))
	check(gormDB.Create(log).Error)
	var n int
	check(gormDB.Raw("SELECT count(*) FROM logs WHERE id = ? AND text = ?", e.new, e.new.String()).Scan(&n).Error)
	if n == 1 {
		gormQueries(e, gormDB, &binaryUser{ID: e.new, N: 2}, func(u binaryUser) google.UUID { return u.ID })
	}
}

// formUUID has all tags of the plugin's form UUID. SQLite also takes type:uuid and type:blob.
func formUUID(e *Env) {
	if e.store.driver == "sqlite" {
		check(gormtype.Check(e.plugged(), &uuidUser{}, &blobUser{}))
	}
	if e.store.driver == "pgx" {
		gormPlugin(e)
	} else {
		gormTagBinary(e)
	}
}

// formModel has a column of text, with the tag type:uuid in MariaDB.
type (
	formModel[T any] struct {
		ID T `gorm:"primaryKey;type:char(36)"`
		N  int
	}
	formMaria struct {
		ID google.UUID `gorm:"primaryKey;type:uuid"`
		N  int
	}
)

func (formModel[T]) TableName() string { return "forms" }
func (formMaria) TableName() string    { return "forms" }

func formText(e *Env) {
	gormDB := e.open()
	check(gormDB.Use(gormtype.NewPlugin[gormtype.Text](gormtype.Native[google.UUID]())))
	formQueries(e, gormDB, &formModel[google.UUID]{e.old, 1}, &formModel[google.UUID]{e.new, 2}, func(m formModel[google.UUID]) google.UUID { return m.ID })
	if e.store.Name == "MariaDB" {
		formQueries(e, gormDB, &formMaria{e.old, 1}, &formMaria{e.new, 2}, func(m formMaria) google.UUID { return m.ID })
	}
	e.written()
}

// formQueries are those of an application in a new table. The database reads its text.
func formQueries[M any](e *Env, gormDB *gorm.DB, old, made *M, id func(M) google.UUID) {
	e.found = nil
	check(gormDB.AutoMigrate(old))
	check(gormDB.Create(old).Error)
	gormQueries(e, gormDB, made, id)
	for _, id := range e.found {
		var n int64
		if check(gormDB.Raw("SELECT count(*) FROM forms WHERE id = ?", id.String()).Scan(&n).Error); n != 1 {
			check(sql.ErrNoRows)
		}
	}
	check(gormDB.Migrator().DropTable(old))
}

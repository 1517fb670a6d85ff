package models_test

import (
	"testing"

	google "github.com/google/uuid"
	gormmysql "gorm.io/driver/mysql"
	gormpostgres "gorm.io/driver/postgres"
	gormsqlite "gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// A postgresUser is a User where columns are of type uuid.
type postgresUser struct {
	ID     google.UUID     `gorm:"type:uuid"`
	Boss   google.NullUUID `gorm:"type:uuid"`
	TeamID *google.UUID    `gorm:"type:uuid"`
}

func (postgresUser) TableName() string { return "users" }

// gormUsers are rows of a model M, which is a User but for its tags.
type gormUsers[M any] struct {
	sqlUsers // in the same database: for what is stored
	db       *gorm.DB
	to       func(User) M
	from     func(M) User
}

func (g gormUsers[M]) add(u User) error {
	m := g.to(u)
	return g.db.Create(&m).Error
}

func (g gormUsers[M]) get(id google.UUID, u *User) error {
	var m M
	err := g.db.First(&m, "id = ?", id).Error
	*u = g.from(m)
	return err
}

func (g gormUsers[M]) ofBoss(boss google.NullUUID) (us []User, err error) {
	var ms []M
	err = g.db.Where("boss = ?", boss).Find(&ms).Error
	for _, m := range ms {
		us = append(us, g.from(m))
	}
	return us, err
}

func (g gormUsers[M]) setBoss(id google.UUID, boss google.NullUUID) error {
	return g.db.Model(new(M)).Where("id = ?", id).Update("boss", boss).Error
}

func gormPrograms() (ps []program) {
	for _, s := range mysqlServers {
		ps = append(ps, gormProgram(s, gormmysql.Open, func(u User) User { return u }, func(u User) User { return u }))
	}
	for _, s := range postgresServers {
		ps = append(ps, gormProgram(s, gormpostgres.Open, func(u User) postgresUser { return postgresUser(u) }, func(m postgresUser) User { return User(m) }))
	}
	sqlite := func(dsn string) gorm.Dialector { return gormsqlite.Dialector{DriverName: "sqlite", DSN: dsn} }
	return append(ps, gormProgram(sqliteMemory, sqlite, func(u User) User { return u }, func(u User) User { return u }))
}

func gormProgram[M any](s server, open func(dsn string) gorm.Dialector, to func(User) M, from func(M) User) program {
	return program{s.name + ", GORM", `gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))`, func(t testing.TB) users {
		gormDB := kit.Must(gorm.Open(open(s.database(t)), &gorm.Config{Logger: logger.Discard}))(t)
		in := s.in(t, kit.Must(gormDB.DB())(t))
		kit.Check(t, gormDB.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
		kit.Check(t, gormtype.Check(gormDB, new(M)))
		kit.Check(t, gormDB.AutoMigrate(new(M)))
		return gormUsers[M]{in, gormDB, to, from}
	}, s.form}
}

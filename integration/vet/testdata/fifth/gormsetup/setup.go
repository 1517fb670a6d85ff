// Package gormsetup opens the database of several services.
package gormsetup

import (
	"errors"
	"log"
	"log/slog"

	"github.com/gofrs/uuid/v5"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type Job struct {
	ID   uuid.UUID `gorm:"type:binary(16)"`
	Name string
}

func plugin() gorm.Plugin { return gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]()) }

func Open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidregister): the error is dropped
	return db, nil
}

func OpenRight(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err == nil {
		err = db.Use(plugin())
	}
	if err != nil {
		return nil, err
	}
	return db, nil
}

func Start(db *gorm.DB) *gorm.DB {
	if err := db.Use(plugin()); err != nil { // WRONG(uuidregister): logged, and goes on
		slog.Error("plugin", "err", err)
	}
	return db
}

func StartRight(db *gorm.DB) *gorm.DB {
	if err := db.Use(plugin()); err != nil {
		log.Panicf("plugin: %v", err)
	}
	return db
}

// StartTwiceRight tells the error of a second Use apart.
func StartTwiceRight(db *gorm.DB) error {
	err := db.Use(plugin())
	if errors.Is(err, gorm.ErrRegistered) {
		return nil
	}
	return err
}

func Migrate(db *gorm.DB) error {
	_ = gormtype.Check(db, &Job{}) // WRONG(uuidregister): Check is ignored
	return db.AutoMigrate(&Job{})
}

func MigrateRight(db *gorm.DB) error {
	return firstError(
		func() error { return gormtype.Check(db, &Job{}) },
		func() error { return db.AutoMigrate(&Job{}) },
	)
}

func firstError(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func MigrateJoinRight(db *gorm.DB) error {
	return errors.Join(gormtype.Check(db, &Job{}), db.AutoMigrate(&Job{}))
}

func Background(db *gorm.DB) {
	go db.Use(plugin()) // WRONG(uuidregister): go drops the error
}

func BackgroundRight(db *gorm.DB) <-chan error {
	done := make(chan error, 1)
	go func() { done <- db.Use(plugin()) }()
	return done
}

// OtherPluginRight is not about UUIDs.
func OtherPluginRight(db *gorm.DB, metrics gorm.Plugin) {
	if err := db.Use(metrics); err != nil {
		slog.Warn("no metrics", "err", err)
	}
}

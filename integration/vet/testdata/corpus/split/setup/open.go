// Package setup opens the databases of packages models and store.
package setup

import (
	"database/sql"

	driver "github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"example.com/shop/split/models"
	"example.com/shop/split/store"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

// Models opens the database of package models.
func Models(dsn string) (models.Lamps, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return models.Lamps{}, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return models.Lamps{}, err
	}
	return models.Lamps{DB: db}, gormtype.Check(db, &models.Lamp{})
}

// Store opens the database of package store.
func Store(config *driver.Config) (*store.Store, error) {
	base, err := driver.NewConnector(config)
	if err != nil {
		return nil, err
	}
	return store.New(sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]())))
}

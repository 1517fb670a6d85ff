// Package store opens the MySQL databases of the depot, whose ids are BINARY(16).
package store

import (
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/sqlx"
)

// Options are what the services set.
type Options struct {
	DSN     string
	MaxOpen int
	MaxIdle time.Duration
}

// Open opens the primary. Its connector sends google's UUIDs as 16 bytes.
func Open(o Options) (*sql.DB, error) {
	config, err := mysql.ParseDSN(o.DSN)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	config.ParseTime = true
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[uuid.UUID]()))
	tune(db, o)
	return db, nil
}

func tune(db *sql.DB, o Options) {
	if o.MaxOpen > 0 {
		db.SetMaxOpenConns(o.MaxOpen)
	}
	if o.MaxIdle > 0 {
		db.SetConnMaxIdleTime(o.MaxIdle)
	}
}

const replicaDriver = "mysql+uuid"

var (
	once    sync.Once
	onceErr error
)

// OpenReplica opens the replica that the reports read, by the name of a driver.
func OpenReplica(o Options) (*sql.DB, error) {
	once.Do(func() {
		sqlx.RegisterDriver[sqlx.Binary](replicaDriver, "mysql", sqlx.Native[uuid.UUID]()) // WRONG(uuidregister): the error is dropped
	})
	db, err := sql.Open(replicaDriver, o.DSN)
	if err != nil {
		return nil, err
	}
	tune(db, o)
	return db, nil
}

// OpenReplicaRight returns the error of the registration.
func OpenReplicaRight(o Options) (*sql.DB, error) {
	once.Do(func() {
		onceErr = sqlx.RegisterDriver[sqlx.Binary](replicaDriver, "mysql", sqlx.Native[uuid.UUID]())
	})
	if onceErr != nil {
		return nil, onceErr
	}
	db, err := sql.Open(replicaDriver, o.DSN)
	if err != nil {
		return nil, err
	}
	tune(db, o)
	return db, nil
}

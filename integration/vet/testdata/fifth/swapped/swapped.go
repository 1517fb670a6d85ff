// Package swapped keeps measurements in MySQL, with UUID_TO_BIN(x, 1), because the ids are of version 1.
package swapped

import (
	"database/sql"

	"github.com/go-sql-driver/mysql"
	"github.com/google/uuid"
	jm "github.com/jmoiron/sqlx"

	"github.com/uuidkit/uuidkit/sqlx"
)

const table = `
CREATE TABLE measurements (
	id BINARY(16) NOT NULL PRIMARY KEY,
	sensor BINARY(16) NOT NULL,
	serial CHAR(36) NOT NULL,
	value DOUBLE NOT NULL
)`

type Measurement struct {
	ID     uuid.UUID
	Sensor uuid.UUID
	Value  float64
}

type MeasurementRight struct {
	ID     sqlx.Swapped
	Sensor sqlx.Swapped
	Value  float64
}

func Open(config *mysql.Config) (*sql.DB, error) {
	base, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Swapped](base, sqlx.Native[uuid.UUID]()))
	_, err = db.Exec(table)
	return db, err
}

func Sensor(db *sql.DB, id uuid.UUID) (sensor uuid.UUID, err error) {
	err = db.QueryRow(`SELECT sensor FROM measurements WHERE id = ?`, id).Scan(&sensor) // WRONG(uuidswapped): another UUID
	return
}

func SensorRight(db *sql.DB, id uuid.UUID) (sensor uuid.UUID, err error) {
	err = db.QueryRow(`SELECT sensor FROM measurements WHERE id = ?`, id).Scan((*sqlx.Swapped)(&sensor))
	return
}

func SensorTextRight(db *sql.DB, id uuid.UUID) (sensor uuid.UUID, err error) {
	err = db.QueryRow(`SELECT BIN_TO_UUID(sensor, 1) FROM measurements WHERE id = ?`, id).Scan(&sensor)
	return
}

func All(db *sql.DB) (out []Measurement, err error) {
	rows, err := db.Query(`SELECT id, value FROM measurements`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m Measurement
		if err := rows.Scan(&m.ID, &m.Value); err != nil { // WRONG(uuidswapped): a field
			return nil, err
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

func AllRight(db *sql.DB) (out []Measurement, err error) {
	rows, err := db.Query(`SELECT id, value FROM measurements`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m Measurement
		if err := rows.Scan((*sqlx.Swapped)(&m.ID), &m.Value); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// AllConvertedRight scans into a variable first.
func AllConvertedRight(db *sql.DB) (out []uuid.UUID, err error) {
	rows, err := db.Query(`SELECT id FROM measurements`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var id sqlx.Swapped
	for rows.Next() {
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, uuid.UUID(id))
	}
	return out, rows.Err()
}

func Get(db *jm.DB, id uuid.UUID) (m Measurement, err error) {
	err = db.Get(&m, `SELECT id, sensor, value FROM measurements WHERE id = ?`, id) // WRONG(uuidswapped): in jmoiron/sqlx
	return
}

func GetRight(db *jm.DB, id uuid.UUID) (m MeasurementRight, err error) {
	err = db.Get(&m, `SELECT id, sensor, value FROM measurements WHERE id = ?`, id)
	return
}

func Sensors(db *jm.DB) (ids []uuid.UUID, err error) {
	err = db.Select(&ids, `SELECT DISTINCT sensor FROM measurements`) // WRONG(uuidswapped): a list
	return
}

func SensorsRight(db *jm.DB) (ids []sqlx.Swapped, err error) {
	err = db.Select(&ids, `SELECT DISTINCT sensor FROM measurements`)
	return
}

// SerialRight is a column of text.
func SerialRight(db *sql.DB, id uuid.UUID) (serial uuid.UUID, err error) {
	err = db.QueryRow(`SELECT serial FROM measurements WHERE id = ?`, id).Scan(&serial)
	return
}

// ValueRight reads no UUID.
func ValueRight(db *sql.DB, id uuid.UUID) (value float64, err error) {
	err = db.QueryRow(`SELECT value FROM measurements WHERE id = ?`, id).Scan(&value)
	return
}

type scanner interface{ Scan(...any) error }

func read(s scanner, m *Measurement) error {
	return s.Scan(&m.ID, &m.Sensor, &m.Value) // WRONG(uuidswapped): through an interface
}

func readRight(s scanner, m *Measurement) error {
	return s.Scan((*sqlx.Swapped)(&m.ID), (*sqlx.Swapped)(&m.Sensor), &m.Value)
}

func Both(db *sql.DB, id uuid.UUID) (a, b Measurement, err error) {
	const q = `SELECT id, sensor, value FROM measurements WHERE id = ?`
	if err = read(db.QueryRow(q, id), &a); err != nil { // WRONG-ALSO(uuidswapped)
		return
	}
	err = readRight(db.QueryRow(q, id), &b)
	return
}

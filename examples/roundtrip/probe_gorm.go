package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"
)

// A record is a model whose id has the type M: T, or one of package gormtype.
type record[M ~[16]byte] struct {
	ID M `gorm:"primaryKey"`
}

// gormProbe deletes one of two rows that another program has stored, by its id alone.
// Then it stores id itself, and reads that into back.
func gormProbe[T, M ~[16]byte](d database, column, literal string) trip[T] {
	return func(ctx context.Context, id T, back *T) (h held, err error) {
		db, pool, err := d.connect()
		if err != nil {
			return held{}, err
		}
		defer pool.Close()
		table := newName()
		if err := db.Exec(`CREATE TABLE ` + table + ` (id ` + column + ` PRIMARY KEY)`).Error; err != nil {
			return held{}, err
		}
		defer func() { err = errors.Join(err, db.Exec(`DROP TABLE `+table).Error) }()
		db = db.WithContext(ctx).Table(table).Session(&gorm.Session{})

		if err := db.Exec(conversion[T]{literal: literal}.insert(table, id)).Error; err != nil {
			return held{}, err
		}
		delete := db.Delete(&record[M]{}, M(id))
		if err := errors.Join(delete.Error, db.Exec(`DELETE FROM `+table).Error); err != nil {
			return held{}, err
		}
		wrong := deleted(delete.RowsAffected)
		if err := db.Create(&record[M]{M(id)}).Error; err != nil {
			return held{}, cmp.Or(wrong, err)
		}
		var got record[M]
		if err := db.Take(&got).Error; err != nil {
			return held{}, cmp.Or(wrong, err)
		}
		*back = T(got.ID)
		return heldThen(wrong, func() (held, error) { return scanHeld(db.Raw(fmt.Sprintf(d.inspect, table)).Row()) })
	}
}

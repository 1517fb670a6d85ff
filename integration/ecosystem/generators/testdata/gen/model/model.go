// Package model has a model for each of the types that are measured, and one of gormtype. gen makes
// package query of them. There is none of Go's own type: conditions want a driver.Valuer.
package model

import (
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

type Google struct {
	K int      `gorm:"column:k;primaryKey"`
	V types.G  `gorm:"column:v"`
	P *types.G `gorm:"column:p"`
	N types.GN `gorm:"column:n"`
}

type Gofrs struct {
	K int      `gorm:"column:k;primaryKey"`
	V types.F  `gorm:"column:v"`
	P *types.F `gorm:"column:p"`
	N types.FN `gorm:"column:n"`
}

type Ours struct {
	K int      `gorm:"column:k;primaryKey"`
	V types.U  `gorm:"column:v"`
	P *types.U `gorm:"column:p"`
	N types.UN `gorm:"column:n"`
}

type Native struct {
	K int                          `gorm:"column:k;primaryKey"`
	V gormtype.UUID                `gorm:"column:v"`
	P *gormtype.UUID               `gorm:"column:p"`
	N gormtype.Null[gormtype.UUID] `gorm:"column:n"`
}

// The tables are views of one, because gen has a file a table.
func (Google) TableName() string { return "google" }
func (Gofrs) TableName() string  { return "gofrs" }
func (Ours) TableName() string   { return "ours" }
func (Native) TableName() string { return "native" }

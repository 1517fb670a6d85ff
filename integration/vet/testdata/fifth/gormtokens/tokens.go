// Package gormtokens keeps API tokens. A model embeds the base of all models of the company.
package gormtokens

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

type Base struct {
	ID uuid.UUID `gorm:"type:char(36);primaryKey"`
}

func (b *Base) BeforeCreate(*gorm.DB) error {
	if b.ID == uuid.Nil {
		b.ID = uuid.New()
	}
	return nil
}

type Token struct {
	Base
	Owner uuid.UUID `gorm:"type:char(36)"`
	Hash  string
}

// Raw is an id as the old code passes it around.
type Raw [16]byte

type Finder interface {
	First(dest any, conds ...any) *gorm.DB
}

func Find(f Finder, id uuid.UUID) (t Token, err error) {
	err = f.First(&t, id.String()).Error // WRONG(gormstring): through an interface of *gorm.DB
	return
}

func FindRight(f Finder, id uuid.UUID) (t Token, err error) {
	err = f.First(&t, "id = ?", id.String()).Error
	return
}

// FindInlineRight: google's id is text by its Value, one argument.
func FindInlineRight(db *gorm.DB, id uuid.UUID) (t Token, err error) {
	err = db.First(&t, id).Error
	return
}

// FindMapRight does the same in a map.
func FindMapRight(db *gorm.DB, id uuid.UUID) (t Token, err error) {
	err = db.Where(map[string]any{"owner": id}).First(&t).Error
	return
}

func Owned(ctx context.Context, db *gorm.DB, owner Raw) (tokens []Token, err error) {
	err = db.WithContext(ctx).Where(map[string]interface{}{"owner": owner}).Find(&tokens).Error // WRONG(gormid): a [16]byte without Value
	return
}

func OwnedRight(ctx context.Context, db *gorm.DB, owner Raw) (tokens []Token, err error) {
	err = db.WithContext(ctx).Where(map[string]interface{}{"owner": uuid.UUID(owner)}).Find(&tokens).Error
	return
}

func Revoke(db *gorm.DB, ids ...uuid.UUID) error {
	for _, id := range ids {
		b, err := id.MarshalBinary()
		if err != nil {
			return err
		}
		if err := db.Delete(&Token{}, b).Error; err != nil { // WRONG(gormid): the bytes of MarshalBinary
			return err
		}
	}
	return nil
}

func RevokeRight(db *gorm.DB, ids ...uuid.UUID) error {
	for _, id := range ids {
		if err := db.Delete(&Token{}, "id = ?", id).Error; err != nil {
			return err
		}
	}
	return nil
}

func RevokeAllRight(db *gorm.DB, ids ...uuid.UUID) error {
	return db.Delete(&Token{}, "id IN ?", ids).Error
}

type condition struct {
	query any
	args  []any
}

func Search(db *gorm.DB, id uuid.UUID) (tokens []Token, err error) {
	c := condition{query: id.String()}
	err = db.Where(c.query, c.args...).Find(&tokens).Error // WRONG(gormstring): through a struct
	return
}

func SearchRight(db *gorm.DB, id uuid.UUID) (tokens []Token, err error) {
	c := condition{query: "owner = ?", args: []any{id.String()}}
	err = db.Where(c.query, c.args...).Find(&tokens).Error
	return
}

// EitherRight builds SQL of its own parts.
func EitherRight(db *gorm.DB, owner uuid.UUID, hash string) (tokens []Token, err error) {
	var parts []string
	var args []any
	if owner != uuid.Nil {
		parts, args = append(parts, "owner = ?"), append(args, owner)
	}
	if hash != "" {
		parts, args = append(parts, "hash = ?"), append(args, hash)
	}
	err = db.Where(strings.Join(parts, " OR "), args...).Find(&tokens).Error
	return
}

func Or(db *gorm.DB, a, b uuid.UUID) (tokens []Token, err error) {
	err = db.Where("owner = ?", a).Or(b.String()).Find(&tokens).Error // WRONG(gormstring): in Or
	return
}

func OrRight(db *gorm.DB, a, b uuid.UUID) (tokens []Token, err error) {
	err = db.Where("owner = ?", a).Or("owner = ?", b.String()).Find(&tokens).Error
	return
}

func switched(db *gorm.DB, by string, id uuid.UUID) *gorm.DB {
	switch by {
	case "owner":
		return db.Where("owner = ?", id.String())
	default:
		return db.Where(id.String()) // WRONG(gormstring): in a switch
	}
}

func switchedRight(db *gorm.DB, by string, id uuid.UUID) *gorm.DB {
	switch by {
	case "owner":
		return db.Where("owner = ?", id.String())
	default:
		return db.Where("id = ?", id.String())
	}
}

func By(db *gorm.DB, by string, id uuid.UUID) (n, m int64) {
	switched(db.Model(&Token{}), by, id).Count(&n)
	switchedRight(db.Model(&Token{}), by, id).Count(&m)
	return
}

// Package school has models of GORM in MySQL without the plugin.
package school

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Key is an id without methods.
type Key [16]byte

type Pupil struct {
	ID    sqlx.Binary `gorm:"type:binary(16);primaryKey"`
	Class sqlx.Binary `gorm:"type:binary(16);index"`
	Name  string
}

type Teacher struct {
	ID   []byte `gorm:"type:binary(16);primaryKey"`
	Name string
}

type Room struct {
	ID   Key `gorm:"type:binary(16);primaryKey"`
	Name string
}

type Parent struct {
	ID   string `gorm:"type:char(36);primaryKey"`
	Name string
}

type Repo[T any] struct{ db *gorm.DB }

func Open(dsn string) (*gorm.DB, error) { return gorm.Open(mysql.Open(dsn), &gorm.Config{}) }

func (r Repo[T]) byKey(ctx context.Context, key Key) (*T, error) {
	var v T
	err := r.db.WithContext(ctx).First(&v, key).Error // WRONG(gormid): 16 numbers, in a generic repository
	return &v, err
}

func (r Repo[T]) byKeyRight(ctx context.Context, key Key) (*T, error) {
	var v T
	err := r.db.WithContext(ctx).First(&v, "id = ?", key[:]).Error
	return &v, err
}

func expel(db *gorm.DB, id uuid.UUID) error {
	key := sqlx.Binary(id)
	return db.Transaction(func(tx *gorm.DB) error {
		return tx.Delete(&Pupil{}, key).Error // WRONG(gormid): the id is a list of numbers
	})
}

func expelRight(db *gorm.DB, id uuid.UUID) error {
	key := sqlx.Binary(id)
	return db.Transaction(func(tx *gorm.DB) error {
		return tx.Delete(&Pupil{ID: key}).Error
	})
}

func teacher(db *gorm.DB, id uuid.UUID) (t Teacher, err error) {
	b, err := id.MarshalBinary()
	if err != nil {
		return t, err
	}
	err = db.Take(&t, b).Error // WRONG(gormid): []byte is a list of numbers
	return t, err
}

func teacherRight(db *gorm.DB, id uuid.UUID) (t Teacher, err error) {
	b, err := id.MarshalBinary()
	if err != nil {
		return t, err
	}
	err = db.Take(&t, "id = ?", b).Error
	return t, err
}

func classes(db *gorm.DB, class Key) (pupils []Pupil, err error) {
	where := map[string]any{"name": "Ann"}
	where["class"] = class
	err = db.Where(where).Find(&pupils).Error // WRONG(gormid): the value of a map
	return
}

func classesRight(db *gorm.DB, class Key) (pupils []Pupil, err error) {
	err = db.Where("class = ? AND name = ?", class[:], "Ann").Find(&pupils).Error
	return
}

func rooms(db *gorm.DB, not Key) (rooms []Room, err error) {
	return rooms, db.Not(not).Find(&rooms).Error // WRONG(gormid): in Not
}

func roomsRight(db *gorm.DB, not Key) (rooms []Room, err error) {
	return rooms, db.Where(clause.Neq{Column: "id", Value: not[:]}).Find(&rooms).Error
}

func getParent(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		var p Parent
		id := c.Param("id")
		switch err := db.First(&p, id).Error; { // WRONG(gormstring): SQL that the user writes
		case errors.Is(err, gorm.ErrRecordNotFound):
			c.Status(http.StatusNotFound)
		case err != nil:
			c.AbortWithStatus(http.StatusInternalServerError)
		default:
			c.JSON(http.StatusOK, p)
		}
	}
}

func getParentRight(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		var p Parent
		id := c.Param("id")
		switch err := db.First(&p, "id = ?", id).Error; {
		case errors.Is(err, gorm.ErrRecordNotFound):
			c.Status(http.StatusNotFound)
		case err != nil:
			c.AbortWithStatus(http.StatusInternalServerError)
		default:
			c.JSON(http.StatusOK, p)
		}
	}
}

type service struct{ db *gorm.DB }

func (s *service) remove(id string) error {
	return s.db.Unscoped().Delete(&Parent{}, id).Error // WRONG(gormstring): a parameter of handlers
}

func (s *service) removeRight(id string) error {
	return s.db.Unscoped().Where(&Parent{ID: id}).Delete(&Parent{}).Error
}

func (s *service) handle(c echo.Context) error {
	if err := s.remove(c.Param("id")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *service) handleRight(c echo.Context) error {
	if err := s.removeRight(c.Param("id")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func last(db *gorm.DB, id uuid.UUID) (p Parent, err error) {
	cond := id.String()
	tx := db.Model(&Parent{}).Order("name")
	tx = tx.Last(&p, cond) // WRONG(gormstring): the text of a UUID is SQL
	return p, tx.Error
}

func lastRight(db *gorm.DB, id uuid.UUID) (p Parent, err error) {
	tx := db.Model(&Parent{}).Order("name")
	tx = tx.Where("id", id.String()).Last(&p)
	return p, tx.Error
}

func where(db *gorm.DB, r *http.Request) (ps []Parent, err error) {
	q := db
	if id := r.URL.Query().Get("id"); id != "" {
		q = q.Where(id) // WRONG(gormstring): Where of text alone
	}
	return ps, q.Find(&ps).Error
}

func whereRight(db *gorm.DB, r *http.Request) (ps []Parent, err error) {
	q := db
	if id := r.URL.Query().Get("id"); id != "" {
		q = q.Where("id = ?", id)
	}
	return ps, q.Find(&ps).Error
}

func named(db *gorm.DB, order string) (ps []Parent, err error) {
	const cond = "name <> ''"
	return ps, db.Where(cond).Order(order).Find(&ps).Error
}

func hash(db *gorm.DB, doc []byte) (t Teacher, err error) {
	sum := sha256.Sum256(doc)
	return t, db.Take(&t, "digest = ?", sum[:]).Error
}

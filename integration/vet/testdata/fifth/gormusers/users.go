// Package gormusers keeps users in MySQL, with columns of BINARY(16).
package gormusers

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/sqlx"
)

// UserID stores itself as 16 bytes.
type UserID uuid.UUID

func (id UserID) Value() (driver.Value, error) { return id[:], nil }

func (id *UserID) Scan(v any) error {
	b, ok := v.([]byte)
	if !ok || len(b) != 16 {
		return fmt.Errorf("gormusers: %T is no user id", v)
	}
	copy(id[:], b)
	return nil
}

// TeamID stores itself as text.
type TeamID uuid.UUID

func (id TeamID) Value() (driver.Value, error) { return uuid.UUID(id).String(), nil }

func (id *TeamID) Scan(v any) error {
	s, ok := v.([]byte)
	if !ok {
		return errors.New("gormusers: a team id is text")
	}
	u, err := uuid.ParseBytes(s)
	*id = TeamID(u)
	return err
}

type User struct {
	ID    UserID `gorm:"type:binary(16);primaryKey"`
	Boss  UserID `gorm:"type:binary(16)"`
	Team  TeamID `gorm:"type:char(36)"`
	Name  string
	Badge []byte `gorm:"type:binary(16)"`
}

type Team struct {
	ID   TeamID `gorm:"type:char(36);primaryKey"`
	Name string
}

type Repo struct{ db *gorm.DB }

func (r Repo) Delete(id UserID) error {
	return r.db.Delete(&User{}, id).Error // WRONG(gormid): Value returns bytes
}

func (r Repo) DeleteRight(id UserID) error { return r.db.Delete(&User{}, "id = ?", id).Error }

func (r Repo) DeleteModelRight(id UserID) error { return r.db.Delete(&User{ID: id}).Error }

func (r Repo) Get(id uuid.UUID) (u User, err error) {
	err = r.db.First(&u, id[:]).Error // WRONG(gormid): a []byte as the whole condition
	return
}

func (r Repo) GetRight(id uuid.UUID) (u User, err error) {
	err = r.db.First(&u, "id = ?", id[:]).Error
	return
}

func (r Repo) Reports(boss UserID) (users []User, err error) {
	cond := map[string]any{"boss": boss[:]}
	err = r.db.Where(cond).Find(&users).Error // WRONG(gormid): bytes as the value of a map
	return
}

func (r Repo) ReportsRight(boss UserID) (users []User, err error) {
	err = r.db.Where("boss = ?", boss).Find(&users).Error
	return
}

func (r Repo) ReportsStructRight(boss UserID) (users []User, err error) {
	err = r.db.Where(&User{Boss: boss}).Find(&users).Error
	return
}

func (r Repo) ReportsListRight(bosses []UserID) (users []User, err error) {
	err = r.db.Where("boss IN ?", bosses).Find(&users).Error
	return
}

// TeamRight: text is one value in a map, and as a condition.
func (r Repo) TeamRight(id TeamID) (users []User, err error) {
	err = r.db.Where(map[string]any{"team": id}).Find(&users).Error
	return
}

func (r Repo) TeamNameRight(id TeamID) (t Team, err error) {
	err = r.db.First(&t, id).Error
	return
}

// under is a scope.
func under(boss UserID) func(*gorm.DB) *gorm.DB {
	return func(db *gorm.DB) *gorm.DB {
		return db.Where(map[string]any{"boss": boss[:]}) // WRONG(gormid): in a scope
	}
}

func underRight(boss UserID) func(*gorm.DB) *gorm.DB {
	return func(db *gorm.DB) *gorm.DB { return db.Where("boss = ?", boss) }
}

func (r Repo) CountUnder(boss UserID) (n, m int64, err error) {
	err = errors.Join(
		r.db.Model(&User{}).Scopes(under(boss)).Count(&n).Error,
		r.db.Model(&User{}).Scopes(underRight(boss)).Count(&m).Error,
	)
	return
}

func load[T any](db *gorm.DB, id UserID) (t T, err error) {
	err = db.Take(&t, id).Error // WRONG(gormid): in a generic function
	return
}

func loadRight[T any](db *gorm.DB, id UserID) (t T, err error) {
	err = db.Take(&t, "id = ?", id).Error
	return
}

func (r Repo) Load(id UserID) (User, error) {
	if _, err := loadRight[User](r.db, id); err != nil {
		return User{}, err
	}
	return load[User](r.db, id)
}

func (r Repo) Badge(id uuid.UUID) (u User, err error) {
	err = r.db.Last(&u, sqlx.Binary(id)).Error // WRONG(gormid): sqlx.Binary in a condition of GORM
	return
}

func (r Repo) BadgeRight(id uuid.UUID) (u User, err error) {
	err = r.db.Last(&u, "badge = ?", id[:]).Error
	return
}

func (r Repo) Except(id UserID) (users []User, err error) {
	find := r.db.Not(map[string]any{"id": id[:]}).Find // WRONG(gormid): in Not
	err = find(&users).Error
	return
}

func (r Repo) ExceptRight(id UserID) (users []User, err error) {
	find := r.db.Not("id = ?", id).Find
	err = find(&users).Error
	return
}

// MoveRight: a map of Updates has assignments, and no conditions.
func (r Repo) MoveRight(id, boss UserID, badge uuid.UUID) error {
	return r.db.Model(&User{}).Where("id = ?", id).Updates(map[string]any{"boss": boss, "badge": badge[:]}).Error
}

// InsertRight makes a row of a map.
func (r Repo) InsertRight(id UserID, name string) error {
	return r.db.Model(&User{}).Create(map[string]any{"id": id, "name": name}).Error
}

// RawRight is SQL.
func (r Repo) RawRight(id UserID) (n int64, err error) {
	err = r.db.Raw("SELECT COUNT(*) FROM users WHERE boss = ?", id).Scan(&n).Error
	return
}

// NumberRight deletes by a number.
func (r Repo) NumberRight(n uint) error { return r.db.Delete(&Log{}, n).Error }

// A Log has a number as its key.
type Log struct {
	ID   uint
	Text string
}

// NamesRight has a map without ids.
func (r Repo) NamesRight(name string) (users []User, err error) {
	err = r.db.Where(map[string]any{"name": name}).Find(&users).Error
	return
}

// Package stock counts the used books in the shop.
package stock

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/gorm"
)

type Item struct {
	ID    string `gorm:"type:char(36);primaryKey"`
	Shelf string
	Left  int
}

type Repo struct{ *gorm.DB }

func (r Repo) delete(id uuid.UUID) error {
	return r.DB.Delete(&Item{}, id.String()).Error // WRONG(gormstring): the id is SQL
}

func (r Repo) deleteRight(id uuid.UUID) error {
	return r.DB.Delete(&Item{}, "id = ?", id.String()).Error
}

func (r Repo) load(id gofrs.UUID) (it Item, err error) {
	text := id.String()
	err = r.First(&it, text).Error // WRONG(gormstring): the id is SQL
	return it, err
}

func (r Repo) loadRight(id gofrs.UUID) (it Item, err error) {
	text := id.String()
	err = r.First(&it, "id = ?", text).Error
	return it, err
}

func (r Repo) sold(c *gin.Context) {
	var it Item
	if err := r.Take(&it, c.Param("item")).Error; err != nil { // WRONG(gormstring): SQL of a user
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, it)
}

func (r Repo) soldRight(c *gin.Context) {
	var it Item
	if err := r.Take(&it, "id = ?", c.Param("item")).Error; err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, it)
}

func key(id uuid.UUID) string { return id.String() }

func (r Repo) decrement(id uuid.UUID) error {
	return r.Model(&Item{}).Where(key(id)).Update("left", gorm.Expr("left - 1")).Error // WRONG(gormstring): the whole condition of Where
}

func (r Repo) decrementRight(id uuid.UUID) error {
	return r.Model(&Item{}).Where("id = ?", key(id)).Update("left", gorm.Expr("left - 1")).Error
}

func (r Repo) find(req *http.Request) (list []Item, err error) {
	q := req.URL.Query().Get("id")
	err = r.Find(&list, q).Error // WRONG(gormstring): SQL of a user
	return list, err
}

func (r Repo) findRight(req *http.Request) (list []Item, err error) {
	q := req.URL.Query().Get("id")
	err = r.Find(&list, "id = ?", q).Error
	return list, err
}

func (r Repo) shelf(name string) (list []Item, err error) {
	err = r.Where("shelf = ?", name).Find(&list).Error
	return list, err
}

func (r Repo) low() (list []Item, err error) {
	err = r.Find(&list, "left < 3").Error
	return list, err
}

func (r Repo) sorted(column string) (list []Item, err error) {
	cond := "left > 0"
	err = r.Where(cond).Order(fmt.Sprintf("%q", column)).Find(&list).Error
	return list, err
}

func (r Repo) byMap(id uuid.UUID) (list []Item, err error) {
	err = r.Where(map[string]any{"id": id.String()}).Find(&list).Error
	return list, err
}

var _ = []any{Repo.delete, Repo.deleteRight, Repo.load, Repo.loadRight, Repo.sold, Repo.soldRight, Repo.decrement, Repo.decrementRight, Repo.find, Repo.findRight, Repo.shelf, Repo.low, Repo.sorted, Repo.byMap}

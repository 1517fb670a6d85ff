// Package gormhandlers has handlers of gin, chi and net/http over GORM.
package gormhandlers

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"gorm.io/gorm"
)

// User has a text key.
type User struct {
	ID    string `gorm:"primaryKey;type:char(36)"`
	Email string
	Team  string `gorm:"type:char(36)"`
}

// Item has a number as its key.
type Item struct {
	ID   uint
	Name string
}

type userHandler struct {
	db *gorm.DB
}

func (h *userHandler) Show(c *gin.Context) {
	id := c.Param("id")
	var user User
	if err := h.db.First(&user, id).Error; err != nil { // WRONG(gormstring): a string alone is SQL to GORM, here text of the client
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, user)
}

func (h *userHandler) ShowOne(c *gin.Context) {
	id := c.Param("id")
	var user User
	if err := h.db.First(&user, "id = ?", id).Error; err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, user)
}

type userURI struct {
	ID string `uri:"id" binding:"required"`
}

func (h *userHandler) Remove(c *gin.Context) {
	var uri userURI
	if err := c.ShouldBindUri(&uri); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	if err := h.db.Delete(&User{}, uri.ID).Error; err != nil { // WRONG(gormstring): the bound string is the whole condition of the DELETE
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

func (h *userHandler) RemoveOne(c *gin.Context) {
	var uri userURI
	if err := c.ShouldBindUri(&uri); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	if err := h.db.Where("id = ?", uri.ID).Delete(&User{}).Error; err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusNoContent)
}

func (h *userHandler) ByTeam(c *gin.Context) {
	var users []User
	team := strings.TrimSpace(c.Query("team"))
	if team == "" {
		c.JSON(http.StatusOK, users)
		return
	}
	h.db.Where(team).Find(&users) // WRONG(gormstring): Where of a string alone is SQL
	c.JSON(http.StatusOK, users)
}

func (h *userHandler) OfTeam(c *gin.Context) {
	var users []User
	team := strings.TrimSpace(c.Query("team"))
	if team == "" {
		c.JSON(http.StatusOK, users)
		return
	}
	h.db.Where("team", team).Find(&users)
	c.JSON(http.StatusOK, users)
}

func (h *userHandler) RemoveMany(c *gin.Context) {
	for _, id := range strings.Split(c.Query("ids"), ",") {
		if err := h.db.Delete(&User{}, id).Error; err != nil { // WRONG(gormstring): each part of the list is SQL
			c.AbortWithStatus(http.StatusInternalServerError)
			return
		}
	}
	c.Status(http.StatusNoContent)
}

func (h *userHandler) RemoveAll(c *gin.Context) {
	for _, id := range strings.Split(c.Query("ids"), ",") {
		if err := h.db.Delete(&User{ID: id}, "id = ?", id).Error; err != nil {
			c.AbortWithStatus(http.StatusInternalServerError)
			return
		}
	}
	c.Status(http.StatusNoContent)
}

func (h *userHandler) Others(c *gin.Context) {
	me := c.GetHeader("X-User-Id")
	var users []User
	h.db.Not(me).Limit(20).Find(&users) // WRONG(gormstring): Not of a string alone is SQL, too
	c.JSON(http.StatusOK, users)
}

func (h *userHandler) Rest(c *gin.Context) {
	me := c.GetHeader("X-User-Id")
	var users []User
	h.db.Not("id = ?", me).Limit(20).Find(&users)
	c.JSON(http.StatusOK, users)
}

// ---- What looks like the above, and is right ----

// The condition is a constant.
func (h *userHandler) Active(c *gin.Context) {
	const active = "email <> ''"
	var users []User
	h.db.Find(&users, active)
	c.JSON(http.StatusOK, users)
}

// The key is a number, as text: Atoi has let nothing else through, and GORM takes it for the key.
func (h *userHandler) Item(c *gin.Context) {
	id := c.Param("id")
	if _, err := strconv.Atoi(id); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	var item Item
	if err := h.db.First(&item, id).Error; err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, item)
}

// The key is a number.
func (h *userHandler) ItemOf(c *gin.Context) {
	id, err := strconv.ParseUint(c.Param("id"), 10, 64)
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	var item Item
	if err := h.db.First(&item, id).Error; err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, item)
}

// The string is a column, chosen from a list.
func (h *userHandler) Sorted(c *gin.Context) {
	order := "email"
	if c.Query("by") == "team" {
		order = "team"
	}
	var users []User
	h.db.Order(order).Find(&users)
	c.JSON(http.StatusOK, users)
}

// The condition is made of column names and placeholders; the values are arguments.
func (h *userHandler) Filter(c *gin.Context) {
	var (
		parts []string
		args  []any
	)
	for _, name := range []string{"team", "email"} {
		if v := c.Query(name); v != "" {
			parts = append(parts, fmt.Sprintf("%s = ?", name))
			args = append(args, v)
		}
	}
	var users []User
	q := h.db
	if len(parts) > 0 {
		q = q.Where(strings.Join(parts, " AND "), args...)
	}
	q.Find(&users)
	c.JSON(http.StatusOK, users)
}

// A text key by a list of texts.
func (h *userHandler) Some(ids []uuid.UUID) (users []User, err error) {
	texts := make([]string, 0, len(ids))
	for _, id := range ids {
		texts = append(texts, id.String())
	}
	err = h.db.Find(&users, "id IN ?", texts).Error
	return users, err
}

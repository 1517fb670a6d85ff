package gormstring

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

func followed(db *gorm.DB, c *gin.Context, r *http.Request) {
	text := c.Param("id")
	db.First(&User{}, text) // want `writes this string`
	find(db, r.PathValue("id"))
	db.First(&Numbered{}, c.Param("id"))
}

func find(db *gorm.DB, key string) {
	db.First(&Named{}, key) // want `writes this string`
}

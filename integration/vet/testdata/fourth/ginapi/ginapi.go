// Package ginapi serves the second-hand book market.
package ginapi

import (
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

const (
	keySeller = "seller"
	keyShop   = "shop"
	keyOrder  = "order"
)

func auth(c *gin.Context) {
	id, err := uuid.Parse(c.GetHeader("X-Seller"))
	if err != nil {
		c.AbortWithStatus(http.StatusUnauthorized)
		return
	}
	c.Set(keySeller, id)                    // WRONG-ALSO(uuidassert)
	c.Set(keyOrder, c.GetHeader("X-Order")) // WRONG-ALSO(uuidassert)
	c.Set("trace", id.String())
	c.Next()
}

func shop(c *gin.Context) {
	id, err := gofrs.FromString(c.Query("shop"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	c.Set(keyShop, id) // WRONG-ALSO(uuidassert)
}

func me(c *gin.Context) {
	c.String(http.StatusOK, "seller %s", c.GetString(keySeller)) // WRONG(uuidassert): GetString of a UUID is empty
}

func meRight(c *gin.Context) {
	v, _ := c.Get(keySeller)
	id, _ := v.(uuid.UUID)
	c.String(http.StatusOK, "seller %s", id)
}

func myShop(c *gin.Context) {
	id := c.MustGet(keyShop).(uuid.UUID) // WRONG(uuidassert): gofrs's is stored
	c.JSON(http.StatusOK, gin.H{"shop": id})
}

func myShopRight(c *gin.Context) {
	id := c.MustGet(keyShop).(gofrs.UUID)
	c.JSON(http.StatusOK, gin.H{"shop": id})
}

func myOrder(c *gin.Context) {
	v, ok := c.Get(keyOrder)
	if !ok {
		c.Status(http.StatusNotFound)
		return
	}
	order, ok := v.(uuid.UUID) // WRONG(uuidassert): text is stored
	if !ok {
		c.Status(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, gin.H{"order": order})
}

func myOrderRight(c *gin.Context) {
	v, ok := c.Get(keyOrder)
	if !ok {
		c.Status(http.StatusNotFound)
		return
	}
	text, _ := v.(string)
	order, err := uuid.Parse(text)
	if err != nil {
		c.Status(http.StatusBadRequest)
		return
	}
	c.JSON(http.StatusOK, gin.H{"order": order})
}

func trace(c *gin.Context) { c.Header("X-Trace", c.GetString("trace")) }

func Routes(r gin.IRouter) {
	g := r.Group("/", auth, shop)
	g.GET("/me", me)
	g.GET("/me2", meRight)
	g.GET("/shop", myShop)
	g.GET("/shop2", myShopRight)
	g.GET("/order", myOrder)
	g.GET("/order2", myOrderRight)
	g.GET("/trace", trace)
}

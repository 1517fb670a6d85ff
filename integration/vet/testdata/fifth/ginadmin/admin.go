// Package ginadmin is the admin API of a shop, with gin.
package ginadmin

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
)

// ProductID is a UUID with a type of its own.
type ProductID uuid.UUID

// CategoryID writes itself as text.
type CategoryID uuid.UUID

func (c CategoryID) MarshalText() ([]byte, error) { return uuid.UUID(c).MarshalText() }

func (c *CategoryID) UnmarshalText(b []byte) error { return (*uuid.UUID)(c).UnmarshalText(b) }

// BrandID is the same type under another name.
type BrandID = uuid.UUID

type uri struct {
	ID string `uri:"id" binding:"required,uuid"`
}

func respond(c *gin.Context, id uuid.UUID) { c.JSON(http.StatusOK, gin.H{"id": id}) }

func Get(c *gin.Context) {
	respond(c, uuid.MustParse(c.Param("id"))) // WRONG(uuidmust): gin's path
}

func GetRight(c *gin.Context) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	respond(c, id)
}

// GetBoundRight has gin check the path.
func GetBoundRight(c *gin.Context) {
	var u uri
	if err := c.ShouldBindUri(&u); err != nil {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	respond(c, uuid.MustParse(u.ID))
}

func List(c *gin.Context) {
	after := c.DefaultQuery("after", uuid.Nil.String())
	respond(c, uuid.MustParse(after)) // WRONG(uuidmust): the default is right, what a client sends may not be
}

func ListRight(c *gin.Context) {
	after, err := uuid.Parse(c.DefaultQuery("after", uuid.Nil.String()))
	if err != nil {
		_ = c.AbortWithError(http.StatusBadRequest, err)
		return
	}
	respond(c, after)
}

func Tenant(c *gin.Context) {
	if h := c.GetHeader("X-Tenant"); h != "" {
		c.Set("tenant", uuid.MustParse(h)) // WRONG(uuidmust): gin's header
	}
	c.Next()
}

func TenantRight(c *gin.Context) {
	if h := c.GetHeader("X-Tenant"); h != "" {
		id, err := uuid.Parse(h)
		if err != nil {
			c.AbortWithStatus(http.StatusUnauthorized)
			return
		}
		c.Set("tenant", id)
	}
	c.Next()
}

func Product(c *gin.Context, id ProductID) {
	c.JSON(http.StatusOK, gin.H{"product": id}) // WRONG(uuidjson): 16 numbers
}

func ProductRight(c *gin.Context, id ProductID) {
	c.JSON(http.StatusOK, gin.H{"product": uuid.UUID(id)})
}

func Products(c *gin.Context, ids []ProductID) {
	c.IndentedJSON(http.StatusOK, ids) // WRONG(uuidjson): a list of lists of numbers
}

func ProductsRight(c *gin.Context, ids []ProductID) {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, uuid.UUID(id).String())
	}
	c.IndentedJSON(http.StatusOK, out)
}

func CategoryRight(c *gin.Context, id CategoryID, brand BrandID) {
	c.JSON(http.StatusOK, gin.H{"category": id, "brand": brand})
}

type view struct {
	Product  ProductID  `json:"product"` // WRONG(uuidjson): no methods
	Category CategoryID `json:"category"`
}

type viewRight struct {
	Product  uuid.UUID  `json:"product"`
	Category CategoryID `json:"category"`
	Brand    BrandID    `json:"brand"`
	Internal ProductID  `json:"-"`
}

func View(c *gin.Context, v viewRight) {
	c.JSON(http.StatusOK, v)
	_ = view{}
}

// Command webshop has the shop on gin, and its admin pages on echo.
package main

import (
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/gofrs/uuid/v5"
	"github.com/labstack/echo/v4"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type cart struct {
	Items  []uuid.UUID `json:"items"`
	Coupon *uuid.UUID  `json:"coupon,omitempty"`
}

type shop struct {
	mu    sync.Mutex
	carts map[uuid.UUID]*cart
	// house is the cart of the house account; its id is a setting.
	house uuid.UUID
}

func (s *shop) cart(id uuid.UUID) *cart {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.carts[id]
	if c == nil {
		c = new(cart)
		s.carts[id] = c
	}
	return c
}

func (s *shop) show(c *gin.Context) {
	id := uuid.Must(uuid.FromString(c.Param("id"))) // WRONG(uuidmust): panics for /carts/x
	c.JSON(http.StatusOK, s.cart(id))
}

func (s *shop) showRight(c *gin.Context) {
	id, err := uuid.FromString(c.Param("id"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, s.cart(id))
}

func (s *shop) coupon(c *gin.Context) {
	code, ok := c.GetPostForm("coupon")
	if !ok {
		c.Status(http.StatusNoContent)
		return
	}
	coupon := uuid.Must(uuid.FromString(code)) // WRONG(uuidmust): code is a form value
	s.cart(s.house).Coupon = &coupon
	c.Status(http.StatusNoContent)
}

func (s *shop) couponRight(c *gin.Context) {
	code, ok := c.GetPostForm("coupon")
	if !ok {
		c.Status(http.StatusNoContent)
		return
	}
	coupon, err := uuid.FromString(code)
	if err != nil {
		c.String(http.StatusBadRequest, "unknown coupon")
		return
	}
	s.cart(s.house).Coupon = &coupon
	c.Status(http.StatusNoContent)
}

func session(c *gin.Context) {
	if h := c.GetHeader("X-Session"); len(h) > 0 {
		c.Set("session", kit.MustParse(h)) // WRONG(uuidmust): the client chooses the header
	}
	c.Next()
}

func sessionRight(c *gin.Context) {
	if h := c.GetHeader("X-Session"); len(h) > 0 {
		id, err := kit.Parse(h)
		if err != nil {
			c.AbortWithStatus(http.StatusUnauthorized)
			return
		}
		c.Set("session", id)
	}
	c.Next()
}

func (s *shop) adminCart(c echo.Context) error {
	return c.JSON(http.StatusOK, s.cart(uuid.Must(uuid.FromString(c.QueryParam("cart"))))) // WRONG(uuidmust): a query value
}

func (s *shop) adminCartRight(c echo.Context) error {
	id, err := uuid.FromString(c.QueryParam("cart"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return c.JSON(http.StatusOK, s.cart(id))
}

func (s *shop) addItem(c echo.Context) error {
	var (
		cartID = c.Param("cart")
		sku    = c.FormValue("sku")
	)
	id, err := uuid.FromString(cartID)
	if err != nil {
		return echo.ErrNotFound
	}
	target := s.cart(id)
	target.Items = append(target.Items, uuid.Must(uuid.FromString(sku))) // WRONG(uuidmust): sku was not checked
	return c.NoContent(http.StatusNoContent)
}

func (s *shop) addItemRight(c echo.Context) error {
	id, err := uuid.FromString(c.Param("cart"))
	if err != nil {
		return echo.ErrNotFound
	}
	sku, err := uuid.FromString(c.FormValue("sku"))
	if err != nil {
		return echo.NewHTTPError(http.StatusUnprocessableEntity, "sku")
	}
	target := s.cart(id)
	target.Items = append(target.Items, sku)
	return c.NoContent(http.StatusNoContent)
}

// refresh makes a new coupon; nothing in it is from the request.
func (s *shop) refresh(c echo.Context) error {
	coupon := uuid.Must(uuid.NewV7())
	s.cart(s.house).Coupon = &coupon
	return c.String(http.StatusOK, coupon.String())
}

func main() {
	s := &shop{
		carts: map[uuid.UUID]*cart{},
		house: uuid.Must(uuid.FromString(os.Getenv("HOUSE_CART"))),
	}
	g := gin.Default()
	g.Use(session)
	g.GET("/carts/:id", s.show)
	g.POST("/coupon", s.coupon)
	v2 := g.Group("/v2", sessionRight)
	v2.GET("/carts/:id", s.showRight)
	v2.POST("/coupon", s.couponRight)

	e := echo.New()
	e.GET("/admin/carts", s.adminCart)
	e.GET("/admin/v2/carts", s.adminCartRight)
	e.POST("/admin/carts/:cart/items", s.addItem)
	e.POST("/admin/v2/carts/:cart/items", s.addItemRight)
	e.POST("/admin/coupon", s.refresh)
	go func() { log.Fatal(e.Start(":8081")) }()
	log.Fatal(g.Run(":8080"))
}

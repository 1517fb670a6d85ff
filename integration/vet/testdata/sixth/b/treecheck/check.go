// Package treecheck looks for categories without parents, as a nightly job.
package treecheck

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	google "github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/uuid"
)

type Node struct {
	ID     uuid.UUID   `gorm:"type:uuid;primaryKey"`
	Parent uuid.UUID   `gorm:"type:uuid"`
	Owner  google.UUID `gorm:"type:uuid"`
}

type Finding struct {
	Node   uuid.UUID `json:"node"`
	Detail any       `json:"detail"`
}

type Checker struct {
	DB  *gorm.DB
	RDB *redis.Client
	Out io.Writer
}

func (c *Checker) orphans(ctx context.Context) (nodes []Node, err error) {
	err = c.DB.WithContext(ctx).Where("parent <> ?", uuid.Nil).Find(&nodes).Error // WRONG(uuidfunc): the driver gets a function
	return nodes, err
}

func (c *Checker) orphansRight(ctx context.Context) (nodes []Node, err error) {
	err = c.DB.WithContext(ctx).Where("parent <> ?", uuid.Nil()).Find(&nodes).Error
	return nodes, err
}

func (c *Checker) detach(id uuid.UUID) error {
	return c.DB.Model(&Node{}).Where("id = ?", id).Updates(map[string]any{
		"parent": uuid.Nil, // WRONG(uuidfunc): the value is the function
	}).Error
}

func (c *Checker) detachRight(id uuid.UUID) error {
	return c.DB.Model(&Node{}).Where("id = ?", id).Updates(map[string]any{
		"parent": uuid.Nil(),
	}).Error
}

func equal(a, b any) bool { return a == b }

func (c *Checker) root(n Node) bool {
	return equal(n.Parent, uuid.Nil) // WRONG(uuidfunc): never equal
}

func (c *Checker) rootRight(n Node) bool {
	return equal(n.Parent, uuid.Nil())
}

func report(nodes []Node) (out []Finding) {
	for _, n := range nodes {
		f := Finding{Node: n.ID}
		if n.Parent.IsZero() {
			f.Detail = uuid.Nil // WRONG(uuidfunc): Detail is any
		} else {
			f.Detail = n.Parent
		}
		out = append(out, f)
	}
	return out
}

func reportRight(nodes []Node) (out []Finding) {
	for _, n := range nodes {
		f := Finding{Node: n.ID}
		if n.Parent.IsZero() {
			f.Detail = uuid.Nil()
		} else {
			f.Detail = n.Parent
		}
		out = append(out, f)
	}
	return out
}

// owned compares google's Nil, which is a variable.
func owned(n Node) bool {
	return !equal(n.Owner, google.Nil)
}

func pick(none bool) func() uuid.UUID {
	if none {
		return uuid.Nil
	}
	return uuid.NewV7
}

var makers = map[string]func() uuid.UUID{"nil": uuid.Nil, "max": uuid.Max, "v4": uuid.NewV4}

func (c *Checker) Run(ctx context.Context) error {
	nodes, err := c.orphansRight(ctx)
	if err != nil {
		return err
	}
	more, err := c.orphans(ctx)
	if err != nil {
		return err
	}
	for _, n := range append(nodes, more...) {
		if c.root(n) || c.rootRight(n) || !owned(n) {
			fmt.Fprintln(c.Out, "root", n.ID, pick(false)(), makers["max"]())
			continue
		}
		if err := c.detachRight(n.ID); err != nil {
			return err
		}
		if err := c.detach(n.ID); err != nil {
			return err
		}
	}
	return c.RDB.Set(ctx, "treecheck:last", uuid.NewV7().String(), 0).Err()
}

func (c *Checker) Serve(g *gin.Engine) {
	g.GET("/findings", func(ctx *gin.Context) {
		nodes, err := c.orphansRight(ctx)
		if err != nil {
			ctx.String(http.StatusInternalServerError, err.Error())
			return
		}
		ctx.JSON(http.StatusOK, gin.H{"v1": report(nodes), "v2": reportRight(nodes), "root": uuid.Nil()})
	})
}

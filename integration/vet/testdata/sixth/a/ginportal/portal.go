package ginportal

import (
	"net/http"

	"github.com/gin-gonic/gin"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
)

const accountKey = "account_id"

func requireAccount(c *gin.Context) {
	id, err := uuid.Parse(c.GetHeader("X-Account"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusUnauthorized, gin.H{"error": "account"})
		return
	}
	c.Set(accountKey, id)
	c.Set("trace", c.GetHeader("X-Trace"))
	c.Next()
}

func loadProject(c *gin.Context) {
	id, err := gofrs.FromString(c.Param("project"))
	if err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	c.Set("project", id)
}

func showAccount(c *gin.Context) {
	id := c.GetString(accountKey) // WRONG(uuidassert): the value is a uuid.UUID, so this is ""
	c.JSON(http.StatusOK, gin.H{"account": id})
}

func showAccountRight(c *gin.Context) {
	id := c.MustGet(accountKey).(uuid.UUID)
	c.JSON(http.StatusOK, gin.H{"account": id})
}

func showProject(c *gin.Context) {
	v, ok := c.Get("project")
	if !ok {
		c.Status(http.StatusNotFound)
		return
	}
	id := v.(uuid.UUID) // WRONG(uuidassert): loadProject stores gofrs's
	c.JSON(http.StatusOK, gin.H{"project": id})
}

func showProjectRight(c *gin.Context) {
	v, ok := c.Get("project")
	if !ok {
		c.Status(http.StatusNotFound)
		return
	}
	id := v.(gofrs.UUID)
	c.JSON(http.StatusOK, gin.H{"project": id})
}

func echoTrace(c *gin.Context) {
	trace := c.MustGet("trace").(uuid.UUID) // WRONG(uuidassert): the header is stored as text
	c.Header("X-Trace", trace.String())
	c.Status(http.StatusNoContent)
}

func echoTraceRight(c *gin.Context) {
	c.Header("X-Trace", c.GetString("trace"))
	c.Status(http.StatusNoContent)
}

// locale has nothing to do with ids.
func locale(c *gin.Context) {
	c.Set("locale", c.DefaultQuery("lang", "en"))
}

func greet(c *gin.Context) {
	c.String(http.StatusOK, "hello in "+c.GetString("locale"))
}

func Routes(r *gin.Engine) {
	g := r.Group("/", requireAccount, locale)
	g.GET("/account", showAccount)
	g.GET("/v2/account", showAccountRight)
	g.GET("/projects/:project", loadProject, showProject)
	g.GET("/v2/projects/:project", loadProject, showProjectRight)
	g.GET("/trace", echoTrace)
	g.GET("/v2/trace", echoTraceRight)
	g.GET("/greet", greet)
}

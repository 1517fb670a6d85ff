// Package query reads values of URLs and forms, of requests and of others.
package query

import (
	"net/http"
	"net/url"
	"os"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

func settings(r *http.Request, c echo.Context) {
	u, _ := url.Parse(os.Getenv("DATABASE_URL"))
	uuid.MustParse(u.Query().Get("tenant"))
	uuid.MustParse(u.Query()["tenant"][0])
	uuid.MustParse(url.Values{"tenant": {os.Getenv("TENANT")}}.Get("tenant"))
	query := r.URL.Query()
	uuid.MustParse(query.Get("tenant"))           // want `panics if the request holds no UUID`
	uuid.MustParse(query["tenant"][0])            // want `panics`
	uuid.MustParse(r.PostForm.Get("tenant"))      // want `panics`
	uuid.MustParse(c.QueryParams().Get("tenant")) // want `panics`
	form := r.Form
	uuid.MustParse(form.Get("tenant")) // want `panics`
	uuid.MustParse(form["tenant"][0])  // want `panics`
}

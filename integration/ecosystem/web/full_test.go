//go:build full

package web

import (
	"net/http/httptest"
	"net/url"

	"github.com/gofiber/fiber/v3"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

func fiberBind(q url.Values, v any) error {
	app := fiber.New()
	var bound error
	app.Get("/", func(c fiber.Ctx) error {
		bound = c.Bind().Query(v)
		return nil
	})
	if _, err := app.Test(httptest.NewRequest("GET", "/?"+q.Encode(), nil)); err != nil {
		return err
	}
	return bound
}

func slow() []ecosystem.Row { return append(fiberRows(), humaRows()...) }

func fiberRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "fiber", Store: "query", Module: "github.com/gofiber/fiber/v3", Link: "https://pkg.go.dev/github.com/gofiber/fiber/v3",
		Say: "`uuid.UUID` as the field's type",
		Excuses: []ecosystem.Excuse{
			{Ops: "list", Reason: "fiber calls no method for the elements of a list: read a []string, and parse."},
			{Ops: "NullUUID", Reason: "A query can set the fields of a NullUUID: write a pointer."},
		},
		Today: types(fiberBind), With: ecosystem.Of(ours[S, SN](fiberBind), ours[G, GN](fiberBind), ours[F, FN](fiberBind), ours[U, UN](fiberBind)),
	}}
}

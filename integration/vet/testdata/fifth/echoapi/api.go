// Package echoapi is an API of a library, with echo and uuidkit's type.
package echoapi

import (
	"database/sql"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/uuidkit/uuidkit/uuid"
)

type LoanID uuid.UUID

type Loan struct {
	ID       uuid.UUID
	Book     uuid.UUID
	Returned sql.Null[uuid.UUID]
}

type loanJSON struct {
	ID       uuid.UUID     `json:"id"`
	Book     uuid.UUID     `json:"book,omitzero"`
	Returned uuid.NullUUID `json:"returned"`
}

func (l Loan) jsonRight() loanJSON {
	return loanJSON{l.ID, l.Book, uuid.NullUUID{UUID: l.Returned.V, Valid: l.Returned.Valid}}
}

func Get(c echo.Context) error {
	return c.String(http.StatusOK, uuid.MustParse(c.Param("id")).URN()) // WRONG(uuidmust): echo's path
}

func GetRight(c echo.Context) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "no id")
	}
	return c.String(http.StatusOK, id.URN())
}

func Search(c echo.Context) error {
	var ids []uuid.UUID
	for _, text := range []string{c.QueryParam("book"), c.QueryParam("loan")} {
		ids = append(ids, uuid.MustParse(text)) // WRONG(uuidmust): two query values in a list
	}
	return c.JSON(http.StatusOK, ids)
}

func SearchRight(c echo.Context) error {
	var ids []uuid.UUID
	for _, text := range []string{c.QueryParam("book"), c.QueryParam("loan")} {
		id, err := uuid.Parse(text)
		if err != nil {
			return echo.ErrBadRequest
		}
		ids = append(ids, id)
	}
	return c.JSON(http.StatusOK, ids)
}

// BindRight lets echo read the ids: uuidkit's type has UnmarshalParam.
func BindRight(c echo.Context) error {
	var q struct {
		Book uuid.UUID `query:"book"`
	}
	if err := c.Bind(&q); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, echo.Map{"book": q.Book})
}

func Raw(c echo.Context, l Loan) error {
	return c.JSON(http.StatusOK, echo.Map{"returned": l.Returned}) // WRONG(uuidjson): an object of V and Valid
}

func RawRight(c echo.Context, l Loan) error {
	return c.JSON(http.StatusOK, l.jsonRight())
}

func PointerRight(c echo.Context, l Loan) error {
	var returned *uuid.UUID
	if l.Returned.Valid {
		returned = &l.Returned.V
	}
	return c.JSON(http.StatusOK, echo.Map{"returned": returned})
}

func Loaned(c echo.Context, loans map[string]LoanID) error {
	return c.JSONPretty(http.StatusOK, loans, " ") // WRONG(uuidjson): the values of a map
}

func LoanedRight(c echo.Context, loans map[string]LoanID) error {
	out := make(map[string]uuid.UUID, len(loans))
	for k, id := range loans {
		out[k] = uuid.UUID(id)
	}
	return c.JSONPretty(http.StatusOK, out, " ")
}

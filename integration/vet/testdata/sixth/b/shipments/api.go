// Package shipments is the API of the carriers.
package shipments

import (
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	kit "github.com/uuidkit/uuidkit/uuid"
)

// Ids of their own, so that the compiler tells them apart.
type (
	ShipmentID uuid.UUID
	CarrierID  kit.UUID
	TruckID    = uuid.UUID // an alias keeps all methods
)

// DepotID has the text methods of its own.
type DepotID uuid.UUID

func (d DepotID) MarshalText() ([]byte, error) { return uuid.UUID(d).MarshalText() }

func (d *DepotID) UnmarshalText(b []byte) error { return (*uuid.UUID)(d).UnmarshalText(b) }

type Shipment struct {
	ID     ShipmentID `json:"id"` // WRONG(uuidjson): an array of 16 numbers
	Truck  TruckID    `json:"truck"`
	Depot  DepotID    `json:"depot"`
	Weight int        `json:"weight"`
}

type ShipmentRight struct {
	ID     uuid.UUID `json:"id"`
	Truck  TruckID   `json:"truck"`
	Depot  DepotID   `json:"depot"`
	Weight int       `json:"weight"`
}

type Tour struct {
	Truck TruckID      `json:"truck"`
	Stops []ShipmentID `json:"stops"` // WRONG(uuidjson): a list of arrays of numbers
}

type TourRight struct {
	Truck TruckID     `json:"truck"`
	Stops []uuid.UUID `json:"stops"`
}

type Offer struct {
	Carrier *CarrierID `json:"carrier,omitempty"` // WRONG(uuidjson): a type without methods
	Price   int64      `json:"price"`
}

type OfferRight struct {
	Carrier *kit.UUID `json:"carrier,omitempty"`
	Price   int64     `json:"price"`
}

type Service struct {
	db *sql.DB
	// open is kept in memory only.
	open map[ShipmentID]CarrierID
}

func (s *Service) create(c echo.Context) error {
	id := ShipmentID(uuid.New())
	if _, err := s.db.ExecContext(c.Request().Context(), `INSERT INTO shipments (id) VALUES ($1)`, uuid.UUID(id)); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]any{"id": id}) // WRONG(uuidjson): id has no methods
}

func (s *Service) createRight(c echo.Context) error {
	id := ShipmentID(uuid.New())
	if _, err := s.db.ExecContext(c.Request().Context(), `INSERT INTO shipments (id) VALUES ($1)`, uuid.UUID(id)); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]any{"id": uuid.UUID(id)})
}

func (s *Service) carrier(c *gin.Context) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	carrier, ok := s.open[ShipmentID(id)]
	if !ok {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, carrier) // WRONG(uuidjson): 16 numbers
}

func (s *Service) carrierRight(c *gin.Context) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		c.Status(http.StatusNotFound)
		return
	}
	carrier, ok := s.open[ShipmentID(id)]
	if !ok {
		c.Status(http.StatusNotFound)
		return
	}
	c.JSON(http.StatusOK, kit.UUID(carrier))
}

func (s *Service) dump(w http.ResponseWriter, _ *http.Request) {
	list := make([]ShipmentID, 0, len(s.open))
	for id := range s.open {
		list = append(list, id)
	}
	json.NewEncoder(w).Encode(list) // WRONG(uuidjson): the elements have no methods
}

func (s *Service) dumpRight(w http.ResponseWriter, _ *http.Request) {
	list := make([]uuid.UUID, 0, len(s.open))
	for id := range s.open {
		list = append(list, uuid.UUID(id))
	}
	json.NewEncoder(w).Encode(list)
}

// event is written to the log of changes.
type event struct {
	Kind    string
	Carrier CarrierID
}

type eventRight struct {
	Kind    string
	Carrier kit.UUID
}

func encodeEvent(kind string, by CarrierID) ([]byte, error) {
	return json.Marshal(event{Kind: kind, Carrier: by}) // WRONG(uuidjson): without tags it is the same
}

func encodeEventRight(kind string, by CarrierID) ([]byte, error) {
	return json.Marshal(eventRight{Kind: kind, Carrier: kit.UUID(by)})
}

// hidden ids may have any type.
type row struct {
	ID    ShipmentID `json:"-"`
	Label string     `json:"label"`
	Depot DepotID    `json:"depot"`
}

func (s *Service) labels(c echo.Context) error {
	rows, err := s.db.QueryContext(c.Request().Context(), `SELECT id, label FROM shipments`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var list []row
	for rows.Next() {
		var r row
		if err := rows.Scan((*uuid.UUID)(&r.ID), &r.Label); err != nil {
			return err
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, list)
}

func (s *Service) byDepot(list []ShipmentRight) ([]byte, error) {
	m := map[DepotID][]TruckID{}
	for _, sh := range list {
		m[sh.Depot] = append(m[sh.Depot], sh.Truck)
	}
	return json.Marshal(m)
}

// Package signals passes messages between ships and the port.
package signals

import (
	"context"
	"io"
	"os"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/vmihailenco/msgpack/v5"
)

type ship struct{}
type port struct{}

type Signal struct {
	From gofrs.UUID
	Via  map[string]gofrs.NullUUID // WRONG-ALSO(msgpacknull)
}

type SignalRight struct {
	From gofrs.UUID
	Via  map[string]*gofrs.UUID
}

type Codec struct{ tags cbor.TagSet }

func NewCodec() (c *Codec, err error) {
	if err = msgpackx.Register[gofrs.UUID](msgpackx.Ext(7)); err != nil {
		return nil, err
	}
	c = &Codec{tags: cbor.NewTagSet()}
	return c, cborx.Register[uuid.UUID](c.tags)
}

func (c *Codec) encode(s *Signal) ([]byte, error) {
	return msgpack.Marshal(s) // WRONG(msgpacknull): values of a map in a struct
}

func (c *Codec) encodeRight(s *SignalRight) ([]byte, error) {
	return msgpack.Marshal(s)
}

func (c *Codec) ids(ids ...uuid.UUID) error {
	return cbor.NewEncoder(os.Stdout).Encode(ids) // WRONG(cbortags): without the set
}

func (c *Codec) idsRight(ids ...uuid.UUID) error {
	mode, err := cbor.EncOptions{}.EncModeWithTags(c.tags)
	if err != nil {
		return err
	}
	return mode.NewEncoder(os.Stdout).Encode(ids)
}

func withShip(ctx context.Context, id uuid.UUID) context.Context {
	ctx = context.WithValue(ctx, ship{}, id) // WRONG-ALSO(uuidassert)
	return ctx
}

func shipOf(ctx context.Context) (id gofrs.UUID) {
	id, _ = ctx.Value(ship{}).(gofrs.UUID) // WRONG(uuidassert): google's is stored
	return id
}

func shipOfRight(ctx context.Context) (id uuid.UUID) {
	id, _ = ctx.Value(ship{}).(uuid.UUID)
	return id
}

func withPort(ctx context.Context, id gofrs.UUID) context.Context {
	return context.WithValue(ctx, port{}, id)
}

func portOf(ctx context.Context) gofrs.UUID {
	id, ok := ctx.Value(port{}).(gofrs.UUID)
	if !ok {
		return gofrs.Nil
	}
	return id
}

func berth(c echo.Context) error {
	c.Set("berth", c.Param("berth")) // WRONG-ALSO(uuidassert)
	return nil
}

func berthOf(c echo.Context) uuid.UUID {
	return c.Get("berth").(uuid.UUID) // WRONG(uuidassert): text is stored
}

func berthOfRight(c echo.Context) (uuid.UUID, error) {
	text, _ := c.Get("berth").(string)
	return uuid.Parse(text)
}

func copyAll(dst io.Writer, src io.Reader) error {
	_, err := io.Copy(dst, src)
	return err
}

var _ = []any{(*Codec).encode, (*Codec).encodeRight, (*Codec).ids, (*Codec).idsRight, withShip, shipOf, shipOfRight, withPort, portOf, berth, berthOf, berthOfRight, copyAll}

// Command dispatch sends parcels of books.
package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	kit "github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
	"gorm.io/gorm"
)

type Parcel struct {
	ID    uuid.UUID
	Buyer uuid.UUID
	Grams int
}

type store interface {
	Save(ctx context.Context, p *Parcel) error
	Delete(ctx context.Context, id uuid.UUID) error
}

type pg struct{ pool *pgxpool.Pool }

func (s pg) Save(ctx context.Context, p *Parcel) error {
	_, err := s.pool.Exec(ctx, "insert into parcel (id, buyer, grams) values ($1, $2, $3)", p.ID, p.Buyer, p.Grams)
	return err
}

func (s pg) Delete(ctx context.Context, id uuid.UUID) error {
	_, err := s.pool.Exec(ctx, "delete from parcel where id = $1", id)
	return err
}

func drop(ctx context.Context, s pg, arg string) error {
	id, err := uuid.Parse(arg)
	if err != nil {
		slog.Warn("no id", "arg", arg, "err", err)
	}
	return s.Delete(ctx, id) // WRONG(uuiderror): logs and goes on
}

func dropRight(ctx context.Context, s pg, arg string) error {
	id, err := uuid.Parse(arg)
	if err != nil {
		slog.Warn("no id", "arg", arg, "err", err)
		return err
	}
	return s.Delete(ctx, id)
}

func fromCBOR(ctx context.Context, s pg, data []byte) error {
	var p Parcel
	cbor.Unmarshal(data, &p)
	return s.Save(ctx, &p) // WRONG(uuiderror): CBOR's error is dropped
}

func fromCBORRight(ctx context.Context, s pg, data []byte) error {
	var p Parcel
	if err := cbor.Unmarshal(data, &p); err != nil {
		return err
	}
	return s.Save(ctx, &p)
}

func fromGob(ctx context.Context, s pg, r io.Reader) error {
	var p Parcel
	err := gob.NewDecoder(r).Decode(&p)
	if err != nil {
		log.Print(err)
	}
	_, err = s.pool.Exec(ctx, "update parcel set grams = $1 where id = $2", p.Grams, p.ID) // WRONG(uuiderror): gob's error is only logged
	return err
}

func fromGobRight(ctx context.Context, s pg, r io.Reader) error {
	var p Parcel
	err := gob.NewDecoder(r).Decode(&p)
	if err != nil {
		log.Print(err)
		return err
	}
	_, err = s.pool.Exec(ctx, "update parcel set grams = $1 where id = $2", p.Grams, p.ID)
	return err
}

func fromMsgpack(ctx context.Context, db *sqlx.DB, b []byte) (n int, err error) {
	var id uuid.UUID
	_ = msgpack.Unmarshal(b, &id)
	err = db.GetContext(ctx, &n, "select count(*) from parcel where buyer = $1", id) // WRONG(uuiderror): msgpack's error is dropped
	return n, err
}

func fromMsgpackRight(ctx context.Context, db *sqlx.DB, b []byte) (n int, err error) {
	var id uuid.UUID
	if err = msgpack.Unmarshal(b, &id); err != nil {
		return 0, err
	}
	err = db.GetContext(ctx, &n, "select count(*) from parcel where buyer = $1", id)
	return n, err
}

func write(w io.Writer, text string) error {
	id, _ := kit.Parse(text)
	return json.NewEncoder(w).Encode(map[string]any{"parcel": id}) // WRONG(uuiderror): Nil is written
}

func writeRight(w io.Writer, text string) error {
	id, err := kit.Parse(text)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(map[string]any{"parcel": id})
}

func grams(db *gorm.DB, text string) (n int, err error) {
	id, e := uuid.Parse(text)
	if e != nil {
		fmt.Fprintln(os.Stderr, e)
	}
	err = db.Table("parcel").Select("grams").Where("id = ?", id).Scan(&n).Error // WRONG(uuiderror): printed, and goes on
	return n, err
}

func gramsRight(db *gorm.DB, text string) (n int, err error) {
	id, e := uuid.Parse(text)
	if e != nil {
		fmt.Fprintln(os.Stderr, e)
		os.Exit(2)
	}
	err = db.Table("parcel").Select("grams").Where("id = ?", id).Scan(&n).Error
	return n, err
}

type line struct {
	ID  uuid.UUID
	Err error
}

func lines(r io.Reader) (out []line) {
	for _, b := range bytes.Fields(must(io.ReadAll(r))) {
		id, err := uuid.ParseBytes(b)
		out = append(out, line{ID: id, Err: err})
	}
	return out
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func viaMust(ctx context.Context, s store, text string) error {
	return s.Delete(ctx, must(uuid.Parse(text)))
}

func named(text string) (id uuid.UUID, err error) {
	id, err = uuid.Parse(text)
	return id, err
}

func viaNamed(ctx context.Context, s store, text string) error {
	id, err := named(text)
	if err == nil {
		err = s.Delete(ctx, id)
	}
	return err
}

func main() {
	var id uuid.UUID
	flag.TextVar(&id, "id", uuid.Nil, "parcel")
	flag.Parse()
	fmt.Println(id)
}

var _ = []any{drop, dropRight, fromCBOR, fromCBORRight, fromGob, fromGobRight, fromMsgpack, fromMsgpackRight, write, writeRight, grams, gramsRight, lines, viaMust, viaNamed}

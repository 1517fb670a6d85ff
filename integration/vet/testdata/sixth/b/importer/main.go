// Command importer loads the nightly supplier files.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/gofrs/uuid/v5"
	"github.com/jackc/pgx/v5"
)

type part struct {
	ID       uuid.UUID
	Supplier uuid.UUID
	Label    string
}

type loader struct {
	conn     *pgx.Conn
	rejected []string
}

func main() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)
	l := &loader{conn: conn}
	for _, run := range []func(context.Context, *csv.Reader) error{l.parts, l.partsRight, l.prices, l.pricesRight, l.strict} {
		f, err := os.Open(os.Args[1])
		if err != nil {
			log.Fatal(err)
		}
		if err := run(ctx, csv.NewReader(f)); err != nil {
			log.Fatal(err)
		}
		f.Close()
	}
	l.discontinue(ctx, strings.Fields(os.Args[2]))
	l.discontinueRight(ctx, strings.Fields(os.Args[2]))
	l.relink(ctx, []byte(os.Args[3]))
	l.relinkRight(ctx, []byte(os.Args[3]))
}

func toID(cell string) uuid.UUID {
	id, _ := uuid.FromString(strings.TrimSpace(cell)) // WRONG-ALSO(uuiderror)
	return id
}

func (l *loader) parts(ctx context.Context, rows *csv.Reader) error {
	for {
		rec, err := rows.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p := part{ID: toID(rec[0]), Label: rec[2]}
		_, err = l.conn.Exec(ctx, `insert into parts (id, label) values ($1, $2)`, p.ID, p.Label) // WRONG(uuiderror): toID drops the error, so Nil is stored
		if err != nil {
			return err
		}
	}
}

func toIDRight(cell string) (uuid.UUID, error) {
	return uuid.FromString(strings.TrimSpace(cell))
}

func (l *loader) partsRight(ctx context.Context, rows *csv.Reader) error {
	for {
		rec, err := rows.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		id, err := toIDRight(rec[0])
		if err != nil {
			return fmt.Errorf("part %q: %w", rec[0], err)
		}
		p := part{ID: id, Label: rec[2]}
		if _, err = l.conn.Exec(ctx, `insert into parts (id, label) values ($1, $2)`, p.ID, p.Label); err != nil {
			return err
		}
	}
}

func (l *loader) prices(ctx context.Context, rows *csv.Reader) error {
	records, err := rows.ReadAll()
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	for i, rec := range records {
		var p part
		if err := p.Supplier.UnmarshalText([]byte(rec[1])); err != nil {
			log.Printf("line %d: no supplier: %v", i+1, err) // WRONG-ALSO(uuiderror)
		}
		batch.Queue(`update parts set price = $1 where supplier_id = $2`, rec[3], p.Supplier) // WRONG(uuiderror): logged and went on with Nil
	}
	return l.conn.SendBatch(ctx, batch).Close()
}

func (l *loader) pricesRight(ctx context.Context, rows *csv.Reader) error {
	records, err := rows.ReadAll()
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	for i, rec := range records {
		var p part
		if err := p.Supplier.UnmarshalText([]byte(rec[1])); err != nil {
			log.Printf("line %d: no supplier: %v", i+1, err)
			continue
		}
		batch.Queue(`update parts set price = $1 where supplier_id = $2`, rec[3], p.Supplier)
	}
	return l.conn.SendBatch(ctx, batch).Close()
}

func (l *loader) discontinue(ctx context.Context, args []string) {
	ids := make([]uuid.UUID, len(args))
	for i, a := range args {
		ids[i], _ = uuid.FromString(a) // WRONG-ALSO(uuiderror)
	}
	for _, id := range ids {
		if _, err := l.conn.Exec(ctx, `update parts set active = false where id = $1`, id); err != nil { // WRONG(uuiderror): ids has Nil for each argument that is no UUID
			log.Print(err)
		}
	}
}

func (l *loader) discontinueRight(ctx context.Context, args []string) {
	ids := make([]uuid.UUID, 0, len(args))
	for _, a := range args {
		id, err := uuid.FromString(a)
		if err != nil {
			l.rejected = append(l.rejected, a)
			continue
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if _, err := l.conn.Exec(ctx, `update parts set active = false where id = $1`, id); err != nil {
			log.Print(err)
		}
	}
}

func (l *loader) relink(ctx context.Context, raw []byte) {
	supplier, err := uuid.FromBytes(raw)                                                               // WRONG-ALSO(uuiderror)
	_, err = l.conn.Exec(ctx, `update parts set supplier_id = $1 where supplier_id is null`, supplier) // WRONG(uuiderror): Exec's error overwrites that of FromBytes
	if err != nil {
		log.Print("relink: ", err)
	}
}

func (l *loader) relinkRight(ctx context.Context, raw []byte) {
	supplier, err := uuid.FromBytes(raw)
	if err == nil {
		_, err = l.conn.Exec(ctx, `update parts set supplier_id = $1 where supplier_id is null`, supplier)
	}
	if err != nil {
		log.Print("relink: ", err)
	}
}

// strict reads the whole file before it writes.
func (l *loader) strict(ctx context.Context, rows *csv.Reader) error {
	records, err := rows.ReadAll()
	if err != nil {
		return err
	}
	var errs []error
	var list []part
	for i, rec := range records {
		id, err := uuid.FromString(rec[0])
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", i+1, err))
		}
		list = append(list, part{ID: id, Label: rec[2]})
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	_, err = l.conn.CopyFrom(ctx, pgx.Identifier{"parts"}, []string{"id", "label"},
		pgx.CopyFromSlice(len(list), func(i int) ([]any, error) {
			return []any{list[i].ID, list[i].Label}, nil
		}))
	return err
}

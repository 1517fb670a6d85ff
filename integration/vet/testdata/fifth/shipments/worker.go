// Package shipments books parcels that a message queue announces. Its ids are gofrs's.
package shipments

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/gofrs/uuid/v5"
)

type Parcel struct {
	ID      uuid.UUID `json:"id" xml:"id"`
	Depot   uuid.UUID `json:"depot" xml:"depot"`
	Grammes int       `json:"grammes" xml:"grammes"`
}

type Store interface {
	Put(ctx context.Context, p Parcel) error
}

type Worker struct {
	db     *sql.DB
	log    *slog.Logger
	sticky error
}

func (w *Worker) put(ctx context.Context, p Parcel) error {
	_, err := w.db.ExecContext(ctx, `INSERT INTO parcels (id, depot, grammes) VALUES ($1, $2, $3)`, p.ID, p.Depot, p.Grammes)
	return err
}

func (w *Worker) HandleJSON(ctx context.Context, body []byte) error {
	var p Parcel
	if err := json.Unmarshal(body, &p); err != nil {
		w.log.Error("bad message", "err", err)
	}
	return w.put(ctx, p) // WRONG(uuiderror): the error is only logged
}

func (w *Worker) HandleJSONRight(ctx context.Context, body []byte) error {
	var p Parcel
	if ok := json.Unmarshal(body, &p) == nil; !ok {
		w.log.Error("bad message")
		return nil // poisoned messages are dropped
	}
	return w.put(ctx, p)
}

func (w *Worker) HandleXML(ctx context.Context, r io.Reader) error {
	var p Parcel
	_ = xml.NewDecoder(r).Decode(&p)
	_, err := w.db.ExecContext(ctx, `DELETE FROM parcels WHERE id = $1`, p.ID) // WRONG(uuiderror): Nil after an error of Decode
	return err
}

func (w *Worker) HandleXMLRight(ctx context.Context, r io.Reader) error {
	var p Parcel
	err := xml.NewDecoder(r).Decode(&p)
	if err == nil {
		_, err = w.db.ExecContext(ctx, `DELETE FROM parcels WHERE id = $1`, p.ID)
	}
	return err
}

func (w *Worker) HandleGob(ctx context.Context, body []byte) error {
	var p Parcel
	dec := gob.NewDecoder(bytes.NewReader(body))
	switch err := dec.Decode(&p); {
	case err != nil:
		w.log.Warn("gob", "err", err)
	case p.Grammes == 0:
		return nil
	}
	return w.put(ctx, p) // WRONG(uuiderror): the first case goes on
}

func (w *Worker) HandleGobRight(ctx context.Context, body []byte) error {
	var p Parcel
	dec := gob.NewDecoder(bytes.NewReader(body))
	switch err := dec.Decode(&p); {
	case err != nil:
		w.log.Warn("gob", "err", err)
	default:
		return w.put(ctx, p)
	}
	return nil
}

// decode hides an error from its callers.
func decode[T any](body []byte) T {
	var v T
	_ = json.Unmarshal(body, &v)
	return v // WRONG-ALSO(uuiderror)
}

func (w *Worker) Redeliver(ctx context.Context, body []byte) error {
	p := decode[Parcel](body)
	return w.put(ctx, p) // WRONG(uuiderror): decode has dropped the error
}

func decodeRight[T any](body []byte) (v T, err error) {
	err = json.Unmarshal(body, &v)
	return
}

func (w *Worker) RedeliverRight(ctx context.Context, body []byte) error {
	p, err := decodeRight[Parcel](body)
	if err != nil {
		return fmt.Errorf("redeliver: %w", err)
	}
	return w.put(ctx, p)
}

func (w *Worker) Depot(ctx context.Context, raw []byte) (name string) {
	parse := uuid.FromBytes
	id, err := parse(raw)
	if err != nil {
		w.log.Warn("depot", "err", err)
	}
	if err := w.db.QueryRowContext(ctx, `SELECT name FROM depots WHERE id = $1`, id).Scan(&name); err != nil { // WRONG(uuiderror): logged, and asked for Nil
		return ""
	}
	return name
}

func (w *Worker) DepotRight(ctx context.Context, raw []byte) (name string) {
	id := mustID(uuid.FromBytes(raw))
	if err := w.db.QueryRowContext(ctx, `SELECT name FROM depots WHERE id = $1`, id).Scan(&name); err != nil {
		return ""
	}
	return name
}

func mustID(id uuid.UUID, err error) uuid.UUID {
	if err != nil {
		panic(err)
	}
	return id
}

// SafeDepotRight turns the panic of mustID into its error.
func (w *Worker) SafeDepotRight(ctx context.Context, text string) (name string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("depot: %v", r)
		}
	}()
	id := mustID(uuid.FromString(text))
	err = w.db.QueryRowContext(ctx, `SELECT name FROM depots WHERE id = $1`, id).Scan(&name)
	return name, err
}

func (w *Worker) parse(text string) uuid.UUID {
	id, err := uuid.FromString(text)
	if err != nil && w.sticky == nil {
		w.sticky = err
	}
	return id
}

// RouteRight keeps the first error in the worker, and looks before it writes.
func (w *Worker) RouteRight(ctx context.Context, parcel, depot string) error {
	p := Parcel{ID: w.parse(parcel), Depot: w.parse(depot)}
	if w.sticky != nil {
		return w.sticky
	}
	return w.put(ctx, p)
}

func (w *Worker) Verbose(ctx context.Context, text string, strict bool) error {
	id, err := uuid.FromString(text)
	if err != nil && strict {
		return err
	}
	_, err = w.db.ExecContext(ctx, `UPDATE parcels SET seen = true WHERE id = $1`, id) // WRONG(uuiderror): not strict, the error is dropped
	return err
}

func (w *Worker) VerboseRight(ctx context.Context, text string, strict bool) error {
	id, err := uuid.FromString(text)
	if err != nil {
		if strict {
			return err
		}
		id = uuid.NewV5(uuid.NamespaceOID, text)
	}
	_, err = w.db.ExecContext(ctx, `UPDATE parcels SET seen = true WHERE id = $1`, id)
	return err
}

// OneDepotRight runs at the start of the program.
func (w *Worker) OneDepotRight(ctx context.Context) error {
	id, err := uuid.FromString(os.Getenv("DEPOT"))
	if err != nil {
		w.log.Error("DEPOT", "err", err)
		os.Exit(2)
	}
	return w.put(ctx, Parcel{ID: uuid.Must(uuid.NewV7()), Depot: id})
}

// AgainRight converts a UUID of another field, which cannot fail.
func (w *Worker) AgainRight(ctx context.Context, p Parcel) error {
	id, _ := uuid.FromBytes(p.Depot.Bytes())
	return w.put(ctx, Parcel{ID: uuid.Must(uuid.NewV4()), Depot: id})
}

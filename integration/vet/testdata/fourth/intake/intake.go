// Package intake registers patients.
package intake

import (
	"context"
	"database/sql"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log"
	"net/http"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	kit "github.com/uuidkit/uuidkit/uuid"
)

type Patient struct {
	ID   uuid.UUID `json:"id" xml:"id"`
	Ward uuid.UUID `json:"ward" xml:"ward"`
	Name string    `json:"name" xml:"name"`
}

type Desk struct {
	db  *sql.DB
	log *log.Logger
}

func (d *Desk) name(ctx context.Context, text string) (name string, err error) {
	id, _ := uuid.Parse(text)
	err = d.db.QueryRowContext(ctx, `SELECT name FROM patient WHERE id = $1`, id).Scan(&name) // WRONG(uuiderror): Nil is asked for
	return name, err
}

func (d *Desk) nameRight(ctx context.Context, text string) (name string, err error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return "", err
	}
	err = d.db.QueryRowContext(ctx, `SELECT name FROM patient WHERE id = $1`, id).Scan(&name)
	return name, err
}

func (d *Desk) discharge(w http.ResponseWriter, r *http.Request) {
	id, err := gofrs.FromString(r.PathValue("patient"))
	if err != nil {
		d.log.Printf("bad id: %v", err)
	}
	if _, err := d.db.ExecContext(r.Context(), `DELETE FROM stay WHERE patient = $1`, id); err != nil { // WRONG(uuiderror): logs and goes on
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (d *Desk) dischargeRight(w http.ResponseWriter, r *http.Request) {
	id, err := gofrs.FromString(r.PathValue("patient"))
	if err != nil {
		d.log.Printf("bad id: %v", err)
		http.Error(w, "patient", http.StatusBadRequest)
		return
	}
	if _, err := d.db.ExecContext(r.Context(), `DELETE FROM stay WHERE patient = $1`, id); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (d *Desk) own(r *http.Request, me uuid.UUID) bool {
	id, _ := uuid.Parse(r.FormValue("patient"))
	return id == me // WRONG(uuiderror): Nil is compared
}

func (d *Desk) ownRight(r *http.Request, me uuid.UUID) bool {
	id, err := uuid.Parse(r.FormValue("patient"))
	return err == nil && id == me
}

func (d *Desk) move(ctx context.Context, patient kit.UUID, ward string) error {
	to, err := kit.Parse(ward)
	_, xerr := d.db.ExecContext(ctx, `UPDATE stay SET ward = $1 WHERE patient = $2`, to, patient) // WRONG(uuiderror): err is looked at too late
	if err != nil {
		return err
	}
	return xerr
}

func (d *Desk) moveRight(ctx context.Context, patient kit.UUID, ward string) error {
	to, err := kit.Parse(ward)
	if err != nil {
		return err
	}
	_, xerr := d.db.ExecContext(ctx, `UPDATE stay SET ward = $1 WHERE patient = $2`, to, patient)
	return xerr
}

func (d *Desk) insert(ctx context.Context, p Patient) error {
	_, err := d.db.ExecContext(ctx, `INSERT INTO patient (id, ward, name) VALUES ($1, $2, $3)`, p.ID, p.Ward, p.Name)
	return err
}

func (d *Desk) create(w http.ResponseWriter, r *http.Request) {
	var p Patient
	_ = json.NewDecoder(r.Body).Decode(&p)
	if err := d.insert(r.Context(), p); err != nil { // WRONG(uuiderror): a struct of an ignored Decode
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (d *Desk) createRight(w http.ResponseWriter, r *http.Request) {
	var p Patient
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := d.insert(r.Context(), p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (d *Desk) importXML(ctx context.Context, data []byte) error {
	p := &Patient{}
	if err := xml.Unmarshal(data, p); err != nil {
		log.Println("import:", err)
	}
	_, err := d.db.ExecContext(ctx, `UPDATE patient SET name = $1 WHERE id = $2`, p.Name, p.ID) // WRONG(uuiderror): logs and goes on
	return err
}

func (d *Desk) importXMLRight(ctx context.Context, data []byte) error {
	p := &Patient{}
	if err := xml.Unmarshal(data, p); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	_, err := d.db.ExecContext(ctx, `UPDATE patient SET name = $1 WHERE id = $2`, p.Name, p.ID)
	return err
}

func (d *Desk) doctor(ctx context.Context, b []byte) (name string, err error) {
	var id gofrs.UUID
	id.UnmarshalText(b)
	err = d.db.QueryRowContext(ctx, `SELECT name FROM doctor WHERE id = $1`, id).Scan(&name) // WRONG(uuiderror): UnmarshalText's error is dropped
	return name, err
}

func (d *Desk) doctorRight(ctx context.Context, b []byte) (name string, err error) {
	var id gofrs.UUID
	if err := id.UnmarshalText(b); err != nil {
		return "", err
	}
	err = d.db.QueryRowContext(ctx, `SELECT name FROM doctor WHERE id = $1`, id).Scan(&name)
	return name, err
}

func (d *Desk) visit(ctx context.Context, raw []byte) error {
	key, err := uuid.FromBytes(raw)
	if err != nil {
		fmt.Println("visit:", err)
	}
	return d.insert(ctx, Patient{ID: key, Name: "?"}) // WRONG(uuiderror): passed in a struct
}

func (d *Desk) visitRight(ctx context.Context, raw []byte) error {
	key, err := uuid.FromBytes(raw)
	if err != nil {
		fmt.Println("visit:", err)
		return err
	}
	return d.insert(ctx, Patient{ID: key, Name: "?"})
}

func (d *Desk) optional(ctx context.Context, text string) (n int, err error) {
	id, _ := uuid.Parse(text)
	if id == uuid.Nil {
		return 0, errors.New("no id")
	}
	err = d.db.QueryRowContext(ctx, `SELECT count(*) FROM stay WHERE patient = $1`, id).Scan(&n)
	return n, err
}

func (d *Desk) many(ctx context.Context, texts []string) error {
	var errs []error
	for _, t := range texts {
		id, err := uuid.Parse(t)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if _, err := d.db.ExecContext(ctx, `DELETE FROM stay WHERE patient = $1`, id); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (d *Desk) fallback(ctx context.Context, text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		id = uuid.New()
	}
	return d.insert(ctx, Patient{ID: id})
}

func valid(text string) bool {
	_, err := uuid.Parse(text)
	return err == nil
}

func (d *Desk) fatal(ctx context.Context, text string) error {
	id, err := uuid.Parse(text)
	if err != nil {
		log.Fatalf("id: %v", err)
	}
	return d.insert(ctx, Patient{ID: id})
}

func (d *Desk) checked(ctx context.Context, text string) error {
	if !valid(text) {
		return errors.New("no id")
	}
	id := uuid.MustParse(text)
	return d.insert(ctx, Patient{ID: id})
}

var _ = []any{(*Desk).name, (*Desk).nameRight, (*Desk).discharge, (*Desk).dischargeRight, (*Desk).own, (*Desk).ownRight, (*Desk).move, (*Desk).moveRight, (*Desk).create, (*Desk).createRight, (*Desk).importXML, (*Desk).importXMLRight, (*Desk).doctor, (*Desk).doctorRight, (*Desk).visit, (*Desk).visitRight, (*Desk).optional, (*Desk).many, (*Desk).fallback, (*Desk).fatal, (*Desk).checked}

// Package invoices keeps the invoices of the billing service in PostgreSQL.
package invoices

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	"github.com/google/uuid"
)

var errBadID = errors.New("invoices: malformed id")

type Invoice struct {
	ID       uuid.UUID
	Customer uuid.UUID
	Cents    int64
}

type Repo struct{ db *sql.DB }

func (r *Repo) Total(ctx context.Context, customer string) (cents int64, err error) {
	id, _ := uuid.Parse(customer)
	err = r.db.QueryRowContext(ctx, `SELECT sum(cents) FROM invoices WHERE customer = $1`, id).Scan(&cents) // WRONG(uuiderror): id is Nil after an error
	return cents, err
}

func (r *Repo) TotalRight(ctx context.Context, customer string) (cents int64, err error) {
	var id uuid.UUID
	if id, err = uuid.Parse(customer); err != nil {
		return
	}
	err = r.db.QueryRowContext(ctx, `SELECT sum(cents) FROM invoices WHERE customer = $1`, id).Scan(&cents)
	return
}

// Move gives an invoice to another customer.
func (r *Repo) Move(ctx context.Context, invoice, customer string) error {
	id, err := uuid.Parse(invoice)
	to, err := uuid.Parse(customer)
	if err != nil {
		return err
	}
	_, err = r.db.ExecContext(ctx, `UPDATE invoices SET customer = $1 WHERE id = $2`, to, id) // WRONG(uuiderror): the first error was overwritten
	return err
}

func (r *Repo) MoveRight(ctx context.Context, invoice, customer string) error {
	id, err1 := uuid.Parse(invoice)
	to, err2 := uuid.Parse(customer)
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	_, err := r.db.ExecContext(ctx, `UPDATE invoices SET customer = $1 WHERE id = $2`, to, id)
	return err
}

func (r *Repo) Void(ctx context.Context, invoice string) error {
	id, err := uuid.Parse(invoice)
	res, execErr := r.db.ExecContext(ctx, `DELETE FROM invoices WHERE id = $1`, id) // WRONG(uuiderror): the error is looked at too late
	if err != nil {
		return err
	}
	if execErr != nil {
		return execErr
	}
	_, err = res.RowsAffected()
	return err
}

func (r *Repo) VoidRight(ctx context.Context, invoice string) error {
	id, err := uuid.Parse(invoice)
	if invalid(err) {
		return errBadID
	}
	_, err = r.db.ExecContext(ctx, `DELETE FROM invoices WHERE id = $1`, id)
	return err
}

func invalid(err error) bool { return err != nil }

func (r *Repo) Create(ctx context.Context, customer string, cents int64) error {
	inv := Invoice{ID: uuid.New(), Cents: cents}
	inv.Customer, _ = uuid.Parse(customer)
	return r.save(ctx, inv) // WRONG(uuiderror): the field is Nil after an error
}

func (r *Repo) CreateRight(ctx context.Context, customer string, cents int64) (err error) {
	inv := Invoice{ID: uuid.New(), Cents: cents}
	inv.Customer, err = uuid.Parse(customer)
	switch {
	case err != nil:
		return errBadID
	case inv.Customer == uuid.Nil:
		return errors.New("invoices: no customer")
	}
	return r.save(ctx, inv)
}

func (r *Repo) save(ctx context.Context, inv Invoice) error {
	_, err := r.db.ExecContext(ctx, `INSERT INTO invoices (id, customer, cents) VALUES ($1, $2, $3)`, inv.ID, inv.Customer, inv.Cents)
	return err
}

// PayAll marks a list of invoices as paid.
func (r *Repo) PayAll(ctx context.Context, texts []string) error {
	failed := 0
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			failed++
		}
		if _, err := r.db.ExecContext(ctx, `UPDATE invoices SET paid = true WHERE id = $1`, id); err != nil { // WRONG(uuiderror): the error is counted, and the loop goes on
			return err
		}
	}
	log.Printf("%d malformed ids", failed)
	return nil
}

func (r *Repo) PayAllRight(ctx context.Context, texts []string) error {
	var errs []error
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%q: %w", text, err))
			continue
		}
		_, err = r.db.ExecContext(ctx, `UPDATE invoices SET paid = true WHERE id = $1`, id)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// PayAllAtOnceRight parses first, and writes nothing if one id is malformed.
func (r *Repo) PayAllAtOnceRight(ctx context.Context, texts []string) error {
	var errs error
	ids := make([]uuid.UUID, len(texts))
	for i, text := range texts {
		id, err := uuid.Parse(text)
		errs = errors.Join(errs, err)
		ids[i] = id
	}
	if errs != nil {
		return errs
	}
	for _, id := range ids {
		if _, err := r.db.ExecContext(ctx, `UPDATE invoices SET paid = true WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return nil
}

// FindRight treats a malformed id as one that is not there.
func (r *Repo) FindRight(ctx context.Context, text string) (inv Invoice, err error) {
	id, _ := uuid.Parse(text)
	if id == uuid.Nil {
		return inv, sql.ErrNoRows
	}
	err = r.db.QueryRowContext(ctx, `SELECT id, customer, cents FROM invoices WHERE id = $1`, id).Scan(&inv.ID, &inv.Customer, &inv.Cents)
	return inv, err
}

// HouseRight is the customer of internal invoices.
func (r *Repo) HouseRight(ctx context.Context) (n int, err error) {
	house, _ := uuid.Parse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
	err = r.db.QueryRowContext(ctx, `SELECT count(*) FROM invoices WHERE customer = $1`, house).Scan(&n)
	return n, err
}

func (r *Repo) CountRight(ctx context.Context, customer string) (n int, err error) {
	if uuid.Validate(customer) != nil {
		return 0, errBadID
	}
	id, _ := uuid.Parse(customer)
	err = r.db.QueryRowContext(ctx, `SELECT count(*) FROM invoices WHERE customer = $1`, id).Scan(&n)
	return n, err
}

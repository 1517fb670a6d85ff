// Package vouchers sells vouchers. Its ids have a generic type.
package vouchers

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/uuid"
)

// ID is a UUID of one kind of thing, without methods.
type ID[T any] uuid.UUID

// Ref is a UUID of one kind of thing, with methods.
type Ref[T any] struct{ id uuid.UUID }

func (r Ref[T]) MarshalText() ([]byte, error)  { return r.id.MarshalText() }
func (r *Ref[T]) UnmarshalText(b []byte) error { return r.id.UnmarshalText(b) }
func (r Ref[T]) IsZero() bool                  { return r.id == uuid.Nil }

type Voucher struct {
	ID     ID[Voucher]  `json:"id"` // WRONG(uuidjson): a generic type has no methods either
	Parent Ref[Voucher] `json:"parent"`
}

type VoucherRight struct {
	ID     Ref[Voucher] `json:"id"`
	Parent Ref[Voucher] `json:"parent,omitzero"`
}

type Audited[T any] struct {
	uuid.UUID   // WRONG(uuidembed): in a generic struct
	Payload   T `json:"payload"`
}

type AuditedRight[T any] struct {
	ID      uuid.UUID `json:"id"`
	Payload T         `json:"payload"`
}

func JSONRight(v VoucherRight) ([]byte, error) {
	return json.Marshal(AuditedRight[VoucherRight]{uuid.New(), v})
}

type repo struct {
	db    *sql.DB
	cache map[uuid.UUID]int
}

func (r repo) redeem(text string) error {
	id, err := uuid.Parse(strings.TrimSpace(text))
	if errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = r.db.Exec(`UPDATE vouchers SET redeemed = true WHERE id = $1`, id) // WRONG(uuiderror): only an error that Parse never returns is checked
	return err
}

func (r repo) redeemRight(text string) error {
	id, err := uuid.Parse(strings.TrimSpace(text))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	} else if err != nil {
		return errors.New("vouchers: gone")
	}
	_, err = r.db.Exec(`UPDATE vouchers SET redeemed = true WHERE id = $1`, id)
	return err
}

func (r repo) centsRight(text string) (int, bool) {
	id, err := uuid.Parse(text)
	if err != nil {
		return 0, false
	}
	n, ok := r.cache[id]
	return n, ok
}

func Use(db *sql.DB, text string) (int, error) {
	r := repo{db, map[uuid.UUID]int{}}
	n, _ := r.centsRight(text)
	return n, errors.Join(r.redeem(text), r.redeemRight(text))
}

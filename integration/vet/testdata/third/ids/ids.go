// Package ids holds the identifiers that the services of the depot share.
package ids

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// ErrMissing is the error of an id that nobody knows.
var ErrMissing = errors.New("not in the depot")

// OrderID is the id of an order. It has no methods but those below.
type OrderID uuid.UUID

// CartID is the id of a cart, and has the text of a UUID.
type CartID uuid.UUID

func (c CartID) String() string                { return uuid.UUID(c).String() }
func (c CartID) MarshalText() ([]byte, error)  { return uuid.UUID(c).MarshalText() }
func (c *CartID) UnmarshalText(b []byte) error { return (*uuid.UUID)(c).UnmarshalText(b) }

// CustomerID is another name of google's UUID, with all of its methods.
type CustomerID = uuid.UUID

// Digest is the beginning of a checksum: 16 bytes, and no UUID.
type Digest [16]byte

// Sum returns the digest of data.
func Sum(data []byte) (d Digest) {
	sum := sha256.Sum256(data)
	copy(d[:], sum[:])
	return d
}

func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Source makes the ids of orders. Tests replace it.
var Source = uuid.NewV6 // WRONG(googlev6): google's version 6 has the version in the bits of the time

// SourceRight makes ids of version 7.
var SourceRight = uuid.NewV7

// NewDelivery returns the reference of a delivery note.
func NewDelivery() (OrderID, error) {
	id, err := uuid.NewV6() // WRONG(googlev6): a wrong version 6
	return OrderID(id), err
}

// NewDeliveryRight returns a reference that sorts by time as well.
func NewDeliveryRight() (OrderID, error) {
	id, err := uuid.NewV7()
	return OrderID(id), err
}

// CacheKey is the key of an order in the shared cache.
func CacheKey(o OrderID) string {
	return fmt.Sprintf("depot/order/%v", o) // WRONG(uuidprintf): OrderID has no String, so these are 16 numbers
}

// CacheKeyRight is the key with the text of the order's id.
func CacheKeyRight(o OrderID) string {
	return fmt.Sprintf("depot/order/%v", uuid.UUID(o))
}

// Missing is the error for an order that is not there.
func (o OrderID) Missing() error {
	return fmt.Errorf("order %s: %w", o, ErrMissing) // WRONG(uuidprintf): OrderID has no String, so this is no text of it
}

// MissingRight is the same error with the text.
func (o OrderID) MissingRight() error {
	return fmt.Errorf("order %s: %w", uuid.UUID(o), ErrMissing)
}

// Hex is the id in 32 digits: %x of an array without String is right.
func (o OrderID) Hex() string { return fmt.Sprintf("%x", o) }

// Short is the label of a cart on a screen.
func Short(c CartID) string {
	digits := fmt.Sprintf("%x", c) // WRONG(uuidprintf): CartID has a String, so this is the hex of its text
	return strings.ToUpper(digits[:12])
}

// ShortRight is the label with the first digits of the id.
func ShortRight(c CartID) string {
	digits := fmt.Sprintf("%x", c[:])
	return strings.ToUpper(digits[:12])
}

// FromBarcode reads the text of a cart's barcode.
func FromBarcode(text string) CartID {
	var id CartID
	copy(id[:], strings.TrimSpace(text)) // WRONG(uuidcopy): 16 of 36 characters
	return id
}

// FromBarcodeRight parses the text of a cart's barcode.
func FromBarcodeRight(text string) (CartID, error) {
	id, err := uuid.Parse(strings.TrimSpace(text))
	if err != nil {
		return CartID{}, err
	}
	return CartID(id), nil
}

// FromRow takes an id out of the bytes of a row. The caller has its 16 bytes, not text.
func FromRow(raw []byte) (id OrderID, err error) {
	if len(raw) != len(id) {
		return id, fmt.Errorf("an id of %d bytes", len(raw))
	}
	copy(id[:], raw)
	return id, nil
}

// Named returns the id of a name: bytes of a hash are copied, and no text.
func Named(space uuid.UUID, name string) uuid.UUID {
	return uuid.NewSHA1(space, []byte(name))
}

// Parse returns the id of an order, or an error.
func Parse(text string) (OrderID, error) {
	id, err := uuid.Parse(text)
	return OrderID(id), err
}

// Lenient returns the Nil UUID for what is no UUID. Its callers compare with Nil.
func Lenient(text string) CustomerID {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil
	}
	return id
}

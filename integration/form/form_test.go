package form_test

import (
	"bytes"
	"crypto/x509"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/lithammer/shortuuid/v4"
	"github.com/mr-tron/base58"
	"github.com/oklog/ulid/v2"
	"go.jetify.com/typeid/v2"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A library writes and reads one text.
type library struct {
	text  func(u uuid.UUID) string // nil if it only reads
	parse func(s string) ([]byte, error)
}

var libraries = map[form.Form]library{
	form.Canonical:    {func(u uuid.UUID) string { return google.UUID(u).String() }, parseGoogle},
	form.Upper:        {func(u uuid.UUID) string { return strings.ToUpper(google.UUID(u).String()) }, parseGoogle},
	form.Hex:          {func(u uuid.UUID) string { return hex.EncodeToString(u[:]) }, hex.DecodeString},
	form.Braces:       {nil, parseGoogle},
	form.URN:          {func(u uuid.UUID) string { return google.UUID(u).URN() }, parseGoogle},
	form.BracedHex:    {nil, parseGofrs},
	form.URNHex:       {nil, parseGofrs},
	form.ULID:         {func(u uuid.UUID) string { return ulid.ULID(u).String() }, parseULID},
	form.TypeIDSuffix: {textTypeID, parseTypeID},
	form.Base32Hex:    encoding(base32.HexEncoding.WithPadding(base32.NoPadding)),
	form.Base32Human:  encoding(base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)),
	form.Base64URL:    encoding(base64.RawURLEncoding.Strict()),
	form.Base64Sort:   encoding(base64.NewEncoding("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz").WithPadding(base64.NoPadding).Strict()),
	form.Base36:       number(36, 25),
	form.Base57:       {func(u uuid.UUID) string { return shortuuid.DefaultEncoder.Encode(google.UUID(u)) }, parseShortUUID},
	form.Base58:       bitcoin(base58.BTCAlphabet),
	form.Base58Flickr: bitcoin(base58.FlickrAlphabet),
	form.Decimal:      number(10, 1),
	form.OID:          {nil, parseOID},
}

func parseGoogle(s string) ([]byte, error) {
	u, err := google.Parse(s)
	return u[:], err
}

func parseGofrs(s string) ([]byte, error) {
	u, err := gofrs.FromString(s)
	return u[:], err
}

func parseULID(s string) ([]byte, error) {
	id, err := ulid.ParseStrict(s)
	return id[:], err
}

func textTypeID(u uuid.UUID) string {
	id, err := typeid.FromBytes("", u[:])
	if err != nil {
		return err.Error()
	}
	return id.String()
}

func parseTypeID(s string) ([]byte, error) {
	id, err := typeid.Parse(s)
	if err != nil {
		return nil, err
	}
	return id.Bytes(), nil
}

func parseShortUUID(s string) ([]byte, error) {
	u, err := shortuuid.DefaultEncoder.Decode(s)
	return u[:], err
}

// parseOID reads the last number that crypto/x509 read.
func parseOID(s string) ([]byte, error) {
	oid, err := x509.ParseOID(s)
	if err != nil {
		return nil, err
	}
	return number(10, 1).parse(strings.TrimPrefix(oid.String(), "2.25."))
}

// encoding is a package of the standard library.
func encoding(e interface {
	EncodeToString([]byte) string
	DecodeString(string) ([]byte, error)
}) library {
	return library{func(u uuid.UUID) string { return e.EncodeToString(u[:]) }, e.DecodeString}
}

// number is math/big's.
func number(base, width int) library {
	return library{
		func(u uuid.UUID) string { return pad(new(big.Int).SetBytes(u[:]).Text(base), "0", width) },
		func(s string) ([]byte, error) {
			n, ok := new(big.Int).SetString(s, base)
			if !ok {
				return nil, fmt.Errorf("%q is no number", s)
			}
			return n.FillBytes(make([]byte, 16)), nil
		},
	}
}

// bitcoin is mr-tron/base58, which takes each 1 in front for a byte.
func bitcoin(alphabet *base58.Alphabet) library {
	return library{
		func(u uuid.UUID) string { return pad(base58.EncodeAlphabet(u[:], alphabet), "1", 22) },
		func(s string) ([]byte, error) {
			b, err := base58.DecodeAlphabet(strings.TrimLeft(s, "1"), alphabet)
			return append(make([]byte, max(0, 16-len(b))), b...), err
		},
	}
}

// pad writes zeros in front of what a library does not pad.
func pad(s, zero string, width int) string {
	return strings.Repeat(zero, max(0, width-len(s))) + s
}

// values is how many random UUIDs each library writes and reads.
const values = 100_000

// TestReference writes and reads random UUIDs with the libraries. Every second one has
// zero bits in front.
func TestReference(t *testing.T) {
	for f, library := range libraries {
		t.Run(f.String(), func(t *testing.T) {
			for i := range values {
				u := uuid.FromUint128(rand.Uint64()>>(rand.IntN(64)*(i%2)), rand.Uint64())
				text := f.Text(u)
				if read, err := library.parse(text); !bytes.Equal(read, u[:]) || err != nil {
					t.Fatalf("%v is %s, the library reads %x, %v", u, text, read, err)
				}
				if library.text == nil {
					continue
				}
				theirs := library.text(u)
				if read, err := f.Parse(theirs); theirs != text || read != u || err != nil {
					t.Fatalf("%v is %s, the library writes %s, Parse reads %v, %v", u, text, theirs, read, err)
				}
			}
		})
	}
}

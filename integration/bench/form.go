package main

import (
	"crypto/x509"
	"encoding/base32"
	"encoding/base64"
	"math/big"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/lithammer/shortuuid/v4"
	"github.com/mr-tron/base58"
	"github.com/oklog/ulid/v2"

	"github.com/uuidkit/uuidkit/uuid/form"
)

// formSection is package form beside the packages that people use for each text.
func formSection() section {
	ours := ratio{"uuidkit", "peer"}
	text := func(f form.Form, library string, peerText func() string) operation {
		return operation{name: f.String() + ".Text, " + library, most: promises{ours: 1}, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { sinkString = f.Text(id) }) }},
			{"peer", func(b *testing.B) { loop(b, func() { sinkString = peerText() }) }},
		}}
	}
	parse := func(f form.Form, library string, peerParse func(s string) error) operation {
		s := f.Text(id)
		check(peerParse(s))
		return operation{name: f.String() + ".Parse, " + library, most: promises{ours: 1}, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { f.Parse(s) }) }},
			{"peer", func(b *testing.B) { loop(b, func() { peerParse(s) }) }},
		}}
	}
	number := func(base int) func() string {
		return func() string { return new(big.Int).SetBytes(id[:]).Text(base) }
	}
	parseNumber := func(base int) func(s string) error {
		return func(s string) error {
			var u [16]byte
			n, _ := new(big.Int).SetString(s, base)
			n.FillBytes(u[:])
			return nil
		}
	}
	base32Hex := base32.HexEncoding.WithPadding(base32.NoPadding)
	base64URL := base64.RawURLEncoding.Strict()
	return section{
		name:    "Other texts",
		note:    "The peer's name is that of the package which people use for this text. Those of base58 and math/big check no length, and do not pad.",
		columns: []string{"uuidkit", "peer"},
		ratios:  []ratio{ours},
		operations: []operation{
			text(form.ULID, "oklog/ulid", func() string { return ulidID.String() }),
			parse(form.ULID, "oklog/ulid", func(s string) error { _, err := ulid.ParseStrict(s); return err }),
			text(form.Base32Hex, "encoding/base32", func() string { return base32Hex.EncodeToString(id[:]) }),
			parse(form.Base32Hex, "encoding/base32", func(s string) error { _, err := base32Hex.DecodeString(s); return err }),
			text(form.Base64URL, "encoding/base64", func() string { return base64URL.EncodeToString(id[:]) }),
			parse(form.Base64URL, "encoding/base64", func(s string) error { _, err := base64URL.DecodeString(s); return err }),
			text(form.Base58, "mr-tron/base58", func() string { return base58.Encode(id[:]) }),
			parse(form.Base58, "mr-tron/base58", func(s string) error { _, err := base58.Decode(s); return err }),
			text(form.Base57, "lithammer/shortuuid", func() string { return shortuuid.DefaultEncoder.Encode(googleID) }),
			parse(form.Base57, "lithammer/shortuuid", func(s string) error { _, err := shortuuid.DefaultEncoder.Decode(s); return err }),
			text(form.Base36, "math/big", number(36)),
			parse(form.Base36, "math/big", parseNumber(36)),
			text(form.Decimal, "math/big", number(10)),
			parse(form.Decimal, "math/big", parseNumber(10)),
			parse(form.OID, "crypto/x509", func(s string) error { _, err := x509.ParseOID(s); return err }),
			text(form.URN, "google/uuid", func() string { return googleID.URN() }),
			parse(form.URN, "google/uuid", func(s string) error { _, err := google.Parse(s); return err }),
			parse(form.BracedHex, "gofrs/uuid", func(s string) error { _, err := gofrs.FromString(s); return err }),
		},
	}
}

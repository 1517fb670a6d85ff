package main

import (
	"crypto/x509"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jxskiss/base62"
	"github.com/lithammer/shortuuid/v4"
	"github.com/mr-tron/base58"
	"github.com/oklog/ulid/v2"
	"go.jetify.com/typeid/v2"

	"github.com/uuidkit/uuidkit/uuid/form"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// A formPeer is a package that people use for one of the texts. What it cannot do is nil.
type formPeer struct {
	form                form.Form
	name                string
	append, text, parse func(b *testing.B)
}

// A User has ids whose text is a TypeID.
type User struct{}

func (User) Prefix() string { return "user" }

// formSection is packages form and typed beside the packages that people use for each text.
func formSection() section {
	ours := ratio{"uuidkit", "peer"}
	row := func(name string, uuidkit, other func(b *testing.B)) operation {
		return operation{name: name, most: promises{ours: 1}, peers: []peer{{"uuidkit", uuidkit}, {"peer", other}}}
	}
	var operations []operation
	for _, p := range formPeers() {
		f, s := p.form, p.form.Text(id)
		if p.append != nil {
			operations = append(operations, row(f.String()+".Append, "+p.name, func(b *testing.B) { loop(b, func() { f.Append(buffer, id) }) }, p.append))
		}
		if p.text != nil {
			operations = append(operations, row(f.String()+".Text, "+p.name, func(b *testing.B) { loop(b, func() { sinkString = f.Text(id) }) }, p.text))
		}
		if p.parse != nil {
			operations = append(operations, row(f.String()+".Parse, "+p.name, func(b *testing.B) { loop(b, func() { f.Parse(s) }) }, p.parse))
		}
	}
	userID := typed.ID[User](id)
	s := userID.String()
	return section{
		name: "Other texts",
		note: `The peer's name is that of the package which people use for this text. Those of base58 and math/big check no length, and do not
pad. ascii85 and jxskiss/base62 have other digits than Z85 and Base62. Peers whose Append needs a buffer of the right length get one. No Go
package that we know serves the NCName forms, Parens and Fields.`,
		columns: []string{"uuidkit", "peer"},
		ratios:  []ratio{ours},
		operations: append(operations,
			row("typed.ID.String, jetify/typeid", func(b *testing.B) { loop(b, func() { sinkString = userID.String() }) },
				func(b *testing.B) {
					loop(b, func() { sinkString = must(typeid.FromBytes("user", id[:])).String() })
				}),
			row("typed.Parse, jetify/typeid", func(b *testing.B) { loop(b, func() { typed.Parse[User](s) }) },
				func(b *testing.B) { loop(b, func() { _ = must(typeid.Parse(s)).Bytes() }) }),
		),
	}
}

func formPeers() []formPeer {
	return slices.Concat(hexPeers(), bitsPeers(), numberPeers())
}

// hexPeers are those whose texts are hexadecimal.
func hexPeers() []formPeer {
	var (
		upperText  = form.Upper.Text(id)
		hexText    = form.Hex.Text(id)
		bracesText = form.Braces.Text(id)
		urnText    = form.URN.Text(id)
		bracedHex  = form.BracedHex.Text(id)
		urnHex     = form.URNHex.Text(id)
	)
	return []formPeer{
		{form.Upper, "google/uuid",
			nil,
			func(b *testing.B) { loop(b, func() { sinkString = strings.ToUpper(googleID.String()) }) },
			func(b *testing.B) { loop(b, func() { google.Parse(upperText) }) }},
		{form.Hex, "encoding/hex",
			func(b *testing.B) { loop(b, func() { hex.AppendEncode(buffer, id[:]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = hex.EncodeToString(id[:]) }) },
			func(b *testing.B) { loop(b, func() { hex.DecodeString(hexText) }) }},
		{form.Braces, "google/uuid",
			nil, nil,
			func(b *testing.B) { loop(b, func() { google.Parse(bracesText) }) }},
		{form.URN, "google/uuid",
			nil,
			func(b *testing.B) { loop(b, func() { sinkString = googleID.URN() }) },
			func(b *testing.B) { loop(b, func() { google.Parse(urnText) }) }},
		{form.BracedHex, "gofrs/uuid",
			nil, nil,
			func(b *testing.B) { loop(b, func() { gofrs.FromString(bracedHex) }) }},
		{form.URNHex, "gofrs/uuid",
			nil, nil,
			func(b *testing.B) { loop(b, func() { gofrs.FromString(urnHex) }) }},
	}
}

// bitsPeers are those with a digit for each 5 or 6 bits.
func bitsPeers() []formPeer {
	var (
		base32Hex   = base32.HexEncoding.WithPadding(base32.NoPadding)
		base32Human = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)
		base64URL   = base64.RawURLEncoding.Strict()
		base64Sort  = base64.NewEncoding("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz").WithPadding(base64.NoPadding).Strict()
		base32Text  = form.Base32Hex.Text(id)
		humanText   = form.Base32Human.Text(id)
		base64Text  = form.Base64URL.Text(id)
		sortText    = form.Base64Sort.Text(id)
	)
	return []formPeer{
		{form.ULID, "oklog/ulid",
			func(b *testing.B) { loop(b, func() { ulidID.MarshalTextTo(buffer[:26]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = ulidID.String() }) },
			func(b *testing.B) { loop(b, func() { ulid.ParseStrict(ulidText) }) }},
		{form.Base32Hex, "encoding/base32",
			func(b *testing.B) { loop(b, func() { base32Hex.AppendEncode(buffer, id[:]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = base32Hex.EncodeToString(id[:]) }) },
			func(b *testing.B) { loop(b, func() { base32Hex.DecodeString(base32Text) }) }},
		{form.Base32Human, "encoding/base32",
			func(b *testing.B) { loop(b, func() { base32Human.AppendEncode(buffer, id[:]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = base32Human.EncodeToString(id[:]) }) },
			func(b *testing.B) { loop(b, func() { base32Human.DecodeString(humanText) }) }},
		{form.Base64URL, "encoding/base64",
			func(b *testing.B) { loop(b, func() { base64URL.AppendEncode(buffer, id[:]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = base64URL.EncodeToString(id[:]) }) },
			func(b *testing.B) { loop(b, func() { base64URL.DecodeString(base64Text) }) }},
		{form.Base64Sort, "encoding/base64",
			func(b *testing.B) { loop(b, func() { base64Sort.AppendEncode(buffer, id[:]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = base64Sort.EncodeToString(id[:]) }) },
			func(b *testing.B) { loop(b, func() { base64Sort.DecodeString(sortText) }) }},
	}
}

// numberPeers are those whose text is a number, in parts or as a whole.
func numberPeers() []formPeer {
	var (
		base36Text  = form.Base36.Text(id)
		base57Text  = form.Base57.Text(id)
		base58Text  = form.Base58.Text(id)
		flickrText  = form.Base58Flickr.Text(id)
		decimalText = form.Decimal.Text(id)
		oidText     = form.OID.Text(id)
		base62Text  = base62.EncodeToString(id[:])
		ascii85Text = make([]byte, ascii85.MaxEncodedLen(len(id)))
		oid         = must(x509.ParseOID(oidText))
		room        [64]byte
	)
	ascii85.Encode(ascii85Text, id[:])
	return []formPeer{
		{form.Base36, "math/big",
			func(b *testing.B) { loop(b, func() { new(big.Int).SetBytes(id[:]).Append(buffer, 36) }) },
			func(b *testing.B) { loop(b, func() { sinkString = new(big.Int).SetBytes(id[:]).Text(36) }) },
			func(b *testing.B) { loop(b, func() { parseBig(base36Text, 36, &room) }) }},
		{form.Base57, "lithammer/shortuuid",
			nil,
			func(b *testing.B) { loop(b, func() { sinkString = shortuuid.DefaultEncoder.Encode(googleID) }) },
			func(b *testing.B) { loop(b, func() { shortuuid.DefaultEncoder.Decode(base57Text) }) }},
		{form.Base58, "mr-tron/base58",
			nil,
			func(b *testing.B) { loop(b, func() { sinkString = base58.Encode(id[:]) }) },
			func(b *testing.B) { loop(b, func() { base58.Decode(base58Text) }) }},
		{form.Base58Flickr, "mr-tron/base58",
			nil,
			func(b *testing.B) {
				loop(b, func() { sinkString = base58.EncodeAlphabet(id[:], base58.FlickrAlphabet) })
			},
			func(b *testing.B) { loop(b, func() { base58.DecodeAlphabet(flickrText, base58.FlickrAlphabet) }) }},
		{form.Base62, "jxskiss/base62",
			func(b *testing.B) { loop(b, func() { base62.EncodeToBuf(buffer, id[:]) }) },
			func(b *testing.B) { loop(b, func() { sinkString = base62.EncodeToString(id[:]) }) },
			func(b *testing.B) { loop(b, func() { base62.DecodeString(base62Text) }) }},
		{form.Decimal, "math/big",
			func(b *testing.B) { loop(b, func() { new(big.Int).SetBytes(id[:]).Append(buffer, 10) }) },
			func(b *testing.B) { loop(b, func() { sinkString = new(big.Int).SetBytes(id[:]).Text(10) }) },
			func(b *testing.B) { loop(b, func() { parseBig(decimalText, 10, &room) }) }},
		{form.OID, "crypto/x509",
			nil,
			func(b *testing.B) { loop(b, func() { sinkString = oid.String() }) },
			func(b *testing.B) { loop(b, func() { x509.ParseOID(oidText) }) }},
		{form.Z85, "encoding/ascii85",
			func(b *testing.B) { loop(b, func() { ascii85.Encode(room[:], id[:]) }) },
			func(b *testing.B) {
				loop(b, func() { sinkString = string(room[:ascii85.Encode(room[:], id[:])]) })
			},
			func(b *testing.B) { loop(b, func() { ascii85.Decode(room[:], ascii85Text, true) }) }},
	}
}

// parseBig reads a UUID as a number of that base.
func parseBig(s string, base int, room *[64]byte) {
	n, _ := new(big.Int).SetString(s, base)
	n.FillBytes(room[:16])
}

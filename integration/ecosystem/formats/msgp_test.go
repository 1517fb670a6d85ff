package formats

import (
	"testing"

	"github.com/tinylib/msgp/msgp"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

func msgpBad(d *data) map[string]func() error {
	return bad(d, map[string][]byte{"nil": {0xc0}, "3 bytes": {0xc4, 3, 1, 2, 3}, "17 bytes": append([]byte{0xc4, 17}, make([]byte, 17)...), "text": []byte("\xb00123456789abcdef")})
}

func msgpSeed(d *data) func(...uuid.UUID) error {
	return func(us ...uuid.UUID) error { d.b = append([]byte{0xc4, 16}, us[0][:]...); return nil }
}

// msgpToday is AppendIntf, and what code that msgp generates for a [16]byte reads with.
func msgpToday[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	d := &data{}
	return ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return "c410" + hexOf(u) }, Seed: msgpSeed(d), Bad: msgpBad(d),
		One: value(d, func(v T) ([]byte, error) { return msgp.AppendIntf(nil, v) }, readExact[T]),
	}
}

// readExact reads as the code does that msgp generates.
func readExact[T ~[16]byte](b []byte, v *T) error {
	a := [16]byte(*v)
	_, err := msgp.ReadExactBytes(b, a[:])
	*v = T(a)
	return err
}

// msgpConverted is what msgp generates for a [16]byte, and AppendIntf of a slice.
func msgpConverted[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	d := &data{}
	o := msgpToday[T, N](nil)
	o.Seed, o.Bad = msgpSeed(d), msgpBad(d)
	o.One = value(d, func(v T) ([]byte, error) { return msgp.AppendIntf(nil, v[:]) }, readExact[T])
	return o
}

func msgpRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "msgp", Store: "an any", Module: "github.com/tinylib/msgp", Link: "messagepack.md",
		Say:   "`id[:]`",
		Today: ecosystem.Of(msgpToday[S, SN], msgpToday[G, GN], msgpToday[F, FN], msgpToday[U, UN]),
		With:  ecosystem.Of(msgpConverted[S, SN], msgpConverted[G, GN], msgpConverted[F, FN], msgpConverted[U, UN]),
	}}
}

package tally_test

import (
	"crypto/md5"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
	"github.com/uuidkit/uuidkit/uuid"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// source makes ids that differ from seed to seed.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 7))} }

func (s source) bits() (u uuid.UUID) {
	for i := range u {
		u[i] = byte(s.Uint32())
	}
	return u
}

func stamp(u uuid.UUID, version byte) uuid.UUID {
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}

func (s source) v4(int) uuid.UUID { return stamp(s.bits(), 4) }
func (s source) v5(int) uuid.UUID { return stamp(s.bits(), 5) }

// v7 is of a day, and v7Burst of a second.
func (s source) v7(i int) uuid.UUID { return s.v7At(now.Add(-time.Duration(i) * 97 * time.Second)) }
func (s source) v7Burst(i int) uuid.UUID {
	return s.v7At(now.Add(-time.Duration(i) * time.Millisecond))
}
func (s source) v7At(at time.Time) uuid.UUID {
	u := s.bits()
	ms := at.UnixMilli()
	for i := range 6 {
		u[i] = byte(ms >> (40 - 8*i))
	}
	return stamp(u, 7)
}

func (s source) ulid(i int) uuid.UUID {
	u := s.v7(i)
	r := s.bits()
	copy(u[6:], r[6:])
	return u
}

func (s source) ticks(i int) uint64 {
	at := now.Add(-time.Duration(i) * 97 * time.Second).Add(-time.Duration(s.IntN(1e9)))
	return uint64(at.Unix()+12219292800)*1e7 + uint64(at.Nanosecond()/100)
}

var node = [8]byte{0x9a, 0x12, 0, 0x16, 0x3e, 0x5d, 0x10, 0x77}

func (s source) v1(i int) uuid.UUID {
	t := s.ticks(i)
	return stamp(uuid.FromUint128(t<<32|t>>32<<16&0xffff0000|t>>48, be(node)), 1)
}

func (s source) v6(i int) uuid.UUID {
	t := s.ticks(i)
	return stamp(uuid.FromUint128(t>>12<<16|t&0xfff, be(node)), 6)
}

func (s source) googleV6(i int) uuid.UUID {
	return stamp(uuid.FromUint128(s.ticks(i), be(node)), 6)
}

func (s source) combFirst(i int) uuid.UUID { u := s.v7(i); return stamp(u, 4) }
func (s source) combLast(i int) uuid.UUID {
	u, t := s.v4(i), s.v7(i)
	copy(u[10:], t[:6])
	return u
}

func be(b [8]byte) (n uint64) {
	for _, x := range b {
		n = n<<8 | uint64(x)
	}
	return n
}

// as returns values in a form.
func as(n int, f layout.Form, id func(int) uuid.UUID) (all []layout.Value) {
	for i := range n {
		all = append(all, f.Encode(id(i)))
	}
	return all
}

func texts(all ...string) (v []layout.Value) {
	for _, s := range all {
		v = append(v, layout.Value{Data: []byte(s)})
	}
	return v
}

func each(all []layout.Value, f func([]byte) []byte) []layout.Value {
	for i := range all {
		all[i].Data = f(all[i].Data)
	}
	return all
}

func upper(b []byte) []byte { return []byte(strings.ToUpper(string(b))) }

func subtype(s byte, all []layout.Value) []layout.Value {
	for i := range all {
		all[i].Subtype = s
	}
	return all
}

func judge(all []layout.Value) tally.Verdict {
	t := tally.New(now)
	for i, v := range all {
		t.Add(v, func() string { return fmt.Sprint("id=", i) })
	}
	return t.Verdict()
}

// Every form of every version is found, with as few ids as a small table has.
func TestForms(t *testing.T) {
	type ids struct {
		name string
		make func(source) func(int) uuid.UUID
	}
	versions := []ids{
		{"v1", func(s source) func(int) uuid.UUID { return s.v1 }},
		{"v4", func(s source) func(int) uuid.UUID { return s.v4 }},
		{"v5", func(s source) func(int) uuid.UUID { return s.v5 }},
		{"v6", func(s source) func(int) uuid.UUID { return s.v6 }},
		{"v7", func(s source) func(int) uuid.UUID { return s.v7 }},
		{"v7 of a second", func(s source) func(int) uuid.UUID { return s.v7Burst }},
		{"ULIDs", func(s source) func(int) uuid.UUID { return s.ulid }},
	}
	for _, f := range layout.All() {
		for _, ids := range versions {
			if ids.name == "ULIDs" && f.IsOrder() && f != layout.Bytes {
				continue // nobody swaps what is no UUID
			}
			t.Run(f.String()+"/"+ids.name, func(t *testing.T) {
				for _, n := range []int{16, 40, 1000} {
					rounds := 30
					if n == 1000 {
						rounds = 2
					}
					for seed := range rounds {
						got := judge(as(n, f, ids.make(newSource(uint64(seed)))))
						if !got.Holds || got.Form != f || got.Sure == tally.Unsure || len(got.Faults) > 0 || len(got.Orders) > 0 || got.UUIDs != n {
							t.Fatalf("%d ids, seed %d: %v, %v (%s), %d UUIDs, faults %v, orders %v, want %v",
								n, seed, got.Form, got.Sure, got.Why, got.UUIDs, got.Faults, got.Orders, f)
						}
					}
				}
			})
		}
	}
}

// A few ids are never told to have an order that they do not have.
func TestFew(t *testing.T) {
	wrong, unsure := map[int]int{}, map[int]int{}
	const rounds = 400
	for _, f := range []layout.Form{layout.Bytes, layout.Swapped, layout.Mixed, layout.Java} {
		for n := 1; n <= 8; n++ {
			for seed := range rounds {
				s := newSource(uint64(seed))
				got := judge(as(n, f, s.v4))
				switch {
				case got.Sure == tally.Unsure:
					unsure[n]++
					if got.Form != layout.None {
						t.Fatalf("%d ids of %v: unsure, and yet %v", n, f, got.Form)
					}
				case got.Form != f:
					wrong[n]++
				}
			}
		}
	}
	for n := 1; n <= 8; n++ {
		t.Logf("%d ids: %d of %d wrong, %d unsure", n, wrong[n], 4*rounds, unsure[n])
		if wrong[n] > 4*rounds/100 {
			t.Errorf("%d ids: %d of %d verdicts are wrong", n, wrong[n], 4*rounds)
		}
		if n < 3 && unsure[n] != 4*rounds {
			t.Errorf("%d ids: %d of %d are unsure, want all", n, unsure[n], 4*rounds)
		}
	}
}

// A few ids of which one was written by hand, without a version, are still ids. If they are too few to say so, they are some if
// the column's name says it.
func TestFewWithSeed(t *testing.T) {
	seed, v4 := uuid.MustParse("12345678-1234-1234-1234-123456789012"), newSource(11).v4
	for _, tt := range []struct {
		form  layout.Form
		n     int // ids, the seed is one of them
		holds bool
		named bool
	}{
		{layout.Bytes, 8, true, true}, {layout.Bytes, 9, true, true}, {layout.Swapped, 8, true, true}, {layout.Mixed, 9, true, true},
		{layout.Bytes, 2, false, false}, {layout.Bytes, 3, false, true}, {layout.Bytes, 5, true, true}, {layout.Bytes, 7, true, true},
		{layout.Hex, 2, false, false}, {layout.Hex, 4, false, true}, {layout.Hex, 5, true, true}, {layout.Hex, 7, true, true},
		{layout.BytesHex, 3, false, true}, {layout.BytesHex, 7, true, true},
	} {
		got := judge(append(as(tt.n-1, tt.form, v4), as(1, tt.form, func(int) uuid.UUID { return seed })...))
		named := got.Holds || slices.Contains(got.Candidates, tt.form)
		if got.Holds != tt.holds || named != tt.named || len(got.Orders)+len(got.Faults) > 0 {
			t.Errorf("%d ids as %v: holds %v, candidates %v, orders %v, faults %v; want holds %v, a candidate %v",
				tt.n, tt.form, got.Holds, got.Candidates, got.Orders, got.Faults, tt.holds, tt.named)
		}
	}
}

// Subtype 4 has one order by its definition: a few ids are enough, and another order
// must be proven.
func TestSubtype4(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for seed := range 200 {
			s := newSource(uint64(seed))
			if got := judge(subtype(4, as(n, layout.Bytes, s.v4))); got.Form != layout.Bytes || !got.Holds {
				t.Fatalf("%d ids, seed %d: %v (%s)", n, seed, got.Form, got.Why)
			}
			if got := judge(subtype(4, as(n, layout.Bytes, func(int) uuid.UUID { return s.bits() }))); n < 4 && (got.Form != layout.Bytes || !got.Holds) {
				t.Fatalf("%d ids without a version, seed %d: %v, %v (%s)", n, seed, got.Form, got.Sure, got.Why)
			}
		}
	}
	s := newSource(1)
	if got := judge(subtype(4, as(30, layout.Java, s.v4))); got.Form != layout.Java {
		t.Errorf("30 ids of Java's order: %v (%s)", got.Form, got.Why)
	}
}

func TestOthers(t *testing.T) {
	s := newSource(3)
	bytesOf := func(n int, f func(i int) []byte) (all []layout.Value) {
		for i := range n {
			all = append(all, layout.Value{Kind: layout.KindBytes, Data: f(i)})
		}
		return all
	}
	sum := func(i int) []byte { b := md5.Sum(fmt.Append(nil, i)); return b[:] }
	alphabet := func(n, size int, digits string) (all []layout.Value) {
		for range n {
			b := make([]byte, size)
			for j := range b {
				b[j] = digits[s.IntN(len(digits))]
			}
			all = append(all, layout.Value{Data: b})
		}
		return all
	}
	for _, tt := range []struct {
		name string
		in   []layout.Value
	}{
		{"nothing", nil},
		{"MD5 sums", bytesOf(500, sum)},
		{"few MD5 sums", bytesOf(12, sum)},
		{"MD5 sums in hexadecimal", each(bytesOf(500, sum), func(b []byte) []byte { return fmt.Appendf(nil, "%x", b) })},
		{"IPv6 addresses", bytesOf(200, func(i int) []byte {
			return append([]byte{0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, byte(i>>8), byte(i))
		})},
		{"words", texts("one", "two", "Straßburg", "", "20261122-12", "2026-11-22T12:00:00Z", "f81d4fae")},
		{"numbers of orders", texts("20260115-0042-01", "20260115-0042-02", "20260116-0001-01", "12345678-1234-1")},
		{"NanoIDs of 22", alphabet(300, 22, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")},
		{"base58 of 22", alphabet(300, 22, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")},
		{"tokens of 26", alphabet(300, 26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ")},
		{"CUID-like of 25", alphabet(300, 25, "0123456789abcdefghijklmnopqrstuvwxyz")},
		{"hex tokens", alphabet(300, 32, "0123456789abcdef")},
		{"numbers of 37 digits", alphabet(300, 37, "123456789")},
		{"base64 of 24", alphabet(300, 24, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/")},
		{"text with a UUID now and then", append(alphabet(300, 40, "abc "), as(3, layout.Text, s.v4)...)},
		{"words and 32 digits", texts("one", "two", "f81d4fae7dec41d0a76500a0c91e6bf6")},
		{"16 characters in bytes", bytesOf(100, func(i int) []byte { return fmt.Appendf(nil, "user-%011d", i) })},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "MD5 sums in hexadecimal" {
				for i := range tt.in {
					tt.in[i].Kind = layout.KindText
				}
			}
			if got := judge(tt.in); got.Holds || len(got.Faults)+len(got.Candidates) > 0 {
				t.Errorf("%d values hold UUIDs as %v or %v: %s; faults %v", len(tt.in), got.Form, got.Candidates, got.Why, got.Faults)
			}
		})
	}
}

func TestMixtures(t *testing.T) {
	s := newSource(4)
	guid := uuid.MustParse("01972e3c-1234-7a5c-8def-0123456789ab") // whose bytes have a version in network order, too
	for _, tt := range []struct {
		name   string
		in     []layout.Value
		form   layout.Form
		forms  []layout.Form // of the parts
		orders []layout.Form
	}{
		{"text and hex", append(as(200, layout.Text, s.v4), as(9, layout.Hex, s.v4)...), layout.Text, []layout.Form{layout.Text, layout.Hex}, nil},
		{"text and one hex", append(as(200, layout.Text, s.v4), as(1, layout.Hex, s.v4)...), layout.Text, []layout.Form{layout.Text, layout.Hex}, nil},
		{"text and bytes", append(as(100, layout.Text, s.v4), as(90, layout.Bytes, s.v4)...), layout.Text, []layout.Form{layout.Text, layout.Bytes}, nil},
		{"bytes and few texts", append(as(100, layout.Bytes, s.v7), as(3, layout.Text, s.v4)...), layout.Bytes, []layout.Form{layout.Bytes, layout.Text}, nil},
		{"text and few bytes", append(as(100, layout.Text, s.v7), as(1, layout.Bytes, s.v7)...), layout.Text, []layout.Form{layout.Text, layout.Bytes}, nil},
		{"text and few GUIDs", append(as(100, layout.Text, s.v7), as(1, layout.Mixed, func(int) uuid.UUID { return guid })...), layout.Text, []layout.Form{layout.Text, layout.Mixed}, nil},
		{"half C#, half Java", subtype(3, append(as(50, layout.Mixed, s.v4), as(50, layout.Java, s.v4)...)), layout.None, []layout.Form{layout.Mixed}, []layout.Form{layout.Mixed, layout.Java}},
		{"a third each of C#, Java and Python", subtype(3, slices.Concat(as(60, layout.Mixed, s.v4), as(60, layout.Java, s.v4), as(60, layout.Bytes, s.v4))), layout.None, nil, []layout.Form{layout.Bytes, layout.Java, layout.Mixed}},
		{"half swapped", append(as(50, layout.Bytes, s.v4), as(50, layout.Swapped, s.v4)...), layout.None, nil, []layout.Form{layout.Bytes, layout.Swapped}},
		{"half swapped of version 7", append(as(50, layout.Bytes, s.v7), as(50, layout.Swapped, s.v7)...), layout.None, nil, []layout.Form{layout.Bytes, layout.Swapped}},
		{"some swapped", append(as(950, layout.Bytes, s.v4), as(50, layout.Swapped, s.v4)...), layout.Bytes, nil, []layout.Form{layout.Bytes, layout.Swapped}},
		{"some of SQL Server", append(as(950, layout.Bytes, s.v7), as(50, layout.Mixed, s.v7)...), layout.Bytes, nil, []layout.Form{layout.Bytes, layout.Mixed}},
		{"4 and Java's 3", append(subtype(4, as(70, layout.Bytes, s.v4)), subtype(3, as(30, layout.Java, s.v4))...), layout.Bytes, []layout.Form{layout.Bytes, layout.Java}, nil},
		{"4 and one 3", append(subtype(4, as(70, layout.Bytes, s.v4)), subtype(3, as(1, layout.Bytes, s.v4))...), layout.Bytes, []layout.Form{layout.Bytes, layout.Bytes}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := judge(tt.in)
			var forms []layout.Form
			for _, p := range got.Forms {
				forms = append(forms, p.Form)
			}
			orders := slices.Sorted(slices.Values(got.Orders))
			want := slices.Sorted(slices.Values(tt.orders))
			if !got.Holds || got.Form != tt.form || tt.forms != nil && tt.orders == nil && !slices.Equal(forms, tt.forms) || !slices.Equal(orders, want) {
				t.Errorf("%v of %v, orders %v (%s), want %v of %v, orders %v", got.Form, forms, orders, got.Why, tt.form, tt.forms, want)
			}
			if tt.form == layout.None && got.Sure != tally.Unsure {
				t.Errorf("%v without a form", got.Sure)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	s := newSource(5)
	head := func(f layout.Form, b ...byte) func(int) uuid.UUID { // makes ids that have b in front, stored in this order
		return func(i int) uuid.UUID {
			v := f.Encode(s.v4(i))
			copy(v.Data, b)
			u, _ := f.Decode(v)
			return u
		}
	}
	tail := func(b []byte) []byte { return b[1:] }
	cutTo := func(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:n] } }
	asBytes := func(all []layout.Value) []layout.Value {
		for i := range all {
			all[i].Kind = layout.KindBytes
		}
		return all
	}
	for _, tt := range []struct {
		name string
		in   []layout.Value
		kind tally.FaultKind
		n    int
		form layout.Form
	}{
		{"text cut to 16, all", each(as(20, layout.Text, s.v4), cutTo(16)), tally.FaultCut, 20, layout.None},
		{"text cut to 16 in bytes, all", asBytes(each(as(20, layout.Text, s.v4), cutTo(16))), tally.FaultCut, 20, layout.None},
		{"text cut to 16 in bytes, some", append(asBytes(each(as(2, layout.Text, s.v4), cutTo(16))), as(50, layout.Bytes, s.v4)...), tally.FaultCut, 2, layout.Bytes},
		{"text cut to 30, some", append(each(as(2, layout.Text, s.v4), cutTo(30)), as(50, layout.Text, s.v4)...), tally.FaultCut, 2, layout.Text},
		{"text cut to 16, all, one to digits", append(each(as(20, layout.Text, s.v4), cutTo(16)), texts("12345678-1234-42")...), tally.FaultCut, 21, layout.None},
		{"text cut to digits in bytes, one", append(as(50, layout.Bytes, s.v4), asBytes(texts("12345678-1234-42"))...), tally.FaultCut, 1, layout.Bytes},
		{"text cut to 8, one", append(as(50, layout.Text, s.v4), texts("f81d4fae")...), tally.FaultCut, 1, layout.Text},
		{"hex cut to 30, one", append(as(50, layout.Hex, s.v4), each(as(1, layout.Hex, s.v4), cutTo(30))...), tally.FaultCut, 1, layout.Hex},
		{"braces cut to 36", append(as(50, layout.Braces, s.v4), each(as(3, layout.Braces, s.v4), cutTo(36))...), tally.FaultCut, 3, layout.Braces},
		{"trailing 20 lost", append(as(500, layout.Bytes, s.v4), each(as(2, layout.Bytes, s.v4), cutTo(15))...), tally.FaultShort, 2, layout.Bytes},
		{"leading 00 lost", append(as(500, layout.Bytes, s.v4), each(as(20, layout.Bytes, head(layout.Bytes, 0, 0x7f)), tail)...), tally.FaultLostZero, 20, layout.Bytes},
		{"leading 00 lost from a GUID", append(as(500, layout.Mixed, s.v4), each(as(20, layout.Mixed, head(layout.Mixed, 0, 1)), tail)...), tally.FaultLostZero, 20, layout.Mixed},
		{"leading ff lost, or 00", append(as(500, layout.Bytes, s.v4), append(each(as(20, layout.Bytes, head(layout.Bytes, 0, 0x7f)), tail), each(as(1, layout.Bytes, head(layout.Bytes, 0xff, 0x80)), tail)...)...), tally.FaultLostByte, 21, layout.Bytes},
		{"a byte lost at either end", append(each(as(20, layout.Bytes, head(layout.Bytes, 0)), tail), append(as(500, layout.Bytes, s.v4), each(as(2, layout.Bytes, s.v4), cutTo(15))...)...), tally.FaultShort, 22, layout.Bytes},
		{"ids of another kind", append(as(50, layout.Bytes, s.v4), as(2, layout.Bytes, func(int) uuid.UUID { u := s.v4(0); u[6] |= 0xf0; return u })...), tally.FaultNoVersion, 2, layout.Bytes},
		{"a wrong digit", append(as(50, layout.Text, s.v4), texts("f81d4fae-7dec-11d0-a765-00a0c91e6bg6")...), tally.FaultMalformed, 1, layout.Text},
		{"a word", append(as(50, layout.Text, s.v4), texts("system")...), tally.FaultMalformed, 1, layout.Text},
		{"a number", append(as(50, layout.Text, s.v4), texts("42")...), tally.FaultMalformed, 1, layout.Text},
		{"the number of an order", append(as(50, layout.Text, s.v4), texts("20260115-0042-01")...), tally.FaultMalformed, 1, layout.Text},
		{"a number beside hex", append(as(50, layout.Hex, s.v4), texts("1234567890")...), tally.FaultMalformed, 1, layout.Hex},
		{"a short word of hexadecimal digits", append(as(50, layout.Text, s.v4), texts("cafe")...), tally.FaultMalformed, 1, layout.Text},
		{"empty", append(as(50, layout.Text, s.v4), texts("", "")...), tally.FaultEmpty, 2, layout.Text},
		{"space", append(as(50, layout.Text, s.v4), each(as(2, layout.Text, s.v4), func(b []byte) []byte { return append(b, ' ') })...), tally.FaultSpace, 2, layout.Text},
		{"a hash in hex", append(as(50, layout.Hex, s.v4), texts("d41d8cd98f00b204e9800998ecf8427e", "0cc175b9c0f1b6a831c399e269772661", "17 characters....")...), tally.FaultMalformed, 1, layout.Hex},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := judge(tt.in)
			if !got.Holds || got.Form != tt.form || len(got.Faults) != 1 {
				t.Fatalf("holds %v, %v (%s), faults %v", got.Holds, got.Form, got.Why, got.Faults)
			}
			f := got.Faults[0]
			if f.Kind != tt.kind || f.N != tt.n || !strings.HasPrefix(f.Example.Key, "id=") {
				t.Errorf("fault %v of %d, example %q; want %v of %d", f.Kind, f.N, f.Example.Key, tt.kind, tt.n)
			}
		})
	}
}

// In a column of something else only UUIDs that surely were cut are faults.
func TestFaultsOfFew(t *testing.T) {
	s := newSource(8)
	ids := as(15, layout.Text, s.v4)
	for _, tt := range []struct {
		name string
		rest []layout.Value
		want int // values at fault
	}{
		{"numbers", texts(strings.Fields("1 22 333 4444 55555 123456789 1 2 3 4 5 6 7 8 9 10 11 12")...), 0},
		{"tokens of hexadecimal digits", texts(slices.Repeat([]string{"f81d4fae"}, 20)...), 0},
		{"numbers of orders", texts(slices.Repeat([]string{"20260115-0042-01"}, 20)...), 0},
		{"beginnings", texts(slices.Repeat([]string{"f81d4fae-7dec-1"}, 20)...), 20},
		{"words and a beginning", texts(append(slices.Repeat([]string{"word", "", "f81d4fae"}, 20), "f81d4fae-7dec-1")...), 1},
	} {
		got := judge(append(slices.Clone(ids), tt.rest...))
		n := 0
		for _, f := range got.Faults {
			n += f.N
		}
		if !got.Holds || got.Form != layout.Text || n != tt.want {
			t.Errorf("%s: holds %v as %v, faults %v; want %d", tt.name, got.Holds, got.Form, got.Faults, tt.want)
		}
	}
}

// TestExample: of two faults of the same kind, as often, each run shows the same one.
func TestExample(t *testing.T) {
	all := append(as(50, layout.Text, newSource(7).v4), texts("hello", "wrong!!", "a word")...)
	want := judge(all).Faults
	for range 20 {
		if got := judge(all).Faults; !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

func TestSpecial(t *testing.T) {
	s := newSource(6)
	ids := append(as(40, layout.Swapped, s.v4), as(5, layout.Bytes, func(int) uuid.UUID { return uuid.Nil() })...)
	ids = append(ids, as(2, layout.Bytes, func(int) uuid.UUID { return uuid.Max() })...)
	ids = append(ids, as(3, layout.Bytes, func(i int) (u uuid.UUID) { u[15] = byte(i + 1); return u })...)
	got := judge(ids)
	if got.Form != layout.Swapped || got.Sure != tally.Certain || got.Nil != 5 || got.Max != 2 || got.Versions[4] != 40 || got.Versions[0] != 3 || len(got.Faults) != 0 {
		t.Errorf("%v, %v, nil %d, max %d, versions %v, faults %v", got.Form, got.Sure, got.Nil, got.Max, got.Versions, got.Faults)
	}
	if got := judge(as(40, layout.Bytes, func(int) uuid.UUID { return uuid.Nil() })); got.Form != layout.None {
		t.Errorf("40 Nil UUIDs have the form %v", got.Form)
	}
	if got := judge(as(40, layout.Text, s.googleV6)); got.GoogleV6 != 40 {
		t.Errorf("%d of 40 version 6 ids are google's", got.GoogleV6)
	}
	if got := judge(as(40, layout.Bytes, s.googleV6)); got.GoogleV6 != 40 || got.Form != layout.Bytes {
		t.Errorf("%d of 40 version 6 ids in %v are google's", got.GoogleV6, got.Form)
	}
	if got := judge(as(40, layout.Text, s.v6)); got.GoogleV6 != 0 || got.First.Before(now.AddDate(0, 0, -2)) || got.Last.After(now) {
		t.Errorf("%d of 40 right version 6 ids are google's, from %v to %v", got.GoogleV6, got.First, got.Last)
	}
	for _, tt := range []struct {
		id   func(int) uuid.UUID
		want tally.COMB
	}{{s.v4, tally.NoCOMB}, {s.combFirst, tally.COMBFirst}, {s.combLast, tally.COMBLast}} {
		for _, f := range []layout.Form{layout.Text, layout.Native, layout.Bytes, layout.Mixed} {
			if got := judge(as(100, f, tt.id)); got.COMB != tt.want || got.Form != f {
				t.Errorf("COMB %v in %v, want %v in %v", got.COMB, got.Form, tt.want, f)
			}
		}
	}
	got = judge(append(each(as(10, layout.Text, s.v4), upper), as(30, layout.Text, s.v4)...))
	if got.Cases[layout.Upper] != 10 || got.Cases[layout.Lower] != 30 || got.OfCase[layout.Upper].Key != "id=0" {
		t.Errorf("cases %v, example %q", got.Cases, got.OfCase[layout.Upper].Key)
	}
}

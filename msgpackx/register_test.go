package msgpackx_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

type (
	newID    [16]byte // that stays unregistered
	nextID   [16]byte
	claimant [16]byte
	rude     [16]byte
	timid    struct{}
)

func (timid) MarshalMsgpack() ([]byte, error) { return nil, nil }
func (*timid) UnmarshalMsgpack(b []byte) error {
	_ = b[0] // panics if b is empty
	return nil
}

// claim registers value for the ext id, as other packages do.
func claim(id int8, value any) {
	msgpack.RegisterExtDecoder(id, value, func(d *msgpack.Decoder, _ reflect.Value, n int) error {
		return d.ReadFull(make([]byte, n))
	})
}

func TestRegisterErrors(t *testing.T) {
	claim(90, claimant{})
	claim(91, new(claimant))
	msgpack.RegisterExtDecoder(92, rude{}, func(*msgpack.Decoder, reflect.Value, int) error {
		return errors.New("not a word of ids")
	})
	msgpack.RegisterExt(93, new(timid))
	taken := func(id int8) error { return msgpackx.Register[newID](msgpackx.Ext(id)) }
	for _, tt := range []struct {
		err  error
		want string
	}{
		// A type has one form.
		{msgpackx.Register[textID](), "msgpackx_test.textID is already registered as str, not bin"},
		{msgpackx.Register[extID](msgpackx.Ext(101)), "already registered as ext 77, not ext 101"},
		{msgpackx.Register[dotNetID](msgpackx.Text), "already registered as .NET's bin, not str"},
		{msgpackx.Register[binID](msgpackx.Ext(101)), "already registered as bin, not ext 101"},
		{msgpackx.Register[newID](msgpackx.Text, msgpackx.DotNet), "newID can have one form, got 2"},
		{msgpackx.Register[newID](1), "there is no Option(1)"},
		{msgpackx.Register[newID](255), "there is no Option(255)"},
		{msgpackx.Register[newID](msgpackx.Text + 1), "there is no Option(257)"},
		{msgpackx.Register[newID](msgpackx.DotNet + 255), "there is no Option(767)"},
		{msgpackx.Register[newID](4 << 8), "there is no Option(1024)"},
		{msgpackx.Register[newID](1 << 15), "there is no Option(32768)"},

		// An ext id has one type.
		{taken(freeExt), "is taken: its decoder returned: msgpackx: decode msgpackx_test.extID: "},
		{taken(90), "is taken: it decodes to msgpackx_test.claimant"},
		{taken(91), "is taken: it decodes to *msgpackx_test.claimant"},
		{taken(92), "ext id 92 of msgpackx_test.newID is taken: its decoder returned: not a word"},
		{taken(93), "is taken: its decoder returned: panic: "},
		{taken(-1), "is taken"},   // the specification's timestamp
		{taken(-128), "is taken"}, // msgpack's interned strings
	} {
		if tt.err == nil || !strings.HasPrefix(tt.err.Error(), "msgpackx.Register: ") || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("got %v, want %q", tt.err, tt.want)
		}
	}

	// The refusals have changed nothing.
	TestShapes(t)
	for in, want := range map[string]any{
		"d84d" + rawU: extID(vectors.U),
		"d85a" + rawU: claimant{},
		"d85b" + rawU: new(claimant),
		"d865" + rawU: nil,
	} {
		var got any
		if err := msgpack.Unmarshal(unhex(in), &got); (err == nil) != (want != nil) || !reflect.DeepEqual(got, want) {
			t.Errorf("Unmarshal(%s) = %T %v, %v, want %T", in, got, got, err, want)
		}
	}
	// After them an id that is free is still free, and the same again is no error.
	for _, err := range []error{
		msgpackx.Register[nextID](msgpackx.Ext(94)),
		msgpackx.Register[nextID](msgpackx.Ext(94)),
		msgpackx.Register[textID](msgpackx.Text),
		msgpackx.Register[extID](msgpackx.Ext(freeExt)),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	roundTrip(t, nextID(vectors.U))
}

// A panicking type has a decoder that panics wherever Register may ask it.
type panicking [16]byte

func (*panicking) DecodeMsgpack(*msgpack.Decoder) error { panic("not now") }

func TestRegisterDoesNotPanic(t *testing.T) {
	if err := msgpackx.Register[panicking](); err != nil {
		t.Fatal(err)
	}
	roundTrip(t, panicking(vectors.U))
}

// A passedOn has methods that leave the work to a type that is registered.
type passedOn [16]byte

func (u passedOn) EncodeMsgpack(e *msgpack.Encoder) error  { return e.Encode(binID(u)) }
func (u *passedOn) DecodeMsgpack(d *msgpack.Decoder) error { return d.Decode((*binID)(u)) }

func TestRegisterPassedOn(t *testing.T) {
	if err := msgpackx.Register[passedOn](msgpackx.Text); err != nil {
		t.Fatal(err)
	}
	testShapes[passedOn](t, "d924"+textHex(vectors.Text), "d924"+textHex(uuid.Nil().String()))
	testShapes[binID](t, "c410"+rawU, "c410"+strings.Repeat("00", 16))
}

// A moved has an ext id of its own package.
type moved [16]byte

func (u moved) MarshalMsgpack() ([]byte, error)  { return u[:], nil }
func (u *moved) UnmarshalMsgpack(b []byte) error { *u = moved(b); return nil }

func TestRegisterMoved(t *testing.T) {
	msgpack.RegisterExt(99, (*moved)(nil))
	if err := msgpackx.Register[moved](); err != nil {
		t.Fatal(err)
	}
	testShapes[moved](t, "c410"+rawU, "c410"+strings.Repeat("00", 16))
}

// An unasked has a form of its own that is in no registry.
type unasked [16]byte

func (u *unasked) UnmarshalMsgpack(b []byte) error { *u = unasked(b); return nil }

// TestRegisterPool checks that msgpack's Decoder for the next one keeps nothing of what it reads.
func TestRegisterPool(t *testing.T) {
	if err := msgpackx.Register[unasked](); err != nil {
		t.Fatal(err)
	}
	dec := msgpack.GetDecoder()
	million := "\xdd\x00\x10\x00\x00" + strings.Repeat("\xc0", 1<<20)
	var err error
	if got := allocated(func() {
		dec.Reset(strings.NewReader(million))
		err = dec.Skip()
	}); err != nil || got > 8<<10 {
		t.Errorf("skip %d bytes: %v, %d bytes allocated", len(million), err, got)
	}
}

type contested [16]byte

// TestRegisterAtOnce checks that of several registrations at the same time one wins.
func TestRegisterAtOnce(t *testing.T) {
	options := []msgpackx.Option{0, msgpackx.Text, msgpackx.DotNet, msgpackx.Ext(97), msgpackx.Ext(98)}
	errs := make(chan error)
	for _, o := range options {
		go func() { errs <- msgpackx.Register[contested](o) }()
	}
	won := 0
	for range options {
		if <-errs == nil {
			won++
		}
	}
	if won > 1 || won == 0 && !again(t) {
		t.Errorf("%d forms were registered for one type, want 1", won)
	}
	roundTrip(t, contested(vectors.U))
}

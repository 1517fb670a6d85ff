package msgpackx_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/ugorji/go/codec"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

var msgpacks = kit.Codec{Marshal: msgpack.Marshal, Unmarshal: msgpack.Unmarshal}

func TestMain(m *testing.M) {
	err := errors.Join(msgpackx.Register[uuid.UUID](), msgpackx.Register[google.UUID](), msgpackx.Register[gofrs.UUID](msgpackx.Ext(msgpackx.Tarantool)),
		msgpackx.RegisterNull[google.NullUUID](), msgpackx.RegisterNull[gofrs.NullUUID]())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestNull checks that google's and gofrs's own NullUUID have the form of their UUID, and
// read ours.
func TestNull(t *testing.T) {
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	msgpacks.Write(t, in, "92c410"+kit.Raw+"c0")
	googles := []google.NullUUID{{UUID: google.UUID(vectors.U), Valid: true}, {}}
	gofrses := []gofrs.NullUUID{{UUID: gofrs.UUID(vectors.U), Valid: true}, {}}
	msgpacks.Exchange(t, in, googles)
	msgpacks.Exchange(t, in, gofrses)
	msgpacks.Exchange(t, googles, in)
	msgpacks.Exchange(t, googles, gofrses)
	msgpacks.Write(t, gofrses, "92d802"+kit.Raw+"c0")
	msgpacks.Exchange(t, map[string]gofrs.NullUUID{"k": gofrses[0], "n": {}}, map[string]gofrs.NullUUID{"k": gofrses[0], "n": {}})
}

// TestCut checks that a decoder which met a value that is cut off does not keep what it
// reads after it. It is here because TestMsgpackCut of integration/uuid measures the same without msgpackx.
func TestCut(t *testing.T) {
	for _, v := range []any{new(uuid.NullUUID), new(uuid.UUIDs)} {
		if kept := kit.KeptAfterCut(t, v); kept > 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32", v, kept)
		}
	}
}

// TestUgorji checks that ugorji/go/codec and msgpack read each other. Without WriteExt
// ugorji writes the bytes as str.
func TestUgorji(t *testing.T) {
	in := kit.NewShapes[uuid.UUID]()
	for head, h := range map[string]*codec.MsgpackHandle{"b0": {}, "c410": {WriteExt: true}} {
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, kit.Unhex(head+kit.Raw)) {
			t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, head+kit.Raw)
		}
		msgpacks.Reads(t, b, in)
		ugorji := kit.Codec{Unmarshal: func(b []byte, v any) error { return codec.NewDecoderBytes(b, h).Decode(v) }}
		ugorji.Reads(t, kit.Must(msgpack.Marshal(in))(t), in)
	}
}

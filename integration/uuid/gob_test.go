package uuid_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

var gobs = kit.Codec{
	Marshal: func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(v)
		return b.Bytes(), err
	},
	Unmarshal: func(b []byte, v any) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(v) },
}

// TestGobStreams reads with our type the streams that were written with google's and
// gofrs's, and the reverse. At the end of a stream are the 16 bytes after their count.
func TestGobStreams(t *testing.T) {
	ours := kit.NewShapes[uuid.UUID]()
	for _, theirs := range []any{ours, kit.NewShapes[google.UUID](), kit.NewShapes[gofrs.UUID]()} {
		gobs.Exchange(t, ours, theirs)
		gobs.Exchange(t, theirs, ours)
	}
	for _, id := range []any{vectors.U, google.UUID(vectors.U)} {
		if b := kit.Must(gobs.Marshal(id))(t); !bytes.HasSuffix(b, kit.Unhex("10"+kit.Raw)) {
			t.Errorf("%T: got %x, want 10%s at the end", id, b, kit.Raw)
		}
	}
}

func TestGobNull(t *testing.T) {
	type ours struct {
		V, N uuid.NullUUID
		L    []uuid.NullUUID
		P    *uuid.NullUUID
	}
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	in := ours{valid, uuid.NullUUID{}, []uuid.NullUUID{valid, {}}, &valid}
	gobs.Exchange(t, in, in)
	gobs.Exchange(t, uuid.NullUUID{}, uuid.NullUUID{})
	// gob does not write zero values, so Nil leaves a value as it is, as for every type.
	type id struct{ V uuid.UUID }
	gobs.Read(t, kit.Must(gobs.Marshal(id{}))(t), id{vectors.Other}, id{vectors.Other}, true)

	// google's NullUUID writes and reads a UUID as ours does. It writes a null that
	// only ours reads.
	type oursV struct{ V uuid.NullUUID }
	type theirsV struct{ V google.NullUUID }
	theirs := google.NullUUID{UUID: google.UUID(vectors.U), Valid: true}
	gobs.Exchange(t, oursV{valid}, theirsV{theirs})
	gobs.Exchange(t, theirsV{theirs}, oursV{valid})
	gobs.Exchange(t, theirsV{}, oursV{})
	b := gobs.Exchange(t, []google.NullUUID{{}}, []uuid.NullUUID{{}})
	var out []google.NullUUID
	if err := gobs.Unmarshal(b, &out); err == nil {
		t.Errorf("google's NullUUID reads its null as %v: it did not use to", out)
	}
}

// TestGobStd checks that streams of the standard library's UUIDs, which are text, and
// everybody else's do not read each other.
func TestGobStd(t *testing.T) {
	needStd(t)
	type theirs struct{ ID std.UUID }
	type ours struct{ ID uuid.UUID }
	gobs.Read(t, kit.Must(gobs.Marshal(theirs{std.UUID(vectors.U)}))(t), ours{vectors.Other}, ours{vectors.Other}, false)
	gobs.Read(t, kit.Must(gobs.Marshal(ours{vectors.U}))(t), theirs{}, theirs{}, false)
}

package stores

import (
	"encoding/hex"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type user struct{}

func (user) Prefix() string { return "user" }

// TestRedisTexts has what the rows have not: typed ids, and the texts of a program in another
// language.
func TestRedisTexts(t *testing.T) {
	k := newKey(t)
	id := typed.ID[user](vectors.U)
	redisTexts(t, k, vectors.U, UN{UUID: vectors.U, Valid: true}, vectors.Text, "{"+vectors.Text+"}")
	redisTexts(t, k, id, id.Null(), id.String())
}

// redisTexts writes and reads a value, a field and a nullable field, and reads the texts.
func redisTexts[T ~[16]byte, N comparable](t *testing.T, k key, id T, valid N, texts ...string) {
	t.Helper()
	var null N
	bytes := hex.EncodeToString(id[:])
	both(t, inKey[T](k), id, bytes)
	both(t, inHash[T](k), id, bytes)
	both(t, inHash[N](k), valid, bytes)
	both(t, inHash[N](k), null, "")
	for _, text := range texts {
		set := func(s string) {
			if err := k.HSet(t.Context(), k.name, "v", s).Err(); err != nil {
				t.Fatal(err)
			}
		}
		set(text)
		var got T
		nullable, none := null, valid
		p := new(T)
		for _, err := range []error{inHash[T](k).Read(&got), inHash[*T](k).Read(&p), inHash[N](k).Read(&nullable)} {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
		set("")
		if err := inHash[N](k).Read(&none); err != nil || got != id || *p != id || nullable != valid || none != null {
			t.Errorf("%q is read as %v, %v, %v, and no text as %v, %v", text, got, *p, nullable, none, err)
		}
		// Redis cuts no text, so 16 bytes are a UUID, whatever they are.
		both(t, inHash[T](k), T([]byte(text[:16])), hex.EncodeToString([]byte(text[:16])))
		for _, bad := range []string{"x", text[:15], text[:17], text + "x"} {
			set(bad)
			if got := id; inHash[T](k).Read(&got) == nil || got != id {
				t.Errorf("%q is read as %v, want an error and no change", bad, got)
			}
		}
	}
}

func both[V comparable](t *testing.T, v ecosystem.Value[V], in V, want string) {
	t.Helper()
	stored, err := v.Write(in)
	if err != nil || stored != want {
		t.Errorf("%T is stored as %s, %v, want %s", in, stored, err, want)
	}
	var got V
	if err := v.Read(&got); err != nil || got != in {
		t.Errorf("%T: got %v, %v, want %v", in, got, err, in)
	}
}

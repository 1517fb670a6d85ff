package uuid_test

import (
	"reflect"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

func TestMain(m *testing.M) { stores.Main(m) }

type user struct{}

func (user) Prefix() string { return "user" }

// A hash is what a program reads from and writes to a Redis hash.
type hash[T, N any] struct {
	ID   T  `redis:"id"`
	P    *T `redis:"p"`
	Null N  `redis:"null"`
	None N  `redis:"none"`
}

// TestRedis: go-redis reads the hash that it has written, which are 16 bytes, and one of
// texts. It does neither with google's type and its own bytes.
func TestRedis(t *testing.T) {
	url, prefix := stores.Redis(t)
	client := redis.NewClient(kit.Must(redis.ParseURL(url))(t))
	t.Cleanup(func() { client.Close() })

	u := vectors.U
	inRedis(t, client, prefix, hash[uuid.UUID, uuid.NullUUID]{ID: u, P: &u, Null: uuid.NullUUID{UUID: u, Valid: true}})
	id := typed.ID[user](u)
	inRedis(t, client, prefix, hash[typed.ID[user], typed.NullID[user]]{ID: id, P: &id, Null: id.Null()})

	// The texts of a program in another language.
	key := prefix + "text"
	kit.Check(t, client.HSet(t.Context(), key, "id", vectors.Text, "p", strings.ToUpper(vectors.Text), "null", vectors.Text, "none", "").Err())
	got := hash[uuid.UUID, uuid.NullUUID]{ID: vectors.Other, None: uuid.NullUUID{UUID: vectors.Other, Valid: true}}
	kit.Check(t, client.HGetAll(t.Context(), key).Scan(&got))
	if want := (hash[uuid.UUID, uuid.NullUUID]{u, &u, uuid.NullUUID{UUID: u, Valid: true}, uuid.NullUUID{}}); !reflect.DeepEqual(got, want) {
		t.Errorf("texts are read as %v, want %v", got, want)
	}
	kit.Check(t, client.HSet(t.Context(), key, "id", id.String(), "p", id.String(), "null", id.String(), "none", "").Err())
	var typeIDs hash[typed.ID[user], typed.NullID[user]]
	if err := client.HGetAll(t.Context(), key).Scan(&typeIDs); err != nil || typeIDs.ID != id || *typeIDs.P != id || typeIDs.Null != id.Null() {
		t.Errorf("TypeIDs are read as %v, %v, want %v", typeIDs, err, id)
	}
	for _, bad := range []string{"", "x", vectors.Text[:16], vectors.Text + "x", string(u[:15])} {
		kit.Check(t, client.HSet(t.Context(), key, "id", bad).Err())
		got := struct {
			ID uuid.UUID `redis:"id"`
		}{vectors.Other}
		if err := client.HGetAll(t.Context(), key).Scan(&got); err == nil || got.ID != vectors.Other {
			t.Errorf("%q is read as %v, %v, want an error and no change", bad, got, err)
		}
	}

	// Why the method is there: google's type does not read what it has written.
	kit.Check(t, client.HSet(t.Context(), key, "id", google.UUID(u)).Err())
	var theirs struct {
		ID google.UUID `redis:"id"`
	}
	if err := client.HGetAll(t.Context(), key).Scan(&theirs); err == nil {
		t.Errorf("google's type reads its 16 bytes as %v: it did not use to", theirs)
	}
}

func inRedis[T, N comparable](t *testing.T, client *redis.Client, prefix string, in hash[T, N]) {
	t.Helper()
	key := prefix + reflect.TypeFor[T]().String()
	kit.Check(t, client.HSet(t.Context(), key, "id", in.ID, "p", in.P, "null", in.Null, "none", in.None).Err())
	fields := kit.Must(client.HGetAll(t.Context(), key).Result())(t)
	for name, want := range map[string]string{"id": string(vectors.U[:]), "p": string(vectors.U[:]), "null": string(vectors.U[:]), "none": ""} {
		if fields[name] != want {
			t.Errorf("%T: %s is stored as %q, want %q", in.ID, name, fields[name], want)
		}
	}
	got := in
	var zero T
	got.ID, got.P, got.None = zero, nil, in.Null
	if err := client.HGetAll(t.Context(), key).Scan(&got); err != nil || !reflect.DeepEqual(got, in) {
		t.Errorf("%T: read as %v, %v, want %v", in.ID, got, err, in)
	}
	kit.Check(t, client.Set(t.Context(), key, in.ID, 0).Err())
	var value T
	if err := client.Get(t.Context(), key).Scan(&value); err != nil || value != in.ID {
		t.Errorf("%T: Get(…).Scan is %v, %v, want %v", in.ID, value, err, in.ID)
	}
}

package config

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-viper/mapstructure/v2"

	"github.com/uuidkit/uuidkit/gormtype"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type user struct{}

func (user) Prefix() string { return "user" }

// TestMapstructure has what the rows have not: typed ids, UUIDs instead of texts, and what
// mapstructure itself makes of a struct.
func TestMapstructure(t *testing.T) {
	type config struct {
		ID   uuid.UUID
		P    *uuid.UUID
		List []uuid.UUID
		Map  map[string]uuid.UUID
		Null uuid.NullUUID
		None uuid.NullUUID
		User typed.ID[user]
		May  typed.NullID[user]
		Key  gormtype.UUID
		Ref  gormtype.Null[gormtype.UUID]
	}
	u, id := vectors.U, typed.ID[user](vectors.U)
	want := config{u, &u, []uuid.UUID{u}, map[string]uuid.UUID{"k": u}, uuid.NullUUID{UUID: u, Valid: true}, uuid.NullUUID{}, id, id.Null(),
		gormtype.UUID(u), gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(u), Valid: true}}
	var copied map[string]any // what mapstructure makes of the struct
	if err := mapstructure.Decode(want, &copied); err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]any{
		"text": map[string]any{"id": "{" + vectors.Text + "}", "p": vectors.Text, "list": []string{vectors.Text}, "map": map[string]string{"k": vectors.Text},
			"null": vectors.Text, "none": "", "user": id.String(), "may": id.String(), "key": vectors.Text, "ref": vectors.Text},
		"UUIDs": map[string]any{"id": &u, "p": u, "list": []U{u}, "map": want.Map, "null": want.Null, "none": uuid.NullUUID{}, "user": u, "may": &want.May,
			"key": u, "ref": want.Null},
		"google's": map[string]any{"id": G(u), "p": G(u), "list": []G{G(u)}, "map": map[string]G{"k": G(u)}, "null": G(u), "none": nil,
			"user": G(u), "may": id.String(), "key": G(u), "ref": G(u)},
		"own":  want,
		"copy": copied,
	} {
		got := config{ID: vectors.Other} // a default, which must not be filled byte by byte
		if err := mapstructure.Decode(in, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
	for _, field := range []string{"id", "null", "user", "key", "ref"} {
		for _, bad := range []any{"xyz", "", vectors.Text[:16], 7, []any{1, 2}, []byte("short"), true} {
			if (field == "null" || field == "ref") && bad == "" {
				continue // null
			}
			old := config{ID: vectors.Other, Null: uuid.NullUUID{UUID: vectors.Other, Valid: true}, User: id, Ref: want.Ref}
			got := old
			if err := mapstructure.Decode(map[string]any{field: bad}, &got); err == nil || !reflect.DeepEqual(got, old) {
				t.Errorf("%s = %#v: got %+v, %v, want an error and no change", field, bad, got, err)
			}
		}
	}
}

// TestIdentifiers reads the identifiers of package ids: text, and numbers that are whole.
func TestIdentifiers(t *testing.T) {
	type config struct {
		ULID      ids.ULID
		Snowflake ids.Snowflake
		Sharding  ids.ShardingID
	}
	const number = 1541815603606036480
	old := config{ids.ULID(vectors.Other), 1, 1}
	for _, tt := range []struct {
		field string
		in    any
		want  config // zero: an error, and no change
	}{
		{"ulid", ids.ULID(vectors.U).String(), config{ids.ULID(vectors.U), 1, 1}},
		{"ulid", ids.ULID(vectors.U), config{ids.ULID(vectors.U), 1, 1}},
		{"ulid", G(vectors.U), config{ids.ULID(vectors.U), 1, 1}},
		{"ulid", vectors.U, config{ids.ULID(vectors.U), 1, 1}},
		{"ulid", ids.Flake(vectors.U), config{}},
		{"ulid", [12]byte{}, config{}},
		{"ulid", []any{1, 2}, config{}},
		{"ulid", "", config{}},
		{"snowflake", "1541815603606036480", config{old.ULID, number, 1}},
		{"snowflake", number, config{old.ULID, number, 1}},
		{"snowflake", uint32(5), config{old.ULID, 5, 1}},
		{"snowflake", json.Number("1541815603606036480"), config{old.ULID, number, 1}},
		{"snowflake", ids.Snowflake(number), config{old.ULID, number, 1}},
		{"snowflake", -5, config{}},
		{"snowflake", uint64(1 << 63), config{}},
		{"snowflake", float64(number), config{}}, // other JSON numbers are the same float64
		{"snowflake", "0x1f", config{}},
		{"snowflake", "", config{}},
		{"snowflake", true, config{}},
		{"sharding", -5, config{old.ULID, 1, -5}},
		{"sharding", 1.9, config{}},
	} {
		want, got := tt.want, old
		if want == (config{}) {
			want = old
		}
		err := viperPlain(map[string]any{"v": map[string]any{tt.field: tt.in}}, &struct{ V *config }{&got})
		if got != want || (err != nil) != (want == old) {
			t.Errorf("%s = %T %v: got %v, %v, want %v", tt.field, tt.in, tt.in, got, err, want)
		}
	}

	// The types of their own packages.
	type theirs struct {
		KSUID  [20]byte
		PushID [15]byte
		XID    [12]byte
		Object [12]byte
	}
	type ours struct {
		KSUID  ids.KSUID
		PushID ids.PushID
		XID    ids.XID
		Object ids.ObjectID
	}
	in := theirs{[20]byte{1}, [15]byte{2}, [12]byte{3}, [12]byte{4}}
	var got ours
	if err := mapstructure.Decode(in, &got); err != nil || got != (ours{in.KSUID, in.PushID, in.XID, in.Object}) {
		t.Errorf("got %v, %v, want %v", got, err, in)
	}
	type ObjectID [12]byte // as bson's
	type ID [12]byte       // as xid's
	for _, other := range []map[string]any{{"xid": got.Object}, {"xid": ObjectID{5}}, {"object": got.XID}, {"object": ID{5}}} {
		was := got
		if err := mapstructure.Decode(other, &got); err == nil || got != was {
			t.Errorf("%v: got %v, %v, want an error and no change", other, got, err)
		}
	}
	if err := mapstructure.Decode(map[string]any{"xid": ID{5}, "object": ObjectID{6}}, &got); err != nil || got.XID != (ids.XID{5}) || got.Object != (ids.ObjectID{6}) {
		t.Errorf("their types: got %v, %v", got, err)
	}
}

package uuid_test

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/decoders"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// TestLibraries reads what go-redis, gin, mapstructure, gqlgen and YAML give, into a UUID and a
// NullUUID, and into a typed.ID without a prefix and its NullID. The libraries themselves are
// in integration/ecosystem, gqlgen in integration/uuid.
func TestLibraries(t *testing.T) {
	type kind struct{}
	u, null, valid := vectors.U, uuid.NullUUID{}, uuid.NullUUID{UUID: vectors.U, Valid: true}
	for name, texts := range map[string][]string{"ScanRedis": {string(u[:])}, "UnmarshalParam": nil, "UnmarshalMapstructure": nil, "UnmarshalGQL": nil, "UnmarshalYAML": nil} {
		sources := []any{vectors.Text, strings.ToUpper(vectors.Text), "{" + vectors.Text + "}"}
		for _, text := range texts {
			sources = append(sources, text)
		}
		nulls := []any{""}
		switch name {
		case "UnmarshalMapstructure":
			var none *uuid.UUID
			sources = append(sources, u, &u, vectors.Google(u), valid, &valid, u[:], map[string]any{"UUID": u, "Valid": true}, typed.ID[kind](u))
			nulls = append(nulls, nil, none, null, map[string]any{"UUID": u, "Valid": false})
		case "UnmarshalGQL":
			nulls = append(nulls, nil)
		case "UnmarshalYAML":
			for _, into := range []any{new(uuid.UUID), new(uuid.NullUUID), new(typed.ID[kind]), new(typed.NullID[kind])} {
				if err := call(into, name, []int{1}); err == nil {
					t.Errorf("%T: a list is no error", into)
				}
			}
		}
		for _, src := range sources {
			got, nullable, id, nullID := vectors.Other, null, typed.ID[kind](vectors.Other), typed.NullID[kind]{}
			for _, into := range []any{&got, &nullable, &id, &nullID} {
				if err := call(into, name, src); err != nil {
					t.Errorf("%T.%s(%#v): %v", into, name, src, err)
				}
			}
			if got != u || nullable != valid || uuid.UUID(id) != u || nullID != id.Null() {
				t.Errorf("%s(%#v): %v, %v, %v, %v, want %v", name, src, got, nullable, id, nullID, u)
			}
		}
		for _, src := range nulls {
			got, nullable, id, nullID := u, valid, typed.ID[kind](u), typed.ID[kind](u).Null()
			for _, into := range []any{&nullable, &nullID} {
				if err := call(into, name, src); err != nil {
					t.Errorf("%T.%s(%#v): %v", into, name, src, err)
				}
			}
			if call(&got, name, src) == nil || call(&id, name, src) == nil || got != u || uuid.UUID(id) != u || nullable != null || nullID.Valid {
				t.Errorf("%s(%#v): %v, %v, %v, %v, want an error and no change of a UUID, and null", name, src, got, nullable, id, nullID)
			}
		}
	}
}

// TestMapstructureWrong: what is neither a UUID nor null is an error, whatever it points to.
func TestMapstructureWrong(t *testing.T) {
	type kind struct{}
	type embeds struct{ *uuid.NullUUID }
	var loop any
	loop = &loop
	inMap := map[string]any{"Valid": true}
	inMap["UUID"] = inMap
	for _, src := range []any{
		embeds{}, &embeds{}, loop, inMap, map[string]any{"UUID": loop, "Valid": true}, map[string]any{"UUID": vectors.U, "Valid": loop},
		map[string]any{"UUID": "", "Valid": true}, map[string]any{"UUID": nil, "Valid": true}, map[string]any{"UUID": vectors.U, "Valid": nil},
		map[string]any{"UUID": vectors.U}, map[int]any{}, map[string]any(nil), struct{ UUID, Valid string }{vectors.Text, "true"},
	} {
		u, null, id, nullID := vectors.U, uuid.NullUUID{UUID: vectors.U, Valid: true}, typed.ID[kind](vectors.U), typed.ID[kind](vectors.U).Null()
		for _, into := range []any{&u, &null, &id, &nullID} {
			if err := call(into, "UnmarshalMapstructure", src); err == nil {
				t.Errorf("%T reads %T", into, src)
			}
		}
		if u != vectors.U || null != (uuid.NullUUID{UUID: u, Valid: true}) || uuid.UUID(id) != u || nullID != id.Null() {
			t.Errorf("after the error of %T: %v, %v, %v, %v", src, u, null, id, nullID)
		}
	}
}

// TestScanRedis reads what MarshalBinary writes, whatever text the 16 bytes look like, and no
// other part of a text.
func TestScanRedis(t *testing.T) {
	id := typed.ID[user](vectors.U)
	for _, text := range []string{
		vectors.Text, strings.ReplaceAll(vectors.Text, "-", ""), "{" + vectors.Text + "}", "urn:uuid:" + vectors.Text,
		id.String(), id.String()[5:], "order_2x4y6z8a0b", "____zzzz00009999", "zyxwvutsrqponmlk", strings.Repeat("3", 16),
	} {
		for _, s := range []string{text[:16], strings.ToUpper(text[:16])} {
			want := uuid.UUID([]byte(s))
			for _, v := range []interface {
				encoding.BinaryMarshaler
				fmt.Stringer
			}{want, uuid.NullUUID{UUID: want, Valid: true}, typed.ID[user](want), typed.ID[user](want).Null()} {
				b, err := v.MarshalBinary()
				got := reflect.New(reflect.TypeOf(v))
				if err == nil {
					err = call(got.Interface(), "ScanRedis", string(b))
				}
				if err != nil || got.Elem().Interface() != v {
					t.Errorf("%T: %q is read as %v, %v", v, b, got.Elem(), err)
				}
			}
		}
		for _, s := range []string{text[:15], text[:16] + "0"} {
			u, null, id, nullID := vectors.Other, uuid.NullUUID{}, typed.ID[user](vectors.Other), typed.NullID[user]{}
			for _, into := range []any{&u, &null, &id, &nullID} {
				if err := call(into, "ScanRedis", s); err == nil {
					t.Errorf("%T reads %q", into, s)
				}
			}
			if u != vectors.Other || null.Valid || uuid.UUID(id) != vectors.Other || nullID.Valid {
				t.Errorf("after the error of %q: %v, %v, %v, %v", s, u, null, id, nullID)
			}
		}
	}
}

func call(into any, method string, src any) error {
	switch method {
	case "ScanRedis":
		return into.(interface{ ScanRedis(string) error }).ScanRedis(src.(string))
	case "UnmarshalParam":
		return into.(interface{ UnmarshalParam(string) error }).UnmarshalParam(src.(string))
	case "UnmarshalMapstructure":
		return into.(interface{ UnmarshalMapstructure(any) error }).UnmarshalMapstructure(src)
	case "UnmarshalYAML":
		unmarshal := func(any) error { return fmt.Errorf("%T is no text", src) }
		if text, ok := src.(string); ok {
			unmarshal = decoders.YAML(text)
		}
		return into.(interface{ UnmarshalYAML(func(any) error) error }).UnmarshalYAML(unmarshal)
	}
	return into.(interface{ UnmarshalGQL(any) error }).UnmarshalGQL(src)
}

func TestMarshalGQL(t *testing.T) {
	var b bytes.Buffer
	vectors.U.MarshalGQL(&b)
	uuid.NullUUID{UUID: vectors.U, Valid: true}.MarshalGQL(&b)
	uuid.NullUUID{UUID: vectors.U}.MarshalGQL(&b)
	typed.ID[user](vectors.U).Null().MarshalGQL(&b)
	want := `"` + vectors.Text + `""` + vectors.Text + `"null"` + typed.ID[user](vectors.U).String() + `"`
	if b.String() != want {
		t.Errorf("got %s, want %s", &b, want)
	}
}

package bsonx_test

import (
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

func TestNullUUID(t *testing.T) {
	type document struct {
		Ours    uuid.NullUUID
		OursP   *uuid.NullUUID
		Google  GoogleNull
		GoogleP *GoogleNull
		List    []GoogleNull
	}
	ours := uuid.NullUUID{UUID: vectors.U, Valid: true}
	googles := GoogleNull{vectors.Google(vectors.U), true}
	for _, form := range forms {
		reg, bin := registry(form.opts...), bin(form.subtype, form.hex)
		for _, test := range []struct {
			in   document
			want string
		}{
			{
				document{ours, &ours, googles, &googles, []GoogleNull{{}, googles}},
				doc(elem("ours", bin), elem("oursp", bin), elem("google", bin), elem("googlep", bin), elem("list", array(null, bin))),
			},
			{
				document{},
				doc(elem("ours", null), elem("oursp", null), elem("google", null), elem("googlep", null), elem("list", null)),
			},
		} {
			encodes(t, reg, test.in, test.want)
			got := document{Ours: ours, OursP: new(uuid.NullUUID), Google: googles, GoogleP: &GoogleNull{}}
			decodes(t, reg, test.want, &got, test.in)
		}
	}
}

// TestTyped has a nullable type with BSON methods of its own, which know one form.
func TestTyped(t *testing.T) {
	type kind struct{}
	id := typed.ID[kind](vectors.U)
	for _, form := range forms {
		reg, bin := bson.NewRegistry(), bin(form.subtype, form.hex)
		register[typed.ID[kind]](reg, form.opts...)
		for _, test := range []struct {
			in, back typed.NullID[kind]
			want     string
		}{
			{in: id.Null(), want: bin},
			{back: id.Null(), want: null},
		} {
			type document struct {
				ID typed.NullID[kind]
				P  *typed.NullID[kind]
			}
			encodes(t, reg, bson.D{{Key: "x", Value: test.in}}, x(test.want))
			want := doc(elem("id", test.want), elem("p", test.want))
			encodes(t, reg, document{test.in, &test.in}, want)
			in := document{ID: test.in}
			if test.in.Valid {
				in.P = &test.in
			}
			decodes(t, reg, want, &document{test.back, &test.back}, in)
		}
	}
}

// TestRegisterNullOrder shows that RegisterNull may precede Register.
func TestRegisterNullOrder(t *testing.T) {
	reg := bson.NewRegistry()
	if err := bsonx.RegisterNull[GoogleNull](reg); err != nil {
		t.Fatal(err)
	}
	register[vectors.Google](reg, bsonx.JavaLegacy)
	encodes(t, reg, bson.D{{Key: "x", Value: GoogleNull{vectors.Google(vectors.U), true}}}, x(bin(3, javaHex)))
}

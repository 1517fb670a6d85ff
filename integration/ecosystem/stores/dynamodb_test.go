//go:build full

package stores

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// A DynamoUUID is a binary of 16 bytes in DynamoDB: copy it, with the UUID type that you
// use. It refuses everything else.
type DynamoUUID uuid.UUID

func (u DynamoUUID) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	return &types.AttributeValueMemberB{Value: u[:]}, nil
}

func (u *DynamoUUID) UnmarshalDynamoDBAttributeValue(v types.AttributeValue) error {
	b, ok := v.(*types.AttributeValueMemberB)
	if !ok || len(b.Value) != len(u) {
		return fmt.Errorf("%T is no UUID of 16 bytes", v)
	}
	copy(u[:], b.Value)
	return nil
}

// A NullDynamoUUID is a DynamoUUID or NULL.
type NullDynamoUUID struct {
	UUID  DynamoUUID
	Valid bool
}

func (n NullDynamoUUID) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	if !n.Valid {
		return &types.AttributeValueMemberNULL{Value: true}, nil
	}
	return n.UUID.MarshalDynamoDBAttributeValue()
}

func (n *NullDynamoUUID) UnmarshalDynamoDBAttributeValue(v types.AttributeValue) error {
	if _, null := v.(*types.AttributeValueMemberNULL); null {
		*n = NullDynamoUUID{}
		return nil
	}
	var u DynamoUUID
	if err := u.UnmarshalDynamoDBAttributeValue(v); err != nil {
		return err
	}
	*n = NullDynamoUUID{u, true}
	return nil
}

// An attribute is what DynamoDB would hold of an item's field v.
type attribute struct{ v types.AttributeValue }

type item[V any] struct {
	V V `dynamodbav:"v"`
}

func dynamo[V any](a *attribute) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		m, err := attributevalue.MarshalMap(item[V]{v})
		a.v = m["v"]
		return describe(a.v), err
	}, Read: func(v *V) error {
		i := item[V]{*v}
		err := attributevalue.UnmarshalMap(map[string]types.AttributeValue{"v": a.v}, &i)
		*v = i.V
		return err
	}}
}

// describe is an attribute with its type, as DynamoDB's JSON names it.
func describe(v types.AttributeValue) string {
	switch v := v.(type) {
	case *types.AttributeValueMemberB:
		return "B " + hex.EncodeToString(v.Value)
	case *types.AttributeValueMemberBS:
		return fmt.Sprintf("BS %x", v.Value)
	case *types.AttributeValueMemberS:
		return "S " + v.Value
	case *types.AttributeValueMemberNULL:
		return "NULL"
	case *types.AttributeValueMemberL:
		s := "L"
		for _, e := range v.Value {
			s += " " + describe(e)
		}
		return s
	case *types.AttributeValueMemberM:
		s := "M"
		for _, k := range []string{"k", "UUID", "V", "Valid"} {
			if v.Value[k] != nil {
				s += " " + k + " " + describe(v.Value[k])
			}
		}
		return s
	case *types.AttributeValueMemberBOOL:
		return fmt.Sprint("BOOL ", v.Value)
	}
	return fmt.Sprintf("%T", v)
}

func dynamoOps[T ~[16]byte, N any](testing.TB) ecosystem.Ops[T, N] {
	a := &attribute{}
	o := ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return "B " + native(u) }, None: "NULL",
		Seed: func(us ...uuid.UUID) error { a.v = &types.AttributeValueMemberB{Value: us[0][:]}; return nil },
		One:  dynamo[T](a), Ptr: dynamo[*T](a), Null: dynamo[N](a), List: dynamo[[]T](a), Nested: dynamo[map[string]T](a),
		Bad: map[string]func() error{},
	}
	for name, v := range map[string]types.AttributeValue{
		"3 bytes": &types.AttributeValueMemberB{Value: []byte("abc")}, "17 bytes": &types.AttributeValueMemberB{Value: make([]byte, 17)},
		"a list": &types.AttributeValueMemberL{Value: []types.AttributeValue{&types.AttributeValueMemberN{Value: "7"}}},
		"NULL":   &types.AttributeValueMemberNULL{Value: true}, "text": &types.AttributeValueMemberS{Value: "0123456789abcdef"},
	} {
		o.Bad[name] = func() error { a.v = v; return nil }
	}
	return o
}

func dynamoCopied[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](dynamoOps[DynamoUUID, NullDynamoUUID](t))
}

func dynamoRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "attributevalue", Store: "DynamoDB, its attributes", Module: "github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue",
		Link:  "../integration/ecosystem/stores/dynamodb_test.go",
		Say:   "`type DynamoUUID` and `NullDynamoUUID` with the methods of attributevalue: copy them",
		Today: ecosystem.Of(dynamoOps[S, SN], dynamoOps[G, GN], dynamoOps[F, FN], dynamoOps[U, UN]),
		With:  ecosystem.Of(dynamoCopied[S, SN], dynamoCopied[G, GN], dynamoCopied[F, FN], dynamoCopied[U, UN]),
	}}
}

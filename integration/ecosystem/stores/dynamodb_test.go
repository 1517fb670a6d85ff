//go:build full

package stores

import (
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
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
	switch {
	case !ok:
		return fmt.Errorf("DynamoUUID: %T, want a binary of 16 bytes", v)
	case len(b.Value) != len(u):
		return fmt.Errorf("DynamoUUID: %d bytes, want 16", len(b.Value))
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

// An items is the table ids of a DynamoDB. An item has the key k and the attribute v.
type items struct{ *dynamodb.Client }

type item[V any] struct {
	V V `dynamodbav:"v"`
}

func keyed(k int) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"k": &types.AttributeValueMemberN{Value: strconv.Itoa(k)}}
}

// put replaces the items by those that have these attributes.
func (c items) put(vs ...types.AttributeValue) error {
	ctx, t := context.Background(), aws.String("ids")
	for k := range 2 {
		if _, err := c.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: t, Key: keyed(k)}); err != nil {
			return err
		}
	}
	for k, v := range vs {
		in := keyed(k)
		in["v"] = v
		if _, err := c.PutItem(ctx, &dynamodb.PutItemInput{TableName: t, Item: in}); err != nil {
			return err
		}
	}
	return nil
}

func (c items) get() (map[string]types.AttributeValue, error) {
	out, err := c.GetItem(context.Background(), &dynamodb.GetItemInput{TableName: aws.String("ids"), Key: keyed(0)})
	if err != nil {
		return nil, err
	}
	return out.Item, nil
}

// count counts the items whose attribute is one of the values.
func count[T any](c items, values ...T) (int, error) {
	arguments, names := map[string]types.AttributeValue{}, []string{}
	for i, v := range values {
		name := ":v" + strconv.Itoa(i)
		a, err := attributevalue.Marshal(v)
		if err != nil {
			return 0, err
		}
		arguments[name], names = a, append(names, name)
	}
	out, err := c.Scan(context.Background(), &dynamodb.ScanInput{
		TableName: aws.String("ids"), ExpressionAttributeValues: arguments, FilterExpression: aws.String("v IN (" + strings.Join(names, ", ") + ")"),
	})
	if err != nil {
		return 0, err
	}
	return int(out.Count), nil
}

func dynamo[V any](c items) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		m, err := attributevalue.MarshalMap(item[V]{v})
		if err == nil {
			err = c.put(m["v"])
		}
		if err != nil {
			return "", err
		}
		m, err = c.get()
		return describe(m["v"]), err
	}, Read: func(v *V) error {
		m, err := c.get()
		if err != nil {
			return err
		}
		i := item[V]{*v}
		err = attributevalue.UnmarshalMap(m, &i)
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

func dynamoOps[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	c := dynalite(t)
	o := ecosystem.Ops[T, N]{
		Native: func(u uuid.UUID) string { return "B " + native(u) }, None: "NULL",
		Seed: func(us ...uuid.UUID) error {
			var vs []types.AttributeValue
			for _, u := range us {
				vs = append(vs, &types.AttributeValueMemberB{Value: u[:]})
			}
			return c.put(vs...)
		},
		One: dynamo[T](c), Ptr: dynamo[*T](c), Null: dynamo[N](c), List: dynamo[[]T](c), Nested: dynamo[map[string]T](c),
		Find: func(u T) (int, error) { return count(c, u) }, In: func(us []T) (int, error) { return count(c, us...) },
		Bad: map[string]func() error{},
	}
	for name, v := range map[string]types.AttributeValue{
		"3 bytes": &types.AttributeValueMemberB{Value: []byte("abc")}, "17 bytes": &types.AttributeValueMemberB{Value: make([]byte, 17)},
		"a list": &types.AttributeValueMemberL{Value: []types.AttributeValue{&types.AttributeValueMemberN{Value: "7"}}},
		"NULL":   &types.AttributeValueMemberNULL{Value: true}, "text": &types.AttributeValueMemberS{Value: "0123456789abcdef"},
	} {
		o.Bad[name] = func() error { return c.put(v) }
	}
	return o
}

func dynamoCopied[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](dynamoOps[DynamoUUID, NullDynamoUUID](t))
}

func dynamoRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "attributevalue", Store: "DynamoDB", Module: "github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue",
		Link:  "../integration/ecosystem/stores/dynamodb_test.go",
		Say:   "`type DynamoUUID` and `NullDynamoUUID` with the methods of attributevalue: copy them",
		Today: ecosystem.Of(dynamoOps[S, SN], dynamoOps[G, GN], dynamoOps[F, FN], dynamoOps[U, UN]),
		With:  ecosystem.Of(dynamoCopied[S, SN], dynamoCopied[G, GN], dynamoCopied[F, FN], dynamoCopied[U, UN]),
	}}
}

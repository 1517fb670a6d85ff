package bsonx_test

import (
	"bytes"
	"fmt"
	"log"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// A layout says at which place of the stored bytes each byte of the UUID is.
type layout []int32

var (
	network = layout{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} // subtype 0, and Python's subtype 3
	java    = layout{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
	csharp  = layout{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}
)

// toUUID is the expression that turns a field's bytes into subtype 4. MongoDB
// converts binary to text, and text to subtype 4, but not binary to subtype 4.
func toUUID(field string, bytes layout) bson.D {
	var text bson.A
	for i, at := range bytes {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			text = append(text, "-")
		}
		text = append(text, bson.D{{Key: "$substrBytes", Value: bson.A{"$$hex", 2 * at, 2}}})
	}
	hex := bson.D{{Key: "$convert", Value: bson.D{{Key: "input", Value: field}, {Key: "to", Value: "string"}, {Key: "format", Value: "hex"}}}}
	return bson.D{{Key: "$let", Value: bson.D{
		{Key: "vars", Value: bson.D{{Key: "hex", Value: hex}}},
		{Key: "in", Value: bson.D{{Key: "$toUUID", Value: bson.D{{Key: "$concat", Value: text}}}}},
	}}}
}

// is16 is the condition that a field is binary of a subtype and 16 bytes: MongoDB
// orders binary by length, then subtype, then bytes.
func is16(subtype byte) bson.D {
	return bson.D{
		{Key: "$gte", Value: bson.Binary{Subtype: subtype, Data: bytes.Repeat([]byte{0x00}, 16)}},
		{Key: "$lte", Value: bson.Binary{Subtype: subtype, Data: bytes.Repeat([]byte{0xff}, 16)}},
	}
}

// update is the command that sets a field in all documents that the filter finds.
func update(collection string, filter bson.D, field string, value any) bson.D {
	return bson.D{{Key: "update", Value: collection}, {Key: "updates", Value: bson.A{bson.D{
		{Key: "q", Value: filter},
		{Key: "u", Value: bson.A{bson.D{{Key: "$set", Value: bson.D{{Key: field, Value: value}}}}}},
		{Key: "multi", Value: true},
	}}}}
}

// Old documents of a collection orders become what Register reads and writes. Give
// each command to RunCommand of the database, with MongoDB 8 or later; in mongosh,
// run db.runCommand(EJSON.parse('...')). A command that has run before changes
// nothing, and what has another form stays. Run delete only if copy has ended without
// an error.
func Example_migration() {
	const orders = "orders"
	cond := func(field string) any {
		return bson.D{{Key: "$cond", Value: bson.A{field + ".valid", field + ".v", nil}}}
	}
	for _, c := range []struct {
		name    string
		command bson.D
	}{
		// A field that Go programs have stored as subtype 0.
		{"field", update(orders, bson.D{{Key: "customer", Value: is16(0)}}, "customer", toUUID("$customer", network))},

		// A field of subtype 3. All of them must be of one language.
		{"java", update(orders, bson.D{{Key: "customer", Value: is16(3)}}, "customer", toUUID("$customer", java))},
		{"csharp", update(orders, bson.D{{Key: "customer", Value: is16(3)}}, "customer", toUUID("$customer", csharp))},
		{"python", update(orders, bson.D{{Key: "customer", Value: is16(3)}}, "customer", toUUID("$customer", network))},

		// A field that the driver has stored of a sql.Null[T], {v, valid}: then run
		// "field". For google's and gofrs's NullUUID, {uuid, valid}, replace v by uuid.
		// The condition $expr leaves arrays as they are: $cond would take them for valid.
		{"null", update(orders, bson.D{
			{Key: "$expr", Value: bson.D{{Key: "$eq", Value: bson.A{bson.D{{Key: "$type", Value: "$customer.valid"}}, "bool"}}}},
			{Key: "customer.v", Value: bson.D{{Key: "$exists", Value: true}}},
		}, "customer", cond("$customer"))},

		// A field of text, which has to be of 36 characters: the command stops at any other. And back.
		{"text", update(orders, bson.D{{Key: "customer", Value: bson.D{{Key: "$type", Value: "string"}}}}, "customer", bson.D{{Key: "$toUUID", Value: "$customer"}})},
		{"back", update(orders, bson.D{{Key: "customer", Value: is16(4)}}, "customer", bson.D{{Key: "$toString", Value: "$customer"}})},

		// The _id, which cannot change: copy the documents to new ids, then delete
		// the old ones. Nobody may write meanwhile. A document that has the new _id
		// already stays as it is, and "delete" deletes the one that has the old _id. A
		// unique index refuses the copies: drop it first.
		{"copy", bson.D{
			{Key: "aggregate", Value: orders},
			{Key: "pipeline", Value: bson.A{
				bson.D{{Key: "$match", Value: bson.D{{Key: "_id", Value: is16(0)}}}},
				bson.D{{Key: "$set", Value: bson.D{{Key: "_id", Value: toUUID("$_id", network)}}}},
				bson.D{{Key: "$merge", Value: bson.D{{Key: "into", Value: orders}, {Key: "whenMatched", Value: "keepExisting"}}}},
			}},
			{Key: "cursor", Value: bson.D{}},
		}},
		{"delete", bson.D{
			{Key: "delete", Value: orders},
			{Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: is16(0)}}}, {Key: "limit", Value: 0}}}},
		}},
	} {
		command, err := bson.MarshalExtJSON(c.command, false, false)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s\n", c.name, command)
	}

	// Output:
	// field: {"update":"orders","updates":[{"q":{"customer":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"00"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"00"}}}},"u":[{"$set":{"customer":{"$let":{"vars":{"hex":{"$convert":{"input":"$customer","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$hex",0,2]},{"$substrBytes":["$$hex",2,2]},{"$substrBytes":["$$hex",4,2]},{"$substrBytes":["$$hex",6,2]},"-",{"$substrBytes":["$$hex",8,2]},{"$substrBytes":["$$hex",10,2]},"-",{"$substrBytes":["$$hex",12,2]},{"$substrBytes":["$$hex",14,2]},"-",{"$substrBytes":["$$hex",16,2]},{"$substrBytes":["$$hex",18,2]},"-",{"$substrBytes":["$$hex",20,2]},{"$substrBytes":["$$hex",22,2]},{"$substrBytes":["$$hex",24,2]},{"$substrBytes":["$$hex",26,2]},{"$substrBytes":["$$hex",28,2]},{"$substrBytes":["$$hex",30,2]}]}}}}}}],"multi":true}]}
	// java: {"update":"orders","updates":[{"q":{"customer":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"03"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"03"}}}},"u":[{"$set":{"customer":{"$let":{"vars":{"hex":{"$convert":{"input":"$customer","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$hex",14,2]},{"$substrBytes":["$$hex",12,2]},{"$substrBytes":["$$hex",10,2]},{"$substrBytes":["$$hex",8,2]},"-",{"$substrBytes":["$$hex",6,2]},{"$substrBytes":["$$hex",4,2]},"-",{"$substrBytes":["$$hex",2,2]},{"$substrBytes":["$$hex",0,2]},"-",{"$substrBytes":["$$hex",30,2]},{"$substrBytes":["$$hex",28,2]},"-",{"$substrBytes":["$$hex",26,2]},{"$substrBytes":["$$hex",24,2]},{"$substrBytes":["$$hex",22,2]},{"$substrBytes":["$$hex",20,2]},{"$substrBytes":["$$hex",18,2]},{"$substrBytes":["$$hex",16,2]}]}}}}}}],"multi":true}]}
	// csharp: {"update":"orders","updates":[{"q":{"customer":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"03"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"03"}}}},"u":[{"$set":{"customer":{"$let":{"vars":{"hex":{"$convert":{"input":"$customer","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$hex",6,2]},{"$substrBytes":["$$hex",4,2]},{"$substrBytes":["$$hex",2,2]},{"$substrBytes":["$$hex",0,2]},"-",{"$substrBytes":["$$hex",10,2]},{"$substrBytes":["$$hex",8,2]},"-",{"$substrBytes":["$$hex",14,2]},{"$substrBytes":["$$hex",12,2]},"-",{"$substrBytes":["$$hex",16,2]},{"$substrBytes":["$$hex",18,2]},"-",{"$substrBytes":["$$hex",20,2]},{"$substrBytes":["$$hex",22,2]},{"$substrBytes":["$$hex",24,2]},{"$substrBytes":["$$hex",26,2]},{"$substrBytes":["$$hex",28,2]},{"$substrBytes":["$$hex",30,2]}]}}}}}}],"multi":true}]}
	// python: {"update":"orders","updates":[{"q":{"customer":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"03"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"03"}}}},"u":[{"$set":{"customer":{"$let":{"vars":{"hex":{"$convert":{"input":"$customer","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$hex",0,2]},{"$substrBytes":["$$hex",2,2]},{"$substrBytes":["$$hex",4,2]},{"$substrBytes":["$$hex",6,2]},"-",{"$substrBytes":["$$hex",8,2]},{"$substrBytes":["$$hex",10,2]},"-",{"$substrBytes":["$$hex",12,2]},{"$substrBytes":["$$hex",14,2]},"-",{"$substrBytes":["$$hex",16,2]},{"$substrBytes":["$$hex",18,2]},"-",{"$substrBytes":["$$hex",20,2]},{"$substrBytes":["$$hex",22,2]},{"$substrBytes":["$$hex",24,2]},{"$substrBytes":["$$hex",26,2]},{"$substrBytes":["$$hex",28,2]},{"$substrBytes":["$$hex",30,2]}]}}}}}}],"multi":true}]}
	// null: {"update":"orders","updates":[{"q":{"$expr":{"$eq":[{"$type":"$customer.valid"},"bool"]},"customer.v":{"$exists":true}},"u":[{"$set":{"customer":{"$cond":["$customer.valid","$customer.v",null]}}}],"multi":true}]}
	// text: {"update":"orders","updates":[{"q":{"customer":{"$type":"string"}},"u":[{"$set":{"customer":{"$toUUID":"$customer"}}}],"multi":true}]}
	// back: {"update":"orders","updates":[{"q":{"customer":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"04"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"04"}}}},"u":[{"$set":{"customer":{"$toString":"$customer"}}}],"multi":true}]}
	// copy: {"aggregate":"orders","pipeline":[{"$match":{"_id":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"00"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"00"}}}}},{"$set":{"_id":{"$let":{"vars":{"hex":{"$convert":{"input":"$_id","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$hex",0,2]},{"$substrBytes":["$$hex",2,2]},{"$substrBytes":["$$hex",4,2]},{"$substrBytes":["$$hex",6,2]},"-",{"$substrBytes":["$$hex",8,2]},{"$substrBytes":["$$hex",10,2]},"-",{"$substrBytes":["$$hex",12,2]},{"$substrBytes":["$$hex",14,2]},"-",{"$substrBytes":["$$hex",16,2]},{"$substrBytes":["$$hex",18,2]},"-",{"$substrBytes":["$$hex",20,2]},{"$substrBytes":["$$hex",22,2]},{"$substrBytes":["$$hex",24,2]},{"$substrBytes":["$$hex",26,2]},{"$substrBytes":["$$hex",28,2]},{"$substrBytes":["$$hex",30,2]}]}}}}}},{"$merge":{"into":"orders","whenMatched":"keepExisting"}}],"cursor":{}}
	// delete: {"delete":"orders","deletes":[{"q":{"_id":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"00"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"00"}}}},"limit":0}]}
}

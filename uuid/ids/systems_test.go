package ids_test

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

// A system is a row of the table that drives the tests of all identifiers.
type system interface {
	Name() string
	testVectors(*testing.T)
	testEveryByte(*testing.T)
	testBad(*testing.T)
	testLengths(*testing.T)
	testRandom(*testing.T)
	testUnchanged(*testing.T)
	testJSON(*testing.T)
	testSQL(*testing.T)
	testBinary(*testing.T)
	testBSON(*testing.T)
	testUUID(*testing.T)
	testAllocs(*testing.T)
	testGuess(*testing.T)
	testText(t *testing.T, s string)
	testDecode(t *testing.T, typ byte, data []byte)
}

// systems has the sixteen of RFC 9562, section 2.1.
var systems = []system{
	of[ids.ULID]{
		name: "ULID", bits: 128, digits: crockford, anyCase: true, length: 26, ordered: true,
		parse: ids.ParseULID, fromNumber: func(b []byte) ids.ULID { return ids.ULID(b) },
		time:   ids.ULID.Time,
		toUUID: func(id ids.ULID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: func(u uuid.UUID) (ids.ULID, error) { return ids.ULID(u), nil },
		vectors: []vector{
			{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3ab5d3d6764c61efb99302bd5b", "2016-07-30T23:54:10.259Z", "01563e3a-b5d3-d676-4c61-efb99302bd5b"},
			{"01FWHE4YDGFK1SHH6W1G60EECF", "017f22e279b07cc398c4dc0c0c07398f", rfcTime, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
			{"01FWHE4YDG041061050R3GG28A", "017f22e279b00102030405060708090a", rfcTime, "017f22e2-79b0-0102-0304-05060708090a"},
			{"7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffffffffffffffffffffffffffff", "10889-08-02T05:31:50.655Z", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		},
		bad: []bad{{"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0}, {"0IARZ3NDEKTSV4RRFFQ69G5FAV", 1}, {"01ARZ3NDEKTSV4RRFFQ69G5FA-", 25}, {"8ZZZZZZZZZZZZ!ZZZZZZZZZZZZ", 13}},
		sql: sqlText, bson: bsonText, anyUUID: true,
	},
	of[ids.LexicalUUID]{
		name: "LexicalUUID", bits: 128, twin: twinOfLexicalUUID, length: 35, digits: hexDigits, ordered: true,
		parse: ids.ParseLexicalUUID, fromNumber: func(b []byte) ids.LexicalUUID { return ids.LexicalUUID(b) },
		fix:    func(b []byte) { b[0] &= 0x03 },
		time:   ids.LexicalUUID.Time,
		toUUID: ids.LexicalUUID.UUID,
		ofUUID: ids.LexicalUUIDFromUUID,
		vectors: []vector{
			{"00000000-00ff-9281-ffffffffa0091991", "0000000000ff9281ffffffffa0091991", "1970-01-01T00:00:16.749185Z", "00000000-3fe4-8a07-bfff-ffffa0091991"},
			{"00000009-9021-3812-0000899813298123", "00000009902138120000899813298123", "1970-01-01T11:24:32.80181Z", "00000264-084e-8048-8000-899813298123"},
			{"00000000-012f-cd83-00000000000003e9", "00000000012fcd8300000000000003e9", "1970-01-01T00:00:19.910019Z", ""},
			{"0005d8a0-44ab-5780-85944171f73967e8", "0005d8a044ab578085944171f73967e8", rfcTime, "01762811-2ad5-8e02-8594-4171f73967e8"},
		},
		bad: []bad{{"0005d8a0+44ab-5780-85944171f73967e8", 8}, {"0005d8a0-44ab-5780-8594-171f73967e8", 23}, {"0005d8a0-44ab-5780-85944171f73967eg", 34}},
	},
	of[ids.Snowflake]{
		name: "Snowflake", bits: 63, digits: decimal, ordered: false,
		parse: ids.ParseSnowflake, fromNumber: func(b []byte) ids.Snowflake { return ids.Snowflake(binary.BigEndian.Uint64(b)) },
		time:   func(id ids.Snowflake) time.Time { return id.Time(ids.TwitterEpoch) },
		toUUID: func(id ids.Snowflake) (uuid.UUID, error) { return id.UUID(ids.TwitterEpoch) },
		ofUUID: func(u uuid.UUID) (ids.Snowflake, error) { return ids.SnowflakeFromUUID(u, ids.TwitterEpoch) },
		vectors: []vector{
			{"1541815603606036480", "1565a11f6217a000", "2022-06-28T16:07:40.105Z", "0181ab11-8149-800c-9565-a11f6217a000"},
			{"266241948824764416", "03b1e1a450020000", "2012-11-07T18:13:21.793Z", "013adc13-9501-800c-83b1-e1a450020000"},
			{"9223372036854775807", "7fffffffffffffff", "2080-07-10T17:30:30.208Z", ""},
			{"0", "0000000000000000", "2010-11-04T01:42:54.657Z", ""},
		},
		bad: []bad{{"9223372036854775808", 18}, {"99999999999999999999", 18}, {"-1", 0}, {"01", 0}, {"1541815603606036_80", 16}, {"", 0}},
		sql: sqlInt, bson: bsonInt,
	},
	of[ids.Flake]{
		name: "Flake", bits: 128, digits: base62,
		parse: ids.ParseFlake, fromNumber: func(b []byte) ids.Flake { return ids.Flake(b) },
		fix:    func(b []byte) { b[0], b[1] = 0, 0 },
		time:   ids.Flake.Time,
		toUUID: ids.Flake.UUID,
		ofUUID: ids.FlakeFromUUID,
		vectors: []vector{
			{"AGkDJqafmrqDz95atM", "0000017f22e279b0109add5e0e8f0000", rfcTime, "017f22e2-79b0-8010-909a-dd5e0e8f0000"},
			{"AGkDJqafmrqDz95atN", "0000017f22e279b0109add5e0e8f0001", rfcTime, "017f22e2-79b0-8010-909a-dd5e0e8f0001"},
			{"8HHQKAyBzNTzXyL6g4", "00000134d8b3ab2b109add5e0e8f0000", "2012-01-13T20:13:00.587Z", ""},
			{"0", "00000000000000000000000000000000", "1970-01-01T00:00:00Z", ""},
			{"7n42DGM5Tflk9n8mt7Fhc7", "ffffffffffffffffffffffffffffffff", "", ""},
		},
		bad: []bad{{"7n42DGM5Tflk9n8mt7Fhc8", 21}, {"8000000000000000000000", 0}, {"01", 0}, {"AGkDJqafmr-Dz95atM", 10}, {"", 0}, {"AAAAAAAAAAAAAAAAAAAAAAA", 23}},
	},
	of[ids.ShardingID]{
		name: "ShardingID", bits: 64, twin: twinOfInt64, digits: decimal,
		parse: ids.ParseShardingID, fromNumber: func(b []byte) ids.ShardingID { return ids.ShardingID(binary.BigEndian.Uint64(b)) },
		time:   func(id ids.ShardingID) time.Time { return id.Time(ids.InstagramEpoch) },
		toUUID: func(id ids.ShardingID) (uuid.UUID, error) { return id.UUID(ids.InstagramEpoch) },
		ofUUID: func(u uuid.UUID) (ids.ShardingID, error) { return ids.ShardingIDFromUUID(u, ids.InstagramEpoch) },
		vectors: []vector{
			{"4035899970707002369", "380265a3e7001401", "2026-11-22T08:39:49.927Z", ""},
			{"2779462251034186769", "2692a230eb801411", rfcTime, "017f22e2-79b0-8014-a692-a230eb801411"},
			{"4035638330644234239", "380177ae13ffffff", "2026-11-22T00:00:00Z", ""},
			{"-9223372036854775808", "8000000000000000", "2046-06-27T17:00:49.497Z", ""},
			{"-1", "ffffffffffffffff", "2081-04-30T12:54:37.272Z", ""},
		},
		bad: []bad{{"9223372036854775808", 18}, {"-9223372036854775809", 19}, {"-0", 1}, {"-01", 1}, {"--1", 1}, {"-", 0}},
		sql: sqlSigned, bson: bsonInt,
	},
	of[ids.KSUID]{
		name: "KSUID", bits: 160, digits: base62, length: 27, ordered: true,
		parse: ids.ParseKSUID, fromNumber: func(b []byte) ids.KSUID { return ids.KSUID(b) },
		time:   ids.KSUID.Time,
		toUUID: func(id ids.KSUID) (uuid.UUID, error) { return id.HashUUID(), nil },
		vectors: []vector{
			{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "0669f7efb5a1cd34b5f99d1154fb6853345c9735", "2017-10-10T04:00:47Z", "015f0471-2d98-8acd-9e2f-09a7a95c2f5f"},
			{"25TizqaibCUF8HqfQZN2R3v2jQl", "0ea2e9ee000102030405060708090a0b0c0d0e0f", rfcTime, ""},
			{"aWgEPTl1tmebfsQzFP4bxwgy80V", "ffffffffffffffffffffffffffffffffffffffff", "2150-06-19T23:21:35Z", ""},
			{"000000000000000000000000000", "0000000000000000000000000000000000000000", "2014-05-13T16:53:20Z", ""},
		},
		bad: []bad{{"aWgEPTl1tmebfsQzFP4bxwgy80W", 26}, {"b00000000000000000000000000", 0}, {"0ujtsYcgvSTl8PAuAdqWYSMnLO=", 26}},
		sql: sqlText, bson: bsonText,
	},
	of[ids.Elasticflake]{
		name: "Elasticflake", bits: 120, digits: base64URL, length: 20,
		parse: ids.ParseElasticflake, fromNumber: func(b []byte) ids.Elasticflake { return ids.Elasticflake(b) },
		time:   ids.Elasticflake.Time,
		toUUID: func(id ids.Elasticflake) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.ElasticflakeFromUUID,
		vectors: []vector{
			{"AaICZqUvdVwO0jOIuu1g", "01a20266a52f755c0ed23388baed60", "2026-11-22T08:36:51.119Z", "01a20266-a52f-8755-b03b-48ce22ebb580"},
			{"AaICZqVDdVwO0jOIuu1h", "01a20266a543755c0ed23388baed61", "2026-11-22T08:36:51.139Z", ""},
			{"AaICZqVEdVwO0jOIuu1i", "01a20266a544755c0ed23388baed62", "2026-11-22T08:36:51.14Z", ""},
		},
		bad: []bad{{"AaICZqUvdVwO0jOIuu1+", 19}, {"=aICZqUvdVwO0jOIuu1g", 0}},
	},
	of[ids.FlakeID]{
		name: "FlakeID", bits: 64, digits: decimal,
		parse: ids.ParseFlakeID, fromNumber: func(b []byte) ids.FlakeID { return ids.FlakeID(binary.BigEndian.Uint64(b)) },
		time:   func(id ids.FlakeID) time.Time { return id.Time(ids.UnixEpoch) },
		toUUID: func(id ids.FlakeID) (uuid.UUID, error) { return id.UUID(ids.UnixEpoch) },
		ofUUID: func(u uuid.UUID) (ids.FlakeID, error) { return ids.FlakeIDFromUUID(u, ids.UnixEpoch) },
		vectors: []vector{
			{"6901969419501568000", "5fc8b89e6c000000", rfcTime, "017f22e2-79b0-8021-9fc8-b89e6c000000"},
			{"6901969419502497792", "5fc8b89e6c0e3000", rfcTime, "017f22e2-79b0-8021-9fc8-b89e6c0e3000"},
			{"18446744073709551615", "ffffffffffffffff", "2109-05-15T07:35:11.103Z", ""},
		},
		bad: []bad{{"18446744073709551616", 19}, {"184467440737095516150", 20}, {"+1", 0}, {"00", 0}},
	},
	of[ids.Sonyflake]{
		name: "Sonyflake", bits: 63, digits: decimal,
		parse: ids.ParseSonyflake, fromNumber: func(b []byte) ids.Sonyflake { return ids.Sonyflake(binary.BigEndian.Uint64(b)) },
		time:   func(id ids.Sonyflake) time.Time { return id.Time(ids.SonyflakeEpoch) },
		toUUID: func(id ids.Sonyflake) (uuid.UUID, error) { return id.UUID(ids.SonyflakeEpoch) },
		ofUUID: func(u uuid.UUID) (ids.Sonyflake, error) { return ids.SonyflakeFromUUID(u, ids.SonyflakeEpoch) },
		vectors: []vector{
			{"395989512058044415", "057ed65cf8ffffff", rfcTime, "017f22e2-79b0-8024-857e-d65cf8ffffff"},
			{"569093904339898932", "07e5d3e40c051234", "2025-06-01T00:00:00.12Z", "019728c9-c078-8024-87e5-d3e40c051234"},
		},
		bad: []bad{{"9223372036854775808", 18}, {"1e9", 1}, {"00", 0}},
		sql: sqlInt, bson: bsonInt,
	},
	of[ids.OrderedUUID]{
		name: "OrderedUUID", bits: 128, twin: twinOfV4, length: 36, digits: hexDigits, ordered: true,
		parse: ids.ParseOrderedUUID, fromNumber: func(b []byte) ids.OrderedUUID { return ids.OrderedUUID(b) }, fix: stampV4,
		time:   ids.OrderedUUID.Time,
		toUUID: func(id ids.OrderedUUID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.OrderedUUIDFromUUID,
		vectors: []vector{
			{"a348f015-f6f4-4de8-8957-28728cf11bac", "a348f015f6f44de8895728728cf11bac", "2026-11-22T08:36:49.44116Z", "a348f015-f6f4-4de8-8957-28728cf11bac"},
			{"a348f015-fa03-4b41-b42b-6ae7e286dee4", "a348f015fa034b41b42b6ae7e286dee4", "2026-11-22T08:36:49.44899Z", ""},
			{"a348f015-fb4c-4e56-81a0-c4fd156668ca", "a348f015fb4c4e5681a0c4fd156668ca", "2026-11-22T08:36:49.45228Z", ""},
		},
		bad:     []bad{{"a348f015-f6f4-1de8-8957-28728cf11bac", 14}, {"a348f015-f6f4-4de8-c957-28728cf11bac", 19}, {"a348f015-f6f4-4de8-8957-28728cf11bag", 35}, {"a348f015_f6f4-4de8-8957-28728cf11bac", 8}},
		version: 4,
	},
	of[ids.COMB]{
		name: "COMB", bits: 128, twin: twinOfV4, length: 36, digits: hexDigits, ordered: true,
		parse: ids.ParseCOMB, fromNumber: func(b []byte) ids.COMB { return ids.COMB(b) }, fix: stampV4,
		time:   func(id ids.COMB) time.Time { at, _ := id.Time(ids.COMBSQLServer); return at },
		toUUID: func(id ids.COMB) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.COMBFromUUID,
		vectors: []vector{
			{"f81d4fae-7dec-41d0-a765-017f22e279b0", "f81d4fae7dec41d0a765017f22e279b0", rfcTime, "f81d4fae-7dec-41d0-a765-017f22e279b0"},
		},
		bad:     []bad{{"f81d4fae-7dec-71d0-a765-017f22e279b0", 14}, {"f81d4fae-7dec-41d0-2765-017f22e279b0", 19}},
		version: 4,
	},
	of[ids.SID]{
		name: "SID", bits: 128, twin: twinOfSID, digits: sid64, ordered: true,
		parse: ids.ParseSID, fromNumber: func(b []byte) ids.SID { return ids.SID(b) },
		fix:    func(b []byte) { b[0], b[8] = b[0]&0x7f, b[8]&0x7f },
		time:   ids.SID.Time,
		toUUID: func(id ids.SID) (uuid.UUID, error) { return id.HashUUID(), nil },
		vectors: []vector{
			{"1ZfKGd6jMK~-5YAl4PM_weQ", "", "", ""},
			{"1hqih183bk823-6crsuk6ivcll4", "", "", ""},
			{"18ea510a06ba24e9-1bd2b5133214c308", "18ea510a06ba24e91bd2b5133214c308", "", "01a20265-0684-8202-b253-b2064d5efa57"},
			{"1795336504964953327-0626930806033499922", "", "2026-11-22T08:35:04.964953327Z", ""},
			{"7~~~~~~~~~~-7~~~~~~~~~~", "7fffffffffffffff7fffffffffffffff", "2262-04-11T23:47:16.854775807Z", ""},
		},
		bad: []bad{{"8~~~~~~~~~~-7~~~~~~~~~~", 0}, {"7~~~~~~~~~~-8~~~~~~~~~~", 12}, {"7~~~~~~~~~~_7~~~~~~~~~~", 11}, {"1hqih183bk823-6crsuk6ivcllw", 26}, {"8000000000000-0000000000000", 0}, {"18EA510A06BA24E9-1BD2B5133214C308", 2}, {"0000000000000000-8000000000000000", 17}, {"9223372036854775808-0000000000000000000", 0}, {"0000000000000000000-9223372036854775808", 20}, {"1795336504964953327-06269308060334999x2", 37}, {"1ZfKGd6jMK~-5YAl4PM_we", 22}},
	},
	of[ids.PushID]{
		name: "PushID", bits: 120, digits: ascii64, length: 20, ordered: true,
		parse: ids.ParsePushID, fromNumber: func(b []byte) ids.PushID { return ids.PushID(b) },
		time:   ids.PushID.Time,
		toUUID: func(id ids.PushID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.PushIDFromUUID,
		vectors: []vector{
			{"-MwXsbak-0123456789A", "017f22e279b000108310518720928b", rfcTime, "017f22e2-79b0-8001-820c-41461c824a2c"},
			{"-MwXsbak-0123456789B", "017f22e279b000108310518720928c", rfcTime, ""},
			{"-P71OFOsaA75JZTp-ZzW", "01a20265067898b2065247b5024fe1", "2026-11-22T08:35:04.952Z", "01a20265-0678-898b-8819-491ed4093f84"},
		},
		bad: []bad{{"-MwXsbak-0123456789+", 19}, {"=MwXsbak-0123456789A", 0}},
		sql: sqlText, bson: bsonText,
	},
	of[ids.XID]{
		name: "XID", bits: 96, pad: 4, digits: base32hex, length: 20, ordered: true,
		parse: ids.ParseXID, fromNumber: func(b []byte) ids.XID { return ids.XID(b) },
		time:   ids.XID.Time,
		toUUID: func(id ids.XID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.XIDFromUUID,
		vectors: []vector{
			{"9m4e2mr0ui3e8a215n4g", "4d88e15b60f486e428412dc9", "2011-03-22T17:50:19Z", "012edeb0-4b78-8039-a0f4-86e428412dc9"},
			{"c8ajdrg1081g81860s40", "621536ee0102030405060708", "2022-02-22T19:18:06Z", "017f22de-91b0-8038-8102-030405060708"},
			{"vvvvvvvvvvvvvvvvvvvg", "ffffffffffffffffffffffff", "2106-02-07T06:28:15Z", ""},
		},
		bad: []bad{{"9m4e2mr0ui3e8a215n4h", 19}, {"9m4e2mr0ui3e8a215n4w", 19}, {"9M4e2mr0ui3e8a215n4g", 1}},
		sql: sqlTextOnly, bson: bsonText,
	},
	of[ids.ObjectID]{
		name: "ObjectID", bits: 96, digits: hexDigits, anyCase: true, length: 24, ordered: true,
		parse: ids.ParseObjectID, fromNumber: func(b []byte) ids.ObjectID { return ids.ObjectID(b) },
		time:   ids.ObjectID.Time,
		toUUID: func(id ids.ObjectID) (uuid.UUID, error) { return id.UUID(), nil },
		ofUUID: ids.ObjectIDFromUUID,
		vectors: []vector{
			{"507f1f77bcf86cd799439011", "507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z", "013a7092-e8d8-803e-bcf8-6cd799439011"},
			{"621537ee551615760b124614", "621537ee551615760b124614", rfcTime, "017f22e2-79b0-803d-9516-15760b124614"},
			{"ffffffffffffffffffffffff", "ffffffffffffffffffffffff", "2106-02-07T06:28:15Z", ""},
		},
		bad: []bad{{"507f1f77bcf86cd79943901g", 23}, {"507f1f77bcf86cd7-9439011", 16}},
		sql: sqlText, bson: bsonObjectID,
	},
	of[ids.CUID]{
		name: "CUID", bits: 24 * 8, twin: twinOfCUID, length: 25, digits: base36, ordered: true,
		parse: ids.ParseCUID, fromNumber: cuidOf,
		fix: func(b []byte) {
			for i := range b {
				b[i] %= 36
			}
		},
		time:   ids.CUID.Time,
		toUUID: func(id ids.CUID) (uuid.UUID, error) { return id.HashUUID(), nil },
		vectors: []vector{
			{"ckzyilbxs6fhglb7d776s5g1k", "", rfcTime, "017f22e2-79b0-86db-adf7-9e5481ddc4f5"},
			{"cmwrl01380000kr7dqax1tf2s", "", "2026-11-22T08:35:04.964Z", ""},
			{"cmwrl01380001kr7dyxgvd2dr", "", "2026-11-22T08:35:04.964Z", ""},
		},
		bad: []bad{{"dkzyilbxs6fhglb7d776s5g1k", 0}, {"ckzyilbxs6fhglb7d776s5g1K", 24}},
	},
}

const (
	rfcTime   = "2022-02-22T19:22:22Z" // of the example in RFC 9562
	decimal   = "0123456789"
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base32hex = "0123456789abcdefghijklmnopqrstuv"
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	base36    = "0123456789abcdefghijklmnopqrstuvwxyz"
	hexDigits = "0123456789abcdef"
	base64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	sid64     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
	ascii64   = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
)

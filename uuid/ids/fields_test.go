package ids_test

import (
	"encoding"
	"reflect"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

func parsed[T any](t *testing.T, parse func(string) (T, error), text string) T {
	t.Helper()
	id, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestFields(t *testing.T) {
	lexical := parsed(t, ids.ParseLexicalUUID, "0005d8a0-44ab-5780-85944171f73967e8")
	flake := parsed(t, ids.ParseFlake, "AGkDJqafmrqDz95atN")
	elastic := parsed(t, ids.ParseElasticflake, "AaICZqUvdVwO0jOIuu1g")
	xid := parsed(t, ids.ParseXID, "9m4e2mr0ui3e8a215n4g")
	object := parsed(t, ids.ParseObjectID, "507f1f77bcf86cd799439011")
	sid := parsed(t, ids.ParseSID, "1795336504964953327-0626930806033499922")
	cuid := parsed(t, ids.ParseCUID, "cmwrl01380001kr7dyxgvd2dr")
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"ULID.Random", ids.ULID{5: 1, 6: 2, 15: 3}.Random(), [10]byte{2, 9: 3}},
		{"LexicalUUID.Worker", lexical.Worker(), uint64(0x85944171f73967e8)}, // FNV-1a of "foobar"
		{"Snowflake.Machine", ids.Snowflake(1541815603606036480).Machine(), 378},
		{"Snowflake.Machine", ids.Snowflake(1<<63 - 1).Machine(), 1023},
		{"Snowflake.Sequence", ids.Snowflake(1<<63 - 1).Sequence(), 4095},
		{"Flake.MAC", flake.MAC(), [6]byte{0x10, 0x9a, 0xdd, 0x5e, 0x0e, 0x8f}},
		{"Flake.Sequence", flake.Sequence(), 1},
		{"ShardingID.Shard", ids.ShardingID(4035899970707002369).Shard(), 5},
		{"ShardingID.Sequence", ids.ShardingID(4035899970707002369).Sequence(), 1},
		{"ShardingID.Shard", ids.ShardingID(-1).Shard(), 8191},
		{"ShardingID.Sequence", ids.ShardingID(-1).Sequence(), 1023},
		{"Elasticflake.Process", elastic.Process(), [6]byte{0x75, 0x5c, 0x0e, 0xd2, 0x33, 0x88}},
		{"Elasticflake.Sequence", elastic.Sequence(), 0xbaed60},
		{"PushID.Random", ids.PushID{5: 1, 6: 2, 14: 3}.Random(), [9]byte{2, 8: 3}},
		{"FlakeID.Machine", ids.FlakeID(6901969419502497792).Machine(), 7<<5 | 3},
		{"FlakeID.Counter", ids.FlakeID(1<<64 - 1).Counter(), 4095},
		{"FlakeID.Time", ids.FlakeID(1449374219505758208).Time(1300000000000).UnixMilli(), int64(now)},
		{"Sonyflake.Sequence", ids.Sonyflake(569093904339898932).Sequence(), 5},
		{"Sonyflake.Machine", ids.Sonyflake(569093904339898932).Machine(), 0x1234},
		{"Sonyflake.Time", ids.Sonyflake(100019050905932340).Time(ids.SonyflakeV2Epoch).Format(time.RFC3339), "2026-11-22T00:00:00Z"},
		{"SID.Random", sid.Random(), int64(626930806033499922)},
		{"SID.Decimal", sid.Decimal(), "1795336504964953327-0626930806033499922"},
		{"SID.Base32", parsed(t, ids.ParseSID, "1hqih183bk823-6crsuk6ivcll4").Base32(), "1hqih183bk823-6crsuk6ivcll4"},
		{"SID.Hex", parsed(t, ids.ParseSID, "18ea510a06ba24e9-1bd2b5133214c308").Hex(), "18ea510a06ba24e9-1bd2b5133214c308"},
		{"XID.Machine", xid.Machine(), [3]byte{0x60, 0xf4, 0x86}},
		{"XID.Process", xid.Process(), uint16(58408)},
		{"XID.Counter", xid.Counter(), 4271561},
		{"ObjectID.Process", object.Process(), [5]byte{0xbc, 0xf8, 0x6c, 0xd7, 0x99}},
		{"ObjectID.Counter", object.Counter(), 0x439011},
		{"CUID.Counter", cuid.Counter(), 1},
		{"CUID.Fingerprint", cuid.Fingerprint(), "kr7d"},
		{"CUID.Random", cuid.Random(), "yxgvd2dr"},
		{"Epoch.Time", ids.Epoch(now).Time().UnixMilli(), int64(now)},
	} {
		if test.got != test.want {
			t.Errorf("%s = %v, want %v", test.name, test.got, test.want)
		}
	}
}

func TestCOMBTime(t *testing.T) {
	for _, test := range []struct {
		text   string
		layout ids.COMBLayout
		want   string // of the time, if there is one
	}{
		{"f81d4fae-7dec-41d0-a765-017f22e279b0", ids.COMBSQLServer, rfcTime},
		{"017f22e2-79b0-41d0-a765-00a0c91e6bf6", ids.COMBPostgreSQL, rfcTime},
		{"f81d4fae-7dec-41d0-a765-ae44013f40e8", ids.COMBLegacy, rfcTime},
		{"f81d4fae-7dec-41d0-a765-000000000000", ids.COMBLegacy, "1900-01-01T00:00:00Z"},
		{"f81d4fae-7dec-41d0-a765-000000000001", ids.COMBLegacy, "1900-01-01T00:00:00.003Z"},
		{"f81d4fae-7dec-41d0-a765-000000000002", ids.COMBLegacy, "1900-01-01T00:00:00.007Z"},
		{"f81d4fae-7dec-41d0-a765-ffff018b81ff", ids.COMBLegacy, "2079-06-06T23:59:59.997Z"},
		{"f81d4fae-7dec-41d0-a765-ffff018b8200", ids.COMBLegacy, ""},
		{"f81d4fae-7dec-41d0-a765-ae44ffffffff", ids.COMBLegacy, ""},
		{"f81d4fae-7dec-41d0-a765-017f22e279b0", 9, ""},
	} {
		at, ok := parsed(t, ids.ParseCOMB, test.text).Time(test.layout)
		if ok != (test.want != "") || ok && formatTime(at) != test.want {
			t.Errorf("%s, %d: %v, %t, want %q", test.text, test.layout, formatTime(at), ok, test.want)
		}
	}
}

// TestNoUUID has what no version 8 UUID can contain.
func TestNoUUID(t *testing.T) {
	const before1970 = ids.Epoch(-1 << 50)
	for name, toUUID := range map[string]func() (uuid.UUID, error){
		"Flake":              ids.Flake{1: 1, 2: 0}.UUID,
		"LexicalUUID":        ids.LexicalUUID{0: 4}.UUID,
		"negative Snowflake": func() (uuid.UUID, error) { return ids.Snowflake(-1).UUID(ids.TwitterEpoch) },
		"negative Sonyflake": func() (uuid.UUID, error) { return ids.Sonyflake(-1).UUID(ids.SonyflakeEpoch) },
		"Snowflake":          func() (uuid.UUID, error) { return ids.Snowflake(1).UUID(before1970) },
		"ShardingID":         func() (uuid.UUID, error) { return ids.ShardingID(1).UUID(before1970) },
		"FlakeID":            func() (uuid.UUID, error) { return ids.FlakeID(1).UUID(before1970) },
		"Sonyflake":          func() (uuid.UUID, error) { return ids.Sonyflake(1).UUID(before1970) },
		"late Snowflake":     func() (uuid.UUID, error) { return ids.Snowflake(1).UUID(1 << 48) },
	} {
		if u, err := toUUID(); err == nil || u != uuid.Nil() {
			t.Errorf("%s: %v, %v, want an error", name, u, err)
		}
	}
	// The last ids that fit, and back.
	if u, err := (ids.Flake{2: 255, 3: 255, 15: 1}).UUID(); err != nil || u.String() != "ffff0000-0000-8010-8000-000000000001" {
		t.Error(u, err)
	}
	// A negative number is noticed, although its time is right.
	if u, err := ids.FlakeID(1 << 63).UUID(ids.UnixEpoch); err != nil {
		t.Error(err)
	} else if id, err := ids.SnowflakeFromUUID(withSystem(u, 3), ids.UnixEpoch); err == nil {
		t.Error(id)
	} else if id, err := ids.SnowflakeFromUUID(withSystem(uuid.MustParse("017f22e2-79b0-8021-9fc8-b89e6c000000"), 3), ids.UnixEpoch); err != nil {
		t.Error(id, err)
	}
	// Another epoch is noticed.
	u, err := ids.ShardingID(4035899970707002369).UUID(ids.InstagramEpoch)
	if err != nil {
		t.Fatal(err)
	}
	if id, err := ids.ShardingIDFromUUID(u, ids.TwitterEpoch); err == nil {
		t.Error(id)
	}
}

// withSystem returns u with another number of a system.
func withSystem(u uuid.UUID, number byte) uuid.UUID {
	u[7] = number<<2 | u[7]&3
	return u
}

// TestWritten checks that what is written is read again: the zero value of most, and
// nothing that is no id.
func TestWritten(t *testing.T) {
	for _, id := range []encoding.TextMarshaler{
		ids.ULID{}, ids.LexicalUUID{}, ids.Snowflake(0), ids.Flake{}, ids.ShardingID(0), ids.KSUID{}, ids.Elasticflake{},
		ids.FlakeID(0), ids.Sonyflake(0), ids.OrderedUUID{}, ids.COMB{}, ids.SID{}, ids.PushID{}, ids.XID{}, ids.ObjectID{},
	} {
		text, err := id.MarshalText()
		back := reflect.New(reflect.TypeOf(id))
		if err == nil {
			err = back.Interface().(encoding.TextUnmarshaler).UnmarshalText(text)
		}
		if got := back.Elem().Interface(); err != nil || got != id {
			t.Errorf("%T writes %q and reads %v, %v", id, text, got, err)
		}
	}
	for _, id := range []encoding.TextMarshaler{
		ids.CUID{}, ids.Snowflake(-1), ids.Sonyflake(-1), ids.SID{0: 0x80}, ids.SID{8: 0x80}, ids.COMB(uuid.NewV7()), ids.OrderedUUID(uuid.Max()),
	} {
		if text, err := id.MarshalText(); err == nil {
			t.Errorf("%T writes %q", id, text)
		}
	}
	if got, want := (ids.SID{0: 0xff, 8: 1}).Decimal(), "18374686479671623680-0072057594037927936"; got != want {
		t.Errorf("Decimal = %s, want %s", got, want)
	}
}

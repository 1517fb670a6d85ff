package typed_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/vmihailenco/msgpack/v5"
	"go.jetify.com/typeid/v2"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	modernc "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type (
	User   struct{}
	UserID = typed.ID[User]
	NullID = typed.NullID[User]
)

func (User) Prefix() string { return "user" }

var id = typed.MustParse[User]("user_01h455vb4pex5vsknk084sn02q")

// A document has an id in every shape. Of a UUID it is another type with the same fields.
type document[ID, Null any] struct {
	ID, None ID
	Pointer  *ID
	NilPtr   *ID
	Null     Null
	IsNull   Null
	List     []ID
}

var (
	typedDocument = document[UserID, NullID]{ID: id, Pointer: &id, Null: NullID{UUID: id, Valid: true}, List: []UserID{id, {}}}
	plain         = uuid.UUID(id)
	plainDocument = document[uuid.UUID, uuid.NullUUID]{ID: plain, Pointer: &plain, Null: uuid.NullUUID{UUID: plain, Valid: true}, List: []uuid.UUID{plain, {}}}
)

// checkFormat demands that the typed document is the bytes of the plain one, and comes
// back.
func checkFormat(t *testing.T, marshal func(v any) ([]byte, error), unmarshal func(data []byte, v any) error) {
	t.Helper()
	got, want := kit.Must(marshal(typedDocument))(t), kit.Must(marshal(plainDocument))(t)
	if string(got) != string(want) {
		t.Errorf("typed ids are\n%x, UUIDs are\n%x", got, want)
	}
	var back document[UserID, NullID]
	if err := unmarshal(got, &back); err != nil || !reflect.DeepEqual(back, typedDocument) {
		t.Errorf("read %+v, %v", back, err)
	}
}

func TestCBOR(t *testing.T) {
	checkFormat(t, cbor.Marshal, cbor.Unmarshal)
	tags := cbor.NewTagSet()
	if err := cborx.Register[UserID](tags); err != nil {
		t.Fatal(err)
	}
	enc := kit.Must(cbor.EncOptions{}.EncModeWithTags(tags))(t)
	dec := kit.Must(cbor.DecOptions{}.DecModeWithTags(tags))(t)
	checkFormat(t, enc.Marshal, dec.Unmarshal)
	var v any
	if err := dec.Unmarshal(kit.Must(enc.Marshal(id))(t), &v); v != any(id) || err != nil {
		t.Errorf("any is %T %v, %v", v, v, err)
	}
}

func TestMessagePack(t *testing.T) {
	checkFormat(t, msgpack.Marshal, msgpack.Unmarshal)
}

// A kind of its own, since msgpack's registry belongs to the process.
type registered struct{}

func (registered) Prefix() string { return "registered" }

func TestMessagePackRegistered(t *testing.T) {
	for _, err := range []error{
		msgpackx.Register[typed.ID[registered]](msgpackx.Ext(2)),
		msgpackx.RegisterNull[typed.NullID[registered]](),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	type ids struct {
		ID     typed.ID[registered]
		Null   typed.NullID[registered]
		IsNull typed.NullID[registered]
	}
	in := ids{ID: typed.ID[registered](id), Null: typed.NullID[registered]{UUID: typed.ID[registered](id), Valid: true}}
	b := kit.Must(msgpack.Marshal(in))(t)
	if want := "d802" + hex.EncodeToString(id[:]); strings.Count(hex.EncodeToString(b), want) != 2 {
		t.Errorf("got %x, want %s twice", b, want)
	}
	var out ids
	if err := msgpack.Unmarshal(b, &out); out != in || err != nil {
		t.Errorf("read %v, %v", out, err)
	}
}

func TestBSON(t *testing.T) {
	checkFormat(t, bson.Marshal, bson.Unmarshal)

	reg := bson.NewRegistry()
	for _, err := range []error{bsonx.Register[UserID](reg), bsonx.Register[uuid.UUID](reg, bsonx.KeepAny)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	marshal := func(v any) ([]byte, error) {
		var b strings.Builder
		enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
		enc.SetRegistry(reg)
		err := enc.Encode(v)
		return []byte(b.String()), err
	}
	unmarshal := func(data []byte, v any) error {
		dec := bson.NewDecoder(bson.NewDocumentReader(strings.NewReader(string(data))))
		dec.SetRegistry(reg)
		return dec.Decode(v)
	}
	checkFormat(t, marshal, unmarshal)
	var doc bson.M
	if err := unmarshal(kit.Must(marshal(typedDocument))(t), &doc); doc["id"] != any(id) || err != nil {
		t.Errorf("any is %T, %v", doc["id"], err)
	}
}

func TestBSONDriver1(t *testing.T) {
	reg := bson1.NewRegistry()
	for _, err := range []error{driverv1.Register[UserID](reg), driverv1.Register[uuid.UUID](reg, driverv1.KeepAny)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	checkFormat(t,
		func(v any) ([]byte, error) { return bson1.MarshalWithRegistry(reg, v) },
		func(data []byte, v any) error { return bson1.UnmarshalWithRegistry(reg, data, v) })
}

func TestPgx(t *testing.T) {
	for _, register := range []bool{false, true} {
		m := pgtype.NewMap()
		if register {
			pgxtype.Register[UserID](m)
		}
		for _, format := range []int16{pgtype.BinaryFormatCode, pgtype.TextFormatCode} {
			want := kit.Must(m.Encode(pgtype.UUIDOID, format, plain, nil))(t)
			for _, v := range []any{id, &id, NullID{UUID: id, Valid: true}} {
				got, err := m.Encode(pgtype.UUIDOID, format, v, nil)
				if string(got) != string(want) || err != nil {
					t.Errorf("registered %v, format %d: %T is %q, %v; want %q", register, format, v, got, err, want)
				}
			}
			if got, err := m.Encode(pgtype.UUIDOID, format, NullID{}, nil); got != nil || err != nil {
				t.Errorf("registered %v, format %d: null is %q, %v", register, format, got, err)
			}
			var one UserID
			var pointer *UserID
			null := NullID{UUID: id, Valid: true}
			if err := m.Scan(pgtype.UUIDOID, format, want, &one); one != id || err != nil {
				t.Errorf("registered %v, format %d: scanned %v, %v", register, format, one, err)
			}
			if err := m.Scan(pgtype.UUIDOID, format, want, &pointer); err != nil || *pointer != id {
				t.Errorf("registered %v, format %d: scanned %v, %v", register, format, pointer, err)
			}
			if err := m.Scan(pgtype.UUIDOID, format, nil, &null); null != (NullID{}) || err != nil {
				t.Errorf("registered %v, format %d: scanned %v, %v", register, format, null, err)
			}
			if err := m.Scan(pgtype.UUIDOID, format, want, &null); null.UUID != id || !null.Valid || err != nil {
				t.Errorf("registered %v, format %d: scanned %v, %v", register, format, null, err)
			}
			list := kit.Must(m.Encode(pgtype.UUIDArrayOID, format, []UserID{id, {}}, nil))(t)
			var ids []UserID
			if err := m.Scan(pgtype.UUIDArrayOID, format, list, &ids); err != nil || fmt.Sprint(ids) != fmt.Sprint(typedDocument.List) {
				t.Errorf("registered %v, format %d: scanned %v, %v", register, format, ids, err)
			}
		}
	}
}

// TestConnector has a column of bytes, one of canonical text, and one of TypeIDs.
func TestConnector(t *testing.T) {
	base := kit.Must(modernc.NewConnector(filepath.Join(t.TempDir(), "db")))(t)
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[UserID]()))
	t.Cleanup(func() { db.Close() })
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE t (id BLOB, parent BLOB, canonical TEXT, typeid TEXT)`)
	exec(`INSERT INTO t VALUES (?, ?, ?, ?)`, id, NullID{}, sqlx.Text(id), id.String())
	var got [3]UserID
	var null NullID
	row := db.QueryRow(`SELECT id, parent, canonical, typeid FROM t WHERE id = ? AND id = ?`, id, NullID{UUID: id, Valid: true})
	if err := row.Scan(&got[0], &null, &got[1], &got[2]); got != [3]UserID{id, id, id} || null.Valid || err != nil {
		t.Errorf("scanned %v, %v, %v", got, null, err)
	}
	var stored string
	if err := db.QueryRow(`SELECT lower(hex(id)) || ' ' || canonical || ' ' || typeid FROM t WHERE parent IS NULL`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if want := hex.EncodeToString(id[:]) + " " + plain.String() + " " + id.String(); stored != want {
		t.Errorf("stored %s, want %s", stored, want)
	}
}

// TestArrays has PostgreSQL's arrays in database/sql.
func TestArrays(t *testing.T) {
	ids, nulls := sqlx.Array[UserID]{id, {}}, sqlx.NullArray[NullID]{{UUID: id, Valid: true}, {}}
	for _, test := range []struct {
		in   driver.Valuer
		back interface {
			driver.Valuer
			sql.Scanner
		}
		want string
	}{
		{ids, new(sqlx.Array[UserID]), "{" + plain.String() + "," + uuid.Nil().String() + "}"},
		{nulls, new(sqlx.NullArray[NullID]), "{" + plain.String() + ",NULL}"},
	} {
		got, err := test.in.Value()
		if got != test.want || err != nil {
			t.Errorf("%T is %v, %v; want %s", test.in, got, err, test.want)
		}
		if err := test.back.Scan(got); err != nil || fmt.Sprint(reflect.ValueOf(test.back).Elem()) != fmt.Sprint(test.in) {
			t.Errorf("%T: scanned %v, %v; want %v", test.in, test.back, err, test.in)
		}
	}
}

func TestGORM(t *testing.T) {
	type Account struct {
		ID     UserID `gorm:"type:binary(16);primaryKey"`
		Parent NullID `gorm:"type:binary(16)"`
		Name   string
	}
	file := filepath.ToSlash(filepath.Join(t.TempDir(), "db"))
	db := kit.Must(gorm.Open(sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: file}), &gorm.Config{}))(t)
	t.Cleanup(func() { kit.Must(db.DB())(t).Close() })
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[UserID]())))
	check(gormtype.Check(db, &Account{}))
	check(db.AutoMigrate(&Account{}))
	child := typed.NewV7[User]()
	check(db.Create([]Account{{ID: id, Name: "a"}, {ID: child, Parent: NullID{UUID: id, Valid: true}, Name: "b"}}).Error)

	for name, find := range map[string]func(a *Account) error{
		"inline":    func(a *Account) error { return db.First(a, "id = ?", child).Error },
		"null":      func(a *Account) error { return db.First(a, "parent = ?", NullID{UUID: id, Valid: true}).Error },
		"struct":    func(a *Account) error { return db.Where(Account{ID: child}).First(a).Error },
		"in a list": func(a *Account) error { return db.Where("id IN ?", []UserID{child}).First(a).Error },
		"raw":       func(a *Account) error { return db.Raw("SELECT * FROM accounts WHERE id = ?", child).Scan(a).Error },
	} {
		var a Account
		if err := find(&a); err != nil || a.ID != child || a.Parent.UUID != id || a.Name != "b" {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
	var stored string
	check(db.Raw("SELECT group_concat(typeof(id) || length(id) || typeof(parent)) FROM (SELECT * FROM accounts ORDER BY name)").Scan(&stored).Error)
	if want := "blob16null,blob16blob"; stored != want {
		t.Errorf("stored %s, want %s", stored, want)
	}
}

// TestReference writes and reads random ids with the reference implementation.
func TestReference(t *testing.T) {
	for range 100_000 {
		id := UserID(uuid.FromUint128(rand.Uint64(), rand.Uint64()))
		theirs, err := typeid.FromUUID("user", uuid.UUID(id).String())
		if err != nil || theirs.String() != id.String() {
			t.Fatalf("they write %v, %v; we write %v", theirs, err, id)
		}
		read, err := typeid.Parse(id.String())
		back, err2 := typed.Parse[User](theirs.String())
		if err != nil || err2 != nil || read != theirs || back != id {
			t.Fatalf("they read %v, %v; we read %v, %v", read, err, back, err2)
		}
	}
}

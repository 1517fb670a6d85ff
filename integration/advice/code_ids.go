package advice

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"time"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

// made says that an id was made as the row says.
func (e *Env) made(id [16]byte) {
	e.new, e.wrote, e.found = id, id[:], []google.UUID{id}
}

func newKey(e *Env) {
	if first, next := uuid.NewV7(), uuid.NewV7(); first.Compare(next) < 0 {
		e.made(next)
	}
}

func newSecret(e *Env) {
	id := uuid.NewV4()
	if _, reveals := id.Time(); !reveals {
		e.made(id)
	}
}

func newOfName(e *Env) {
	namespace, name := uuid.NamespaceDNS(), "example.com"
	if id := uuid.NewV5(namespace, name); id == uuid.NewV5(namespace, name) && id.Version() == 5 {
		e.made(id)
	}
}

func newOfSHA256(e *Env) {
	namespace, name := uuid.NamespaceDNS(), "example.com"
	if id := uuid.NewV8SHA256(namespace, name); id == uuid.NewV8SHA256(namespace, name) && id.Version() == 8 {
		e.made(id)
	}
}

func newThousands(e *Env) {
	ids := make([]uuid.UUID, 5000)
	seen := map[uuid.UUID]bool{}
	uuid.FillV7(ids)
	for _, id := range ids {
		seen[id] = true
	}
	uuid.FillV4(ids)
	for _, id := range ids {
		seen[id] = true
	}
	if len(seen) == 10000 {
		e.made(ids[0])
	}
}

func newOld(e *Env) {
	namespace, name := uuid.NamespaceDNS(), "example.com"
	for i, id := range []uuid.UUID{uuid.NewV1(), uuid.NewV3(namespace, name), uuid.NewV6()} {
		if int(id.Version()) != []int{1, 3, 6}[i] {
			return
		}
		e.made(id)
	}
}

func newOwnBits(e *Env) {
	b := [16]byte(e.old)
	id := uuid.NewV8(b)
	b[6], b[8] = id[6], id[8] // which have the version and the variant
	if id.Version() == 8 && id == uuid.UUID(b) {
		e.made(id)
	}
}

// newOwnClock makes an id with package uuid/generator.
func newOwnClock(e *Env) {
	then := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	g := generator.Generator{Clock: func() time.Time { return then }}
	id := must(g.NewV7(e))
	if at, ok := id.Time(); ok && at.Equal(then) {
		e.made(id)
	}
}

// newInTests makes ids with package uuid/uuidtest.
func newInTests(e *Env) {
	if id := must(uuidtest.New(1).NewV7(e)); id == must(uuidtest.New(1).NewV7(e)) {
		e.made(id)
	}
}

func idParsed(e *Env) {
	text := ids.NewKSUID().String()
	if id := must(ids.ParseKSUID(text)); id.String() == text {
		e.made(id.HashUUID())
	}
}

func idGuessed(e *Env) {
	text := ids.NewKSUID().String()
	for _, candidate := range ids.Guess(text) {
		if candidate.Name == "KSUID" {
			e.made(must(ids.ParseKSUID(text)).HashUUID())
		}
	}
}

func idOfBytes(e *Env) {
	made := xid.New()
	b := made.Bytes()
	var id ids.XID
	err := id.UnmarshalBinary(b)
	number := ids.FlakeID(binary.BigEndian.Uint64(b))
	if b = append(b, b[:4]...); len(b) != 16 {
		return
	}
	flake := ids.Flake(b)
	tooLong := new(ids.XID).UnmarshalBinary(flake[:])
	if err == nil && tooLong != nil && id.String() == made.String() && uint64(number)>>32 == uint64(binary.BigEndian.Uint32(b)) {
		e.made(id.UUID())
	}
}

// idConverted has the types of other packages: bson.ObjectID, ulid.ULID, ksuid.KSUID, xid.ID.
func idConverted(e *Env) {
	o, u, k, x := bson.NewObjectID(), ulid.Make(), ksuid.New(), xid.New()
	if bson.ObjectID(ids.ObjectID(o)) == o && ksuid.KSUID(ids.KSUID(k)) == k && xid.ID(ids.XID(x)) == x && ulid.ULID(ids.ULID(u)) == u &&
		ids.ULID(u).String() == u.String() && ids.KSUID(k).String() == k.String() && ids.XID(x).String() == x.String() && ids.ObjectID(o).String() == o.Hex() {
		e.made(ids.ULID(u).UUID())
	}
}

func idsForOthers(e *Env) {
	must(ulid.ParseStrict(ids.NewULID().String()))
	must(ksuid.Parse(ids.NewKSUID().String()))
	must(xid.FromString(ids.NewXID().String()))
	must(bson.ObjectIDFromHex(ids.NewObjectID().String()))
	must(ids.ParsePushID(ids.NewPushID().String()))
	var g ids.SnowflakeGenerator
	must(g.NewSnowflake(e))
	e.made(ids.NewULID().UUID())
}

func ulidConnector(e *Env) {
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](e.base(), sqlx.Native[ids.ULID]()))
	defer db.Close()
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", ids.ULID(e.new)))
	for _, u := range []google.UUID{e.old, e.new} {
		id := ids.ULID(u)
		var got ids.ULID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", id).Scan(&got))
		var again ids.ULID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", sqlx.Binary(id)).Scan((*sqlx.Binary)(&again)))
		field := fieldUser{ID: gormtype.UUID(id)}
		check(e.open().Take(&field).Error)
		if got == again && ids.ULID(field.ID) == got {
			e.found = append(e.found, google.UUID(got))
		}
	}
}

func ulidText(e *Env) {
	db := sql.OpenDB(e.base())
	defer db.Close()
	must(db.Exec("INSERT INTO users (id, n) VALUES (?, 2)", ids.ULID(e.new)))
	for _, u := range []google.UUID{e.old, e.new} {
		var got ids.ULID
		check(db.QueryRow("SELECT id FROM users WHERE id = ?", ids.ULID(u)).Scan(&got))
		e.found = append(e.found, google.UUID(got))
	}
}

func ulidRegister(e *Env) {
	conn := e.connect()
	m := conn.TypeMap()
	pgxtype.Register[ids.ULID](m)
	must(conn.Exec(e, "INSERT INTO users (id, n) VALUES ($1, 2)", ids.ULID(e.new)))
	for _, u := range []google.UUID{e.old, e.new} {
		id := ids.ULID(u)
		var got ids.ULID
		check(conn.QueryRow(e, "SELECT id FROM users WHERE id = $1", id).Scan(&got))
		other := must(pgx.Connect(e, e.dsn)) // without Register
		var v uuid.UUID
		check(other.QueryRow(e, "SELECT id FROM users WHERE id = $1", id.UUID()).Scan(&v))
		other.Close(e)
		if u := v; ids.ULID(u) == got {
			e.found = append(e.found, google.UUID(got))
		}
	}
}

func ulidMongo(e *Env) {
	reg := bson.NewRegistry()
	check(bsonx.Register[ids.ULID](reg))
	users := e.client(reg).Collection("users")
	must(users.InsertOne(e, bson.D{{Key: "_id", Value: ids.ULID(e.new)}, {Key: "n", Value: 2}}))
	for _, u := range []google.UUID{e.old, e.new} {
		var got struct {
			ID ids.ULID `bson:"_id"`
		}
		check(users.FindOne(e, bson.D{{Key: "_id", Value: ids.ULID(u)}}).Decode(&got))
		e.found = append(e.found, google.UUID(got.ID))
	}
}

func idBytes(e *Env) {
	id := ids.NewXID()
	made, b := id, bytes.Clone(id[:])
	null := id.UnmarshalBinary(nil)
	err := id.UnmarshalBinary(b)
	if err == nil && null != nil && id == made {
		e.made(id.UUID())
	}
}

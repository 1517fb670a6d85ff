package advice

import (
	"database/sql"
	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// What the packages' errors say to use or to call.

func nullUUID(*Env) { check(new(uuid.UUID).Scan(nil)) }

func nullUUIDMended(e *Env) {
	var id uuid.NullUUID
	if check(id.Scan(nil)); !id.Valid {
		e.made(e.new)
	}
}

type team struct{}

func nullID(*Env) { check(new(typed.ID[team]).Scan(nil)) }

func nullIDMended(e *Env) {
	var id typed.NullID[team]
	if check(id.Scan(nil)); !id.Valid {
		e.made(e.new)
	}
}

func nullULID(e *Env) {
	db, _ := e.plain()
	var id ids.ULID
	check(db.QueryRow("SELECT NULL").Scan(&id))
}

func nullULIDMended(e *Env) {
	binaryArgs(e)
	db, _ := e.plain()
	read := func(id *ids.ULID) *ids.ULID {
		check(db.QueryRow("SELECT NULL").Scan(&id))
		return id
	}
	if read(new(ids.ULID)) != nil {
		e.found = nil
	}
}

// registered is a connection that knows google's type.
func registered(e *Env) *pgx.Conn {
	conn := e.connect()
	pgxtype.Register[google.UUID](conn.TypeMap())
	return conn
}

func oneOfList(e *Env) {
	var friend google.UUID
	check(registered(e).QueryRow(e, "SELECT friends FROM users WHERE n = 1").Scan(&friend))
}

// oneOfListMended reads a slice.
func oneOfListMended(e *Env) {
	conn := registered(e)
	pgxQueries(e, conn)
	var friends []google.UUID // a slice
	if check(conn.QueryRow(e, "SELECT friends FROM users WHERE n = 1").Scan(&friends)); len(friends) != 1 || friends[0] != e.old {
		e.found = nil
	}
}

func bytesInArray(e *Env) {
	must(registered(e).Exec(e, "SELECT $1::uuid[]", sqlx.NullArray[sql.Null[sqlx.Swapped]]{{V: sqlx.Swapped(e.new), Valid: true}}))
}

func bytesInArrayMended(e *Env) {
	conn, id := registered(e), e.new
	pgxQueries(e, conn)
	var stored []google.UUID
	var raw [][]byte
	ids := sqlx.NullArray[sql.Null[sqlx.Text]]{{V: sqlx.Text(id), Valid: true}}
	check(conn.QueryRow(e, "SELECT $1::uuid[], $2::bytea[]", ids, [][]byte{id[:]}).Scan(&stored, &raw))
	if len(stored) != 1 || stored[0] != id || len(raw) != 1 || string(raw[0]) != string(id[:]) {
		e.found = nil
	}
}

func nullInList(e *Env) {
	db, _ := e.plain()
	check(db.QueryRow("SELECT '{NULL}'::uuid[]").Scan(new(sqlx.NullArray[google.UUID])))
}

func nullInListMended(e *Env) {
	pgxQueries(e, registered(e))
	db, _ := e.plain()
	var ids sqlx.NullArray[*google.UUID]
	check(db.QueryRow("SELECT ARRAY[$1::uuid, NULL]", e.old).Scan(&ids))
	if len(ids) != 2 || *ids[0] != e.old || ids[1] != nil {
		e.found = nil
	}
}

func intoBytea(e *Env) { must(registered(e).Exec(e, "SELECT $1::bytea", e.new)) }

func intoByteaMended(e *Env) {
	conn, id := registered(e), e.new
	pgxQueries(e, conn)
	var stored []byte
	if check(conn.QueryRow(e, "SELECT $1::bytea", sqlx.Binary(id)).Scan(&stored)); string(stored) != string(id[:]) {
		e.found = nil
	}
}

func emptyRegistry(*Env) { check(bsonx.Register[google.UUID](new(bson.Registry))) }

func emptyRegistryMended(e *Env) {
	reg := bson.NewRegistry()
	if check(bsonx.Register[google.UUID](reg)); bsonx.Registered[google.UUID](reg) {
		e.made(e.new)
	}
}

// Types of MessagePack, which registers them for the whole process.
type (
	late     [16]byte
	early    [16]byte
	nullLate struct {
		UUID  late
		Valid bool
	}
	nullEarly struct {
		UUID  early
		Valid bool
	}
)

func nullFirst(*Env) { check(msgpackx.RegisterNull[nullLate]()) }

func nullFirstMended(e *Env) {
	check(msgpackx.Register[early]())
	check(msgpackx.RegisterNull[nullEarly]())
	e.made(e.new)
}

func strictOurs(*Env) { check(cborx.Register[uuid.UUID](cbor.NewTagSet(), cborx.Strict)) }

func strictOursMended(e *Env) {
	e.wrote = must(cbor.Marshal(cborx.Tagged(e.new)))
	var got cborx.Tagged
	check(cbor.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{google.UUID(got)}
}

func nilTagSet(*Env) { check(cborx.Register[google.UUID](nil)) }

func nilTagSetMended(e *Env) {
	tags := cbor.NewTagSet()
	check(cborx.Register[google.UUID](tags))
	e.wrote = must(must(cbor.EncOptions{}.EncModeWithTags(tags)).Marshal(e.new))
	var got google.UUID
	check(must(cbor.DecOptions{}.DecModeWithTags(tags)).Unmarshal(e.wrote, &got))
	e.found = []google.UUID{got}
}

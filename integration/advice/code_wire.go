package advice

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// pgxQueries write an id, and a list of ids, and read both into an any.
func pgxQueries(e *Env, db interface {
	QueryRow(context.Context, string, ...any) pgx.Row
}) {
	ids := []google.UUID{e.old, e.new}
	var stored any
	check(db.QueryRow(e, "INSERT INTO users (id, n, friends) VALUES ($1, 2, $2) RETURNING id", e.new, ids).Scan(&stored))
	id, ok := stored.(google.UUID)
	var friends []google.UUID // a uuid[]
	check(db.QueryRow(e, "SELECT friends FROM users WHERE id = $1", e.new).Scan(&friends))
	if ok && id == e.new {
		e.found = friends
	}
}

func pgxAlone(e *Env) { pgxQueries(e, e.connect()) }

func pgxRegister(e *Env) {
	config := must(pgxpool.ParseConfig(e.dsn))
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxtype.Register[google.UUID](conn.TypeMap())
		return nil
	}
	pool := must(pgxpool.NewWithConfig(e, config))
	e.closers = append(e.closers, pool.Close)
	pgxQueries(e, pool)
}

// mongoQueries are those of an application. The document with the id old is of another program.
func mongoQueries(e *Env, db *mongo.Database) {
	type user struct {
		ID google.UUID `bson:"_id"`
		N  int
	}
	users := db.Collection("users")
	must(users.InsertOne(e, user{e.new, 2}))
	for _, id := range []google.UUID{e.old, e.new} {
		var got user
		check(users.FindOne(e, bson.D{{Key: "_id", Value: id}}).Decode(&got))
		e.found = append(e.found, got.ID)
	}
}

func mongoAlone(e *Env) { mongoQueries(e, e.client(nil)) }

func mongoRegister(e *Env) {
	reg := bson.NewRegistry()
	check(bsonx.Register[google.UUID](reg))
	reads(e, reg, 0)
	mongoQueries(e, e.client(reg))
}

// mongoOld reads what a Java program has written, as subtype 3.
func mongoOld(e *Env) {
	reg := bson.NewRegistry()
	check(bsonx.Register[google.UUID](reg, bsonx.Standard, bsonx.PythonLegacy))
	reads(e, reg, 3) // subtype 3 on request
	mongoQueries(e, e.client(reg))
}

// reads ends the function if the registry does not read a subtype.
func reads(e *Env, reg *bson.Registry, subtype byte) {
	_, data := must2(bson.MarshalValue(bson.Binary{Subtype: subtype, Data: e.old[:]}))
	var id google.UUID
	check(bson.RawValue{Type: bson.TypeBinary, Value: data}.UnmarshalWithRegistry(reg, &id))
	if id != e.old {
		check(context.Canceled)
	}
}

func must2[T, U any](t T, u U, err error) (T, U) {
	check(err)
	return t, u
}

func jsonPlain(e *Env) {
	e.wrote = must(json.Marshal(e.new))
	var got google.UUID
	check(json.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{got}
}

// jsonNull reads and writes null, too.
func jsonNull(e *Env) {
	var id uuid.NullUUID
	check(json.Unmarshal([]byte("null"), &id))
	if null := must(json.Marshal(id)); string(null) != "null" {
		return
	}
	id = uuid.NullUUID{UUID: uuid.UUID(e.new), Valid: true}
	e.wrote = must(json.Marshal(id))
	check(json.Unmarshal(e.wrote, &id))
	e.found = []google.UUID{google.UUID(id.UUID)}
}

func jsonGoogleNull(e *Env) {
	var id google.NullUUID
	check(json.Unmarshal([]byte("null"), &id))
	if null := must(json.Marshal(id)); string(null) != "null" {
		return
	}
	id = google.NullUUID{UUID: e.new, Valid: true}
	e.wrote = must(json.Marshal(id))
	check(json.Unmarshal(e.wrote, &id))
	e.found = []google.UUID{id.UUID}
}

func cborAlone(e *Env) {
	e.wrote = must(cbor.Marshal(e.new))
	var got google.UUID
	check(cbor.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{got}
}

func cborModes(e *Env) {
	enc, dec := must2(cborx.Modes[google.UUID](cbor.EncOptions{}, cbor.DecOptions{}))
	e.wrote = must(enc.Marshal(e.new))
	var got google.UUID
	check(dec.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{got}
}

// msgpackRegister is for the whole process: nothing shows what msgpack does without it after that.
func msgpackRegister(e *Env) {
	check(msgpackx.Register[google.UUID]())
	e.wrote = must(msgpack.Marshal(e.new))
	var got google.UUID
	check(msgpack.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{got}
}

// edge converts where a message of 16 bytes becomes a struct of the program.
func edge(e *Env) {
	id := e.new
	e.wrote = id[:]
	got := must(google.FromBytes(e.wrote))
	if must(google.Parse(id.String())) == got {
		e.found = []google.UUID{got}
	}
}

// mongoOurs registers nothing.
func mongoOurs(e *Env) {
	type user struct {
		ID uuid.UUID `bson:"_id"`
		N  int
	}
	users := e.client(nil).Collection("users")
	must(users.InsertOne(e, user{uuid.UUID(e.new), 2}))
	for _, id := range []google.UUID{e.old, e.new} {
		var got user
		check(users.FindOne(e, bson.D{{Key: "_id", Value: uuid.UUID(id)}}).Decode(&got))
		e.found = append(e.found, google.UUID(got.ID))
	}
}

// jsonPointer reads and writes null, too.
func jsonPointer(e *Env) {
	id := new(uuid.UUID)
	check(json.Unmarshal([]byte("null"), &id))
	if null := must(json.Marshal(id)); string(null) != "null" {
		return
	}
	own := uuid.UUID(e.new)
	id = &own
	e.wrote = must(json.Marshal(id))
	var got *uuid.UUID
	check(json.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{google.UUID(*got)}
}

// jsonSQLNull is what is right for SQL only.
func jsonSQLNull(e *Env) {
	e.wrote = must(json.Marshal(sql.Null[uuid.UUID]{V: uuid.UUID(e.new), Valid: true}))
	var got sql.Null[uuid.UUID]
	check(json.Unmarshal(e.wrote, &got))
	e.found = []google.UUID{google.UUID(got.V)}
}

// sqlNull reads NULL and an id.
func sqlNull(e *Env) {
	postgresPlain(e)
	db, _ := e.plain()
	var null, id sql.Null[uuid.UUID]
	check(db.QueryRow("SELECT NULL::uuid").Scan(&null))
	check(db.QueryRow("SELECT id FROM users WHERE id = $1", sql.Null[uuid.UUID]{V: uuid.UUID(e.new), Valid: true}).Scan(&id))
	if null.Valid || !id.Valid || id.V != uuid.UUID(e.new) {
		e.found = nil
	}
}

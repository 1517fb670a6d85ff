// Package spread gives functions that the checks know the results of another, f(g()): there are fewer arguments than
// parameters.
package spread

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/Masterminds/squirrel"
	"github.com/fxamacker/cbor/v2"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	sqlx "github.com/jmoiron/sqlx"
	"github.com/redis/go-redis/v9"
	"github.com/uptrace/bun"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"gorm.io/gorm"
)

func two[A, B any]() (a A, b B)                  { return a, b }
func three[A, B, C any]() (a A, b B, c C)        { return a, b, c }
func four[A, B, C, D any]() (a A, b B, c C, d D) { return a, b, c, d }

type (
	c  = context.Context
	id = uuid.UUID
)

func texts() {
	_ = strings.Compare(two[string, string]())
	_ = cmp.Compare(two[string, string]())
	_ = slices.Contains(two[[]string, string]())
	_ = slices.Index(two[[]string, string]())
	_ = bytes.Equal(two[[]byte, []byte]())
	_ = strings.Split(two[string, string]())
	_ = strings.TrimPrefix(two[string, string]())
	_ = fmt.Sprint()
	_ = fmt.Sprint(two[string, id]())
	_ = fmt.Sprintf(two[string, id]())
	log.Printf(two[string, id]())
	log.Println(two[string, id]())
	uuid.Must(uuid.Parse(strings.TrimSuffix(two[string, string]())))
	uuid.Parse(strings.Clone(chi.URLParam(two[*http.Request, string]())))
}

func encoders(enc *msgpack.Encoder, tags cbor.TagSet) {
	json.Unmarshal(two[[]byte, *id]())
	json.MarshalIndent(three[id, string, string]())
	cbor.Unmarshal(two[[]byte, *id]())
	cbor.MarshalToBuffer(two[id, any]())
	msgpack.Unmarshal(two[[]byte, *id]())
	enc.EncodeMulti(two[id, id]())
	enc.EncodeMulti()
	bson.Unmarshal(two[[]byte, *id]())
	bson.MarshalAppend(two[[]byte, id]())
}

func databases(db *sql.DB, x *sqlx.DB, g *gorm.DB, conn *pgx.Conn, q *bun.SelectQuery) {
	db.Exec(two[string, id]())
	db.Exec(two[string, []id]())
	db.QueryRowContext(three[c, string, id]()).Scan(two[*id, *id]())
	db.QueryRow("SELECT id FROM users").Scan()
	db.Exec("DELETE FROM users WHERE id = @id", sql.Named(two[string, any]()))
	x.Get(three[*id, string, id]())
	x.SelectContext(four[c, *[]id, string, id]())
	sqlx.In(two[string, []id]())
	conn.Query(three[c, string, []id]())
	pgx.CollectRows(two[pgx.Rows, pgx.RowToFunc[id]]())
	pgx.ForEachRow(three[pgx.Rows, []any, func() error]())
	g.Where(two[string, id]())
	g.Delete(two[*id, string]())
	g.Raw(two[string, id]())
	q.Where(two[string, id]())
	squirrel.Select(two[string, string]()).Where(two[squirrel.Eq, any]())
}

func stores(r *redis.Client, web *gin.Context, coll *mongo.Collection) {
	r.Set(four[c, string, any, time.Duration]())
	r.SAdd(three[c, string, id]())
	r.SIsMember(three[c, string, any]())
	r.BLPop(three[c, time.Duration, string]())
	web.Set(two[string, any]())
	_ = context.WithValue(three[c, any, any]())
	coll.InsertOne(two[c, any]())
	(*mongo.Collection).InsertOne(three[*mongo.Collection, c, any]())
	(*mongo.Collection).FindOne(coll, context.TODO(), bson.M{"_id": id{}.String()})
	(*redis.Client).SAdd(r, context.TODO(), "ids", id{})
	(*gorm.DB).Where(nil, "id = ?", id{})
	(*sql.DB).Exec(nil, "DELETE FROM users WHERE id = ?", id{})
}

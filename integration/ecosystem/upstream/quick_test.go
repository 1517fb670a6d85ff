package upstream

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
	"testing"

	"github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	google "github.com/google/uuid"
	"github.com/hamba/avro/v2"
	"github.com/redis/go-redis/v9"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

var id = google.MustParse("00112233-4455-6677-8899-aabbccddeeff")

// A plain UUID has no methods, a binary is sent as 16 bytes. An item has google's UUID, a nullable may have one, a folder has files, and
// a doc stands in a hash of Redis.
type (
	plain [16]byte
	item  struct {
		ID google.UUID `bun:"id,pk"`
	}
	nullable struct {
		ID *google.UUID `bun:"id"`
	}
	binary [16]byte
	folder struct {
		ID    binary  `bun:"id,pk,type:blob"`
		Files []*file `bun:"rel:has-many,join:id=folder"`
	}
	file struct {
		Folder *binary `bun:"folder,type:blob"`
	}
	doc struct {
		ID google.UUID `redis:"id"`
	}
)

func (b binary) Value() (driver.Value, error) { return b[:], nil }

func (b *binary) Scan(src any) error {
	copy(b[:], src.([]byte))
	return nil
}

func sqlite(t testing.TB) *sql.DB {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// connect opens Redis, where the program may use a key.
func connect(t testing.TB) (db *redis.Client, key string) {
	url, prefix := stores.Redis(t)
	opts, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	db = redis.NewClient(opts)
	t.Cleanup(func() { db.Close() })
	return db, prefix + "k"
}

var quick = map[string]upstream.Program{
	"bun-bytea": func(t testing.TB) string {
		db := bun.NewDB(sqlite(t), pgdialect.New())
		create := db.NewCreateTable().Model((*item)(nil)).String()
		insert := db.NewInsert().Model(&item{id}).String()
		if !strings.Contains(insert, "'"+id.String()+"'") {
			return insert
		}
		_, column, _ := strings.Cut(create, `"id" `)
		column, _, _ = strings.Cut(column, " ")
		return "text in " + column
	},
	"bun-list": func(t testing.TB) string {
		db := bun.NewDB(sqlite(t), sqlitedialect.New())
		_, condition, _ := strings.Cut(db.NewSelect().Table("t").Where("id IN (?)", []google.UUID{id}).String(), "WHERE (")
		return strings.TrimSuffix(condition, ")")
	},
	"bun-null-pointer": func(t testing.TB) string {
		db := bun.NewDB(sqlite(t), sqlitedialect.New())
		set := id
		got := nullable{&set}
		if err := db.NewRaw("SELECT NULL AS id").Scan(context.Background(), &got); err != nil || got.ID == nil {
			return upstream.Outcome(nil, err)
		}
		return got.ID.String()
	},
	"bun-has-many": func(t testing.TB) string {
		db := bun.NewDB(sqlite(t), sqlitedialect.New())
		db.SetMaxOpenConns(1) // :memory: is a connection's own
		for _, row := range []any{&folder{ID: binary(id)}, &file{Folder: (*binary)(&id)}} {
			if _, err := db.NewCreateTable().Model(row).Exec(context.Background()); err != nil {
				t.Fatal(err)
			}
			if _, err := db.NewInsert().Model(row).Exec(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		var got folder
		err := db.NewSelect().Model(&got).Relation("Files").Scan(context.Background())
		return upstream.Outcome(fmt.Sprint(len(got.Files), " files"), err)
	},
	"goqu-array": func(testing.TB) string {
		_, args, err := goqu.From("t").Prepared(true).Where(goqu.C("id").Eq(plain(id))).ToSQL()
		return upstream.Outcome(fmt.Sprint(len(args), " arguments"), err)
	},
	"squirrel-array": func(testing.TB) string {
		query, _, err := squirrel.Eq{"id": plain(id)}.ToSql()
		return upstream.Outcome(query, err)
	},
	"redis-nil": func(t testing.TB) string {
		db, key := connect(t)
		return upstream.Recovered(func() string {
			return upstream.Outcome("written", db.Set(context.Background(), key, (*google.UUID)(nil), 0).Err())
		})
	},
	"redis-hash": func(t testing.TB) string {
		db, key := connect(t)
		if err := db.HSet(context.Background(), key, doc{id}).Err(); err != nil {
			t.Fatal(err)
		}
		var got doc
		err := db.HGetAll(context.Background(), key).Scan(&got)
		return upstream.Outcome(got.ID, err)
	},
	"avro-short": func(t testing.TB) string {
		schema := avro.MustParse(`{"type":"fixed","name":"id","size":16}`)
		u := plain(id)
		if err := avro.Unmarshal(schema, []byte{1, 2, 3}, &u); err == nil {
			t.Fatal("no error")
		}
		return google.UUID(u).String()
	},
}

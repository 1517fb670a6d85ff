//go:build full

package upstream

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ClickHouse/clickhouse-go/v2/lib/column"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-jet/jet/v2/qrm"
	"github.com/gocql/gocql"
	"github.com/gofiber/fiber/v3"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"xorm.io/xorm"

	"github.com/uuidkit/uuidkit/integration/upstream"
)

type (
	xormItem struct {
		ID google.UUID `xorm:"id blob"`
	}
	list struct {
		IDs []google.UUID `query:"id"`
	}
)

var slow = map[string]upstream.Program{
	"xorm-json": func(t testing.TB) string {
		e, err := xorm.NewEngine("sqlite", "file:xorm?mode=memory&cache=shared")
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		if err := e.Sync(new(xormItem)); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Insert(&xormItem{id}); err != nil {
			t.Fatal(err)
		}
		var got string
		err = e.DB().QueryRow("SELECT CAST(id AS text) FROM xorm_item").Scan(&got)
		return upstream.Outcome(got, err)
	},
	"jet-null": func(t testing.TB) string {
		got := struct {
			ID gofrs.UUID `alias:"t.id"`
			K  int        `alias:"t.k"`
		}{ID: gofrs.UUID(id)}
		_, err := qrm.Query(context.Background(), sqlite(t), `SELECT NULL AS "t.id", 1 AS "t.k"`, nil, &got)
		return upstream.Outcome(got.ID, err)
	},
	"dynamodb-short": func(testing.TB) string {
		return upstream.Recovered(func() string {
			var u plain
			err := attributevalue.Unmarshal(&types.AttributeValueMemberB{Value: []byte{1, 2, 3}}, &u)
			return upstream.Outcome(google.UUID(u), err)
		})
	},
	"gocql-array": func(testing.TB) string {
		b, err := gocql.Marshal(gocql.NewNativeType(4, gocql.TypeUUID, ""), id)
		if err != nil {
			return "an error"
		}
		return google.UUID(b).String()
	},
	"clickhouse-nil": func(t testing.TB) string {
		col, err := column.Type("Nullable(UUID)").Column("v", &column.ServerContext{})
		if err != nil {
			t.Fatal(err)
		}
		return upstream.Recovered(func() string { return upstream.Outcome(nil, col.AppendRow((*gofrs.UUID)(nil))) })
	},
	"parquet-pointer": func(testing.TB) string {
		return upstream.Recovered(func() string {
			schema := parquet.SchemaOf(struct {
				ID *google.UUID `parquet:"id,uuid"`
			}{})
			return map[bool]string{true: "optional", false: "required"}[schema.Fields()[0].Optional()]
		})
	},
	"fiber-list": func(t testing.TB) string {
		app, got := fiber.New(), ""
		app.Get("/", func(c fiber.Ctx) error {
			var l list
			err := c.Bind().Query(&l)
			got = upstream.Outcome(len(l.IDs), err)
			return nil
		})
		if _, err := app.Test(httptest.NewRequest("GET", fmt.Sprintf("/?id=%s&id=%s", id, id), nil)); err != nil {
			t.Fatal(err)
		}
		return got
	},
	"huma-list": func(testing.TB) string {
		mux, got := http.NewServeMux(), "an error"
		return upstream.Recovered(func() string {
			huma.Get(humago.New(mux, huma.DefaultConfig("test", "1")), "/", func(_ context.Context, l *list) (*struct{}, error) {
				got = fmt.Sprint(len(l.IDs))
				return nil, nil
			})
			mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", fmt.Sprintf("/?id=%s,%s", id, id), nil))
			return got
		})
	},
}

package pgxtype_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// TestMigrations runs the conversions by hand of docs/postgresql.md, as they stand there: the queries find what
// PostgreSQL does not convert, and after the statements the ids are UUIDs.
func TestMigrations(t *testing.T) {
	page := string(kit.Must(os.ReadFile("../../docs/postgresql.md"))(t))
	// blocks returns the SQL blocks of a section.
	blocks := func(heading string) (list []string) {
		_, section, _ := strings.Cut(page, "\n### "+heading+"\n")
		section = regexp.MustCompile(`\n##+ `).Split(section, 2)[0]
		for _, m := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(section, -1) {
			list = append(list, m[1])
		}
		return list
	}
	fromText, fromBytea := blocks("From text to uuid"), blocks("From bytea to uuid")
	without := regexp.MustCompile("`where (id !~\\* '[^`]*)`").FindStringSubmatch(page)
	if len(fromText) != 2 || len(fromBytea) != 1 || without == nil {
		t.Fatalf("got %q, %q, %q, want the blocks and the condition of the page", fromText, fromBytea, without)
	}
	unlike, twice, _ := strings.Cut(fromText[0], "\n")
	wrong, alter, _ := strings.Cut(fromBytea[0], "\n")
	for name, open := range map[string]func(testing.TB) string{"PostgreSQL": stores.Postgres, "PostgreSQL 15": stores.Postgres15} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			conn := kit.Must(pgx.Connect(ctx, open(t)))(t)
			defer conn.Close(ctx)
			exec := func(sql string) {
				t.Helper()
				if _, err := conn.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol); err != nil {
					t.Fatalf("%s: %v", sql, err)
				}
			}
			count := func(sql string) (n int) {
				t.Helper()
				rows := kit.Must(conn.Query(ctx, sql, pgx.QueryExecModeSimpleProtocol))(t)
				for rows.Next() {
					n++
				}
				if err := rows.Err(); err != nil {
					t.Fatalf("%s: %v", sql, err)
				}
				return n
			}
			queries := []string{"select id from users where " + without[1]}
			if name == "PostgreSQL" {
				queries = append(queries, unlike)
			}
			exec("create table users (id text primary key); create table orders (user_id text)")
			for _, bad := range []string{"", "abcd", "urn:uuid:" + id.String(), id.String()[:35], " " + id.String()} {
				exec("insert into users values ('" + bad + "')")
				for _, query := range queries {
					if n := count(query); n != 1 {
						t.Errorf("%s: finds %d of %q, want 1", query, n, bad)
					}
				}
				exec("delete from users")
			}
			exec("insert into users values ('" + other.String() + "'), ('" + strings.ToUpper(other.String()) + "')")
			if n := count(twice); n != 1 {
				t.Errorf("%s: finds %d pairs, want 1", twice, n)
			}
			exec("delete from users; insert into users values ('" + strings.ToUpper(other.String()) + "')")
			exec("alter table orders add constraint orders_user_id_fkey foreign key (user_id) references users (id); insert into orders select id from users")
			for _, query := range append(queries, twice) {
				if n := count(query); n != 0 {
					t.Errorf("%s: finds %d rows, want none", query, n)
				}
			}
			exec(fromText[1])
			if n := count("select from users join orders on user_id = id where id = uuid '" + other.String() + "'"); n != 1 {
				t.Errorf("after the conversion from text %d rows are joined, want 1", n)
			}

			exec(`drop table orders, users; create table users (id bytea); insert into users values ('\x` + strings.ReplaceAll(other.String(), "-", "") + "'), ('" + id.String() + "')")
			var n int
			if err := conn.QueryRow(ctx, wrong, pgx.QueryExecModeSimpleProtocol).Scan(&n); err != nil || n != 1 {
				t.Errorf("%s: got %d, %v, want 1", wrong, n, err)
			}
			exec("delete from users where length(id) <> 16")
			exec(alter)
			if n := count("select from users where id = uuid '" + other.String() + "'"); n != 1 {
				t.Errorf("after the conversion from bytea %d rows have the id, want 1", n)
			}
		})
	}
}

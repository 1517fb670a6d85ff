package migrate

import (
	"bytes"
	"io"
	"net"
	neturl "net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// TestPostgresInvalidIndex has indexes of other columns that CREATE INDEX CONCURRENTLY has left: a change of type would
// make them again, and valid. The manual makes them valid, or drops them.
func TestPostgresInvalidIndex(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE t (id text PRIMARY KEY, n int)", "INSERT INTO t VALUES ('"+badA+"', 1), ('"+badB+"', 1)")
		const function = "CREATE OR REPLACE FUNCTION f(n int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS "
		for _, c := range []struct{ index, mend, manual string }{
			{"CREATE UNIQUE INDEX CONCURRENTLY i ON t (n)", "", "DROP INDEX public.i"},
			{"CREATE INDEX CONCURRENTLY i ON t (f(n))", function + "'BEGIN RETURN n; END'", "REINDEX INDEX public.i"},
		} {
			invalid := func() {
				db.exec(t, "DROP INDEX IF EXISTS i", function+"'BEGIN RAISE ''no''; END'")
				if _, err := db.Exec(c.index); err == nil {
					t.Fatalf("%s: no error", c.index)
				}
				db.exec(t, c.mend)
			}
			invalid()
			refuses(t, "index: index public.i", url, "t.id")
			refuses(t, "index: index public.i", url, "t.id", "--online")
			db.exec(t, c.manual)
			for _, how := range [][]string{nil, {"--online"}} {
				must(t, done, append([]string{"run", url, "t.id"}, how...)...)
				invalid()
				if out := must(t, refused, append([]string{"undo", url}, how...)...); !strings.Contains(out, c.manual) {
					t.Errorf("undo does not say %s: %s", c.manual, out)
				}
				db.exec(t, c.manual)
				must(t, done, append([]string{"undo", url}, how...)...)
			}
			db.exec(t, "DROP INDEX IF EXISTS i")
		}

		// A unique index of another column is wrong, as after a change of the server's collations.
		db.exec(t, "UPDATE t SET n = 1 WHERE id = '"+badA+"'; UPDATE t SET n = 2 WHERE id = '"+badB+"'", "CREATE UNIQUE INDEX i ON t (n)",
			"SET allow_system_table_mods = on; UPDATE pg_index SET indisready = false WHERE indexrelid = 'i'::regclass", "INSERT INTO t VALUES ('"+badC+"', 2)",
			"SET allow_system_table_mods = on; UPDATE pg_index SET indisready = true WHERE indexrelid = 'i'::regclass")
		if out := must(t, refused, "run", url, "t.id"); strings.Contains(out, "spelling") || !regexp.MustCompile(`"i".*Key \(n\)=\(2\)`).MatchString(out) {
			t.Errorf("run does not name the index and the key: %s", out)
		}
	})
}

// TestPostgresNoCollision has two spellings of a UUID in a unique key whose other column is NULL: these rows are
// different, unless the key says otherwise.
func TestPostgresNoCollision(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id text, team int, UNIQUE (id, team))", "INSERT INTO t VALUES (1, '"+badA+"', NULL), (2, upper('"+badA+"'), NULL)",
			"CREATE TABLE u (k int PRIMARY KEY, id text, team int, UNIQUE NULLS NOT DISTINCT (id, team))", "INSERT INTO u TABLE t")
		must(t, done, "run", url, "t.id")
		same(t, "run", db.texts(t, "SELECT count(*), count(DISTINCT id) FROM t"), []string{"2|1"})
		refuses(t, "collision: public.u.id "+plain(badA)+": 2 rows", url, "u.id")
	})
}

// TestPostgresOrdinaryRole plans as a role that may not use the schema of a table that is published.
func TestPostgresOrdinaryRole(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		role := postgresRole(t, db)
		db.exec(t, "ALTER ROLE "+role+" LOGIN PASSWORD 'x'", "CREATE SCHEMA hidden CREATE TABLE t (k int PRIMARY KEY)", "CREATE PUBLICATION p FOR TABLE hidden.t",
			"GRANT CREATE ON SCHEMA public TO "+role, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+badA+"'), ('odd')", "ALTER TABLE t OWNER TO "+role,
			"DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO "+role+"', current_database()); END $$")
		u := kit.Must(neturl.Parse(url))(t)
		u.User = neturl.UserPassword(role, "x")
		for _, how := range [][]string{nil, {"--online"}} {
			must(t, done, append([]string{"run", u.String(), "t.id", "--bad-rows", "bad"}, how...)...)
			must(t, done, append([]string{"undo", u.String()}, how...)...)
		}
		db.exec(t, "DROP PUBLICATION p", "CREATE PUBLICATION p FOR TABLE t")
		refuses(t, "replication: publication p (--accept)", u.String(), "t.id", "--bad-rows", "bad")
	})
}

// TestPostgresIndexStatistics has what ALTER TABLE resets that has no column: the owner of extended statistics, and how
// many values are kept of an expression of an index.
func TestPostgresIndexStatistics(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		role := postgresRole(t, db)
		db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id text, email text)", "INSERT INTO t VALUES (1, '"+badA+"', 'a')", "CREATE INDEX i ON t (lower(email), id)", "ALTER INDEX i ALTER COLUMN 1 SET STATISTICS 44",
			"CREATE STATISTICS both_ids ON id, k FROM t", "ALTER STATISTICS both_ids OWNER TO "+role)
		for _, args := range [][]string{{"run", url, "t.id"}, {"undo", url}, {"run", url, "t.id", "--online"}, {"undo", url, "--online"}} {
			must(t, done, args...)
			same(t, args[0], db.texts(t, "SELECT stxowner::regrole::text, (SELECT attstattarget FROM pg_attribute WHERE attrelid = 'i'::regclass AND attnum = 1) FROM pg_statistic_ext"), []string{role + "|44"})
		}
	})
}

// TestPostgresOthersStatistics has statistics of the column, and of another one, of a role that the owner of the table cannot
// become: a change of type makes those of the column again, for the owner of the table.
func TestPostgresOthersStatistics(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		role := postgresRole(t, db)
		db.exec(t, "ALTER ROLE "+role+" LOGIN PASSWORD 'x'", "GRANT CREATE ON SCHEMA public TO "+role, "CREATE TABLE t (k int PRIMARY KEY, n int, id text)", "INSERT INTO t VALUES (1, 1, '"+badA+"')",
			"CREATE STATISTICS s ON id, k FROM t", "CREATE STATISTICS other ON k, n FROM t", "ALTER TABLE t OWNER TO "+role)
		u := kit.Must(neturl.Parse(url))(t)
		u.User = neturl.UserPassword(role, "x")
		refuses(t, "privilege: statistics public.s", u.String(), "t.id")
		manual := "ALTER STATISTICS public.s OWNER TO " + role
		if got := refusals(t, u.String(), "t.id")[0].Manual; !strings.HasPrefix(got, manual) {
			t.Errorf("the plan says %q, want %s", got, manual)
		}
		db.exec(t, manual)
		must(t, done, "run", u.String(), "t.id")
		db.exec(t, "ALTER STATISTICS s OWNER TO CURRENT_USER")
		if out := must(t, refused, "undo", u.String()); !strings.Contains(out, manual) || strings.Contains(out, "convert") {
			t.Errorf("undo does not say %s, or has begun: %s", manual, out)
		}
		db.exec(t, manual)
		must(t, done, "undo", u.String())
	})
}

// TestPostgresIdentityDefaults has default privileges of the owner of a table for the sequence of its identity, and of
// the user of the command for tables.
func TestPostgresIdentityDefaults(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		owner, role := postgresRole(t, db), postgresRole(t, db)
		db.exec(t, "CREATE TABLE t (k int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text)", "INSERT INTO t (id) VALUES ('"+badA+"')", "ALTER TABLE t OWNER TO "+owner,
			"ALTER DEFAULT PRIVILEGES FOR ROLE "+owner+" GRANT ALL ON SEQUENCES TO "+role+", PUBLIC", "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC")
		const acl = "SELECT relname, coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::\"char\", relowner)) FROM pg_class WHERE relname IN ('t', 't_k_seq') ORDER BY 1"
		for _, grant := range []string{"SELECT 1", "GRANT USAGE ON SEQUENCE t_k_seq TO " + role, "GRANT INSERT ON t TO " + role} {
			db.exec(t, grant)
			before := db.texts(t, acl)
			must(t, done, "run", url, "t.id", "--online")
			must(t, done, "undo", url, "--online")
			same(t, grant, db.texts(t, acl), before)
		}
	})
}

// TestPostgresDefaultSince sets other defaults after run. Undo restores the old one, and says what to do before it reads
// a row.
func TestPostgresDefaultSince(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id varchar(36) DEFAULT gen_random_uuid()::text, up text)", "INSERT INTO t VALUES (1, '"+badA+"', '"+badB+"')")
		const defaults = "SELECT attname, pg_get_expr(adbin, adrelid) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum"
		before := db.texts(t, defaults)
		for _, how := range [][]string{nil, {"--online"}} {
			for _, c := range []string{"id SET DEFAULT gen_random_uuid()::text::uuid", "id DROP DEFAULT"} {
				must(t, done, append([]string{"run", url, "t.id", "t.up"}, how...)...)
				db.exec(t, "ALTER TABLE t ALTER "+c)
				out := must(t, refused, append([]string{"undo", url}, how...)...)
				if strings.Contains(out, "checksum") || strings.Contains(out, "copy") {
					t.Errorf("%s: it has read rows: %s", c, out)
				}
				db.exec(t, regexp.MustCompile(`ALTER TABLE [^;\n]+`).FindString(out))
				must(t, done, append([]string{"undo", url}, how...)...)
				same(t, c, db.texts(t, defaults), before)
			}
			must(t, done, append([]string{"run", url, "t.id", "t.up"}, how...)...) // where there was none
			db.exec(t, "ALTER TABLE t ALTER up SET DEFAULT gen_random_uuid()")
			must(t, done, append([]string{"undo", url}, how...)...)
			same(t, "new", db.texts(t, defaults)[2:], []string{"up|gen_random_uuid()"})
			db.exec(t, "ALTER TABLE t ALTER up DROP DEFAULT")

			db.exec(t, "UPDATE t SET id = upper('"+badA+"')") // the type stays
			must(t, done, append([]string{"run", url, "t.id", "--to", "text"}, how...)...)
			db.exec(t, "ALTER TABLE t ALTER id SET DEFAULT upper(gen_random_uuid()::text)")
			must(t, done, append([]string{"undo", url}, how...)...)
			same(t, "new", db.texts(t, defaults)[1:2], []string{"id|upper((gen_random_uuid())::text)"})
			db.exec(t, "ALTER TABLE t ALTER id SET DEFAULT gen_random_uuid()::text")
		}
	})
}

// TestPostgresToastOptions converts the only column that needs a TOAST table: undo makes one with the same options again.
func TestPostgresToastOptions(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id text) WITH (toast.autovacuum_enabled = off, toast.vacuum_truncate = off)", "INSERT INTO t VALUES (1, '"+badA+"')")
		for _, how := range [][]string{nil, {"--online"}} {
			must(t, done, append([]string{"run", url, "t.id"}, how...)...)
			must(t, done, append([]string{"undo", url}, how...)...)
			same(t, "options", db.texts(t, "SELECT array_to_string(s.reloptions, ' ') FROM pg_class t JOIN pg_class s ON s.oid = t.reltoastrelid WHERE t.oid = 't'::regclass"), []string{"autovacuum_enabled=off vacuum_truncate=off"})
		}
	})
}

// TestPostgresIndexExtension has an index that depends on an extension: one that is made again would not.
func TestPostgresIndexExtension(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE t (k int PRIMARY KEY, id text)", "INSERT INTO t VALUES (1, '"+badA+"')", "CREATE INDEX i ON t (id)", "ALTER INDEX i DEPENDS ON EXTENSION plpgsql")
		refuses(t, "index: index public.i", url, "t.id")
		db.exec(t, "ALTER INDEX public.i NO DEPENDS ON EXTENSION plpgsql")
		must(t, done, "run", url, "t.id")
		db.exec(t, "ALTER INDEX public.i DEPENDS ON EXTENSION plpgsql")
		if out := must(t, refused, "undo", url); !strings.Contains(out, "ALTER INDEX public.i NO DEPENDS ON EXTENSION plpgsql") {
			t.Errorf("undo does not say what to do: %s", out)
		}
		db.exec(t, "ALTER INDEX public.i NO DEPENDS ON EXTENSION plpgsql")
		must(t, done, "undo", url)
	})
}

// TestPostgresWindows has a server that does not take client_connection_check_interval, as on Windows: a proxy makes the
// value one that no server takes.
func TestPostgresWindows(t *testing.T) {
	t.Parallel()
	u := kit.Must(neturl.Parse(stores.Postgres(t)))(t)
	db := openPostgres(t, u.String())
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+badA+"')")
	listener := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer listener.Close()
	server := u.Host
	var changed atomic.Int32
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				server, err := net.Dial("tcp", server)
				if err != nil {
					return
				}
				defer server.Close()
				go io.Copy(client, server)
				for buffer := make([]byte, 1<<16); ; {
					n, err := client.Read(buffer)
					sent := bytes.ReplaceAll(buffer[:n], []byte("check_interval = '1s'"), []byte("check_interval = '1x'"))
					if !bytes.Equal(sent, buffer[:n]) {
						changed.Add(1)
					}
					if server.Write(sent); err != nil {
						return
					}
				}
			}()
		}
	}()
	u.Host = listener.Addr().String()
	must(t, done, "run", u.String(), "t.id")
	must(t, done, "undo", u.String(), "--online")
	if changed.Load() == 0 {
		t.Error("the proxy has changed nothing")
	}
}

// TestPostgresTextSince writes values in the old form, and one that is no UUID, after run --to text, which the column
// takes: undo leaves the first as they are, and names the other.
func TestPostgresTextSince(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE COLLATION folds (provider = icu, locale = 'und', deterministic = false)")
		for name, form := range map[string]string{"braces": "'{' || $1 || '}'", "hex": "replace($1, '-', '')", "URN": "'urn:uuid:' || $1", "text": "$1"} {
			for _, how := range [][]string{nil, {"--online"}} {
				old := func(id string) string { return strings.ReplaceAll(form, "$1", "'"+id+"'") }
				collation := "folds"
				if name == "URN" { // run does not convert these before PostgreSQL 18
					collation = `"C"`
				}
				db.exec(t, "DROP TABLE IF EXISTS t", "CREATE TABLE t (k int PRIMARY KEY, id text COLLATE "+collation+")", "INSERT INTO t VALUES (1, "+old(badA)+"), (2, "+old(badC)+"), (3, NULL), (4, upper("+old(emptyText)+"))")
				must(t, done, append([]string{"run", url, "t.id", "--to", "text"}, how...)...)
				db.exec(t, "UPDATE t SET id = "+old(badB)+" WHERE k = 2", "INSERT INTO t VALUES (5, 'N/A-1')")
				undo := append([]string{"undo", url}, how...)
				if name != "text" { // whose undo changes no value
					if out := must(t, refused, undo...); !strings.Contains(out, "'N/A-1'") || strings.Contains(out, "copy") {
						t.Errorf("%s: undo does not name the value, or has begun: %s", name, out)
					}
					db.exec(t, "DELETE FROM t WHERE k = 5")
				}
				if name == "URN" { // no cast reads it
					must(t, refused, undo...)
					db.exec(t, "UPDATE t SET id = '"+badB+"' WHERE k = 2")
				}
				must(t, done, undo...)
				same(t, name, db.texts(t, "SELECT id FROM t WHERE k IN (1, 2, 4) ORDER BY k"), db.texts(t, "SELECT "+old(badA)+" UNION ALL SELECT "+old(badB)+" UNION ALL SELECT "+old(emptyText)))
				same(t, name, db.texts(t, "SELECT id FROM t WHERE k = 5"), map[string][]string{"text": {"N/A-1"}}[name])
			}
		}
	})
}

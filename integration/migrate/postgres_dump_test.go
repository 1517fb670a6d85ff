package migrate

import (
	"crypto/rand"
	neturl "net/url"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// dumped has what new tables must carry over beside what postgresSchema has. ROLE is a role.
const dumped = `CREATE SCHEMA "S x"; GRANT ALL ON SCHEMA "S x" TO ROLE;
CREATE TABLE "S x"."A b" (gone int, serial_no bigserial, id text NOT NULL, "w ""q" uuid, n int CHECK (n > 0) NO INHERIT, tags text[] DEFAULT '{}', j jsonb, CONSTRAINT "pk A" PRIMARY KEY (id) WITH (fillfactor=60));
ALTER TABLE "S x"."A b" DROP COLUMN gone;
ALTER TABLE "S x"."A b" SET (autovacuum_enabled=false, toast.autovacuum_enabled=false);
ALTER TABLE "S x"."A b" ALTER j SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX "part" ON "S x"."A b" (n) WHERE n > 5;
CREATE INDEX expr ON "S x"."A b" (lower("tags"[1]), n DESC);
ALTER INDEX "S x".expr ALTER COLUMN 1 SET STATISTICS 44;
CREATE INDEX g ON "S x"."A b" USING gin (j jsonb_path_ops);
ALTER TABLE "S x"."A b" ADD CONSTRAINT excl EXCLUDE USING btree (serial_no WITH =);
ALTER TABLE "S x"."A b" OWNER TO ROLE;
GRANT SELECT, INSERT ON "S x"."A b" TO pg_monitor WITH GRANT OPTION; GRANT UPDATE (n) ON "S x"."A b" TO pg_monitor; GRANT USAGE ON SEQUENCE "S x"."A b_serial_no_seq" TO pg_monitor;
REVOKE TRUNCATE ON "S x"."A b" FROM ROLE;
CREATE TABLE lookup (n int PRIMARY KEY); INSERT INTO lookup VALUES (8);
CREATE TABLE other (k int GENERATED ALWAYS AS IDENTITY (START 7 INCREMENT 3) PRIMARY KEY, a text REFERENCES "S x"."A b" ON UPDATE CASCADE, u uuid UNIQUE, l int REFERENCES lookup);
COMMENT ON SEQUENCE other_k_seq IS 'seq'; GRANT ALL ON SEQUENCE other_k_seq TO pg_monitor; COMMENT ON COLUMN other.k IS 'k';
ALTER TABLE other REPLICA IDENTITY FULL;
CREATE TABLE outside (k int REFERENCES other (k) DEFERRABLE, x int);
CREATE UNLOGGED TABLE unlogged (id text PRIMARY KEY, s serial);
CREATE VIEW v1 WITH (security_barrier) AS SELECT n, tags FROM "S x"."A b" WHERE n > 3 WITH LOCAL CHECK OPTION;
CREATE VIEW v2 AS SELECT v1.n, other.k FROM v1 JOIN other ON other.k = v1.n;
GRANT SELECT ON v1 TO pg_monitor; COMMENT ON VIEW v1 IS 'view';
INSERT INTO "S x"."A b" (id, n) SELECT gen_random_uuid(), i FROM generate_series(1, 50) i;
INSERT INTO other (a, l) SELECT id, 8 FROM "S x"."A b"; INSERT INTO outside SELECT k FROM other;
INSERT INTO unlogged SELECT id, n FROM "S x"."A b"`

// postgresDump returns a function that returns what pg_dump -s prints, without the old tables. Without -all
// that is nothing: pg_dump is installed for it.
func postgresDump(t *testing.T, db *database) func() []string {
	t.Helper()
	if !*all {
		return func() []string { return nil }
	}
	dump := kit.Must(server.PgDump(t.Context(), t.Logf))(t)
	return func() []string {
		out := kit.Must(dump("-s", "-N", "uuidkit_old", "-T", "uuidkit_migration", db.address).Output())(t)
		lines := strings.Split(string(out), "\n")
		return slices.DeleteFunc(lines, func(s string) bool {
			return strings.HasPrefix(s, "--") || strings.HasPrefix(s, `\restrict`) || strings.HasPrefix(s, `\unrestrict`)
		})
	}
}

// postgresRole returns a new role.
func postgresRole(t *testing.T, db *database) string {
	role := "uuidkit_" + strings.ToLower(rand.Text())
	t.Cleanup(func() { db.Exec("DROP OWNED BY " + role + "; DROP ROLE " + role) })
	db.exec(t, "CREATE ROLE "+role)
	return role
}

// TestPostgresOnlineDump compares what pg_dump -s prints before and after run --online, and after
// undo and undo --online.
func TestPostgresOnlineDump(t *testing.T) {
	long(t)
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) { dumps(t, url) })
}

func dumps(t *testing.T, url string) {
	db := openPostgres(t, url)
	dump := postgresDump(t, db)
	db.exec(t, strings.ReplaceAll(dumped, "ROLE;", postgresRole(t, db)+";"))
	before := dump()
	want := slices.Clone(before)
	for i, line := range want {
		line = strings.Replace(line, "    id text NOT NULL", "    id uuid NOT NULL", 1)
		want[i] = strings.Replace(line, "    a text,", "    a uuid,", 1)
	}
	for _, undo := range [][]string{{"undo", url}, {"undo", url, "--online"}} {
		must(t, done, "run", url, "S x.A b.id", "unlogged.id", "--online")
		same(t, "run", dump(), want)
		same(t, "numbers", db.texts(t, "SELECT nextval('other_k_seq') - max(k), nextval('unlogged_s_seq') > 0 FROM other"), []string{"3|true"})
		db.exec(t, "SELECT setval('other_k_seq', max(k)) FROM other")
		must(t, done, undo...)
		same(t, undo[len(undo)-1], dump(), before)
		same(t, "old tables", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%'"), nil)
	}
	must(t, done, "run", url, "S x.A b.id", "unlogged.id", "--online")
	must(t, refused, "run", url, "S x.A b.id", "unlogged.id", "--online", "--to", "text") // the old tables are in the way
	must(t, done, "cleanup", url)
	same(t, "cleaned up", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%'"), nil)
	same(t, "cleaned up", dump(), want)
}

// TestPostgresOnlineNames gives an index the name of one that a run has moved away with its table: undo --online of another
// table could not move it there.
func TestPostgresOnlineNames(t *testing.T) {
	t.Parallel()
	url := stores.Postgres15(t)
	db := openPostgres(t, url)
	for _, table := range []string{"t", "u"} {
		db.exec(t, "CREATE TABLE "+table+" (id text PRIMARY KEY, k int GENERATED ALWAYS AS IDENTITY, n int)", "CREATE INDEX by_"+table+" ON "+table+" (n)")
		must(t, done, "run", url, table+".id", "--online")
	}
	db.exec(t, "ALTER INDEX by_t RENAME TO other", "CREATE INDEX by_t ON u (n)")
	if out := must(t, refused, "undo", url, "--online"); !strings.Contains(out, "uuidkit_old.by_t") {
		t.Errorf("undo does not name uuidkit_old.by_t: %s", out)
	}
	db.exec(t, "ALTER INDEX by_t RENAME TO more")
	must(t, done, "undo", url, "--online")
	must(t, done, "undo", url, "--online")

	// Undo drops the old tables of one run before it moves others there.
	must(t, done, "run", url, "t.id", "u.id", "--online")
	db.exec(t, "DROP INDEX more, other", "CREATE INDEX other ON u (n)")
	must(t, done, "undo", url, "--online")
}

// TestPostgresOnlineRefused sees that the plan stops what would stay with the old table.
func TestPostgresOnlineRefused(t *testing.T) {
	t.Parallel()
	url := stores.Postgres15(t)
	db := openPostgres(t, url)
	for name, c := range map[string]struct{ sql, want string }{
		"no key":        {"ALTER TABLE t DROP CONSTRAINT t_pkey", "online: table public.t"},
		"deferrable":    {"ALTER TABLE t ADD UNIQUE (n) DEFERRABLE", "online: table public.t"},
		"not valid":     {"ALTER TABLE t ADD CHECK (n > 5) NOT VALID", "online: table public.t"},
		"materialized":  {"CREATE MATERIALIZED VIEW m AS SELECT n FROM t", "online: materialized view public.m"},
		"function":      {"CREATE FUNCTION f() RETURNS bigint BEGIN ATOMIC SELECT count(n) FROM t; END", "online: function public.f()"},
		"row type":      {"CREATE FUNCTION f(t) RETURNS int LANGUAGE sql AS 'SELECT 1'", "online: function public.f(public.t)"},
		"policy of":     {"CREATE TABLE o (n int); CREATE POLICY p ON o USING (EXISTS (SELECT FROM t WHERE t.n = o.n))", "online: policy p on table public.o"},
		"rule of":       {"CREATE TABLE o (n int); CREATE RULE r AS ON INSERT TO o DO ALSO INSERT INTO t (n) VALUES (NEW.n)", "online: rule r on table public.o"},
		"numbers":       {"ALTER TABLE t ADD k int GENERATED ALWAYS AS IDENTITY; CREATE TABLE o (k int DEFAULT nextval('t_k_seq'))", "online: default value for column k of table public.o"},
		"constraint of": {"CREATE TABLE o (n int); CREATE CONSTRAINT TRIGGER c AFTER INSERT ON o FROM t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()", "online: trigger c on table public.o"},
		"temporary":     {"CREATE TEMP VIEW w AS SELECT n FROM t", "online: view TEMP.w"},
		"domain":        {"CREATE DOMAIN d AS t", "online: type public.d"},
		"composite":     {"CREATE TYPE y AS (a t)", "online: column a of composite type public.y"},
		"range":         {"CREATE TYPE y AS RANGE (subtype = t)", "online: type public.y"},
		"cast":          {"CREATE FUNCTION c(t) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE CAST (t AS int) WITH FUNCTION c(t)", "online: cast from public.t to integer; online: function public.c(public.t)"},
		"operator":      {"CREATE FUNCTION c(t, t) RETURNS bool LANGUAGE sql AS 'SELECT true'; CREATE OPERATOR === (LEFTARG = t, RIGHTARG = t, FUNCTION = c)", "online: operator public.===(public.t,public.t); online: function public.c(public.t,public.t)"},
		"aggregate":     {"CREATE FUNCTION c(int, t) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE AGGREGATE a(t) (SFUNC = c, STYPE = int)", "online: function public.a(public.t); online: function public.c(integer,public.t)"},
		"transform":     {"CREATE FUNCTION c(internal) RETURNS internal IMMUTABLE LANGUAGE internal AS 'boolin'; CREATE TRANSFORM FOR t LANGUAGE plpgsql (FROM SQL WITH FUNCTION c(internal))", "online: transform for public.t language plpgsql"},
		"op class":      {"CREATE OPERATOR CLASS c FOR TYPE t USING btree AS FUNCTION 1 (t, t) btrecordcmp(record, record)", "online: operator class public.c for access method btree"},
		"op member":     {"CREATE FUNCTION c(t, t) RETURNS bool LANGUAGE sql AS 'SELECT true'; CREATE OPERATOR === (LEFTARG = t, RIGHTARG = t, FUNCTION = c); CREATE OPERATOR FAMILY f USING btree; ALTER OPERATOR FAMILY f USING btree ADD OPERATOR 3 === (t, t)", "online: operator 3 (public.t, public.t) of operator family public.f for access method btree: public.===(public.t,public.t); online: operator public.===(public.t,public.t); online: function public.c(public.t,public.t)"},
		"op function":   {"CREATE OPERATOR FAMILY f USING btree; ALTER OPERATOR FAMILY f USING btree ADD FUNCTION 1 (t, t) btrecordcmp(record, record)", "online: function 1 (public.t, public.t) of operator family public.f for access method btree: btrecordcmp(record,record)"},
		"check of":      {"CREATE TABLE o (j jsonb CHECK (jsonb_populate_record(NULL::t, j) IS NOT NULL))", "online: constraint o_j_check on table public.o"},
		"domain check":  {"CREATE DOMAIN d AS jsonb CHECK (jsonb_populate_record(NULL::t, VALUE) IS NOT NULL)", "online: constraint d_check"},
		"column":        {"CREATE VIEW w AS SELECT t FROM t", "view: view public.w (--accept); online: column t of view public.w"},
		"foreign table": {"CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE o (x t) SERVER s", "online: column x of foreign table public.o"},
		"label":         {"SET allow_system_table_mods = on; INSERT INTO pg_seclabel VALUES ('t'::regclass, 'pg_class'::regclass, 2, 'none', 'secret'); RESET allow_system_table_mods", "online: table public.t"},
		"comment":       {"COMMENT ON TYPE t IS 'row'", "online: table public.t"},
		"extension":     {"CREATE INDEX i ON t (n); ALTER INDEX i DEPENDS ON EXTENSION plpgsql", "index: index public.i"},
		"all tables":    {"CREATE PUBLICATION p FOR ALL TABLES", "online: table public.t"},
		"schema of":     {"CREATE PUBLICATION p FOR TABLES IN SCHEMA public", "online: table public.t"},
		"key of parts":  {"CREATE TABLE r (id text REFERENCES t) PARTITION BY HASH (id); CREATE TABLE r1 PARTITION OF r FOR VALUES WITH (MODULUS 1, REMAINDER 0)", "table: partitioned table public.r; table: table public.r1; online: table public.t; online: table public.t; online: column id of table public.r; online: table public.r1; online: table public.r; online: table public.r1"},
		"rule":          {"CREATE RULE r AS ON DELETE TO t DO INSTEAD NOTHING", "online: rule r on table public.t"},
		"publication":   {"CREATE PUBLICATION p FOR TABLE t", "online: publication of table public.t in publication p"},
		"schema":        {"CREATE SCHEMA uuidkit_new", "name: schema uuidkit_new"},
		"old schema":    {"CREATE SCHEMA uuidkit_old AUTHORIZATION pg_monitor", "privilege: schema uuidkit_old"},
		"old table":     {"CREATE SCHEMA uuidkit_old CREATE TABLE t ()", "name: table uuidkit_old.t"},
		"the same name": {"CREATE SCHEMA s CREATE TABLE t (id text PRIMARY KEY REFERENCES public.t)", "online: table s.t"},
		"old index":     {"CREATE SCHEMA uuidkit_old CREATE TABLE o (n int CONSTRAINT t_pkey PRIMARY KEY)", "name: index uuidkit_old.t_pkey"},
		"old sequence":  {"ALTER TABLE t ADD k int GENERATED ALWAYS AS IDENTITY; CREATE SCHEMA uuidkit_old CREATE SEQUENCE t_k_seq", "name: sequence uuidkit_old.t_k_seq"},
		"the same key":  {"CREATE SCHEMA s CREATE TABLE o (id text CONSTRAINT t_pkey PRIMARY KEY REFERENCES public.t)", "online: table s.o"},
		"partitions":    {"ALTER TABLE t ADD UNIQUE (n); CREATE TABLE r (n int REFERENCES t (n)) PARTITION BY HASH (n)", "online: table public.t"},
		"user":          {"CREATE DOMAIN who AS text CHECK (VALUE <> CURRENT_ROLE); ALTER TABLE t ADD by who, ADD CHECK (by <> current_user)", "online: table public.t"},
		"now":           {"ALTER TABLE t ADD made timestamptz, ADD CHECK (made > now() - interval '1 day')", "online: table public.t"},
		"operator time": {"ALTER TABLE t ADD made timestamptz, ADD ends timestamp, ADD CHECK (ends <= made)", "online: table public.t"},
		"list of times": {"ALTER TABLE t ADD made timestamptz, ADD ends timestamp, ADD CHECK (made = ANY (ARRAY[ends]))", "online: table public.t"},
		"time as text":  {"ALTER TABLE t ADD made timestamptz, ADD CHECK ((made::text)::varchar <> '')", "online: table public.t"},
		"text as date":  {"ALTER TABLE t ADD made varchar, ADD CHECK (made::text::date > '2026-11-29')", "online: table public.t"},
		"function of":   {"CREATE FUNCTION f(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN current_user = session_user; END'; ALTER TABLE t ADD CHECK (f(n))", "online: table public.t"},
		"disabled":      {"ALTER TABLE t ADD UNIQUE (n); CREATE TABLE o (n int REFERENCES t (n)); ALTER TABLE o DISABLE TRIGGER ALL", "online: table public.t"},
		"disabled of":   {"CREATE TABLE o (n int UNIQUE); ALTER TABLE t ADD FOREIGN KEY (n) REFERENCES o (n); ALTER TABLE o DISABLE TRIGGER ALL", "online: table public.t"},
		"granted":       {"GRANT USAGE ON SCHEMA public TO pg_monitor; GRANT SELECT (n) ON t TO pg_monitor WITH GRANT OPTION; SET ROLE pg_monitor; GRANT SELECT (n) ON t TO pg_read_all_stats; RESET ROLE", "online: table public.t"},
	} {
		t.Run(name, func(t *testing.T) {
			db.exec(t, "DROP PUBLICATION IF EXISTS p", "DROP FOREIGN DATA WRAPPER IF EXISTS w CASCADE", "DROP SCHEMA IF EXISTS uuidkit_new, uuidkit_old, s CASCADE", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "CREATE TABLE t (id text PRIMARY KEY, n int)", c.sql)
			if strings.Contains(c.want, "TEMP") {
				c.want = strings.ReplaceAll(c.want, "TEMP", db.texts(t, "SELECT relnamespace::regnamespace::text FROM pg_class WHERE relname = 'w'")[0])
			}
			refuses(t, c.want, url, "t.id", "--online", "--accept", "publication p")
		})
	}
}

// TestPostgresOnlineRole sees that the plan stops what the switch may not do.
func TestPostgresOnlineRole(t *testing.T) {
	t.Parallel()
	url := kit.Must(neturl.Parse(stores.Postgres15(t)))(t)
	db := openPostgres(t, url.String())
	role := postgresRole(t, db)
	db.exec(t, "ALTER ROLE "+role+" LOGIN PASSWORD 'x'", "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO "+role+"', current_database()); END $$")
	url.User = neturl.UserPassword(role, "x")
	for name, c := range map[string]struct{ sql, want string }{
		"view":       {"RESET ROLE; CREATE VIEW w AS SELECT n FROM t", "online: view public.w"},
		"rule":       {"RESET ROLE; CREATE VIEW w AS SELECT 1 AS n; CREATE RULE r AS ON INSERT TO w DO INSTEAD INSERT INTO t (n) VALUES (NEW.n)", "online: rule r on view public.w"},
		"schema":     {"CREATE SCHEMA s CREATE VIEW w AS SELECT n FROM public.t; RESET ROLE; ALTER SCHEMA s OWNER TO postgres", "online: view s.w"},
		"statistics": {"CREATE STATISTICS s ON n, m FROM t; RESET ROLE; ALTER STATISTICS s OWNER TO postgres", "online: table public.t"},
		"trigger":    {"CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f(); RESET ROLE; ALTER FUNCTION f() OWNER TO postgres; REVOKE ALL ON FUNCTION f() FROM PUBLIC, ROLE", "online: table public.t"},
		"privilege":  {"REVOKE INSERT ON t FROM PUBLIC, ROLE", "online: table public.t"},
		"none":       {"CREATE VIEW w AS SELECT n FROM t", ""},
	} {
		t.Run(name, func(t *testing.T) {
			db.exec(t, "DROP SCHEMA IF EXISTS uuidkit_new, uuidkit_old, s CASCADE", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public; GRANT ALL ON SCHEMA public TO "+role,
				"SET ROLE "+role+"; CREATE TABLE t (id text PRIMARY KEY, n int, m int);"+strings.ReplaceAll(c.sql, "PUBLIC, ROLE", "PUBLIC, "+role)+"; RESET ROLE")
			if c.want == "" {
				must(t, done, "run", url.String(), "t.id", "--online")
			} else {
				refuses(t, c.want, url.String(), "t.id", "--online")
			}
		})
	}
}

// TestPostgresOnlineTemporal sees that a key WITHOUT OVERLAPS is none for --online: ON CONFLICT does not
// take it, so that each write would fail.
func TestPostgresOnlineTemporal(t *testing.T) {
	t.Parallel()
	url := stores.Postgres(t)
	db := openPostgres(t, url)
	db.exec(t, "CREATE TABLE t (room int4range, during int4range, id text NOT NULL, PRIMARY KEY (room, during WITHOUT OVERLAPS))", "INSERT INTO t VALUES ('[1,2)', '[1,2)', '"+emptyText+"')")
	refuses(t, "online: table public.t", url, "t.id", "--online")
	db.exec(t, "ALTER TABLE t ADD n bigint GENERATED ALWAYS AS IDENTITY UNIQUE") // as the plan says
	must(t, done, "run", url, "t.id", "--online")
	must(t, done, "undo", url, "--online")

	// A booking refers to two rows of its room together.
	db.exec(t, "CREATE EXTENSION btree_gist", "CREATE TABLE room (id text DEFAULT uuidv7()::text, valid daterange, PRIMARY KEY (id, valid WITHOUT OVERLAPS))",
		"CREATE TABLE book (n int PRIMARY KEY, room text, d daterange, FOREIGN KEY (room, PERIOD d) REFERENCES room (id, PERIOD valid))",
		"INSERT INTO room (valid) SELECT daterange('2020-01-01', '2021-01-01') FROM generate_series(1, 100)", "INSERT INTO room SELECT id, daterange('2021-01-01', '2022-01-01') FROM room",
		"INSERT INTO book SELECT row_number() OVER (), id, daterange('2020-02-01', '2021-03-01') FROM (SELECT DISTINCT id FROM room) r")
	rows := func() []string { return db.texts(t, "SELECT n, room::text, d::text FROM book ORDER BY n") }
	before := rows()
	must(t, done, "run", url, "room.id")
	same(t, "run", append(rows(), db.texts(t, "SELECT DISTINCT pg_typeof(room) FROM book")...), append(before, "uuid"))
	must(t, done, "undo", url)
	same(t, "undo", append(rows(), db.texts(t, "SELECT DISTINCT pg_typeof(room) FROM book")...), append(before, "text"))

	db.exec(t, "SET session_replication_role = replica; UPDATE book SET d = daterange('2021-12-01', '2022-01-02') WHERE n = 5; UPDATE room SET id = 'odd' WHERE id = (SELECT room FROM book WHERE n = 7) AND isempty(valid * daterange('2020-02-01', '2020-12-01')); RESET session_replication_role")
	refuses(t, "foreign-key: constraint book_room_d_fkey of public.book", url, "room.id", "--bad-rows", "odd") // two bookings have no room
}

// TestPostgresSettings sees that no setting of the database stops run and undo, or changes what they write.
// A lock that another session has for a second makes their transactions longer than transaction_timeout.
func TestPostgresSettings(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE tä (id text PRIMARY KEY)", "INSERT INTO tä VALUES ('"+emptyText+"')", "CREATE ACCESS METHOD other TYPE TABLE HANDLER heap_tableam_handler")
		for _, set := range []string{"client_encoding = latin1", "default_table_access_method = other", "quote_all_identifiers = on", "default_transaction_read_only = on", "idle_session_timeout = '300ms'", "transaction_timeout = '700ms'", "standard_conforming_strings = off"} {
			if db.texts(t, "SELECT count(*) FROM pg_settings WHERE name = $1", strings.Fields(set)[0])[0] == "0" {
				continue // PostgreSQL 15 has no transaction_timeout
			}
			other := kit.Must(db.Conn(t.Context()))(t) // its session keeps the settings that it began with
			locked := func(args ...string) {
				t.Helper()
				if strings.HasPrefix(set, "transaction_timeout") {
					lock := make(chan error)
					go func() {
						_, err := other.ExecContext(t.Context(), "DO $$ BEGIN LOCK TABLE tä; PERFORM pg_sleep(1); END $$")
						lock <- err
					}()
					defer func() { kit.Check(t, <-lock) }()
				}
				must(t, done, args...)
			}
			alter := "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ', current_database()) || "
			db.exec(t, alter+"'SET "+strings.ReplaceAll(set, "'", "''")+"'"+"; END $$")
			locked("run", url, "tä.id")
			same(t, "tables that a setting has made others", db.texts(t, "SELECT relname FROM pg_class JOIN pg_am ON pg_am.oid = relam WHERE amname = 'other' AND relkind = 'r'"), nil)
			locked("undo", url)
			must(t, done, "run", url, "tä.id", "--online", "--pause", "500ms")
			must(t, done, "undo", url, "--online")
			db.exec(t, alter+"'RESET ALL'; END $$")
			kit.Check(t, other.Close())
		}
	})
}

// TestPostgresEncoding has names that are not ASCII in a database of another encoding than UTF-8: undo reads them from
// the journal.
func TestPostgresEncoding(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"LATIN1", "SQL_ASCII"} {
		t.Run(encoding, func(t *testing.T) { eachPostgres(t, func(t *testing.T, url string) { encodings(t, url, encoding) }) })
	}
}

// encodings also has, in a database that converts nothing, keys that are no UTF-8, which the copy sends back.
func encodings(t *testing.T, url, encoding string) {
	u := kit.Must(neturl.Parse(url))(t)
	first, name := openPostgres(t, url), strings.TrimPrefix(u.Path, "/")+"_other"
	first.exec(t, "CREATE DATABASE "+name+" ENCODING '"+encoding+"' LOCALE 'C' TEMPLATE template0")
	defer first.exec(t, "DROP DATABASE "+name+" WITH (FORCE)")
	u.Path = name
	db := openPostgres(t, u.String()+"&client_encoding=UTF8")
	db.exec(t, "CREATE TABLE users (id text PRIMARY KEY)", "CREATE TABLE aufträge (n int PRIMARY KEY, user_id text REFERENCES users)",
		"INSERT INTO users VALUES ('"+badA+"'), ('größer')", "INSERT INTO aufträge VALUES (1, '"+badA+"'), (2, 'größer')")
	for _, how := range [][]string{nil, {"--online"}} {
		must(t, done, append([]string{"run", u.String(), "users.id", "--bad-rows", "übrige"}, how...)...)
		same(t, "run", db.texts(t, "SELECT n, user_id::text, pg_typeof(user_id) FROM aufträge"), []string{"1|" + badA + "|uuid"})
		must(t, done, append([]string{"undo", u.String()}, how...)...)
		same(t, "undo", db.texts(t, "SELECT n, user_id, pg_typeof(user_id) FROM aufträge ORDER BY n"), []string{"1|" + badA + "|text", "2|größer|text"})
	}
	if encoding == "SQL_ASCII" { // a key is no UTF-8
		db.exec(t, `CREATE TABLE raw (k text PRIMARY KEY, id text)`, `INSERT INTO raw SELECT convert_from('\xfc', 'SQL_ASCII') || n, gen_random_uuid() FROM generate_series(1, 1500) n`)
		must(t, done, "run", u.String(), "raw.id", "--online")
		same(t, "keys", db.texts(t, `SELECT count(*) FROM raw WHERE k LIKE convert_from('\xfc', 'SQL_ASCII') || '%'`), []string{"1500"})
	}
}

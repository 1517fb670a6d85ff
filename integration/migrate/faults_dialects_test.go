package migrate

import (
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	gormmysql "gorm.io/driver/mysql"
	gormpostgres "gorm.io/driver/postgres"
	gormsqlite "gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// A dialect is what the databases of SQL differ in.
type dialect struct {
	kind      server.Kind // none for SQLite
	arguments []string    // of the server
	schema    []string
	instead   map[string]string // what an online migration refuses in the schema, and what replaces it
	columns   []string          // of run
	open      func(t testing.TB, address string) *database
	pool      func(t testing.TB, address string) *sql.DB // the application's
	gorm      func(*sql.DB) gorm.Dialector
	bytes     bool // the new form is 16 bytes, and not what takes a text
	dollar    bool
	quote     string
	form      string // a query of the declared type of users.id
	native    string // what it is then
	digits    string // an expression of the digits of %s
	odd       string // an expression that is true for a value that is not in the new form
	integer   string
	describe  func(t testing.TB, db *database) map[string]string
	changes   func(map[string]string) map[string]string
	left      string // a query of what a migration has made
	processes string // a query of all sessions: id, user, host:port, …, statement
	spared    string // the beginning of a statement whose session does not end
	end       string // ends one
	refused   func(error) bool
	passes    func(error) bool
}

// What differs between a table and another of the same definition.
var (
	objects       = regexp.MustCompile(`"(indrelid|conrelid|confrelid|stxrelid|stxnamespace)": "\d+"`)
	autoIncrement = regexp.MustCompile(` AUTO_INCREMENT=\d+`)
)

func mysqlNumber(numbers ...uint16) func(error) bool {
	return func(err error) bool {
		var e *mysql.MySQLError
		if errors.As(err, &e) {
			for _, n := range numbers {
				if e.Number == n {
					return true
				}
			}
		}
		return false
	}
}

func postgresCode(codes string) func(error) bool {
	return func(err error) bool {
		var e *pgconn.PgError
		return errors.As(err, &e) && strings.Contains(codes, e.Code)
	}
}

var dialects = map[string]*dialect{
	"SQLite": {
		schema: sqliteSchema, columns: sqliteColumns, open: openSQLite, bytes: true, quote: `"`,
		pool: func(t testing.TB, address string) *sql.DB {
			return kit.Must(sql.Open("sqlite", "file:"+address+"?_pragma=foreign_keys(1)&_pragma=journal_mode(WAL)&_pragma=busy_timeout(60000)&_txlock=immediate"))(t)
		},
		gorm: func(db *sql.DB) gorm.Dialector { return gormsqlite.Dialector{DriverName: "sqlite", Conn: db} },
		form: "SELECT type FROM pragma_table_info('users') WHERE name = 'id'", native: "BLOB",
		digits:  "CASE typeof(%s) WHEN 'blob' THEN lower(hex(%s)) ELSE lower(replace(%s, '-', '')) END",
		odd:     "%s IS NOT NULL AND (typeof(%s) <> 'blob' OR length(%s) <> 16)",
		integer: "CAST(%s AS INTEGER)",
		describe: func(t testing.TB, db *database) map[string]string {
			schema, _, _ := sqliteState(t, db)
			delete(schema, "sequence")
			return schema
		},
		changes: sqliteChanges,
		left:    "SELECT name FROM sqlite_schema WHERE name LIKE 'uuidkit%'",
		refused: func(error) bool { return false },
		passes: func(err error) bool {
			var e *sqlite.Error
			return errors.As(err, &e) && (e.Code()&0xff == 5 || e.Code()&0xff == 6 || e.Code()&0xff == 17)
		},
	},
	"MariaDB":    mysqlDialect(server.MariaDB),
	"MySQL":      mysqlDialect(server.MySQL),
	"PostgreSQL": postgresDialect(server.Postgres), "PostgreSQL 15": postgresDialect(server.Postgres15),
}

func mysqlDialect(k server.Kind) *dialect {
	spared := ""
	if k == server.MariaDB {
		spared = "RENAME" // TestMariaDBRenameKilled has these
	}
	return &dialect{
		kind: k, schema: mysqlSchema, columns: mysqlColumns, open: openMySQL, bytes: true, quote: "`",
		pool: func(t testing.TB, dsn string) *sql.DB {
			c := kit.Must(mysql.ParseDSN(dsn))(t)
			c.ClientFoundRows, c.Logger = true, &mysql.NopLogger{}
			return sql.OpenDB(kit.Must(mysql.NewConnector(c))(t))
		},
		gorm: func(db *sql.DB) gorm.Dialector {
			return gormmysql.New(gormmysql.Config{Conn: db, SkipInitializeWithVersion: true})
		},
		form: "SELECT data_type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'users' AND column_name = 'id'", native: "binary",
		digits:  "IF(LENGTH(%s) = 16, LOWER(HEX(%s)), LOWER(REPLACE(%s, '-', '')))",
		odd:     "LENGTH(%s) <> 16",
		integer: "CAST(%s AS SIGNED)",
		describe: func(t testing.TB, db *database) map[string]string {
			schema := mysqlDescribe(t, db)
			for name, text := range schema {
				schema[name] = autoIncrement.ReplaceAllString(text, "")
			}
			return schema
		},
		changes: mysqlChanges,
		left:    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'uuidkit%' UNION ALL SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND trigger_name LIKE 'uuidkit%'",
		// information_schema.processlist fails in MySQL if a session's statement has bytes that are no text.
		processes: "SHOW FULL PROCESSLIST",
		spared:    spared,
		end:       "KILL %s",
		refused:   mysqlNumber(1406, 1366, 1267, 3854, 3988, 1146), // 1146: a statement that began before the switch
		passes:    mysqlNumber(1020, 1205, 1213, 1412, 1615),
	}
}

func postgresDialect(k server.Kind) *dialect {
	return &dialect{
		kind: k, schema: postgresSchema, columns: postgresColumns, open: openPostgres, dollar: true, quote: `"`,
		pool: func(t testing.TB, address string) *sql.DB { return kit.Must(sql.Open("pgx", address))(t) },
		gorm: func(db *sql.DB) gorm.Dialector { return gormpostgres.New(gormpostgres.Config{Conn: db}) },
		form: "SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'", native: "uuid",
		digits: "lower(replace(%s::text, '-', ''))", odd: "pg_typeof(%s) <> 'uuid'::regtype", integer: "%s::int",
		describe: func(t testing.TB, db *database) map[string]string {
			schema := postgresDescribe(t, db)
			for name, text := range schema {
				if schema[name] = objects.ReplaceAllString(text, ""); strings.Contains(name, "uuidkit_old") { // kept until cleanup
					delete(schema, name)
				}
			}
			return schema
		},
		changes:   func(map[string]string) map[string]string { return postgresChanges() },
		left:      "SELECT relname FROM pg_class WHERE relname LIKE 'uuidkit%' AND relkind = 'r' UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE '%uuidkit%'",
		processes: "SELECT pid, usename, client_addr || ':' || client_port, state, wait_event, xact_start, pg_blocking_pids(pid), query FROM pg_stat_activity",
		end:       "SELECT pg_terminate_backend(%s)",
		refused:   postgresCode("0A000 42804 42883"), // a prepared statement of the old type
		passes:    postgresCode("40001 40P01 55P03"),
	}
}

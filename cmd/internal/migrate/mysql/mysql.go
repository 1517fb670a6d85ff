package mysql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	driver "github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mysql"
)

// store is a connection to a MySQL or MariaDB database.
type store struct {
	db   *sql.DB
	conn *sql.Conn
	maria,
	locked bool // conn has the lock of the runner
	about string

	id         int64 // of conn
	conns      *guardedConnector
	host, name string    // of the server, and of the database
	progress   io.Writer // for who waits for the locks of others
}

var _ migrate.Store = (*store)(nil)

// Open connects to a MySQL or MariaDB database.
func Open(ctx context.Context, url string) (migrate.Store, error) {
	config, err := mysql.Config(url)
	if err != nil {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: mysql: %w", err)
	}
	connector, err := driver.NewConnector(config)
	if err != nil {
		return nil, migrate.Errorf(migrate.CodeUsage, "migrate: mysql: %w", err)
	}
	conns := &guardedConnector{Connector: connector, ids: map[int64]bool{}}
	s := &store{db: sql.OpenDB(conns), conns: conns, host: config.Addr, name: config.DBName, progress: io.Discard}
	if s.conn, err = s.connect(ctx); err == nil {
		err = s.conn.QueryRowContext(ctx, "SELECT VERSION(), CONNECTION_ID()").Scan(&s.about, &s.id)
	}
	if err != nil {
		s.db.Close()
		return nil, migrate.Errorf(migrate.CodeConnection, "migrate: %w", err)
	}
	if s.maria = strings.Contains(s.about, "MariaDB"); !s.maria {
		s.about = "MySQL " + s.about
	}
	return s, nil
}

// copyMode is the sql_mode for a copy, also for one by hand.
const copyMode = "sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION,ALLOW_INVALID_DATES'"

// connect returns a connection with the settings that a conversion needs: an error for each bad id, all other
// values as the application has written them, zeros of AUTO_INCREMENT, too, and no waiting for ever.
func (s *store) connect(ctx context.Context) (*sql.Conn, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	for _, q := range append([]string{
		"SET SESSION " + copyMode,
		"SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
		"SET SESSION sql_quote_show_create = 1 /*M! , max_error_count = 65535 */ /*!80030 , show_gipk_in_create_table_and_information_schema = 1 */", // in MariaDB each query of information_schema reads its warnings; MySQL has hidden keys, which are copied, too
		// Each time of a key is one. A limit, whose DEFAULT is the administrator's, would cut information_schema. In MariaDB a
		// row that broke a check before is carried over.
		"SET SESSION time_zone = '+00:00', sql_select_limit = 18446744073709551615 /*M! , check_constraint_checks = 0 */ /*!80003 , information_schema_stats_expiry = 0 */",
	}, guards...) {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			conn.Close()
			return nil, err
		}
	}
	// A table that was made with OFF can have options and wide rows that its copy could not have with ON. Who may not set
	// this in MySQL learns from CREATE TABLE … LIKE if it matters.
	conn.ExecContext(ctx, "SET SESSION innodb_strict_mode = OFF")
	return conn, nil
}

func (s *store) Close() error { return errors.Join(s.conn.Close(), s.db.Close()) }

func (s *store) exec(ctx context.Context, queries ...string) error {
	for _, q := range queries {
		if _, err := s.conn.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// backquote quotes an identifier of MySQL.
func backquote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// The names of tables that a migration makes.
func newName(table string) string    { return "uuidkit_new_" + table }
func oldName(table string) string    { return "uuidkit_old_" + table }
func undoneName(table string) string { return "uuidkit_undone_" + table }

// tooLong reports whether the server takes no table of the name: it has 64 characters at most, and the name of its file 255
// bytes. There up to five of them stand for a character that is no letter or digit of ASCII.
func tooLong(name string) bool {
	file := len(".ibd")
	for _, r := range name {
		if file++; r != '_' && (r > 'z' || !unicode.IsLetter(r) && !unicode.IsDigit(r)) {
			file += 4
		}
	}
	return utf8.RuneCountInString(name) > 64 || file > 255
}

// badName is the table with the rows that run moves away, before the switch. With the switch it
// gets the name of --bad-rows, in undo it loses it.
func badName(table string) string { return "uuidkit_bad_" + table }

// mysqlHex is an expression of the 32 digits of a UUID in network order.
func mysqlHex(column string, f layout.Form) string {
	switch {
	case f.IsOrder():
		hex := "HEX(" + column + ")"
		if list := sqlkit.Concat(hex, f, "SUBSTR", ", "); list != hex {
			return "CONCAT(" + list + ")"
		}
		return hex
	case f == layout.Native:
		return "REPLACE(CAST(" + column + " AS CHAR(36)), '-', '')"
	case f == layout.BytesHex:
		return "CONVERT(" + column + " USING ascii)" // LOWER leaves bytes as they are
	case f == layout.BytesText:
		return "REPLACE(CONVERT(" + column + " USING ascii), '-', '')"
	case f == layout.Hex:
		return column
	case f == layout.Braces:
		return "REPLACE(SUBSTR(" + column + ", 2, 36), '-', '')"
	case f == layout.URN:
		return "REPLACE(SUBSTR(" + column + ", 10), '-', '')"
	}
	return "REPLACE(" + column + ", '-', '')"
}

// encode is an expression of a form from the digits.
func encode(hex string, f layout.Form) string {
	switch {
	case f.IsOrder():
		if list := sqlkit.ConcatEncode(hex, f, "SUBSTR", ", "); list != hex {
			hex = "CONCAT(" + list + ")"
		}
		return "UNHEX(" + hex + ")"
	case f == layout.Hex || f == layout.BytesHex:
		return "LOWER(" + hex + ")"
	}
	text := fmt.Sprintf("LOWER(CONCAT(SUBSTR(%[1]s, 1, 8), '-', SUBSTR(%[1]s, 9, 4), '-', SUBSTR(%[1]s, 13, 4), '-', SUBSTR(%[1]s, 17, 4), '-', SUBSTR(%[1]s, 21)))", hex)
	switch f {
	case layout.Braces:
		text = "CONCAT('{', " + text + ", '}')"
	case layout.URN:
		text = "CONCAT('urn:uuid:', " + text + ")"
	}
	return text
}

// mysqlDigits is an expression of the digits of a column that has some forms.
func mysqlDigits(column string, forms migrate.Forms) string {
	list := forms.List()
	switch len(list) {
	case 0:
		return column // all are NULL
	case 1:
		return mysqlHex(column, list[0])
	}
	var when strings.Builder
	for _, f := range list {
		n := map[layout.Form]int{layout.Text: 36, layout.BytesText: 36, layout.Hex: 32, layout.BytesHex: 32, layout.Braces: 38, layout.URN: 45}[f]
		if n == 0 {
			n = 16
		}
		fmt.Fprintf(&when, " WHEN %d THEN %s", n, mysqlHex(column, f))
	}
	return "CASE CHAR_LENGTH(" + column + ")" + when.String() + " END"
}

// convert is an expression of the new value.
func convert(column string, forms migrate.Forms, to layout.Form) string {
	if len(forms) == 0 {
		return column
	}
	return encode(mysqlDigits(column, forms), to) // all of its functions give NULL for NULL
}

// failed gives an error its code.
func (s *store) failed(what string, err error) error {
	var e *driver.MySQLError
	switch {
	case err == nil || errors.As(err, new(*migrate.Error)):
		return err
	case errors.As(err, &e) && e.Number == 1205:
		return migrate.Errorf(migrate.CodeConflict, "migrate: %s: another connection holds a lock on the tables: end it and run again: %s: %w", what, s.blockers(), err)
	case errors.As(err, &e) && slices.Contains(unwritable, e.Number):
		return s.notHere(what, err)
	case isLimited(err):
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: %s: the server ends statements that take longer than %s: this server has lost no row; run it again, and add ?%[2]s=0 to the URL, which is for this command alone: %w", what, s.limit(), err)
	case isLost(err):
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: %s: the server ended session %d: it was killed, or the server heard nothing from it for %d seconds (this process was suspended, or the network lost packets): this server has lost no row; run it again: %w",
			what, s.id, mysqlSilence, err)
	case errors.As(err, &e) && e.Number == 1343:
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: %s: MariaDB's RENAME was killed and left a file of triggers empty, so that nobody can use its table (error 1343): this server has lost no row: stop the application, delete %s on the server, and run it again",
			what, s.emptyTriggers())
	case errors.As(err, &e) && leftFile.MatchString(e.Message): // no SQL deletes it; TestMariaDBFileLeft
		return migrate.Errorf(migrate.CodeInterrupted, "migrate: %s: MariaDB crashed when it dropped a table, and left its file (errno 184): this server has lost no row: delete %s on the server, if it is still there, and run it again",
			what, s.file(leftFile.FindStringSubmatch(e.Message)[1]+".ibd"))
	case errors.As(err, &e) && e.Number == 1062:
		return migrate.Errorf(migrate.CodeConflict, "migrate: %s: the tables are as they were: correct or delete the row first: %w", what, err)
	case isDenied(err):
		return migrate.Errorf(migrate.CodeConnection, "migrate: %s: %w", what, err)
	case isLasting(err):
		return migrate.Errorf(migrate.CodeRefused, "migrate: %s: this server has lost no row: %w; the same command would fail in the same way: first change what the error names", what, err)
	}
	return migrate.Coded(migrate.CodeInterrupted, fmt.Errorf("migrate: %s: this server has lost no row; run it again: %w", what, err))
}

// passing are the errors of a server that has too little of something for now, is ending, or was
// in the way of another session. Those that failed explains itself are not here.
var passing = []uint16{
	1021, 1037, 1041, 1114, 1135, 1206, 1637, 3170, // disk, memory, threads, locks, transactions
	1040, 1203, 1226, // connections
	1053, 1079, 1080, 1152, 1158, 1159, 1160, 1161, 1184, // its end, the network
	1020, 1213, 1412, 1613, 1614, 1615, 1689, 3058, // others
	1317, // KILL QUERY
}

// cause is the error of the system or of InnoDB that some errors have in their text.
var cause = regexp.MustCompile(`(?i)\b(?:errno:?|errcode:?|got error) "?([0-9]+)`)

// passingCauses are those of them for want of memory, files, disk or locks.
var passingCauses = strings.Fields("11 12 23 24 28 122 128 135 136 146 147 149 159 177")

// isLasting reports whether the same command would fail again: the server has one that is none of
// the passing. TestLasting has some of each kind, and TestMySQLLasting some of servers.
func isLasting(err error) bool {
	var e *driver.MySQLError
	if !errors.As(err, &e) || slices.Contains(passing, e.Number) {
		return false
	}
	m := cause.FindStringSubmatch(e.Message)
	return m == nil || !slices.Contains(passingCauses, m[1])
}

// Status reads table uuidkit_migration.
func (s *store) Status(ctx context.Context) ([]migrate.Status, error) {
	exists, err := s.exists(ctx, migrate.StateTable)
	if err != nil || !exists {
		return nil, migrate.Coded(migrate.CodeConnection, err)
	}
	list, err := sqlkit.Recall(ctx, s.conn)
	for _, st := range list {
		for table, create := range st.Plan.Expected { // earlier versions have left the next number in some, and USING HASH
			st.Plan.Expected[table] = sortedLines(withoutCounter(create))
		}
	}
	return list, err
}

// exists reports whether the database has a table.
func (s *store) exists(ctx context.Context, table string) (yes bool, err error) {
	err = s.conn.QueryRowContext(ctx, "SELECT COUNT(*) > 0 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?", table).Scan(&yes)
	return yes, err
}

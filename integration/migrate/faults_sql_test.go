package migrate

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/proxy"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// sqlSubject is a database of SQL that is migrated.
type sqlSubject struct {
	*dialect
	*own
	db      *database
	app     string // its address for the application
	through string // and for the command
	before  map[string]string
	how     []string
}

func newSQLSubject(t *testing.T, d *dialect, online bool) *sqlSubject {
	return newSQLSubjectIn(t, d, online, "")
}

// newSQLSubjectIn has the server's data in dir.
func newSQLSubjectIn(t *testing.T, d *dialect, online bool, dir string) *sqlSubject {
	o := &own{}
	if d.kind.Name != "" {
		o = newOwn(t, d.kind, dir, d.arguments...)
	}
	s := sqlSubjectOn(t, d, o, online)
	s.create(t, online)
	return s
}

// sqlSubjectOn has the server, or else a new file, and no tables.
func sqlSubjectOn(t *testing.T, d *dialect, o *own, online bool) *sqlSubject {
	s := &sqlSubject{dialect: d, own: o}
	if online {
		s.how = []string{"--online"}
	}
	if d.kind.Name == "" {
		s.app = filepath.Join(t.TempDir(), "a file.db")
		s.through = s.app
	} else {
		s.app = s.server.URL()
		if d.kind.Driver == "mysql" {
			c := kit.Must(mysql.ParseDSN(s.app))(t)
			s.proxy = proxy.New(t, c.Addr, nil)
			s.through = (&url.URL{Scheme: "mysql", User: url.UserPassword(c.User, c.Passwd), Host: s.proxy.Addr().String(), Path: c.DBName}).String()
		} else {
			u := kit.Must(url.Parse(s.app))(t)
			s.proxy = proxy.New(t, u.Host, nil)
			u.Host = s.proxy.Addr().String()
			s.through = u.String()
		}
	}
	s.db = d.open(t, s.app)
	return s
}

func (s *sqlSubject) create(t *testing.T, online bool) {
	for _, q := range s.schema {
		if online {
			for old, new := range s.instead {
				q = strings.ReplaceAll(q, old, new)
			}
			if q == "" {
				continue
			}
		}
		if strings.Contains(q, "CLUSTER ON") {
			s.db.exec(t, `CREATE INDEX "by user2" ON orders (id, total)`)
		}
		s.db.exec(t, q)
	}
}

func (s *sqlSubject) address() string     { return s.through }
func (s *sqlSubject) columns() []string   { return s.dialect.columns }
func (s *sqlSubject) flags(bool) []string { return s.how }

// busy: writers wait while a migration has its locks.
func (s *sqlSubject) busy(bool) bool { return true }

// insert plants rows with a writer's knowledge of them.
func (s *sqlSubject) insert(t testing.TB, table int, rows []row, spell func(uuids.UUID) string) {
	for from := 0; from < len(rows); from += 500 {
		var list []string
		for _, r := range rows[from:min(from+500, len(rows))] {
			var values []string
			for _, v := range r {
				switch v := v.(type) {
				case nil:
					values = append(values, "NULL")
				case uuids.UUID:
					values = append(values, "'"+spell(v)+"'")
				default:
					values = append(values, fmt.Sprintf("'%v'", v))
				}
			}
			list = append(list, "("+strings.Join(values, ", ")+")")
		}
		s.db.exec(t, "INSERT INTO "+tables[table].name+" ("+strings.Join(tables[table].columns, ", ")+") VALUES "+strings.Join(list, ", "))
	}
}

func (s *sqlSubject) update(t testing.TB, table int, key uuids.UUID, column string, value uuids.UUID) {
	s.db.exec(t, fmt.Sprintf("UPDATE %s SET %s = '%s' WHERE id = '%s'", tables[table].name, column, value, key))
}

func (s *sqlSubject) mixed() bool { return true }

func (s *sqlSubject) writes(bool) {} // the form that there is

func (s *sqlSubject) planted(t testing.TB) {
	switch s.dialect.kind.Driver {
	case "pgx":
		s.db.exec(t, "ANALYZE")
	case "mysql":
		s.db.exec(t, "ANALYZE TABLE users, orders")
	}
	s.before = s.describe(t, s.db)
}

func isID(column string) bool {
	return strings.Contains(" id referrer favourite user_id parent_id tenant team ", " "+column+" ")
}

// stored returns what the server says of all rows.
func (s *sqlSubject) stored(t testing.TB) (all [][]row) {
	for _, table := range tables {
		var list []string
		for _, c := range table.columns {
			switch {
			case isID(c):
				c = strings.ReplaceAll(s.digits, "%s", c)
			case c == "total" || c == "n":
				c = fmt.Sprintf(s.integer, c)
			}
			list = append(list, c)
		}
		var rows []row
		for _, line := range s.db.textsOf(t, "SELECT "+strings.Join(list, ", ")+" FROM "+table.name) {
			var r row
			for i, f := range strings.Split(line, "|") {
				switch {
				case f == "NULL":
					r = append(r, nil)
				case isID(table.columns[i]):
					id := uuids.UUID{}
					copy(id[:], kit.Unhex(f))
					r = append(r, id)
				default:
					r = append(r, f)
				}
			}
			rows = append(rows, r)
		}
		all = append(all, rows)
	}
	return all
}

// isNew reports whether the columns have their new type.
func (s *sqlSubject) isNew(t testing.TB) bool { return s.db.textsOf(t, s.form)[0] == s.native }

// check ends the test if foreign keys do not hold, or if values have not the form of their
// columns. If it is complete, the schema may differ only as it should.
func (s *sqlSubject) check(t testing.TB, what string, complete bool) {
	t.Helper()
	isNew := s.isNew(t)
	for _, k := range strings.Fields("users.referrer=users.id users.favourite=orders.id orders.user_id=users.id orders.parent_id=orders.id members.user_id=users.id members.team=teams.id members.tenant=teams.tenant") {
		from, to, _ := strings.Cut(k, "=")
		child, column, _ := strings.Cut(from, ".")
		parent, key, _ := strings.Cut(to, ".")
		if got := s.db.textsOf(t, fmt.Sprintf("SELECT COUNT(*) FROM %s c WHERE c.%s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %s p WHERE p.%s = c.%[2]s)", child, column, parent, key)); got[0] != "0" {
			t.Errorf("%s: %s: %s rows refer to none", what, k, got[0])
		}
	}
	for _, table := range tables {
		for _, c := range table.columns {
			if isID(c) && isNew {
				if got := s.db.textsOf(t, "SELECT COUNT(*) FROM "+table.name+" WHERE "+strings.ReplaceAll(s.odd, "%s", c)); got[0] != "0" {
					t.Errorf("%s: %s.%s: %s values are not in the new form", what, table.name, c, got[0])
				}
			}
		}
	}
	if !complete {
		return
	}
	want, got := maps.Clone(s.before), s.describe(t, s.db)
	if isNew {
		maps.Copy(want, s.changes(maps.Clone(s.before)))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s: got %s, want %s", what, name, got[name], want[name])
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok && got[name] != "" {
			t.Errorf("%s: %s is new: %s", what, name, got[name])
		}
	}
}

// remains returns the names of what a migration has made.
func (s *sqlSubject) remains(t testing.TB) (list []string) {
	for _, name := range s.db.textsOf(t, s.left) {
		switch {
		case name == "touch": // a trigger of the schema
		case name == "uuidkit_migration" && s.db.textsOf(t, "SELECT COUNT(*) FROM uuidkit_migration")[0] == "0":
			// killed between CREATE TABLE and INSERT: the next run uses it
		default:
			list = append(list, name)
		}
	}
	return list
}

// sessions returns those of the command that are there.
func (s *sqlSubject) sessions(ports []int) (list []string, err error) {
	rows, err := s.db.Query(s.processes)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values := make([]sql.NullString, len(columns)) // id, user, host, database, command, time, state, statement
	into := make([]any, len(values))
	for i := range into {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		host := values[2].String
		port, _ := strconv.Atoi(host[strings.LastIndex(host, ":")+1:])
		if slices.Contains(ports, port) && (s.spared == "" || !strings.HasPrefix(values[len(values)-1].String, s.spared)) {
			list = append(list, values[0].String)
		}
	}
	return list, rows.Err()
}

// idle waits until the server has ended what a command that is gone has asked it. If it does not, the
// log has all sessions.
func (s *sqlSubject) idle(t testing.TB, ports []int) {
	if len(ports) == 0 {
		return
	}
	var list []string
	var err error
	defer func() {
		if len(list) > 0 || err != nil {
			t.Logf("sessions %v of the command's ports %v, %v; all:\n%s", list, ports, err, strings.Join(s.db.textsOf(t, s.processes), "\n"))
		}
	}()
	kit.Eventually(t, "the server has ended the statements of a killed command", func() bool {
		list, err = s.sessions(ports)
		return err == nil && len(list) == 0
	})
}

// crash also closes the idle connections of the test, which ended with the server.
func (s *sqlSubject) crash(t testing.TB) {
	s.own.crash(t)
	s.db.SetMaxIdleConns(0)
	s.db.SetMaxIdleConns(2)
}

// endSessions has the server end the sessions, and returns how many.
func (s *sqlSubject) endSessions(t testing.TB, ports []int) (n int) {
	if len(ports) == 0 {
		return 0
	}
	if s.spared != "" { // a statement that begins after the list has to wait for the lock of this one
		conn := kit.Must(s.db.Conn(t.Context()))(t)
		defer conn.Close()
		for _, q := range []string{"SET lock_wait_timeout = 1", "BEGIN", "SELECT 1 FROM users LIMIT 0"} {
			conn.ExecContext(t.Context(), q) // an error says that others have the lock
		}
		defer conn.ExecContext(t.Context(), "ROLLBACK")
		defer conn.ExecContext(t.Context(), "SET lock_wait_timeout = DEFAULT")
	}
	list, err := s.sessions(ports)
	if err != nil {
		t.Error(err)
	}
	for _, id := range list {
		if _, err := s.db.Exec(fmt.Sprintf(s.end, id)); err == nil { // else it is gone
			n++
		}
	}
	return n
}

// own is the server of a test: it may kill it.
type own struct {
	server *server.Server
	proxy  *proxy.Proxy
}

func newOwn(t *testing.T, k server.Kind, dir string, arguments ...string) *own {
	s := kit.Need(server.StartDurable(t.Context(), k, t.Logf, dir, arguments...))(t)
	t.Cleanup(func() { s.Stop() })
	return &own{server: s}
}

// ports returns those of the command, if there is a server.
func (o *own) ports() []int {
	if o.proxy == nil {
		return nil
	}
	return o.proxy.Ports()
}

func (o *own) hasServer() bool { return o.server != nil }

func (o *own) cut(rng *rand.Rand) int { return o.proxy.Cut(rng) }

// crash kills the server, and starts it again.
func (o *own) crash(t testing.TB) {
	o.server.Kill()
	time.Sleep(20 * time.Millisecond)
	kit.Check(t, o.server.Restart(t.Context()))
}

package sqlx_test

import (
	"bytes"
	"context"
	"net"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
)

// TestParameterTypes: a connector refuses no argument for what the SQL makes of it, because it cannot know that.
// MariaDB reports the same type for every parameter. MySQL reports which are text, but also some
// where bytes are right, and the driver skips that part of the answer. SQLite has no such function.
func TestParameterTypes(t *testing.T) {
	each(t, func(t *testing.T, e engine) {
		if e.name != "prepared" {
			return // the others prepare nothing
		}
		var tap *tappedConn
		mysql.RegisterDialContext("tap", func(_ context.Context, address string) (net.Conn, error) {
			c, err := net.Dial("tcp", address)
			tap = &tappedConn{Conn: c}
			return tap, err
		})
		cfg := kit.Must(mysql.ParseDSN(e.dsn))(t)
		cfg.Net = "tap"
		d := e.table(t, kit.Must(mysql.NewConnector(cfg))(t), "id BINARY(16), txt CHAR(36)")
		d.exec("INSERT INTO t VALUES (?, ?)", sqlx.Binary(id), sqlx.Text(id))
		const binary, utf8mb4 = 63, 45
		for _, test := range []struct {
			condition string
			bytes     bool // are right
			charset   int  // that MySQL says
		}{
			{"id = ?", true, binary},
			{"txt = ?", false, utf8mb4},
			{"id = UNHEX(REPLACE(?, '-', ''))", false, utf8mb4},
			{"id = (SELECT ?)", true, utf8mb4},
			{"HEX(id) = HEX(?)", true, utf8mb4},
			{"? IS NULL OR id = x'" + digits(id) + "'", true, utf8mb4},
			{"LENGTH(?) = 16", true, utf8mb4},
			{"id = COALESCE(?, id)", true, binary},
			{"id = CAST(? AS BINARY(16))", true, binary},
		} {
			query := "SELECT count(*) FROM t WHERE " + test.condition
			tap.read.Reset()
			s := kit.Must(d.Prepare(query))(t)
			if e.server.name == "MariaDB" {
				test.charset = binary
			}
			if got := parameterCharset(tap.read.Bytes()); got != test.charset {
				t.Errorf("%s: the server says charset %d, want %d: can a connector refuse what is wrong?", query, got, test.charset)
			}
			var n int
			if err := s.QueryRow(sqlx.Binary(id)).Scan(&n); (err == nil && n == 1) != test.bytes {
				t.Errorf("%s: got %d rows, %v; want 1: %t", query, n, err, test.bytes)
			}
			kit.Check(t, s.Close())
		}
	}, "MariaDB", "MySQL")
}

// A tappedConn keeps what was read.
type tappedConn struct {
	net.Conn
	read bytes.Buffer
}

func (c *tappedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.read.Write(b[:n])
	return n, err
}

// parameterCharset returns the character set of the first parameter in the server's answer to
// COM_STMT_PREPARE: a packet, and then one for each parameter, of six texts and a number.
func parameterCharset(answer []byte) int {
	const header = 4
	answer = answer[header+int(answer[0]):]
	definition := answer[header : header+int(answer[0])]
	for range 6 {
		definition = definition[1+int(definition[0]):]
	}
	return int(definition[1])
}

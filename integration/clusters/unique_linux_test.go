package clusters

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestUnique writes a million ids of each version into a unique index, through each node of a cluster at the same time. They
// are of 64 processes, most of whose clocks are wrong: package generators.
func TestUnique(t *testing.T) {
	_, list := startGalera(t, false)
	f := generators.Fleet{Dir: t.TempDir(), IDs: 1_000_000}
	kinds := []generators.Kind{generators.V1, generators.V6, generators.V7}
	kit.Check(t, f.Make(t.Context(), kinds...))
	for i, kind := range kinds {
		table := fmt.Sprintf("made%d", i)
		execMySQL(t, list[0], "CREATE TABLE "+table+" (n BIGINT AUTO_INCREMENT PRIMARY KEY, id BINARY(16) NOT NULL UNIQUE)")
		var nodes []*sql.DB
		for _, s := range list {
			status(t, s, "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = '"+table+"'", "1")
			db := kit.Must(sql.Open("mysql", s.URL()+"?interpolateParams=true"))(t)
			defer db.Close()
			nodes = append(nodes, db)
		}
		var all sync.WaitGroup
		for i, db := range nodes {
			all.Go(func() {
				for process, name := range f.Files(kind) {
					if process%len(nodes) == i && !t.Failed() {
						if err := insertFile(t, db, table, name); err != nil {
							t.Errorf("version %s, %s: %v", kind, nodeName(i), err)
						}
					}
				}
			})
		}
		all.Wait()
		ids := 0
		for _, name := range f.Files(kind) {
			ids += int(kit.Must(os.Stat(name))(t).Size() / 16)
		}
		want := fmt.Sprintf("%d|%d|", ids, ids)
		for i, s := range list {
			if got := queryMySQL(t, s, "SELECT COUNT(*), COUNT(DISTINCT id), '' FROM "+table)[0]; got != want || ids < f.IDs {
				t.Errorf("version %s, %s: got %s ids and different ones, want %s, at least %d", kind, nodeName(i), got, want, f.IDs)
			}
		}
		t.Logf("version %s: %d ids in each of %d nodes, none twice", kind, ids, len(list))
	}
}

// insertFile inserts the ids of a file, 1000 in a statement. An id that is there fails.
func insertFile(t *testing.T, db *sql.DB, table, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in, bytes := bufio.NewReader(file), make([]byte, 1000*16)
	for {
		n, err := io.ReadFull(in, bytes)
		if err == io.EOF {
			return nil
		} else if err != nil && err != io.ErrUnexpectedEOF {
			return err
		}
		var ids []any
		for i := 0; i < n; i += 16 {
			ids = append(ids, bytes[i:i+16])
		}
		insert := "INSERT INTO " + table + " (id) VALUES (?)" + strings.Repeat(", (?)", len(ids)-1)
		for again := true; again; {
			_, err = db.ExecContext(t.Context(), insert, ids...)
			var e *mysql.MySQLError
			again = errors.As(err, &e) && e.Number == 1213 // another node was first, and this statement has done nothing
		}
		if err != nil {
			return err
		}
	}
}

package audit

import (
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestSaved compares the estimate of saved bytes with what a conversion saves. A table of text
// and one of 16 bytes are filled in the same way, with two columns, a key and an index each.
// The server's own figures are compared: they are of whole pages, and of InnoDB's extents.
func TestSaved(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
	const rows = 20000
	type server struct{ text, native, convert, measure string }
	mysql := server{"char(36) CHARACTER SET latin1", "binary(16)", "unhex(replace(id, '-', ''))",
		"SELECT data_length + index_length FROM information_schema.tables WHERE (table_schema = database() AND table_name = "}
	for store, s := range map[string]server{
		"postgres": {"text", "uuid", "id::uuid", "SELECT pg_total_relation_size("},
		"mysql":    mysql,
		"mariadb":  mysql,
		"sqlite":   {"text", "blob", "unhex(id, '-')", "SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = "},
	} {
		t.Run(store, func(t *testing.T) {
			t.Parallel()
			d := newDatabase(t, store)
			d.fill(t, "base", rows)
			sizes := map[string]int64{}
			for table, columns := range map[string][2]string{"texts": {s.text, "id"}, "natives": {s.native, s.convert}} {
				d.exec(t, "CREATE TABLE "+table+" (id "+columns[0]+" PRIMARY KEY, other "+columns[0]+", n int)")
				d.exec(t, "CREATE INDEX other_of_"+table+" ON "+table+" (other)")
				d.exec(t, "INSERT INTO "+table+" SELECT "+columns[1]+", "+columns[1]+", n FROM base ORDER BY id")
				switch store {
				case "mysql":
					d.exec(t, "SET SESSION information_schema_stats_expiry = 0")
					fallthrough
				case "mariadb":
					d.exec(t, "OPTIMIZE TABLE "+table)
				}
				var n int64
				kit.Check(t, d.QueryRow(s.measure+"'"+table+"')").Scan(&n))
				sizes[table] = n
			}
			r, _ := audit(t, d.url)
			var estimate int64
			for _, c := range r.Columns {
				if c.Table == "texts" {
					estimate += c.SavedBytes
				}
			}
			saved := sizes["texts"] - sizes["natives"]
			ratio := float64(saved) / float64(estimate)
			t.Logf("saved %d bytes, estimate %d: %.2f times", saved, estimate, ratio)
			if ratio < 0.7 || ratio > 1.6 {
				t.Errorf("saved %d bytes, %.2f times the estimate of %d", saved, ratio, estimate)
			}
		})
	}
}

package mysql

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// histograms notes the statistics of columns, which somebody has asked for. They stay with the old table, and the
// server would choose other indexes without them.
func (p *planner) histograms(ctx context.Context) error {
	query := `SELECT column_name, histogram->>'$."number-of-buckets-specified"' FROM information_schema.column_statistics WHERE schema_name = DATABASE() AND table_name = ? ORDER BY 1`
	if p.store.maria {
		query = "SELECT column_name, '' FROM mysql.column_stats WHERE db_name = DATABASE() AND table_name = ? ORDER BY 1"
	}
	for _, t := range p.tables {
		var columns, again []string
		analyze := "ANALYZE TABLE " + backquote(t.name)
		err := p.store.each(ctx, func(r *sql.Rows) error {
			var column, buckets string
			err := r.Scan(&column, &buckets)
			columns = append(columns, backquote(column))
			again = append(again, fmt.Sprintf("%s UPDATE HISTOGRAM ON %s WITH %s BUCKETS", analyze, backquote(column), buckets))
			return err
		}, query, t.name)
		if isDenied(err) {
			return nil // MariaDB has them in a table of its own, and the user need not know
		} else if err != nil {
			return err
		}
		if p.store.maria {
			again = []string{analyze + " PERSISTENT FOR COLUMNS (" + strings.Join(columns, ", ") + ") INDEXES ALL"}
		}
		if columns != nil {
			p.Notes = append(p.Notes, "the histograms of table "+t.name+" stay with the old table: after run, and after undo, "+strings.Join(again, "; "))
		}
	}
	return nil
}

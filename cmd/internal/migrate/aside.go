package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// An Aside says which rows run moves from a table or collection to a new one, since they have
// a value that does not convert: --bad-rows.
type Aside struct {
	Table string   `json:"table"`
	Into  string   `json:"into"`
	Rows  int64    `json:"rows"`
	Keys  []string `json:"keys"` // of the first bad values

	Create string `json:"create,omitempty"` // the statement that makes Into
}

// readRow reads the migrated values of a row. It reports whether one of them is bad.
func readRow(readers []*reader, value func(i int) any, key func() string) (bad bool) {
	for i, r := range readers {
		before := r.bad
		r.read(value(i), key)
		bad = bad || r.bad > before
	}
	return bad
}

// setAside notes that a table has bad rows, which run moves if the request says so.
func (p *Plan) setAside(table string, rows int64, readers []*reader) {
	if p.BadRows == "" || rows == 0 {
		return
	}
	a := Aside{Table: table, Into: p.BadRows, Rows: rows}
	for _, c := range p.Columns {
		if c.Table != p.Columns[0].Table {
			a.Into = p.BadRows + "_" + table
		}
	}
	for _, r := range readers {
		a.Keys = append(a.Keys, r.keys[:min(len(r.keys), maxKeys-len(a.Keys))]...)
	}
	p.Aside = append(p.Aside, a)
}

// aside returns what run moves away from a table, or nil.
func (p *Plan) aside(table string) *Aside {
	for i := range p.Aside {
		if p.Aside[i].Table == table {
			return &p.Aside[i]
		}
	}
	return nil
}

// kept says which tables cleanup leaves, since they have the rows that run has moved away.
func kept(list []Status) (says []string) {
	for _, st := range list {
		for _, a := range st.Plan.Aside {
			says = append(says, a.Into+" stays: it has the rows of "+a.Table+" that were no UUIDs; drop it when you need them no more")
		}
	}
	return says
}

// refuseRows adds the refusal if the query selects rows: the texts of their keys.
func (p *Plan) refuseRows(ctx context.Context, conn *sql.Conn, refusal Refusal, query string) error {
	err := each(ctx, conn, func(r *sql.Rows) error {
		var key string
		err := r.Scan(&key)
		refusal.Keys = append(refusal.Keys, key)
		return err
	}, query+fmt.Sprintf(" LIMIT %d", maxKeys))
	if err == nil && refusal.Keys != nil {
		refusal.Manual += "; all of them: " + query
		p.Refusals = append(p.Refusals, refusal)
	}
	return err
}

// left refuses to move a row away to which one that stays refers by the foreign key. The query
// selects the texts of the keys of such rows that stay.
func (p *Plan) left(ctx context.Context, conn *sql.Conn, k foreignKey, query string) error {
	return p.refuseRows(ctx, conn, Refusal{Object: k.table + "." + strings.Join(k.columns, ", "),
		Reason: fmt.Sprintf("these rows refer to rows of %s that --bad-rows would move away", k.toTable),
		Manual: "correct the rows of " + k.toTable + ", or move these away, too"}, query)
}

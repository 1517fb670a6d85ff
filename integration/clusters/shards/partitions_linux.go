package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/integration/bench/results"
)

// A spread is a table or collection in parts.
type spread interface {
	insert(ctx context.Context, k kind, ids [][]byte) error
	rows(ctx context.Context) ([]int64, error)   // of each part
	writes(ctx context.Context) ([]int64, error) // into each part, so far
}

// fill inserts the ids, and asks after each tenth of them.
func fill(ctx context.Context, s spread, k kind, ids [][]byte, what string) (of results.SpreadID, err error) {
	of.ID = k.name
	last, err := s.writes(ctx)
	if err != nil {
		return of, err
	}
	for i := range tenths {
		for some := range slices.Chunk(ids[len(ids)*i/tenths:len(ids)*(i+1)/tenths], batch) {
			if err := s.insert(ctx, k, some); err != nil {
				return of, fmt.Errorf("%s: %w", k.name, err)
			}
		}
		now, err := s.writes(ctx)
		if err != nil {
			return of, err
		}
		rows, err := s.rows(ctx)
		if err != nil {
			return of, err
		}
		of.Rows = append(of.Rows, rows)
		of.Writes = append(of.Writes, difference(now, last))
		last = now
	}
	log.Printf("%s, %s: the last tenth is written to %d", what, k.name, of.Writes[tenths-1])
	return of, nil
}

func difference(now, last []int64) []int64 {
	d := slices.Clone(now)
	for i := range d {
		d[i] -= last[i]
	}
	return d
}

func spreadOf(s results.Spread) string { return s.Engine + s.By }

// partitionCount is how many partitions a table has.
const partitionCount = 8

// A partitioned is a table in partitions, with the prefix of the id in its second column.
type partitioned struct {
	*mariadb
}

func (p *partitioned) insert(ctx context.Context, k kind, ids [][]byte) error {
	return p.insertInto(ctx, ids, func(id []byte) []any { return []any{valueMySQL(k, id), prefix(id)} })
}

func (p *partitioned) rows(ctx context.Context) (rows []int64, err error) {
	for i := range partitionCount {
		var n int64
		if err := p.db.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*) FROM item PARTITION (p%d)", i)).Scan(&n); err != nil {
			return nil, err
		}
		rows = append(rows, n)
	}
	return rows, nil
}

// writes are the rows, since none is moved.
func (p *partitioned) writes(ctx context.Context) ([]int64, error) { return p.rows(ctx) }

// partitionings are the ways to choose a partition. A clause is empty where MariaDB has none for the kind of id.
var partitionings = []struct {
	by     string
	clause func(k kind, ids [][]byte) string
}{
	{"KEY (id)", func(kind, [][]byte) string { return "KEY (id) PARTITIONS 8" }},
	{"HASH (id)", func(k kind, _ [][]byte) string {
		if k.form != asNumber { // HASH takes integers only
			return ""
		}
		return "HASH (id) PARTITIONS 8"
	}},
	{"RANGE COLUMNS (id)", ranges},
	{"HASH (prefix)", func(kind, [][]byte) string { return "HASH (prefix) PARTITIONS 8" }},
}

// ranges have as many each of the first half of the ids, as a database has them that splits where the rows are.
func ranges(k kind, ids [][]byte) string {
	half := slices.SortedFunc(slices.Values(ids[:len(ids)/2]), bytes.Compare)
	var list []string
	for i := range partitionCount {
		bound := "MAXVALUE"
		if i < partitionCount-1 {
			id := half[len(half)*(i+1)/partitionCount]
			if bound = "x'" + hex.EncodeToString(id) + "'"; k.form == asNumber {
				bound = fmt.Sprint(number(id))
			}
		}
		list = append(list, fmt.Sprintf("PARTITION p%d VALUES LESS THAN (%s)", i, bound))
	}
	return "RANGE COLUMNS (id) (" + strings.Join(list, ", ") + ")"
}

// partitions measures MariaDB's.
func (m *measurement) partitions(ctx context.Context) error {
	s, process, err := startMariaDB(ctx)
	if err != nil {
		return err
	}
	for _, by := range partitionings {
		of := results.Spread{Engine: "MariaDB", By: by.by, Rows: m.spread, Parts: partitionCount}
		err = errors.Join(err, s.db.QueryRowContext(ctx, "SELECT VERSION()").Scan(&of.Version))
		for _, k := range kinds {
			ids := k.stream(m.spread, 1).next(m.spread)
			clause := by.clause(k, ids)
			if clause == "" || err != nil {
				continue
			}
			// Each unique key must have the columns that choose the partition.
			key := "id"
			if strings.Contains(clause, "prefix") {
				key = "id, prefix"
			}
			err = s.exec(ctx, "DROP TABLE IF EXISTS item", "CREATE TABLE item (id "+columnMySQL(k)+", prefix SMALLINT NOT NULL, PRIMARY KEY ("+key+")) PARTITION BY "+clause)
			var id results.SpreadID
			if err == nil {
				id, err = fill(ctx, &partitioned{mariadb: s}, k, ids, by.by)
			}
			of.IDs = append(of.IDs, id)
		}
		if err == nil {
			m.all.Spread = put(m.all.Spread, of, spreadOf)
		}
	}
	return errors.Join(err, s.db.Close(), process.Stop())
}

package sqlite

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A tableSum is a checksum of a table's rows, whatever their order and the form of their ids.
type tableSum struct {
	*migrate.Reader // of all ids
	lines           int64
	sum             [2]uint64
}

type tableSums map[string]*tableSum

func newTableSum(bytes layout.Form) *tableSum { return &tableSum{Reader: migrate.NewReader(bytes)} }

// add reads rows, whose columns are ids where ids says so, and closes them.
func (t *tableSum) add(rows *sql.Rows, ids []bool, progress *migrate.Progress) error {
	defer rows.Close()
	values := make([]any, len(ids))
	scan := make([]any, len(ids))
	for i := range values {
		scan[i] = &values[i]
	}
	var line []byte
	for rows.Next() {
		if err := rows.Scan(scan...); err != nil {
			return err
		}
		line = line[:0]
		for i, v := range values {
			if ids[i] {
				u, ok := t.Read(v, func() string { return "a row" })
				switch {
				case ok:
					line = append(append(line, 'u'), u[:]...)
					continue
				case v != nil:
					line = append(line, '!')
				}
			}
			switch v := v.(type) {
			case nil:
				line = append(line, 'n')
			case string:
				line = binary.BigEndian.AppendUint64(append(line, 's'), uint64(len(v)))
				line = append(line, v...)
			case []byte:
				line = binary.BigEndian.AppendUint64(append(line, 'b'), uint64(len(v)))
				line = append(line, v...)
			default:
				line = fmt.Appendf(line, "%T %v;", v, v)
			}
		}
		sum := sha256.Sum256(line)
		t.sum[0] += binary.BigEndian.Uint64(sum[:])
		t.sum[1] += binary.BigEndian.Uint64(sum[8:])
		t.lines++
		progress.Add(1)
	}
	return rows.Err()
}

// plus adds the rows of another table.
func (t *tableSum) plus(o *tableSum) {
	t.lines += o.lines
	t.Rows += o.Rows
	t.Nulls += o.Nulls
	t.Bad += o.Bad
	for f, n := range o.Forms {
		t.Forms[f] += n
	}
	t.sum[0] += o.sum[0]
	t.sum[1] += o.sum[1]
}

// planned returns an error if there are values that the plan did not see.
func (s tableSums) planned(p *migrate.Plan) error {
	for name, t := range s {
		forms := migrate.Forms{}
		for _, c := range p.Columns {
			if c.Table == name {
				maps.Copy(forms, c.Forms)
			}
		}
		for f := range t.Forms {
			if _, ok := forms[f]; !ok {
				return migrate.Errorf(migrate.CodeConflict, "migrate: %s has values in the form %s, which the plan did not find: plan again", name, f)
			}
		}
		if t.Bad > 0 && p.AsideOf(name) == nil {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %s has %d values that are no UUIDs, since the plan: plan again", name, t.Bad)
		}
	}
	return nil
}

// compare returns an error unless the tables have the same rows.
func (s tableSums) compare(with tableSums) error {
	for name, old := range s {
		fresh := with[name]
		if old.lines != fresh.lines || old.Nulls != fresh.Nulls || old.Bad != fresh.Bad || old.sum != fresh.sum {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: %s would not have the same rows: %d with %d NULLs before, %d with %d NULLs after, checksums %x and %x: rolled back",
				name, old.lines, old.Nulls, fresh.lines, fresh.Nulls, old.sum, fresh.sum)
		}
	}
	return nil
}

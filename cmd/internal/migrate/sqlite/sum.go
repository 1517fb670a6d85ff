package sqlite

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// A tableSum is a checksum of a table's rows, whatever their order and the form of their ids.
type tableSum struct {
	ids   map[string]*migrate.Reader // by column
	lines int64
	sum   [2]uint64
}

type tableSums map[string]*tableSum

// add reads rows, whose columns are ids where there is a reader, and closes them.
func (t *tableSum) add(rows *sql.Rows, ids []*migrate.Reader, progress *migrate.Progress) error {
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
			if ids[i] != nil {
				u, ok := ids[i].Read(v, func() string { return "a row" })
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
	for name, r := range o.ids {
		all := t.ids[name]
		all.Rows += r.Rows
		all.Nulls += r.Nulls
		all.Bad += r.Bad
		for f, n := range r.Forms {
			all.Forms[f] += n
		}
	}
	t.sum[0] += o.sum[0]
	t.sum[1] += o.sum[1]
}

// planned returns an error if there are values that the plan did not see. What it has not seen in a column would stay there
// in its form: compare asks for the UUIDs alone.
func (s tableSums) planned(p *migrate.Plan) error {
	for _, c := range p.Columns {
		r := s[c.Table].ids[c.Name]
		for f := range r.Forms {
			if _, ok := c.Forms[f]; !ok {
				return migrate.Errorf(migrate.CodeConflict, "migrate: %s.%s has values in the form %s, which the plan did not find: plan again", c.Table, c.Name, f)
			}
		}
		if r.Bad > 0 && p.AsideOf(c.Table) == nil {
			return migrate.Errorf(migrate.CodeConflict, "migrate: %s.%s has %d values that are no UUIDs, since the plan: plan again", c.Table, c.Name, r.Bad)
		}
	}
	return nil
}

// odd returns how many of the ids are NULL, and how many are no UUIDs.
func (t *tableSum) odd() (nulls, bad int64) {
	for _, r := range t.ids {
		nulls, bad = nulls+r.Nulls, bad+r.Bad
	}
	return nulls, bad
}

// compare returns an error unless the tables have the same rows.
func (s tableSums) compare(with tableSums) error {
	for name, old := range s {
		fresh := with[name]
		wasNull, wasBad := old.odd()
		nulls, bad := fresh.odd()
		if old.lines != fresh.lines || wasNull != nulls || wasBad != bad || old.sum != fresh.sum {
			return migrate.Errorf(migrate.CodeDiffers, "migrate: %s would not have the same rows: %d with %d NULLs before, %d with %d NULLs after, checksums %x and %x: rolled back",
				name, old.lines, wasNull, fresh.lines, nulls, old.sum, fresh.sum)
		}
	}
	return nil
}

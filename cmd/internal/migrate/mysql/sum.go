package mysql

import (
	"context"
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// compare returns the checksum of a table, or an error if its copy has another one.
func (c *conversion) compare(ctx context.Context, table string) (string, error) {
	old, err := c.sum(ctx, table, table, c.undo)
	if err != nil {
		return "", c.store.failed("checksum", err)
	}
	fresh, err := c.sum(ctx, table, newName(table), !c.undo)
	if err != nil {
		return "", c.store.failed("checksum", err)
	}
	if old != fresh {
		return "", migrate.Errorf(migrate.CodeDiffers, "migrate: %s would not have the same rows: count and checksums %s before, %s after; nothing changed", table, old, fresh)
	}
	return old, nil
}

// sum returns the number of rows of table from and their checksum, which the server computes. Table
// from is table itself, its copy, or its name after a RENAME. An id counts by its hexadecimal digits.
// If converted is true, the ids have the new form, and the rows that run moved away count, too. If it
// is false, the ids have the forms from before run or, in undo, those that undo writes. A value
// without a form counts unchanged.
func (c *conversion) sum(ctx context.Context, table, from string, converted bool) (sum string, err error) {
	s, p := c.store, c.Plan
	cat, err := s.table(ctx, from) // and not table, which may have been altered since it was switched
	if err != nil {
		return "", err
	}
	all, aside := c.hashes(cat, table, from, converted), p.AsideOf(table)
	if aside != nil && converted {
		bad, err := s.moved(ctx, aside)
		if err != nil {
			return "", err
		}
		all += " UNION ALL " + c.hashes(cat, table, bad, false)
	}
	// The server merges the inner SELECT into the outer one, and computes each h again.
	total := "COALESCE(SUM(CAST(CONV(LEFT(h, 16), 16, 10) AS UNSIGNED)), 0)"
	if c.olderSums() {
		total = "COALESCE(BIT_XOR(CAST(CONV(LEFT(h, 16), 16, 10) AS UNSIGNED)), 0), COALESCE(SUM(CAST(CONV(SUBSTR(h, 17, 10), 16, 10) AS UNSIGNED)), 0)"
	}
	err = s.conn.QueryRowContext(ctx, "SELECT CONCAT_WS(' ', COUNT(*), "+total+") FROM ("+all+") AS x").Scan(&sum)
	return sum, err
}

// hashes is a SELECT of the hash h of each row. cat are the columns, and see sum for the others.
func (c *conversion) hashes(cat *mysqlTable, table, from string, converted bool) string {
	var exprs []string
	for i := range cat.columns {
		col := &cat.columns[i]
		if col.virtual && c.Format > 3 { // MariaDB's may use NOW(), and be another one in each query
			continue
		}
		name := backquote(col.name)
		expr := "HEX(CONCAT(" + name + "))"
		if col.typ == "vector" { // MySQL concatenates none
			expr = "HEX(" + name + ")"
		} else if strings.Contains(col.typ, "blob") || strings.Contains(col.typ, "text") || col.typ == "json" {
			expr = c.digest(name)
		}
		if forms, is := c.formsOf(table, col.name, converted); is {
			expr = c.digits(name, forms)
			if c.AsideOf(table) != nil && (!converted || c.To == migrate.ToText) { // undo may leave a text that is no UUID
				expr = "IF(" + mysqlGood(name, forms) + ", " + expr + ", CONCAT('bad ', HEX(" + name + ")))"
			}
		}
		switch {
		case c.olderSums():
			expr = "IF(" + name + " IS NULL, 'N', COALESCE(CONVERT(" + expr + " USING ascii), '!'))"
		case col.nullable:
			expr = "IF(" + name + " IS NULL, 'N', " + expr + ")"
		}
		exprs = append(exprs, expr)
	}
	return fmt.Sprintf("SELECT %s AS h FROM %s", c.digest("CONCAT_WS('#', "+strings.Join(exprs, ", ")+")"), backquote(from))
}

// formsOf are the forms of a column's values, if it is one of the plan's.
func (c *conversion) formsOf(table, column string, converted bool) (migrate.Forms, bool) {
	to := mysqlTo(c.Plan)
	for _, m := range c.ColumnsOf(table) {
		switch {
		case m.Name != column:
		case converted:
			return migrate.Forms{to: 1}, true
		case c.undo:
			return migrate.Forms{c.Back(m, to): 1}, true
		default:
			return c.Found(m, to), true
		}
	}
	return nil, false
}

// digits is an expression of an id's digits for the hash. A value that has none is not like NULL. The
// digits are bytes, so that the server does not convert the columns' character sets into one.
func (c *conversion) digits(name string, forms migrate.Forms) string {
	if c.olderSums() {
		return "LOWER(CONVERT(" + mysqlDigits(name, forms) + " USING ascii))" // LOWER leaves bytes as they are
	}
	return "COALESCE(CAST(UPPER(" + mysqlDigits(name, forms) + ") AS BINARY), '!')"
}

// digest is the hash of a checksum. MariaDB's MD5 takes less than half of the time of SHA2, and guards against
// accidents as well. MySQL 9.6 has it no more.
func (c *conversion) digest(expr string) string {
	if c.store.maria && c.Format > 1 {
		return "MD5(" + expr + ")"
	}
	return "SHA2(" + expr + ", 256)"
}

// olderSums reports whether the journal has checksums of another text and two totals.
func (c *conversion) olderSums() bool { return c.Format < 3 }

package gormtype

import (
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// creates returns SQL Server's create callback with the UUIDs converted. Its driver writes the values and the
// assignments of an upsert itself, where GORM asks for the builder of a clause.
func (p *plugin) creates(create func(*gorm.DB)) func(*gorm.DB) {
	return func(db *gorm.DB) {
		stmt, dest := db.Statement, db.Statement.Dest
		j := joiner{plugin: p, stmt: stmt, schema: stmt.Schema, table: stmt.Table, qualified: qualified(stmt), elsewhere: p.elsewhere(stmt)}
		switch d := dest.(type) {
		case map[string]any:
			stmt.Dest = j.created(d)
		case *map[string]any:
			stmt.Dest = j.created(*d)
		case []map[string]any:
			stmt.Dest = j.created(d...)
		case *[]map[string]any:
			stmt.Dest = j.created(*d...)
		}
		upsert := stmt.Clauses["ON CONFLICT"]
		if e, ok := j.expr(upsert.Expression); ok {
			upsert.Expression = e.(clause.Expression)
			stmt.Clauses["ON CONFLICT"] = upsert
		}
		create(db.Session(&gorm.Session{DryRun: true})) // builds the statement
		stmt.Dest = dest
		j.refuse(p.bind(stmt.Vars, j.unsure))
		db.AddError(j.err)
		create(db) // runs it
	}
}

// created returns copies of the rows that Create is given as maps, with the values made to fit their columns.
func (j *joiner) created(rows ...map[string]any) []map[string]any {
	rows = slices.Clone(rows)
	for i, row := range rows {
		values := clause.Values{Values: [][]any{nil}}
		for name, v := range row {
			values.Columns = append(values.Columns, clause.Column{Name: name})
			values.Values[0] = append(values.Values[0], v)
		}
		if x, ok := j.rows(values); ok {
			values = x.(clause.Values)
			rows[i] = make(map[string]any, len(row))
			for k, column := range values.Columns {
				rows[i][column.Name] = values.Values[0][k]
			}
		}
	}
	return rows
}

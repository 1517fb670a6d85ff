package matrix

import "slices"

// Rows are all rows, in the order of the report.
func Rows() []Row {
	inline, operations := gormTableRows()
	return slices.Concat(
		pgxRows(),
		pgxShapeRows(),
		postgresSQLRows(),
		mysqlRows(),
		sqliteRows(),
		gormRows(),
		inline,
		operations,
		mongoRows(),
		formatRows(),
	)
}
